"""Pages to correct that players sat in each other's place, or at another table."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.auditlog.models import AuditLogEntry
from wk.core.answers import refusals_as_errors, refusals_as_messages
from wk.rounds.seat_swaps.moves import seating_token
from wk.rounds.seating_corrections import services as seating_corrections
from wk.rounds.seating_corrections.effect import CorrectionKind, correction_effect, joining
from wk.rounds.seating_corrections.forms import (
    Confirmed,
    ConfirmedJoinForm,
    ConfirmedReseatForm,
    JoinForm,
    ReseatForm,
)
from wk.tournament.models import Round
from wk.tournament.queries import round_at
from wk.tournament.round_states import why_closed
from wk.tournament.seating import seating


@require_http_methods(["GET", "POST"])
@requires(Act.CORRECT_SEATS)
def reseat(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Choose the wrongly seated players, see the effect of a correction, and make it."""
    round = round_at(slug, number)
    if why := _cannot(request, round):
        messages.error(request, why)
        return redirect(round)
    if request.method == "POST":
        return _done(request, round)
    form = ReseatForm(request.GET or None, round=round)
    return _page(request, round, form)


@require_POST
@requires(Act.CORRECT_SEATS)
def undo(request: OfficialRequest, slug: str, number: int, key: int) -> HttpResponse:
    """Undo a correction."""
    round = round_at(slug, number)
    log_entry = get_object_or_404(
        AuditLogEntry, pk=key, round=round, kind=AuditLogEntry.Kind.SEATED
    )
    with refusals_as_messages(request):
        seating_corrections.undo(log_entry=log_entry, author=request.user, now=timezone.now())
        messages.success(request, _("Undone: %(who)s.") % {"who": log_entry.about})
    return redirect(round)


def _done(request: OfficialRequest, round: Round) -> HttpResponse:
    form = ConfirmedReseatForm(request.POST, round=round)
    if not form.is_valid():
        messages.error(request, _("Nothing has been changed. Look at it again."))
        return _page(request, round, ReseatForm(request.POST, round=round))
    with refusals_as_messages(request):
        seating_corrections.reseat(
            round=round, author=request.user, now=timezone.now(), **form.cleaned_data
        )
        messages.success(request, _said(form.cleaned_data))
        return redirect(round)
    return _page(request, round, ReseatForm(request.POST, round=round))


def _said(asked: Mapping[str, Any]) -> str:
    """Return what was done, as a sentence."""
    said = _("%(first)s and %(second)s go to their own seats. It is noted.")
    if asked["how"] == CorrectionKind.NAMES:
        said = _("The names of %(first)s and %(second)s have changed over on the forms.")
    *most, last = map(str, (asked["first"], asked["second"], *asked["others"]))
    return said % {"first": ", ".join(most), "second": last}


def _page(request: OfficialRequest, round: Round, form: ReseatForm) -> HttpResponse:
    """Show the choice; once two are chosen, also the effect and the button to confirm it."""
    context: dict[str, Any] = {
        "tournament": round.tournament,
        "round": round,
        "form": form,
        "can_join": JoinForm(round=round).is_of_use,
    }
    if form.is_bound and form.is_valid():
        asked = form.cleaned_data
        with refusals_as_errors(form, "second"):
            context["effect"] = correction_effect(round=round, **asked)
        context["confirm"] = _confirmed(round)
    return render(request, "rounds/seating_corrections/reseat.html", context)


@require_http_methods(["GET", "POST"])
@requires(Act.CORRECT_SEATS)
def join(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Choose a player and the table joined, see the effect of the correction, and make it."""
    round = round_at(slug, number)
    if why := _cannot(request, round):
        messages.error(request, why)
        return redirect(round)
    if request.method == "POST":
        return _joined(request, round)
    return _join_page(request, round, JoinForm(request.GET or None, round=round))


def _joined(request: OfficialRequest, round: Round) -> HttpResponse:
    form = ConfirmedJoinForm(request.POST, round=round)
    if not form.is_valid():
        messages.error(request, _("Nothing has been changed. Look at it again."))
        return _join_page(request, round, JoinForm(request.POST, round=round))
    asked = form.cleaned_data
    with refusals_as_messages(request):
        seating_corrections.join(round=round, author=request.user, now=timezone.now(), **asked)
        messages.success(request, _("%(player)s sits at table %(table)d now.") % asked)
        return redirect(round)
    return _join_page(request, round, JoinForm(request.POST, round=round))


def _join_page(request: OfficialRequest, round: Round, form: JoinForm) -> HttpResponse:
    """Show the choice; once it is made, also the effect and the button to confirm it."""
    context: dict[str, Any] = {"tournament": round.tournament, "round": round, "form": form}
    if form.is_bound and form.is_valid():
        with refusals_as_errors(form, "table"):
            context["effect"] = joining(round=round, **form.cleaned_data)
        context["confirm"] = _confirmed(round)
    return render(request, "rounds/seating_corrections/reseat_table.html", context)


def _confirmed(round: Round) -> Confirmed:
    """Return the form of the confirmation, with the version token of the seating that is shown."""
    return Confirmed(initial={"seen": seating_token(seating(round))}, auto_id="confirm_%s")


def _cannot(request: OfficialRequest, round: Round) -> str:
    """Return why seats of this round cannot be corrected, "" if they can."""
    if not round.is_started:
        return _("This round has not started yet.")
    return why_closed(round, request.user)
