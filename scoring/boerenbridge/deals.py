"""One deal as written on a form, and its points for each seat."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from scoring.boerenbridge.rules import InfractionKind, MisdealRule, Rules, Stage
from scoring.problems import Place
from scoring.text import Text

MISDEAL = Text("verkeerd gedeeld", "misdeal")
PENALTY = Text("straf", "penalty")


def _seat_points(seat: int, points: int) -> Text:
    """Return a seat and its points in words: "plaats 2 −5"."""
    place = Place(seat=seat).text
    number = f"{points:+}".replace("-", "\N{MINUS SIGN}") if points else "0"
    return Text(f"{place.nl} {number}", f"{place.en} {number}")


def _joined(between: str, texts: Sequence[Text]) -> Text:
    return Text(between.join(t.nl for t in texts), between.join(t.en for t in texts))


def _sentence(subject: Text, texts: Sequence[Text]) -> Text:
    return _joined(": ", [subject, _joined(", ", texts)])


@dataclass(frozen=True, slots=True)
class Misdeal:
    """A misdeal, after which the deal was dealt again and played (W-8, W-9).

    `stage`: whether it was noticed before or during the deal. `guilty`: the seats that pay for it,
    from 1; before the deal that is its dealer alone.
    """

    stage: Stage
    guilty: tuple[int, ...]

    def document(self) -> dict[str, Any]:
        """Return the misdeal in the archive format."""
        # Before the deal the dealer alone pays, and the dealer follows from the form (W-8, WK-11).
        during = {"seats": list(self.guilty)} if self.stage == "during" else {}
        return {"stage": self.stage, **during}

    def remark(self, rules: MisdealRule) -> Text:
        """Return the seats that paid, and how many points, in words."""
        cost = -rules.cost(self.stage)
        return _sentence(MISDEAL, [_seat_points(seat, cost) for seat in self.guilty])


@dataclass(frozen=True, slots=True)
class Penalty:
    """Points that the scorer gave a seat, usually negative, and the reason (W-10, W-15)."""

    seat: int
    points: int
    why: str = ""

    def document(self) -> dict[str, Any]:
        """Return the penalty in the archive format."""
        why = {"why": self.why} if self.why else {}
        return {"seat": self.seat, "points": self.points, **why}

    @property
    def remark(self) -> Text:
        """The seat, its points and the reason, in words."""
        got = _seat_points(self.seat, self.points)
        return Text(f"{got.nl} ({self.why})", f"{got.en} ({self.why})") if self.why else got


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A deal played to its end.

    `bids` and `tricks` have one number for each seat. `ruling` is the director's ruling on a
    forbidden total of bids, "" without one (A10). `misdeal` and `penalties` change the points of
    seats (W-8 to W-10).
    """

    bids: tuple[int, ...]
    tricks: tuple[int, ...]
    ruling: str = ""
    misdeal: Misdeal | None = None
    penalties: tuple[Penalty, ...] = ()

    @property
    def is_complete(self) -> bool:
        """Whether the deal can be scored: the seats that pay for its misdeal are known."""
        return self.misdeal is None or bool(self.misdeal.guilty)

    @property
    def is_incident(self) -> bool:
        """Whether the deal had a ruling, a misdeal or a penalty."""
        return bool(self.ruling or self.misdeal or self.penalties)

    def points(self, rules: Rules) -> tuple[int, ...]:
        """Return the points of each seat, with those of misdeal and penalties (W-6, W-15)."""
        points = list(rules.played_points(self.bids, self.tricks))
        for penalty in self.penalties:
            points[penalty.seat - 1] += penalty.points
        if self.misdeal and rules.misdeal:
            for seat in self.misdeal.guilty:
                points[seat - 1] -= rules.misdeal.cost(self.misdeal.stage)
        return tuple(points)

    def remark(self, rules: Rules) -> Text | None:
        """Return misdeal and penalties in words, None if there are none."""
        remarks = []
        if self.misdeal and rules.misdeal:
            remarks.append(self.misdeal.remark(rules.misdeal))
        if self.penalties:
            remarks.append(_sentence(PENALTY, [penalty.remark for penalty in self.penalties]))
        return _joined("; ", remarks) if remarks else None

    def document(self) -> dict[str, Any]:
        """Return the deal in the archive format, with its keys in order."""
        document: dict[str, Any] = {"bids": list(self.bids), "tricks": list(self.tricks)}
        if self.misdeal:
            document["misdeal"] = self.misdeal.document()
        if self.penalties:
            document["penalties"] = [penalty.document() for penalty in self.penalties]
        if self.ruling:
            document["ruling"] = self.ruling
        return document


@dataclass(frozen=True, slots=True)
class StoppedDeal:
    """A deal stopped by an infraction of one or more seats, counted from 1 (A1, A4, A22)."""

    bids: tuple[int, ...]
    kind: InfractionKind
    offenders: tuple[int, ...]
    ruling: str = ""
    is_complete: ClassVar[bool] = True
    is_incident: ClassVar[bool] = True

    def points(self, rules: Rules) -> tuple[int, ...]:
        """Return the points of each seat (WK-20, WK-21)."""
        return rules.stopped_points(self.bids, self.kind, self.offenders)

    def remark(self, rules: Rules) -> None:
        """Return None: the marks in the form show the infraction."""

    def document(self) -> dict[str, Any]:
        """Return the deal in the archive format, with its keys in order."""
        infraction = {"kind": self.kind, "seats": list(self.offenders)}
        document: dict[str, Any] = {"bids": list(self.bids), "infraction": infraction}
        if self.ruling:
            document["ruling"] = self.ruling
        return document


Deal = PlayedDeal | StoppedDeal
