"""Printed sheets that hands fill in, on the drawn page of the PDF."""

from dataclasses import replace
from random import Random

import numpy as np
import pypdfium2

from scoring.layout import YES
from scoring.paper_cells import pad_line_path, pad_path
from scoring.scan import UNREADABLE
from tests.printing.printed_sheets import print_sheets, sheet_of
from tests.scoring.scans import play, with_slips, written_cells
from wk.camera.training.strokes import Stroke, along
from wk.camera.training.writing import put_ink, style_of, written
from wk.core.qr_codes import qr_svg
from wk.printing.placed_cells import MARK_LEFT, MARK_TOP, Box, PlacedCell
from wk.tournament.sheet_codes import BOTTOM, TOP, SheetCode

DOTS = 8.0  # pixels a millimetre of a drawn page
MILLIMETRES_PER_INCH, POINTS_PER_INCH = 25.4, 72
CROSS = (((-1.3, -1.6), (1.3, 1.5)), ((1.2, -1.5), (-1.4, 1.4)))
LEAST_DARK = 0.7  # of a pen at a table
LINE, BESIDE_LABEL = 6.6, 13.0  # millimetres of an amount on a pad, and beside the name of its part
WORDS = (".contract", ".strain", ".doubled")  # cells with words or signs
LETTERS = ("K", "V", "KV", "VK", "K8", "V7")  # of the letters that a hand can write
FIRST_ROW = ("deals.0.", "contracts.0.")
WIDEST = 13.0  # millimetres that a number takes in a wide cell


def coded_sheet(rules, seats: int, table: int = 12, phone: str = ""):
    """Return an empty sheet of a game with its codes; at the top that of a `phone` if there is."""
    top, below = (SheetCode("wk-2026", 1, table, place).text for place in (TOP, BOTTOM))
    codes = {"code": qr_svg(phone or top), "code_below": qr_svg(below)}
    return replace(sheet_of(rules, seats), table=table, **codes)


def drawn_sheet(sheet):
    """Return the drawn page of a sheet."""
    (page,) = print_sheets([sheet], "nl")
    (drawn,) = drawn_pages(page.pdf.stream.getvalue())
    return drawn


def drawn_pages(pdf: bytes):
    """Return the pages of a PDF in grey, DOTS pixels a millimetre."""
    scale = DOTS * MILLIMETRES_PER_INCH / POINTS_PER_INCH
    document = pypdfium2.PdfDocument(pdf)
    return [
        np.asarray(page.render(scale=scale, grayscale=True).to_pil().convert("L"))
        for page in document
    ]


def played(game, seats: int, seed: str, slips: float = 0.01):
    """Return the form of a table, and the texts of all its cells with some slips of its scorer."""
    document, random = play(game, seats, seed)
    cells = written_cells(game, document, seats)
    return document, with_slips(cells, len(document["deals"]), seats, random, slips)


def filled(page, placed, cells, hand, random):
    """Return a drawn page with texts written into its cells by a hand."""
    heights = [cell.box.height for cell in placed.cells if cell.path.startswith(FIRST_ROW)]
    style = style_of(random, heights[0])
    style = replace(style, dark=max(LEAST_DARK, style.dark))
    pen, ink = max(1, round(style.pen * DOTS)), np.zeros(page.shape, bool)
    for cell in (*placed.cells, *_pad_lines(placed, cells)):
        text, box = cells.get(cell.path, ""), cell.box
        if not text:
            continue
        if text == UNREADABLE and cell.path.endswith(WORDS):
            text = YES if cell.path.endswith(".doubled") else str(random.choice(LETTERS))
        middle = np.array([box.left + box.width / 2, box.top + box.height / 2])
        middle += [MARK_LEFT, MARK_TOP]
        if text == YES:
            strokes = [Stroke(np.array(path) / 5, False) for path in CROSS]
            points = np.vstack([along(stroke) * 5 for stroke in strokes])
        else:
            points = _in_cell(text, hand, style, (min(box.width, WIDEST), box.height), random)
        put_ink(ink, (points + middle) * DOTS, pen)
    page = page.copy()
    page[ink] = np.minimum(page[ink], 255 * (1 - style.dark))
    return page


def _pad_lines(placed, cells):
    """Yield the places of the amounts on pads, one below the other from the line outward."""
    pads = {cell.path: cell.box for cell in placed.cells if cell.path.startswith("pad.")}
    for part, side in ((part, side) for part in (0, 1) for side in (0, 1)):
        box = pads.get(pad_path(part, side))
        count = sum(path.startswith(f"{pad_path(part, side)}.") for path in cells)
        high = min(LINE, box.height / count) if count else 0
        for number in range(count):
            below = box.top + high * number
            above = box.top + box.height - high * (number + 1)
            top = below if part else above
            place = Box(box.left + BESIDE_LABEL, top, box.width - BESIDE_LABEL, high)
            yield PlacedCell(pad_line_path(part, side, number), place)


def _in_cell(text, hand, style, room, random):
    points = written(text, hand, style, room[0] - 0.3, random)
    free = np.maximum(0.2, (np.array(room) - np.ptp(points, axis=0)) / 2)
    return points + np.clip(random.normal(0, 0.4, 2), -1, 1) * free * 0.8


def random_of(seed: str):
    """Return what is random, by a seed."""
    return np.random.default_rng([*Random(seed).randbytes(8)])
