"""The list of what came in as photos and scans: sending them, and what became of each page."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from wk.accounts.once import once
from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.camera.extras import missing_libraries
from wk.camera.scans.forms import ListForm, ScansForm, TypeForm
from wk.camera.scans.incoming import MOST_BYTES, Received, ask_if_nobody_reads, receive
from wk.camera.scans.queries import scan_list
from wk.camera.scans.services import drop_page, read_again, type_page
from wk.core.answers import refusals_as_messages
from wk.core.consistent_reads import at_one_moment
from wk.core.version_token import version_token
from wk.scoreforms.entry.answers import form_address
from wk.scoreforms.models import ScanPage
from wk.tournament.models import Round, Tournament


@require_http_methods(["GET", "POST"])
@requires(Act.TYPE_FORMS)
@once
@at_one_moment
def scans(request: OfficialRequest, slug: str) -> HttpResponse:
    """Show what came in, and take more; a background request gets only the list, 204 if unchanged.

    Without the libraries of the camera nothing is taken, and the page says how to have them.
    """
    tournament = get_object_or_404(Tournament, slug=slug)
    missing = missing_libraries()
    form = ScansForm(request.POST, request.FILES) if request.method == "POST" else ScansForm()
    if request.method == "POST":
        if missing:
            messages.error(request, _("This computer cannot read photos yet."))
            return redirect("camera:scans", slug)
        if form.is_valid():
            return _receive(request, tournament, form)
    context = _list_context(request, tournament) | {"missing": missing}
    if "HX-Request" not in request.headers:
        more = {"form": form, "most_megabytes": MOST_BYTES // 1_000_000}
        return render(request, "camera/scans.html", context | more)
    known = ListForm(request.GET)
    if known.is_valid() and known.cleaned_data["version_token"] == context["version_token"]:
        return HttpResponse(status=204)
    return render(request, "camera/_scans.html", context)


def _list_context(request: OfficialRequest, tournament: Tournament) -> dict[str, Any]:
    shown = scan_list(tournament, request.user, timezone.now())
    if shown.is_reading and not missing_libraries():
        ask_if_nobody_reads()
    rounds = [round for round in tournament.rounds.started() if round.is_open]
    token = version_token(*shown.key, [round.pk for round in rounds])
    return {
        "tournament": tournament,
        "scans": shown,
        "open_round": rounds[-1] if rounds else None,
        "version_token": token,
    }


def _receive(request: OfficialRequest, tournament: Tournament, form: ScansForm) -> HttpResponse:
    with refusals_as_messages(request):
        received = receive(
            tournament=tournament,
            files=form.cleaned_data["sheets"],
            author=request.user,
            now=timezone.now(),
        )
        _tell(request, received)
    return redirect("camera:scans", tournament.slug)


def _tell(request: OfficialRequest, received: Received) -> None:
    """Tell of each file what became of it."""
    if received.new:
        text = ngettext(
            "%(count)d file is in and safe. It is being read.",
            "%(count)d files are in and safe. They are being read.",
            len(received.new),
        )
        messages.success(request, text % {"count": len(received.new)})
    for pile in received.known:
        at = f"{timezone.localtime(pile.sent_at):%H:%M}"
        text = _("%(file)s is not read again: it came at %(at)s.")
        messages.info(request, text % {"file": pile.name, "at": at})
    # With nothing new it is an error, so that the same page may be sent again.
    refuse = messages.error if not (received.new or received.known) else messages.warning
    for name, why in received.refused:
        refuse(request, f"{name}: {why}")


@require_POST
@requires(Act.TYPE_FORMS)
@once
def drop(request: OfficialRequest, slug: str, page: int) -> HttpResponse:
    """Put a page aside."""
    found = page_at(slug, page)
    with refusals_as_messages(request):
        drop_page(page=found, author=request.user, now=timezone.now())
        messages.success(request, _("The page is put aside: it stands below."))
    return redirect("camera:scans", slug)


@require_POST
@requires(Act.TYPE_FORMS)
@once
def again(request: OfficialRequest, slug: str, page: int) -> HttpResponse:
    """Read a page once more."""
    with refusals_as_messages(request):
        read_again(page=page_at(slug, page), now=timezone.now())
        messages.success(request, _("The page is read once more."))
    return redirect("camera:scans", slug)


@require_POST
@requires(Act.TYPE_FORMS)
@once
def type_in(request: OfficialRequest, slug: str, page: int) -> HttpResponse:
    """Open the form of a page for typing, with its picture beside the cells."""
    found = page_at(slug, page)
    form = TypeForm(request.POST, round=_round_of(found))
    if not form.is_valid():
        messages.error(request, " ".join(map(str, form.errors["table"])))
        return redirect("camera:scans", slug)
    table = form.cleaned_data["table"]
    with refusals_as_messages(request):
        type_page(page=found, table=table, author=request.user, now=timezone.now())
        return redirect(form_address("enter", table))
    return redirect("camera:scans", slug)


def page_at(slug: str, key: int) -> ScanPage:
    """Return a page of a tournament by its key, without the bytes of its file, or raise 404."""
    related = ("pile__tournament", "pile__table__round", "table__round__tournament")
    pages = ScanPage.objects.select_related(*related)
    without = pages.defer("pile__content", "picture", "flat", "pieces")
    return get_object_or_404(without, pk=key, pile__tournament__slug=slug)


def _round_of(page: ScanPage) -> Round | None:
    """Return the round of a page: that of its code, of who sent it, else the one that is played."""
    if page.told_round is None and page.pile.table:
        return page.pile.table.round
    rounds = page.pile.tournament.rounds.started()
    told = next((round for round in rounds if round.number == page.told_round), None)
    return told or next((round for round in reversed(rounds) if round.is_open), None)
