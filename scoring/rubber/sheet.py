"""The layout of a form of rubber bridge, and conversion between its cells and its document."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from scoring.cells import filled, number_or_text, numbers_or_texts, write, write_all
from scoring.game import Document
from scoring.layout import YES, Choice, Field, FigureColumn, Layout, Numbers, Paper, Row, Side
from scoring.pairs import TABLE
from scoring.problems import Place
from scoring.rubber.contracts import FIRST_TRICK, HIGHEST_LEVEL, PER_TRICK, TRICKS
from scoring.rubber.course import SIDE_NAMES, letter
from scoring.rubber.form import MOST_DEALS, written_deals
from scoring.rubber.rules import GAME, RUBBER_BONUS
from scoring.text import Text

ROWS_ON_PAPER = 16
FEWEST_ROWS = 12  # on a screen
EMPTY_ROWS = 4  # after the last deal written
ROW_CELL = re.compile(
    r"contracts\.([0-9]{1,6})\."
    r"(passed|declarer|level|strain|doubled|tricks|honours\.points|honours\.seat)",
    re.ASCII,
)

PASSED = Text("rondgepast", "passed out")
DECLARER = Text("leider", "declarer")
LEVEL = Text("hoogte", "level")
STRAIN = Text("kleur", "strain")
DOUBLED = Text("doublet", "doubled")
TRICKS_WON = Text("slagen", "tricks")
HONOURS = Text("honneurs", "honours")
HONOURS_SEAT = Text("honneurs van", "honours of")
UNFINISHED = Text("gestopt voor de robber uit was", "stopped before the rubber was won")

SEAT_HELP = Text(
    "de plaats: 1 is noord, 2 oost, 3 zuid, 4 west", "the seat: 1 is north, 2 east, 3 south, 4 west"
)
LEVEL_HELP = Text("het bod zonder de kleur: 1 tot en met 7", "the bid without its strain: 1 to 7")
TRICKS_HELP = Text("alle slagen van leider en dummy", "all tricks of declarer and dummy")
HONOURS_HELP = Text(
    "100: vier van A H V B 10 van troef in één hand; 150: alle vijf, of bij SA vier azen",
    "100: four of A K Q J 10 of trump in one hand; 150: all five, or four aces at NT",
)
SCORING = Text(
    "onder, per geboden slag: ♣ ♦ {minor} · ♥ ♠ {major} · SA {first}, verder {further} · "
    "manche {game} · robber 2–0 {straight}, 2–1 {in_three}",
    "below, each trick bid: ♣ ♦ {minor} · ♥ ♠ {major} · NT {first}, then {further} · "
    "game {game} · rubber 2–0 {straight}, 2–1 {in_three}",
).format(
    minor=PER_TRICK["C"],
    major=PER_TRICK["H"],
    first=PER_TRICK["NT"] + FIRST_TRICK["NT"],
    further=PER_TRICK["NT"],
    game=GAME,
    straight=RUBBER_BONUS[0],
    in_three=RUBBER_BONUS[1],
)
# Every amount is a multiple of ten (B-2 to B-8), and no total comes near the ends. The minus of a
# total of four digits is not read: the deals tell it.
NUMBERS = Numbers(points=range(0, 5000, 10), sums=range(-9990, 10_000, 10))
UNFINISHED_HELP = Text("alleen als geen paar twee manches heeft", "only if no pair has two games")
STRAIN_NAMES = {
    "C": Text("♣ klaveren", "♣ clubs"),
    "D": Text("♦ ruiten", "♦ diamonds"),
    "H": Text("♥ harten", "♥ hearts"),
    "S": Text("♠ schoppen", "♠ spades"),
    "NT": Text("SA", "NT"),
}
STRAIN_CHOICES = tuple(Choice(strain, name) for strain, name in STRAIN_NAMES.items())
DOUBLED_CHOICES = (
    Choice("1", Text("× doublet", "× doubled")),
    Choice("2", Text("×× redoublet", "×× redoubled")),
)
HONOURS_CHOICES = tuple(Choice(points, Text(points, points)) for points in ("100", "150"))


def layout(document: object, *, honours: bool) -> Layout:
    """Return the form with as many rows as the document needs, and some empty ones.

    Without a document the form has as many rows as a sheet of paper.
    """
    if document is None:
        return _layout(ROWS_ON_PAPER, honours)
    rows = max(FEWEST_ROWS, len(written_deals(document)) + EMPTY_ROWS)
    return _layout(min(rows, MOST_DEALS), honours)


@lru_cache(maxsize=64)
def _layout(rows: int, honours: bool) -> Layout:
    return Layout(
        row_heading=Text("spel", "deal"),
        sides=(Side((1, 3), SIDE_NAMES[0]), Side((2, 4), SIDE_NAMES[1])),
        figures=(
            FigureColumn(Text("boven", "above")),
            FigureColumn(Text("onder", "below"), Text("manche", "game")),
        ),
        rows=tuple(
            Row(
                index + 1, f"contracts.{index}", letter(index + 1), ((), ()), _cells(index, honours)
            )
            for index in range(rows)
        ),
        tail=(Field("unfinished", "yes", UNFINISHED, help=UNFINISHED_HELP),),
        paper=Paper(scoring=SCORING, numbers=NUMBERS),
    )


def _cells(index: int, honours: bool) -> tuple[Field, ...]:
    at, place = f"contracts.{index}", Place(index + 1)
    cells = (
        Field(f"{at}.passed", "yes", PASSED, place),
        Field(f"{at}.declarer", "seat", DECLARER, place, TABLE, help=SEAT_HELP),
        Field(f"{at}.level", "number", LEVEL, place, HIGHEST_LEVEL, help=LEVEL_HELP),
        Field(f"{at}.strain", "choice", STRAIN, place, choices=STRAIN_CHOICES),
        Field(f"{at}.doubled", "choice", DOUBLED, place, choices=DOUBLED_CHOICES),
        Field(f"{at}.tricks", "number", TRICKS_WON, place, TRICKS, help=TRICKS_HELP),
    )
    if not honours:
        return cells
    points, seat = f"{at}.honours.points", f"{at}.honours.seat"
    return (
        *cells,
        Field(points, "choice", HONOURS, place, choices=HONOURS_CHOICES, help=HONOURS_HELP),
        Field(seat, "seat", HONOURS_SEAT, place, TABLE, help=SEAT_HELP),
    )


def from_cells(cells: Mapping[str, str]) -> Document:
    """Return the document of the cells, a mapping of path to text."""
    written = filled(cells)
    document: Document = {}
    totals = numbers_or_texts(written, "totals", TABLE)
    if totals:
        document["totals"] = totals
    rows: dict[int, dict[str, str]] = {}
    for path, text in written.items():
        cell = ROW_CELL.fullmatch(path)
        if cell:
            # All rows beyond the limit become one row too many: enough for the form to be refused.
            rows.setdefault(min(int(cell[1]), MOST_DEALS), {})[cell[2]] = text
    deals = [_deal_from_cells(rows.get(index, {})) for index in range(max(rows, default=-1) + 1)]
    while deals and not deals[-1]:
        deals.pop()
    if deals:
        document["contracts"] = deals
    if "unfinished" in written:
        document["unfinished"] = yes_or_text(written["unfinished"])
    return document


def _deal_from_cells(written: Mapping[str, str]) -> Document:
    deal: Document = {}
    if "passed" in written:
        deal["passed"] = yes_or_text(written["passed"])
    for key in ("declarer", "level"):
        if key in written:
            deal[key] = number_or_text(written[key])
    if "strain" in written:
        deal["strain"] = written["strain"].upper()
    # A row with more than a pass always has this key: an empty cell is 0.
    doubled = number_or_text(written.get("doubled", "0"))
    if doubled != 0 or ("passed" not in written and set(written) - {"doubled"}):
        deal["doubled"] = doubled
    if "tricks" in written:
        deal["tricks"] = number_or_text(written["tricks"])
    honours = {
        key: number_or_text(written[f"honours.{key}"])
        for key in ("seat", "points")
        if f"honours.{key}" in written
    }
    if honours:
        deal["honours"] = [honours]
    return deal


def yes_or_text(written: str) -> bool | str:
    """Return True for a crossed box, or the text in it if that is no cross."""
    return True if written.lower() == YES else written


def to_cells(document: object) -> dict[str, str]:
    """Return the text of the cells of a document, by path."""
    cells: dict[str, str] = {}
    if not isinstance(document, dict):
        return cells
    write_all(cells, "totals", document.get("totals"))
    # One row too many is shown, so that a form with too many is refused again, not cut off.
    for index, deal in enumerate(written_deals(document)[: MOST_DEALS + 1]):
        if isinstance(deal, dict):
            _write_deal(cells, f"contracts.{index}", deal)
    _write_yes(cells, "unfinished", document.get("unfinished"))
    return cells


def _write_deal(cells: dict[str, str], path: str, deal: dict[str, Any]) -> None:
    _write_yes(cells, f"{path}.passed", deal.get("passed"))
    for key in ("declarer", "level", "strain", "tricks"):
        write(cells, f"{path}.{key}", deal.get(key))
    if deal.get("doubled") != 0:
        write(cells, f"{path}.doubled", deal.get("doubled"))
    honours = deal.get("honours")
    held = honours[0] if isinstance(honours, list) and honours else None
    if isinstance(held, dict):
        write(cells, f"{path}.honours.points", held.get("points"))
        write(cells, f"{path}.honours.seat", held.get("seat"))


def _write_yes(cells: dict[str, str], path: str, value: object) -> None:
    # False and a missing value are both an empty box; a wrong value is shown as it is.
    if value is not False:
        write(cells, path, YES if value is True else value)
