"""Pages of the versions of a form: show one, compare two, and restore an old one."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.db.models import Prefetch, Q
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.problems import Invalid
from wk.accounts.address import client_address
from wk.accounts.models import User
from wk.accounts.once import once
from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act, may
from wk.core.answers import refusals_as_messages
from wk.core.consistent_reads import at_one_moment
from wk.core.formatting import words
from wk.core.refusals import ActionRefused
from wk.scoreforms import services
from wk.scoreforms.column_mapping import players_at
from wk.scoreforms.differences import differing_cells, paper_totals
from wk.scoreforms.entry.plausibility import plausibility_problems, plausibility_token
from wk.scoreforms.forms_after_reseat import restore_as_draft
from wk.scoreforms.models import Check, Version
from wk.scoreforms.review.forms import LookForm, RestoreForm, VersionsForm
from wk.scoreforms.review.queries import is_blind, open_checks, unchecked
from wk.scoreforms.sheet import sheet
from wk.scoreforms.table_queries import entries_of_version, substitutes_at, table_at
from wk.tournament.models import Entry, Table
from wk.tournament.round_states import why_closed


@require_safe
@requires(Act.TYPE_FORMS)
@at_one_moment
def history(request: OfficialRequest, slug: str, round: int, table: int) -> HttpResponse:
    """Show the list of versions of a form, and one in full, compared with another on request."""
    form_table = table_at(slug, round, table)
    versions = _versions(form_table)
    if not versions:
        raise Http404
    hidden = _hidden_versions(request.user, form_table)
    choice = VersionsForm(request.GET)
    choice.is_valid()  # an invalid number shows the newest
    shown = _version_numbered(versions, choice.cleaned_data.get("version")) or versions[0]
    compared = _version_numbered(versions, choice.cleaned_data.get("compared"))
    context: dict[str, Any] = {
        "tournament": form_table.round.tournament,
        "table": form_table,
        "versions": versions,
        "shown": shown,
        "hidden": hidden,
        "closed": why_closed(form_table.round, request.user),
    }
    # A hidden version has its line in the list, but no content.
    if shown.pk not in hidden:
        entries = entries_of_version(form_table.round, shown)
        context |= _version_context(form_table, entries, shown)
        # Columns of other players cannot be compared.
        is_alike = compared is not None and compared.players == shown.players
        if compared and is_alike and compared != shown and compared.pk not in hidden:
            documents = (compared.content, shown.content)
            context["compared"] = compared
            context["differing"] = differing_cells(form_table.round.rules, entries, documents)
        context |= _restore_context(request.user, form_table, versions, shown)
    return render(request, "scoreforms/history/history.html", context)


def _versions(table: Table) -> list[Version]:
    """Return the versions of a form, newest first, with their authors and checks."""
    looked = Check.objects.select_related("author", "adjudicated_by", "typed")
    return list(
        Version.objects.filter(form__table=table)
        .select_related("author")
        .prefetch_related(Prefetch("checks", looked))
        .order_by("-number")
    )


def _version_numbered(versions: Sequence[Version], number: int | None) -> Version | None:
    return next((version for version in versions if version.number == number), None)


def _hidden_versions(user: User, table: Table) -> set[int]:
    """Return the keys of the versions that an official may not see yet.

    An official that may still type the form blind sees no version of other authors, as these are
    much alike. The same holds for a form that has to be handed in again. A director may see those,
    to restore a version.
    """
    versions = Version.objects.filter(form__table=table)
    others = versions.exclude(author=user)
    waiting = unchecked().filter(pk__in=others).exclude(pk__in=open_checks().values("version"))
    is_in = Q(is_counted=True) | Q(is_waiting=True)
    if not may(user, Act.CORRECT_COUNTED_FORMS) and not versions.filter(is_in).exists():
        waiting = others.exclude(check_wanted=Version.CheckReason.NOT)
    hides = any(is_blind(table.round.tournament, version) for version in waiting)
    return set(others.values_list("pk", flat=True)) if hides else set()


def _version_context(table: Table, entries: tuple[Entry, ...], version: Version) -> dict[str, Any]:
    rules = table.round.rules
    return {
        "sheet": sheet(rules, entries, version.content).for_reading(),
        "paper_totals": paper_totals(rules, entries, version.content, version.paper_totals),
        "substitutes": substitutes_at(table),
    }


def _restore_context(
    user: User, table: Table, versions: Sequence[Version], shown: Version
) -> dict[str, Any]:
    """Return the form with which the director restores a version, if that is possible.

    A version for other players than those at the table now is restored as the director's draft. The
    form has a box for a typing error if the game forbids the change otherwise (A9).
    """
    can_correct = may(user, Act.CORRECT_COUNTED_FORMS)
    if shown.players != players_at(table):
        can_be = can_correct and not why_closed(table.round, user)
        draft = LookForm(initial={"version": shown.number}) if can_be else None
        return {"is_for_other_players": True, "restore_draft": draft}
    counted = next((version for version in versions if version.is_counted), None)
    if not can_correct or counted is None or counted.content == shown.content:
        return {}
    if why_closed(table.round, user):
        return {}
    initial = {"version": shown.number, "expected_version": counted.number}
    seats = table.seats.count()
    late = table.round.rules.revision_problems(counted.content, shown.content, seats)
    form = RestoreForm(initial=initial)
    form.fields["typing_error"].required = bool(late)
    return {"restore": form, "late": late, "counted": counted}


@require_POST
@requires(Act.CORRECT_COUNTED_FORMS)
@once
def restore(request: OfficialRequest, slug: str, round: int, table: int) -> HttpResponse:
    """Restore an older version, as a correction with a reason.

    A version for other players than those at the table now is restored as a draft.
    """
    form_table = table_at(slug, round, table)
    if old := _version_for_other_players(request, form_table):
        return _restore_draft(request, form_table, old)
    form = RestoreForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("A reason is needed, of at most 300 characters."))
        return redirect("scoreforms:history", slug, round, table)
    old = get_object_or_404(
        Version.objects.filter(form__table=form_table), number=form.cleaned_data["version"]
    )
    try:
        with refusals_as_messages(request):
            _restore_version(request, form_table, old, form)
            messages.success(request, _("The content of version %d counts now.") % old.number)
    except Invalid as invalid:
        why = " ".join(words(problem.text) for problem in invalid.problems)
        messages.error(request, _("This version cannot be brought back: %s") % why)
    return redirect("scoreforms:history", slug, round, table)


def _version_for_other_players(request: OfficialRequest, table: Table) -> Version | None:
    """Return the requested version if it is for other players, else None.

    Raises Http404 if the version is hidden from this official.
    """
    form = LookForm(request.POST)
    if not form.is_valid():
        return None
    old = _version_numbered(_versions(table), form.cleaned_data["version"])
    if old is None or old.players == players_at(table):
        return None
    if old.pk in _hidden_versions(request.user, table):
        raise Http404
    return old


def _restore_draft(request: OfficialRequest, table: Table, old: Version) -> HttpResponse:
    address_args = (table.round.tournament.slug, table.round.number, table.number)
    with refusals_as_messages(request):
        restore_as_draft(version=old, author=request.user, now=timezone.now())
        messages.success(request, _("Version %d stands here as your draft.") % old.number)
        return redirect("scoreforms:enter", *address_args)
    return redirect("scoreforms:history", *address_args)


def _restore_version(
    request: OfficialRequest, table: Table, old: Version, form: RestoreForm
) -> None:
    """Hand an old version in again.

    Its unlikely values need no new confirmation: its author confirmed them.
    """
    expected = form.cleaned_data["expected_version"]
    counted = Version.objects.filter(form__table=table, is_counted=True).first()
    if counted is None or counted.number != expected:
        if counted is None or counted.content != old.content:
            raise ActionRefused(_("Somebody else changed this form meanwhile."))
        return  # restored already, by a double click
    services.hand_in(
        table=table,
        submission=services.Submission(
            old.content,
            request.user,
            timezone.now(),
            paper_totals=old.paper_totals,
            address=client_address(request),
        ),
        expected_version=expected,
        reason=form.cleaned_data["reason"],
        typing_error=form.cleaned_data["typing_error"],
        confirmed_token=plausibility_token(
            plausibility_problems(table, old.content, old.paper_totals)
        ),
    )
