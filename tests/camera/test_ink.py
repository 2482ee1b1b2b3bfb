"""Where something is written in a wide cell, and on a score pad."""

import numpy as np
import pytest

from wk.camera.grid import AROUND, Flat
from wk.camera.ink import around_ink, pad_lines
from wk.printing.placed_cells import Box

DOTS = 6.0
PEN, LARGE = 3, 20  # pixels of a stroke; millimetres of what is inked as a whole
PAD = Box(10.0, 20.0, 42.0, 55.0)


def flat_with(*inked, paper=200):
    """Return a sheet with ink in boxes."""
    image = np.full((700, 500), paper, np.uint8)
    for box in inked:
        left, top = (round((each + AROUND) * DOTS) for each in (box.left, box.top))
        wide, high = round(box.width * DOTS), round(box.height * DOTS)
        image[top : top + high, left : left + wide] = 60
        if min(box.width, box.height) < LARGE:  # two strokes, with white inside
            image[top + PEN : top + high - PEN, left + PEN : left + wide - PEN] = paper
    return Flat(image, DOTS)


def places(found):
    return [(round(box.left, 1), round(box.top, 1)) for box in found]


NUMBERS = [Box(30, 30, 6, 4.5), Box(28, 38, 8, 4), Box(33, 45, 3, 5)]


def test_the_lines_of_a_pad_are_told_from_its_line_outward():
    flat = flat_with(*NUMBERS)
    below = pad_lines(flat, PAD, is_above=False)
    assert places(below) == [(29.3, 29.3), (27.3, 37.3), (32.3, 44.3)]
    assert pad_lines(flat, PAD, is_above=True) == below[::-1]


NO_NUMBERS = [
    pytest.param(Box(11, 22, 8, 3), False, id="the name of the part below"),
    pytest.param(Box(11, 71, 8, 3), True, id="the name of the part above"),
    pytest.param(Box(10, 50, 42, 0.6), False, id="the line of a game"),
    pytest.param(Box(9.8, 20, 0.5, 55), False, id="the edge of the pad"),
    pytest.param(Box(20, 25, 25, 30), False, id="a blot"),
]


def test_numbers_that_touch_are_several():
    numbers = [Box(30, 30, 6, 4.6), Box(28, 35.4, 8, 4.6), Box(31, 40.8, 6, 4.6)]
    tails = [Box(32, 34, 0.7, 2), Box(33, 39.5, 0.7, 2)]
    found = pad_lines(flat_with(*numbers, *tails), PAD, is_above=False)
    assert [top for _left, top in places(found)] == pytest.approx([29.3, 34.5, 39.9], abs=0.7)


@pytest.mark.parametrize(("box", "is_above"), NO_NUMBERS)
def test_what_is_no_number_is_no_line_of_a_pad(box, is_above):
    assert pad_lines(flat_with(box), PAD, is_above=is_above) == []


def test_a_number_is_found_in_the_shadow_and_two_beside_each_other_are_two():
    beside = [Box(25, 30, 4, 4), Box(40, 30, 4, 4)]
    found = pad_lines(flat_with(*beside, paper=110), PAD, is_above=False)
    assert places(found) == [(24.3, 29.3), (39.3, 29.3)]


def test_of_a_wide_cell_the_part_with_the_ink_is_seen():
    cell = Box(10, 20, 17, 7)
    narrow = around_ink(flat_with(Box(20, 22, 2, 4)), cell)
    assert (narrow.left, narrow.width) == (pytest.approx(17.2, abs=0.2), 7.5)
    assert (narrow.top, narrow.height) == (20, 7)
    wide = around_ink(flat_with(Box(12.5, 22, 11, 4)), cell)
    assert (wide.left, wide.width) == (pytest.approx(11.8, abs=0.2), pytest.approx(12.4, abs=0.3))
    assert around_ink(flat_with(), cell) == cell
