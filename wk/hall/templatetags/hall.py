"""What stands above every page of a tournament, whoever made the page."""

from typing import Any

from django import template
from django.utils import timezone

from wk.hall.queries import news
from wk.tournament.models import Tournament

register = template.Library()


@register.inclusion_tag("hall/_news.html")
def news_bar(tournament: Tournament) -> dict[str, Any]:
    """Announcements and the clock, in two queries at most; then they follow by themselves."""
    return {"tournament": tournament, "news": news(tournament, timezone.now())}
