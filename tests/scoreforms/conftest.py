"""What tests of score forms share: table 1 of the small tournament, and a second clerk; and for
those in a real browser a hall with clerks at their desks."""

import pytest
from django.test import Client

from tests.played import played
from tests.scoreforms.eyes import another, give
from wk.accounts.models import User
from wk.scoreforms.models import Check, Version
from wk.tournament.models import Table

FORMS = "/t/oefen/forms/3"
PRACTICE = "--players 130"  # of round 3 the forms of tables 14 to 26 are still to come
OFFICIALS = {"kees": "clerk", "bea": "clerk", "dora": "director"}
LAPTOP = {"width": 1366, "height": 768}


@pytest.fixture
def table(tournament) -> Table:
    return Table.objects.get(number=1)


@pytest.fixture
def short(tournament) -> Table:
    """Table 1 in a game of two deals, whose pages take a third of the time of those of WK."""
    tournament.game, tournament.options = "boerenbridge", {"deals": [{"cards": 4}, {"cards": 3}]}
    tournament.save()
    return Table.objects.get(number=1)


@pytest.fixture
def rules(tournament):
    return tournament.rules


@pytest.fixture
def bea(db) -> User:
    return User.objects.create_user("bea", role=User.Role.CLERK)


@pytest.fixture
def bea_client(bea) -> Client:
    client = Client()
    client.force_login(bea, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def wanting(tournament):
    """Sets whose eyes the tournament wants, and how."""

    def choose(second_check, method="sight", phones="compare"):
        tournament.second_check = second_check
        tournament.check_method = method
        tournament.phones = phones
        tournament.save()

    return choose


@pytest.fixture
def waiting(table, clerk, wanting) -> Version:
    """What Kees typed, to be looked at by sight."""
    wanting("every", "sight")
    return give(table, played(table), clerk)


@pytest.fixture
def differing(table, clerk, bea, wanting) -> Check:
    """What Kees typed, and Bea differently in two cells."""
    wanting("every", "blind")
    give(table, played(table), clerk)
    give(table, another(table)[0], bea)
    return Check.objects.get()


@pytest.fixture
def strict(tournament):
    """A tournament of which every form is looked at twice."""
    tournament.second_check = "every"
    tournament.save()
    return tournament


@pytest.fixture(scope="module")
def hall(running_server):
    """A server with a practice tournament."""
    running_server.practise(PRACTICE)
    return running_server


@pytest.fixture(scope="module")
def desks(hall, chromium):
    """Gives each official the window in which he is logged in."""
    cookies = {name: hall.logged_in(name, role) for name, role in OFFICIALS.items()}
    contexts = {}

    def desk(name="kees", **more):
        key = (name, *more)
        if key not in contexts:
            contexts[key] = chromium.new_context(
                locale="nl-NL", viewport=LAPTOP, storage_state=cookies[name], **more
            )
        return contexts[key]

    yield desk
    for context in contexts.values():
        context.close()


@pytest.fixture(scope="module")
def papers(hall):
    """Numbers of tables whose forms are still to come, each for one test."""
    with hall.database():
        tables = Table.objects.filter(round__number=3, form=None).order_by("number")
        return iter([table.number for table in tables])


@pytest.fixture
def url(hall, papers):
    """The address of the form of a table that no other test uses."""
    return f"{hall.url}{FORMS}/{next(papers)}/"


@pytest.fixture
def open_page(desks):
    """Opens a page before an official, Kees unless another one is named, until the test ends."""
    pages = []

    def opened(address, name="kees", **more):
        page = desks(name, **more).new_page()
        pages.append(page)
        page.goto(address)
        return page

    yield opened
    for page in pages:
        page.close()


@pytest.fixture
def page(open_page, url):
    """The empty form of a table, open before a clerk."""
    opened = open_page(url)
    opened.locator("#cell-first_dealer:focus").wait_for()
    return opened
