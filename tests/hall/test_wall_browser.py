"""The walls of a hall: everything fits, and nothing covers anything else."""

from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser import listen, look
from tests.hall.ceremony.conftest import let_announce
from tests.page_faults import faults_of
from tests.standings.tournaments import close_rounds, count_form
from wk.accounts.models import User
from wk.hall.announcements.services import announce
from wk.hall.clock.services import give_table_time
from wk.hall.models import CEREMONY_END
from wk.scoreforms.drafts import save_draft
from wk.scoreforms.models import ScoreForm
from wk.tournament.models import Entry, Round, Table, Tournament

pytestmark = pytest.mark.browser

LARGE_WALLS = [(1920, 1080), (1366, 768)]
WALLS = [*LARGE_WALLS, (1280, 720), (1920, 800)]
LAPTOP = {"width": 1280, "height": 720}
PHONES = [320, 390]
TABLET = {"width": 820, "height": 1180}
FINGER = 44  # pixels that a finger hits
# More players than any wall has rows.
MANY = "--players 60"
ANNOUNCEMENTS = [
    "De broodjes staan klaar in de voorzaal. Neem je bonnetje mee.",
    "Ronde 3 gaat in.",
]
HANGING_OUT = """() => [...document.querySelectorAll('.hall-table')].filter((tile) => {
  const frame = tile.getBoundingClientRect();
  const parts = '.hero, .badge, .clock-left, progress, .hall-players li';
  return [...tile.querySelectorAll(parts)].some((part) => {
    const at = part.getBoundingClientRect();
    return at.width && (at.left < frame.left || at.right > frame.right + 0.5
      || at.top < frame.top - 0.5 || at.bottom > frame.bottom + 0.5);
  });
}).map((tile) => tile.id)"""
SIZES = """() => [...new Set([...document.querySelectorAll('.hall-table .hero')]
  .map((number) => getComputedStyle(number).fontSize))]"""
NAMES_ON_TILES = """() => [...document.querySelectorAll('.hall-players li:not(.long, .longest)')]
  .map((name) => parseFloat(getComputedStyle(name).fontSize))"""
SAID = ".reveal :is(.place, h1, .club, .tally, .decider), .ceremony-steps button"
COVERED = """(what) => {
  const said = document.querySelector('#news').getBoundingClientRect();
  return [...document.querySelectorAll(what)].filter((each) => {
    const at = each.getBoundingClientRect();
    return at.left < said.right && at.right > said.left && at.top < said.bottom
      && at.bottom > said.top;
  }).map((each) => each.textContent.trim());
}"""
# The pages of the wall. For each: the rows that are not whole or not in sight, and the pixels of
# the smallest name, without those that are long.
PAGES = """() => [...document.querySelectorAll('.wall-page')].map((page) => {
  for (const each of document.querySelectorAll('.wall-page')) each.hidden = each !== page;
  const rows = [...page.querySelectorAll('.wall-list li')];
  const names = [...page.querySelectorAll('.wall-list .name:not(.long, .longest)')];
  return {
    key: page.dataset.key,
    rows: rows.length,
    cut: rows.filter((row) => {
      const frame = row.getBoundingClientRect();
      const parts = [...row.querySelectorAll('.name, .rank, .wp, .points, b')];
      return frame.bottom > innerHeight || parts.some((part) => {
          const at = part.getBoundingClientRect();
          return at.bottom > frame.bottom + 3 || at.top < frame.top - 3
            || at.right > frame.right + 1 || part.scrollWidth > part.clientWidth + 1
              && getComputedStyle(part).display !== 'inline';
        });
    }).map((row) => row.textContent.replace(/\\s+/g, ' ')),
    size: Math.min(...names.map((name) => parseFloat(getComputedStyle(name).fontSize))),
    seconds: Number(page.dataset.seconds),
  };
})"""
COVERS_CHOICE = """() => {
  const bar = document.querySelector('.wall-choice').getBoundingClientRect();
  return [...document.querySelectorAll('.wall-list li, .hall-table')].filter((each) => {
    const at = each.getBoundingClientRect();
    return at.height && at.bottom > bar.top && at.right > bar.left && at.left < bar.right;
  }).map((each) => each.textContent);
}"""
LEGIBLE = 42  # pixels of a name at 1080p
MOST_NEW = 4  # tables that a wall names as new
LONG_NAMES = ["Wilhelmina Johanna van der Meulen-Hoogendoorn", "Christiaan Bartholomeus de Graaf"]


def make_round_late(server):
    """Let round 3 be nearly over, with a slow table, extra time and announcements.

    Return the storage state of a browser in which a director is logged in.
    """
    director = server.logged_in("dora", "director")
    now = timezone.now()
    with server.database():
        Tournament.objects.update(round_minutes=100)
        began = now - timedelta(minutes=95)
        Round.objects.filter(number=3).update(started_at=began, minutes=100)
        tournament = Tournament.objects.get()
        round = tournament.rounds.get(number=3)
        tables = list(round.tables.filter(seats__result=None).distinct().order_by("number"))
        for table, deals in zip(tables, (18, 9, 19, 18), strict=False):
            played = round.rules.practice(table.seats.count(), Random(1))
            document = played | {"deals": played["deals"][:deals]}
            save_draft(table=table, document=document, author=None, now=now)
        for table, minutes in zip(tables[1:], (60, 5), strict=False):
            give_table_time(table=table, minutes=minutes, now=now)
        author = User.objects.get(username="dora")
        for text in ANNOUNCEMENTS:
            announce(tournament=tournament, text=text, author=author, now=now)
    return director


def give_long_names(server):
    with server.database():
        for entry, name in zip(Entry.objects.order_by("number"), LONG_NAMES, strict=False):
            entry.name = name
            entry.save(update_fields=["name"])


def finish_tournament(server, *, withheld=""):
    """Hand in every form and close the last round."""
    with server.database():
        ScoreForm.objects.filter(versions=None).delete()
        for table in Table.objects.filter(form=None):
            count_form(table, range(table.seats.count()))
        close_rounds(Tournament.objects.get())
        if withheld:
            Round.objects.filter(number=3).update(withheld=withheld)


def resize_to_walls(page, walls):
    """Give a page the size of each wall; yield its height."""
    for width, height in walls:
        page.set_viewport_size({"width": width, "height": height})
        yield height


@pytest.fixture(scope="module")
def visitors(chromium):
    """The pages of visitors by their language: they go from test to test, as a new window takes
    twice as long."""
    pages = {
        locale: chromium.new_page(locale=locale, viewport=LAPTOP) for locale in ("nl-NL", "en-GB")
    }
    yield pages
    for page in pages.values():
        page.close()


@pytest.fixture
def open_wall_page(server, chromium, visitors):
    """Return a function that opens a page of a visitor, or of an official in a window of his
    own."""
    windows = []

    def of(path, *, locale="nl-NL", official=None):
        page = visitors[locale]
        if official:
            windows.append(chromium.new_context(locale=locale, storage_state=official))
            page = windows[-1].new_page()
        page.set_viewport_size(LAPTOP)
        page.goto(f"{server.url}/t/oefen/{path}")
        page.evaluate("document.fonts.ready.then(() => true)")
        return page

    yield of
    visitors["en-GB"].context.set_offline(False)
    for window in windows:
        window.close()


@pytest.mark.parametrize("players", [23, 30, 60, 120, 150, 250])
def test_every_table_fits_its_tile(server, open_wall_page, players):
    """All numbers have one size, also where a table has more time or is behind."""
    server.practise(f"--players {players}")
    make_round_late(server)
    give_long_names(server)
    page = open_wall_page("wall/?show=play")
    page.locator(".own-time .clock-left").nth(1).wait_for()
    for height in resize_to_walls(page, WALLS):
        assert page.evaluate(HANGING_OUT) == []
        assert len(page.evaluate(SIZES)) == 1
        assert page.evaluate("document.documentElement.scrollHeight") == height
        names = page.evaluate(NAMES_ON_TILES)
        legible = {23: LEGIBLE, 30: LEGIBLE - 4}  # pixels at 1080p; other tiles have no names
        assert bool(names) is (players in legible)
        assert all(size >= legible[players] * height / 1080 for size in names)


@pytest.mark.parametrize(
    ("players", "seats", "everybody"), [(23, [23], [20, 3]), (120, [24] * 5, [20] * 6)]
)
def test_every_name_on_the_wall_is_whole_and_large(
    server, open_wall_page, players, seats, everybody
):
    """Also long names, and below an announcement; everybody passes within a minute and a half."""
    server.practise(f"--players {players}")
    make_round_late(server)
    give_long_names(server)
    wanted = {"seats": seats, "standings": [12, *everybody]}  # and those who rose
    for scene, rows in wanted.items():
        page = open_wall_page(f"wall/?show={scene}")
        for width, height in WALLS:
            page.set_viewport_size({"width": width, "height": height})
            # with and without the choice of a scene, which has a room of its own
            for across in (9, height):
                page.mouse.move(across, 9)
            assert page.evaluate(COVERS_CHOICE) == []
            pages = page.evaluate(PAGES)
            assert [each["rows"] for each in pages if each["key"] != "risers-1"] == rows
            assert [each["cut"] for each in pages if each["cut"]] == []
            assert page.evaluate("document.documentElement.scrollHeight") == height
            assert min(each["size"] for each in pages) >= LEGIBLE * height / 1080
        assert sum(each["seconds"] for each in pages) <= 90
        page.set_viewport_size(TABLET)  # all pages below each other, as on a phone
        assert page.locator(".wall-page:visible").count() == len(pages)
        assert page.evaluate("document.documentElement.scrollWidth") == TABLET["width"]


# Of the page in sight: the right ends of the heads in sight, and those of the first row below each.
HEADS = """() => [...document.querySelectorAll('.wall-page:not([hidden]) .wall-columns')]
  .filter((each) => each.checkVisibility()).map((head, column) => {
    const rows = head.closest('.wall-page').querySelectorAll('.wall-list li');
    const row = rows[column * 10], size = (each) => parseFloat(getComputedStyle(each).fontSize);
    const end = (each) => Math.round(each.getBoundingClientRect().right);
    const [, wp, points] = [...head.children];
    return {
      words: [wp.textContent, points.textContent],
      is_above: end(points) === end(row.querySelector('.points'))
        && Math.abs(end(wp) - end(row.querySelector('.wp'))) < 60,
      is_large: Math.min(size(wp), size(points)) >= innerHeight / 45,
    };
  })"""


def test_the_numbers_of_everybody_have_heads(server, open_wall_page):
    server.practise("--players 23")
    page = open_wall_page("wall/?show=standings")
    head = {"words": ["WP", "Punten"], "is_above": True, "is_large": True}
    width, height = WALLS[0]
    page.set_viewport_size({"width": width, "height": height})
    for number, columns in ((1, 2), (2, 1)):
        while page.locator(f".wall-page[data-key=everybody-{number}]").is_hidden():
            page.keyboard.press("ArrowRight")
        assert page.evaluate(HEADS) == [head] * columns
    page.set_viewport_size(TABLET)  # there all lists stand below each other, and each has its heads
    assert page.locator(".wall-columns:visible").all_inner_texts() == [
        "De eerste twaalf\nWP\nPunten\nRonde 3",
        "De grootste stijgers\nWP\nPunten\nGestegen",
        *["WP\nPunten"] * 2,
    ]


@pytest.mark.parametrize("is_over", [False, True])
def test_announcements_cover_nothing(server, open_wall_page, is_over):
    server.practise(MANY)
    director = make_round_late(server)
    if is_over:
        finish_tournament(server)
    page = open_wall_page("wall/", official=director, locale="en-GB")
    assert page.locator(".podium").count() == is_over
    page.keyboard.press("ArrowRight")  # from the clock or the winners to the first twelve
    page.locator(".top-page").wait_for()
    newest, older = (page.locator(".announcement", has_text=text) for text in ANNOUNCEMENTS[::-1])
    assert newest.bounding_box()["y"] < older.bounding_box()["y"]
    for _height in resize_to_walls(page, WALLS):
        assert page.evaluate(COVERED, ".wall-head, .wall-list :is(.name, .wp, .this-round)") == []
    if is_over:
        with server.database():
            let_announce(Tournament.objects.get(), 1)
        page.goto(f"{server.url}/t/oefen/ceremony/1/")
        assert page.evaluate(COVERED, SAID) == []


def test_after_the_release_the_wall_shows_the_winners(server, open_wall_page):
    server.practise(MANY)
    director = make_round_late(server)
    finish_tournament(server, withheld="top")
    below = open_wall_page("wall/")
    below.set_viewport_size(TABLET)
    curtain = below.locator(".curtain-page .wall-words > div").bounding_box()
    assert abs(2 * curtain["x"] + curtain["width"] - TABLET["width"]) <= 2  # in the middle
    below.set_viewport_size({"width": 1920, "height": 1080})
    below.keyboard.press("ArrowRight")  # from the curtain to the places below the top
    below.locator(".everybody-page").first.wait_for()
    assert faults_of(below) == []
    with server.database():
        let_announce(Tournament.objects.get(), CEREMONY_END)
    page = open_wall_page("ceremony/end/", official=director, locale="en-GB")
    page.locator(".reveal form button").click()
    page.wait_for_url("**/wall/")
    page.locator(".podium-page").wait_for()
    assert page.locator(".message:visible").count() == 0
    assert page.locator(".announcement").count() == len(ANNOUNCEMENTS)


def test_a_wall_follows_the_day_and_goes_on_without_the_network(server, open_wall_page):
    """From the welcome to the first form that counts: that is on the wall within three seconds."""
    server.practise("--players 23")
    with server.database():
        tournament = Tournament.objects.get()
        tournament.rounds.exclude(number=1).delete()
        ScoreForm.objects.all().delete()

    def go(state):
        with server.database():
            Round.objects.update(state=state)

    go("drawn")
    page = open_wall_page("wall/", locale="en-GB")
    complaints = listen(page)
    scene = page.locator("#wall")
    expect(scene).to_have_attribute("data-scene", "welcome")
    for state, shown in (("confirmed", "seats"), ("started", "play")):
        go(state)
        look(page)
        expect(scene).to_have_attribute("data-scene", shown)
    expect(page.locator(".wall-page:visible")).to_have_count(1)
    with server.database():
        table = Table.objects.get(number=2)
        count_form(table, range(table.seats.count()))
    expect(page.get_by_text("new: table 2")).to_be_visible(timeout=3000)
    assert complaints == []
    page.context.set_offline(True)
    look(page)
    expect(page.locator("#stale")).to_be_visible()
    expect(page.locator(".wall-page:visible")).to_have_count(1)
    page.context.set_offline(False)
    look(page)
    expect(page.locator("#stale")).to_be_hidden()
    go("drawn")
    look(page)
    expect(scene).to_have_attribute("data-scene", "welcome")


def test_new_tables_take_one_line_and_a_release_makes_none(server, open_wall_page):
    server.practise(MANY)
    with server.database():
        tables = [*Table.objects.filter(form=None, round__number=3).order_by("-number")]
    assert len(tables) > MOST_NEW
    page = open_wall_page("wall/?show=standings", locale="en-GB")
    line, heights = page.locator(".wall-new"), {size: set() for size in LARGE_WALLS}
    told = {
        1: "new: table {}",
        MOST_NEW: "new: tables {}, {}, {}, {}",
        len(tables): f"new: tables {{}}, {{}}, {{}}, {{}} and {len(tables) - MOST_NEW} more",
    }
    came = []
    for count, words in told.items():
        batch = sorted(tables[len(came) : count], key=lambda table: table.number)
        with server.database():
            for table in batch:
                count_form(table, range(table.seats.count()))
        came += [table.number for table in batch]
        newest = sorted(came[-MOST_NEW:])
        look(page)
        expect(line).to_have_text(words.format(*newest))
        for size in LARGE_WALLS:
            page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
            heights[size].add(line.bounding_box()["height"])
    assert [len(each) for each in heights.values()] == [1, 1]
    assert page.locator("li.new:visible").count() > 0
    finish_tournament(server, withheld="all")
    look(page)
    expect(line).to_have_attribute("data-rounds", "to 2 without 3")
    expect(line).to_be_empty()
    with server.database():
        Round.objects.update(withheld="")
    look(page)
    expect(line).to_have_attribute("data-rounds", "to 3")
    expect(line).to_be_empty()
    assert page.locator("li.new").count() == 0


def test_a_form_that_counts_while_the_wall_is_fetched_is_on_it_too(server, open_wall_page):
    server.practise("--players 23")
    with server.database():
        one, other = Table.objects.filter(form=None, round__number=3).order_by("number")[:2]
    page = open_wall_page("wall/?show=standings", locale="en-GB")

    def count(table):
        with server.database():
            count_form(table, range(table.seats.count()))
        with page.expect_response("**/changes.json") as answer:
            look(page)
        answer.value.finished()
        page.evaluate("() => new Promise(requestAnimationFrame)")

    def count_other_meanwhile(route):
        answer = route.fetch()
        count(other)
        route.fulfill(response=answer)

    page.route("**/wall/?show=standings", count_other_meanwhile, times=1)
    count(one)
    new = f"new: tables {one.number}, {other.number}"
    expect(page.locator(".wall-new")).to_have_text(new)


def test_every_link_of_the_navigation_can_be_tapped_on_a_phone(server, open_wall_page):
    server.practise(MANY)
    page = open_wall_page("", locale="en-GB")  # officials have the bar below instead
    links = page.locator(".tournament-nav li a")
    links.nth(3).wait_for()
    for width in PHONES:
        page.set_viewport_size({"width": width, "height": 844})
        boxes = [link.bounding_box() for link in links.all()]
        assert [box for box in boxes if box["x"] < 0 or box["x"] + box["width"] > width] == []
        assert min(box["height"] for box in boxes) >= FINGER
