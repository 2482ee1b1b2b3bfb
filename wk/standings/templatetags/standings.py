"""What pages of earlier apps may show of the standings."""

from collections.abc import Iterable

from django import template

from wk.standings import formats, overview, queries
from wk.standings.players import PlayerRound
from wk.tournament.models import Round, Tournament

register = template.Library()


@register.simple_tag
def finished_rounds(tournament: Tournament) -> set[int]:
    """Return the numbers of the rounds of which every form is in; one query."""
    return queries.finished_rounds(tournament)


@register.simple_tag
def running_rounds() -> list[Round]:
    """Return the rounds, of all tournaments, of which forms are to come; one query."""
    return list(overview.running_rounds())


@register.simple_tag
def player_counts(tournaments: Iterable[Tournament]) -> list[tuple[Tournament, int]]:
    """Return each tournament with the number of its players; one query for all."""
    return overview.player_counts(tournaments)


@register.simple_tag
def player_count(tournament: Tournament) -> int:
    """Return how many players a tournament has, without who withdrew before he played."""
    return overview.participants().filter(tournament=tournament).count()


@register.filter
def place(played: PlayerRound) -> str:
    """Say in words how a player did at his table."""
    return formats.place(played)
