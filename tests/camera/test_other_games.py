"""Photos of sheets that are no boerenbridge: what is read of them, and what is left to look at."""

from random import Random

import pytest

from scoring.registry import game
from scoring.scan import UNREADABLE
from tests.camera.filled_sheets import DOTS, coded_sheet, drawn_sheet, filled, random_of
from tests.camera.photos import LEVELS, photograph
from tests.samples import some
from tests.scoring.rubber import sheets as rubber
from tests.scoring.whist import sheets as whist
from wk.camera.locating import located
from wk.camera.reading import SURE
from wk.camera.seeing import seen_cells
from wk.camera.sheet_codes import seen_codes
from wk.camera.training.hands import StrokeHand
from wk.camera.weighing import form_on
from wk.printing.placed_cells import placed_cells

pytestmark = pytest.mark.slow

SEATS = 4
GAMES = [("rubber-bridge", rubber.written_cells), ("kleurenwiezen", whist.written_cells)]


def photographed(key, written_cells, level="normal", seed=""):
    """Return the photo of a filled in sheet, what is written on it, its sheet and its game."""
    rules, name = game(key), f"photo {key}{seed}"
    sheet, random = coded_sheet(rules, SEATS), Random(name)
    document = rules.practice(SEATS, random)
    cells = written_cells(rules, document, random)
    pen = random_of(name)
    page = filled(drawn_sheet(sheet), placed_cells(sheet), cells, StrokeHand(), pen)
    photo, _where = photograph(page, DOTS, LEVELS[level], pen)
    return photo, cells, sheet, rules, rules.to_cells(document)


@pytest.mark.parametrize(("key", "written_cells"), some(GAMES, 1))
def test_a_photo_of_a_sheet_is_read_and_what_is_wrong_is_in_doubt(key, written_cells):
    photo, cells, sheet, rules, typed = photographed(key, written_cells)
    placed = placed_cells(sheet)
    flats = located(photo, seen_codes(photo), placed)
    _flat, seen, form = form_on(flats, placed, sheet.layout, rules, SEATS)
    fields = {field.path for field in sheet.layout.fields}
    right = {**{path: text for path, text in cells.items() if path not in fields}, **typed}
    wrong = {cell.path for cell in form.cells if cell.text != right.get(cell.path, "")}
    doubtful = {cell.path for cell in form.in_doubt(SURE)}
    assert wrong <= doubtful
    assert len(doubtful) < 30
    scan = seen.scan()
    lines = {path for path in cells if path.startswith("pad.")}
    assert lines == {path for path in scan.cells if path.startswith("pad.")}
    crossed = [path for path in fields if path.endswith(("passed", "unfinished"))]
    crossed += [path for path in fields if ".declarers." in path]
    assert [path for path in crossed if scan.sight(path).best != cells[path]] == []
    words = [path for path in fields if path.endswith((".contract", ".strain", ".doubled"))]
    there = {path for path in words if scan.sight(path).best == UNREADABLE}
    assert there == {path for path in words if cells[path]}


def test_the_amounts_on_a_pad_are_found_where_the_paper_is_bent():
    """No line is printed across a pad that tells how it is bent there."""
    photo, cells, sheet, _rules, _typed = photographed(*GAMES[0], "hard", " 2")
    placed = placed_cells(sheet)
    flat = located(photo, seen_codes(photo), placed)[0]
    scan = seen_cells(flat, placed, sheet.layout).scan()
    lines = {path for path in cells if path.startswith("pad.")}
    assert lines == {path for path in scan.cells if path.startswith("pad.")}
    assert sum(scan.sight(path).best != cells[path] for path in lines) < 0.3 * len(lines)
