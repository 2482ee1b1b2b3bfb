"""The folder of a scanner: each file in it is taken once, and then moved aside."""

import datetime as dt
import os
from pathlib import Path

import pytest
from django.utils import timezone

from tests.camera.scans.made_pages import jpeg
from wk.camera.scans import beside, incoming, scanner_folder
from wk.camera.scans.beside import Watch, seen_files
from wk.camera.scans.scanner_folder import take_from_folder
from wk.scoreforms.models import ScanPage, ScanPile
from wk.tournament.models import Round, Tournament
from wk.tournament.practice_slugs import SLUG

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(tmp_path):
    return tmp_path


def put(folder, name, content):
    path = folder / name
    path.write_bytes(content)
    return path


def whole(folder, *looks, still=20):
    """Return the names of the files that are whole at the last of looks: seconds, or what is done
    meanwhile."""
    watch, found = Watch(still), []
    for look in looks:
        if callable(look):
            look()
        else:
            found = watch.whole(seen_files(str(folder)), look)
    return [Path(path).name for path, *_facts in found]


def take(folder):
    """Take what lies in the folder, as the process beside the server lets it be done."""
    take_from_folder(Path(path) for path, *_facts in seen_files(str(folder)))


def left(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_a_file_is_taken_once_and_moved_aside(tournament, folder):
    put(folder, "scan.jpg", jpeg())
    take(folder)
    take(folder)
    pile = ScanPile.objects.get()
    assert (pile.name, pile.source, pile.tournament) == ("scan.jpg", "folder", tournament)
    assert left(folder) == ["taken/scan.jpg"]


def test_files_of_one_name_are_all_kept(tournament, folder):
    for colour in (1, 2):
        put(folder, "scan.jpg", jpeg(colour=colour))
        take(folder)
    assert left(folder) == ["taken/scan-1.jpg", "taken/scan.jpg"]
    assert ScanPile.objects.count() == 2


def test_a_hidden_file_and_a_link_stay(folder):
    put(folder, ".hidden.jpg", jpeg())
    (folder / "link.jpg").symlink_to("/etc/hostname")
    assert [*seen_files(str(folder))] == []


def test_a_file_is_whole_once_it_stays_as_it_is(folder):
    path = put(folder, "pile.pdf", b"%PDF-1.7 page")
    assert whole(folder, 0, 19) == []
    assert whole(folder, 0, 20) == ["pile.pdf"]

    def another_page():
        at = path.stat().st_mtime
        path.write_bytes(b"%PDF-1.7 page page")
        os.utime(path, (at, at))  # as a copy over the network, which keeps the time of its source

    assert whole(folder, 0, 19, another_page, 20, 39) == []
    assert whole(folder, 0, 19, another_page, 20, 40) == ["pile.pdf"]


def test_the_file_that_was_written_first_is_taken_first(folder):
    for name, at in (("a.jpg", 3), ("b.jpg", 1), ("c.jpg", 2)):
        os.utime(put(folder, name, jpeg()), (at, at))
    assert whole(folder, 0, 20) == ["b.jpg", "c.jpg", "a.jpg"]


def refused():
    pages = ScanPage.objects.select_related("pile").order_by("pk")
    return [(page.pile.name, page.pile.source, page.state, page.why) for page in pages]


def test_what_is_not_taken_stands_in_the_list_once(tournament, folder, monkeypatch):
    monkeypatch.setattr(scanner_folder, "MOST_BYTES", 100)
    for _time in range(2):  # the folder may only be read, so it still lies there the next time
        for name, content in (
            ("notes.txt", b"no picture"),
            ("empty.pdf", b""),
            ("large.jpg", jpeg()),
        ):
            os.utime(put(folder, name, content), (1, 1))
        take(folder)
    refused_file = ("folder", "refused", "no-picture")
    assert sorted(refused()) == [
        ("empty.pdf", *refused_file),
        ("large.jpg", "folder", "refused", "large-file"),
        ("notes.txt", *refused_file),
    ]
    assert left(folder)[:3] == [
        "not-taken/empty-1.pdf",
        "not-taken/empty.pdf",
        "not-taken/large-1.jpg",
    ]
    assert {pile.page_count for pile in ScanPile.objects.all()} == {1}


@pytest.mark.parametrize("state", [ScanPage.State.REFUSED, ScanPage.State.DROPPED])
def test_a_file_that_cannot_be_opened_and_cannot_be_moved_is_read_once(tournament, folder, state):
    """In a folder that may only be read it still lies there the next time."""
    put(folder, "scan.jpg", jpeg())
    take(folder)
    pile = ScanPile.objects.get()
    pile.pages.create(number=1, state=state, why="failed")
    ScanPile.objects.update(page_count=1, content=b"")
    put(folder, "scan.jpg", jpeg())
    take(folder)
    pile.refresh_from_db()
    assert (pile.page_count, bytes(pile.content)) == (1, b"")
    assert pile.pages.get().state == state


def test_files_that_stay_keep_no_later_one_from_being_taken(folder, monkeypatch):
    monkeypatch.setattr(beside, "MOST_FILES", 2)
    watch = Watch(0)
    tried = []
    for now in range(6):
        if now < 5:
            os.utime(put(folder, f"{now}.jpg", jpeg()), (now, now))
        files = watch.whole(seen_files(str(folder)), now)
        tried.append(([Path(path).stem for path, *_facts in files], watch.has_new(files)))
        watch.note_tried(files, now)
    assert tried == [
        (["0"], True),
        (["1", "0"], True),
        (["2", "0"], True),
        (["3", "1"], True),
        (["4", "0"], True),
        (["2", "1"], False),
    ]


def test_without_an_open_round_files_wait(tournament, folder):
    put(folder, "scan.jpg", jpeg())
    Round.objects.update(state=Round.State.CLOSED)
    take(folder)
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
    take(folder)
    assert ScanPile.objects.get().tournament == tournament


def test_a_pile_waits_while_only_practice_is_open(tournament, folder):
    Tournament.objects.update(slug=SLUG)
    put(folder, "scan.jpg", jpeg())
    take(folder)
    assert left(folder) == ["scan.jpg"]


def test_while_too_much_waits_files_stay(tournament, folder, monkeypatch):
    monkeypatch.setattr(incoming, "MOST_WAITING", 10)
    put(folder, "scan.jpg", jpeg())
    take(folder)
    assert left(folder) == ["scan.jpg"]


def test_a_file_or_folder_that_is_gone_is_no_error(tournament, folder):
    assert [*seen_files("/no/such/folder")] == [*seen_files("")] == []
    take_from_folder([folder / "gone.jpg"])
    assert not ScanPile.objects.exists()
