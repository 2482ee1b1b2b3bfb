"""How well score sheets are read from photos, by hands that the network has not learnt from.

Sheets are filled in by the pens of pendigits, photographed by the model of tests/camera/photos.py,
and read. Beside it stands what bids and tricks alone would tell, without points, totals and sums.
"""

import os
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wk.settings")
os.environ.setdefault("OMP_NUM_THREADS", "1")  # what is promised is promised of one core
django.setup()

from scoring.game import Game  # noqa: E402
from scoring.layout import Layout  # noqa: E402
from scoring.paper_cells import mark_path  # noqa: E402
from scoring.registry import DEFAULT, game  # noqa: E402
from scoring.scan import Scan, ScannedCell, ScannedForm  # noqa: E402
from tests.bench.goals import Goals, say  # noqa: E402
from tests.camera.filled_sheets import (  # noqa: E402
    DOTS,
    coded_sheet,
    drawn_sheet,
    filled,
    played,
    random_of,
)
from tests.camera.photos import LEVELS, photograph  # noqa: E402
from wk.camera import network  # noqa: E402
from wk.camera.cannot_read import CannotRead, Why  # noqa: E402
from wk.camera.examples.packing import packed  # noqa: E402
from wk.camera.examples.pieces import pieces_of  # noqa: E402
from wk.camera.locating import located  # noqa: E402
from wk.camera.reading import SURE, ReadPage  # noqa: E402
from wk.camera.sampling import Grey  # noqa: E402
from wk.camera.sheet_codes import seen_codes  # noqa: E402
from wk.camera.training.data import pendigits  # noqa: E402
from wk.camera.training.hands import TraceHand  # noqa: E402
from wk.camera.weighing import form_on  # noqa: E402
from wk.printing.placed_cells import PlacedCells, placed_cells  # noqa: E402

Cells = Mapping[str, str]
"""The texts that are written in the cells of a sheet, by path."""
SEATS = 5
# What is promised of each level: the share of sheets that are found, cells in doubt a form, and
# wrong cells that are not in doubt in 1,000 forms.
GOALS = {"easy": (0.98, 3, 5), "normal": (0.98, 3, 5), "hard": (0.95, 8, 20)}
SECONDS = 1.5  # a page, on one core
ALONE = 10  # of so many forms one is also read by bids and tricks alone, which takes long
CERTAIN = 0.99  # of the cells that are so certain so many are right
# What is sure is looked at more closely: nearly all cells are.
BANDS = (0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.99, 0.999, 1)


@dataclass
class Tally:
    """What became of the photos of one level."""

    photos: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    cells: int = 0
    misread: int = 0
    wrong: int = 0
    doubtful: int = 0
    unseen: int = 0
    dealers_wrong: int = 0
    dealers_doubtful: int = 0
    seconds: float = 0.0
    alone: int = 0
    alone_doubtful: int = 0
    alone_wrong: int = 0
    certain: dict[int, list[int]] = field(default_factory=dict)

    @property
    def read(self) -> int:
        """Return the number of photos that were read."""
        return self.photos - self.refused.total()


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked for: so many `photos` of each of the `levels`, of sheets made by a `seed`.

    `data` is the folder with penbased.dat, of which `pens` is a half (1 or 2; None for all of it).
    `network` is the file of another network than the one of wk. What a clerk who makes no mistakes
    compares on these photos goes into the file `examples`.
    """

    photos: int
    seed: str
    data: Path
    levels: str
    pens: int | None = None
    network: Path | None = None
    examples: Path | None = None


def main(asked: Asked) -> int:
    """Measure what is asked for; return how many promises were not kept."""
    if asked.network:
        network.FILE = asked.network
    goals, rules = Goals(), game(DEFAULT)
    sheet = coded_sheet(rules, SEATS)
    page, placed = drawn_sheet(sheet), placed_cells(sheet)
    hand = _hand(asked)
    played_rules = rules.for_tables({SEATS})
    pieces: list[tuple[bytes, str]] = []
    for level in asked.levels.split(","):
        tally = Tally()
        for number in range(asked.photos):
            name = f"bench {asked.seed} {level} {number}"
            _document, cells = played(played_rules, SEATS, name)
            random = random_of(name)
            photo, _where = photograph(
                filled(page, placed, cells, hand, random), DOTS, LEVELS[level], random
            )
            tally.photos += 1
            read = _read(tally, photo, placed, sheet.layout, played_rules, cells)
            if asked.examples:
                pieces += [(piece, cells[path]) for path, piece in pieces_of(read).items()]
        _tell(level, tally, goals)
    if asked.examples:
        pieces = [piece for piece in pieces if piece[1]]
        asked.examples.write_bytes(packed(sorted(pieces)))
        say(f"{len(pieces)} examples")
    return goals.broken


def _hand(asked: Asked) -> TraceHand:
    """Return the hands of pendigits, or every second one of them."""
    digits = pendigits(asked.data / "penbased.dat")
    if asked.pens:
        digits = {digit: found[asked.pens - 1 :: 2] for digit, found in digits.items()}
    return TraceHand(digits)


def _read(
    tally: Tally, photo: Grey, placed: PlacedCells, layout: Layout, rules: Game, cells: Cells
) -> ReadPage:
    """Read a photo, and count what is right; return what was read."""
    start = process_time()
    try:
        codes = seen_codes(photo)
        if not codes:
            raise CannotRead(Why.NO_CODE)
        flats = located(photo, codes, placed)
        flat, seen, form = form_on(flats, placed, layout, rules, SEATS)
    except CannotRead as refused:
        tally.refused[str(refused.why)] += 1
        tally.seconds += process_time() - start
        return ReadPage()
    tally.seconds += process_time() - start
    scan = seen.scan()
    for path in _free(scan.cells):
        tally.cells += 1
        tally.misread += scan.sight(path).best != cells[path]
    for cell, is_right in _compared(form, cells):
        is_doubtful = cell.is_in_doubt(SURE)
        tally.wrong += not is_right
        tally.doubtful += is_doubtful
        tally.unseen += not is_right and not is_doubtful
        band = min(bisect_right(BANDS, cell.certainty), len(BANDS) - 1)
        counts = tally.certain.setdefault(band, [0, 0])
        counts[0] += 1
        counts[1] += is_right
    _count_dealer(tally, form, cells)
    if tally.read % ALONE == 1:
        _read_alone(tally, scan, rules, cells)
    return ReadPage(form=form, layout=layout, flat=flat, placed=placed)


def _count_dealer(tally: Tally, form: ScannedForm, cells: Cells) -> None:
    """Count the first dealer, whom his circle alone tells."""
    (cell,) = [each for each in form.cells if each.path == "first_dealer"]
    is_wrong = not cells[mark_path(cell.path, int(cell.text) - 1)]
    tally.dealers_wrong += is_wrong
    tally.dealers_doubtful += cell.is_in_doubt(SURE)
    tally.unseen += is_wrong and not cell.is_in_doubt(SURE)


def _read_alone(tally: Tally, scan: Scan, rules: Game, cells: Cells) -> None:
    """Count what is right by bids and tricks alone."""
    few = Scan({path: scan.cells[path] for path in _free(scan.cells)})
    compared = [*_compared(rules.scanned(few, SEATS), cells)]
    tally.alone += 1
    tally.alone_wrong += sum(not is_right for _cell, is_right in compared)
    tally.alone_doubtful += sum(cell.is_in_doubt(SURE) for cell, _right in compared)


def _free(paths: Iterable[str]) -> Iterator[str]:
    """Yield the cells of bids and tricks: all others follow from them."""
    return (path for path in paths if ".bids." in path or ".tricks." in path)


def _compared(form: ScannedForm, cells: Cells) -> Iterator[tuple[ScannedCell, bool]]:
    """Yield the bids and tricks of a form, each with whether it is what was written."""
    for cell in form.cells:
        if ".bids." in cell.path or ".tricks." in cell.path:
            yield cell, cell.text == cells[cell.path]


def _tell(level: str, tally: Tally, goals: Goals) -> None:
    found, doubtful, unseen = GOALS[level]
    read = max(1, tally.read)
    say(f"{level}: {tally.photos} photos, {tally.read} read; refused: {dict(tally.refused)}")
    goals.tell("share found", tally.read / max(1, tally.photos), found, is_least=True)
    goals.tell("cells in doubt a form", tally.doubtful / read, doubtful)
    goals.tell("wrong and not in doubt, in 1,000 forms", 1000 * tally.unseen / read, unseen)
    goals.tell("seconds a page", tally.seconds / max(1, tally.photos), SECONDS)
    sure = [counts for band, counts in tally.certain.items() if BANDS[band - 1] >= CERTAIN]
    number, right = (sum(counts) for counts in zip(*sure, strict=True)) if sure else (1, 1)
    goals.tell("right of the cells that are 99 % certain", right / number, CERTAIN, is_least=True)
    say(f"  misread before the sums: {tally.misread / max(1, tally.cells):.1%}")
    say(f"  wrong cells a form: {tally.wrong / read:.2f}")
    say(f"  first dealers: {tally.dealers_wrong} wrong, {tally.dealers_doubtful} in doubt")
    alone = max(1, tally.alone)
    say(
        f"  by bids and tricks alone: {tally.alone_doubtful / alone:.1f} in doubt,"
        f" {tally.alone_wrong / alone:.1f} wrong a form ({tally.alone} forms)"
    )
    for band, (number, right) in sorted(tally.certain.items()):
        low, high = 100 * BANDS[band - 1], 100 * BANDS[band]
        say(f"  certain {low:g} to {high:g} %: {number} cells, {right / number:.2%} right")
