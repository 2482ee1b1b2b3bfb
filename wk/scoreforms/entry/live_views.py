"""Background requests of an open form: check it, store it as a draft, report presence."""

from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from wk.accounts.models import User
from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act, may
from wk.core.refusals import ActionRefused
from wk.scoreforms import drafts
from wk.scoreforms.entry.context import EntryContext, entry_context
from wk.scoreforms.entry.forms import CellsForm, PresenceForm, ShownForm, paper_cells
from wk.scoreforms.entry.news import HandedIn, News, handed_in
from wk.scoreforms.entry.page_rows import changed_rows, new_notes, split_rows
from wk.scoreforms.entry.queries import form_content
from wk.scoreforms.entry.views import keep_draft, sheet_of_entry
from wk.scoreforms.models import Draft
from wk.scoreforms.table_queries import table_with_seats
from wk.tournament import round_states
from wk.tournament.models import Table


@require_POST
@requires(Act.TYPE_FORMS)
def check(request: OfficialRequest, slug: str, round: int, table: int) -> HttpResponse:
    """Answer with the problems and figures of an unfinished form; nothing is stored.

    Rows with the figures that the page shows already are left out.
    """
    context = entry_context(request.user, slug, round, table)
    form = CellsForm.sent(request.POST, context.table, context.seats)
    form.is_valid()  # a cell that cannot be stored has its problem in `unreadable`
    if form.is_carried:
        return HttpResponse(status=204)  # the columns have changed: the answer of `draft` says so
    shown = sheet_of_entry(context, form.document(), form.on_paper(), form.unreadable())
    known, new = split_rows(shown, request.POST)
    extra = {
        "sheet": shown,
        "changed_rows": changed_rows(known, ShownForm(request.POST).tokens),
        "new_rows": () if form.totals_only else new,
        "new_notes": new_notes(known, request.POST),
        "live": True,
        "edit": True,
        "totals_only": form.totals_only,
        "director": may(request.user, Act.WRITE_RULINGS),
    }
    return render(request, "scoreforms/entry/_checked.html", extra)


@require_POST
@requires(Act.TYPE_FORMS)
def draft(request: OfficialRequest, slug: str, round: int, table: int) -> JsonResponse:
    """Store the content so far as a draft, and answer with its revision.

    The answer is 422 if it cannot be stored. It is 409, with the cells of the draft, if another
    page has saved that draft since, or if it is stored in other columns than those of the page
    (`is_carried`).
    """
    form_table, seats = table_with_seats(slug, round, table)
    form = CellsForm.sent(request.POST, form_table, seats)
    if not form.is_valid():
        return JsonResponse({"message": _("This cannot be stored.")}, status=422)
    try:
        kept = keep_draft(form_table, request.user, form)
    except drafts.EditConflict as conflict:
        own = form_content(form_table, request.user).draft  # None if the author dropped it just now
        return _conflict_answer(form_table, own, str(conflict))
    except ActionRefused as refusal:
        return JsonResponse({"message": str(refusal)}, status=422)
    if form.is_carried:
        return _conflict_answer(form_table, kept, str(drafts.KEPT_IN_OWN_COLUMNS), is_carried=True)
    at = timezone.localtime(kept.saved_at)
    return JsonResponse({"revision": kept.revision, "at": f"{at:%H:%M:%S}"})


def _conflict_answer(
    table: Table, own: Draft | None, message: str, *, is_carried: bool = False
) -> JsonResponse:
    """Answer 409 with the stored draft of the author, which differs from the page."""
    cells = table.round.rules.to_cells(own.content) | paper_cells(own.paper_totals) if own else {}
    revision = own.revision if own else 0
    answer = {"message": message, "revision": revision, "cells": cells, "is_carried": is_carried}
    return JsonResponse(answer, status=409)


@require_POST
@requires(Act.TYPE_FORMS)
def present(request: OfficialRequest, slug: str, round: int, table: int) -> HttpResponse:
    """Store that an official has a form open, or has closed it; answer with what others do with it.

    The answer names the other officials with the form open, and tells what somebody handed in since
    the page was made. It is 204 if the page tells all of that already.
    """
    form_table, seats = table_with_seats(slug, round, table)
    form = PresenceForm(request.POST)
    form.is_valid()  # an invalid field is left out
    report = form.cleaned_data
    if report.get("gone"):
        drafts.mark_absent(table=form_table, user=request.user)
        return HttpResponse(status=204)
    # An open page goes on reporting after its round is closed; then nobody is shown.
    others: tuple[User, ...] = ()
    if form_table.round.is_started and not round_states.why_closed(form_table.round, request.user):
        others = drafts.mark_present(table=form_table, user=request.user, now=timezone.now())
    context = EntryContext(form_table, request.user, seats)
    news = News(others, _handed_in(request, context, report.get("expected_version")))
    if news.token == report.get("told"):
        return HttpResponse(status=204)
    return render(request, "scoreforms/entry/_present.html", {"news": news})


def _handed_in(
    request: OfficialRequest, context: EntryContext, seen: int | None
) -> HandedIn | None:
    """Return what came in since the page was made; None if nothing, or if it did not say."""
    # The cells of the page are read only if there is something to compare them with.
    if seen is None or context.stored.current is None or context.stored.current.number == seen:
        return None
    form = CellsForm.sent(request.POST, context.table, context.seats)
    form.is_valid()  # a cell that cannot be stored is compared as an empty one
    return handed_in(context, seen, form.document())
