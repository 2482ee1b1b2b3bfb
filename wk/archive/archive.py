"""A whole tournament as plain values: the content of an archive, apart from its file format."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.game import Document

FORMAT = "wk-archive"
VERSION = 1


@dataclass(frozen=True, slots=True)
class ArchivedPlayer:
    """A player under a start number.

    `withdrawn_after`: the last round before an early withdrawal, None without one.
    """

    number: int
    name: str
    club: str = ""
    withdrawn_after: int | None = None


@dataclass(frozen=True, slots=True)
class ArchivedSubstitute:
    """A substitute in a seat for the rest of a round (A17), from a deal on if that is known."""

    seat: int
    name: str
    from_deal: int | None = None

    @property
    def order(self) -> tuple[int, int]:
        """Return the sort key of the substitutes of a table: the seat, then the first deal."""
        return self.seat, self.from_deal or 0


@dataclass(frozen=True, slots=True)
class ArchivedTable:
    """A table: the start numbers in its seats, seat 1 first, and its form once that is handed in.

    `substitutes` are sorted by their `order`.
    """

    number: int
    seats: tuple[int, ...]
    form: Document | None = None
    substitutes: tuple[ArchivedSubstitute, ...] = ()

    @property
    def has_begun(self) -> bool:
        """Return whether the table has a form or a substitute, and so was played at."""
        return self.form is not None or bool(self.substitutes)


@dataclass(frozen=True, slots=True)
class ArchivedRound:
    """A round with its tables."""

    number: int
    tables: tuple[ArchivedTable, ...]


@dataclass(frozen=True, slots=True)
class Archive:
    """A tournament. One that was read is valid; its forms are in the order of the format."""

    slug: str
    name: str
    date: dt.date
    venue: str
    game: str
    round_count: int
    players: tuple[ArchivedPlayer, ...]
    rounds: tuple[ArchivedRound, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
