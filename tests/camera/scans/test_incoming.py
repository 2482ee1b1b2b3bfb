"""Files that come in are stored whole, once, and within bounds."""

import datetime as dt
from pathlib import Path

import pytest
from django.conf import settings

from tests.camera.scans.made_pages import MORNING, jpeg
from wk.camera.scans import incoming
from wk.camera.scans.beside import ASKED
from wk.camera.scans.incoming import SentFile, receive
from wk.core.refusals import ActionRefused
from wk.privacy.scanned_pages import forget_pictures
from wk.scoreforms.models import ScanPage, ScanPile
from wk.tournament.models import Table

pytestmark = pytest.mark.django_db

State = ScanPage.State
LATER = MORNING + dt.timedelta(minutes=1)


def sent(tournament, *files, now=MORNING, author=None):
    return receive(tournament=tournament, files=files, author=author, now=now)


def test_what_is_sent_is_stored_as_it_came(tournament, clerk):
    received = sent(tournament, SentFile("een.jpg", jpeg()), author=clerk)
    (pile,) = ScanPile.objects.all()
    assert received.new == (pile,)
    assert (pile.name, bytes(pile.content), pile.author) == ("een.jpg", jpeg(), clerk)
    assert (pile.page_count, pile.sent_at) == (None, MORNING)


def test_the_reader_is_told_once_it_is_stored(tournament, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        sent(tournament, SentFile("een.jpg", jpeg()))
        assert not (Path(settings.DATA_DIR) / ASKED).exists()
    assert (Path(settings.DATA_DIR) / ASKED).exists()


def test_the_same_file_twice_is_stored_once(tournament):
    (first,) = sent(tournament, SentFile("een.jpg", jpeg())).new
    again = sent(tournament, SentFile("twee.jpg", jpeg()), now=LATER)
    assert (again.new, again.known) == ((), (first,))
    assert ScanPile.objects.count() == 1


def test_a_file_that_could_not_be_opened_is_read_again_when_it_is_sent_again(
    tournament, clerk, django_capture_on_commit_callbacks
):
    (pile,) = sent(tournament, SentFile("een.jpg", jpeg())).new
    pile.pages.create(number=1, state=State.REFUSED, why="failed")
    ScanPile.objects.update(page_count=1, content=b"", tries=3)
    with django_capture_on_commit_callbacks(execute=True):
        again = sent(tournament, SentFile("een.jpg", jpeg()), now=LATER, author=clerk)
    assert (again.new, again.known) == ((pile,), ())
    assert (Path(settings.DATA_DIR) / ASKED).exists()
    pile.refresh_from_db()
    assert (pile.page_count, pile.tries, pile.sent_at, pile.author) == (None, 0, LATER, clerk)
    assert bytes(pile.content) == jpeg()
    assert not pile.pages.exists()  # it may have more than one, once it can be opened


def test_only_those_pages_of_a_scan_are_read_again_of_which_nothing_is_kept(tournament, clerk):
    (pile,) = sent(tournament, SentFile("scan.tif", b"II*\0")).new
    kept = {"width": 400, "height": 300, "picture": jpeg()}
    pile.pages.create(number=1, state=State.DONE, width=400)
    pile.pages.create(number=2, state=State.REFUSED, why="failed", tries=3)
    pile.pages.create(number=3, state=State.REFUSED, why="no-code", **kept)
    pile.pages.create(number=4, state=State.DROPPED, why="failed", ended_by=clerk, ended_at=MORNING)
    ScanPile.objects.update(page_count=4, content=b"")
    assert sent(tournament, SentFile("scan.tif", b"II*\0"), now=LATER).new == (pile,)
    pages = [(page.state, page.why, page.tries, page.ended_by) for page in pile.pages.all()]
    waits = (State.WAITING, "", 0, None)
    assert pages == [(State.DONE, "", 0, None), waits, (State.REFUSED, "no-code", 0, None), waits]
    # While it is read it is not begun again.
    assert sent(tournament, SentFile("scan.tif", b"II*\0")).known == (pile,)


def test_a_page_whose_table_is_gone_is_read_again_once_its_picture_is_forgotten(tournament, clerk):
    (pile,) = sent(tournament, SentFile("scan.tif", b"II*\0")).new
    read = {"state": State.READ, "read_at": MORNING, "document": {"deals": []}, "cells": [{}]}
    pile.pages.create(number=1, doubts=3, width=1, picture=jpeg(), **read)
    table = Table.objects.get(number=1)
    pile.pages.create(number=2, table=table, width=1, picture=jpeg(), **read)
    ScanPile.objects.update(page_count=2, content=b"")
    forget_pictures(before=LATER)
    assert sent(tournament, SentFile("scan.tif", b"II*\0"), now=LATER).new == (pile,)
    gone, kept = pile.pages.order_by("number")
    assert (gone.state, gone.document, gone.cells, gone.doubts) == (State.WAITING, {}, [], 0)
    assert (kept.state, bytes(kept.picture)) == (State.READ, jpeg())


def test_a_table_takes_another_photo_if_one_could_not_be_opened(tournament):
    (pile,) = sent(tournament, SentFile("een.jpg", jpeg())).new
    pile.pages.create(number=1, state=State.REFUSED, why="failed")
    ScanPile.objects.update(page_count=1, content=b"")
    table = Table.objects.get(number=1)
    files = [SentFile("een.jpg", jpeg())]
    again = receive(tournament=tournament, files=files, author=None, now=LATER, table=table)
    assert again.known == (pile,)


@pytest.mark.parametrize(
    "content",
    [
        b"\xff\xd8\xff\xe0",
        b"\x89PNG\r\n\x1a\n",
        b"II*\0",
        b"MM\0*",
        b"RIFF\0\0\0\0WEBP",
        b"%PDF-1.7",
        b"\n\n%PDF-1.4",
    ],
)
def test_photos_scans_and_pdf_are_taken(tournament, content):
    assert len(sent(tournament, SentFile("a", content)).new) == 1


def test_what_cannot_be_read_is_named_with_the_reason(tournament, english, monkeypatch):
    monkeypatch.setattr(incoming, "MOST_BYTES", 2_000_000)
    received = sent(
        tournament,
        SentFile("notes.txt", b"no picture"),
        SentFile("empty.jpg", b""),
        SentFile("large.jpg", b"\xff\xd8\xff" + bytes(2_000_000)),
        SentFile("good.jpg", jpeg()),
    )
    assert received.refused == (
        ("notes.txt", "It is no photo, PDF or TIFF: use JPEG, PNG, WebP, PDF or TIFF."),
        ("empty.jpg", "This file is empty."),
        ("large.jpg", "This file is larger than 2 MB."),
    )
    assert [pile.name for pile in received.new] == ["good.jpg"]


def test_a_hostile_name_is_cut_and_cleaned(tournament):
    name = f"../../etc/{'a' * 300}\u202e\x00.jpg"
    (pile,) = sent(tournament, SentFile(name, jpeg())).new
    assert pile.name == f"{'a' * 116}.jpg"


def test_too_much_that_waits_is_refused_and_nothing_of_it_stored(tournament, monkeypatch):
    monkeypatch.setattr(incoming, "MOST_WAITING", 2 * len(jpeg()) + 10)
    sent(tournament, SentFile("een.jpg", jpeg()))
    with pytest.raises(ActionRefused):
        sent(tournament, SentFile("b.jpg", jpeg(colour=1)), SentFile("c.jpg", jpeg(colour=9)))
    assert [pile.name for pile in ScanPile.objects.all()] == ["een.jpg"]
