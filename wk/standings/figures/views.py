"""The page of the day in figures. It is public, and only read."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from wk.core.consistent_reads import at_one_moment
from wk.standings.figures.queries import day_figures
from wk.standings.figures.race import race
from wk.standings.queries import visible_standings
from wk.standings.visibility import result_visibility
from wk.tournament.models import Tournament


@require_safe
@at_one_moment
def figures(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the race for the first places, the records, and how well the field plays."""
    tournament = get_object_or_404(Tournament, slug=slug)
    visibility = result_visibility(tournament, sees_all=request.user.is_authenticated)
    shown = visible_standings(visibility)
    context = {
        "tournament": tournament,
        "visibility": visibility,
        "standings": shown,
        "race": race(shown),
        "figures": day_figures(visibility),
    }
    return render(request, "standings/figures.html", context)
