"""A clerk's account in a browser: from the director's button to the clerk's, by QR and by hand."""

import pytest
from django.test import override_settings
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser import listen
from wk.accounts import slip_services, slips
from wk.accounts.models import User

pytestmark = pytest.mark.browser
HASHERS = ["wk.accounts.hashers.Argon2Hasher"]


@pytest.fixture
def director(server, chromium):
    """The page of a director who is logged in."""
    context = chromium.new_context(
        locale="en-GB", storage_state=server.logged_in("dora", "director")
    )
    yield context.new_page()
    context.close()


@pytest.fixture
def clerk(server, chromium):
    """A browser without an account."""
    context = chromium.new_context(locale="en-GB")
    yield context.new_page()
    context.close()


def slip_of(server, name):
    """Make a slip; return its code, and the address in its QR code."""
    # The server does not know the cheap hashes of this process.
    with server.database(), override_settings(PASSWORD_HASHERS=HASHERS):
        User.objects.create_user("dora", role=User.Role.DIRECTOR)
        slip = slip_services.add_clerk(name=name, offered=slips.offer(), ends_at=None)
    return slip.code, f"{server.url}/login/{slip.fragment}"


def test_a_director_makes_a_slip_by_a_name_and_enter_and_prints_it(server, director, clerk):
    director.goto(f"{server.url}/accounts/")
    complaints = listen(director)
    director.get_by_role("link", name="Slip for a clerk").click()
    expect(director.get_by_label("Name")).to_be_focused()
    director.keyboard.type("Nel Peeters")
    director.get_by_label("This clerk works at this computer").check()  # wk is not open to the hall
    director.keyboard.press("Enter")
    expect(director.locator(".who")).to_have_text("Nel Peeters")
    director.evaluate("window.print = () => document.body.dataset.printed = 'once'")
    director.get_by_role("button", name="Print the slip").click()
    expect(director.locator("body")).to_have_attribute("data-printed", "once")
    assert complaints == []
    # The clerk types what stands on the paper.
    clerk.goto(director.locator(".slip .address").inner_text())
    clerk.get_by_label("Name").fill("nel peeters")
    clerk.get_by_label("Password, or the code").fill(director.locator(".code").inner_text())
    clerk.get_by_role("button", name="Log in").click()
    expect(clerk.get_by_role("link", name="Nel Peeters")).to_be_visible()


def test_a_clerk_logs_in_with_the_qr_and_one_button(server, clerk):
    name = "Ria & Co <b>#1/ë+ %"
    _code, address = slip_of(server, name)
    complaints = listen(clerk)
    clerk.goto(address)
    expect(clerk.get_by_role("heading")).to_have_text(f"You are {name}, clerk")
    assert clerk.url == f"{server.url}/login/"  # also in the history
    expect(clerk.get_by_label("Name")).to_be_hidden()
    with server.database():  # opening it has logged nobody in
        assert User.objects.get(username=name).last_login is None
    clerk.get_by_role("button", name="Begin").click()
    expect(clerk.get_by_role("link", name=name)).to_be_visible()
    assert complaints == []


def test_whoever_it_is_not_logs_in_as_always(server, clerk):
    _code, address = slip_of(server, "Nel")
    clerk.goto(address)
    clerk.get_by_role("button", name="That is not me").click()
    expect(clerk.get_by_label("Name")).to_have_value("")
    expect(clerk.get_by_label("Password, or the code")).to_have_value("")
    expect(clerk.get_by_role("heading")).to_have_text("Log in")


def test_an_old_code_is_refused_with_the_form_for_typing(server, clerk):
    _code, address = slip_of(server, "Nel")
    with server.database():
        nel = User.objects.get(username="Nel")
        slip_services.renew(account=nel, offered=slips.offer(nel), ends_at=timezone.now())
    clerk.goto(address)
    clerk.get_by_role("button", name="Begin").click()
    expect(clerk.get_by_role("alert")).to_contain_text("do not belong together")
    expect(clerk.get_by_label("Name")).to_have_value("Nel")


def test_without_scripts_name_and_code_are_typed(server, chromium):
    code, address = slip_of(server, "Nel")
    page = chromium.new_page(java_script_enabled=False, locale="en-GB")
    page.goto(address)
    page.get_by_label("Name").fill("Nel")
    page.get_by_label("Password, or the code").fill(code)
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("link", name="Nel")).to_be_visible()
    page.context.close()
