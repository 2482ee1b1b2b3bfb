"""Differences between documents of one table, and between totals on the paper and its deals."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.game import Game
from scoring.layout import Field
from scoring.paper_totals import paper_total_problems
from scoring.text import Text
from scoring.totals import totals_fields
from wk.scoreforms.cells import Cell, options_of
from wk.tournament.models import Entry


@dataclass(frozen=True, slots=True)
class Difference:
    """A cell in which two documents differ, with its value in each."""

    field: Field
    mine: str
    theirs: str

    @property
    def mine_in_words(self) -> Text:
        """Return the value in my document, in words."""
        return _in_words(self.field, self.mine)

    @property
    def theirs_in_words(self) -> Text:
        """Return the value in their document, in words."""
        return _in_words(self.field, self.theirs)


def differences(game: Game, seats: int, mine: object, theirs: object) -> tuple[Difference, ...]:
    """Return the cells in which two documents of one table differ, in the order of writing.

    One document may have more rows than the other: the cells of both are compared.
    """
    return tuple(
        Difference(field, *values) for field, values in _differing(game, seats, (mine, theirs))
    )


def differing_cells(
    game: Game, entries: tuple[Entry, ...], documents: Sequence[object]
) -> tuple[tuple[Cell, ...], ...]:
    """Return the cells in which documents of one table differ, in the order of writing.

    Each item holds the cell of every document. `entries`: the players of the table in seat order.
    """
    return tuple(
        tuple(_cell(field, value, entries) for value in values)
        for field, values in _differing(game, len(entries), documents)
    )


@dataclass(frozen=True, slots=True)
class PaperTotal:
    """The total of one player on the paper beside the total of the deals.

    `on_paper`: the total on the paper, None if it was not typed. `points`: the total of the deals.
    `problem`: the difference in words, None if they are equal.
    """

    entry: Entry
    on_paper: int | None
    points: int
    problem: Text | None


def paper_totals(
    game: Game, entries: tuple[Entry, ...], document: object, totals: Sequence[int | None]
) -> tuple[PaperTotal, ...]:
    """Return the totals on the paper beside those of the deals; nothing if no total was typed."""
    if all(total is None for total in totals):
        return ()
    problems = paper_total_problems(game, document, len(entries), totals)
    words = {problem.place.seat: problem.text for problem in problems}
    points = game.progress(document, len(entries)).totals
    return tuple(
        PaperTotal(entry, on_paper, total, words.get(seat))
        for seat, (entry, on_paper, total) in enumerate(
            zip(entries, totals, points, strict=False), 1
        )
    )


def _differing(
    game: Game, seats: int, documents: Sequence[object]
) -> list[tuple[Field, tuple[str, ...]]]:
    """Return the cells that differ, with the value of each document.

    Cells are in the order of the longest form. Cells that only other documents have come last.
    """
    cells = [game.to_cells(document) for document in documents]
    layouts = [game.layout(seats, document) for document in documents]
    # Documents may have different numbers of rows; the longest form has the rows of all.
    layouts.sort(key=lambda layout: len(layout.rows), reverse=True)
    fields = {field.path: field for layout in layouts for field in layout.fields}
    # Totals have cells in no layout, but a document may have them in place of deals.
    fields |= {field.path: field for field in totals_fields(seats)}
    values = ((field, tuple(c.get(path, "") for c in cells)) for path, field in fields.items())
    return [(field, texts) for field, texts in values if len(set(texts)) > 1]


def _cell(field: Field, value: str, entries: tuple[Entry, ...]) -> Cell:
    seat = field.place.seat
    options = options_of(field, value, entries)
    if not 1 <= seat <= len(entries):
        return Cell(field, value, False, options)
    return Cell(field, value, False, options, entries[seat - 1], str(entries[seat - 1]))


def _in_words(field: Field, value: str) -> Text:
    """Return the text of a choice, and any other value as it is."""
    chosen = (choice.text for choice in field.choices if choice.value == value)
    return next(chosen, Text(value, value))
