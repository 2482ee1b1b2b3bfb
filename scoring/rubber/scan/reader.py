"""The most probable form of a sheet: rows, pads and totals tell each other what they know."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from scoring.agreement import Agreement, is_read
from scoring.layout import YES
from scoring.rubber.rules import RuleSet
from scoring.rubber.scan.beliefs import Beliefs, RowBeliefs, beliefs_of
from scoring.rubber.scan.candidates import Candidate, Claim, RowSights, seat_shares
from scoring.rubber.scan.course import Course
from scoring.rubber.scan.deals import Deals
from scoring.rubber.scan.ending import Ending
from scoring.rubber.scan.pad import PadSights
from scoring.rubber.sheet import ROWS_ON_PAPER, from_cells
from scoring.scan import Scan, ScannedCell, ScannedForm, Sight

HONOURS = ("honours.points", "honours.seat")
TOLD = 0.9  # a strain that is less certain is left to the one who looks, as nobody has read it


def scanned_form(rules: RuleSet, scan: Scan, *, honours: bool) -> ScannedForm:
    """Return the most probable form of a sheet, with the certainty of each cell."""
    paths = [f"contracts.{index}" for index in range(ROWS_ON_PAPER)]
    rows = [RowSights(scan, path, honours=honours) for path in paths]
    deals = [Deals(row) for row in rows]
    ending, pad = Ending(rules, scan), PadSights(scan)
    believed = beliefs_of(Course(deals, pad, ending))
    if pad.is_used:  # the totals are those of the lines, so they are weighed after these
        told = ending.told(pad, believed.lines)
        believed = beliefs_of(Course(deals, PadSights(scan, told), ending))
    agreement = _agreement(rows, believed)
    is_late = pad.starts_before(believed.lines)
    cells: list[ScannedCell] = []
    for index, (path, row) in enumerate(zip(paths, rows, strict=True)):
        known = _Row(row, believed.rows[index], agreement.is_close(index, 0), is_late)
        cells += _cells_of_row(path, known, honours)
    cells.append(ScannedCell("unfinished", *ending.box(believed.is_won)))
    document = from_cells({cell.path: cell.text for cell in cells})
    return ScannedForm(document, (*cells, *ending.totals(believed.sums, pad)), agreement.share)


def _agreement(rows: Sequence[RowSights], believed: Beliefs) -> Agreement:
    """Return what was seen beside the likeliest course, of a row as a whole."""
    pairs = zip(rows, believed.rows, strict=True)
    return Agreement([[[*_seen(row, each.best)]] for row, each in pairs])


def _seen(row: RowSights, best: Candidate | str) -> Iterator[bool]:
    """Yield for each cell that was read whether it agrees; an empty row agrees by empty cells."""
    if not isinstance(best, Candidate):
        yield from (sight.is_empty for sight in row.cells if sight.texts)
        return
    seats = [str(seat) for seat in seat_shares(row.declarer, best.side)]
    if is_read(row.declarer):
        yield row.declarer.best in seats
    for sight, text in ((row.level, str(best.level)), (row.tricks, str(best.tricks))):
        if is_read(sight):
            yield sight.best == text


@dataclass(frozen=True, slots=True)
class _Row:
    """What is to be believed of a row, and what was seen of it.

    `is_close`: whether enough agrees. `is_late`: whether the pads tell of a deal before all rows.
    """

    row: RowSights
    believed: RowBeliefs
    is_close: bool
    is_late: bool

    def share(self, has: Callable[[Candidate], bool]) -> float:
        """Return how likely it is that a deal was played that has something."""
        shares = self.believed.shares.items()
        return sum(weight for each, weight in shares if isinstance(each, Candidate) and has(each))

    @property
    def is_checked(self) -> bool:
        """Return whether anything else on the sheet tells what the row does.

        Of a deal the pads do. Nothing else is written of one that was passed out, or not played.
        """
        if isinstance(self.believed.best, Candidate):
            return self.is_close and self.believed.is_told and not self.is_late
        return self.row.is_seen and self.is_close


def _cells_of_row(path: str, known: _Row, honours: bool) -> Iterator[ScannedCell]:
    """Yield the cells of a row."""
    best = known.believed.best
    if isinstance(best, Candidate):
        found = _cells_of_deal(known, best)
    else:
        is_checked, sure = known.is_checked, 1 - known.share(lambda _each: True)
        text = YES if best == "passed" else ""
        found = [("passed", text, known.believed.shares[best], is_checked)]
        names = ("declarer", "level", "strain", "doubled", "tricks", *HONOURS)
        found += [(name, "", sure, is_checked) for name in names]
    for name, text, sure, is_checked in found:
        if honours or name not in HONOURS:
            yield ScannedCell(f"{path}.{name}", text, sure, is_checked)


def _cells_of_deal(known: _Row, best: Candidate) -> list[tuple[str, str, float, bool]]:
    """Return the name of each cell of a deal, its text, its certainty and whether it is checked."""
    row, is_checked = known.row, known.is_checked
    seats = seat_shares(row.declarer, best.side)
    seat = max(seats, key=seats.__getitem__)
    of_side = known.share(_has("side", best))
    strain = known.share(_has("strain", best))
    # Of two suits that score the same nothing tells which it is.
    is_told = best.strain == "NT" and strain > TOLD
    doubled = str(best.doubled or "")
    is_doubled_right = known.is_close if not doubled else is_checked and not row.doubled.is_empty
    return [
        ("passed", "", known.share(lambda _each: True), known.is_close),
        # The pads tell the pair. Which of its players it was has no influence on the points.
        _checked("declarer", row.declarer, str(seat), of_side * seats[seat], is_checked),
        _checked("level", row.level, str(best.level), known.share(_has("level", best)), is_checked),
        # Nobody has read it: whoever looks at the form does.
        ("strain", best.strain if is_told else "", strain * is_told, False),
        ("doubled", doubled, known.share(_has("doubled", best)), is_doubled_right),
        _checked(
            *("tricks", row.tricks, str(best.tricks)),
            *(known.share(_has("tricks", best)), is_checked),
        ),
        *_cells_of_honours(known, best.honours),
    ]


def _cells_of_honours(known: _Row, claim: Claim | None) -> list[tuple[str, str, float, bool]]:
    sure = known.share(lambda each: each.honours == claim)
    if claim is None:
        return [(name, "", sure, known.is_close) for name in HONOURS]
    seats = seat_shares(known.row.honours_seat, claim.side)
    seat = max(seats, key=seats.__getitem__)
    is_checked = known.is_checked and not known.row.honours.is_empty
    return [
        (HONOURS[0], str(claim.points), sure, is_checked),
        (HONOURS[1], str(seat), sure * seats[seat], is_checked),
    ]


def _has(name: str, best: Candidate) -> Callable[[Candidate], bool]:
    wanted = getattr(best, name)
    return lambda each: bool(getattr(each, name) == wanted)


def _checked(
    name: str, sight: Sight, text: str, sure: float, is_checked: bool
) -> tuple[str, str, float, bool]:
    return name, text, sure, is_checked and not sight.is_empty
