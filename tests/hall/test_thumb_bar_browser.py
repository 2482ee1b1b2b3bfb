"""The navigation of a phone in a real browser: within reach, never over what is read."""

import pytest

pytestmark = pytest.mark.browser
FINGER = 44  # pixels that a finger hits
TOP_OF_BAR = "document.querySelector('.thumb-bar').getBoundingClientRect().top"
COVERED = f"e => e.getBoundingClientRect().bottom > {TOP_OF_BAR}"
SMALLEST = "links => Math.min(...links.map(e => Math.min(e.offsetWidth, e.offsetHeight)))"
LOWEST = "links => Math.max(...links.map(e => e.getBoundingClientRect().bottom))"


@pytest.fixture
def page(server, chromium):
    """The list of players on the phone of a clerk, without JavaScript."""
    server.practise("--players 23")
    context = chromium.new_context(
        viewport={"width": 360, "height": 640},
        locale="en-GB",
        java_script_enabled=False,
        storage_state=server.logged_in("kees", "clerk"),
    )
    page = context.new_page()
    page.goto(f"{server.url}/t/oefen/players/")
    yield page
    context.close()


def test_the_bar_leads_everywhere_and_covers_nothing(page):
    bar = page.locator(".thumb-bar")
    links = bar.locator("a:visible, summary")
    assert links.all_inner_texts() == ["Hall", "Desk", "Score forms", "More"]
    assert links.evaluate_all(SMALLEST) >= FINGER
    assert links.evaluate_all(LOWEST) == 640
    assert page.locator(".tournament-nav li a:visible").count() == 0
    names = page.locator(".players .key a")
    for name in (names.first, names.last):
        name.focus()
        assert not name.evaluate(COVERED)
    bar.locator("summary").press("Enter")
    rest = bar.locator("details a")
    assert rest.all_inner_texts() == ["Overview", "Standings", "Rounds", "Players", "Log"]
    assert rest.evaluate_all(SMALLEST) >= FINGER
    assert not any(link.evaluate(COVERED) for link in rest.all())
    rest.nth(2).click()
    page.wait_for_url("**/t/oefen/rounds/")


def test_a_laptop_and_paper_have_no_bar(page):
    bar = page.locator(".thumb-bar")
    page.emulate_media(media="print")
    assert not bar.is_visible()
    page.emulate_media(media="screen")
    assert bar.is_visible()
    page.set_viewport_size({"width": 1366, "height": 768})
    assert not bar.is_visible()
    assert page.locator(".tournament-nav li a:visible").count() == 6


def test_a_visitor_has_every_link_within_reach(server, chromium):
    """Officials have the bar below instead."""
    server.practise("--players 60")
    page = chromium.new_page(locale="en-GB")
    page.goto(f"{server.url}/t/oefen/")
    links = page.locator(".tournament-nav li a")
    links.nth(3).wait_for()
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 844})
        boxes = [link.bounding_box() for link in links.all()]
        assert [box for box in boxes if box["x"] < 0 or box["x"] + box["width"] > width] == []
        assert min(box["height"] for box in boxes) >= FINGER
    page.close()
