"""The pictures of a tournament, to send on. They are public, and only read."""

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from wk.core.consistent_reads import at_one_moment
from wk.feeds.pictures.drawing import player_picture, standings_picture
from wk.tournament.models import Entry, Tournament

# A browser shows a picture on a page that it makes itself, with a style inside.
of_a_picture = csp_replace({"style-src": ["'unsafe-inline'"]})


@require_safe
@of_a_picture  # type: ignore[arg-type]  # of a view of any arguments
@at_one_moment
def player(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Return the picture of a player as everybody may see it, for officials too."""
    entry = get_object_or_404(
        Entry.objects.select_related("tournament"), tournament__slug=slug, number=number
    )
    return HttpResponse(player_picture(entry), content_type="image/png")


@require_safe
@of_a_picture  # type: ignore[arg-type]
@at_one_moment
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the picture of the standings as everybody may see them, for officials too."""
    tournament = get_object_or_404(Tournament, slug=slug)
    return HttpResponse(standings_picture(tournament), content_type="image/png")
