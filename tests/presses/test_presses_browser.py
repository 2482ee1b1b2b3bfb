"""A pressed button shows it at once, and takes no second press until its answer is there."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from wk.tournament.models import Round, Tournament

pytestmark = pytest.mark.browser

HALL = "--players 18"


# Presses a button as a hand does that does not look at it. Tells how many presses sent the form,
# and whether the button shows it.
PRESS = """(button, times) => {
  let sent = 0;
  window.addEventListener("submit", (event) => { if (!event.defaultPrevented) sent += 1; });
  for (let time = 0; time < times; time += 1) button.click();
  return [sent, button.getAttribute("aria-busy")];
}"""


class Held:
    """The requests of a page to an address, held back until they are let go.

    It is not loaded yet: a page that is may ask past a route that was only just set.
    """

    def __init__(self, page, address):
        self.routes = []
        page.route(address, lambda route: self.routes.append(route))

    def let_go(self):
        """Let the first one of them go."""
        self.routes.pop(0).continue_()


@pytest.fixture
def page(server, chromium):
    """A director's page, in a tournament of which round 3 has a clock."""
    server.practise(HALL)
    state = server.logged_in("dora", "director")
    with server.database():
        Tournament.objects.update(round_minutes=75)
        Round.objects.filter(number=3).update(started_at=timezone.now(), minutes=75)
    page = chromium.new_context(locale="en-GB", storage_state=state).new_page()
    page.address = f"{server.url}/t/oefen/"
    yield page
    page.context.close()


def test_a_page_is_sent_once_and_its_button_shows_it(page, server):
    page.goto(f"{page.address}hall/")
    button = page.get_by_role("button", name="5 minutes more for everyone")
    assert button.evaluate(PRESS, 3) == [1, "true"]
    expect(page.locator(".message.success")).to_contain_text("Everyone has 5 minutes more.")
    expect(page.locator(".message.info")).to_have_count(0)
    with server.database():
        assert Round.objects.get(number=3).minutes == 80


def test_back_on_the_page_the_button_may_be_pressed_again(page):
    page.goto(f"{page.address}hall/")
    button = page.get_by_role("button", name="5 minutes more for everyone")
    button.click()
    page.locator(".message.success").wait_for()
    page.go_back()
    expect(button).not_to_have_attribute("aria-busy", "true")
    assert button.evaluate(PRESS, 1) == [1, "true"]


def test_a_part_of_a_page_is_sent_once_too_and_may_be_sent_again(page):
    held = Held(page, "**/desk/check-in/")
    page.goto(f"{page.address}desk/")
    field, button = page.locator("#q"), page.locator("#find button")
    for _time in range(2):  # a card that a scanner reads twice
        field.fill("1")
        page.keyboard.press("Enter")
    expect(button).to_have_attribute("aria-busy", "true")
    assert len(held.routes) == 1
    held.routes.pop(0).fulfill(status=500)
    expect(button).not_to_have_attribute("aria-busy", "true")
    field.fill("1")
    page.keyboard.press("Enter")
    expect(button).to_have_attribute("aria-busy", "true")
    with page.expect_response("**/desk/check-in/") as answer:
        held.let_go()
    assert answer.value.status == 200
    expect(button).not_to_have_attribute("aria-busy", "true")


def test_another_card_is_read_while_the_first_is_on_its_way(page):
    held = Held(page, "**/desk/check-in/")
    page.goto(f"{page.address}desk/")
    for number in ("1", "2"):
        page.locator("#q").fill(number)
        page.keyboard.press("Enter")
    expect(page.locator("#find button")).to_have_attribute("aria-busy", "true")
    with page.expect_request("**/desk/check-in/") as second:
        held.let_go()
    assert "q=2" in second.value.post_data
