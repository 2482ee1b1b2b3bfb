"""Fixtures for most tests: officials, their test clients, a small tournament, a browser and a
server."""

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from ipaddress import IPv4Address
from itertools import count
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client, TransactionTestCase, override_settings
from django.utils import translation

from tests.browser import Browser, keep_evidence
from tests.database import connect, copy, empty_again, migrated, move_version_at_once
from tests.listed_players import nine_players_in_round_1
from tests.officials import logged_in
from tests.printing.makers import START, make_here
from tests.server import Server
from wk.accounts.models import User
from wk.accounts.tries import TRIES
from wk.core import own_addresses
from wk.core.hall_access import HallHosts
from wk.printing import jobs
from wk.publication.kept_pages import PAGES, KeptPages
from wk.scoreforms.list_views import FACTS
from wk.settings import LOCAL_HOSTS, SQLITE
from wk.tournament.models import Tournament

CHROMIUM_ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-software-rasterizer",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
KEEPS_PAGES = "wk.publication.middleware.PublicPages"
BACKS_UP = "wk.backups.middleware.BackupBefore"
COUNT = count(1)


def pytest_collection_modifyitems(items):
    """Mark every browser test as slow."""
    for item in items:
        if "browser" in item.keywords:
            item.add_marker(pytest.mark.slow)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Keep what a browser showed when its test failed."""
    report = yield
    if report.failed and "chromium" in item.funcargs:
        keep_evidence(item)
    return report


@pytest.fixture(autouse=True, scope="session")
def _cheap_passwords():
    """Use a cheap hash for passwords, let no test client look for static files, keep no page, make
    no backup before an act and no process for a PDF, and wait for no disk: a file is synced twice,
    which takes ten times as long as to write it.

    The tests in tests/publication, and those with the fixture `kept_pages`, read pages as the
    server keeps them; those with the fixture `makers` get their PDFs from processes.
    """
    options = SQLITE["OPTIONS"]
    unsynced = options["init_command"].replace("synchronous=FULL", "synchronous=OFF")
    cheap = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    middleware = [each for each in settings.MIDDLEWARE if each not in (KEEPS_PAGES, BACKS_UP)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda handle: None)
        patch.setattr(jobs, "_start_maker", make_here)
        patch.setitem(options, "init_command", unsynced)
        with override_settings(
            PASSWORD_HASHERS=cheap, WHITENOISE_USE_FINDERS=False, MIDDLEWARE=middleware
        ):
            yield


@pytest.fixture(autouse=True, scope="session")
def _emptied_at_once():
    """Empty an SQLite database after a test without a transaction of its own by a copy of one that
    is empty: Django deletes row after row, each of which the chain notes, and makes every trigger
    again, which takes a hundred times as long."""
    with pytest.MonkeyPatch.context() as patch:
        if connection.vendor == "sqlite":
            patch.setattr(TransactionTestCase, "_fixture_teardown", lambda _case: empty_again())
        yield


@pytest.fixture
def makers(monkeypatch):
    """Let each PDF be made by a process of its own in this test, as the server does."""
    monkeypatch.setattr(jobs, "_start_maker", START)


@pytest.fixture
def kept_pages(db, settings) -> Iterator[KeptPages]:
    """Keep public pages in this test, as the server does, and return them."""
    if connection.vendor == "postgresql":
        move_version_at_once()
    settings.MIDDLEWARE = [KEEPS_PAGES, *settings.MIDDLEWARE]
    for kept in (PAGES, FACTS):
        kept.clear()
    yield PAGES
    for kept in (PAGES, FACTS):
        kept.clear()


@pytest.fixture(autouse=True)
def _own_data_folder(tmp_path_factory):
    """Give each test a folder of its own for backups, and forget the language of the last page and
    the tries that were refused.

    The folder is set without a signal, as nothing that follows settings depends on it.
    """
    settings.DATA_DIR = tmp_path_factory.getbasetemp() / f"data-{next(COUNT)}"
    yield
    translation.deactivate()
    TRIES.seen.clear()
    TRIES.noted.clear()


@pytest.fixture
def network(settings, monkeypatch) -> Iterator[Callable[..., None]]:
    """Let a director open and close wk, and return a function that sets the addresses of this
    machine. It begins with 192.168.1.10."""

    def join(*addresses: str) -> None:
        found = [(f"eth{n}", IPv4Address(address)) for n, address in enumerate(addresses)]
        monkeypatch.setattr(own_addresses, "interfaces", lambda: found)
        own_addresses._hosts_at.cache_clear()

    monkeypatch.setattr(own_addresses, "MDNS_RUNS", Path("/nowhere"))
    settings.ALLOWED_HOSTS = HallHosts([*LOCAL_HOSTS, "testserver"])
    join("192.168.1.10")
    yield join
    own_addresses._hosts_at.cache_clear()


@pytest.fixture
def director(db) -> User:
    return User.objects.create_user("dora", password="geheim-genoeg", role=User.Role.DIRECTOR)


@pytest.fixture
def clerk(db) -> User:
    return User.objects.create_user("kees", password="geheim-genoeg", role=User.Role.CLERK)


@pytest.fixture
def director_client(director) -> Client:
    return logged_in(director)


@pytest.fixture
def clerk_client(clerk) -> Client:
    return logged_in(clerk)


@pytest.fixture
def english(db, request):
    """The test clients of a test and the test itself use English.

    No client is made for this that the test does not ask for: its user and session cost more than
    many a test.
    """
    for name in {"client", "clerk_client", "director_client"} & {*request.fixturenames}:
        request.getfixturevalue(name).defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    with translation.override("en"):
        yield


@pytest.fixture
def tournament(db) -> Tournament:
    """Nine players, round 1 started: table 1 has numbers 1 to 5, table 2 has 6 to 9."""
    return nine_players_in_round_1()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings):
    """Copy the tables of the test database, so that no migration has to run."""
    if connection.vendor == "sqlite":
        name = connection.creation._get_test_db_name()
        with closing(
            connect(name)
        ):  # a database in memory is there as long as somebody has it open
            copy(migrated(), name)
            yield
    else:
        yield


@pytest.fixture(scope="session")
def chromium():
    """A real browser of the system."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=20_000)
    with sync_playwright() as playwright, pytest.MonkeyPatch.context() as environment:
        # Playwright's loop runs in this thread from now on, which Django takes for a mistake.
        environment.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium-headless-shell"),
            args=CHROMIUM_ARGS,
        )
        yield Browser(browser)
        browser.close()


@pytest.fixture(scope="session")
def running_server(tmp_path_factory, django_db_blocker):
    """The one server of this process. It has one process where wk has two, which would start twice
    and make each page twice; tests with a server of their own have both."""
    running = Server(
        tmp_path_factory.mktemp("server"),
        options=["--workers=1"],
        made=shared_folder(tmp_path_factory),
        unblock=django_db_blocker.unblock,
    )
    yield running
    running.stop()


def shared_folder(tmp_path_factory):
    """Return a folder that all processes of this run share."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture
def server(running_server):
    """A real wk on an empty database."""
    running_server.fill(migrated())
    return running_server
