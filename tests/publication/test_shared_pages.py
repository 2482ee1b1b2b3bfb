"""Pages that one process made, and another one takes from a file."""

import os
from pathlib import Path
from threading import Event, Thread

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.database import statements_sent
from wk.publication.kept_pages import PAGES, kept_page, key_of
from wk.publication.shared_pages import shared_page
from wk.publication.versions import Versions
from wk.tournament.models import Entry

NOW, LATER = Versions(5, 5, 5), Versions(6, 5, 5)
KEY = key_of({"REQUEST_METHOD": "GET", "PATH_INFO": "/t/wk/", "HTTP_HOST": "wk"})
OTHER = key_of({"REQUEST_METHOD": "GET", "PATH_INFO": "/t/wk/", "HTTP_HOST": "other"})
PLAYERS = "/t/wk-test/players/"


@pytest.fixture(autouse=True)
def folder(settings, tmp_path) -> Path:
    settings.SHARED_PAGES = str(tmp_path)
    return tmp_path


def a_page(body: str):
    return kept_page(HttpResponse(body), NOW, needs_progress=False, seconds=60.0)


@pytest.mark.parametrize("body", ["", "short", "é" * 1000])
def test_a_page_is_read_as_it_was_written(body):
    page = a_page(body)
    with shared_page(KEY) as shared:
        assert shared.read(NOW) is None
        shared.write(page)
    with shared_page(KEY) as shared:
        assert shared.read(NOW) == page
        assert shared.read(LATER) is None


def test_a_smaller_page_takes_the_place_of_a_larger_one():
    with shared_page(KEY) as shared:
        shared.write(a_page(os.urandom(500).hex()))
        shared.write(a_page("short"))
        assert shared.read(NOW).body == b"short"


def test_a_page_of_another_key_is_never_taken(monkeypatch):
    monkeypatch.setattr("wk.publication.shared_pages.FILES", 1)
    with shared_page(KEY) as shared:
        shared.write(a_page("mine"))
    with shared_page(OTHER) as shared:
        assert shared.read(NOW) is None


@pytest.mark.parametrize("torn", [b"", b"{", b"[]\nx", b"{}\nx", b"\xff\xff", b"null\n"])
def test_a_file_that_makes_no_sense_is_no_page(folder, torn):
    with shared_page(KEY) as shared:
        shared.write(a_page("x" * 1000))
    (file,) = folder.iterdir()
    file.write_bytes(torn)
    with shared_page(KEY) as shared:
        assert shared.read(NOW) is None


def test_a_page_of_which_a_part_is_missing_is_no_page(folder):
    with shared_page(KEY) as shared:
        shared.write(a_page(os.urandom(500).hex()))
    (file,) = folder.iterdir()
    whole = file.read_bytes()
    for length in range(0, len(whole), 41):
        file.write_bytes(whole[:length])
        with shared_page(KEY) as shared:
            assert shared.read(NOW) is None


def test_only_its_user_may_read_the_file(folder):
    with shared_page(KEY) as shared:
        shared.write(a_page("short"))
    (file,) = folder.iterdir()
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("nowhere", [None, "/nowhere"])
def test_without_a_folder_nothing_is_shared(settings, nowhere):
    settings.SHARED_PAGES = nowhere
    with shared_page(KEY) as shared:
        shared.write(a_page("short"))
        assert shared.read(NOW) is None


def test_a_second_maker_waits_for_the_first():
    entered, seen = Event(), []

    def second():
        entered.set()
        with shared_page(KEY) as shared:
            seen.append(shared.read(NOW))

    with shared_page(KEY) as shared:
        other = Thread(target=second)
        other.start()
        entered.wait(10)
        shared.write(page := a_page("short"))
    other.join(10)
    assert seen == [page]


@pytest.fixture
def phone(db) -> Client:
    """A reader without an account."""
    return Client(headers={"Accept-Language": "nl"})


def test_another_process_takes_the_page_and_never_an_old_one(phone, tournament, kept_pages):
    first = phone.get(PLAYERS)
    PAGES.clear()  # as another process, which has made nothing yet
    with statements_sent() as sent:
        second = phone.get(PLAYERS)
    assert len(sent) == 2  # the versions, before and after its turn
    assert (second.content, second["ETag"]) == (first.content, first["ETag"])
    PAGES.clear()
    Entry.objects.filter(number=1).update(club="Zeven Sloten")
    assert "Zeven Sloten" in phone.get(PLAYERS).content.decode()
