"""Filters and tags that format a result of a player, and what the standings lack."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from django import template
from django.utils.safestring import SafeString
from django.utils.text import get_text_list
from django.utils.translation import gettext

from wk.standings import formats
from wk.standings.players import PlayerRound
from wk.standings.provisional import MissingForms
from wk.tournament.models import Tournament

register = template.Library()


@register.filter
def place(played: PlayerRound) -> str:
    """Return the place of a player at the table, in words."""
    return formats.place(played)


@register.filter
def short_place(played: PlayerRound) -> str:
    """Return the place of a player at the table, without the table."""
    return formats.short_place(played)


@register.simple_tag
def rise(places: int | None) -> SafeString:
    """Return the places up or down as HTML, "" for none."""
    return formats.rise_cell(places) if places else SafeString()


@register.filter
def missing_text(missing: MissingForms) -> str:
    """Return how many forms do not count yet, and how far these are, in words."""
    return formats.missing_text(missing)


@register.filter
def missing_parts(missing: MissingForms) -> str:
    """Return how many forms are not in yet, and how many are being looked at, in few words."""
    return formats.missing_parts(missing)


@register.filter
def in_hundred(share: Fraction) -> str:
    """Return a share of simulations as a number of times in a hundred, in words."""
    return formats.in_hundred(share)


@register.simple_tag
def champion_title(tournament: Tournament, champions: Sequence[object]) -> str:
    """Return the title of the champions of a tournament, and whether they share it."""
    return formats.champion_title(tournament, len(champions))


@register.filter
def listed(things: Iterable[object]) -> str:
    """Return numbers or names as a sentence has them: 3, 5 and 7."""
    return get_text_list([str(each) for each in things], gettext("and"))


@register.filter
def names(rows: Iterable[Any]) -> str:
    """Return the names of rows of standings as a sentence has them: Anna, Bram and Cor."""
    return listed(row.name for row in rows)
