"""What most tests need: officials, their browsers, and a small tournament."""

import datetime as dt
import os
from itertools import count

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client, override_settings
from django.utils import translation

from tests.server import Server
from wk.accounts.models import User
from wk.tournament.draws import seat_round
from wk.tournament.models import Round, Tournament
from wk.tournament.roster import NewEntry, enter_many
from wk.tournament.services import create_tournament

CHROMIUM_ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
COUNT = count(1)
NAMES = ["Anna", "Bram", "Cor", "Dirk", "Els", "Femke", "Gijs", "Hans", "Ingrid"]


def pytest_collection_modifyitems(items):
    """Whatever needs a browser is slow."""
    for item in items:
        if "browser" in item.keywords:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(autouse=True, scope="session")
def _fast():
    """Passwords cost nothing, and no test client looks for static files; a server does."""
    cheap = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    with override_settings(PASSWORD_HASHERS=cheap, WHITENOISE_USE_FINDERS=False):
        yield


@pytest.fixture(autouse=True)
def _data_of_its_own(settings, tmp_path_factory):
    """No test writes backups beside those of this installation, or of another test."""
    settings.DATA_DIR = tmp_path_factory.getbasetemp() / f"data-{next(COUNT)}"


@pytest.fixture(autouse=True)
def _in_dutch():
    """What the last reader of a page spoke says nothing of the next test."""
    yield
    translation.deactivate()


@pytest.fixture
def director(db) -> User:
    return User.objects.create_user("dora", password="geheim-genoeg", role=User.Role.DIRECTOR)


@pytest.fixture
def clerk(db) -> User:
    return User.objects.create_user("kees", password="geheim-genoeg", role=User.Role.CLERK)


def logged_in(user: User) -> Client:
    """Return a browser in which somebody is logged in already. A login itself costs thousands of
    tests more than all they do with it: it is tested with the accounts."""
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = session.session_key
    return client


@pytest.fixture
def director_client(director) -> Client:
    return logged_in(director)


@pytest.fixture
def clerk_client(clerk) -> Client:
    return logged_in(clerk)


@pytest.fixture
def english(client, clerk_client, director_client):
    """Everyone reads English, and so does the test itself."""
    for browser in (client, clerk_client, director_client):
        browser.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    with translation.override("en"):
        yield


@pytest.fixture
def tournament(db) -> Tournament:
    """Nine players, round 1 started: table 1 has numbers 1 to 5, table 2 has 6 to 9."""
    made = create_tournament(name="WK Test", slug="wk-test", date=dt.date(2026, 11, 21))
    entries = enter_many(tournament=made, rows=[NewEntry(name) for name in NAMES])
    seat_round(
        tournament=made,
        number=1,
        tables={1: entries[:5], 2: entries[5:]},
        state=Round.State.STARTED,
    )
    return made


@pytest.fixture(scope="session")
def chromium():
    """A real browser, from the system."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=20_000)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=CHROMIUM_ARGS
        )
        yield browser
        browser.close()


@pytest.fixture
def server(tmp_path):
    """A real wk on an empty database."""
    running = Server(tmp_path / "data")
    yield running
    running.stop()
