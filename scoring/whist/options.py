"""The options that an organiser may set: the number of deals, and the points grid.

An organiser's own grid is written as `{"zero_sum": false, "contracts": {"samen-8": {"won": 7,
"overtrick": 3, …}, …}}`: all nineteen contracts, each with those numbers of `grids.GridLine` that
are not 0. If `zero_sum` is true the opponents' numbers follow from the others and are not written.
A grid without the key `contracts`, with its contracts beside `zero_sum`, is read as well.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.cells import is_integer
from scoring.game import Document, Options
from scoring.problems import Invalid, ProblemList
from scoring.whist.contracts import BY_KEY, CONTRACTS, Contract
from scoring.whist.grids import NUMBERS, Grid, GridLine, Number
from scoring.whist.messages import MESSAGES
from scoring.whist.named_grids import DEFAULT, GRIDS

DEFAULT_DEALS = 20  # K-h
MOST_DEALS = 60  # in a round
MOST_POINTS = 999  # one number of a grid
# The numbers of opponents, which a grid that adds up to 0 does not use (4.3).
OF_OPPONENTS: frozenset[Number] = frozenset({"opponents", "opponents_further"})
# The numbers by tricks, which a misère or piccolo does not use: it is won or lost.
OF_TRICKS: frozenset[Number] = frozenset({"overtrick", "most", "all", "further"})


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules that an organiser may set: the number of deals that count, and the points grid."""

    deals: int = DEFAULT_DEALS
    grid: Grid = GRIDS[DEFAULT]

    @property
    def options(self) -> Options:
        """The options that differ from the defaults."""
        options: Options = {}
        if self.deals != DEFAULT_DEALS:
            options["deals"] = self.deals
        if self.grid != GRIDS[DEFAULT]:
            options["grid"] = grid_option(self.grid)
        return options


def read_options(options: Mapping[str, Any]) -> Rules:
    """Return the rules under `options`, a mapping of name to value.

    Raises Invalid with every problem, each with the path of its cell in the settings.
    """
    problems = ProblemList(MESSAGES)
    for key in options:
        if key not in ("deals", "grid"):
            problems.add("UNKNOWN_OPTION", key, key=key[:40])
    rules = Rules(
        _deals(options.get("deals", DEFAULT_DEALS), problems),
        _grid(options.get("grid", DEFAULT), problems),
    )
    if problems.found:
        raise Invalid(problems.found)
    return rules


def used(contract: Contract, *, is_zero_sum: bool) -> tuple[Number, ...]:
    """Return the names of the numbers in a line that are used for a contract."""
    unused = (OF_TRICKS if contract.is_exact else set()) | (OF_OPPONENTS if is_zero_sum else set())
    return tuple(number for number in NUMBERS if number not in unused)


def grid_option(grid: Grid) -> str | Document:
    """Return a grid as it stands in the options: its name, or all its numbers."""
    for name, named in GRIDS.items():
        if grid == named:
            return name
    return grid_document(grid)


def grid_document(grid: Grid) -> Document:
    """Return a grid as an object: `zero_sum`, and all numbers that are not 0 by contract."""
    return {
        "zero_sum": grid.is_zero_sum,
        "contracts": {
            contract.key: {
                number: getattr(line, number) for number in NUMBERS if getattr(line, number)
            }
            for contract, line in zip(CONTRACTS, grid.lines, strict=True)
        },
    }


def _deals(raw: object, problems: ProblemList) -> int:
    """Return the number of counted deals, or the default if it is not right.

    It is a multiple of 4 (K-h): so all four players deal equally often.
    """
    if is_integer(raw) and 4 <= raw <= MOST_DEALS and raw % 4 == 0:
        return raw
    problems.add("DEALS_NOT_IN_FOURS", "deals", value=str(raw)[:20], most=MOST_DEALS)
    return DEFAULT_DEALS


def _grid(raw: object, problems: ProblemList) -> Grid:
    if isinstance(raw, str) and raw in GRIDS:
        return GRIDS[raw]
    if not isinstance(raw, dict):
        problems.add("UNKNOWN_GRID", "grid", value=str(raw)[:40])
        return GRIDS[DEFAULT]
    raw = _with_contracts(raw)
    for key in raw:
        if key not in ("zero_sum", "contracts"):
            problems.add("UNKNOWN_KEY", "grid", key=str(key)[:40])
    is_zero_sum = raw.get("zero_sum", False)
    if not isinstance(is_zero_sum, bool):
        problems.add("ZERO_SUM_NOT_YES_OR_NO", "zero_sum", value=str(is_zero_sum)[:20])
        is_zero_sum = False
    contracts = raw.get("contracts")
    if not isinstance(contracts, dict):
        problems.add("NOT_AN_OBJECT", "grid")
        return GRIDS[DEFAULT]
    for key in contracts:
        if key not in BY_KEY:
            problems.add("UNKNOWN_CONTRACT", "grid", value=str(key)[:40])
    return Grid(
        is_zero_sum,
        tuple(
            _line(contract, contracts.get(contract.key), is_zero_sum, problems)
            for contract in CONTRACTS
        ),
    )


def _with_contracts(raw: dict[str, Any]) -> dict[str, Any]:
    """Return a grid with its contracts under `contracts`, also if they stood beside `zero_sum`."""
    if "contracts" in raw or not any(key in BY_KEY for key in raw):
        return raw
    contracts = {key: line for key, line in raw.items() if key != "zero_sum"}
    return {"zero_sum": raw.get("zero_sum", False), "contracts": contracts}


def _line(contract: Contract, raw: object, is_zero_sum: bool, problems: ProblemList) -> GridLine:
    path = f"grid.{contract.key}"
    if raw is None:
        problems.add("GRID_LINE_MISSING", path, contract=contract.key)
        return GridLine()
    if not isinstance(raw, dict):
        problems.add("NOT_AN_OBJECT", path)
        return GridLine()
    used_numbers = used(contract, is_zero_sum=is_zero_sum)
    numbers: dict[Number, int] = {}
    for key, value in raw.items():
        if key not in NUMBERS:
            problems.add("UNKNOWN_KEY", path, key=str(key)[:40])
        elif not (is_integer(value) and abs(value) <= MOST_POINTS):
            problems.add(
                "GRID_POINTS_INVALID", f"{path}.{key}", value=str(value)[:20], most=MOST_POINTS
            )
        # A 0 in an unused number changes nothing, so it is accepted.
        elif value and key not in used_numbers:
            problems.add("GRID_POINTS_NOT_USED", f"{path}.{key}")
        else:
            numbers[key] = value
    return GridLine(**numbers)
