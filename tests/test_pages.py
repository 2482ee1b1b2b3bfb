"""Every page of the practice tournament in a real browser, at the widths of a phone, a laptop and a
projector: nothing sticks out, nothing complains, and axe finds nothing."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser import listen
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
    "/t/oefen/rounds/",
    "/t/oefen/rounds/3/",
    "/t/oefen/forms/",
    "/t/oefen/forms/?round=1",
    "/t/oefen/forms/1/1/",
    "/t/oefen/forms/1/1/history/",
    "/t/oefen/forms/3/20/",
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
# One game of each kind of form.
OTHER_GAMES = ["bollen", "rubber-bridge", "kleurenwiezen"]
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
    code = re.search(r"[A-Z0-9]{4}-[A-Z0-9]{4}", office.manage("setup_code"))[0]
    context = chromium.new_context(locale="nl-NL")
    page = context.new_page()
    page.goto(f"{office.url}/begin/")
    page.get_by_label("Startcode").fill(code)
    page.get_by_label("Je naam").fill("dora")
    page.get_by_label("Wachtwoord", exact=True).fill("schoppenaas-2026")
    page.get_by_label("Wachtwoord nog een keer").fill("schoppenaas-2026")
    page.get_by_role("button", name="Maak een toernooi", exact=True).click()
    page.wait_for_url("**/new/")
    state = context.storage_state()
    context.close()
    return state


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
    if page.evaluate("document.documentElement.scrollWidth > window.innerWidth"):
        wrong.append("the page scrolls sideways")
    found = list(wrong)  # axe fetches the style sheets anew, from where they are not
    results = Axe().run(page)
    found += [f"{v['id']}: {v['nodes'][0]['html']}" for v in results.response["violations"]]
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
