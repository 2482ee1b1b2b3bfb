"""The pieces of a page go when it is ended, and the file of the database holds them no more."""

import datetime as dt

import pytest
from django.conf import settings
from django.db import connection

from tests.backups.conftest import (  # noqa: F401 - fixtures
    _acting,
    hall,
    is_sqlite,
    kees,
    real_database,
)
from tests.camera.scans.made_pages import MORNING, pile, read_page
from tests.database import NAME
from wk.camera.cell_size import HIGH, WIDE
from wk.camera.reading import ReadPage
from wk.camera.scans import reading, services
from wk.privacy.scanned_pages import forget_pictures
from wk.scoreforms.models import ScanPage, ScanPile
from wk.tournament.sheet_codes import SheetCode

pytestmark = [
    pytest.mark.slow,
    pytest.mark.usefixtures("hall"),
    pytest.mark.skipif(not is_sqlite, reason="by the file of SQLite"),
]

State = ScanPage.State
PIECE = b"A piece that nobody else writes." * (HIGH * WIDE // 32)


def hand_in(page):
    services.hand_in_page(
        page=page,
        table=page.table,
        document=page.document,
        author=kees(),
        now=MORNING,
        paper_totals=(),
        players=[6, 7, 8, 9],
    )


def type_it(page):
    services.type_page(page=page, table=page.table, author=kees(), now=MORNING)


def put_aside(page):
    services.drop_page(page=page, author=kees(), now=MORNING)


def read_again(page):
    services.read_again(page=page, now=MORNING)


def send_a_better_one(page):
    """The phone of the table sent it, and the same sheet comes from elsewhere."""
    ScanPile.objects.update(source=ScanPile.Source.TABLE)
    other = pile(page.pile.tournament, "later.jpg").pages.create(number=1)
    read = ReadPage(code=SheetCode("wk-test", 1, 2, 2))
    reading._end(other, reading._Reading(read=read, table=page.table, players=(1, 2)))


def forget_picture(page):
    forget_pictures(before=MORNING + dt.timedelta(days=3))


@pytest.mark.parametrize(
    ("state", "end"),
    [
        (State.READ, hand_in),
        (State.READ, type_it),
        (State.READ, put_aside),
        (State.READ, send_a_better_one),
        (State.REFUSED, read_again),  # one of an earlier wk, which left them there
        (State.REFUSED, forget_picture),
    ],
)
def test_no_byte_of_its_pieces_is_left_of_a_page_that_is_ended(state, end):
    page = read_page(2)
    rest = ScanPage.objects.filter(pk=page.pk)
    rest.update(state=state, pieces=PIECE * 5, cells=[])
    page = rest.select_related("pile__tournament", "table__round__tournament").get()
    assert PIECE[:200] in whole_file()
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA secure_delete = OFF")  # as it is where nobody chose otherwise
    end(page)
    page.refresh_from_db()
    assert bytes(page.pieces) == bytes(page.flat) == b""
    assert PIECE[:200] not in whole_file()


def whole_file():
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return (settings.DATA_DIR / NAME).read_bytes()
