"""The feeds of a tournament, for programs, spreadsheets and other sites."""

from csp.decorators import csp_replace
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from wk.core.consistent_reads import at_one_moment
from wk.core.freshness import changes_at
from wk.core.hall_address import own_address
from wk.feeds.atom import atom
from wk.feeds.calendar import calendar
from wk.feeds.kinds import FEEDS, FILE_KINDS
from wk.feeds.queries import public_visibility
from wk.standings.formats import heading
from wk.standings.queries import visible_standings
from wk.tournament.models import Tournament


@require_safe
@at_one_moment
def feed(
    request: HttpRequest, slug: str, *, name: str, suffix: str, round: int | None = None
) -> HttpResponse:
    """Return a feed (`name` of FEEDS) as a file (`suffix` of FILE_KINDS).

    Scripts of every site may read it. It has what a reader without an account sees, for officials
    too.
    """
    tournament = get_object_or_404(Tournament, slug=slug)
    made, kind = FEEDS[name], FILE_KINDS[suffix]
    data = made.data(tournament) if round is None else made.data(tournament, round)
    response = HttpResponse(kind.content(data, made.rows, name), content_type=kind.content_type)
    response["Access-Control-Allow-Origin"] = "*"
    if kind.is_saved:
        after = f"-{round}" if round is not None else ""
        file_name = f"{slug}-{name}{after}.{suffix}"
        response["Content-Disposition"] = f'attachment; filename="{file_name}"'
    return response


@require_safe
@at_one_moment
def news(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the announcements and results of a tournament as an Atom feed."""
    tournament = get_object_or_404(Tournament, slug=slug)
    now = timezone.now()
    # The feed is true until the first announcement on the screens ends.
    ends = [each.ends_at for each in tournament.announcements.standing(now) if each.ends_at]
    changes_at(request, min(ends, default=None))
    content = atom(tournament, now, own_address(request, tournament.get_absolute_url()))
    response = HttpResponse(content, content_type="application/atom+xml; charset=utf-8")
    response["Access-Control-Allow-Origin"] = "*"
    return response


# Calendars have years of four digits, and none has the days at either end of what Python can tell.
YEARS = range(1000, 9999)


@require_safe
@at_one_moment
def day(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the day of a tournament, with the times of its rounds, as a calendar file."""
    tournament = get_object_or_404(Tournament, slug=slug)
    if tournament.date.year not in YEARS:
        raise Http404
    content = calendar(tournament, own_address(request, tournament.get_absolute_url()))
    response = HttpResponse(content, content_type="text/calendar; charset=utf-8")
    response["Access-Control-Allow-Origin"] = "*"
    response["Content-Disposition"] = f'attachment; filename="{slug}.ics"'
    return response


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]  # of a view of any arguments
@at_one_moment
def embed(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the standings alone, for a frame on any site; the only page that may stand in one.

    It has no button and no link to one, so that no site can get a click on something else.
    """
    tournament = get_object_or_404(Tournament, slug=slug)
    visibility = public_visibility(tournament)
    shown = visible_standings(visibility)
    context = {
        "tournament": tournament,
        "visibility": visibility,
        "standings": shown,
        "heading": heading(shown),
        "is_live": not shown.is_final or bool(visibility.hidden),
    }
    return render(request, "feeds/embed.html", context)
