"""The answer to "where do I sit, where do I stand?" while somebody types his name."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from wk.core.consistent_reads import at_one_moment
from wk.players.forms import PlayerSearchForm
from wk.players.queries import current_seats
from wk.standings.queries import visible_standings
from wk.standings.visibility import result_visibility
from wk.tournament.models import Tournament
from wk.tournament.name_search import by_surname

MOST_FOUND = 6  # as many as fit on a phone above its keyboard


@require_safe
@at_one_moment
def find(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the players that match what has been typed, each with his seat and rank.

    An open page asks for this part only; without a script it is a page. While more than MOST_FOUND
    players match, it has their number only.
    """
    tournament = get_object_or_404(Tournament, slug=slug)
    search = PlayerSearchForm(request.GET)
    matches = search.entries(by_surname(tournament.entries.all())) if search.query else []
    context: dict[str, Any] = {
        "tournament": tournament,
        "query": search.query,
        "match_count": len(matches),
    }
    if 0 < len(matches) <= MOST_FOUND:
        seats = current_seats(tournament)
        visibility = result_visibility(tournament, sees_all=request.user.is_authenticated)
        current = visible_standings(visibility)
        rows = {row.number: row for row in current.rows} if current.has_results else {}
        context["found"] = [
            (entry, [seat for seat in seats.of(entry) if seat], rows.get(entry.number))
            for entry in matches
        ]
    part = "HX-Request" in request.headers
    if not part:  # an open page tells it above its field
        public = list(tournament.rounds.public())
        context["is_drawn"] = bool(public)
        context["is_over"] = bool(public) and all(r.is_started and not r.is_open for r in public)
    return render(request, f"hall/{'_found' if part else 'find'}.html", context)
