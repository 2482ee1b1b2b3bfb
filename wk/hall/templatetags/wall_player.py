"""The template tag that writes a player in a list of the wall."""

from collections.abc import Container
from fractions import Fraction
from functools import lru_cache

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from wk.core.formatting import aligned, breakable, rank_cell, signed
from wk.hall.wall.pages import RankRow

register = template.Library()

LONG, LONGEST = 30, 40  # a name with more letters than these is smaller
MOST_KEPT = 4000  # about a million bytes; 300 players in two languages are 600
RANK = '\n\n<span class="rank"><span class="visually-hidden">{} </span>{}</span>\n'
NAME = '\n<span\n  class="name{}"\n  >{}{}</span>\n'
WITH_NUMBER = "\n    <small>{}</small>\n  "
TOTALS = (
    '\n<span class="wp">{}<span class="visually-hidden"> {}</span></span>'
    '\n<span class="points">{}<span class="visually-hidden"> {}</span></span>\n'
)
END = "\n\n"


@register.simple_tag
def wall_player(row: RankRow, hidden: int, namesakes: Container[str]) -> SafeString:
    """Return rank, name and totals of a player as HTML; while the top is `hidden` no totals.

    Those in `namesakes` have their start number. It is not written by a template: three hundred of
    them took a third of the time of the wall, which is made anew for each form that comes in. What
    was written before is taken again, as a form changes the totals of five players.
    """
    of, language = row.standing, get_language() or ""
    number = of.number if of.name in namesakes else None
    totals = "" if hidden else _totals(of.match_points, of.points, language)
    rank, name = _rank(of.rank, of.shared, language), _name(of.name, number, language)
    return SafeString(f"{rank}{name}{totals}{END}")


@lru_cache(maxsize=MOST_KEPT)
def _rank(rank: int, shared: bool, _language: str) -> str:
    return format_html(RANK, gettext("Rank"), rank_cell(rank, shared))


@lru_cache(maxsize=MOST_KEPT)
def _name(name: str, number: int | None, _language: str) -> str:
    """Return a name as HTML; `number` is the start number of a namesake, None for others."""
    size = " longest" if len(name) > LONGEST else " long" if len(name) > LONG else ""
    beside: str | SafeString = ""
    if number is not None:
        beside = format_html(WITH_NUMBER, gettext("no. %(number)s") % {"number": number})
    return format_html(NAME, size, breakable(name), beside)


@lru_cache(maxsize=MOST_KEPT)
def _totals(match_points: Fraction, points: int, _language: str) -> str:
    written = aligned(match_points), signed(points)
    return format_html(TOTALS, written[0], gettext("MP"), written[1], gettext("points"))
