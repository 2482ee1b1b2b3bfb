"""The data with which a table's phone works without a network: a form and its rules.

Every text is given in all languages, so that the phone can switch language by itself.
"""

from collections.abc import Collection, Sequence
from typing import Any

from scoring.firstdealer import HIGHEST_DEALS
from scoring.game import Document, Game
from scoring.guide import Guide, GuideRow
from scoring.layout import Field, Layout, Progress, Row, Sum
from scoring.problems import Place, Problem
from scoring.text import Text
from wk.core.formatting import breakable, halves
from wk.phones.queries import FirstDealerDraw
from wk.tournament.clock import Clock
from wk.tournament.models import Entry, Seat
from wk.tournament.name_search import distinct_names

RED = "♥♦"
MOST_PROBLEMS = 20  # more than anybody reads on a phone

Data = dict[str, Any]


def by_language(text: Text) -> dict[str, str]:
    """Return a text in each language."""
    return {"nl": text.nl, "en": text.en}


def form_data(game: Game, entries: Sequence[Entry], document: Document) -> Data:
    """Return the form of a table with its guide, as data; `entries` are in seat order."""
    seats = len(entries)
    layout, guide = game.layout(seats, document), game.guide(seats, document)
    guided = {row.path: row for row in guide.rows}
    builder = _RowConverter(layout, guide)
    return {
        "seats": [
            {"number": entry.number, "name": breakable(name)}
            for entry, name in zip(entries, distinct_names(entries), strict=True)
        ],
        "players": " ".join(str(entry.number) for entry in entries),
        "head": [builder.cell(field) for field in layout.head],
        "rows": [builder.row(row, guided.get(row.path)) for row in layout.rows],
        "tail": [builder.cell(field) for field in layout.tail],
        "columns": [by_language(column) for column in layout.columns],
        "marks": [{"letter": m.letter, "meaning": by_language(m.meaning)} for m in layout.marks],
        "sides": [
            {"seats": list(side.seats), "name": by_language(side.name) if side.name else None}
            for side in layout.sides
        ],
        "heading": by_language(layout.row_heading),
        "firstDealer": guide.first_dealer,
        "worth": dict(guide.worth),
        "size": len(layout.fields),
    }


def draw_data(drawn: FirstDealerDraw) -> Data:
    """Return the cards of the draw for the first dealer, the seat of that dealer, and the rule."""
    deals = [
        [{"text": by_language(card.text), "red": card.text.nl[0] in RED} for card in cards]
        for cards in drawn.deals
    ]
    return {"deals": deals, "seat": drawn.seat, "rule": by_language(HIGHEST_DEALS)}


def clock_data(clock: Clock) -> Data:
    """Return the clock of a table as data.

    Times are in milliseconds; each warning starts `from` so many seconds before the end.
    """
    return {
        "now": clock.now_ms,
        "ends": clock.ends_ms,
        "isPaused": clock.is_paused,
        "warnings": [{"from": warn.seconds, "says": warn.key} for warn in clock.warnings],
    }


def next_data(round: int, seats: Sequence[Seat]) -> Data | None:
    """Return where players sit in a round, as data; None without public seats."""
    if not seats:
        return None
    names = distinct_names([seat.entry for seat in seats])
    return {
        "round": round,
        "seats": [
            {
                "number": seat.entry.number,
                "name": breakable(name),
                "table": seat.table.number,
                "seat": seat.number,
            }
            for seat, name in zip(seats, names, strict=True)
        ],
    }


def known_data(game: Game, seats: int, document: Document) -> Data:
    """Return the figures and problems of a form that may be incomplete, as data."""
    progress, layout = game.progress(document, seats), game.layout(seats, document)
    wrong = [problem for problem in progress.problems if not problem.is_missing]
    missing = [problem for problem in progress.problems if problem.is_missing]
    return {
        "size": len(layout.fields),
        "done": progress.done,
        "deals": progress.deals,
        "totals": list(progress.totals),
        "wrong": problems_data(wrong, layout.reserved),
        "missing": problems_data(missing),
        "notices": problems_data(progress.notices),
        "rows": _rows_data(progress),
        "results": results_data(progress),
    }


def results_data(progress: Progress) -> list[Data]:
    """Return points, place and match points of each seat; empty until nothing is missing."""
    return [
        {"points": each.points, "place": each.place, "matchPoints": halves(each.match_points)}
        for each in progress.result
    ]


def problems_data(
    problems: Sequence[Problem], reserved: Collection[str] = frozenset()
) -> list[Data]:
    """Return problems as data: code, path, place, seat and text of each.

    `office`: only the office can solve the problem, as its cell is one of `reserved`.
    """
    return [
        {
            "code": problem.code,
            "path": problem.path,
            "place": by_language(Place(problem.place.deal).text),
            "seat": problem.place.seat,
            "text": by_language(problem.text),
            "office": problem.path in reserved,
        }
        for problem in problems[:MOST_PROBLEMS]
    ]


def _rows_data(progress: Progress) -> list[Data]:
    return [
        {
            "dealer": row.dealer,
            "figures": [[figure.value for figure in side] for side in row.figures],
            "remark": by_language(row.remark) if row.remark else None,
        }
        for row in progress.rows
    ]


class _RowConverter:
    """Converter of the rows and cells of one layout to data."""

    def __init__(self, layout: Layout, guide: Guide) -> None:
        self.letters = [mark.letter for mark in layout.marks]
        # A key of `worth` has the texts of the cells of a block. Here are all texts by index in it.
        self.marked = [set(values) for values in zip(*map(str.split, guide.worth), strict=False)]

    def row(self, row: Row, guided: GuideRow | None) -> Data:
        """Return one deal as data. `orders` and `dealers` have an item for each first dealer."""
        return {
            "path": row.path,
            "number": row.number,
            "label": row.label,
            "name": by_language(row.name or Place(row.number).text),
            "cells": [self.cell(field) for field in row.cells],
            "sides": [[self.cell(f, place) for place, f in enumerate(side)] for side in row.sides],
            "notes": [self.cell(field) for field in row.notes if not field.reserved],
            "sums": [_sum(each) for each in row.sums],
            "barred": [_sum(each) for each in row.barred],
            "dealers": list(guided.dealers) if guided else [],
            "orders": [list(order) for order in guided.orders] if guided else [],
        }

    def cell(self, field: Field, place: int = -1) -> Data:
        """Return one cell as data.

        `place` is its index in the block of its side, -1 outside a block. A mark may be written in
        a cell if the guide has points for it there.
        """
        known = self.marked[place] if 0 <= place < len(self.marked) else set()
        return {
            "path": field.path,
            "kind": field.kind,
            "label": by_language(field.label),
            "help": by_language(field.help) if field.help else None,
            "seat": field.place.seat,
            "most": field.most,
            "longest": field.longest,
            "choices": [{"value": c.value, "text": by_language(c.text)} for c in field.choices],
            "marks": [letter for letter in self.letters if letter in known],
        }


def _sum(each: Sum) -> Data:
    return {"paths": list(each.paths), "total": each.total}
