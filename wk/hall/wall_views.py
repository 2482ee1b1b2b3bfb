"""The whole hall on one page, for a wall and for phones, and the news above every other page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from wk.hall.clock.forms import EndForm, TableTimeForm
from wk.hall.forms import LookForm
from wk.hall.queries import hall, news
from wk.tournament.clock import milliseconds
from wk.tournament.models import Tournament


@require_safe
def hall_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the clock and the state of every table; directors set the clock here.

    An open page asks in the background for the part that changes. The answer has status 204, and is
    empty, if the page shows the present state already.
    """
    tournament = get_object_or_404(Tournament, slug=slug)
    look = LookForm(request.GET)
    shown = hall(tournament, timezone.now())
    context = {"tournament": tournament, "hall": shown, "is_wall": look.is_wall}
    if "HX-Request" in request.headers:
        if look.known == shown.version_token:
            return HttpResponse(status=204)
        return render(request, "hall/_hall.html", context)
    if shown.round:
        context |= {"extra": TableTimeForm(round=shown.round), "end": EndForm()}
    return render(request, "hall/hall.html", context)


@require_safe
def news_bar(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the news above an open page of a tournament or a table.

    The answer has status 204, and is empty, if the page shows the present news already. It always
    has the server's time in milliseconds (X-Now): clocks on the page count down by that time.
    """
    tournament = get_object_or_404(Tournament, slug=slug)
    now = timezone.now()
    look = LookForm(request.GET)
    shown_news = news(tournament, now, look.about)
    if look.known == shown_news.version_token:
        answer = HttpResponse(status=204)
    else:
        context = {"tournament": tournament, "news": shown_news, "about": look.about}
        answer = render(request, "hall/_news.html", context)
    answer["X-Now"] = str(milliseconds(now))
    return answer
