"""Sheets are found in photos, whichever way up, and so are their cells."""

from dataclasses import replace
from io import BytesIO

import numpy as np
import pytest
import segno
from PIL import Image

from scoring.registry import game
from tests.camera.filled_sheets import (
    DOTS,
    coded_sheet,
    drawn_sheet,
    filled,
    played,
    random_of,
)
from tests.camera.photos import LEVELS, photograph
from tests.samples import some
from wk.camera.cannot_read import CannotRead, Why
from wk.camera.grid import flat_sheets, moved
from wk.camera.locating import located
from wk.camera.marks import view_by_marks
from wk.camera.reading import SURE
from wk.camera.sampling import drawn, seen_at, view_of
from wk.camera.sheet_codes import seen_codes, with_other
from wk.camera.training.hands import StrokeHand
from wk.camera.weighing import form_on
from wk.printing.placed_cells import MARK_LEFT, MARK_TOP, placed_cells
from wk.tournament.sheet_codes import BOTTOM, SheetCode

pytestmark = pytest.mark.slow

CLOSE = 0.7  # millimetres: what is cut out has so much around each cell
CORNER = np.array([MARK_LEFT, MARK_TOP])


@pytest.fixture(scope="module")
def sheet():
    rules = game("wk-boerenbridge")
    made = coded_sheet(rules, 5)
    placed = placed_cells(made)
    _document, cells = played(rules.for_tables({5}), 5, "locating")
    page = filled(drawn_sheet(made), placed, cells, StrokeHand(), random_of("locating"))
    return page, placed


def test_a_view_leads_from_points_to_where_they_are_seen():
    points = np.array([[0, 0], [10, 0], [10, 5], [0, 5], [3, 4]], float)
    view = np.array([[2, 0.3, 4], [-0.2, 1.5, 7], [0.002, 0.001, 1]])
    found = view_of(points, seen_at(view, points))
    assert found == pytest.approx(view, abs=1e-9)


def test_pixels_between_others_are_their_means_and_white_outside():
    photo = np.array([[0, 100, 0], [50, 150, 0], [0, 0, 0]], np.uint8)
    parts = [
        ((0, 0, 1, 1), (0.5, 0, 0.5, 1, 1.5, 1, 1.5, 0)),
        ((1, 0, 2, 1), (0, 0.5, 0, 1.5, 1, 1.5, 1, 0.5)),
        ((2, 0, 3, 1), (5, 0, 5, 1, 6, 1, 6, 0)),
    ]
    assert drawn(photo, (3, 1), parts).tolist() == [[50, 25, 255]]


@pytest.mark.parametrize(
    ("level", "quarter"), some([("easy", 0), ("normal", 1), ("hard", 2), ("hard", 3)], 1)
)
def test_cells_are_found_any_way_up(sheet, level, quarter):
    page, placed = sheet
    photo, where = photograph(page, DOTS, LEVELS[level], random_of(f"{level} {quarter}"), quarter)
    codes = seen_codes(photo)
    known = np.concatenate([code.corners_on_paper(placed) for code in codes])
    seen = np.concatenate([code.corners for code in codes])
    view = view_by_marks(photo, known, seen, np.array(placed.marks))
    found = flat_sheets(photo, view, placed)[0]
    middles = np.array(
        [
            [each.box.left + each.box.width / 2, each.box.top + each.box.height / 2]
            for each in placed.cells
        ]
    )
    on_paper = middles + CORNER
    off = seen_at(view.homography, moved(middles, found.moves)) - where(on_paper)
    beside = where(on_paper + np.array([1, 0])) - where(on_paper)
    assert (np.hypot(*off.T) / np.hypot(*beside.T)).max() < CLOSE
    assert found.share > 0.7


def test_a_sheet_of_another_layout_is_not_read_under_its_codes(sheet):
    """Lines or numbers tell that the cells are elsewhere, and so nothing is misread."""
    page, _placed = sheet
    made = coded_sheet(game("wk-boerenbridge"), 4)
    other, rules = placed_cells(made), game("wk-boerenbridge").for_tables({4})
    with pytest.raises(CannotRead) as refused:
        form_on(located(page, seen_codes(page), other), other, made.layout, rules, 4)
    assert refused.value.why == Why.NO_FORM


def test_a_sheet_that_is_read_beside_its_lines_is_refused(sheet):
    """Its numbers are then those of other cells, and no form has them: a row below, a row above,
    and a column beside. So the next way in which it may lie is tried."""
    page, placed = sheet
    made = coded_sheet(game("wk-boerenbridge"), 5)
    rules = game("wk-boerenbridge").for_tables({5})
    (flat, *_others) = located(page, seen_codes(page), placed)
    others = [
        beside(flat, placed, "deals.5.bids.1", path)
        for path in ("deals.6.bids.1", "deals.4.bids.1", "deals.5.tricks.1")
    ]
    for other in others:
        with pytest.raises(CannotRead) as refused:
            form_on([other], placed, made.layout, rules, 5)
        assert refused.value.why == Why.NO_FORM
    found, _seen, form = form_on([others[0], flat], placed, made.layout, rules, 5)
    assert (found is flat, form.agreement > 0.8) == (True, True)


def beside(flat, placed, path, other):
    """Return a sheet as it lies if one of its cells is taken for another one."""
    boxes = {cell.path: cell.box for cell in placed.cells}
    here, there = boxes[path], boxes[other]
    off = round((here.top - there.top) * flat.dots), round((here.left - there.left) * flat.dots)
    return replace(flat, image=np.roll(flat.image, off, (0, 1)))


def test_half_a_sheet_is_refused(sheet):
    page, placed = sheet
    torn = page.copy()
    torn[: page.shape[0] // 2] = 255
    with pytest.raises(CannotRead) as refused:
        located(torn, seen_codes(torn), placed)
    assert refused.value.why in (Why.NO_MARKS, Why.NO_GRID)


@pytest.mark.parametrize("level", some(["easy", "hard"], 1))
def test_the_other_code_is_looked_for_where_it_should_be(sheet, level):
    page, placed = sheet
    photo, _where = photograph(page, DOTS, LEVELS[level], random_of("other"), 1)
    codes = {code.sheet.place: code for code in seen_codes(photo)}
    for code in codes.values():
        found = with_other(photo, [code], placed)
        assert [each.sheet.place for each in found] == [code.sheet.place, 3 - code.sheet.place]
        other = codes[3 - code.sheet.place]
        assert found[1].corners == pytest.approx(other.corners, abs=8)


def test_no_other_code_is_taken_for_that_of_the_sheet(sheet):
    page, placed = sheet
    (code,) = [each for each in seen_codes(page) if each.sheet.place == BOTTOM]
    strange = replace(code, sheet=replace(code.sheet, table=13))
    assert with_other(page, [strange], placed) == [strange]


OWN, OTHER = (f"http://192.168.1.5:8000/phone/#{key * 12}" for key in ("aB", "9z"))


@pytest.fixture(scope="module")
def sheet_for_phones():
    """Return a filled in sheet of a tournament with phones: the code at its top is for these."""
    made, rules = coded_sheet(game("wk-boerenbridge"), 5, phone=OWN), game("wk-boerenbridge")
    _document, cells = played(rules.for_tables({5}), 5, "phones")
    page = filled(drawn_sheet(made), placed_cells(made), cells, StrokeHand(), random_of("phones"))
    return page, made, cells


def misread(photo, made, cells):
    """Return the bids and tricks of which another number is read and is in no doubt."""
    codes, placed = seen_codes(photo), placed_cells(made)
    rules = game("wk-boerenbridge").for_tables({5})
    _flat, _seen, form = form_on(located(photo, codes, placed), placed, made.layout, rules, 5)
    found = {cell.path: cell.text for cell in form.cells if not cell.is_in_doubt(SURE)}
    found = {path: text for path, text in found.items() if path.startswith("deals.")}
    assert len(found) > 170
    return [path for path, text in found.items() if text != cells[path]]


@pytest.mark.parametrize(("level", "quarter"), some([("normal", 1), ("hard", 2)], 1))
def test_a_sheet_with_the_code_of_a_phone_is_read(sheet_for_phones, level, quarter):
    page, made, cells = sheet_for_phones
    photo, _where = photograph(page, DOTS, LEVELS[level], random_of("phone"), quarter)
    assert misread(photo, made, cells) == []


@pytest.mark.parametrize("hidden", [(), (OWN,)])
def test_the_card_of_another_table_beside_a_sheet_does_no_harm(sheet_for_phones, hidden):
    """Also if its code is the only one of a phone that can be read."""
    page, made, cells = sheet_for_phones
    photo = with_card(page, picture_of(OTHER))
    if hidden:
        box = placed_cells(made).top_code
        left, top = (
            round((edge + off) * DOTS) for edge, off in ((box.left, MARK_LEFT), (box.top, MARK_TOP))
        )
        size = round(box.width * DOTS)
        photo[top : top + size, left : left + size] = 255
    texts = {code.text for code in seen_codes(photo) if not code.sheet}
    assert texts == {OWN, OTHER} - {*hidden}
    assert misread(photo, made, cells) == []


def test_the_card_of_a_table_beside_a_sheet_without_phones_does_no_harm(sheet):
    page, placed = sheet
    photo = with_card(page, picture_of(OTHER))
    (flat, *_others) = located(photo, seen_codes(photo), placed)
    (right, *_others) = located(page, seen_codes(page), placed)
    on_paper = slice(0, int(flat.pixel(placed.marks[2][0])))
    assert np.array_equal(flat.image[:, on_paper], right.image[:, on_paper])


def with_card(page, card):
    """Return a photo of a page with a card on the table beside it."""
    table = np.full((page.shape[0], 700), 120, np.uint8)
    card = np.rot90(card)
    table[900 : 900 + card.shape[0], 50 : 50 + card.shape[1]] = card
    return np.hstack([page, table])


def picture_of(text):
    """Return the picture of a QR code."""
    file = BytesIO()
    segno.make(text, micro=False).save(file, kind="png", scale=8, border=8)
    return np.asarray(Image.open(file).convert("L"))


def test_only_codes_of_sheets_and_of_their_phones_are_taken():
    texts = ["WK/WK-TEST/1/2/2", "http://192.168.1.5:8000/phone/#key", "https://example.org/#key"]
    codes = [seen_codes(picture_of(text)) for text in texts]
    assert [[(code.text, code.sheet) for code in each] for each in codes] == [
        [(texts[0], SheetCode("wk-test", 1, 2, BOTTOM))],
        [(texts[1], None)],
        [],
    ]


def test_a_page_without_a_sheet_has_no_codes():
    assert seen_codes(np.full((400, 300), 230, np.uint8)) == []


def test_a_wide_sheet_is_read_too():
    """It is printed on its side, and its last line is close to the edge of what is drawn."""
    rules = game("chinees-poepen").for_tables({8})
    made = coded_sheet(rules, 8)
    placed, random = placed_cells(made), random_of("wide")
    _document, cells = played(rules, 8, "wide", slips=0)
    page = filled(drawn_sheet(made), placed, cells, StrokeHand(), random)
    photo, _where = photograph(page, DOTS, LEVELS["easy"], random)
    flats = located(photo, seen_codes(photo), placed)
    form = form_on(flats, placed, made.layout, rules, 8)[2]
    numbers = [cell for cell in form.cells if cell.path.startswith("deals.")]
    wrong = [cell for cell in numbers if cell.text != cells[cell.path]]
    assert [cell for cell in wrong if not cell.is_in_doubt(SURE)] == []
    assert len(wrong) < 0.02 * len(numbers)
