"""The results of tables on paper."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import prefetch_related_objects

from wk.scoreforms.models import Result
from wk.scoreforms.public_state import PublicState
from wk.scoreforms.queries import public_states
from wk.tournament.models import Entry, Seat, Table


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One player at a table; `result` is None until the form of the table counts."""

    entry: Entry
    number: int
    substitutes: tuple[str, ...]
    result: Result | None


@dataclass(frozen=True, slots=True)
class TableResult:
    """A table with its players: in order of place once its form counts, else of seats.

    `state`: what everybody is told of its form.
    """

    number: int
    lines: tuple[SeatLine, ...]
    state: PublicState

    @property
    def counts(self) -> bool:
        """Return whether the form of the table counts."""
        return any(line.result for line in self.lines)


def results(tables: Iterable[Table]) -> list[TableResult]:
    """Return the results of tables that are fetched with their seats and players; three queries."""
    found = list(tables)
    prefetch_related_objects(found, "seats__result", "seats__substitutes")
    states = public_states(table.pk for table in found)
    return [_result(table, states.get(table.pk, PublicState.MISSING)) for table in found]


def _result(table: Table, state: PublicState) -> TableResult:
    lines = [_line(seat) for seat in table.seats.all()]
    # The sort is stable: who shares a place stays in order of seats.
    lines.sort(key=lambda line: line.result.place if line.result else 0)
    return TableResult(table.number, tuple(lines), state)


def _line(seat: Seat) -> SeatLine:
    names = tuple(each.name for each in seat.substitutes.all())
    return SeatLine(seat.entry, seat.number, names, getattr(seat, "result", None))
