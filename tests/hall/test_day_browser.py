"""A whole short day in the hall: two walls and a player's phone follow what the office does."""

import re
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser import look
from tests.standings.tournaments import close_rounds, count_form
from wk.accounts.models import User
from wk.hall.announcements.services import announce
from wk.hall.ceremony.services import withhold
from wk.hall.wall.scenes import Scene
from wk.hall.wall.services import hold_wall, release_wall
from wk.scoreforms.models import ScoreForm
from wk.tournament.models import Round, Table, Tournament

pytestmark = pytest.mark.browser

NIGHT = "10:00:00"


class Office:
    """What the office does, each act in the database of the server."""

    def __init__(self, server):
        self.server = server

    @contextmanager
    def acts(self):
        """Return what every service of the hall is told: the tournament, who acts, and when."""
        with self.server.database():
            author = User.objects.get(username="dora")
            yield {
                "tournament": Tournament.objects.get(),
                "author": author,
                "now": timezone.now(),
            }

    def go(self, state):
        """Take a step of the round."""
        with self.acts():
            Round.objects.update(state=state, started_at=timezone.now())

    def count(self, *numbers):
        """Let forms of tables come in; without numbers all that are missing."""
        with self.acts():
            missing = Table.objects.filter(form=None)
            for table in missing.filter(number__in=numbers) if numbers else missing:
                seats = table.seats.count()
                count_form(table, [100 * table.number + seat for seat in range(seats)])

    def first_name(self):
        """Return the name of the first player, and the number of his table."""
        with self.acts() as about:
            entry = about["tournament"].entries.order_by("number").first()
            return entry.name, entry.seats.get().table.number


def shows(walls, scene):
    """Expect every wall to show a scene."""
    look(*walls)
    for wall in walls:
        expect(wall.locator("#wall")).to_have_attribute("data-scene", scene)


@pytest.fixture
def open_window(server, chromium):
    """Return a function that opens a page in a window of its own."""
    windows = []

    def of(path, *, has_clock=False, **options):
        windows.append(chromium.new_context(locale="en-GB", **options))
        page = windows[-1].new_page()
        if has_clock:
            page.clock.install()
        page.goto(f"{server.url}/t/oefen/{path}")
        return page

    yield of
    for each in windows:
        each.close()


def test_two_walls_and_a_phone_go_through_a_day_beside_the_office(server, open_window):
    server.practise("--players 23")
    director, office = server.logged_in("dora", "director"), Office(server)
    with office.acts() as about:
        about["tournament"].rounds.exclude(number=1).delete()
        ScoreForm.objects.all().delete()
        Tournament.objects.update(round_count=1)
    office.go("drawn")
    name, table = office.first_name()
    walls = [open_window("wall/1/"), open_window("wall/2/", has_clock=True)]
    phone = open_window("", viewport={"width": 390, "height": 844})
    wrong = []
    for page in (*walls, phone):
        page.on("pageerror", lambda error: wrong.append(str(error)))

    # The morning: the welcome, and where everybody sits.
    shows(walls, "welcome")
    office.go("confirmed")
    shows(walls, "seats")
    phone.reload()
    phone.locator("#q").fill(name)
    phone.keyboard.press("Enter")
    expect(phone.get_by_text(f"Table {table}", exact=False).first).to_be_visible()

    # The round is played. The office lets the second screen turn between two scenes.
    office.go("started")
    shows(walls, "play")
    with office.acts() as about:
        hold_wall(scenes=[Scene.SEATS, Scene.PLAY], screen=2, **about)
    look(walls[1])
    expect(walls[1].locator("[data-key=seats-1]")).to_have_count(1)
    expect(walls[1].locator("[data-key=tables-1]")).to_have_count(1)
    expect(walls[1].locator(".wall-page:visible")).to_have_count(1)
    phone.goto(f"{server.url}/t/oefen/standings/")

    # The first wall and the phone lose the network; a form counts meanwhile.
    for page in (walls[0], phone):
        page.context.set_offline(True)
    look(walls[0])
    expect(walls[0].locator("#stale")).to_be_visible()
    office.count(2)
    expect(walls[1].get_by_text("new: table 2")).to_be_visible()
    assert walls[0].get_by_text("new: table 2").count() == 0
    for page in (walls[0], phone):
        page.context.set_offline(False)
    look(walls[0], phone)
    expect(walls[0].get_by_text("new: table 2")).to_be_visible()
    expect(walls[0].locator("#stale")).to_be_hidden()
    expect(phone.locator("#standings td.wp", has_text="5").first).to_be_visible()

    # The server stops and starts again, on the same data and port.
    server.stop()
    look(*walls)
    for wall in walls:
        expect(wall.locator("#stale")).to_be_visible()
    server.start_again()
    look(*walls)
    for wall in walls:
        expect(wall.locator("#stale")).to_be_hidden()
    shows(walls[:1], "play")

    # Results are held back; the last forms come in, and the round is closed.
    with office.acts() as about:
        release_wall(**about)
        withhold(
            round=Round.objects.get(),
            what=Round.Withheld.ALL,
            author=about["author"],
            now=about["now"],
        )
    office.count()
    with office.acts() as about:
        close_rounds(about["tournament"])
    shows(walls, "curtain")
    look(phone)
    expect(phone.get_by_text("Still secret")).to_be_visible()

    # The ceremony, from the page that offers it first.
    laptop = open_window("", storage_state=director, viewport={"width": 1366, "height": 768})
    laptop.locator(".next-step .button.big").click()
    laptop.locator("#id_place").fill("2")
    laptop.locator("form button.big").click()
    laptop.locator(".coming").wait_for()
    look(*walls)
    for wall in walls:
        expect(wall.locator(".coming h1")).to_have_text("Place 2")
    laptop.locator("html[data-keys=on]").wait_for()
    laptop.keyboard.press(" ")
    for place in (2, 1):
        laptop.wait_for_url(f"**/ceremony/{place}/")
        told = laptop.locator(".reveal h1").all_inner_texts()
        look(*walls)
        for wall in walls:
            expect(wall.locator(f".wall-page[data-key=place-{place}]")).to_be_visible()
            assert wall.locator(".reveal h1").all_inner_texts() == told
        laptop.locator("html[data-keys=on]").wait_for()
        laptop.keyboard.press(" ")
    laptop.wait_for_url("**/ceremony/end/")
    look(*walls)
    for wall in walls:
        expect(wall.locator(".podium .champion h2")).to_have_text(told)
    look(phone)
    assert phone.locator(".podium").count() == 0
    laptop.locator(".reveal form button").click()
    laptop.wait_for_url("**/wall/")
    look(phone, *walls)
    expect(phone.locator(".podium .champion h2")).to_have_text(told)
    for wall in walls:
        expect(wall.locator("[data-key=everybody-1]")).to_have_count(1)

    # A night: what was said ends by the time alone, and in the morning the wall still follows.
    with office.acts() as about:
        said = announce(text="Tot morgen", **about)
        said.ends_at = about["now"] + timedelta(seconds=4)
        said.save()
    look(walls[1])
    expect(walls[1].locator(".announcement[data-ends]")).to_have_text(re.compile("Tot morgen"))
    walls[1].clock.fast_forward(NIGHT)
    expect(walls[1].get_by_text("Tot morgen")).to_have_count(0)
    with office.acts() as about:
        hold_wall(scenes=[Scene.WELCOME], **about)
    shows(walls, "welcome")
    assert wrong == []
