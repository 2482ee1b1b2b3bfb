"""Every page of the practice tournament in a real browser, at the widths of a phone, a laptop and a
projector: nothing sticks out, nothing complains, and axe finds nothing."""

import json

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser import listen
from tests.office import first_cookies
from tests.server import Server

pytestmark = pytest.mark.browser

PUBLIC = [
    "/",
    "/login/",
    "/t/oefen/",
    "/t/oefen/standings/",
    "/t/oefen/standings/1/",
    "/t/oefen/players/",
    "/t/oefen/players/1/",
    "/t/oefen/rounds/",
    "/t/oefen/rounds/3/",
    "/t/oefen/rounds/1/tables/1/",
    "/t/oefen/rounds/3/tables/20/",
    "/t/oefen/hall/",
    "/t/oefen/hall/?wall=1",
    "/t/oefen/rules/",
    "/t/oefen-bollen/rules/",
    "/t/oefen-bollen/rounds/1/tables/1/",
    "/t/oefen-rubber-bridge/players/",
    "/t/oefen-rubber-bridge/rounds/1/",
    "/t/oefen-rubber-bridge/rounds/1/tables/1/",
    "/t/oefen-kleurenwiezen/rules/",
    "/t/oefen-kleurenwiezen/rounds/1/tables/1/",
    "/t/nergens/",
]
OFFICIAL = [
    "/",
    "/new/",
    "/import/",
    "/practice/",
    "/accounts/",
    "/accounts/add/",
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
    "/t/oefen/forms/",
    "/t/oefen/forms/?round=1",
    "/t/oefen/forms/1/1/",
    "/t/oefen/forms/1/1/history/",
    "/t/oefen/forms/3/20/",
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
    "/t/oefen/forms/3/15/",
    "/t/oefen/forms/3/15/?totals",
    "/t/oefen/forms/3/15/photos/",
    "/t/oefen/forms/3/15/second/",
    "/t/oefen/forms/3/16/settle/",
    "/t/oefen/forms/3/16/history/",
    "/t/oefen/forms/3/16/history/?version=2&with=1",
    "/t/oefen/forms/3/17/",
    "/t/oefen/phones/3/",
    "/t/oefen/phones/3/?table=18",
    "/phone/",
]
# One game of each kind of form.
OTHER_GAMES = ["bollen", "rubber-bridge", "kleurenwiezen"]
# A form that waits and has a photo, one that was typed differently, one that a phone began; and the
# keys of the tables after it.
WORK = """
import json
from io import BytesIO
from random import Random
from django.utils import timezone
from PIL import Image
from wk.accounts.models import User
from wk.phones.services import keys_for
from wk.scoreforms.drafts import save_draft
from wk.scoreforms.photos import keep_photos, redrawn
from wk.scoreforms.services import Paper, hand_in
from wk.tournament.models import Table, Tournament
Tournament.objects.filter(slug="oefen").update(second_check="every")
tables = Table.objects.filter(round__tournament__slug="oefen", round__number=3)
waits, differs, begun, *free = tables.filter(number__gte=15).order_by("number")
now = timezone.now()
anna, bea = [User.objects.create_user(name, password="ruitentien-2026") for name in ("anna", "bea")]
def played(table, seed):
    return table.round.rules.practice(table.seats.count(), Random(seed))
hand_in(table=waits, paper=Paper(played(waits, 1), anna, now))
file = BytesIO()
Image.new("RGB", (1200, 1600), "ivory").save(file, "JPEG")
keep_photos(table=waits, pictures=[redrawn(file)], author=anna, now=now)
for author, seed in ((anna, 1), (bea, 2)):
    hand_in(table=differs, paper=Paper(played(differs, seed), author, now))
document = played(begun, 3)
document["deals"] = document["deals"][:4]
save_draft(table=begun, document=document, author=None, now=now, expected=0)
print("KEYS", json.dumps([key.key for key in keys_for(tables=free, now=now).values()]))
"""
WIDTHS = {"phone": 360, "laptop": 1366, "wall": 1920}


@pytest.fixture(scope="module")
def office(tmp_path_factory):
    """A server with practice tournaments and the first director."""
    server = Server(tmp_path_factory.mktemp("office"))
    server.manage("demo")
    for key in OTHER_GAMES:
        server.manage("demo", "--game", key)
    yield server
    server.stop()


@pytest.fixture(scope="module")
def director(office, chromium):
    """The cookies of a director, who has just made the first account."""
    return first_cookies(chromium, office)


@pytest.fixture(scope="module")
def phone_keys(office, director):
    """The office at work; return keys of tables that have not begun."""
    lines = office.manage("shell", "-c", WORK).splitlines()
    return json.loads(next(line for line in lines if line.startswith("KEYS")).removeprefix("KEYS"))


def wrong_with(page):
    """Return what axe finds on a page, and whether something sticks out."""
    found = []
    if page.evaluate("document.documentElement.scrollWidth > window.innerWidth"):
        found.append("the page scrolls sideways")
    results = Axe().run(page)
    return found + [f"{v['id']}: {v['nodes'][0]['html']}" for v in results.response["violations"]]


def look(chromium, url, width, *, state=None, scheme="light", language="nl-NL"):
    """Open a page and return what is wrong with it."""
    context = chromium.new_context(
        viewport={"width": width, "height": 800},
        storage_state=state,
        color_scheme=scheme,
        locale=language,
    )
    page = context.new_page()
    wrong = listen(page)
    response = page.goto(url)
    if response.status == 404:
        wrong.clear()  # the browser says so in its console
    found = list(wrong)  # axe fetches the style sheets anew, from where they are not
    found += wrong_with(page)
    context.close()
    return found


@pytest.mark.parametrize("width", WIDTHS.values(), ids=WIDTHS)
@pytest.mark.parametrize("path", PUBLIC)
def test_public_pages(office, director, chromium, path, width):
    assert look(chromium, office.url + path, width) == []


@pytest.mark.parametrize("width", [360, 1366], ids=["phone", "laptop"])
@pytest.mark.parametrize("path", OFFICIAL)
def test_officials_pages(office, director, chromium, path, width):
    assert look(chromium, office.url + path, width, state=director) == []


@pytest.mark.parametrize("width", [360, 1366], ids=["phone", "laptop"])
@pytest.mark.parametrize("path", AT_WORK)
def test_pages_while_forms_come_in(office, director, phone_keys, chromium, path, width):
    assert look(chromium, office.url + path, width, state=director) == []


@pytest.mark.parametrize(
    "path", ["/t/oefen/forms/pile/", "/t/oefen/forms/3/16/settle/", "/t/oefen/phones/3/"]
)
def test_work_on_the_wall_and_in_the_dark(office, director, phone_keys, chromium, path):
    assert look(chromium, office.url + path, 1920, state=director, scheme="dark") == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_on_the_phone_of_a_table(office, phone_keys, chromium, scheme):
    """Who deals, a bid that is barred, the end of a deal, and one that is corrected; upright and
    lying, where the whole deal is in sight beside its keys."""
    key = phone_keys[scheme == "dark"]
    context = chromium.new_context(
        viewport={"width": 360, "height": 640}, color_scheme=scheme, locale="nl-NL", has_touch=True
    )
    page = context.new_page()
    wrong = listen(page)
    page.goto(f"{office.url}/phone/#{key}")
    draw = page.get_by_role("button", name="Trek hier kaarten")
    draw.wait_for()
    assert wrong == []
    found = wrong_with(page)
    draw.tap()
    page.locator("#begin").wait_for()
    found += wrong_with(page)
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
    found += wrong_with(page)
    page.locator("#key-0").tap()
    for won in (5, 5, 0, 0):
        page.locator(f"#key-{won}").tap()
    page.locator("#note").wait_for()
    found += wrong_with(page)
    page.locator("#note").tap()
    page.get_by_role("button", name="Verbeter spelletje 1").tap()
    found += wrong_with(page)
    page.locator("#note").tap()
    page.set_viewport_size({"width": 740, "height": 360})
    found += wrong_with(page)
    assert page.evaluate("document.documentElement.scrollHeight <= window.innerHeight")
    context.close()
    assert found == []


@pytest.mark.parametrize("path", ["/t/oefen/", "/t/oefen/standings/", "/t/oefen/rounds/3/"])
def test_in_the_dark(office, director, chromium, path):
    assert look(chromium, office.url + path, 1366, state=director, scheme="dark") == []


@pytest.mark.parametrize(
    ("language", "shown"), [("nl-NL", "nl"), ("en-GB", "en"), ("de-DE", "nl"), ("fy", "nl")]
)
def test_pages_are_dutch_unless_the_browser_asks_otherwise(office, chromium, language, shown):
    context = chromium.new_context(locale=language)
    page = context.new_page()
    page.goto(f"{office.url}/t/oefen/standings/")
    assert page.locator("html").get_attribute("lang") == shown
    other = {"nl": "English", "en": "Nederlands"}[shown]
    page.get_by_role("button", name=other, exact=True).click()
    page.wait_for_load_state()
    assert page.locator("html").get_attribute("lang") != shown
    assert page.url == f"{office.url}/t/oefen/standings/"
    context.close()
