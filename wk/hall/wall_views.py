"""The whole hall on one page, and the news above every other page."""

from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from wk.core.consistent_reads import at_one_moment
from wk.core.freshness import changes_at
from wk.hall.clock.forms import EndForm, TableTimeForm
from wk.hall.forms import HallForm
from wk.hall.queries import hall, news
from wk.tournament.models import Tournament

# Whether an official reviews a form just now is not part of the public version: the page of the
# hall shows it this late at most.
PRESENCE_LATE = timedelta(seconds=5)


@require_safe
@at_one_moment
def hall_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the clock and the state of every table; directors set the clock here.

    An open page asks in the background for the part that changes.
    """
    tournament = get_object_or_404(Tournament, slug=slug)
    if HallForm(request.GET).is_wall:  # the former address of the wall
        return redirect(f"{reverse('hall:wall', args=[slug])}?show=play", permanent=True)
    now = timezone.now()
    shown = hall(tournament, now)
    changes_at(request, now + PRESENCE_LATE)
    context = {"tournament": tournament, "hall": shown}
    if "HX-Request" in request.headers:
        return render(request, "hall/_hall.html", context)
    if shown.round:
        context |= {"extra": TableTimeForm(round=shown.round), "end": EndForm()}
    return render(request, "hall/hall.html", context)


@require_safe
@at_one_moment
def news_bar(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the news above an open page of a tournament or a table.

    Whoever opens the address by itself gets a page. A mirror has the news alone, for open pages.
    """
    tournament = get_object_or_404(Tournament, slug=slug)
    if "HX-Request" not in request.headers and not getattr(request, "is_mirror", False):
        return render(request, "hall/news.html", {"tournament": tournament})
    look, now = HallForm(request.GET), timezone.now()
    shown = news(tournament, now, look.about)
    changes_at(request, shown.changes_at(now))
    context = {"tournament": tournament, "news": shown, "about": look.about}
    return render(request, "hall/_news.html", context)
