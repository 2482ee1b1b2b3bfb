"""The first page of a tournament."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from wk.accounts.policy import Act, may
from wk.core.consistent_reads import at_one_moment
from wk.core.hall_access import has_moved
from wk.hall.attention.queries import attention
from wk.rounds.next_step import TournamentProgress, progress
from wk.standings.formats import heading
from wk.standings.possible import contenders, deciding_tables
from wk.standings.queries import Standing, Standings, visible_standings
from wk.standings.visibility import result_visibility
from wk.tournament.models import Tournament
from wk.tournament.programme import programme_of


@require_safe
@at_one_moment
def overview_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a tournament at a glance: the top of the standings and, for officials, the next step.

    For directors what needs them stands above it.
    """
    tournament = get_object_or_404(Tournament, slug=slug)
    visibility = result_visibility(tournament, sees_all=request.user.is_authenticated)
    current = visible_standings(visibility)
    now = progress(tournament, request.user)
    # The director shows this page to others: what the public does not see yet is not on it.
    is_secret = visibility.sees_all and any(each.is_started for each in visibility.withheld)
    top = _top(current) if not is_secret else ()
    context = {
        "tournament": tournament,
        "progress": now,
        "seats_of": now.seats_of,
        "find": _question(now, current),
        "visibility": visibility,
        "standings": current,
        "namesakes": current.namesakes,
        "heading": heading(current),
        "has_moved": may(request.user, Act.OPEN_HALL) and has_moved(),
        "is_secret": is_secret,
        # What was planned for a day that is over tells nobody anything.
        "programme": () if current.is_final else programme_of(tournament),
        "has_prizes": tournament.prize_categories.exists(),
        "top": top,
        "contenders": contenders(current, visibility) if top else (),
        "deciding": deciding_tables(current, visibility) if top else (),
    }
    if may(request.user, Act.TAKE_ROUND_STEPS):
        context["attention"] = attention(now)
    return render(request, "hall/overview.html", context)


def _top(current: Standings) -> tuple[Standing, ...]:
    """Return the first rows of the standings; none without results, or while the top is hidden."""
    return current.first_ten if current.has_results and not current.hidden else ()


def _question(now: TournamentProgress, current: Standings) -> str:
    """Return what a player asks now, as words above the field in which he finds himself."""
    number = {"number": now.seats_of}
    if now.seats_of and current.has_results:
        return _("Round %(number)d: where do I sit, where do I stand?") % number
    if now.seats_of:
        return _("Round %(number)d: where do I sit?") % number
    return _("Where do I stand?") if current.has_results else _("Am I on the list?")
