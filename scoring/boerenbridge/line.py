"""The line of a form on which one deal stands, while it is read."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from scoring.cells import is_integer
from scoring.problems import ProblemList


@dataclass(frozen=True, slots=True)
class Line:
    """A deal's number from 1, its cards, how many are seated, and where its problems gather."""

    number: int
    cards: int
    seats: int
    problems: ProblemList

    @property
    def path(self) -> str:
        """The row, as the form's layout names it."""
        return f"deals.{self.number - 1}"

    def add(self, code: str, cell: str = "", *, seat: int = 0, **values: object) -> None:
        """Note a problem of the whole row, or of one cell of it ("bids.2")."""
        path = f"{self.path}.{cell}" if cell else self.path
        self.problems.add(code, path, deal=self.number, seat=seat, **values)

    def check_keys(self, raw: dict[str, Any], known: Collection[str]) -> None:
        """Note the keys of an object that nobody knows, so that no spelling mistake is dropped."""
        for key in raw:
            if key not in known:
                self.add("UNKNOWN_KEY", key=key[:40])

    def is_seat(self, value: object) -> bool:
        """Whether a value is the number of a seat of this table."""
        return isinstance(value, int) and is_integer(value) and 1 <= value <= self.seats

    def problems_so_far(self) -> int:
        """Return how many problems have been found so far, on any line."""
        return len(self.problems.found)

    def read_text(self, raw: object, cell: str, longest: int) -> str:
        """Return a text, without the blanks around it; empty where it is none or too long."""
        if not isinstance(raw, str):
            self.add("NOT_A_TEXT", cell)
        elif len(raw) > longest:
            self.add("TEXT_TOO_LONG", cell, longest=longest)
        else:
            return raw.strip()
        return ""
