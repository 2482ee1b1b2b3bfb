"""Results held back, and the ceremony that announces them from last to first.

The step is stored: every screen shows it, and after a reload, or on another laptop, the ceremony
goes on from there. The page of another step leads to it, and an open one follows by itself. Only a
button moves it.
"""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from wk.accounts.once import once
from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.core.answers import refusals_as_messages
from wk.core.consistent_reads import at_one_moment
from wk.hall.ceremony import services as results
from wk.hall.ceremony.forms import AnnounceForm, FromPlaceForm, ReleaseForm, WithholdForm
from wk.hall.ceremony.queries import Ceremony, ceremony
from wk.hall.models import CEREMONY_CURTAIN, CEREMONY_END
from wk.tournament.models import Round, Tournament
from wk.tournament.queries import round_at

WAY_BACK = "#office"
USUAL_START = 10  # the place from which a ceremony usually begins


@require_POST
@requires(Act.WITHHOLD_RESULTS)
@once
def withhold(request: OfficialRequest, slug: str, number: int) -> HttpResponse:
    """Hold back the results of a round, or the top ten of the last one."""
    round = round_at(slug, number)
    form = WithholdForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose what is to be held back."))
        return redirect("standings:standings", slug)
    what = form.cleaned_data["what"]
    with refusals_as_messages(request):
        results.withhold(round=round, what=what, author=request.user, now=timezone.now())
        messages.success(request, _("Held back, until you make it public."))
    return redirect("standings:standings", slug)


@require_POST
@requires(Act.WITHHOLD_RESULTS)
@once
def release(request: OfficialRequest, slug: str) -> HttpResponse:
    """Publish the results held back, of one round or of all."""
    tournament = get_object_or_404(Tournament, slug=slug)
    form = ReleaseForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("There is no such round."))
        return redirect("standings:standings", slug)
    number, to_the_wall = form.cleaned_data["round"], form.cleaned_data["wall"]
    author, now = request.user, timezone.now()
    with refusals_as_messages(request):
        done = results.release(tournament=tournament, number=number, author=author, now=now)
        # On the wall the audience sees the standings themselves: they need no message.
        if not to_the_wall:
            messages.success(request, _released(done))
    if to_the_wall:
        # There the way back to the office is in sight for a while (js/hall/wall.js).
        return redirect(reverse("hall:wall", args=[slug]) + WAY_BACK)
    return redirect("standings:standings", slug)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Act.LEAD_CEREMONY)
@once
@at_one_moment
def curtain(request: OfficialRequest, slug: str) -> HttpResponse:
    """Show the page before the ceremony, or begin it with the place that is asked for.

    It shows what is still missing, or the place from which the ceremony begins, or where it is now;
    and how many announcements are still on the screens. Once begun, it is the curtain before the
    first place, without a name.
    """
    tournament = get_object_or_404(Tournament, slug=slug)
    shown = ceremony(tournament)
    start = min(USUAL_START, shown.last)
    sent = request.POST if request.method == "POST" and shown.is_ready else None
    form = FromPlaceForm(sent, last=shown.last, initial={"place": start})
    if form.is_valid():
        place = form.cleaned_data["place"]
        return _announced(request, tournament, AnnounceForm({"place": place}))
    standing = tournament.announcements.standing(timezone.now()).count()
    context = _context(shown) | {"form": form, "announcements": standing}
    return render(request, "hall/ceremony/ceremony.html", context)


@require_POST
@requires(Act.LEAD_CEREMONY)
@once
def announce(request: OfficialRequest, slug: str) -> HttpResponse:
    """Announce the next place on all screens, or go back to the one before."""
    tournament = get_object_or_404(Tournament, slug=slug)
    return _announced(request, tournament, AnnounceForm(request.POST))


def _announced(
    request: OfficialRequest, tournament: Tournament, form: AnnounceForm
) -> HttpResponse:
    """Move the ceremony as a form says; lead to where it is then."""
    if not form.is_valid():
        messages.error(request, _("There is no such place."))
        return _to_step(ceremony(tournament))
    with refusals_as_messages(request):
        results.announce_place(
            tournament=tournament, author=request.user, now=timezone.now(), **form.cleaned_data
        )
    return _to_step(ceremony(tournament))


def _to_step(shown: Ceremony) -> HttpResponse:
    """Return a redirect to the page of the present step."""
    return redirect(_address_of_step(shown))


def _address_of_step(shown: Ceremony) -> str:
    slug, place = shown.visibility.tournament.slug, shown.announced
    if place is None or place == CEREMONY_CURTAIN:
        return reverse("hall:ceremony", args=[slug])
    if place == CEREMONY_END:
        return reverse("hall:ceremony_end", args=[slug])
    return reverse("hall:place", args=[slug, place])


@require_safe
@requires(Act.LEAD_CEREMONY)
@at_one_moment
def place(request: OfficialRequest, slug: str, place: int) -> HttpResponse:
    """Show the players in the place announced last; the page of another place leads to it."""
    shown = ceremony(get_object_or_404(Tournament, slug=slug))
    if not shown.is_ready:
        return _to_step(shown)
    reveal = shown.at(place)
    if reveal is None:
        raise Http404
    if reveal.place != shown.announced:
        return _to_step(shown)
    context = _context(shown) | {"reveal": shown.present, "before": shown.before(reveal)}
    return render(request, "hall/ceremony/ceremony_place.html", context)


@require_safe
@requires(Act.LEAD_CEREMONY)
@at_one_moment
def end(request: OfficialRequest, slug: str) -> HttpResponse:
    """Show the end of the ceremony: the first three places, and the button to release results."""
    shown = ceremony(get_object_or_404(Tournament, slug=slug))
    if not shown.is_at_end:
        return _to_step(shown)
    context = _context(shown) | {"standings": shown.winners}
    return render(request, "hall/ceremony/ceremony_end.html", context)


def _released(rounds: Sequence[Round]) -> str:
    """Return the message after results of these rounds were released.

    Of rounds that have not started there is nothing to see yet.
    """
    if any(round.is_started for round in rounds):
        return _("Everyone can see it now.")
    return _("Nothing of it is held back any more.")


def _context(shown: Ceremony) -> dict[str, Any]:
    return {
        "tournament": shown.visibility.tournament,
        "ceremony": shown,
        "step_url": _address_of_step(shown),
        "visibility": shown.visibility,
        "standings": shown.standings,
        "namesakes": shown.standings.namesakes,
    }
