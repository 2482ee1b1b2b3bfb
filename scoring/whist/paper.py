"""What the printed sheet of kleurenwiezen tells of its points grid."""

from scoring.layout import Chart, Paper, numbers_between
from scoring.slip import signed
from scoring.text import Text
from scoring.whist.contracts import CARDS, CONTRACTS, Contract
from scoring.whist.grids import Grid, GridLine

TITLE = Text("Wat elk spel waard is", "What each contract is worth")
WON = Text("goed", "won")
ALL = Text(f"{CARDS}", f"{CARDS}")
LOST = Text("mis", "lost")
OPPONENTS = Text("tegen", "others")
NOTHING = Text("", "")
SCORING = Text(
    "goed, en per slag meer · {all}: met alle slagen · mis, en per slag tekort",
    "won, and each trick more · {all}: with all tricks · lost, and each trick short",
).format(all=ALL)
OF_OPPONENTS = Text(
    "{scoring} · tegen: elke tegenspeler als het mis is",
    "{scoring} · others: each opponent if it is lost",
).format(scoring=SCORING)
BETWEEN = Text(
    "{scoring} · tussen elke speler en elke tegenspeler",
    "{scoring} · between each declarer and each opponent",
).format(scoring=SCORING)


def paper_of(grid: Grid, heading: Text, passed: Text, deals: int) -> Paper:
    """Return the grid for paper: a row for each contract, and one for a deal that all `passed`.

    `heading` is that of the cell for the contract. "7 +3" is 7 points and 3 for each further trick.
    `deals` is how many there are at most.
    """
    headings = (heading, WON, ALL, LOST, *(() if grid.is_zero_sum else (OPPONENTS,)))
    rows = [
        (contract.name, *_points(grid.line(contract), contract, grid.is_zero_sum))
        for contract in CONTRACTS
    ]
    rows.append((passed, *(NOTHING,) * (len(headings) - 1)))
    scoring = BETWEEN if grid.is_zero_sum else OF_OPPONENTS
    least, most = grid.extremes
    numbers = numbers_between((least, most), (deals * least, deals * most))
    return Paper(scoring=scoring, chart=Chart(TITLE, headings, tuple(rows)), numbers=numbers)


def _points(line: GridLine, contract: Contract, is_zero_sum: bool) -> tuple[Text, ...]:
    every_trick = line.declarer(contract, CARDS)
    # An exact contract is lost with all tricks, and one without overtricks is worth the same.
    has_more = not contract.is_exact and every_trick != line.won
    points = (
        _with_steps(line.won, line.overtrick),
        _same(str(every_trick)) if has_more else NOTHING,
        _with_steps(line.lost, line.further),
    )
    if is_zero_sum:
        return points
    return (*points, _with_steps(line.opponents, line.opponents_further))


def _with_steps(points: int, step: int) -> Text:
    written = signed(points).removeprefix("+")
    return _same(f"{written} {signed(step)}" if step else written)


def _same(written: str) -> Text:
    return Text(written, written)
