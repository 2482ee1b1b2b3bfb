"""Conversion between the cells of a Boerenbridge form and its document."""

from collections.abc import Mapping
from typing import Any

from scoring.boerenbridge.layout import marks
from scoring.boerenbridge.penalties import MOST_PENALTIES
from scoring.boerenbridge.rules import InfractionKind, Rules
from scoring.cells import filled, is_integer, number_or_text, numbers_or_texts, write, write_all
from scoring.game import Document
from scoring.layout import YES


def document_of(rules: Rules, cells: Mapping[str, str], seats: int) -> Document:
    """Return the document of the cells, a mapping of path to text; empty cells are left out."""
    written = filled(cells)
    document: Document = {}
    totals = numbers_or_texts(written, "totals", seats)
    if totals:
        document["totals"] = totals
    if "first_dealer" in written:
        document["first_dealer"] = number_or_text(written["first_dealer"])
    deals = [_deal(rules, written, f"deals.{n}", seats) for n in range(len(rules.deals))]
    # Empty deals at the end are left out; one between others keeps its place as {}.
    while deals and not deals[-1]:
        deals.pop()
    if deals:
        document["deals"] = deals
    return document


def _deal(rules: Rules, written: Mapping[str, str], path: str, seats: int) -> Document:
    deal: Document = {}
    bids = numbers_or_texts(written, f"{path}.bids", seats)
    if bids:
        deal["bids"] = bids
    deal |= _tricks(marks(rules), numbers_or_texts(written, f"{path}.tricks", seats))
    if rules.misdeal:
        deal |= _scorer_entries(written, path, seats)
    if f"{path}.ruling" in written:
        deal["ruling"] = written[f"{path}.ruling"]
    return deal


def _tricks(letters: Mapping[str, InfractionKind], tricks: list[int | str | None]) -> Document:
    """Return tricks and infractions by their keys in a deal; `tricks` has a value for each seat.

    A letter in place of a number marks the seat as offender. Several kinds of letter give a list of
    infractions, which is refused later (A4).
    """
    found: Document = {}
    # A mark may be typed as a small letter.
    marked = [v.upper() if isinstance(v, str) else "" for v in tricks]
    infractions = [
        {"kind": kind, "seats": [seat for seat, mark in enumerate(marked, 1) if mark == letter]}
        for letter, kind in letters.items()
        if letter in marked
    ]
    if infractions:
        found["infraction"] = infractions[0] if len(infractions) == 1 else infractions
        # The offender's cell holds the mark, so its number of tricks is none.
        tricks = [None if m in letters else v for m, v in zip(marked, tricks, strict=True)]
    if any(value is not None for value in tricks):
        found["tricks"] = tricks
    return found


def _scorer_entries(written: Mapping[str, str], path: str, seats: int) -> Document:
    """Return the misdeal and the penalties that the scorer wrote, by their keys in the deal."""
    penalties = [_penalty(written, f"{path}.penalties.{n}") for n in range(MOST_PENALTIES)]
    # Empty slots before a penalty stay: they keep each penalty in its own row on the page.
    while penalties and not penalties[-1]:
        penalties.pop()
    found = {"misdeal": _misdeal(written, f"{path}.misdeal", seats), "penalties": penalties}
    return {key: value for key, value in found.items() if value}


def _misdeal(written: Mapping[str, str], path: str, seats: int) -> Document:
    misdeal: Document = {}
    if f"{path}.stage" in written:
        misdeal["stage"] = written[f"{path}.stage"]
    guilty = [seat + 1 for seat in range(seats) if f"{path}.seats.{seat}" in written]
    if guilty:
        misdeal["seats"] = guilty
    return misdeal


def _penalty(written: Mapping[str, str], path: str) -> Document:
    penalty: Document = {}
    for key in ("seat", "points"):
        if f"{path}.{key}" in written:
            penalty[key] = number_or_text(written[f"{path}.{key}"])
    if f"{path}.why" in written:
        penalty["why"] = written[f"{path}.why"]
    return penalty


def cells_of(rules: Rules, document: object) -> dict[str, str]:
    """Return the text of the cells of a document, by path; values without a cell are left out."""
    cells: dict[str, str] = {}
    if not isinstance(document, dict):
        return cells
    write(cells, "first_dealer", document.get("first_dealer"))
    write_all(cells, "totals", document.get("totals"))
    for index, deal in enumerate(_list(document.get("deals"))):
        if isinstance(deal, dict):
            _write_deal(cells, f"deals.{index}", deal, rules)
    return cells


def _write_deal(cells: dict[str, str], path: str, deal: dict[str, Any], rules: Rules) -> None:
    write_all(cells, f"{path}.bids", deal.get("bids"))
    write_all(cells, f"{path}.tricks", deal.get("tricks"))
    _write_marks(cells, f"{path}.tricks", deal.get("infraction"), rules)
    if rules.misdeal:
        _write_misdeal(cells, f"{path}.misdeal", deal.get("misdeal"))
        for slot, penalty in enumerate(_list(deal.get("penalties"))[:MOST_PENALTIES]):
            if isinstance(penalty, dict):
                for key in ("seat", "points", "why"):
                    write(cells, f"{path}.penalties.{slot}.{key}", penalty.get(key))
    write(cells, f"{path}.ruling", deal.get("ruling"))


def _write_marks(cells: dict[str, str], path: str, infractions: object, rules: Rules) -> None:
    # A refused document may have a list of infractions (A4): its marks are shown all the same.
    letters = marks(rules)
    for infraction in infractions if isinstance(infractions, list) else [infractions]:
        if isinstance(infraction, dict):
            letter = next((m for m, kind in letters.items() if kind == infraction.get("kind")), "")
            for seat in _list(infraction.get("seats")):
                if is_integer(seat) and letter:
                    cells[f"{path}.{seat - 1}"] = letter


def _write_misdeal(cells: dict[str, str], path: str, misdeal: object) -> None:
    if isinstance(misdeal, dict):
        write(cells, f"{path}.stage", misdeal.get("stage"))
        for seat in _list(misdeal.get("seats")):
            if is_integer(seat):
                cells[f"{path}.seats.{seat - 1}"] = YES


def _list(value: object) -> list[Any]:
    """Return a list as it is, and an empty one for any other JSON value."""
    return value if isinstance(value, list) else []


def penalties_written(document: object, deals: int) -> tuple[int, ...]:
    """Return the number of penalties written in each of the first `deals` deals."""
    raw = _list(document.get("deals")) if isinstance(document, dict) else []
    return tuple(
        min(len(_list(deal.get("penalties"))), MOST_PENALTIES) if isinstance(deal, dict) else 0
        for deal in raw[:deals]
    )
