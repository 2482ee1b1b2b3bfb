"""The second step in a browser: set up from the own name, then asked for at a login."""

import time

import pyotp
import pytest
from django.test import override_settings
from playwright.sync_api import expect

from tests.browser import listen
from wk.accounts.models import User

pytestmark = pytest.mark.browser
HASHERS = ["wk.accounts.hashers.Argon2Hasher"]
PASSWORD = "drie-ongewone-woorden"


@pytest.fixture
def page(server, chromium):
    """A browser, and a director with a password on the server."""
    # The server does not know the cheap hashes of this process.
    with server.database(), override_settings(PASSWORD_HASHERS=HASHERS):
        User.objects.create_user("dora", password=PASSWORD, role=User.Role.DIRECTOR)
    context = chromium.new_context(locale="en-GB")
    yield context.new_page()
    context.close()


def log_in(page, url):
    page.goto(f"{url}/login/")
    page.get_by_label("Name").fill("dora")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()


def test_a_director_sets_it_up_and_logs_in_with_app_and_paper(server, page):
    log_in(page, server.url)
    page.get_by_role("link", name="dora").click()
    complaints = listen(page)
    page.get_by_role("link", name="Set up the second step").click()
    app = pyotp.TOTP(page.locator(".secret").inner_text().replace(" ", ""))
    codes = page.locator(".recovery-codes code").all_inner_texts()
    assert len(codes) == 10
    page.get_by_label("Code of the app").fill(
        app.at(time.time(), counter_offset=-1)
    )  # that of now comes below
    page.keyboard.press("Enter")
    expect(page.get_by_text("10 codes on your paper are left.")).to_be_visible()
    for with_paper in (False, True):
        page.get_by_role("button", name="Log out").click()
        log_in(page, server.url)
        expect(page.get_by_role("heading", name="And now the code")).to_be_visible()
        if with_paper:
            page.get_by_role("link", name="I use a recovery code").click()
            page.get_by_label("Recovery code").fill(codes[0].lower())
        else:
            expect(page.get_by_label("Code of the app")).to_be_focused()
            page.keyboard.type(app.now())
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Log out")).to_be_visible()
    expect(page.get_by_text("9 recovery codes are left.")).to_be_visible()
    assert complaints == []
