"""Queries of one player's rounds, and of the substitutes of a tournament."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Prefetch, QuerySet

from wk.scoreforms.models import Version
from wk.scoreforms.public_state import PublicState
from wk.scoreforms.queries import at_table
from wk.standings.player_deals import PlayerDeals, player_deals
from wk.standings.visibility import ResultVisibility
from wk.tournament.models import Entry, Round, Seat, Substitute, Tournament


@dataclass(frozen=True, slots=True)
class PlayerRound:
    """One player in one confirmed or started round.

    `seat` is the player's seat, None without one. `table_seats` are all seats of that table, in
    order. `is_hidden`: the results are withheld from this reader. `form`: the document of the form
    that counts, None where there is none to show; `deals`: the player's part of it.
    """

    round: Round
    seat: Seat | None
    table_seats: tuple[Seat, ...]
    is_hidden: bool
    form: Any = None
    deals: PlayerDeals | None = None

    @property
    def counts(self) -> bool:
        """Return whether the form of the player's table counts."""
        return self.seat is not None and hasattr(self.seat, "result")

    @property
    def state(self) -> PublicState:
        """Return what everybody is told of the form of the player's table."""
        if self.seat is None:
            return PublicState.MISSING
        is_in, to_look_at = self.seat.is_in, self.seat.to_look_at  # type: ignore[attr-defined]
        return PublicState.of(is_in=is_in, counts=self.counts, to_look_at=to_look_at)

    @property
    def is_to_count(self) -> bool:
        """Return whether the form of the player's table does not count yet."""
        return self.seat is not None and not self.counts and self.round.state != Round.State.FINAL

    @property
    def is_visible(self) -> bool:
        """Return whether this reader may see the result."""
        return self.counts and not self.is_hidden

    @property
    def shares_place(self) -> bool:
        """Return whether another player at the table has the same place."""
        if self.seat is None or not self.counts:
            return False
        places = [seat.result.place for seat in self.table_seats]
        return places.count(self.seat.result.place) > 1


def player_rounds(visibility: ResultVisibility, entry: Entry) -> tuple[PlayerRound, ...]:
    """Return the confirmed and started rounds of a player, in order.

    Five queries, and one for each round of which the deals are shown.
    """
    beside = Seat.objects.select_related("entry", "result")
    seats = entry.seats.annotate(**at_table()).select_related("table", "result")
    own: QuerySet[Seat, Any] = seats.prefetch_related(
        Prefetch("table__seats", beside.prefetch_related("substitutes").order_by("number"))
    )
    # A drawn round is not public yet: its seats may still change.
    rounds = (
        Round.objects.filter(tournament=entry.tournament_id)
        .exclude(state=Round.State.DRAWN)
        .order_by("number")
        .prefetch_related(Prefetch("seats", own))
    )
    played = [_player_round(visibility, round) for round in rounds]
    tables = [each.seat.table_id for each in played if each.seat and each.is_visible]
    counted = Version.objects.filter(is_counted=True, form__table__in=tables)
    contents = dict(counted.values_list("form__table", "content"))
    return tuple(_with_deals(each, entry.tournament, contents) for each in played)


def _with_deals(
    played: PlayerRound, tournament: Tournament, contents: Mapping[int, Any]
) -> PlayerRound:
    content = contents.get(played.seat.table_id) if played.seat else None
    if played.seat is None or not content:
        return played
    played.round.tournament = tournament  # else each round would fetch it
    seats = len(played.table_seats)
    deals = player_deals(played.round.rules, content, seats, played.seat.number)
    return replace(played, form=content, deals=deals)


def _player_round(visibility: ResultVisibility, round: Round) -> PlayerRound:
    # `seats` is prefetched with the player's own seat only.
    seat = next(iter(round.seats.all()), None)
    seats = tuple(seat.table.seats.all()) if seat else ()
    return PlayerRound(round, seat, seats, is_hidden=round in visibility.hidden)


def substitutes(tournament: Tournament) -> Mapping[tuple[int, int], tuple[Substitute, ...]]:
    """Return the substitutes of a tournament in order, by start number and round; one query."""
    found: dict[tuple[int, int], tuple[Substitute, ...]] = {}
    seated = Substitute.objects.filter(seat__round__tournament=tournament)
    for each in seated.select_related("seat__entry", "seat__round"):
        key = each.seat.entry.number, each.seat.round.number
        found[key] = (*found.get(key, ()), each)
    return found
