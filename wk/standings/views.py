"""Pages of the standings and of each player. Everyone may see them; nothing is changed here."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from wk.standings.formats import heading
from wk.standings.forms import WishesForm
from wk.standings.queries import (
    Standings,
    finished_rounds,
    last_started,
    other_editions,
    player_rounds,
    standings,
)
from wk.standings.tables import ROWS_A_PAGE, StandingsTable
from wk.tournament.models import Entry, Tournament

# What a projector holds at once, and what it holds below the champion.
WALL_ROWS, WALL_ROWS_FINAL = 16, 9


@require_safe
def now(request: HttpRequest, slug: str) -> HttpResponse:
    """The standings as they are; they follow the tournament until it is over."""
    tournament = get_object_or_404(Tournament, slug=slug)
    last = last_started(tournament)
    current = standings(tournament, last)
    return _standings_page(request, current, last, is_live=not current.is_final)


@require_safe
def after_round(request: HttpRequest, slug: str, round: int) -> HttpResponse:
    """The standings after one round; they follow it until all its forms are in."""
    tournament = get_object_or_404(Tournament, slug=slug)
    last = last_started(tournament)
    if not 1 <= round <= last:
        raise Http404
    then = standings(tournament, round)
    return _standings_page(request, then, last, is_live=not then.complete)


def _standings_page(
    request: HttpRequest, shown: Standings, last: int, *, is_live: bool
) -> HttpResponse:
    wishes = WishesForm(request.GET).wishes
    rows = (WALL_ROWS_FINAL if shown.is_final else WALL_ROWS) if wishes["wall"] else ROWS_A_PAGE
    table = StandingsTable(
        shown, asked=wishes["q"], sort=wishes["sort"], page=wishes["page"], rows=rows
    )
    finished = finished_rounds(shown.tournament)
    context = {
        "tournament": shown.tournament,
        "standings": shown,
        "heading": heading(shown),
        # While a round is on, "now" is the one place to look.
        "rounds": [n for n in range(1, last + 1) if n < last or n in finished],
        "next_page": table.page.next_page_number() if table.page.has_next() else 1,
        "turns": wishes["wall"] and table.paginator.num_pages > 1,
        "is_live": is_live,
        "table": table,
        "wishes": wishes,
    }
    return render(request, "standings/standings.html", context)


@require_safe
def player(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One player: where he stands, and every round with his table."""
    entry = get_object_or_404(
        Entry.objects.select_related("tournament"), tournament__slug=slug, number=number
    )
    current = standings(entry.tournament)
    rounds = player_rounds(entry)
    context = {
        "tournament": entry.tournament,
        "entry": entry,
        "standings": current,
        "standing": next(row for row in current.rows if row.number == number),
        "rounds": rounds,
        "partners": entry.tournament.rules.partners != "none",
        "playing": next((r for r in reversed(rounds) if r.seat and not r.is_in), None),
        "other_editions": other_editions(entry),
    }
    return render(request, "standings/player.html", context)
