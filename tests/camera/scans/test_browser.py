"""A clerk works a pile off in a real browser.

Making and reading a page takes a second each, so only a run of everything has the whole pile: five
photos, and a scan of twenty pages. Every run has one page of each kind. The process beside the
server gives way to all that runs, so the test reads the pile itself where it comes first; in
test_table_browser.py nobody else reads.
"""

import datetime as dt
from contextlib import suppress
from dataclasses import replace

import numpy as np
import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from PIL import Image

from scoring.ranking import Tally, rank
from tests.browser import until
from tests.camera.filled_sheets import DOTS, drawn_pages, filled, played, random_of
from tests.camera.photos import LEVELS, photograph
from tests.listed_players import tournament_with_players
from tests.samples import so_many
from wk.accounts.models import User
from wk.camera.training.hands import StrokeHand
from wk.players.services import NewEntry
from wk.printing.placed_cells import placed_cells
from wk.printing.sheets import sheets
from wk.scoreforms.models import ScanPage, Version
from wk.scoreforms.services import Submission, hand_in
from wk.standings.queries import standings
from wk.tournament.models import Round, Table
from wk.tournament.queries import tables_with_seats
from wk.tournament.seating import seat_round

pytestmark = pytest.mark.browser

PHOTOS, SCANNED = so_many(2, of=5), so_many(4, of=20)
TABLES = PHOTOS + SCANNED - 1  # one page is of another round
UPSIDE_DOWN, TORN = 2, 3  # the tables of pages of the scan
READ_IN_TIME = 300_000  # milliseconds: a machine may have other things to do
SCANS = "/t/wk-test/forms/scans/"


def made_tournament():
    people = [NewEntry(f"Speler {number}") for number in range(1, 5 * TABLES + 1)]
    made, entries = tournament_with_players("WK Test", dt.date(2026, 11, 21), people)
    seats = {number: entries[5 * number - 5 : 5 * number] for number in range(1, TABLES + 1)}
    seat_round(tournament=made, number=1, tables=seats, state=Round.State.STARTED)
    seat_round(tournament=made, number=2, tables=seats, state=Round.State.CONFIRMED)


def written_sheets(number, last, folder):
    """Return the sheets of the tables 1 to `last` of a round as hands wrote them, and the forms
    that are on them; by table."""
    round, pdf = Round.objects.get(number=number), folder / f"{number}.pdf"
    call_command("sheets", "wk-test", f"--round={number}", f"--tables=1-{last}", f"-o{pdf}")
    made = sheets(tables_with_seats(round).filter(number__lte=last), round)
    pages, forms = {}, {}
    for sheet, page in zip(made, drawn_pages(pdf.read_bytes()), strict=True):
        document, cells = played(round.rules, 5, f"pile {sheet.table}", slips=0)
        random = random_of(f"pile {sheet.table}")
        pages[sheet.table] = filled(page, placed_cells(sheet), cells, StrokeHand(), random)
        forms[sheet.table] = document
    return pages, forms


def saved(path, *pages):
    first, *rest = [Image.fromarray(page) for page in pages]
    first.save(path, save_all=bool(rest), append_images=rest, resolution=DOTS * 25.4)
    return path


def photos_of(pages, folder):
    """Return photos of pages by table; the last one has stains of coffee, and is upside down."""
    last, found = max(pages), []
    for table, page in pages.items():
        stained = table == last
        level = replace(LEVELS["normal"], stain=float(stained))
        random = random_of(f"photo {table}")
        photo, _where = photograph(page, DOTS, level, random, quarter=2 if stained else 0)
        found.append(saved(folder / f"{table}.jpg", photo))
    return found


def scan_of(pages, later, folder):
    """Return a scan: a page upside down, a torn one, one of a later round, and all the others."""
    scanned = dict(pages)
    scanned[UPSIDE_DOWN] = np.rot90(pages[UPSIDE_DOWN], 2)
    scanned[TORN] = pages[TORN].copy()
    scanned[TORN][: len(pages[TORN]) // 2] = 255
    return saved(folder / "pile.pdf", *scanned.values(), later)


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


def ends_of_pages():
    pages = ScanPage.objects.select_related("pile")
    return {(each.pile.name, each.number): each.why or each.told_table for each in pages}


def standing_of(forms, rules):
    """Return rank, start number, match points and points of all players by the forms on paper."""
    tallies = [
        Tally(5 * table - 5 + seat, outcome.match_points, outcome.points)
        for table, form in forms.items()
        for seat, outcome in enumerate(rules.progress(form, 5).result, 1)
    ]
    return [
        (each.rank, each.tally.number, each.tally.match_points, each.tally.points)
        for each in rank(tallies)
    ]


@pytest.mark.slow
def test_a_pile_is_worked_off_and_its_results_are_right(server, chromium, tmp_path):
    with server.database():
        made_tournament()
        rules = Round.objects.get(number=1).rules
        pages, forms = written_sheets(1, TABLES, tmp_path)
        later, _forms = written_sheets(2, 1, tmp_path)
    of_scan = {table: page for table, page in pages.items() if table < SCANNED}
    of_photos = {table: page for table, page in pages.items() if table >= SCANNED}
    files = [scan_of(of_scan, later[1], tmp_path), *photos_of(of_photos, tmp_path)]
    context = chromium.new_context(locale="en-GB", storage_state=server.logged_in("kees", "clerk"))
    page = context.new_page()
    page.goto(f"{server.url}{SCANS}")
    with page.expect_navigation():
        page.set_input_files("#send-files input[multiple]", files)
    page.get_by_text(f"{PHOTOS + 1} files are in and safe.").wait_for()
    with server.database(), suppress(CommandError):  # another process is reading already
        call_command("read_scans")
    page.locator("#scans .meter").wait_for(state="detached", timeout=READ_IN_TIME)
    ends = {("pile.pdf", table): table for table in of_scan}
    ends |= {("pile.pdf", TORN): "no-marks", ("pile.pdf", SCANNED): "not-started"}
    ends |= {(f"{table}.jpg", 1): table for table in of_photos}
    with server.database():
        assert ends_of_pages() == ends
    page.locator("#look").click()
    page.wait_for_url(f"{server.url}{SCANS}*/")
    work_off(page, forms, rules)
    assert page.locator(".next-step").count() == 0
    until(page, f"() => document.querySelectorAll('.scan .badge.counted').length === {TABLES - 1}")
    torn = page.locator(".scan", has_text=f"Table {TORN}, round 1")
    with page.expect_navigation():
        torn.get_by_role("button", name="Type it beside the photo").click()
    assert page.url == f"{server.url}/t/wk-test/forms/1/{TORN}/"
    page.locator(".photos img").wait_for()
    context.close()
    with server.database():
        # Typing a form has tests of its own (tests/scoreforms/entry).
        table, clerk = Table.objects.get(round__number=1, number=TORN), User.objects.get()
        submission = Submission(forms[TORN], clerk, timezone.now())
        hand_in(table=table, submission=submission)
        stored = {each.form.table.number: each.content for each in Version.objects.all()}
        found = standings(table.round.tournament)
    assert stored == forms
    assert found.complete
    rows = [(row.rank, row.number, row.match_points, row.points) for row in found.rows]
    assert rows == standing_of(forms, rules)
