"""The ceremony in a real browser: by keys, without a script, and on every screen."""

from random import Random

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser import listen, look
from tests.page_faults import faults_of, overflow_of
from tests.samples import some
from wk.hall.announcements.services import announce
from wk.hall.ceremony.queries import ceremony
from wk.scoreforms.counting import import_forms
from wk.scoreforms.models import Result
from wk.tournament.models import Entry, Round, Table, Tournament

pytestmark = pytest.mark.browser

START = "/t/oefen/ceremony/"
SCREENS = [(360, "light"), (1366, "dark"), (1920, "light")]
PLAYERS = 9
LONG_NAME = "Wilhelmina " * 7  # as long as names may be
# What a page hears of the ceremony, told to the console: one that waits for the next page answers
# no other question.
TELL_STEPS = """document.addEventListener("htmx:afterSwap", () => {
  console.info(document.getElementById("ceremony-now").href);
})"""
CALM = 400  # milliseconds until the keys of a new page work


@pytest.fixture
def office(running_server):
    """A server with a practice tournament that is complete. Its last round is closed and
    withheld."""
    running_server.practise(f"--players {PLAYERS}")
    with running_server.database():
        tables = Table.objects.filter(seats__result=None).distinct()
        forms = [
            (each, each.round.rules.practice(each.seats.count(), Random(1))) for each in tables
        ]
        import_forms(forms=forms, now=timezone.now())
        Entry.objects.filter(number=1).update(name=LONG_NAME)
        Round.objects.filter(number=3).update(withheld="all", state="closed")
    return running_server


@pytest.fixture
def window(office, chromium):
    """Return a function that opens windows of a director."""
    state, windows = office.logged_in("dora", "director"), []

    def of(**options):
        made = chromium.new_context(storage_state=state, locale="nl-NL", **options)
        windows.append(made)
        return made

    yield of
    for each in windows:
        each.close()


def press(page, way):
    """Press a button of the steps, and wait for the page after it."""
    with page.expect_navigation():
        page.locator(f"button[data-way={way}]").click()


def open_curtain(page, office, place):
    """Begin the ceremony with a place, of which no name is shown yet."""
    page.goto(f"{office.url}{START}")
    page.locator("#id_place").fill(str(place))
    page.locator("form button.big").click()
    page.locator("button[data-way=next]").wait_for()


def begin(page, office, place):
    """Begin the ceremony, and show the names of a place."""
    open_curtain(page, office, place)
    press(page, "next")
    page.locator(".of-place").wait_for()


def walk_through_steps(page):
    """Go through the ceremony and yield at each step."""
    yield
    while page.locator("button[data-way=next]").count():
        press(page, "next")
        yield


def test_layout_of_every_step_on_every_screen(office, window):
    page = window(reduced_motion="reduce").new_page()
    open_curtain(page, office, PLAYERS)
    found, looked_at_by_axe = [], some(SCREENS, 1)
    for _step in walk_through_steps(page):
        for screen in SCREENS:
            width, scheme = screen
            page.set_viewport_size({"width": width, "height": 800})
            page.emulate_media(color_scheme=scheme)
            wrong = faults_of(page) if screen in looked_at_by_axe else overflow_of(page)
            found += [(page.url, screen, each) for each in wrong]
    assert page.url == f"{office.url}{START}end/"
    assert found == []


# Where the parts of a place begin, and how far a name is from the middle of its room.
PARTS = """() => {
  const top = (what) => document.querySelector(what)?.getBoundingClientRect().top;
  const room = document.querySelector('.revealed').getBoundingClientRect();
  const place = document.querySelector('.reveal .place').getBoundingClientRect();
  return {
    place: Math.round(place.top + place.height / 2),
    middle: Math.round(room.top + room.height / 2),
    tally: Math.round(top('.tally')),
  };
}"""
# Ten times as fast as for the hall, which waits with pleasure.
STILL = """Promise.all(document.getAnimations().map((each) => {
  each.updatePlaybackRate(10);
  return each.finished;
})).then(() => true)"""
# What the browser saw move since the page was opened.
MOVED = """() => new Promise((answer) => new PerformanceObserver((list) => answer(
  list.getEntries().flatMap((entry) => entry.sources.map(({ node }) => node?.outerHTML)),
)).observe({ type: 'layout-shift', buffered: true }) || setTimeout(answer, 100, []))"""


@pytest.mark.parametrize(("width", "height"), some([(1920, 1080), (1366, 768)], 1))
def test_nothing_moves_from_place_to_place(office, window, width, height):
    """A name of any length, a place that is shared, and places that turn like cards."""
    with office.database():
        share_place_4(Tournament.objects.get())
    page = window(viewport={"width": width, "height": height}).new_page()
    begin(page, office, PLAYERS)
    parts, moved = set(), []
    for _step in walk_through_steps(page):
        if page.locator(".tally").count():
            page.evaluate(STILL)
            parts.add(tuple(page.evaluate(PARTS).values()))
            moved += page.evaluate(MOVED)
    assert moved == []
    assert len(parts) == 1


SIZES = [(1920, 1080), (1366, 768), (390, 844)]


def test_no_announcement_moves_a_name(office, window, chromium):
    """Not on the laptop, nor on a wall: at a place and at the end, also a long one."""
    page = window(reduced_motion="reduce").new_page()
    begin(page, office, 2)
    wall = chromium.new_context(locale="nl-NL", reduced_motion="reduce").new_page()
    wall.goto(f"{office.url}/t/oefen/wall/")
    looked_at_by_axe = some(SIZES, 1)
    for _step in walk_through_steps(page):
        expect(page.locator(".reveal .names, .reveal .podium")).to_be_visible()
        expect(wall.locator(".reveal .names, .podium")).to_be_visible()
        look(wall)
        # The wall follows the laptop a moment later, and each place has its own words.
        for place in page.locator(".reveal .place").all_inner_texts():
            expect(wall.locator(".reveal .place")).to_have_text(place, use_inner_text=True)
        if page.url.endswith("/end/"):
            expect(wall.locator(".podium")).to_be_visible()
        before = {}
        for size in resized(wall, page):
            faults = faults_of if size in looked_at_by_axe else overflow_of
            assert faults(wall) == []
            before[size] = [heights_of(screen) for screen in with_room(size, wall, page)]
        with office.database():
            tournament = Tournament.objects.get()
            for text in ("Koffie", "Straks is er soep in de kantine voor wie dat wil. " * 4):
                announce(tournament=tournament, text=text[:200], author=None, now=timezone.now())
        for screen in (wall, page):
            screen.evaluate("htmx.trigger('#news', 'look')")
            expect(screen.locator(".announcement")).to_have_count(2)
        for size in resized(wall, page):
            screens = with_room(size, wall, page)
            for screen in screens:
                expect(screen.locator(".announcement:visible")).to_have_count(1)
                assert screen.evaluate(UNDER_NEWS) == []
            assert [heights_of(screen) for screen in screens] == before[size]
        with office.database():
            Tournament.objects.get().announcements.all().delete()
        for screen in (wall, page):
            screen.evaluate("htmx.trigger('#news', 'look')")
            expect(screen.locator(".announcement")).to_have_count(0)
    wall.context.close()


def resized(*screens):
    """Give screens each of the sizes; yield it."""
    for width, height in SIZES:
        for screen in screens:
            screen.set_viewport_size({"width": width, "height": height})
        yield width, height


def with_room(size, wall, page):
    """Return those of a wall and a laptop of this size on which an announcement may move nothing.

    A phone shows the wall as a list. At the end the laptop has room for all announcements.
    """
    width, _height = size
    return [wall] * (width > 390) + [page] * page.locator(".of-place").count()


def heights_of(screen):
    """Return how far each name and number is from the top of the page."""
    return screen.evaluate(
        """() => [...document.querySelectorAll(
            '.reveal :is(.place, h1, .tally), .podium :is(h2, b)')]
            .map((each) => Math.round(each.getBoundingClientRect().top))"""
    )


UNDER_NEWS = """() => {
  const news = document.querySelector('.announcement').getBoundingClientRect();
  const parts = '.reveal :is(.place, h1, .club, .tally, .decider), .podium :is(h2, b), button';
  return [...document.querySelectorAll(parts)].filter((each) => {
    const at = each.getBoundingClientRect();
    return at.height && each.checkVisibility() && at.top < news.bottom && at.bottom > news.top;
  }).map((each) => each.textContent);
}"""


def share_place_4(tournament):
    """Let the players in places 4 to 6 have the same results."""
    whole = ceremony(tournament)
    rows = [row for reveal in whole.reveals for row in reveal.rows][3:6]
    results = [
        Result.objects.filter(seat__entry__tournament=tournament, seat__entry__number=row.number)
        for row in rows
    ]
    first = {result.seat.round_id: result for result in results[0].select_related("seat")}
    for result in (each for those in results[1:] for each in those.select_related("seat")):
        like = first[result.seat.round_id]
        result.points, result.half_points, result.place = like.points, like.half_points, like.place
        result.save()


TURN = "(names) => getComputedStyle(names).animationName"


def test_the_first_three_turn_like_cards_once(office, window, chromium):
    page = window().new_page()
    begin(page, office, 4)
    wall = chromium.new_context(locale="nl-NL").new_page()
    try:
        wall.goto(f"{office.url}/t/oefen/wall/")
        names = wall.locator(".reveal .names")
        expect(wall.locator(".card-back")).to_have_count(0)
        press(page, "next")
        look(wall)
        expect(wall.locator(".place-page")).to_have_attribute("data-key", "place-3")
        assert names.evaluate(TURN) == "turned-up"
        assert page.locator(".reveal .names").evaluate(TURN) == "turned-up"
        with office.database():  # the wall asks for its part anew
            announce(
                tournament=Tournament.objects.get(), text="Koffie", author=None, now=timezone.now()
            )
        look(wall)
        wall.locator(".announcement").wait_for()
        wall.locator(".place-page.seen").wait_for()
        assert names.evaluate(TURN) == "none"
        wall.emulate_media(reduced_motion="reduce")
        wall.reload()
        assert names.evaluate(TURN) == "none"
        assert names.is_visible()
    finally:
        wall.context.close()


def test_the_steps_go_by_keys_and_every_screen_follows(office, window, chromium):
    page = window().new_page()
    page.clock.install()
    heard = listen(page)

    def wait_for_keys():
        page.clock.fast_forward(CALM)
        page.locator("html[data-keys=on]").wait_for()

    screens = [chromium.new_context(locale="nl-NL").new_page() for _screen in range(2)]
    for number, wall in enumerate(screens, 1):
        # what was chosen at a screen does not keep it from the ceremony
        wall.goto(f"{office.url}/t/oefen/wall/{number}/?show=standings")
        expect(wall.locator("#wall")).to_have_attribute("data-scene", "standings")
    page.goto(f"{office.url}{START}")
    wait_for_keys()
    page.locator("#id_place").fill("5")
    page.keyboard.press("Enter")
    page.locator(".coming").wait_for()
    for wall in screens:
        expect(wall.locator(".coming h1")).to_have_text("Rang 5")
    for key, place in (
        *(
            (" ", "5"),
            (" ", "4"),
            ("Enter", "3"),
            ("ArrowRight", "2"),
            ("PageDown", "1"),
            ("PageUp", "2"),
        ),
        *(("ArrowLeft", "3"), (" ", "2"), (" ", "1")),
    ):
        wait_for_keys()
        page.keyboard.press(key)
        page.wait_for_url(f"**/ceremony/{place}/")
        for wall in screens if key in ("Enter", "ArrowLeft") else ():
            look(wall)
            expect(wall.locator(f".wall-page[data-key=place-{place}]")).to_be_visible()
            assert wall.locator(".reveal h1").all_inner_texts() == (
                page.locator(".reveal h1").all_inner_texts()
            )
    wait_for_keys()
    page.keyboard.press(" ")
    page.wait_for_url("**/ceremony/end/")
    look(*screens)
    for wall in screens:
        expect(wall.locator(".podium h2")).to_have_text(page.locator(".podium h2").inner_text())
        wall.context.close()
    assert heard == []


def test_another_laptop_follows_by_itself(office, window):
    page = window().new_page()
    other = window().new_page()
    heard = listen(other)
    other.goto(f"{office.url}{START}")
    begin(page, office, 3)
    other.wait_for_url("**/ceremony/3/")
    for place in ("2/", "1/", "end/"):
        press(page, "next")
        look(other)
        other.wait_for_url(f"**/ceremony/{place}")
        expect(other.locator(".reveal h1").first).to_have_text(
            page.locator(".reveal h1").first.inner_text()
        )
    press(page, "prev")
    look(other)
    other.wait_for_url("**/ceremony/1/")
    with office.database():
        Round.objects.filter(number=3).update(state="started")
    look(other)
    other.wait_for_url(f"**{START}")
    assert heard == []


def test_a_laptop_that_follows_slowly_misses_no_step(office, window):
    """Its page of the curtain comes when a place was shown already."""
    page = window().new_page()
    other = window().new_page()
    other.goto(f"{office.url}{START}")
    held = []
    other.route(
        f"**{START}", lambda route: held.append(route) if is_page(route) else route.continue_()
    )
    with other.expect_request(lambda request: request.is_navigation_request()):
        open_curtain(page, office, 3)
    press(page, "next")
    held.pop().continue_()
    other.wait_for_url("**/ceremony/3/")
    other.unroute(f"**{START}")
    other.goto(f"{office.url}{START}")  # who goes there himself stays
    other.get_by_role("link", name="Ga verder").wait_for()
    assert other.url == f"{office.url}{START}"


def test_a_laptop_on_its_way_to_a_step_begins_no_other_way(office, window):
    page = window().new_page()
    other = window().new_page()
    other.add_init_script(TELL_STEPS)
    begin(page, office, 3)
    other.goto(page.url)
    held, given_up = [], []
    other.route(
        f"**{START}2/", lambda route: held.append(route) if is_page(route) else route.continue_()
    )
    other.on("requestfailed", lambda request: given_up.append(request))
    with other.expect_request(lambda request: request.is_navigation_request()):
        press(page, "next")
    with other.expect_console_message(lambda told: told.text.endswith("/1/")):
        press(page, "next")
    held.pop().continue_()
    other.wait_for_url("**/ceremony/1/")
    assert not [each.url for each in given_up if each.is_navigation_request()]


def is_page(route):
    return route.request.is_navigation_request()


def test_a_key_pressed_twice_goes_one_step(office, window):
    page = window().new_page()
    begin(page, office, 5)
    page.locator("html[data-keys=on]").wait_for()
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/ceremony/4/", wait_until="commit")
    page.keyboard.press("ArrowRight")
    page.locator("html[data-keys=on]").wait_for()
    press(page, "next")  # by hand: one place on, so the second key told none
    expect(page).to_have_url(f"{office.url}{START}3/")


def test_the_ceremony_works_without_a_script_and_on_another_laptop(office, window):
    page = window(java_script_enabled=False).new_page()
    begin(page, office, 1)
    other = window().new_page()
    other.goto(f"{office.url}{START}")
    other.locator("a[rel=next]").click()
    other.wait_for_url(page.url)
    assert other.locator("h1").all_inner_texts() == page.locator("h1").all_inner_texts()
    press(page, "next")
    page.wait_for_url("**/ceremony/end/")
    other.locator("button[data-way=next]").click()  # which is done already
    other.wait_for_url("**/ceremony/end/")
    page.locator(".reveal form button").click()
    page.wait_for_url("**/wall/#office")
    assert page.locator(".podium .champion h2").count() >= 1


def test_after_the_release_the_wall_shows_the_way_back_for_a_while(office, window):
    page = window().new_page()
    page.clock.install()
    begin(page, office, 1)
    press(page, "next")
    page.wait_for_url("**/ceremony/end/")
    page.locator(".reveal form button").click()
    page.wait_for_url("**/wall/")  # the script takes the end of the address away: it works once
    way = page.locator(".wall-choice a[href$='/t/oefen/']")
    expect(page.locator("html[data-choice]")).to_have_count(1)
    expect(way).to_be_in_viewport()
    page.mouse.move(9, 9)
    page.mouse.move(99, 99)
    page.clock.run_for(30_000)
    expect(page.locator("html[data-choice]")).to_have_count(1)
    page.clock.run_for(31_000)
    expect(page.locator("html[data-choice]")).to_have_count(0)
