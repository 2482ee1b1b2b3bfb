"""A clerk works a pile off in a real browser, read by the process beside the server."""

import datetime as dt
from dataclasses import replace

import numpy as np
import pytest
from django.core.management import call_command
from PIL import Image

from tests.browser import until
from tests.camera.filled_sheets import DOTS, drawn_pages, filled, played, random_of
from tests.camera.photos import LEVELS, photograph
from tests.listed_players import tournament_with_players
from wk.camera.training.hands import StrokeHand
from wk.players.services import NewEntry
from wk.printing.placed_cells import placed_cells
from wk.printing.sheets import sheets
from wk.scoreforms.models import Result, ScanPage, Version
from wk.tournament.models import Round
from wk.tournament.queries import tables_with_seats
from wk.tournament.seating import seat_round

pytestmark = pytest.mark.browser

TABLES = 4
READ_IN_TIME = 180_000  # milliseconds: a machine may have other things to do
SCANS = "/t/wk-test/forms/scans/"


def made_tournament():
    people = [NewEntry(f"Speler {number}") for number in range(1, 5 * TABLES + 1)]
    made, entries = tournament_with_players("WK Test", dt.date(2026, 11, 21), people)
    seats = {number: entries[5 * number - 5 : 5 * number] for number in range(1, TABLES + 1)}
    seat_round(tournament=made, number=1, tables=seats, state=Round.State.STARTED)
    seat_round(tournament=made, number=2, tables=seats, state=Round.State.CONFIRMED)


def written_sheets(number, folder):
    """Return the sheets of a round as hands wrote them, each with the form that is on it."""
    round, pdf = Round.objects.get(number=number), folder / f"{number}.pdf"
    call_command("sheets", "wk-test", f"--round={number}", f"-o{pdf}")
    made = sheets(tables_with_seats(round), round)
    found = []
    for sheet, page in zip(made, drawn_pages(pdf.read_bytes()), strict=True):
        document, cells = played(round.rules, 5, f"pile {sheet.table}", slips=0)
        random = random_of(f"pile {sheet.table}")
        found.append((filled(page, placed_cells(sheet), cells, StrokeHand(), random), document))
    return found


def saved(path, *pages):
    first, *rest = [Image.fromarray(page) for page in pages]
    first.save(path, save_all=bool(rest), append_images=rest, resolution=DOTS * 25.4)
    return path


def stained_photo(page):
    """Return a photo of a page on which cups stood, upside down."""
    level, random = LEVELS["normal"], random_of("stained")
    stained = replace(level, stain=1.0)
    return photograph(page, DOTS, stained, random, quarter=2)[0]


def work_off(page, forms, rules):
    """Compare each form with its photo by keys alone, and hand it in."""
    while "/scans/" in page.url and page.url != f"{page.url.split('/t/')[0]}{SCANS}":
        table = int(page.locator("h1").inner_text().split()[1])
        right = rules.to_cells(forms[table])
        for path in page.locator("[name=seen]").evaluate_all("all => all.map((e) => e.value)"):
            field = page.locator(f'[name="{path}"]')
            assert field.evaluate("field => field === document.activeElement")
            if field.input_value() != right[path]:
                page.keyboard.type(right[path])
            page.keyboard.press("Enter")
        page.keyboard.press("Enter")  # the totals
        assert page.locator("#hand-in").evaluate("each => each === document.activeElement")
        with page.expect_navigation():
            page.keyboard.press("Enter")


def test_a_pile_is_worked_off_and_its_results_are_right(server, chromium, tmp_path):
    with server.database():
        made_tournament()
        first, later = written_sheets(1, tmp_path), written_sheets(2, tmp_path)
    pages = [page for page, _document in first]
    torn = pages[0].copy()
    torn[: len(torn) // 2] = 255
    pile = saved(tmp_path / "pile.pdf", pages[0], np.rot90(pages[1], 2), torn, later[2][0])
    photos = [
        saved(tmp_path / "one.jpg", photograph(pages[2], DOTS, LEVELS["easy"], random_of("1"))[0]),
        saved(tmp_path / "two.jpg", stained_photo(pages[3])),
    ]
    context = chromium.new_context(locale="en-GB", storage_state=server.logged_in("kees", "clerk"))
    page = context.new_page()
    page.goto(f"{server.url}{SCANS}")
    with page.expect_navigation():
        page.set_input_files("#send-files input[multiple]", [pile, *photos])
    page.get_by_text("3 files are in and safe.").wait_for()
    page.locator("#scans .meter").wait_for(state="detached", timeout=READ_IN_TIME)
    with server.database():
        ends = {
            (each.pile.name, each.number): each.why or each.told_table
            for each in ScanPage.objects.select_related("pile")
        }
    assert ends == {
        ("pile.pdf", 1): 1,
        ("pile.pdf", 2): 2,
        ("pile.pdf", 3): "no-marks",
        ("pile.pdf", 4): "not-started",
        ("one.jpg", 1): 3,
        ("two.jpg", 1): 4,
    }
    page.locator("#look").click()
    page.wait_for_url(f"{server.url}{SCANS}*/")
    with server.database():
        rules = Round.objects.get(number=1).rules
        forms = {number: document for number, (_page, document) in enumerate(first, 1)}
    work_off(page, forms, rules)
    assert page.locator(".next-step").count() == 0
    with server.database():
        stored = {each.form.table.number: each.content for each in Version.objects.all()}
        points = {
            (each.seat.table.number, each.seat.number): each.points
            for each in Result.objects.select_related("seat__table")
        }
    assert stored == forms
    assert points == {
        (table, seat): total
        for table, document in forms.items()
        for seat, total in enumerate(rules.progress(document, 5).totals, 1)
    }
    until(page, "() => document.querySelectorAll('.scan .badge.counted').length === 4")
    context.close()
