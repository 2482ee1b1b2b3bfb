"""Template filters for numbers and texts, and the tag of a player."""

import json
from datetime import time

from django import template
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from scoring.text import Text
from wk.core.formatting import aligned, breakable, halves, rank_cell, signed, words
from wk.tournament import programme
from wk.tournament.models import Entry, Round, Tournament

# A name may not end the element in which it stands.
IN_SCRIPT = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})

register = template.Library()
for write in (words, halves, aligned, signed, breakable):
    register.filter(write)
register.simple_tag(rank_cell)


@register.filter
def is_number(cell: Text) -> bool:
    """Return whether a cell of a chart of the rules holds a number, and no words."""
    return cell.nl.lstrip("\N{MINUS SIGN}").isdigit()


@register.filter
def start_to_come(round: Round) -> time | None:
    """Return the planned time of a round as long as it is to come, None after it; no query.

    The tournament of the round must be read already.
    """
    return programme.start_to_come(round.tournament, round.number, timezone.now())


@register.simple_tag
def player(entry: Entry, slug: str = "") -> SafeString:
    """Return start number and name of a player as HTML.

    The number is always shown: two players may have the same name. With the slug of the tournament
    the name links to the page of the player.
    """
    name = breakable(entry.name)
    if slug:
        page = reverse("standings:player", args=[slug, entry.number])
        name = format_html('<a href="{}">{}</a>', page, name)
    return format_html('<span class="no">{}</span> {}', entry.number, name)


@register.simple_tag
def sports_event(tournament: Tournament, origin: str, picture: str) -> SafeString:
    """Return a tournament as data for search engines (schema.org), which no browser runs.

    `origin` are scheme, host and port of wk, and `picture` is the path of its picture.
    """
    place = {"@type": "Place", "name": tournament.venue, "address": tournament.venue}
    event = {
        "@context": "https://schema.org",
        "@type": "SportsEvent",
        "name": tournament.name,
        "startDate": tournament.date.isoformat(),
        "sport": words(tournament.rules.name),
        "url": f"{origin}{tournament.get_absolute_url()}",
        "image": f"{origin}{picture}",
        **({"location": place} if tournament.venue else {}),
    }
    data = json.dumps(event, ensure_ascii=False).translate(IN_SCRIPT)
    return mark_safe(f'<script type="application/ld+json">{data}</script>')  # noqa: S308 - escaped
