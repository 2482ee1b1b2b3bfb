"""The news above every page of a tournament, also above those of other rooms."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.template import Context
from django.template.loader import render_to_string
from django.utils import timezone

from wk.core.freshness import changes_at
from wk.hall.queries import news
from wk.tournament.models import Table, Tournament


@dataclass(frozen=True, slots=True)
class NewsBar:
    """The announcements and the clock, read when a page includes them."""

    request: HttpRequest

    def render(self, context: Context) -> str:
        """Return the news as HTML, in three queries at most; the page then updates them.

        `context` is that of the page, with its `tournament`. With a `table` the news has the clock
        of that table. `{% include %}` calls this, as it does for a template.
        """
        tournament: Tournament = context["tournament"]
        table = context.get("table")
        about = (table.round.number, table.number) if isinstance(table, Table) else None
        now = timezone.now()
        shown = news(tournament, now, about)
        changes_at(self.request, shown.changes_at(now))
        extra = {"tournament": tournament, "news": shown, "about": about}
        return render_to_string("hall/_news.html", extra)


def news_bar(request: HttpRequest) -> dict[str, NewsBar]:
    """Return `news_bar`, which the frame of all pages includes in those of a tournament."""
    return {"news_bar": NewsBar(request)}
