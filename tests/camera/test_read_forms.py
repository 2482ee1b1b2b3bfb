"""The command read_forms: what is on the pages of photos and scans, from a terminal."""

import json
from functools import cache
from io import BytesIO, StringIO, TextIOWrapper

import numpy as np
import pytest
from django.core.management import CommandError, call_command
from PIL import Image

from tests.camera.filled_sheets import drawn_pages, filled, played, random_of
from wk.camera import extras
from wk.camera.training.hands import StrokeHand
from wk.printing.placed_cells import placed_cells
from wk.printing.sheets import sheets
from wk.tournament.models import Round, Tournament
from wk.tournament.queries import tables_with_seats

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

SEATS = {1: 5, 2: 4}


@pytest.fixture(autouse=True)
def _english(settings):
    settings.LANGUAGE_CODE = "en"


@pytest.fixture
def papers(tournament):
    """Return the filled in sheets of both tables, and what is written on them."""
    return filled_papers()


@cache
def filled_papers():
    """Print the sheets and fill them in. They are the same for each test."""
    pdf = TextIOWrapper(BytesIO())
    call_command("sheets", "wk-test", "--round=1", stdout=pdf)
    round = Round.objects.get()
    made = sheets(tables_with_seats(round), round)
    papers = []
    for sheet, page in zip(made, drawn_pages(pdf.buffer.getvalue()), strict=True):
        seats = SEATS[sheet.table]
        document, cells = played(round.rules, seats, f"read {sheet.table}", slips=0)
        hand, random = StrokeHand(), random_of(f"read {sheet.table}")
        paper = filled(page, placed_cells(sheet), cells, hand, random)
        paper.setflags(write=False)
        papers.append((paper, document))
    return papers


def read(*files):
    out = StringIO()
    call_command("read_forms", *map(str, files), "--format=json", stdout=out)
    return json.loads(out.getvalue())


def saved(path, *pages):
    first, *rest = [Image.fromarray(page) for page in pages]
    first.save(path, save_all=bool(rest), append_images=rest)
    return path


def numbers_that_differ(form, document):
    """Return the places where another number was read than is written."""
    return [
        (deal, key, seat)
        for deal, (read, right) in enumerate(zip(form["deals"], document["deals"], strict=True))
        for key in ("bids", "tricks")
        for seat, number in enumerate(right.get(key, []))
        if read.get(key, [None] * 9)[seat] != number
    ]


def test_pages_of_a_scan_are_read_whichever_way_up(papers, tmp_path):
    (first, one), (second, two) = papers
    pile = read(saved(tmp_path / "pile.tif", first, np.rot90(second, 2)))
    assert [(page["page"], page["table"]) for page in pile] == [(1, 1), (2, 2)]
    for page, document in zip(pile, (one, two), strict=True):
        wrong = numbers_that_differ(page["form"], document)
        doubtful = {
            (int(place.split()[1]) - 1, place.split()[4], int(place.split()[3]) - 1)
            for place in page["in_doubt"]
            if place.startswith("deal ")
        }
        assert {*wrong} <= doubtful
        assert page["form"]["first_dealer"] == document["first_dealer"]


def test_a_pdf_is_read_page_by_page_and_a_sheet_only_once(papers, tmp_path):
    _first, (second, _two) = papers
    blank = np.full((400, 300), 240, np.uint8)
    pages = read(saved(tmp_path / "pile.pdf", second, blank, second))
    assert [page.get("why") for page in pages] == [None, "no-code", "twice"]


def test_what_is_no_sheet_of_an_open_round_is_refused_in_words(papers, tmp_path):
    (first, _one), _second = papers
    photo = saved(tmp_path / "photo.png", first)
    text = tmp_path / "notes.txt"
    text.write_text("no picture")
    (tmp_path / "torn.jpg").write_bytes(b"\xff\xd8\xff\xe0 torn")
    files = (text, tmp_path / "torn.jpg", tmp_path / "none.jpg")
    assert [page["why"] for page in read(*files)] == ["no-picture", "no-picture", "no-file"]
    for state, why in (
        (Round.State.CLOSED, "round-closed"),
        (Round.State.CONFIRMED, "not-started"),
    ):
        Round.objects.update(state=state)
        assert [page["why"] for page in read(photo)] == [why]
    Round.objects.update(number=2)
    assert [page["why"] for page in read(photo)] == ["no-round"]
    Tournament.objects.update(slug="another")
    assert [page["why"] for page in read(photo)] == ["other-tournament"]


def test_the_command_tells_each_page_in_a_line(papers, tmp_path):
    (first, _one), _second = papers
    photo, out = saved(tmp_path / "photo.png", first), StringIO()
    Round.objects.update(state=Round.State.CLOSED)
    call_command("read_forms", str(photo), stdout=out)
    assert out.getvalue() == f"{photo}, 1: wk-test, round 1, table 1: The round is closed.\n"


def test_without_the_libraries_the_command_says_how_to_have_them(monkeypatch):
    monkeypatch.setattr(extras, "LIBRARIES", ("numpy", "no_such_library"))
    with pytest.raises(CommandError) as refused:
        call_command("read_forms", "photo.jpg")
    assert str(refused.value) == (
        "For this no_such_library is missing. To have it: bin/setup camera"
    )
