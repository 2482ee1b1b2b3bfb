"""Fixtures for tests of score forms: table 1 of the small tournament, a second clerk, versions in
review, and a server with logged-in officials for the tests in a real browser."""

from collections import defaultdict

import pytest
from django.test import Client

from tests.officials import logged_in
from tests.played import played
from tests.scoreforms.started_rounds import shorten
from tests.scoreforms.submissions import submit, with_two_other_cells
from wk.accounts.models import User
from wk.scoreforms.models import Check, Version
from wk.tournament.models import Table, Tournament

FORMS = "/t/oefen/forms/3"
PRACTICE = "--players 140"  # of round 3 the forms of tables 15 to 28 are still to come
OFFICIALS = {"kees": "clerk", "bea": "clerk", "dora": "director"}
LAPTOP = {"width": 1366, "height": 768}
# Forgets what a page remembers until it is closed; one without an address may remember nothing.
FORGET = "() => { if (origin !== 'null') sessionStorage.clear(); }"


@pytest.fixture
def whole_game() -> None:
    """The tournament of this test plays the game of the WK, with all its deals."""


@pytest.fixture
def tournament(request, tournament) -> Tournament:
    """The small tournament in a game of two deals, as its pages take a third of the time."""
    if "whole_game" not in request.fixturenames:
        shorten(tournament)
    return tournament


@pytest.fixture
def table(tournament) -> Table:
    return Table.objects.get(number=1)


@pytest.fixture
def rules(tournament):
    return tournament.rules


@pytest.fixture
def bea(db) -> User:
    return User.objects.create_user("bea", role=User.Role.CLERK)


@pytest.fixture
def bea_client(bea) -> Client:
    return logged_in(bea)


@pytest.fixture
def set_review(tournament):
    """A function that sets which forms the tournament reviews, and how."""

    def choose(second_check, method="sight", phones="compare"):
        tournament.second_check = second_check
        tournament.check_method = method
        tournament.phones = phones
        tournament.save()

    return choose


@pytest.fixture
def waiting_version(table, clerk, set_review) -> Version:
    """A version by Kees that waits for a review by sight."""
    set_review("every", "sight")
    return submit(table, played(table), clerk)


@pytest.fixture
def open_check(table, clerk, bea, set_review) -> Check:
    """The open check of a form that Bea typed differently from Kees in two cells."""
    set_review("every", "blind")
    submit(table, played(table), clerk)
    submit(table, with_two_other_cells(table)[0], bea)
    return Check.objects.get()


@pytest.fixture
def double_checked(tournament):
    """A tournament that reviews every form."""
    tournament.second_check = "every"
    tournament.save()
    return tournament


@pytest.fixture(scope="module")
def practice_server(running_server):
    """A server with a practice tournament."""
    running_server.practise(PRACTICE)
    return running_server


@pytest.fixture(scope="module")
def windows(practice_server, chromium):
    """A function that returns the browser window in which an official is logged in."""
    cookies = {name: practice_server.logged_in(name, role) for name, role in OFFICIALS.items()}
    contexts = {}

    def window_of(name="kees", **more):
        key = (name, *more)
        if key not in contexts:
            contexts[key] = chromium.new_context(
                locale="nl-NL", viewport=LAPTOP, storage_state=cookies[name], **more
            )
        return contexts[key]

    yield window_of
    for context in contexts.values():
        context.close()


@pytest.fixture(scope="module")
def free_tables(practice_server):
    """The numbers of tables without a form. Each test takes one."""
    with practice_server.database():
        tables = Table.objects.filter(round__number=3, form=None).order_by("number")
        return iter([table.number for table in tables])


@pytest.fixture
def url(practice_server, free_tables):
    """The address of the form of a table that no other test uses."""
    return f"{practice_server.url}{FORMS}/{next(free_tables)}/"


@pytest.fixture(scope="module")
def spare_pages(windows):
    """The pages that no test uses now, by their window: they go from test to test, as a new page
    takes twice as long."""
    return defaultdict(list)


@pytest.fixture
def open_page(windows, spare_pages):
    """A function that opens a page as an official, by default Kees, until the test ends. It is as
    a new one: nothing is routed or remembered in it, and it has the size of its window."""
    pages = []

    def opened(address, name="kees", **more):
        window = windows(name, **more)
        page = spare_pages[window].pop() if spare_pages[window] else window.new_page()
        pages.append(page)
        page.goto(address)
        return page

    yield opened
    for page in pages:
        if not page.is_closed():
            page.unroute_all()
            page.evaluate(FORGET)
            page.goto("about:blank")
            page.set_viewport_size(LAPTOP)
            spare_pages[page.context].append(page)


@pytest.fixture
def page(open_page, url):
    """The page of an empty form, opened by a clerk."""
    opened = open_page(url)
    opened.locator("#cell-first_dealer:focus").wait_for()
    return opened


@pytest.fixture
def timed_page(chromium, practice_server):
    """A page of Kees with a clock that the test sets. The clock counts for all pages of its window,
    so that this page has a window of its own."""
    cookies = practice_server.logged_in("kees", "clerk")
    context = chromium.new_context(locale="nl-NL", storage_state=cookies)
    opened = context.new_page()
    opened.clock.install(time=0)
    yield opened
    context.close()
