"""Rounds in which a player who takes part has no seat, and what can be done about each."""

from dataclasses import dataclass

from django.db.models import Count

from wk.tournament.models import Entry, Round

DRAWN_OR_PLAYED = (Round.State.DRAWN, Round.State.CONFIRMED, Round.State.STARTED)


@dataclass(frozen=True, slots=True)
class WithoutSeat:
    """A drawn or started round without a seat for a player.

    - `room`: the numbers of its tables that can have one more player.
    - `plays_from`: for a round that is being played, the number of the next one; 0 after the last.
    """

    round: Round
    room: tuple[int, ...]
    plays_from: int = 0

    @property
    def is_played(self) -> bool:
        """Return whether the round is being played, so that no draw can seat the player in it."""
        return self.round.state == Round.State.STARTED


def rounds_without_seat(entry: Entry) -> list[WithoutSeat]:
    """Return the rounds that are drawn or being played and have no seat for the player, in order.

    The list is empty for a player who does not take part. One query, and one more for each round.
    """
    if entry.withdrawn_after is not None:
        return []
    tournament = entry.tournament
    rounds = tournament.rounds.filter(state__in=DRAWN_OR_PLAYED).exclude(seats__entry=entry)
    last = tournament.round_count
    return [
        WithoutSeat(
            round,
            _room(round, tournament.rules.table_sizes),
            round.number + 1 if round.number < last else 0,
        )
        for round in rounds.select_related("tournament").order_by("number")
    ]


def _room(round: Round, allowed: tuple[int, ...]) -> tuple[int, ...]:
    """Return the numbers of the tables of a round that can have one more player."""
    sizes = round.tables.annotate(size=Count("seats")).order_by("number")
    return tuple(n for n, size in sizes.values_list("number", "size") if size + 1 in allowed)
