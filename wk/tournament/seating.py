"""The seats of a round: read and store them, and compute the effect of moves."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from django.db import transaction
from django.utils.translation import gettext as _

from wk.tournament.models import Entry, Round, Seat, Table, Tournament

TableSeat: TypeAlias = tuple[int, int]
"""The number of a table and of a seat at it, both from 1."""


@dataclass(frozen=True, slots=True)
class Move:
    """A move of a player from one seat to another. None stands for no seat."""

    entry: Entry
    from_seat: TableSeat | None
    to_seat: TableSeat | None

    @property
    def words(self) -> tuple[str, str]:
        """Return the seats before and after the move, each with its table, in words."""
        return table_seat_words(self.from_seat), table_seat_words(self.to_seat)

    @property
    def seat_words(self) -> str:
        """Return the new seat in words, without the table; "" without a new seat."""
        return seat_words(table=None, seat=self.to_seat[1]) if self.to_seat else ""

    @property
    def back(self) -> "Move":
        """Return the reverse of the move."""
        return Move(self.entry, self.to_seat, self.from_seat)


def table_seat_words(at: TableSeat | None) -> str:
    """Return a seat with its table in words; "without a seat" for None."""
    return seat_words(table=at[0], seat=at[1]) if at else _("without a seat")


def seating(round: Round) -> dict[Entry, TableSeat]:
    """Return the seat of each entry in a round, in the order of tables and seats."""
    seats = round.seats.select_related("entry", "table").order_by("table__number", "number")
    return {seat.entry: (seat.table.number, seat.number) for seat in seats}


def sizes_of(at: Mapping[Entry, TableSeat]) -> dict[int, int]:
    """Return the number of players at each table, by the number of the table."""
    sizes: dict[int, int] = defaultdict(int)
    for table, _seat in at.values():
        sizes[table] += 1
    return dict(sizes)


def start_from(at: Mapping[Entry, TableSeat], moves: Sequence[Move]) -> bool:
    """Return whether each player now sits in the seat that the move starts from."""
    return all(at.get(move.entry) == move.from_seat for move in moves)


def can_move(round: Round, at: Mapping[Entry, TableSeat], moves: Sequence[Move]) -> bool:
    """Return whether these moves are possible now, and leave no gaps (`has_no_gaps`)."""
    return start_from(at, moves) and has_no_gaps(
        after(at, moves), round.tournament.rules.table_sizes
    )


def keeps_deals(round: Round, at: Mapping[Entry, TableSeat], moves: Sequence[Move]) -> bool:
    """Return whether the moves leave the deals of all tables as they are (W-14)."""
    rules = round.tournament.rules
    now, then = (rules.for_tables(sizes_of(each).values()) for each in (at, after(at, moves)))
    return now == then


def after(at: Mapping[Entry, TableSeat], moves: Sequence[Move]) -> dict[Entry, TableSeat]:
    """Return the seat of each entry after the moves."""
    seated = dict(at)
    for move in moves:
        seated.pop(move.entry, None)
        if move.to_seat:
            seated[move.entry] = move.to_seat
    return seated


def has_no_gaps(at: Mapping[Entry, TableSeat], allowed: Collection[int]) -> bool:
    """Return whether each table has an allowed number of players, in seats 1 to that number."""
    sizes = sizes_of(at)
    seats = {(table, seat) for table, size in sizes.items() for seat in range(1, size + 1)}
    return set(at.values()) == seats and set(sizes.values()) <= set(allowed)


def seat_words(*, table: int | None, seat: int | None, round: int | None = None) -> str:
    """Return a seat in words: "table 4, NORTH (seat 1)". A part that is None is left out."""
    parts = []
    if table is not None:
        parts.append(_("table %(number)d") % {"number": table})
    if seat is not None:
        parts.append(_("NORTH (seat 1)") if seat == 1 else _("seat %(number)d") % {"number": seat})
    if round is not None:
        parts.append(_("round %(number)d") % {"number": round})
    return ", ".join(parts)


@transaction.atomic
def seat_round(
    *,
    tournament: Tournament,
    number: int,
    tables: Mapping[int, Sequence[Entry]],
    state: Round.State = Round.State.DRAWN,
    seed: int | None = None,
) -> Round:
    """Store a new round with its tables and seats, and return it.

    `tables` has the entries of each table by its number, seat 1 first. `seed` is the draw number.
    """
    round = Round.objects.create(tournament=tournament, number=number, state=state, seed=seed)
    fill_tables(round, tables)
    return round


def fill_tables(round: Round, tables: Mapping[int, Sequence[Entry]]) -> None:
    """Store the tables and seats of a round that has none; `tables` as for `seat_round`."""
    rows = Table.objects.bulk_create(Table(round=round, number=n) for n in tables)
    Seat.objects.bulk_create(
        Seat(table=table, round=round, number=seat, entry=entry)
        for table, entries in zip(rows, tables.values(), strict=True)
        for seat, entry in enumerate(entries, 1)
    )
