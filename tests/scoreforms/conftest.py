"""What tests of score forms share: table 1 of the small tournament, and a second clerk; and for
those in a real browser a hall with clerks at their desks."""

import pytest
from django.test import Client

from tests.played import played
from tests.scoreforms.eyes import another, give
from tests.server import Server
from wk.accounts.models import User
from wk.scoreforms.models import Check, Version
from wk.tournament.models import Table

FORMS = "/t/oefen/forms/3"
ACCOUNTS = """
from wk.accounts.models import User
for name in ("kees", "bea"):
    User.objects.create_user(name, password="schoppenaas-2026", role="clerk")
User.objects.create_user("dora", password="schoppenaas-2026", role="director")
"""


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


@pytest.fixture(scope="package")
def hall(tmp_path_factory):
    """A server with a practice tournament, two clerks and a director."""
    server = Server(tmp_path_factory.mktemp("hall"))
    server.manage("demo", "--players", "200")
    server.manage("shell", "-c", ACCOUNTS)
    yield server
    server.stop()


@pytest.fixture(scope="package")
def desks(hall, chromium):
    """Gives each clerk a browser in which he is logged in."""
    contexts = {}

    def desk(name="kees", **more):
        key = (name, *more)
        if key not in contexts:
            size = {"width": 1366, "height": 768}
            contexts[key] = chromium.new_context(locale="nl-NL", viewport=size, **more)
            page = contexts[key].new_page()
            page.goto(f"{hall.url}/login/")
            page.locator("#id_username").fill(name)
            page.locator("#id_password").fill("schoppenaas-2026")
            page.keyboard.press("Enter")
            page.wait_for_url(lambda url: "login" not in url)
            page.close()
        return contexts[key]

    yield desk
    for context in contexts.values():
        context.close()


@pytest.fixture(scope="package")
def papers():
    """Numbers of tables whose forms are still to come, each for one test."""
    return iter(range(21, 41))


@pytest.fixture
def url(hall, papers):
    return f"{hall.url}{FORMS}/{next(papers)}/"


@pytest.fixture
def page(desks, url):
    """The form of a table, open before a clerk."""
    opened = desks().new_page()
    opened.goto(url)
    opened.locator("#cell-first_dealer:focus").wait_for()
    yield opened
    opened.close()
