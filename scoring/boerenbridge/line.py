"""The line of one deal on a form, while it is read."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from scoring.cells import is_integer
from scoring.problems import ProblemList


@dataclass(frozen=True, slots=True)
class DealLine:
    """One deal: its number from 1, the cards of each player, the seats, and the problems found.

    `marks` has the letters that may stand in place of tricks.
    """

    number: int
    cards: int
    seats: int
    problems: ProblemList
    marks: Collection[str] = ()

    @property
    def path(self) -> str:
        """The path of the row in the form's layout."""
        return f"deals.{self.number - 1}"

    def add(self, code: str, cell: str = "", *, seat: int = 0, **values: object) -> None:
        """Note a problem of the whole row, or of one cell of it ("bids.2")."""
        path = f"{self.path}.{cell}" if cell else self.path
        self.problems.add(code, path, deal=self.number, seat=seat, **values)

    def check_keys(self, raw: dict[str, Any], known: Collection[str]) -> None:
        """Note the keys of an object that are not `known`, so that no spelling mistake is lost."""
        for key in raw:
            if key not in known:
                self.add("UNKNOWN_KEY", key=key[:40])

    def is_seat(self, value: object) -> bool:
        """Return whether a value is the number of a seat of this table."""
        return is_integer(value) and 1 <= value <= self.seats

    def problems_so_far(self) -> int:
        """Return the number of problems found so far, on all lines."""
        return len(self.problems.found)

    def read_text(self, raw: object, cell: str, longest: int) -> str:
        """Return a text without the blanks around it; "" if it is no text or too long."""
        if not isinstance(raw, str):
            self.add("NOT_A_TEXT", cell)
        elif len(raw) > longest:
            self.add("TEXT_TOO_LONG", cell, longest=longest)
        else:
            return raw.strip()
        return ""
