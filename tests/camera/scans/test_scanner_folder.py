"""The folder of a scanner: each file in it is taken once, and then moved aside."""

import datetime as dt
import os

import pytest
from django.utils import timezone

from tests.camera.scans.made_pages import jpeg
from wk.camera.scans import incoming
from wk.camera.scans.scanner_folder import take_from_folder
from wk.scoreforms.models import ScanPile
from wk.tournament.models import Round, Tournament
from wk.tournament.practice_slugs import SLUG

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(tmp_path, settings):
    settings.SCAN_FOLDER = str(tmp_path)
    return tmp_path


def put(folder, name, content, age=60):
    path = folder / name
    path.write_bytes(content)
    at = (timezone.now() - dt.timedelta(seconds=age)).timestamp()
    os.utime(path, (at, at))
    return path


def left(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_a_file_is_taken_once_and_moved_aside(tournament, folder):
    put(folder, "scan.jpg", jpeg())
    assert [take_from_folder(), take_from_folder()] == [1, 0]
    pile = ScanPile.objects.get()
    assert (pile.name, pile.source, pile.tournament) == ("scan.jpg", "folder", tournament)
    assert left(folder) == ["taken/scan.jpg"]


def test_files_of_one_name_are_all_kept(tournament, folder):
    for colour in (1, 2):
        put(folder, "scan.jpg", jpeg(colour=colour))
        take_from_folder()
    assert left(folder) == ["taken/scan-1.jpg", "taken/scan.jpg"]
    assert ScanPile.objects.count() == 2


def test_a_file_that_is_being_written_a_hidden_one_and_a_link_stay(tournament, folder):
    put(folder, "new.jpg", jpeg(), age=0)
    put(folder, ".hidden.jpg", jpeg())
    (folder / "link.jpg").symlink_to("/etc/hostname")
    assert take_from_folder() == 0
    assert not ScanPile.objects.exists()


def test_what_is_no_picture_is_moved_where_it_is_seen(tournament, folder):
    put(folder, "notes.txt", b"no picture")
    take_from_folder()
    assert left(folder) == ["not-taken/notes.txt"]


def test_without_an_open_round_files_wait(tournament, folder):
    put(folder, "scan.jpg", jpeg())
    Round.objects.update(state=Round.State.CLOSED)
    assert take_from_folder() == 0
    assert left(folder) == ["scan.jpg"]


def test_the_pile_is_of_the_round_that_was_started_last_and_not_of_practice(tournament, folder):
    """Their rounds have later keys."""
    now = timezone.now()
    for slug, minutes in (("earlier", 30), ("archived", None), (SLUG, 1)):
        other = Tournament.objects.create(name=slug, slug=slug, date=tournament.date)
        began = minutes and now - dt.timedelta(minutes=minutes)
        other.rounds.create(number=1, state=Round.State.STARTED, started_at=began)
    Round.objects.filter(tournament=tournament).update(started_at=now - dt.timedelta(minutes=20))
    put(folder, "scan.jpg", jpeg())
    take_from_folder()
    assert ScanPile.objects.get().tournament == tournament


def test_a_pile_waits_while_only_practice_is_open(tournament, folder):
    Tournament.objects.update(slug=SLUG)
    put(folder, "scan.jpg", jpeg())
    assert take_from_folder() == 0
    assert left(folder) == ["scan.jpg"]


def test_while_too_much_waits_files_stay(tournament, folder, monkeypatch):
    monkeypatch.setattr(incoming, "MOST_WAITING", 10)
    put(folder, "scan.jpg", jpeg())
    take_from_folder()
    assert left(folder) == ["scan.jpg"]


def test_a_folder_that_is_not_there_is_no_error(tournament, settings):
    settings.SCAN_FOLDER = "/no/such/folder"
    assert take_from_folder() == 0
