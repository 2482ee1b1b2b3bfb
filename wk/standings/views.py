"""Pages of the standings and of each player. They are public, and only read."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from wk.accounts.policy import Act, may
from wk.core.consistent_reads import at_one_moment
from wk.standings.day_strip import day_strip
from wk.standings.editions import editions
from wk.standings.figures.own import own_charts
from wk.standings.formats import heading
from wk.standings.forms import DisplayForm
from wk.standings.players import player_rounds, substitutes
from wk.standings.possible import Prospects, deciding_tables, favourites, prospects
from wk.standings.queries import Standings, visible_standings
from wk.standings.table_mates import table_mates
from wk.standings.tables import StandingsTable
from wk.standings.visibility import ResultVisibility, result_visibility
from wk.tournament.finished_rounds import awaits_ceremony
from wk.tournament.models import Entry, Round, Tournament


@require_safe
@at_one_moment
def now(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the standings as they are now; the page refreshes until the tournament is over."""
    return _standings_page(request, slug)


@require_safe
@at_one_moment
def after_round(request: HttpRequest, slug: str, round: int) -> HttpResponse:
    """Show the standings after one round; for a withheld round, those after the round before it.

    The page refreshes until all forms of the round are in. In the last round it does so
    until that round is closed.
    """
    return _standings_page(request, slug, round)


def _standings_page(request: HttpRequest, slug: str, round: int | None = None) -> HttpResponse:
    tournament = get_object_or_404(Tournament, slug=slug)
    display = DisplayForm(request.GET).display
    if display["wall"]:  # the former address of the wall
        return redirect(f"{reverse('hall:wall', args=[slug])}?show=standings", permanent=True)
    visibility = result_visibility(tournament, sees_all=request.user.is_authenticated)
    # A withheld round has its page too: it shows the standings before it.
    if round is not None and round not in [each.number for each in visibility.begun]:
        raise Http404
    shown = visible_standings(visibility, round)
    table = StandingsTable(
        shown,
        query=display["q"],
        sort=display["sort"],
        page=display["page"],
        whole=display["whole"],
        substitutes=substitutes(tournament),
    )
    context = {
        "tournament": tournament,
        "visibility": visibility,
        "standings": shown,
        "deciding": deciding_tables(shown, visibility),
        "favourites": favourites(shown, visibility),
        "heading": heading(shown),
        "rounds": _rounds_beside_now(visibility),
        "has_ended": _has_ended(visibility),
        "is_now": round is None or round == visibility.last,
        # The hidden rows of the top are counted in the numbers of the rows, but not in a search.
        "rows_before": 0 if display["q"] else shown.hidden,
        "is_live": _may_change(shown, visibility, is_now=round is None),
        "table": table,
        "whole_address": _whole_address(request, table),
        "display": display,
        "awaits_ceremony": round is None and _awaits_ceremony(request, visibility),
    }
    return render(request, "standings/standings.html", context)


def _whole_address(request: HttpRequest, table: StandingsTable) -> str:
    """Return the address of all rows of a list with several pages, "" for a list of one page.

    A mirror has no such page.
    """
    if table.paginator.num_pages == 1 or getattr(request, "is_mirror", False):
        return ""
    asked = request.GET.copy()
    asked.pop("page", None)
    asked["whole"] = "on"
    return f"?{asked.urlencode()}"


def _may_change(shown: Standings, visibility: ResultVisibility, *, is_now: bool) -> bool:
    """Return whether a page of standings may still show something else, and asks for it."""
    # The standings of an earlier round are settled when its forms are in, the last ones when final.
    is_settled = shown.is_final if is_now or shown.is_over else shown.complete
    return not is_settled or bool(visibility.hidden)


def _awaits_ceremony(request: HttpRequest, visibility: ResultVisibility) -> bool:
    """Return whether the reader leads a ceremony that is next."""
    may_lead = may(request.user, Act.LEAD_CEREMONY)
    return may_lead and awaits_ceremony(visibility.tournament, visibility.rounds)


def _has_ended(visibility: ResultVisibility) -> bool:
    """Return whether all rounds are closed and shown, so that the standings of now are the last."""
    is_last = visibility.last == visibility.tournament.round_count and not visibility.hidden
    over = (Round.State.CLOSED, Round.State.FINAL)
    return is_last and all(round.state in over for round in visibility.rounds)


def _rounds_beside_now(visibility: ResultVisibility) -> range:
    """Return the numbers of the rounds whose standings differ from those of now."""
    return range(1, visibility.last)


def _prospects(shown: Standings, visibility: ResultVisibility, number: int) -> Prospects | None:
    """Return what a player in these standings can still reach."""
    is_shown = any(row.number == number for row in shown.rows)
    return prospects(shown, visibility, number) if is_shown else None


@require_safe
@at_one_moment
def player(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show one player's day: rank, every round with its table and deals, and the other editions."""
    entry = get_object_or_404(
        Entry.objects.select_related("tournament"), tournament__slug=slug, number=number
    )
    visibility = result_visibility(entry.tournament, sees_all=request.user.is_authenticated)
    current = visible_standings(visibility)
    rounds = player_rounds(visibility, entry)
    strip = day_strip(current, visibility, rounds, number)
    context = {
        "tournament": entry.tournament,
        "entry": entry,
        "visibility": visibility,
        "standings": current,
        "standing": next((row for row in current.rows if row.number == number), None),
        "prospects": _prospects(current, visibility, number),
        "strip": strip,
        "has_rises": any(step.rise for step in strip),
        "rounds": rounds,
        "charts": own_charts(visibility, rounds),
        "mates": table_mates(rounds),
        "partners": entry.tournament.rules.partners != "none",
        "playing": next((played for played in reversed(rounds) if played.is_to_count), None),
        "editions": editions(entry),
    }
    return render(request, "standings/player.html", context)
