"""Typing in a score form: the page, the checks while it is typed, and handing in."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from random import SystemRandom
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.game import Document
from scoring.problems import Invalid, Problem
from wk.accounts.address import client_address
from wk.accounts.models import User
from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act, may
from wk.core.formatting import signed
from wk.core.refusals import ActionRefused
from wk.scoreforms import drafts, services
from wk.scoreforms.column_mapping import seats_at
from wk.scoreforms.differences import differences
from wk.scoreforms.entry.context import EntryContext, entry_context, opened
from wk.scoreforms.entry.forms import CellsForm, OpenForm, PresenceForm, paper_cells
from wk.scoreforms.entry.plausibility import doubts
from wk.scoreforms.models import Draft, Version
from wk.scoreforms.photos.services import photos_of
from wk.scoreforms.queries import Written, substitutes_at, table_at, written
from wk.scoreforms.sheet import Sheet, new_notes, sheet, split_rows
from wk.tournament import round_states
from wk.tournament.models import Table
from wk.tournament.name_search import told_apart


@require_http_methods(["GET", "POST"])
@requires(Act.TYPE_FORMS)
def enter(request: OfficialRequest, slug: str, round: int, table: int) -> HttpResponse:
    """Type in the form of a table and hand it in, complete it, or correct it."""
    desk = entry_context(request.user, slug, round, table)
    if request.method == "POST":
        return _post(request, desk)
    asked = OpenForm(request.GET)
    if elsewhere := _elsewhere(request, desk, asked):
        return elsewhere
    page = opened(desk, mode=asked.mode, draft=asked.of_draft, is_copy=asked.is_copy)
    shown = _sheet(desk, page.content, page.on_paper)
    seats = len(desk.entries)
    form = CellsForm(game=desk.rules, seats=seats, document=page.content, corrects=desk.corrects)
    context = {
        "totals_only": page.totals_only,
        "replaces": page.replaces,
        "is_unsaved": page.is_unsaved,
    }
    return _page(request, desk, form, shown, context)


def _elsewhere(
    request: OfficialRequest, desk: EntryContext, asked: OpenForm
) -> HttpResponse | None:
    """Return where to go if there is nothing to type here, None if there is."""
    place = desk.table
    if not place.round.is_started:
        messages.error(request, _("This round has not started yet."))
        return redirect(place.round)
    if round_states.why_closed(place.round, desk.user):
        return redirect(place)  # that page says why
    if desk.is_closed:
        messages.info(request, _("This form counts already. Only the director can correct it."))
        return redirect(place)
    if desk.is_second and not desk.is_blind and not asked.is_copy:
        return redirect(_form_url("review", place))
    return None


def _post(request: OfficialRequest, desk: EntryContext) -> HttpResponse:
    form = CellsForm.sent(request.POST, desk.table, desk.seats, corrects=desk.corrects)
    context: dict[str, Any] = {"totals_only": form.totals_only}
    if not form.is_valid():
        messages.error(request, _("This cannot be stored: nothing has been saved."))
    elif saved := _save(request, desk, form, context):
        return saved
    # What was typed stays on the page.
    shown = _sheet(desk, form.document(), form.on_paper(), form.unreadable())
    return _page(request, desk, form, shown, context)


def _save(
    request: OfficialRequest, desk: EntryContext, form: CellsForm, context: dict[str, Any]
) -> HttpResponse | None:
    """Store what was typed and redirect; None if that is refused, the reason is in the context."""
    if form.is_carried and form.cleaned_data["action"] != "drop":
        messages.error(request, str(drafts.OTHERS_SIT_HERE))
    try:
        match form.cleaned_data["action"]:
            case "drop":
                drafts.drop_draft(table=desk.table, author=desk.user)
                return redirect(_form_url("enter", desk.table))
            case "draft":
                _keep_draft(desk.table, desk.user, form)
                if form.is_carried:
                    return redirect(_form_url("enter", desk.table))
                messages.success(request, _("Table %d is kept as a draft.") % desk.table.number)
                return redirect(_list_url(desk.table))
            case _:
                return _handed_in(request, desk, _hand_in(request, desk.table, form))
    except services.Unsure as unsure:
        context["unsure"] = unsure
    except services.Mismatch as mismatch:
        context["mismatch"] = mismatch.problems
        messages.error(request, _("This form cannot be handed in like this."))
    except Invalid:
        messages.error(request, _("The form is not right yet: it does not count."))
    except drafts.Conflict as conflict:
        mine, theirs = form.document(), desk.content
        context["differences"] = differences(desk.rules, len(desk.entries), mine, theirs)
        messages.error(request, str(conflict))
    except ActionRefused as refusal:
        messages.error(request, str(refusal))
    return None


def _keep_draft(table: Table, user: User, form: CellsForm) -> Draft:
    return drafts.save_draft(
        table=table,
        document=form.document(),
        author=user,
        now=timezone.now(),
        expected=form.cleaned_data["expected_draft"] or 0,
        written=form.on_paper(),
        seats=form.stands_in,
    )


def _hand_in(request: OfficialRequest, table: Table, form: CellsForm) -> Version:
    asked = ("players", "expected_version", "reason", "typing_error", "sure")
    return services.hand_in(
        table=table,
        paper=services.Paper(
            form.document(),
            request.user,
            timezone.now(),
            written=form.on_paper(),
            address=client_address(request),
        ),
        lot=SystemRandom().random(),
        **{name: form.cleaned_data[name] for name in asked},
    )


def _handed_in(request: OfficialRequest, desk: EntryContext, version: Version) -> HttpResponse:
    """Say what became of a form, and go on to the list, or to the difference to be settled."""
    drafts.leave(table=desk.table, user=desk.user)
    if version.is_counted:
        messages.success(request, _counted_message(desk, version))
    elif version.is_waiting:
        waits = _("Table %d is handed in. Somebody else has still to look at it.")
        messages.success(request, waits % desk.table.number)
    else:
        differs = _("Table %d is kept, but somebody else typed it differently.")
        messages.warning(request, differs % desk.table.number)
        return redirect(_form_url("adjudicate", desk.table))
    return redirect(_list_url(desk.table))


def _counted_message(desk: EntryContext, version: Version) -> str:
    """Return the points that count, for the clerk to compare with the paper once more."""
    results = version.results.select_related("seat__entry").order_by("seat__number")
    names = told_apart([result.seat.entry for result in results])
    both = zip(names, results, strict=True)
    won = ", ".join(f"{name} {signed(result.points)}" for name, result in both)
    said = _("Table %(number)d counts: %(points)s.")
    if version.number > desk.corrects > 0:
        said = _("Table %(number)d is corrected: %(points)s.")
    if desk.is_totals(version.content):
        said += " " + _("The deals, or a second typing, are still wanted.")
    return said % {"number": desk.table.number, "points": won}


def _sheet(
    desk: EntryContext,
    content: Document,
    on_paper: Sequence[int | None],
    unreadable: tuple[Problem, ...] = (),
) -> Sheet:
    """Return the form as it stands, with the doubts that handing it in would raise."""
    shown = sheet(desk.rules, desk.entries, content, unreadable, on_paper)
    if not shown.is_right:
        return shown
    mentioned = tuple(notice for notice in shown.notices if not notice.is_unlikely)
    return replace(shown, notices=mentioned + doubts(desk.table, content, on_paper))


def _page(
    request: OfficialRequest,
    desk: EntryContext,
    form: CellsForm,
    shown: Sheet,
    more: dict[str, Any],
) -> HttpResponse:
    table, now = desk.table, timezone.now()
    context = {
        "tournament": table.round.tournament,
        "table": table,
        "desk": desk,
        "players": " ".join(str(seat.entry.number) for seat in desk.seats),
        "seat_keys": " ".join(str(seat.pk) for seat in desk.seats),
        "others": drafts.others_present(table=table, user=request.user, now=now),
        "photos": photos_of(table),
        "form": form,
        "sheet": shown,
        "gap": _first_gap(shown),
        "substitutes": substitutes_at(table),
    }
    return render(request, "scoreforms/entry/enter.html", context | more)


def _first_gap(shown: Sheet) -> str:
    """Return the path of the first cell or row to be written, "" if nothing is missing."""
    layout, missing = shown.layout, {problem.path for problem in shown.missing}
    rows = ((row.path, *(field.path for field in row.fields)) for row in layout.rows)
    fields = (*layout.tail, *(cell.field for cell in shown.total_cells))
    order = (
        *(field.path for field in layout.head),
        *chain.from_iterable(rows),
        *(field.path for field in fields),
    )
    return next((path for path in order if path in missing), "")


@require_POST
@requires(Act.TYPE_FORMS)
def check(request: OfficialRequest, slug: str, round: int, table: int) -> HttpResponse:
    """Answer with the problems and figures of a form while it is being typed; stores nothing."""
    place = table_at(slug, round, table)
    desk = EntryContext(place, request.user, Written({}, (), None, None, ()), seats_at(place))
    form = CellsForm.sent(request.POST, place, desk.seats)
    form.is_valid()  # what cannot be stored is shown at its cell
    if form.is_carried:
        return HttpResponse(status=204)  # the columns have changed: `draft` says so
    shown = _sheet(desk, form.document(), form.on_paper(), form.unreadable())
    known, new = split_rows(shown, request.POST)
    context = {
        "sheet": shown,
        "known_rows": known,
        "new_rows": () if form.totals_only else new,
        "new_notes": new_notes(known, request.POST),
        "live": True,
        "edit": True,
        "totals_only": form.totals_only,
        "director": may(request.user, Act.WRITE_RULINGS),
    }
    return render(request, "scoreforms/entry/_checked.html", context)


@require_POST
@requires(Act.TYPE_FORMS)
def draft(request: OfficialRequest, slug: str, round: int, table: int) -> JsonResponse:
    """Store what has been typed so far, and answer with the revision of the draft.

    422 for what cannot be stored. 409, with the cells of the draft, if it was saved elsewhere
    meanwhile, or is stored in other columns than those of the page (`is_carried`).
    """
    place = table_at(slug, round, table)
    form = CellsForm.sent(request.POST, place, seats_at(place))
    if not form.is_valid():
        return JsonResponse({"message": _("This cannot be stored.")}, status=422)
    try:
        kept = _keep_draft(place, request.user, form)
    except drafts.Conflict as conflict:
        own = written(place, request.user).draft  # None if the author dropped it just now
        return _elsewhere_by_now(place, own, str(conflict))
    except ActionRefused as refusal:
        return JsonResponse({"message": str(refusal)}, status=422)
    if form.is_carried:
        return _elsewhere_by_now(place, kept, str(drafts.CARRIED), is_carried=True)
    at = timezone.localtime(kept.saved_at)
    return JsonResponse({"revision": kept.revision, "at": f"{at:%H:%M:%S}"})


def _elsewhere_by_now(
    table: Table, own: Draft | None, message: str, *, is_carried: bool = False
) -> JsonResponse:
    """Answer 409 with the author's draft, which differs from his page."""
    cells = table.round.rules.to_cells(own.content) | paper_cells(own.written) if own else {}
    revision = own.revision if own else 0
    answer = {"message": message, "revision": revision, "cells": cells, "is_carried": is_carried}
    return JsonResponse(answer, status=409)


@require_POST
@requires(Act.TYPE_FORMS)
def present(request: OfficialRequest, slug: str, round: int, table: int) -> HttpResponse:
    """Note that an official has a form open, or has closed it; answer with the others that have."""
    place = table_at(slug, round, table)
    form = PresenceForm(request.POST)
    if form.is_valid() and form.cleaned_data["gone"]:
        drafts.leave(table=place, user=request.user)
        return HttpResponse(status=204)
    others: tuple[User, ...] = ()
    if place.round.is_started and not round_states.why_closed(place.round, request.user):
        others = drafts.be_present(table=place, user=request.user, now=timezone.now())
    return render(request, "scoreforms/entry/_present.html", {"others": others})


def _form_url(name: str, table: Table) -> str:
    place = (table.round.tournament.slug, table.round.number, table.number)
    return reverse(f"scoreforms:{name}", args=place)


def _list_url(table: Table) -> str:
    address = reverse("scoreforms:list", args=[table.round.tournament.slug])
    return f"{address}?round={table.round.number}"
