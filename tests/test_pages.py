"""Every page of the practice tournament in a real browser, on a phone, a laptop and a wall.

Nothing sticks out, the console has no complaints, and axe finds nothing. Public pages say the same
without scripts, and the Tab key reaches all that can be pressed, in order and in sight.

Each run looks at every page, at each width. What takes longer is sampled: axe looks at each public
page and at half of those of officials, at one width; half of the public pages are walked through
with the Tab key, and half are compared with those without scripts.
"""

import pytest
from django.urls import resolve

from tests.accounts.addresses import ADDRESSES, ANYONE
from tests.browser import listen
from tests.keyboard import keyboard_faults_of, shown_by_scripts_alone
from tests.page_faults import faults_in_the_dark, faults_of, overflow_of
from tests.samples import some
from tests.shown_pages import AT_WORK, DARK, NO_PAGES, OFFICIAL, OTHER_GAMES, PUBLIC, hand_in_forms
from wk.tournament.models import Tournament

pytestmark = pytest.mark.browser

# What a page keeps folded, axe does not look at there.
FOLDED = ["/guide/", *(f"/t/oefen/{page}/" for page in ("standings", "players/1", "figures"))]
# The pixels between the text of a cell and the cell's right edge.
ROOM_BEHIND = """(cell) => {
  const text = document.createRange();
  text.selectNodeContents(cell);
  return cell.getBoundingClientRect().right - text.getBoundingClientRect().right;
}"""
PHONE, LAPTOP, WALL = 360, 1366, 1920
OFFICIAL_WIDTHS = (PHONE, LAPTOP)
PUBLIC_WIDTHS = (PHONE, LAPTOP, WALL)
# Pages of officials that axe looks at.
JUDGED = {*some(OFFICIAL, len(OFFICIAL) // 2), *some(AT_WORK, len(AT_WORK) // 2)}
# Public pages that are walked through with the Tab key, and that are compared.
WALKED = {*some(PUBLIC, len(PUBLIC) // 2)}
COMPARED = {*some(PUBLIC[::-1], len(PUBLIC) // 2)}


@pytest.fixture(scope="module")
def office(running_server):
    """A server with practice tournaments, which show all that may be shown."""
    running_server.practise("--players 35", *(f"--game {key}" for key in OTHER_GAMES))
    with running_server.database():
        Tournament.objects.update(odds=True)
    return running_server


@pytest.fixture(scope="module")
def director(office):
    """The storage state of a browser in which a director is logged in."""
    return office.logged_in("dora", "director")


@pytest.fixture(scope="module")
def phone_keys(office, director):
    """The keys of tables that have not begun, in a tournament with forms in every state."""
    with office.database():
        return hand_in_forms()


@pytest.fixture(scope="module")
def window(chromium, director):
    """Return a function that returns the one window of a kind of reader, as a page and what it is
    heard to say: it goes from page to page, which takes half of what a new window takes."""
    opened = {}

    def of(state=None, has_scripts=True):
        key = (state is None, has_scripts)
        if key not in opened:
            page = chromium.new_context(
                storage_state=state, java_script_enabled=has_scripts, locale="nl-NL"
            ).new_page()
            opened[key] = page, listen(page)
        return opened[key]

    yield of
    for page, _heard in opened.values():
        page.context.close()


@pytest.fixture(scope="module")
def unscripted(window):
    """A page of a browser that runs no scripts."""
    return window(has_scripts=False)[0]


def complaints_of(window, url, widths, unscripted=None, *, is_judged=True, is_walked=False):
    """Visit a page once; return its faults at each width, and in the dark if it is seen there.

    `is_judged`: axe looks at it. `is_walked`: also what the Tab key does not reach. With a page of
    a browser without scripts also what is there for scripts alone.
    """
    page, heard = window
    is_seen_in_the_dark = "/" + url.split("/", 3)[3] in DARK
    page.goto("about:blank")
    page.set_viewport_size({"width": widths[0], "height": 800})  # nothing has to be laid out again
    heard.clear()  # what the page before said at last
    response = page.goto(url)
    found = {}
    if response.status != 404 and heard:  # of a 404 the browser says so in its console
        found["console"] = list(heard)
    looked_at_by_axe = some(widths, 1) if is_judged else []
    walked_at = some(widths[::-1], 1) if is_walked else []
    for width in widths:
        if width != widths[0]:
            page.set_viewport_size({"width": width, "height": 800})
        if wrong := faults_of(page) if width in looked_at_by_axe else overflow_of(page):
            found[width] = wrong
        if is_seen_in_the_dark and width in looked_at_by_axe:
            found |= {f"dark, {width}": wrong for wrong in faults_in_the_dark(page)}
        if width in walked_at and (wrong := keyboard_faults_of(page)):
            found["keyboard"] = wrong
    if unscripted and (wrong := shown_by_scripts_alone(page, unscripted)):
        found["scripts"] = wrong
    return found


@pytest.mark.parametrize("path", PUBLIC)
def test_public_page(office, window, unscripted, path):
    url, other = office.url + path, unscripted if path in COMPARED else None
    found = complaints_of(window(), url, PUBLIC_WIDTHS, other, is_walked=path in WALKED)
    assert found == {}


@pytest.mark.parametrize("path", FOLDED)
def test_what_is_folded_has_no_faults(office, window, path):
    page, _heard = window()
    page.set_viewport_size({"width": PHONE, "height": 800})
    page.goto(office.url + path)
    closed = page.locator("details:not([open])")
    assert closed.count() > 0
    closed.evaluate_all("all => all.forEach((each) => { each.open = true; })")
    assert faults_of(page) == []


def test_a_phone_breaks_no_contract_in_the_middle_of_a_word(office, window):
    page, _heard = window()
    page.set_viewport_size({"width": PHONE, "height": 800})
    page.goto(f"{office.url}/t/oefen-kleurenwiezen/rules/")
    contract = page.locator(".chart tbody .key").first
    assert contract.inner_text() == "samen 8"
    assert contract.evaluate("cell => cell.clientHeight") < 60  # one line


def test_a_form_of_five_fits_a_standing_tablet(office, window):
    page, _heard = window()
    page.set_viewport_size({"width": 820, "height": 1180})
    page.goto(f"{office.url}/t/oefen/rounds/1/tables/1/")
    form = page.locator(".score-form")
    assert form.locator(".player").count() == 5
    assert form.evaluate("box => box.scrollWidth - box.clientWidth") == 0
    # The widest number of cards does not touch the line beside it.
    assert form.locator("tbody .cards").first.evaluate(ROOM_BEHIND) >= 4


@pytest.mark.parametrize("width", [390, 820, 1366])
def test_ordinary_names_stay_on_one_line_in_the_rounds_of_a_player(office, window, width):
    page, _heard = window()
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{office.url}/t/oefen/players/1/")
    broken = page.locator(".columns tbody th a").evaluate_all(
        """links => links.filter(link => link.getClientRects().length > 1)
            .map(link => link.textContent).filter(name => name.length < 15)"""
    )
    assert broken == []


def test_every_public_page_is_looked_at():
    public = {name for name, methods in ADDRESSES.items() if methods.get("GET", 0) is ANYONE}
    named = {resolve(path.partition("?")[0]).view_name for path in PUBLIC}
    files = {name for name in public if name.startswith("feeds:")} - {"feeds:embed"}
    assert public - files - NO_PAGES.keys() == named


@pytest.mark.parametrize("path", OFFICIAL)
def test_page_of_an_official(office, director, window, path):
    url, is_judged = office.url + path, path in JUDGED
    assert complaints_of(window(director), url, OFFICIAL_WIDTHS, is_judged=is_judged) == {}


@pytest.mark.parametrize("path", AT_WORK)
def test_page_while_forms_come_in(office, director, phone_keys, window, path):
    url, is_judged = office.url + path, path in JUDGED
    assert complaints_of(window(director), url, PUBLIC_WIDTHS, is_judged=is_judged) == {}


def test_the_page_on_the_phone_of_a_table(office, phone_keys, chromium):
    """The dealer, a forbidden bid, the end of a deal and a corrected deal: upright and lying, in
    light and dark."""
    context = chromium.new_context(
        viewport={"width": 360, "height": 640},
        locale="nl-NL",
        has_touch=True,
        reduced_motion="reduce",  # or axe sees colours on their way from one scheme to the other
    )
    page = context.new_page()
    heard, found = listen(page), []

    def look_at_it():
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            found.extend(faults_of(page))

    page.goto(f"{office.url}/phone/#{phone_keys[0]}")
    draw = page.get_by_role("button", name="Trek hier kaarten")
    draw.wait_for()
    assert heard == []
    look_at_it()
    draw.tap()
    page.locator("#begin").wait_for()
    look_at_it()
    page.reload()
    names = page.locator(".phone-names button")
    names.first.wait_for()
    longest = max(enumerate(names.all_inner_texts()), key=lambda each: len(each[1]))[0]
    names.nth(longest - 1).tap()  # who comes after him deals when the page lies on its side
    for _seat in range(4):
        page.locator("#key-2").tap()
    assert page.locator(".barred").inner_text() == "2"
    ring = "getComputedStyle(document.activeElement).outlineStyle"
    assert page.evaluate(ring) == "none"  # what was tapped for another looks not chosen here
    assert page.locator("#told").inner_text() == page.locator(".phone-turn").inner_text()
    look_at_it()
    page.locator("#key-0").tap()
    for won in (5, 5, 0, 0):
        page.locator(f"#key-{won}").tap()
    page.locator("#note").wait_for()
    look_at_it()
    page.locator("#note").tap()
    page.get_by_role("button", name="Verbeter spelletje 1").tap()
    look_at_it()
    page.locator("#note").tap()
    page.set_viewport_size({"width": 740, "height": 360})
    look_at_it()
    assert page.evaluate("document.documentElement.scrollHeight <= window.innerHeight")
    context.close()
    assert found == []


@pytest.mark.parametrize(
    ("language", "shown"), [("nl-NL", "nl"), ("en-GB", "en"), ("de-DE", "nl"), ("fy", "nl")]
)
def test_pages_are_dutch_unless_the_browser_asks_otherwise(office, chromium, language, shown):
    context = chromium.new_context(locale=language)
    page = context.new_page()
    page.goto(f"{office.url}/t/oefen/standings/")
    assert page.locator("html").get_attribute("lang") == shown
    other = {"nl": "English", "en": "Nederlands"}[shown]
    page.get_by_role("link", name=other, exact=True).click()
    page.wait_for_load_state()
    assert page.locator("html").get_attribute("lang") != shown
    assert page.url == f"{office.url}/t/oefen/standings/"
    context.close()
