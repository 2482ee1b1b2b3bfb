"""The page of settings of kleurenwiezen, and conversion between its cells and options."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from scoring.cells import filled, number_or_text, write
from scoring.game import Document, Options
from scoring.layout import YES, Chart, Choice, Field, Layout, Row
from scoring.text import Text
from scoring.whist.contracts import CONTRACTS
from scoring.whist.grids import NUMBERS, Grid, Number
from scoring.whist.named_grids import DEFAULT, GRIDS
from scoring.whist.options import (
    DEFAULT_DEALS,
    MOST_DEALS,
    MOST_POINTS,
    OF_OPPONENTS,
    grid_document,
)

OWN = "own"
NAMES: dict[str, Text] = {
    "concours": Text("concours (België)", "concours (Belgium)"),
    "whisthub": Text("Whisthub", "Whisthub"),
    OWN: Text("eigen puntenrooster", "own points grid"),
}
DEALS = Text("spelletjes in een ronde", "deals in a round")
DEALS_HELP = Text(
    "Een veelvoud van 4; een spelletje waarin allen passen telt niet mee.",
    "A multiple of 4; a deal that all pass does not count.",
)
GRID = Text("puntenrooster", "points grid")
GRID_HELP = Text(
    "Wie hieronder een getal verandert, maakt er een eigen puntenrooster van.",
    "Changing a number below makes it a grid of your own.",
)
ZERO_SUM = Text("samen altijd 0", "always 0 together")
ZERO_SUM_HELP = Text(
    "De spelers verrekenen onderling: de getallen zijn wat één speler en één tegenspeler elkaar"
    " betalen.",
    "The players settle with each other: the numbers are what one declarer and one opponent pay.",
)
LABELS: dict[Number, Text] = {
    "won": Text("gewonnen", "won"),
    "overtrick": Text("per overslag", "per overtrick"),
    "most": Text("ten hoogste", "at most"),
    "all": Text("alle 13 slagen", "all 13 tricks"),
    "lost": Text("verloren", "lost"),
    "further": Text("per verdere slag tekort", "per further trick short"),
    "opponents": Text("elke tegenspeler bij verlies", "each opponent when lost"),
    "opponents_further": Text(
        "en per verdere slag tekort of verliezer", "and per further trick short or loser"
    ),
}


@lru_cache(maxsize=1)
def settings_layout() -> Layout:
    """Return the page of settings: a head, and a row of points for each contract."""
    grids = tuple(Choice(key, name) for key, name in NAMES.items())
    return Layout(
        head=(
            Field("deals", "number", DEALS, most=MOST_DEALS, help=DEALS_HELP),
            Field("grid", "choice", GRID, choices=grids, help=GRID_HELP),
            Field("zero_sum", "yes", ZERO_SUM, help=ZERO_SUM_HELP),
        ),
        row_heading=Text("spel", "contract"),
        rows=tuple(
            Row(
                number,
                f"grid.{contract.key}",
                "",
                name=contract.name,
                cells=tuple(
                    Field(f"grid.{contract.key}.{key}", "number", label, most=MOST_POINTS)
                    for key, label in LABELS.items()
                ),
            )
            for number, contract in enumerate(CONTRACTS, 1)
        ),
    )


def options_from_cells(cells: Mapping[str, str], shown: Grid) -> Options:
    """Return the options written in the cells, a mapping of path to text.

    `shown` is the grid with which the page was made. If only another grid was chosen on it, that
    grid is the option. Numbers that no named grid has make a grid of the organiser's own.
    """
    written = filled(cells)
    options: Options = {}
    deals = number_or_text(written.get("deals", str(DEFAULT_DEALS)))
    if deals != DEFAULT_DEALS:
        options["deals"] = deals
    grid = _grid_from_cells(written, shown)
    if grid != DEFAULT:
        options["grid"] = grid
    return options


def _grid_from_cells(written: Mapping[str, str], shown: Grid) -> str | Document:
    chosen = written.get("grid", DEFAULT)
    numbers = _numbers(written)
    # A page that shows no numbers only chooses a grid.
    if not any(numbers["contracts"].values()) and chosen != OWN:
        return chosen
    known = {name: grid_document(grid) for name, grid in GRIDS.items()}
    # The numbers are still those of the page before, or those of a named grid: the choice decides.
    if chosen != OWN and numbers in (*known.values(), grid_document(shown)):
        return chosen
    return next((name for name, grid in known.items() if grid == numbers), numbers)


def _numbers(written: Mapping[str, str]) -> Document:
    """Return the grid as its numbers are written.

    In a grid that adds up to 0 the numbers of opponents follow from the others and are left out.
    """
    is_zero_sum = "zero_sum" in written
    used_numbers = [key for key in NUMBERS if not (is_zero_sum and key in OF_OPPONENTS)]
    contracts: dict[str, dict[str, Any]] = {}
    for contract in CONTRACTS:
        line = {key: written.get(f"grid.{contract.key}.{key}", "0") for key in used_numbers}
        read = {key: number_or_text(text) for key, text in line.items()}
        contracts[contract.key] = {key: value for key, value in read.items() if value != 0}
    return {"zero_sum": is_zero_sum, "contracts": contracts}


def options_to_cells(options: object) -> dict[str, str]:
    """Return the text of the cells under these options by path, with the numbers of the grid."""
    given = options if isinstance(options, dict) else {}
    cells: dict[str, str] = {}
    write(cells, "deals", given.get("deals", DEFAULT_DEALS))
    grid = given.get("grid", DEFAULT)
    if isinstance(grid, dict):
        cells["grid"] = OWN
    else:
        write(cells, "grid", grid)
        grid = grid_document(GRIDS[grid]) if isinstance(grid, str) and grid in GRIDS else {}
    if grid.get("zero_sum") is True:
        cells["zero_sum"] = YES
    contracts = grid.get("contracts")
    for contract in CONTRACTS if isinstance(contracts, dict) else ():
        line = contracts.get(contract.key)
        if isinstance(line, dict):
            for key in NUMBERS:
                write(cells, f"grid.{contract.key}.{key}", line.get(key))
    return cells


def grid_chart(grid: Grid) -> Chart:
    """Return the points grid as a table for people: a row of numbers for each contract."""
    shown = [key for key in LABELS if not (grid.is_zero_sum and key in OF_OPPONENTS)]
    rows = []
    for contract in CONTRACTS:
        line = grid.line(contract)
        rows.append((contract.name, *(_points(getattr(line, key), key) for key in shown)))
    headings = (Text("spel", "contract"), *(LABELS[key] for key in shown))
    return Chart(_title(grid), headings, tuple(rows))


def _points(points: int, key: Number) -> Text:
    """Return a number for people, with a typographic minus; "" for a 0 that means no points."""
    if points == 0 and key not in ("won", "lost"):
        return Text("", "")
    written = str(points).replace("-", "\N{MINUS SIGN}")
    return Text(written, written)


def _title(grid: Grid) -> Text:
    name = next((NAMES[key] for key, named in GRIDS.items() if named == grid), NAMES[OWN])
    if grid.is_zero_sum:
        return Text(
            f"Puntenrooster: {name.nl}, tussen elke speler en elke tegenspeler",
            f"Points grid: {name.en}, between each declarer and each opponent",
        )
    return Text(f"Puntenrooster: {name.nl}", f"Points grid: {name.en}")
