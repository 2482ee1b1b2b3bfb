"""A whole tournament as plain values: what an archive holds, apart from how it is written."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.game import Document

FORMAT = "wk-archive"
VERSION = 1


@dataclass(frozen=True, slots=True)
class ArchivedPlayer:
    """A player under a start number; `withdrawn_after` is the last round of who left early."""

    number: int
    name: str
    club: str = ""
    withdrawn_after: int | None = None


@dataclass(frozen=True, slots=True)
class ArchivedSubstitute:
    """Who played on in a seat for the rest of a round (A17), from a deal on if that is known."""

    seat: int
    name: str
    from_deal: int | None = None

    @property
    def order(self) -> tuple[int, int]:
        """What those of a table are written by: the seat, then who came first."""
        return self.seat, self.from_deal or 0


@dataclass(frozen=True, slots=True)
class ArchivedTable:
    """A table: the start numbers in its seats, seat 1 first, and its form when it is handed in.

    `substitutes` are in their order.
    """

    number: int
    seats: tuple[int, ...]
    form: Document | None = None
    substitutes: tuple[ArchivedSubstitute, ...] = ()

    @property
    def has_begun(self) -> bool:
        """Whether anything tells that it was played at."""
        return self.form is not None or bool(self.substitutes)


@dataclass(frozen=True, slots=True)
class ArchivedRound:
    """A round: its tables."""

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
