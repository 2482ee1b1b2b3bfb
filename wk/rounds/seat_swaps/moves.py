"""The moves of a change of seats in a round, and the impact of the change.

A seat is a pair (number of the table, number of the seat), both from 1.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.pairs import opposite
from wk.core.refusals import ActionRefused
from wk.core.version_token import version_token
from wk.draw import DrawQuality
from wk.rounds.constraints.messages import ConstraintViolation
from wk.rounds.draw_quality import outcomes_so_far
from wk.tournament.models import Entry, Round, Seat
from wk.tournament.queries import seatings
from wk.tournament.seating import (
    Move,
    TableSeat,
    after,
    keeps_deals,
    seating,
    sizes_of,
)


@dataclass(frozen=True, slots=True)
class ChangeImpact:
    """The impact of a change of seats.

    - `before`, `after`: the quality of all rounds.
    - `new_violations`: the constraints that the change breaks.
    - `resolved_violations`: the constraints that are met after the change, and were not before.
    - `repeated_seats`: the moves of players to a seat number that they have in another round too.
    """

    before: DrawQuality
    after: DrawQuality
    new_violations: tuple[ConstraintViolation, ...] = ()
    resolved_violations: tuple[ConstraintViolation, ...] = ()
    repeated_seats: tuple[Move, ...] = ()

    @property
    def is_neutral(self) -> bool:
        """Return whether the change makes nothing better and nothing worse."""
        return self.before == self.after and not (
            self.new_violations or self.resolved_violations or self.repeated_seats
        )


def seating_token(at: Mapping[Entry, TableSeat]) -> str:
    """Return the version token of a seating; a page with another token is out of date."""
    return version_token([(entry.pk, place) for entry, place in at.items()])


def swap_moves(round: Round, first: Entry, second: Entry) -> tuple[Move, ...]:
    """Return the moves with which two players exchange seats. Raises as `cycle_moves`."""
    return cycle_moves(round, (first, second))


def cycle_moves(round: Round, players: Sequence[Entry]) -> tuple[Move, ...]:
    """Return the moves with which each player takes the seat of the next, the last of the first.

    If pairs stay together, partners move along. Raises ActionRefused unless these are different
    players with a seat in this round, and if a pair would be parted.
    """
    at = seating(round)
    if len(set(players)) < max(len(players), 2) or not at.keys() >= set(players):
        raise ActionRefused(_("Choose two different players who have a seat in this round."))
    goes = {one: at[other] for one, other in zip(players, (*players[1:], players[0]), strict=True)}
    if round.tournament.rules.partners == "fixed":
        sitter = {place: entry for entry, place in at.items()}
        # The partner goes to the seat opposite the player's new one. If the partner is among the
        # players himself, both must agree.
        for entry in players:
            partner, there = sitter[_across(at[entry])], _across(goes[entry])
            if goes.setdefault(partner, there) != there:
                raise ActionRefused(_("This would part partners who stay together."))
    return tuple(Move(entry, at[entry], place) for entry, place in goes.items())


def _across(place: TableSeat) -> TableSeat:
    """Return the seat opposite, where the partner sits."""
    return place[0], opposite(place[1])


def free_moves(round: Round, entry: Entry, table: int) -> tuple[Move, ...]:
    """Return the moves with which a player takes a new last seat at another table.

    At the old table the player in the last seat takes the seat that becomes free, so that nobody
    else moves. A player without a seat in the round may take one too. Raises ActionRefused if a
    table would have too many or too few players, and for a withdrawn player without a seat.
    """
    at = seating(round)
    sizes, allowed = sizes_of(at), round.tournament.rules.table_sizes
    here = at.get(entry)
    is_there = here is not None and here[0] == table
    if is_there or table not in sizes or sizes[table] + 1 not in allowed:
        raise ActionRefused(_("There is no free seat for this player at table %d.") % table)
    if here is None and entry.withdrawn_after is not None:
        raise ActionRefused(_("%(name)s has withdrawn.") % {"name": entry.name})
    return (Move(entry, here, (table, sizes[table] + 1)), *_closing_up(round, at, here))


def table_correction_moves(round: Round, entry: Entry, table: int) -> tuple[Move, ...]:
    """Return the moves of a player who has in fact played at another table, in a new last seat.

    The players after the empty seat at the old table move up one seat: they have played in that
    order round the table. The moves are in an order in which each seat is free when it is taken.
    Raises ActionRefused if the player has no seat, if a table would have too many or too few
    players, or if all tables would play other deals (W-14).
    """
    at = seating(round)
    if entry not in at:
        raise ActionRefused(_("There is no free seat for this player at table %d.") % table)
    joins, *_closing = free_moves(round, entry, table)
    left, seat = at[entry]
    behind = [(each, place) for each, place in at.items() if place[0] == left and place[1] > seat]
    moves = (joins, *(Move(each, place, (left, place[1] - 1)) for each, place in behind))
    if not keeps_deals(round, at, moves):
        raise ActionRefused(_("All tables of this round would play other deals then."))
    return moves


def instead_moves(round: Round, leaver: Entry, entry: Entry) -> tuple[Move, ...]:
    """Return the moves with which a player without a seat takes that of one who has withdrawn.

    Raises ActionRefused if either is not so by now.
    """
    at = seating(round)
    here = at.get(leaver)
    if here is None or leaver.withdrawn_after is None:
        raise ActionRefused(_("Only the seat of a player who has stopped is given to another."))
    if entry in at or entry.withdrawn_after is not None:
        raise ActionRefused(_("%(name)s has a seat already, or has stopped.") % {"name": entry})
    return (Move(leaver, here, None), Move(entry, None, here))


def out_moves(round: Round, entry: Entry) -> tuple[Move, ...]:
    """Return the moves with which a withdrawn player loses the seat in a draw.

    The player in the last seat of the table takes the empty seat. Raises ActionRefused if the
    player has no seat or has not withdrawn, or if too few players would stay (A18).
    """
    at = seating(round)
    here = at.get(entry)
    if here is None or entry.withdrawn_after is None:
        raise ActionRefused(_("Only who has withdrawn is taken out of the draw."))
    return (Move(entry, here, None), *_closing_up(round, at, here))


def _closing_up(round: Round, at: Mapping[Entry, TableSeat], left: TableSeat | None) -> list[Move]:
    """Return the move from the last seat of a table to the seat that became free, or no move.

    Raises ActionRefused if the table would have too few players.
    """
    if left is None:
        return []
    table, size = left[0], sizes_of(at)[left[0]]
    if size - 1 not in round.tournament.rules.table_sizes:
        raise ActionRefused(_("Table %d would have too few players.") % table)
    last = (table, size)
    return [Move(each, last, left) for each, place in at.items() if place == last != left]


def impact_of(round: Round, moves: Sequence[Move]) -> ChangeImpact:
    """Return the impact of these moves on all rounds."""
    tournament, index = round.tournament, round.number - 1
    drawn = seatings(tournament)
    moved = [*drawn[:index], _tables(after(seating(round), moves)), *drawn[index + 1 :]]
    before, now = outcomes_so_far(tournament, drawn, moved)
    return ChangeImpact(
        before.quality,
        now.quality,
        new_violations=tuple(each for each in now.violations if each not in before.violations),
        resolved_violations=tuple(each for each in before.violations if each not in now.violations),
        repeated_seats=_repeated_seats(round, moves),
    )


def _tables(at: Mapping[Entry, TableSeat]) -> list[list[int]]:
    """Return the start numbers of each table in seat order."""
    tables: dict[int, list[int]] = defaultdict(list)
    for (table, _number), entry in sorted((place, entry.number) for entry, place in at.items()):
        tables[table].append(entry)
    return list(tables.values())


def _repeated_seats(round: Round, moves: Sequence[Move]) -> tuple[Move, ...]:
    """Return the moves to a seat number that the player has in another round too.

    A player who keeps the seat number at another table is left out: for him the move changes
    nothing about it.
    """
    others = Seat.objects.filter(entry__in=[move.entry for move in moves]).exclude(round=round)
    had = set(others.values_list("entry", "number"))
    return tuple(
        move
        for move in moves
        if move.to_seat
        and (move.entry.pk, move.to_seat[1]) in had
        and (move.from_seat is None or move.from_seat[1] != move.to_seat[1])
    )
