"""The layout of a form of kleurenwiezen, and conversion between its cells and its document."""

import re
from collections.abc import Mapping
from functools import lru_cache

from scoring.cells import filled, is_integer, number_or_text, numbers_or_texts, write, write_all
from scoring.game import Document
from scoring.layout import YES, Choice, Field, FigureColumn, Layout, Row, Side
from scoring.problems import Place
from scoring.text import Text
from scoring.whist.contracts import CARDS, CONTRACTS, SEATS
from scoring.whist.form import most_rows
from scoring.whist.grids import Grid
from scoring.whist.paper import paper_of

ALL_PASSED = Choice("passed", Text("rondgepast", "all passed"))
CHOICES = (*(Choice(contract.key, contract.name) for contract in CONTRACTS), ALL_PASSED)
CONTRACT = Text("spel", "contract")
TRICKS = Text("slagen", "tricks")
TRICKS_HELP = Text(
    "Met meer spelers van een miserie of piccolo: van elk, naar plaats, met een spatie ertussen.",
    "With several players of a misère or piccolo: of each, by seat, with a space between.",
)
PLAYS = Text("speelt", "plays")
REFEREE = Text("scheidsrechter", "referee")
REFEREE_HELP = Text(
    "Wie keurde het goed? Nodig boven troel.", "Who approved it? Needed above troel."
)
# Three digits are enough: a form has fewer than a thousand rows.
ROW = re.compile(r"deals\.([0-9]{1,3})\.", re.ASCII)


@lru_cache(maxsize=64)
def layout(rows: int, grid: Grid) -> Layout:
    """Return the form with so many rows; its paper shows the points of a grid."""
    return Layout(
        row_heading=Text("spelletje", "deal"),
        sides=tuple(Side((seat,)) for seat in range(1, SEATS + 1)),
        columns=(PLAYS,),
        figures=(FigureColumn(Text("punten", "points"), Text("totaal", "total")),),
        rows=tuple(_row(number) for number in range(1, rows + 1)),
        paper=paper_of(grid, CONTRACT, ALL_PASSED.text, rows),
    )


def _row(number: int) -> Row:
    path, place = f"deals.{number - 1}", Place(number)
    return Row(
        number,
        path,
        str(number),
        sides=tuple(
            (Field(f"{path}.declarers.{seat}", "yes", PLAYS, Place(number, seat + 1)),)
            for seat in range(SEATS)
        ),
        cells=(
            Field(f"{path}.contract", "choice", CONTRACT, place, choices=CHOICES),
            Field(f"{path}.tricks", "numbers", TRICKS, place, CARDS, help=TRICKS_HELP),
        ),
        notes=(Field(f"{path}.referee", "text", REFEREE, place, help=REFEREE_HELP),),
    )


def from_cells(cells: Mapping[str, str], deals: int) -> Document:
    """Return the document of the cells, a mapping of path to text; `deals` limits its rows."""
    written = filled(cells)
    document: Document = {}
    totals = numbers_or_texts(written, "totals", SEATS)
    if totals:
        document["totals"] = totals
    found = [int(row[1]) for row in map(ROW.match, written) if row]
    last = max((index for index in found if index < most_rows(deals)), default=-1)
    rows = [_deal_from_cells(written, f"deals.{index}") for index in range(last + 1)]
    while rows and not rows[-1]:
        rows.pop()
    if rows:
        document["deals"] = rows
    return document


def _deal_from_cells(written: Mapping[str, str], path: str) -> Document:
    deal: Document = {}
    contract = written.get(f"{path}.contract")
    if contract == ALL_PASSED.value:
        deal["passed"] = True
    elif contract:
        deal["contract"] = contract
    # Any text in a box counts as a cross.
    declarers = [seat for seat in range(1, SEATS + 1) if f"{path}.declarers.{seat - 1}" in written]
    if declarers:
        deal["declarers"] = declarers
    if f"{path}.tricks" in written:
        deal["tricks"] = _tricks(written[f"{path}.tricks"])
    if f"{path}.referee" in written:
        deal["referee"] = written[f"{path}.referee"]
    return deal


def _tricks(text: str) -> object:
    """Return the number written, a list of several, or the text if one is no number."""
    values = [number_or_text(part) for part in text.split()]
    if len(values) == 1:
        return values[0]
    return values if all(isinstance(value, int) for value in values) else text


def to_cells(document: object, deals: int) -> dict[str, str]:
    """Return the text of the cells of a document, by path."""
    cells: dict[str, str] = {}
    if not isinstance(document, dict):
        return cells
    write_all(cells, "totals", document.get("totals"))
    rows = document.get("deals")
    for index, deal in enumerate(rows[: most_rows(deals)] if isinstance(rows, list) else []):
        if isinstance(deal, dict):
            _deal_to_cells(cells, deal, f"deals.{index}")
    return cells


def _deal_to_cells(cells: dict[str, str], deal: Document, path: str) -> None:
    contract = ALL_PASSED.value if deal.get("passed") is True else deal.get("contract")
    write(cells, f"{path}.contract", contract)
    declarers, tricks = _by_seat(deal.get("declarers"), deal.get("tricks"))
    for seat in declarers:
        cells[f"{path}.declarers.{seat - 1}"] = YES
    write(cells, f"{path}.tricks", tricks)
    write(cells, f"{path}.referee", deal.get("referee"))


def _by_seat(declarers: object, tricks: object) -> tuple[list[int], object]:
    """Return the seats of the declarers, and the text of their tricks in seat order."""
    seats = declarers if isinstance(declarers, list) else []
    right = [seat for seat in seats if is_integer(seat) and 1 <= seat <= SEATS]
    if isinstance(tricks, list):
        # Only a right list can be sorted by seat; a wrong one is shown as it was written.
        if len(tricks) == len(seats) == len(right):
            tricks = [tricks[place] for place in sorted(range(len(right)), key=right.__getitem__)]
        plain = [value for value in tricks[: SEATS + 1] if isinstance(value, int | float | str)]
        tricks = " ".join(map(str, plain)) or None
    return right, tricks
