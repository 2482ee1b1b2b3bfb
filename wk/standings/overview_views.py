"""The first page of a tournament."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET

from wk.standings.overview import overview
from wk.standings.queries import standings
from wk.tournament.models import Tournament

SHOWN = 10


@require_GET
def overview_page(request: HttpRequest, slug: str) -> HttpResponse:
    """A tournament at a glance: where it stands, and for officials the next step."""
    tournament = get_object_or_404(Tournament, slug=slug)
    current = standings(tournament)
    context = {
        "tournament": tournament,
        "overview": overview(tournament),
        "standings": current,
        "top": current.rows[:SHOWN] if current.after_round else (),
    }
    return render(request, "standings/overview.html", context)
