"""The page on which a form is typed, and handing it in."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from random import SystemRandom
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.game import Document
from scoring.problems import Invalid, Problem
from wk.accounts.address import client_address
from wk.accounts.models import User
from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.core.consistent_reads import at_one_moment
from wk.core.refusals import ActionRefused
from wk.scoreforms import drafts, services
from wk.scoreforms.differences import differences
from wk.scoreforms.entry.answers import (
    closed_message,
    form_address,
    handed_in_answer,
    list_address,
)
from wk.scoreforms.entry.context import EntryContext, entry_context, entry_page
from wk.scoreforms.entry.forms import CellsForm, EntryChoiceForm
from wk.scoreforms.entry.news import News, handed_in
from wk.scoreforms.entry.plausibility import plausibility_problems_of, plausibility_token
from wk.scoreforms.models import Draft, Objection, Version
from wk.scoreforms.objections.queries import is_own_cell, open_objection, told
from wk.scoreforms.photos.services import photos_of
from wk.scoreforms.sheet import Sheet, sheet
from wk.scoreforms.table_queries import substitutes_at
from wk.tournament import round_states
from wk.tournament.models import Table


@require_http_methods(["GET", "POST"])
@requires(Act.TYPE_FORMS)
@at_one_moment
def enter(request: OfficialRequest, slug: str, round: int, table: int) -> HttpResponse:
    """Show the form of a table for typing; store it as a draft, hand it in, or correct it."""
    context = entry_context(request.user, slug, round, table)
    if request.method == "POST":
        return _post(request, context)
    open_form = EntryChoiceForm(request.GET)
    if other_page := _other_page(request, context, open_form):
        return other_page
    objection = _objection(context, open_form)
    page = entry_page(
        context,
        mode=open_form.mode,
        draft=open_form.draft_key,
        is_copy=open_form.is_copy,
        objection=objection,
    )
    shown = sheet_of_entry(context, page.content, page.on_paper)
    seats = len(context.entries)
    form = CellsForm(
        game=context.rules,
        seats=seats,
        document=page.content,
        corrects=lambda: context.corrects,
    )
    extra: dict[str, Any] = {
        "totals_only": page.totals_only,
        "replaces": page.replaces,
        "is_unsaved": page.is_unsaved,
    }
    if objection and page.content:
        told_of = told([objection], context.rules, context.stored.content, context.entries)
        extra["objection"] = told_of[0]
    return _page(request, context, form, shown, extra | _told(context, form, page.content))


def _objection(context: EntryContext, open_form: EntryChoiceForm) -> Objection | None:
    """Return the objection to write in, None if there is none that this official may see."""
    # A draft of his own does not let an official read the version that he types blind.
    current = None if context.is_blind else context.stored.current
    found = open_objection(context.table, open_form.objection_key)
    if current is None or found is None:
        return None
    is_own = is_own_cell(found, context.rules, current.content, context.seats)
    return found if is_own else None


def _other_page(
    request: OfficialRequest, context: EntryContext, open_form: EntryChoiceForm
) -> HttpResponse | None:
    """Return a redirect if there is nothing for this official to type, else None."""
    table = context.table
    if not table.round.is_started:
        messages.error(request, _("This round has not started yet."))
        return redirect(table.round)
    if round_states.why_closed(table.round, context.user):
        return redirect(table)  # the page of the table gives the reason
    if context.is_closed:
        messages.info(request, closed_message(context))
        return redirect(table)
    is_looked_at = context.is_reviewer and not (context.is_blind or context.is_overtaken)
    if is_looked_at and not open_form.is_copy:
        return redirect(form_address("review", table))
    return None


def _post(request: OfficialRequest, context: EntryContext) -> HttpResponse:
    # What is stored is read after that only if the page must be shown again.
    form = CellsForm.sent(
        request.POST, context.table, context.seats, corrects=lambda: context.corrects
    )
    extra: dict[str, Any] = {"totals_only": form.totals_only}
    if not form.is_valid():
        messages.error(request, _("This cannot be stored: nothing has been saved."))
    elif saved := _save(request, context, form, extra):
        return saved
    # The typed content stays on the page.
    shown = sheet_of_entry(context, form.document(), form.on_paper(), form.unreadable())
    return _page(request, context, form, shown, extra | _told(context, form, form.document()))


def _told(context: EntryContext, form: CellsForm, document: Document) -> dict[str, Any]:
    """Return what a page with this content tells of the other officials, and its version.

    A page that is shown again keeps the version that its author saw when he began. With the present
    one a form that differs would be taken for a correction of a version that he never saw.
    """
    seen = context.seen_version
    if form.is_bound:
        seen = form.cleaned_data.get("expected_version", seen)
    others = drafts.others_present(table=context.table, user=context.user, now=timezone.now())
    return {
        "seen": seen,
        "is_seen": context.counted is not None and context.counted.number == seen,
        "news": News(others, handed_in(context, seen, document)),
    }


def _save(
    request: OfficialRequest, context: EntryContext, form: CellsForm, extra: dict[str, Any]
) -> HttpResponse | None:
    """Store the form and redirect; if it is refused return None, with the reason in `extra`."""
    if form.is_carried and form.cleaned_data["action"] != "drop":
        messages.error(request, str(drafts.OTHERS_SIT_HERE))
    try:
        match form.cleaned_data["action"]:
            case "drop":
                drafts.drop_draft(table=context.table, author=context.user)
                return redirect(form_address("enter", context.table))
            case "draft":
                keep_draft(context.table, context.user, form)
                if form.is_carried:
                    return redirect(form_address("enter", context.table))
                messages.success(request, _("Table %d is kept as a draft.") % context.table.number)
                return redirect(list_address(context.table))
            case _:
                version = _hand_in(request, context.table, form)
                return handed_in_answer(request, context.table, version, form.corrects)
    # ConfirmationNeeded and Mismatch are kinds of Invalid, and EditConflict of ActionRefused, so
    # they come first.
    except services.ConfirmationNeeded as unsure:
        extra["unsure"] = unsure
    except services.Mismatch as mismatch:
        extra["mismatch"] = mismatch.problems
        messages.error(request, _("This form cannot be handed in like this."))
    except Invalid:
        messages.error(request, _("The form is not right yet: it does not count."))
    except drafts.EditConflict as conflict:
        mine, theirs = form.document(), context.content
        extra["differences"] = differences(context.rules, len(context.entries), mine, theirs)
        messages.error(request, str(conflict))
    except ActionRefused as refusal:
        messages.error(request, str(refusal))
    return None


def keep_draft(table: Table, user: User, form: CellsForm) -> Draft:
    """Store the content of a page as the draft of an official; raises as `drafts.save_draft`."""
    return drafts.save_draft(
        table=table,
        document=form.document(),
        author=user,
        now=timezone.now(),
        expected=form.cleaned_data["expected_draft"] or 0,
        version=form.cleaned_data["expected_version"],
        paper_totals=form.on_paper(),
        seats=form.seat_keys_now,
    )


def _hand_in(request: OfficialRequest, table: Table, form: CellsForm) -> Version:
    names = ("players", "expected_version", "reason", "typing_error")
    return services.hand_in(
        table=table,
        submission=services.Submission(
            form.document(),
            request.user,
            timezone.now(),
            paper_totals=form.on_paper(),
            address=client_address(request),
        ),
        confirmed_token=form.cleaned_data["sure"],
        lot=SystemRandom().random(),  # nobody can predict which forms are reviewed
        **{name: form.cleaned_data[name] for name in names},
    )


def sheet_of_entry(
    context: EntryContext,
    content: Document,
    on_paper: Sequence[int | None],
    unreadable: tuple[Problem, ...] = (),
) -> Sheet:
    """Return the form with its problems, and the unlikely values that need confirmation."""
    shown = sheet(context.rules, context.entries, content, unreadable, on_paper)
    # Before the form is right its points are not final, and nothing is compared with them.
    if not shown.is_right:
        return shown
    mentioned = tuple(notice for notice in shown.notices if not notice.is_unlikely)
    progress = context.rules.progress(content, len(context.seats))
    doubtful = plausibility_problems_of(context.table, content, progress, on_paper)
    return replace(shown, notices=mentioned + doubtful, sure=plausibility_token(doubtful))


def _page(
    request: OfficialRequest,
    context: EntryContext,
    form: CellsForm,
    shown: Sheet,
    more: dict[str, Any],
) -> HttpResponse:
    table = context.table
    extra = {
        "tournament": table.round.tournament,
        "table": table,
        "context": context,
        "players": " ".join(str(seat.entry.number) for seat in context.seats),
        "seat_keys": " ".join(str(seat.pk) for seat in context.seats),
        "photos": photos_of(table),
        "form": form,
        "sheet": shown,
        "first_missing": _first_missing(shown),
        "substitutes": substitutes_at(table),
    }
    return render(request, "scoreforms/entry/enter.html", extra | more)


def _first_missing(shown: Sheet) -> str:
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
