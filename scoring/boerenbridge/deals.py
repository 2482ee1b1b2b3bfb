"""A deal as it was written down, and what it is worth to each seat."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from scoring.boerenbridge.rules import InfractionKind, MisdealRule, Rules, Stage
from scoring.problems import Place
from scoring.text import Text

MISDEAL = Text("verkeerd gedeeld", "misdeal")
PENALTY = Text("straf", "penalty")


def _paid(seat: int, points: int) -> Text:
    """Return who got how many points: "plaats 2 −5"."""
    place = Place(seat=seat).text
    number = f"{points:+}".replace("-", "\N{MINUS SIGN}") if points else "0"
    return Text(f"{place.nl} {number}", f"{place.en} {number}")


def _joined(between: str, texts: Sequence[Text]) -> Text:
    return Text(between.join(t.nl for t in texts), between.join(t.en for t in texts))


def _said(what: Text, texts: Sequence[Text]) -> Text:
    return _joined(": ", [what, _joined(", ", texts)])


@dataclass(frozen=True, slots=True)
class Misdeal:
    """A misdeal, after which the deal was dealt again and played (W-8, W-9): when it was noticed,
    and the seats that pay for it, from 1; before the deal that is its dealer."""

    stage: Stage
    guilty: tuple[int, ...]

    def document(self) -> dict[str, Any]:
        """Return it as the archive has it: the dealer follows from the form."""
        during = {"seats": list(self.guilty)} if self.stage == "during" else {}
        return {"stage": self.stage, **during}

    def remark(self, rules: MisdealRule) -> Text:
        """Return it in words: who paid what."""
        cost = -rules.cost(self.stage)
        return _said(MISDEAL, [_paid(seat, cost) for seat in self.guilty])


@dataclass(frozen=True, slots=True)
class Penalty:
    """Points that the scorer gave a seat, mostly fewer than none, and why (W-10, W-15)."""

    seat: int
    points: int
    why: str = ""

    def document(self) -> dict[str, Any]:
        """Return it as the archive has it."""
        why = {"why": self.why} if self.why else {}
        return {"seat": self.seat, "points": self.points, **why}

    @property
    def remark(self) -> Text:
        """It in words: who got what, and why."""
        got = _paid(self.seat, self.points)
        return Text(f"{got.nl} ({self.why})", f"{got.en} ({self.why})") if self.why else got


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A deal played to its end: bids and tricks of each seat, the director's ruling if the total
    of bids was forbidden, and what the scorer took from somebody."""

    bids: tuple[int, ...]
    tricks: tuple[int, ...]
    ruling: str = ""
    misdeal: Misdeal | None = None
    penalties: tuple[Penalty, ...] = ()

    @property
    def is_complete(self) -> bool:
        """Whether everyone who pays for a misdeal is known."""
        return self.misdeal is None or bool(self.misdeal.guilty)

    @property
    def is_incident(self) -> bool:
        """Whether somebody had to rule on it, or took points from a player."""
        return bool(self.ruling or self.misdeal or self.penalties)

    def points(self, rules: Rules) -> tuple[int, ...]:
        """Return the points of each seat; misdeal and penalties are added (W-15)."""
        points = list(rules.played_points(self.bids, self.tricks))
        for penalty in self.penalties:
            points[penalty.seat - 1] += penalty.points
        if self.misdeal and rules.misdeal:
            for seat in self.misdeal.guilty:
                points[seat - 1] -= rules.misdeal.cost(self.misdeal.stage)
        return tuple(points)

    def remark(self, rules: Rules) -> Text | None:
        """Return in words who paid what, None where nobody did."""
        said = []
        if self.misdeal and rules.misdeal:
            said.append(self.misdeal.remark(rules.misdeal))
        if self.penalties:
            said.append(_said(PENALTY, [penalty.remark for penalty in self.penalties]))
        return _joined("; ", said) if said else None

    def document(self) -> dict[str, Any]:
        """Return it as the archive has it, in the order of its keys."""
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
        """Return the points of each seat."""
        return rules.stopped_points(self.bids, self.kind, self.offenders)

    def remark(self, rules: Rules) -> None:
        """Nothing: the marks in the form say it."""

    def document(self) -> dict[str, Any]:
        """Return it as the archive has it, in the order of its keys."""
        infraction = {"kind": self.kind, "seats": list(self.offenders)}
        document: dict[str, Any] = {"bids": list(self.bids), "infraction": infraction}
        if self.ruling:
            document["ruling"] = self.ruling
        return document


Deal = PlayedDeal | StoppedDeal
