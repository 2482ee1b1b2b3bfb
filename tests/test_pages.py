"""Every page of the practice tournament in a real browser, on a phone, a laptop and a wall.

Nothing sticks out, the console has no complaints, and axe finds nothing. Public pages say the same
without scripts, and the Tab key reaches all that can be pressed, in order and in sight. axe and the
Tab key take longer than all the rest: each run lets them look at a page at one of its widths.
"""

from io import BytesIO

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import resolve
from django.utils import timezone
from PIL import Image

from tests.accounts.addresses import ADDRESSES, ANYONE
from tests.browser import listen
from tests.keyboard import keyboard_faults_of, shown_by_scripts_alone
from tests.played import played
from tests.samples import some
from wk.accounts.models import User
from wk.phones.services import keys_for
from wk.scoreforms.drafts import save_draft
from wk.scoreforms.photos.services import keep_photos, redrawn
from wk.scoreforms.services import Submission, hand_in
from wk.tournament.models import Table, Tournament

pytestmark = pytest.mark.browser

PUBLIC = [
    "/",
    "/login/",
    "/guide/",
    "/t/oefen/",
    "/t/oefen/standings/",
    "/t/oefen/standings/1/",
    "/t/oefen/standings/embed/",
    "/t/oefen/players/",
    "/t/oefen/players/?q=de",
    "/t/oefen/players/?q=zzz",
    "/t/oefen/players/1/",
    "/t/oefen/figures/",
    "/years/",
    "/years/players/",
    "/t/oefen/rounds/",
    "/t/oefen/rounds/3/",
    "/t/oefen/rounds/3/?q=de",
    "/t/oefen/rounds/1/tables/1/",
    "/t/oefen/rounds/3/tables/7/",
    "/t/oefen/hall/",
    "/t/oefen/wall/",
    "/t/oefen/hall/news/",
    "/t/oefen/find/?q=7",
    "/t/oefen/prizes/",
    "/t/oefen/wall/?show=standings",
    "/t/oefen/wall/?show=seats",
    "/t/oefen/wall/2/?show=curtain",
    "/t/oefen/rules/",
    "/t/oefen/rules/winner/?leader=2&cards=9H.KH.2S.AH.3H&hand4=5H.6H",
    "/t/oefen-bollen/rules/",
    "/t/oefen-bollen/rules/winner/?players=4&trump=C&marshall=x&wizards=x&cards=AH.2H.KD&add=AH",
    "/t/oefen-bollen/rules/winner/?players=4&trump=C&mexican=x&cards=AH.2H.KD.JD",
    "/t/oefen-bollen/rounds/1/tables/1/",
    "/t/oefen-rubber-bridge/players/",
    "/t/oefen-rubber-bridge/rounds/1/",
    "/t/oefen-rubber-bridge/rounds/1/tables/1/",
    "/t/oefen-rubber-bridge/rules/winner/?trump=S&declarer=1&cards=9H.KH.AH.2C",
    "/t/oefen-rubber-bridge/players/1/",
    "/t/oefen-kleurenwiezen/players/1/",
    "/t/oefen-kleurenwiezen/rules/",
    "/t/oefen-kleurenwiezen/rules/winner/?contract=grote-miserie&trump=S&cards=9H",
    "/t/oefen-kleurenwiezen/rounds/1/tables/1/",
    "/t/nergens/",
]
# Public addresses without a page for readers, and why.
NO_PAGES = {
    "accounts:begin": "it is there until the first account is made",
    "choose_language": "it leads back",
    "phones:phone": "it is of one table: a test below",
    "players:card": "it leads to a player",
    "players:kiosk": "it is of the device at the door: tests/players/kiosk",
    **dict.fromkeys(("favicon.ico", "manifest", "robots.txt", "phones:worker"), "it is a file"),
    "publication:changes": "it is for open pages",
    "health": "it is for programs that watch",
}
OFFICIAL = [
    "/",
    "/new/",
    "/import/",
    "/practice/",
    "/style/",
    "/in-the-hall/",
    "/accounts/",
    "/accounts/add/",
    "/accounts/slip/",
    "/accounts/1/slip/",
    "/accounts/1/",
    "/password/",
    "/t/oefen/",
    "/t/oefen/edit/",
    "/t/oefen/players/",
    "/t/oefen/players/add/",
    "/t/oefen/players/import/",
    "/t/oefen/players/1/edit/",
    "/t/oefen/desk/",
    "/t/oefen/desk/?q=zzz",
    "/t/oefen/desk/?player=1",
    "/t/oefen/desk/1/",
    "/t/oefen/desk/late/",
    "/t/oefen/desk/several/",
    "/t/oefen/log/",
    "/t/oefen/rounds/",
    "/t/oefen/rounds/1/",
    "/t/oefen/rounds/3/",
    "/t/oefen/hall/",
    "/t/oefen/hall/announcements/",
    "/t/oefen/wall/control/",
    "/t/oefen/forms/",
    "/t/oefen/forms/?round=1",
    "/t/oefen/forms/1/1/",
    "/t/oefen/forms/1/1/history/",
    "/t/oefen/forms/3/7/",
    "/t/oefen/ceremony/",
    "/t/oefen-bollen/rules/",
    "/t/oefen-bollen/forms/1/1/",
    "/t/oefen-bollen/forms/3/4/",
    "/t/oefen-rubber-bridge/rules/",
    "/t/oefen-rubber-bridge/players/",
    "/t/oefen-rubber-bridge/forms/1/1/",
    "/t/oefen-rubber-bridge/forms/3/6/",
    "/t/oefen-kleurenwiezen/rules/",
    "/t/oefen-kleurenwiezen/forms/1/1/",
    "/t/oefen-kleurenwiezen/forms/3/6/",
]
# What only is there while forms come in, are looked at and kept on phones.
AT_WORK = [
    "/t/oefen/forms/?round=3&show=missing",
    "/t/oefen/forms/?round=3&show=look",
    "/t/oefen/forms/settings/",
    "/t/oefen/forms/pile/",
    "/t/oefen/forms/3/4/",
    "/t/oefen/forms/3/4/?totals",
    "/t/oefen/forms/3/4/photos/",
    "/t/oefen/forms/3/4/second/",
    "/t/oefen/forms/3/5/settle/",
    "/t/oefen/forms/3/5/history/",
    "/t/oefen/forms/3/5/history/?version=2&with=1",
    "/t/oefen/forms/3/6/",
    "/t/oefen/phones/3/",
    "/t/oefen/phones/3/?table=7",
    "/phone/",
]
# One game of each kind of form.
OTHER_GAMES = ["bollen", "rubber-bridge", "kleurenwiezen"]
AXE = Axe().axe_script
ASKED_OF_AXE = {"resultTypes": ["violations"], "preload": False, "iframes": False}
PHONE, LAPTOP, WALL = 360, 1366, 1920
OFFICIAL_WIDTHS = (PHONE, LAPTOP)
PUBLIC_WIDTHS = (PHONE, LAPTOP, WALL)
# What is seen in the dark as well, by whoever works late.
DARK = [
    "/t/oefen/",
    "/t/oefen/rules/winner/?cards=9H.KH.2S.AH.3H&hand3=5H",
    "/t/oefen/standings/",
    "/t/oefen/players/1/",
    "/t/oefen/standings/embed/",
    "/t/oefen/players/?q=de",
    "/t/oefen/rounds/3/",
    "/t/oefen/rounds/3/?q=de",
    "/t/oefen/rounds/1/tables/1/",
    "/t/oefen/hall/",
    "/t/oefen/figures/",
    "/t/oefen/rules/",
]
DARK_ON_THE_WALL = ["/t/oefen/forms/pile/", "/t/oefen/forms/3/5/settle/", "/t/oefen/phones/3/"]


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


def hand_in_forms():
    """Hand in a waiting form with a photo and one that was typed differently, and begin one on a
    phone.

    Return the keys of the tables after them.
    """
    now = timezone.now()
    Tournament.objects.filter(slug="oefen").update(second_check="every")
    tables = Table.objects.filter(round__tournament__slug="oefen", round__number=3)
    waits, differs, begun, *free = tables.filter(number__gte=4).order_by("number")
    anna, bea = (User.objects.create_user(name) for name in ("anna", "bea"))
    hand_in(table=waits, submission=Submission(played(waits, 1), anna, now))
    file = BytesIO()
    Image.new("RGB", (1200, 1600), "ivory").save(file, "JPEG")
    keep_photos(table=waits, pictures=[redrawn(file)], author=anna, now=now)
    for author, seed in ((anna, 1), (bea, 2)):
        hand_in(table=differs, submission=Submission(played(differs, seed), author, now))
    document = played(begun, 3)
    document["deals"] = document["deals"][:4]
    save_draft(table=begun, document=document, author=None, now=now, expected=0)
    return [key.key for key in keys_for(tables=free, now=now).values()]


def overflow_of(page):
    """Return the complaint that a page is wider than its window, if it is."""
    is_wider = page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
    return ["the page scrolls sideways"] if is_wider else []


def faults_of(page):
    """Return the findings of axe on a page, and whether it is too wide."""
    found = overflow_of(page)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    results = page.evaluate("options => axe.run(document, options)", ASKED_OF_AXE)
    return found + [f"{v['id']}: {v['nodes'][0]['html']}" for v in results["violations"]]


@pytest.fixture(scope="module")
def window(chromium, director):
    """Return a function that opens page after page in the one window of a kind of reader."""
    contexts = {}

    def of(state=None, scheme="light", has_scripts=True):
        key = (state is None, scheme, has_scripts)
        if key not in contexts:
            contexts[key] = chromium.new_context(
                storage_state=state,
                color_scheme=scheme,
                java_script_enabled=has_scripts,
                locale="nl-NL",
            )
        return contexts[key]

    yield of
    for context in contexts.values():
        context.close()


@pytest.fixture(scope="module")
def unscripted(window):
    """A page of a browser that runs no scripts."""
    return window(has_scripts=False).new_page()


def complaints_of(context, url, widths, unscripted=None):
    """Visit a page once; return its faults at each width.

    With a page of a browser without scripts also what is there for scripts or a mouse alone.
    """
    page = context.new_page()
    page.set_viewport_size({"width": widths[0], "height": 800})
    heard = listen(page)
    response = page.goto(url)
    found = {}
    if response.status != 404 and heard:  # of a 404 the browser says so in its console
        found["console"] = list(heard)
    looked_at_by_axe, tabbed = some(widths, 1), some(widths[::-1], 1)
    for width in widths:
        page.set_viewport_size({"width": width, "height": 800})
        if wrong := faults_of(page) if width in looked_at_by_axe else overflow_of(page):
            found[width] = wrong
        if unscripted and width in tabbed and (wrong := keyboard_faults_of(page)):
            found["keyboard"] = wrong
    if unscripted and (wrong := shown_by_scripts_alone(page, unscripted)):
        found["scripts"] = wrong
    page.close()
    return found


@pytest.mark.parametrize("path", PUBLIC)
def test_public_page(office, window, unscripted, path):
    assert complaints_of(window(), office.url + path, PUBLIC_WIDTHS, unscripted) == {}


def test_every_public_page_is_looked_at():
    public = {name for name, methods in ADDRESSES.items() if methods.get("GET", 0) is ANYONE}
    named = {resolve(path.partition("?")[0]).view_name for path in PUBLIC}
    files = {name for name in public if name.startswith("feeds:")} - {"feeds:embed"}
    assert public - files - NO_PAGES.keys() == named


@pytest.mark.parametrize("path", OFFICIAL)
def test_page_of_an_official(office, director, window, path):
    assert complaints_of(window(director), office.url + path, OFFICIAL_WIDTHS) == {}


@pytest.mark.parametrize("path", AT_WORK)
def test_page_while_forms_come_in(office, director, phone_keys, window, path):
    assert complaints_of(window(director), office.url + path, OFFICIAL_WIDTHS) == {}


@pytest.mark.parametrize("path", DARK_ON_THE_WALL)
def test_pages_in_use_on_the_wall_and_in_the_dark(office, director, phone_keys, window, path):
    assert complaints_of(window(director, "dark"), office.url + path, [WALL]) == {}


@pytest.mark.parametrize("path", DARK)
def test_page_in_the_dark(office, director, window, path):
    assert complaints_of(window(director, "dark"), office.url + path, [LAPTOP]) == {}


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
