"""Boerenbridge as a game: its form, its cells, what a form is worth."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from random import Random

from scoring.boerenbridge.form import Deal, PlayedDeal, Reader, Reading, StoppedDeal, is_integer
from scoring.boerenbridge.messages import MESSAGES
from scoring.boerenbridge.practice import play_round
from scoring.boerenbridge.rules import InfractionKind, Rules, dealer
from scoring.game import Document
from scoring.layout import Field, Layout, Mark, Progress, Row, RowProgress
from scoring.problems import Invalid, Place, Problem, ProblemList
from scoring.result import SeatResult, results
from scoring.text import Text

# Written in the offender's tricks: K for kaarten (wrong cards), V for verzaken (revoke).
MARKS: dict[str, InfractionKind] = {"K": "wrong-cards", "V": "revoke"}
FIRST_DEALER = Text("eerste gever", "first dealer")
BID = Text("bod", "bid")
TRICKS = Text("slagen", "tricks")
RULING = Text("beslissing van de wedstrijdleider", "director’s ruling")
MOST_SEATS = 8  # no game of the family is for more players
# What claiming an infraction is called when the deal was noted before.
LATE: dict[InfractionKind, str] = {
    "wrong-cards": "WRONG_CARDS_AFTER_NOTED",
    "revoke": "REVOKE_AFTER_NOTED",
}
NUMBER = re.compile(r"[+-]?[0-9]{1,9}", re.ASCII)


def number_or_text(written: str) -> int | str:
    """Return the whole number that was written, or what was written if it is none."""
    return int(written) if NUMBER.fullmatch(written) else written


@dataclass(frozen=True, slots=True)
class Boerenbridge:
    """One game of the family, as its rules say. Satisfies scoring.game.Game."""

    key: str
    name: Text
    rules: Rules
    table_sizes: tuple[int, ...] = (5, 4)

    def layout(self, seats: int) -> Layout:
        """Return the form of a table with so many seats: a row for each deal, with bid and tricks
        of each seat and room for a ruling."""
        return _layout(self.rules, seats)

    def from_cells(self, cells: Mapping[str, str]) -> Document:
        """Return the document of what is written in the cells, by path."""
        written = {path: text.strip() for path, text in cells.items() if text.strip()}
        document: Document = {}
        totals = _values(written, "totals")
        if totals:
            document["totals"] = totals
        if "first_dealer" in written:
            document["first_dealer"] = number_or_text(written["first_dealer"])
        deals = [self._deal_from_cells(written, index) for index in range(self.rules.deals)]
        while deals and not deals[-1]:
            deals.pop()
        if deals:
            document["deals"] = deals
        return document

    def _deal_from_cells(self, written: Mapping[str, str], index: int) -> Document:
        deal: Document = {}
        bids = _values(written, f"deals.{index}.bids")
        if bids:
            deal["bids"] = bids
        tricks = _values(written, f"deals.{index}.tricks")
        marked = [v.upper() if isinstance(v, str) else "" for v in tricks]
        infractions = [
            {"kind": kind, "seats": [seat for seat, mark in enumerate(marked, 1) if mark == letter]}
            for letter, kind in MARKS.items()
            if letter in marked
        ]
        if infractions:
            deal["infraction"] = infractions[0] if len(infractions) == 1 else infractions
            tricks = [None if m in MARKS else v for m, v in zip(marked, tricks, strict=True)]
        if any(value is not None for value in tricks):
            deal["tricks"] = tricks
        if f"deals.{index}.ruling" in written:
            deal["ruling"] = written[f"deals.{index}.ruling"]
        return deal

    def to_cells(self, document: object) -> dict[str, str]:
        """Return what stands in the cells of a document, by path."""
        cells: dict[str, str] = {}
        if not isinstance(document, dict):
            return cells
        _write(cells, "first_dealer", document.get("first_dealer"))
        _write_all(cells, "totals", document.get("totals"))
        deals = document.get("deals")
        for index, deal in enumerate(deals if isinstance(deals, list) else []):
            if isinstance(deal, dict):
                _write_all(cells, f"deals.{index}.bids", deal.get("bids"))
                _write_all(cells, f"deals.{index}.tricks", deal.get("tricks"))
                _write_marks(cells, f"deals.{index}.tricks", deal.get("infraction"))
                _write(cells, f"deals.{index}.ruling", deal.get("ruling"))
        return cells

    def normal(self, document: object, seats: int) -> Document:
        """Return a valid document in the order of the archive format; raises Invalid."""
        reading = self._valid(document, seats)
        if reading.totals:
            return {"totals": list(reading.totals)}
        return {
            "first_dealer": reading.first_dealer,
            "deals": [_deal_document(deal) for deal in reading.deals if deal],
        }

    def score(self, document: object, seats: int) -> tuple[SeatResult, ...]:
        """Return the result of each seat; raises Invalid."""
        return results(self._totals(self._valid(document, seats), seats))

    def progress(self, document: object, seats: int) -> Progress:
        """Return what is known of a form that is being written."""
        reading = Reader(self.rules, seats).read(document)
        by_deal = [deal.points(self.rules) if deal else (None,) * seats for deal in reading.deals]
        columns = zip(*(_running(column) for column in zip(*by_deal, strict=True)), strict=True)
        rows = tuple(
            RowProgress(
                number,
                dealer(reading.first_dealer, number, seats) if reading.first_dealer else 0,
                points,
                running,
            )
            for number, (points, running) in enumerate(zip(by_deal, columns, strict=True), 1)
        )
        totals = self._totals(reading, seats)
        problems = tuple(reading.problems.found)
        totals_only = isinstance(document, dict) and "totals" in document
        return Progress(rows, totals, problems, () if problems else results(totals), totals_only)

    def revision_problems(self, before: object, after: object, seats: int) -> tuple[Problem, ...]:
        """Return the deals that were noted and have an infraction claimed since (WK-22, A7, A9)."""
        problems = ProblemList(MESSAGES)
        old = Reader(self.rules, seats).read(before).deals
        new = Reader(self.rules, seats).read(after).deals
        for number, (was, now) in enumerate(zip(old, new, strict=True), 1):
            if was and isinstance(now, StoppedDeal) and _is_claimed_late(was, now):
                problems.add(LATE[now.kind], f"deals.{number - 1}", deal=number)
        return tuple(problems.found)

    def practice(self, seats: int, random: Random) -> Document:
        """Return the form of a round played out card by card."""
        return play_round(self.rules, seats, random)

    def _valid(self, document: object, seats: int) -> Reading:
        reading = Reader(self.rules, seats).read(document)
        if reading.problems.found:
            raise Invalid(reading.problems.found)
        return reading

    def _totals(self, reading: Reading, seats: int) -> tuple[int, ...]:
        """Return the points of each seat over the deals that are right."""
        if reading.totals:
            return reading.totals
        known = [deal.points(self.rules) for deal in reading.deals if deal]
        return tuple(sum(points[seat] for points in known) for seat in range(seats))


@lru_cache(maxsize=64)
def _layout(rules: Rules, seats: int) -> Layout:
    rows = []
    for index, cards in enumerate(rules.cards):
        path, deal = f"deals.{index}", index + 1
        cells = tuple(
            (
                Field(f"{path}.bids.{seat}", "number", BID, Place(deal, seat + 1), cards),
                Field(f"{path}.tricks.{seat}", "number", TRICKS, Place(deal, seat + 1), cards),
            )
            for seat in range(seats)
        )
        ruling = Field(f"{path}.ruling", "text", RULING, Place(deal), reserved=True)
        rows.append(Row(deal, path, str(cards), cells, (ruling,)))
    return Layout(
        head=(Field("first_dealer", "seat", FIRST_DEALER, most=seats),),
        row_heading=Text("kaarten", "cards"),
        columns=(BID, TRICKS),
        rows=tuple(rows),
        marks=(
            Mark("K", Text("onjuist aantal kaarten", "wrong number of cards")),
            Mark("V", Text("verzaakt", "revoked")),
        ),
    )


def _is_claimed_late(was: Deal, now: StoppedDeal) -> bool:
    """Whether an infraction is claimed of a deal that had been noted without it.

    A stopped deal may still turn out to be of wrong cards: that is a correction of writing.
    """
    if isinstance(was, PlayedDeal):
        return True
    added = set(now.offenders) - set(was.offenders)
    return now.kind == "revoke" and (was.kind != "revoke" or bool(added))


def _values(written: Mapping[str, str], path: str) -> list[int | str | None]:
    """Return the list of what stands at path.0, path.1 …, None where a cell is empty."""
    found: dict[int, str] = {}
    for seat in range(MOST_SEATS):
        if f"{path}.{seat}" in written:
            found[seat] = written[f"{path}.{seat}"]
    return [
        number_or_text(found[seat]) if seat in found else None
        for seat in range(max(found, default=-1) + 1)
    ]


def _write(cells: dict[str, str], path: str, value: object) -> None:
    if value is not None and not isinstance(value, dict | list):
        cells[path] = str(value)


def _write_all(cells: dict[str, str], path: str, values: object) -> None:
    for seat, value in enumerate(values if isinstance(values, list) else []):
        _write(cells, f"{path}.{seat}", value)


def _write_marks(cells: dict[str, str], path: str, infractions: object) -> None:
    for infraction in infractions if isinstance(infractions, list) else [infractions]:
        if isinstance(infraction, dict) and isinstance(infraction.get("seats"), list):
            letter = next((m for m, kind in MARKS.items() if kind == infraction.get("kind")), None)
            for seat in infraction["seats"]:
                if is_integer(seat) and letter:
                    cells[f"{path}.{seat - 1}"] = letter


def _deal_document(deal: Deal) -> Document:
    document: Document = {"bids": list(deal.bids)}
    if isinstance(deal, PlayedDeal):
        document["tricks"] = list(deal.tricks)
    else:
        document["infraction"] = {"kind": deal.kind, "seats": list(deal.offenders)}
    if deal.ruling:
        document["ruling"] = deal.ruling
    return document


def _running(points: tuple[int | None, ...]) -> list[int | None]:
    """Return the total after each deal of one seat, None from the first deal that is not known."""
    return list(
        accumulate(
            points,
            lambda total, new: None if total is None or new is None else total + new,
        )
    )
