"""Pages to correct that players sat in each other's seats, or at another table."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from wk.accounts.once import once
from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.auditlog.models import AuditLogEntry
from wk.core.answers import refusals_as_errors, refusals_as_messages
from wk.core.consistent_reads import at_one_moment
from wk.rounds.seat_swaps.moves import seating_token
from wk.rounds.seating_corrections import services as seating_corrections
from wk.rounds.seating_corrections.effect import (
    CorrectionKind,
    swap_correction_effect,
    table_correction_effect,
)
from wk.rounds.seating_corrections.forms import (
    ConfirmationForm,
    ConfirmedSwapForm,
    ConfirmedTableForm,
    SwapCorrectionForm,
    TableCorrectionForm,
)
from wk.tournament.models import Round
from wk.tournament.queries import round_at
from wk.tournament.round_states import why_closed
from wk.tournament.seating import seating


@require_http_methods(["GET", "POST"])
@requires(Act.CORRECT_SEATS)
@once
@at_one_moment
def correct_swap(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Choose the wrongly seated players, see the effect of a correction, and make it."""
    round = round_at(slug, number)
    if why := _why_not(request, round):
        messages.error(request, why)
        return redirect(round)
    if request.method == "POST":
        return _make_swap_correction(request, round)
    form = SwapCorrectionForm(request.GET or None, round=round)
    return _swap_page(request, round, form)


@require_POST
@requires(Act.CORRECT_SEATS)
@once
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


def _make_swap_correction(request: OfficialRequest, round: Round) -> HttpResponse:
    form = ConfirmedSwapForm(request.POST, round=round)
    if not form.is_valid():
        messages.error(request, _("Nothing has been changed. Look at it again."))
        return _swap_page(request, round, SwapCorrectionForm(request.POST, round=round))
    with refusals_as_messages(request):
        seating_corrections.correct_swap(
            round=round, author=request.user, now=timezone.now(), **form.cleaned_data
        )
        messages.success(request, _done_words(form.cleaned_data))
        return redirect(round)
    return _swap_page(request, round, SwapCorrectionForm(request.POST, round=round))


def _done_words(asked: Mapping[str, Any]) -> str:
    """Return the message after a correction that was made."""
    said = _("%(first)s and %(second)s go to their own seats. It is noted.")
    if asked["how"] == CorrectionKind.NAMES:
        said = _("The names of %(first)s and %(second)s have changed over on the forms.")
    *most, last = map(str, (asked["first"], asked["second"], *asked["others"]))
    return said % {"first": ", ".join(most), "second": last}


def _swap_page(request: OfficialRequest, round: Round, form: SwapCorrectionForm) -> HttpResponse:
    """Show the form; if two players are chosen, also the effect and the button to confirm it."""
    context: dict[str, Any] = {
        "tournament": round.tournament,
        "round": round,
        "form": form,
        "can_join": TableCorrectionForm(round=round).is_of_use,
    }
    if form.is_bound and form.is_valid():
        asked = form.cleaned_data
        with refusals_as_errors(form, "second"):
            context["effect"] = swap_correction_effect(round=round, **asked)
        context["confirm"] = _confirmation(round)
    return render(request, "rounds/seating_corrections/correct_swap.html", context)


@require_http_methods(["GET", "POST"])
@requires(Act.CORRECT_SEATS)
@once
@at_one_moment
def correct_table(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Choose a player and the table where the player sat, see the effect, and correct it."""
    round = round_at(slug, number)
    if why := _why_not(request, round):
        messages.error(request, why)
        return redirect(round)
    if request.method == "POST":
        return _make_table_correction(request, round)
    return _table_page(request, round, TableCorrectionForm(request.GET or None, round=round))


def _make_table_correction(request: OfficialRequest, round: Round) -> HttpResponse:
    form = ConfirmedTableForm(request.POST, round=round)
    if not form.is_valid():
        messages.error(request, _("Nothing has been changed. Look at it again."))
        return _table_page(request, round, TableCorrectionForm(request.POST, round=round))
    asked = form.cleaned_data
    with refusals_as_messages(request):
        seating_corrections.correct_table(
            round=round, author=request.user, now=timezone.now(), **asked
        )
        messages.success(request, _("%(player)s sits at table %(table)d now.") % asked)
        return redirect(round)
    return _table_page(request, round, TableCorrectionForm(request.POST, round=round))


def _table_page(request: OfficialRequest, round: Round, form: TableCorrectionForm) -> HttpResponse:
    """Show the form; if it is filled in, also the effect and the button to confirm it."""
    context: dict[str, Any] = {"tournament": round.tournament, "round": round, "form": form}
    if form.is_bound and form.is_valid():
        with refusals_as_errors(form, "table"):
            context["effect"] = table_correction_effect(round=round, **form.cleaned_data)
        context["confirm"] = _confirmation(round)
    return render(request, "rounds/seating_corrections/correct_table.html", context)


def _confirmation(round: Round) -> ConfirmationForm:
    """Return the form of the confirmation, with the version token of the seating as shown."""
    return ConfirmationForm(
        initial={"shown_token": seating_token(seating(round))}, auto_id="confirm_%s"
    )


def _why_not(request: OfficialRequest, round: Round) -> str:
    """Return why seats of this round cannot be corrected, "" if they can."""
    if not round.is_started:
        return _("This round has not started yet.")
    return why_closed(round, request.user)
