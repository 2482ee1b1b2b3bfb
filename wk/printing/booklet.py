"""The booklet of an edition: every form that counts, with its deals, in a few columns of text."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from scoring.layout import Figure, FigureColumn
from wk.core.formatting import halves, signed, words
from wk.scoreforms.models import Version
from wk.scoreforms.sheet import Sheet, SheetHeading, sheet
from wk.tournament.models import Entry, Round, Table

HALF_A_PAGE = 24  # forms with more deals than this have a page of their own
HIGH, ALONE = 134.0, 269.0  # millimetres of a form on half a page, and on a whole one
AROUND = 38.0  # of that: the heading, the names, and the totals
HIGHEST_ROW = 5.2


@dataclass(frozen=True, slots=True)
class BookColumn:
    """A column of a form: its heading, its CSS class, and a line of text for each deal."""

    heading: str
    kind: str
    lines: str


@dataclass(frozen=True, slots=True)
class BookSide:
    """A side of a form: its players, its columns, and its total with match points."""

    name: str
    entries: tuple[Entry, ...]
    columns: tuple[BookColumn, ...]
    points: str
    match_points: str


@dataclass(frozen=True, slots=True)
class BookForm:
    """A form in the booklet. `columns` are those before the sides, `remarks` stand below it."""

    round: int
    table: int
    columns: tuple[BookColumn, ...]
    sides: tuple[BookSide, ...]
    remarks: tuple[str, ...]
    rows: int

    @property
    def row_height(self) -> float:
        """Return the height of a deal in millimetres."""
        high = HIGH if self.rows <= HALF_A_PAGE else ALONE
        return round(min(HIGHEST_ROW, (high - AROUND) / max(1, self.rows)), 3)


def book_forms(rounds: Iterable[Round]) -> Iterator[BookForm]:
    """Yield the forms that count of rounds, by round and table; five queries a round."""
    for round in rounds:
        counted = Version.objects.filter(is_counted=True, form__table__round=round)
        contents = dict(counted.values_list("form__table", "content"))
        tables = Table.objects.filter(pk__in=contents).order_by("number")
        for table in tables.prefetch_related("seats__entry"):
            entries = tuple(seat.entry for seat in table.seats.all())
            shown = sheet(round.rules, entries, contents[table.pk])
            yield book_form(round.number, table.number, shown)


def in_pages(forms: Iterable[BookForm]) -> Iterator[tuple[BookForm, ...]]:
    """Yield forms as they share pages: two on a page, or one with many deals or remarks.

    Two of a round stand together, so that a page has one heading.
    """
    waiting: list[BookForm] = []
    for form in forms:
        alone = form.rows > HALF_A_PAGE or len(form.remarks) > 1
        if waiting and (alone or waiting[0].round != form.round):
            yield (waiting.pop(),)
        if alone:
            yield (form,)
            continue
        waiting.append(form)
        if len(waiting) == 2:
            yield tuple(waiting)
            waiting = []
    if waiting:
        yield tuple(waiting)


def book_form(round: int, table: int, shown: Sheet) -> BookForm:
    """Return a form as the booklet has it, with the numbers of its round and table."""
    read = shown.for_reading()
    rows = read.rows
    of_row = [
        BookColumn(words(field.label), "written", _lines(words(r.cells[n].shown) for r in rows))
        for n, field in enumerate(read.columns)
    ]
    heading = words(read.layout.row_heading).partition(" (")[0]
    label = BookColumn(heading, "label", _lines(row.label for row in rows))
    remarks = [f"{row.number}: {words(row.remark)}" for row in rows if row.remark]
    return BookForm(
        round=round,
        table=table,
        columns=(label, *of_row),
        sides=tuple(_side(read, at, heading) for at, heading in enumerate(read.sides)),
        remarks=tuple(remarks),
        rows=len(rows),
    )


def _side(read: Sheet, at: int, heading: SheetHeading) -> BookSide:
    sides = [row.sides[at] for row in read.rows]
    written = [
        BookColumn(words(label), "written", _lines(words(s.cells[n].shown) for s in sides))
        for n, label in enumerate(read.layout.columns)
    ]
    figures = chain.from_iterable(
        _figures(n, [side.computed for side in sides], read)
        for n in range(len(read.layout.figures))
    )
    total = heading.total
    won = total.result.match_points if total.result else None
    name = words(heading.side.name) if heading.side.name else ""
    return BookSide(name, heading.entries, (*written, *figures), signed(total.points), halves(won))


def _figures(
    n: int, computed: Sequence[Sequence[tuple[Figure, FigureColumn]]], read: Sheet
) -> Iterator[BookColumn]:
    column = read.layout.figures[n]
    values = [each[n][0] for each in computed]
    yield BookColumn(words(column.label), "points", _lines(signed(v.value) for v in values))
    if column.sum:
        yield BookColumn(words(column.sum), "sum", _lines(signed(v.sum) for v in values))


def _lines(texts: Iterable[str]) -> str:
    """Return a text with a line for each deal; a deal without one has a space that is kept."""
    return "\n".join(text or "\N{NO-BREAK SPACE}" for text in texts)
