"""Settings for an organiser: whether honours count (Δ1), and whether partners stay together."""

from collections.abc import Mapping
from typing import Literal, get_args

from scoring.cells import filled
from scoring.game import Options
from scoring.layout import YES, Choice, Field, Layout
from scoring.rubber.sheet import yes_or_text
from scoring.text import Text

Pairing = Literal["fixed", "rotating"]
PAIRINGS: tuple[Pairing, ...] = get_args(Pairing)  # the default first

HONOURS = Field(
    "honours",
    "yes",
    Text("honneurs tellen", "honours count"),
    help=Text(
        "100 of 150 punten voor vier of vijf honneurs in één hand; veel clubs spelen zonder",
        "100 or 150 points for four or five honours in one hand; many clubs play without",
    ),
)
PARTNERS = Field(
    "partners",
    "choice",
    Text("partners", "partners"),
    choices=(
        Choice("fixed", Text("vaste paren", "fixed pairs")),
        Choice("rotating", Text("elke ronde een andere partner", "another partner each round")),
    ),
)


def settings(*, knows_honours: bool) -> Layout:
    """Return the page of settings, with the cell for honours only if honours can score (Δ1)."""
    return Layout(head=(HONOURS, PARTNERS) if knows_honours else (PARTNERS,))


def options_from_cells(cells: Mapping[str, str], *, knows_honours: bool) -> Options:
    """Return the options that differ from the defaults.

    `cells` maps path to text. A value that makes no sense is kept as written.
    """
    written = filled(cells)
    options: Options = {}
    if knows_honours:
        # A box without a cross has no cell here: honours do not count then.
        honours = yes_or_text(written["honours"]) if "honours" in written else False
        if honours is not True:
            options["honours"] = honours
    partners = written.get("partners", PAIRINGS[0])
    if partners != PAIRINGS[0]:
        options["partners"] = partners
    return options


def options_to_cells(options: object, *, knows_honours: bool) -> dict[str, str]:
    """Return the text of the cells under these options by path, with defaults filled in."""
    known = options if isinstance(options, dict) else {}
    honours = known.get("honours", True)
    cells = {"partners": str(known.get("partners", PAIRINGS[0]))}
    if knows_honours and honours is not False:
        cells["honours"] = YES if honours is True else str(honours)
    return cells
