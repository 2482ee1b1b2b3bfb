"""A whole tournament as plain values: the content of an archive, whatever its file format."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.game import Document

FORMAT = "wk-archive"
VERSION = 1


@dataclass(frozen=True, slots=True)
class ArchivedPlayer:
    """A player with a start number.

    `withdrawn_after`: the last round before a withdrawal, None for a player who takes part.
    """

    number: int
    name: str
    club: str = ""
    withdrawn_after: int | None = None


@dataclass(frozen=True, slots=True)
class ArchivedSubstitute:
    """A substitute in a seat for the rest of a round (A17).

    `from_deal` is the first deal of the substitute, None if unknown.
    """

    seat: int
    name: str
    from_deal: int | None = None

    @property
    def order(self) -> tuple[int, int]:
        """Return the sort key of the substitutes of a table: the seat, then the first deal."""
        return self.seat, self.from_deal or 0


@dataclass(frozen=True, slots=True)
class ArchivedTable:
    """A table of a round.

    - `seats`: the start numbers, seat 1 first.
    - `form`: the score form that counts, None before it is handed in.
    - `substitutes`: sorted by their `order`.
    """

    number: int
    seats: tuple[int, ...]
    form: Document | None = None
    substitutes: tuple[ArchivedSubstitute, ...] = ()

    @property
    def has_begun(self) -> bool:
        """Return whether play has begun at the table: it has a form or a substitute."""
        return self.form is not None or bool(self.substitutes)


@dataclass(frozen=True, slots=True)
class ArchivedRound:
    """A round with its tables."""

    number: int
    tables: tuple[ArchivedTable, ...]


@dataclass(frozen=True, slots=True)
class Archive:
    """A tournament. If it comes from `reader.read` it is valid, and its forms are normalised."""

    slug: str
    name: str
    date: dt.date
    venue: str
    game: str
    round_count: int
    players: tuple[ArchivedPlayer, ...]
    rounds: tuple[ArchivedRound, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
