"""Template tags of the standings, for pages of other apps."""

from collections.abc import Iterable

from django import template

from wk.players import queries as players
from wk.standings import formats, queries
from wk.standings.players import PlayerRound
from wk.tournament.models import Round, Tournament

register = template.Library()


@register.simple_tag
def finished_rounds(tournament: Tournament) -> set[int]:
    """Return the numbers of the rounds with every form in; one query."""
    return queries.finished_rounds(tournament)


@register.simple_tag
def running_rounds() -> list[Round]:
    """Return the rounds, of all tournaments, with forms still to come; one query."""
    return list(queries.running_rounds())


@register.simple_tag
def player_counts(tournaments: Iterable[Tournament]) -> list[tuple[Tournament, int]]:
    """Return each tournament with the number of its players; one query for all."""
    return players.player_counts(tournaments)


@register.simple_tag
def player_count(tournament: Tournament) -> int:
    """Return the number of players of a tournament, without those withdrawn before they played."""
    return players.participants().filter(tournament=tournament).count()


@register.filter
def place(played: PlayerRound) -> str:
    """Return the place of a player at the table, in words."""
    return formats.place(played)
