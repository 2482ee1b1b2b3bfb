"""The most probable form of a sheet: rows and columns tell each other what they know."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import prod

from scoring.agreement import Agreement, is_read
from scoring.layout import YES
from scoring.paper_cells import points_path
from scoring.running_totals import Columns, beliefs_of
from scoring.scan import Scan, ScannedCell, ScannedForm
from scoring.weights import Weights
from scoring.whist.contracts import SEATS
from scoring.whist.form import row_count
from scoring.whist.options import Rules
from scoring.whist.scan.outcomes import PASSED, UNWRITTEN, Outcome, outcomes_of
from scoring.whist.scan.row import RowBeliefs, RowSights
from scoring.whist.sheet import from_cells

LATE = 0.01  # share of sheets that are read a row below their lines
TOLD = 0.9  # a contract that is less certain is left to the one who looks, as nobody has read it


def scanned_form(rules: Rules, scan: Scan) -> ScannedForm:
    """Return the most probable form of a sheet, with the certainty of each cell."""
    paths = [f"deals.{index}" for index in range(row_count(None, rules.deals))]
    rows = [_row(rules, scan, path) for path in paths]
    columns = Columns(scan, paths, SEATS)
    beliefs = beliefs_of(rows, columns, partial(_agreement, rows))
    agreement = _agreement(rows, beliefs)
    counted = sum(each.best.contract not in (PASSED, UNWRITTEN) for each in beliefs)
    is_whole = counted == rules.deals
    is_written = [each.best.contract != UNWRITTEN for each in beliefs]
    first = is_written.index(True) if any(is_written) else len(rows)
    cells: list[ScannedCell] = []
    for index, (row, believed) in enumerate(zip(rows, beliefs, strict=True)):
        # Rows that are open before all others may tell of a sheet that is read above its lines.
        is_close = index >= first and agreement.is_close(index, 0)
        cells += _cells_of_row(paths[index], row, believed, is_close, is_whole)
    texts = {cell.path: cell.text for cell in cells}
    points = [each.points for each in beliefs]
    document, totals = from_cells(texts, rules.deals), columns.totals(points)
    # So they do if a deal is missing that may be below the last row, or all of them.
    is_cut = first > 0 and counted < rules.deals and is_written[-1]
    is_off = first == len(rows) or is_cut or _starts_late(rules, columns, points)
    return ScannedForm(document, (*cells, *totals), agreement.share * (not is_off))


def _starts_late(rules: Rules, columns: Columns, points: Sequence[Sequence[Weights]]) -> bool:
    """Return whether the running totals tell of a deal before the first row.

    So it is where a sheet is read a row below its lines. All else would fit.
    """
    known = outcomes_of(rules.grid)
    fits = columns.before(points, known.points)
    late = sum(
        outcome.share
        * prod(fit[each.right] for fit, each in zip(fits, outcome.amounts, strict=True))
        for outcomes in known.by_cells.values()
        for outcome in outcomes
    )
    return late * LATE > prod(fit[0] for fit in fits)


def _row(rules: Rules, scan: Scan, path: str) -> RowSights:
    return RowSights(
        outcomes_of(rules.grid),
        scan.sight(f"{path}.contract"),
        scan.sight(f"{path}.tricks"),
        [scan.sight(f"{path}.declarers.{seat}") for seat in range(SEATS)],
        [scan.sight(points_path(path, seat)) for seat in range(SEATS)],
    )


def _agreement(rows: Sequence[RowSights], beliefs: Sequence[RowBeliefs]) -> Agreement:
    """Return what was seen beside the likeliest outcomes, of a row as a whole."""
    pairs = zip(rows, beliefs, strict=True)
    return Agreement([[[*_seen(row, each.best)]] for row, each in pairs])


def _seen(row: RowSights, outcome: Outcome) -> Iterator[bool]:
    """Yield for each cell that was read whether it agrees; an empty row agrees by empty cells."""
    is_empty = outcome.contract in (PASSED, UNWRITTEN)
    if outcome.tricks and is_read(row.tricks):
        yield row.tricks.best == outcome.tricks
    for seat, (box, points) in enumerate(zip(row.boxes, row.points, strict=True), 1):
        text = "" if is_empty else str(outcome.amounts[seat - 1].right)
        pairs = (box, YES if seat in outcome.declarers else ""), (points, text)
        yield from (sight.best == right for sight, right in pairs if is_empty or is_read(sight))


def _cells_of_row(
    path: str, row: RowSights, believed: RowBeliefs, is_close: bool, is_whole: bool
) -> Iterator[ScannedCell]:
    """Yield the cells of a row.

    Of a deal the points tell what its other cells do. That all passed is told by the other deals of
    a round of which none is missing.
    """
    best = believed.best
    is_empty = best.contract in (PASSED, UNWRITTEN)
    is_checked = is_close and (is_empty or any(map(is_read, row.points)))
    sure = _share(believed, lambda each: each.contract == best.contract)
    name, sure = (best.contract, sure) if sure > TOLD else ("", 0.0)
    is_told = is_whole if best.contract == PASSED else True
    is_written = best.contract == UNWRITTEN or not row.contract.is_empty
    yield ScannedCell(f"{path}.contract", name, sure, is_checked and is_told and is_written)
    sure = 0.0 if best.tricks is None else _share(believed, lambda each: each.tricks == best.tricks)
    is_written = is_empty or not row.tricks.is_empty
    yield ScannedCell(f"{path}.tricks", best.tricks or "", sure, is_checked and is_written)
    for seat, box in enumerate(row.boxes, 1):
        plays = seat in best.declarers
        sure = _share(believed, partial(_has_declarer, seat, plays))
        is_seen = not plays or not box.is_empty
        text = YES if plays else ""
        yield ScannedCell(f"{path}.declarers.{seat - 1}", text, sure, is_checked and is_seen)


def _has_declarer(seat: int, plays: bool, outcome: Outcome) -> bool:
    return (seat in outcome.declarers) == plays


def _share(believed: RowBeliefs, has: Callable[[Outcome], bool]) -> float:
    """Return how likely it is that an outcome of a row has something."""
    return sum(weight for outcome, weight in believed.outcomes.items() if has(outcome))
