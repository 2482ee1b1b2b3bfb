"""Filters that format a result of a player."""

from django import template

from wk.standings import formats
from wk.standings.players import PlayerRound

register = template.Library()


@register.filter
def place(played: PlayerRound) -> str:
    """Return the place of a player at the table, in words."""
    return formats.place(played)
