"""Pages of the championship over the years. They are public, and only read."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from wk.core.consistent_reads import at_one_moment
from wk.standings.forms import DisplayForm
from wk.standings.years.chart import players_chart
from wk.standings.years.people import matching, page_label, people
from wk.standings.years.queries import editions
from wk.standings.years.records import records

PEOPLE_A_PAGE = 100


@require_safe
@at_one_moment
def years(request: HttpRequest) -> HttpResponse:
    """Show the champions of all editions, and the records over the years."""
    found = editions()
    context = {
        "editions": found,
        "games": records(found),
        "chart": players_chart(found),
        "has_people": any(edition.participants for edition in found),
    }
    return render(request, "standings/years.html", context)


@require_safe
@at_one_moment
def everybody(request: HttpRequest) -> HttpResponse:
    """Show everybody's editions by surname, a page at a time; those that match a search."""
    display = DisplayForm(request.GET).display
    found = matching(people(editions()), display["q"])
    paginator = Paginator(found, PEOPLE_A_PAGE)
    page = paginator.get_page(display["page"])
    context = {
        "page": page,
        "pages": [
            (number, page_label([*paginator.page(number)]))
            for number in paginator.page_range
            if paginator.num_pages > 1
        ],
        "query": display["q"],
        "person_count": len(found),
    }
    return render(request, "standings/everybody.html", context)
