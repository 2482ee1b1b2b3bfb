"""Template filters for numbers and texts, and the tag of a player."""

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from wk.core.formatting import aligned, halves, rank_cell, signed, words
from wk.tournament.models import Entry

register = template.Library()
for write in (words, halves, aligned, signed):
    register.filter(write)
register.simple_tag(rank_cell)


@register.simple_tag
def player(entry: Entry, slug: str = "") -> SafeString:
    """Return start number and name of a player as HTML.

    The number is always shown: two players may have the same name. With the slug of the tournament
    the name links to the page of the player.
    """
    name = entry.name
    if slug:
        page = reverse("standings:player", args=[slug, entry.number])
        name = format_html('<a href="{}">{}</a>', page, name)
    return format_html('<span class="no">{}</span> {}', entry.number, name)
