"""A page that was read, beside its photo: an official looks at what is in doubt, and hands in."""

from random import SystemRandom
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.problems import Invalid
from wk.accounts.address import client_address
from wk.accounts.once import once
from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.camera.scans.check import PageCheck, cells_form, page_check, players_of
from wk.camera.scans.cut_outs import cut_out, small
from wk.camera.scans.forms import LookForm
from wk.camera.scans.looks import every_cell
from wk.camera.scans.queries import comparison, current_contents, next_page
from wk.camera.scans.services import hand_in_page
from wk.camera.scans.views import page_at
from wk.core.consistent_reads import at_one_moment
from wk.core.refusals import ActionRefused
from wk.scoreforms import services
from wk.scoreforms.entry.answers import handed_in_answer
from wk.scoreforms.entry.context import EntryContext, entry_context
from wk.scoreforms.entry.forms import CellsForm, written_paths
from wk.scoreforms.entry.views import sheet_of_entry
from wk.scoreforms.models import ScanPage, Version
from wk.tournament.round_states import why_closed

PICTURES = {"page": "picture", "small": "picture", "flat": "flat"}


@require_http_methods(["GET", "POST"])
@requires(Act.TYPE_FORMS)
@once
@at_one_moment
def check(request: OfficialRequest, slug: str, page: int) -> HttpResponse:
    """Show a page that was read, with the cells to look at; hand its form in.

    Nothing counts that nobody has looked at: a cell in doubt that is not compared, or totals that
    are not confirmed, bring the page back.
    """
    found = page_at(slug, page)
    if found.state != ScanPage.State.READ or found.table is None:
        messages.info(request, _("This page is not to be looked at any more."))
        return redirect("camera:scans", slug)
    context = entry_context(request.user, slug, found.table.round.number, found.table.number)
    if closed := why_closed(context.table.round, request.user):
        messages.error(request, closed)
        return redirect("camera:scans", slug)
    if request.method == "POST":
        return _post(request, found, context)
    cells = cells_form(found, context)
    shown = sheet_of_entry(context, cells.document(), cells.on_paper(), cells.unreadable())
    return _page(request, found, context, page_check(found, shown))


def _post(request: OfficialRequest, page: ScanPage, context: EntryContext) -> HttpResponse:
    before = cells_form(page, context)
    shown = sheet_of_entry(context, before.document(), before.on_paper())
    paths = {cell.field.path for cell in every_cell(shown)}
    paths |= {side.on_paper.field.path for side in shown.sides}
    boxes = {cell.field.path for cell in every_cell(shown) if cell.field.kind == "yes"}
    form = LookForm(request.POST, paths, boxes)
    cells = cells_form(page, context, form.texts)
    shown = sheet_of_entry(context, cells.document(), cells.on_paper(), cells.unreadable())
    checked = page_check(page, shown, form.seen, form.texts)
    extra: dict[str, Any] = {}
    if not form.is_valid() or cells.unreadable():
        messages.error(request, _("This cannot be stored: nothing has been saved."))
    elif checked.unseen:
        messages.error(request, _("Not everything has been compared with the photo yet."))
    elif not form.cleaned_data["totals_seen"]:
        messages.error(request, _("Compare the totals with the photo first."))
    elif version := _hand_in(request, page, context, cells, form):
        return _answer(request, page, version)
    if form.is_valid():
        extra["totals_seen"] = form.cleaned_data["totals_seen"]
    return _page(request, page, context, checked, extra)


def _hand_in(
    request: OfficialRequest,
    page: ScanPage,
    context: EntryContext,
    cells: CellsForm,
    form: LookForm,
) -> Version | None:
    """Hand the form in; None if that is refused, with the reason as a message."""
    try:
        return hand_in_page(
            page=page,
            table=context.table,
            document=cells.document(),
            author=request.user,
            now=timezone.now(),
            paper_totals=cells.on_paper(),
            players=form.cleaned_data["players"],
            address=client_address(request),
            confirmed_token=form.cleaned_data["sure"],
            lot=SystemRandom().random(),  # nobody can predict which forms are reviewed
            seen=form.seen | {*written_paths(len(context.seats))},
        )
    except services.ConfirmationNeeded:
        messages.warning(request, _("Is this right? Look at the paper"))
    except services.Mismatch as mismatch:
        for problem in mismatch.problems:
            messages.error(request, str(problem))
    except Invalid:
        messages.error(request, _("The form is not right yet: it does not count."))
    except ActionRefused as refusal:
        messages.error(request, str(refusal))
    return None


def _answer(request: OfficialRequest, page: ScanPage, version: Version) -> HttpResponse:
    """Tell what became of a form, and go on to the next page; to the decision if it differs."""
    table = page.table
    assert table is not None
    answer = handed_in_answer(request, table, version, 0)
    if not (version.is_counted or version.is_waiting):
        return answer
    further = next_page(page.pile.tournament, request.user, timezone.now())
    if further:
        return redirect("camera:check", page.pile.tournament.slug, further.pk)
    return redirect("camera:scans", page.pile.tournament.slug)


def _page(
    request: OfficialRequest,
    page: ScanPage,
    context: EntryContext,
    checked: PageCheck,
    extra: dict[str, Any] | None = None,
) -> HttpResponse:
    current = current_contents([context.table.pk]).get(context.table.pk)
    found = comparison(page, page.document, current) if current is not None else ""
    shown = {
        "tournament": context.table.round.tournament,
        "table": context.table,
        "page": page,
        "check": checked,
        "sheet": checked.sheet.for_reading(),
        "players": players_of(context),
        "comparison": found,
        "totals_seen": False,
    }
    return render(request, "camera/check.html", shown | (extra or {}))


@require_safe
@requires(Act.TYPE_FORMS)
def picture(request: OfficialRequest, slug: str, page: int, kind: str) -> HttpResponse:
    """Return the picture of a page: as it came ("page", "small"), or as if it lay flat ("flat")."""
    name = PICTURES.get(kind)
    found = get_object_or_404(ScanPage, pk=page, pile__tournament__slug=slug)
    data = bytes(getattr(found, name)) if name else b""
    if not data:
        raise Http404
    return HttpResponse(small(data) if kind == "small" else data, content_type="image/jpeg")


@require_safe
@requires(Act.TYPE_FORMS)
def cell(request: OfficialRequest, slug: str, page: int, path: str) -> HttpResponse:
    """Return the piece of a photo with one cell, enlarged."""
    found = get_object_or_404(
        ScanPage.objects.defer("picture"), pk=page, pile__tournament__slug=slug
    )
    data = cut_out(found, path)
    if data is None:
        raise Http404
    return HttpResponse(data, content_type="image/jpeg")
