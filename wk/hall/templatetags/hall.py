"""The news above every page of a tournament, whichever app made the page."""

from typing import Any

from django import template
from django.utils import timezone

from wk.core.freshness import changes_at
from wk.hall.queries import news
from wk.tournament.models import Table, Tournament

register = template.Library()


@register.inclusion_tag("hall/_news.html", takes_context=True)
def news_bar(context: dict[str, Any], tournament: Tournament) -> dict[str, Any]:
    """Return announcements and the clock, in three queries at most; the page then updates them.

    If the context has a `table`, the page is about that table, and shows the clock of it.
    """
    table = context.get("table")
    about = (table.round.number, table.number) if isinstance(table, Table) else None
    now = timezone.now()
    shown = news(tournament, now, about)
    if request := context.get("request"):
        changes_at(request, shown.changes_at(now))
    return {"tournament": tournament, "news": shown, "about": about}
