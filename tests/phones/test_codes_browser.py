"""The codes of tables and of cards, renewed and taken back in a real browser."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


@pytest.fixture
def office(phone_server, chromium):
    """The page of a director."""
    cookies = phone_server.logged_in("dora", "director")
    context = chromium.new_context(locale="en-GB", storage_state=cookies)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize(
    ("where", "part"), [("desk/3/card/", ".card-code"), ("phones/3/", "#table-1")]
)
def test_a_code_is_renewed_and_taken_back(phone_server, office, where, part):
    office.goto(f"{phone_server.url}/t/oefen/{where}")
    code = office.locator(f"{part} .qr path")

    def press(name):
        if office.locator(f"{part} summary").count():
            office.locator(f"{part} summary").click()
        office.get_by_role("button", name=name).locator("visible=true").click()

    before = code.get_attribute("d")
    press("Renew this code")
    expect(code).not_to_have_attribute("d", before)
    press("Take this code back, without a new one")
    expect(office.locator(f"{part} .stopped")).to_have_text("taken back")
    expect(code).to_have_count(0)
