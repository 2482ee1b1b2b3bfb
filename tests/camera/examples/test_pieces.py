"""The pieces of a page that was read: cells that a person looks at, as the network takes them."""

import numpy as np
import pytest

from scoring.registry import DEFAULT, game
from scoring.scan import ScannedCell, ScannedForm
from tests.camera.filled_sheets import DOTS, coded_sheet
from tests.camera.scans.test_reading import blank, file_of, send
from tests.camera.test_read_forms import papers  # noqa: F401 - a fixture
from wk.camera.cell_shape import of_bytes
from wk.camera.cell_size import HIGH, WIDE
from wk.camera.examples.pieces import pieces_of
from wk.camera.grid import Flat
from wk.camera.network import log_shares, places_of
from wk.camera.reading import ReadPage
from wk.camera.scans.reading import read_waiting
from wk.camera.seeing import seen_cells
from wk.printing.placed_cells import placed_cells
from wk.scoreforms.models import ScanPage
from wk.tournament.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def read_as(page):
    """Return what the network reads in the pieces of a page, and what was read there, by path."""
    cells = sorted(
        (cell for cell in page.cells if cell["piece"] is not None), key=lambda cell: cell["piece"]
    )
    assert [cell["piece"] for cell in cells] == [*range(len(cells))]
    pieces = np.frombuffer(bytes(page.pieces), np.uint8).reshape(-1, HIGH, WIDE)
    signs = log_shares(of_bytes(pieces)).argmax(axis=2).tolist()
    return {
        cell["path"]: (places, places_of(cell["text"]))
        for cell, places in zip(cells, signs, strict=True)
    }


def test_with_consent_the_totals_and_the_cells_in_doubt_have_pieces(tournament, papers):  # noqa: F811
    Tournament.objects.update(keeps_examples=True)
    (first, _one), _second = papers
    send(tournament, file_of(first, blank()))
    read_waiting()
    page, refused = ScanPage.objects.order_by("pk")
    found = read_as(page)
    doubts = {cell["path"] for cell in page.cells if cell["doubt"]}
    totals = {f"written.{seat}" for seat in range(5)}
    assert totals <= {*found} <= totals | doubts
    # The pieces are of these cells: the network reads in them what was read there.
    assert all(seen == stored for path, (seen, stored) in found.items() if path not in doubts)
    assert len({stored[0] for path, (_seen, stored) in found.items() if path in totals}) > 1
    assert bytes(refused.pieces) == b""


def test_without_consent_no_piece_is_made(tournament, papers):  # noqa: F811
    (first, _one), _second = papers
    send(tournament, file_of(first, kind="PNG"))
    read_waiting()
    page = ScanPage.objects.get()
    assert (page.state, bytes(page.pieces)) == (ScanPage.State.READ, b"")
    assert {cell["piece"] for cell in page.cells} == {None}


def test_a_cell_in_which_nothing_is_seen_has_none():
    """What the sums tell of it is in doubt, and a clerk may confirm it: it is not written there."""
    rules = game(DEFAULT)
    sheet = coded_sheet(rules, 5)
    flat = Flat(np.full((2600, 1800), 230, np.uint8), DOTS)
    cells = tuple(ScannedCell(path, "3", 0.6) for path in ("deals.0.bids.0", "deals.1.tricks.2"))
    page = ReadPage(
        form=ScannedForm({}, cells), layout=sheet.layout, flat=flat, placed=placed_cells(sheet)
    )
    assert pieces_of(page) == {}
    box = {cell.path: cell.box for cell in page.placed.cells}["deals.0.bids.0"]
    x, y = (
        round(flat.pixel(edge + size / 2))
        for edge, size in ((box.left, box.width), (box.top, box.height))
    )
    flat.image[y - 16 : y + 16, x - 2 : x + 2] = 40  # a one
    assert [*pieces_of(page)] == ["deals.0.bids.0"]


def test_the_network_reads_in_a_piece_of_a_wide_cell_what_it_reads_on_the_sheet():
    rules, path = game("rubber-bridge"), "contracts.0.tricks"
    sheet = coded_sheet(rules, 4)
    placed, flat = placed_cells(sheet), Flat(np.full((2600, 1800), 230, np.uint8), DOTS)
    box = {cell.path: cell.box for cell in placed.cells}[path]
    x, y = round(flat.pixel(box.left + 2.5)), round(flat.pixel(box.top + box.height / 2))
    flat.image[y - 16 : y + 16, x - 2 : x + 2] = 40  # a one at the left
    form = ScannedForm({}, (ScannedCell(path, "1", 0.6),))
    page = ReadPage(form=form, layout=sheet.layout, flat=flat, placed=placed)
    piece = np.frombuffer(pieces_of(page)[path], np.uint8).reshape(1, HIGH, WIDE)
    seen = seen_cells(flat, placed, sheet.layout)
    (in_piece,), texts = log_shares(of_bytes(piece)), seen.texts[path]
    found = [sum(in_piece[at, sign] for at, sign in enumerate(places_of(text))) for text in texts]
    assert texts[int(np.argmax(found))] == texts[int(seen.scores[path].argmax())] == "1"
    assert found == pytest.approx(seen.scores[path].tolist(), abs=0.2)


def test_a_page_that_was_not_read_has_none():
    assert pieces_of(ReadPage()) == {}
