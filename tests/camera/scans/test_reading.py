"""What came in is read page by page, and every page ends somewhere."""

import fcntl
from io import BytesIO

import numpy as np
import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from PIL import Image

from tests.camera.scans.made_pages import MORNING, pile, read_page
from tests.camera.test_read_forms import numbers_that_differ, papers  # noqa: F401 - a fixture
from tests.rounds.prepared_rounds import hand_in_form
from wk.accounts.models import User
from wk.camera.management.commands.read_scans import LOCK
from wk.camera.reading import ReadPage
from wk.camera.scans import reading
from wk.camera.scans.beside import ASKED, DOING
from wk.camera.scans.incoming import SentFile, receive
from wk.camera.scans.reading import read_waiting
from wk.scoreforms.models import ScanPage, ScanPile, Version
from wk.tournament.models import Round, Table, Tournament
from wk.tournament.sheet_codes import SheetCode

pytestmark = pytest.mark.django_db

State = ScanPage.State


def file_of(*pages, kind="TIFF"):
    """Return a file with these pages."""
    first, *rest = [Image.fromarray(page) for page in pages]
    out = BytesIO()
    first.save(out, kind, save_all=bool(rest), append_images=rest)
    return out.getvalue()


def blank(width=300, height=400, grey=240):
    return np.full((height, width), grey, np.uint8)


def send(tournament, *contents):
    files = [SentFile(f"f{number}", content) for number, content in enumerate(contents)]
    receive(tournament=tournament, files=files, author=None, now=MORNING)


def ends():
    """Return for each page its file, its number, how it ended and why."""
    pages = ScanPage.objects.order_by("pk").select_related("pile")
    return [(page.pile.name, page.number, page.state, page.why) for page in pages]


@pytest.mark.slow
def test_a_pile_of_sheets_is_read_and_everything_else_refused(tournament, papers):  # noqa: F811
    (first, one), (second, two) = papers
    send(
        tournament,
        file_of(first, np.rot90(second, 2), blank()),
        file_of(first, kind="PNG"),
        file_of(blank(), kind="PDF"),
        b"%PDF-1.7 torn",
        b"\xff\xd8\xff torn",
    )
    read_waiting()
    assert ends() == [
        ("f0", 1, State.READ, ""),
        ("f0", 2, State.READ, ""),
        ("f0", 3, State.REFUSED, "no-code"),
        ("f1", 1, State.REFUSED, "twice"),
        ("f2", 1, State.REFUSED, "no-code"),
        ("f3", 1, State.REFUSED, "no-picture"),
        ("f4", 1, State.REFUSED, "no-picture"),
    ]
    assert [bytes(pile.content) for pile in ScanPile.objects.all()] == [b""] * 5
    for page, document in zip(ScanPage.objects.filter(state=State.READ), (one, two), strict=True):
        doubts = {cell["path"] for cell in page.cells if cell["doubt"]}
        wrong = numbers_that_differ(page.document, document)
        assert {f"deals.{deal}.{key}.{seat}" for deal, key, seat in wrong} <= doubts
        assert page.doubts == len(doubts)
        picture = Image.open(BytesIO(bytes(page.picture)))
        assert picture.size == (page.width, page.height)
        assert all(cell["box"] for cell in page.cells)
    # The second page came upside down, and stands upright now.
    second_page = ScanPage.objects.get(pile__name="f0", number=2)
    upright = Image.open(BytesIO(bytes(second_page.picture))).resize((60, 80)).convert("L")
    sheet = Image.fromarray(second).resize((60, 80))
    off = np.abs(np.asarray(upright, float) - np.asarray(sheet, float)).mean()
    assert off < 8


@pytest.mark.slow
def test_sheets_of_another_tournament_and_of_a_closed_round_are_refused(
    tournament,
    papers,  # noqa: F811
):
    (first, _one), (second, _two) = papers
    other = Tournament.objects.create(name="Other", slug="other", date=tournament.date)
    send(other, file_of(first, kind="PNG"))
    Round.objects.update(state=Round.State.CLOSED)
    send(tournament, file_of(second, kind="PNG"))
    read_waiting()
    assert [end[2:] for end in ends()] == [
        (State.REFUSED, "other-tournament"),
        (State.REFUSED, "round-closed"),
    ]
    Round.objects.update(state=Round.State.STARTED)
    page = ScanPage.objects.get(why="round-closed")
    page.state = State.WAITING
    page.save()
    read_waiting()
    page.refresh_from_db()
    assert (page.state, page.why, page.told_table) == (State.READ, "", 2)


def test_the_bytes_of_a_bomb_are_not_unfolded(tournament):
    """Of this one they cannot be: all that is known of it stands in its head."""
    out = BytesIO()
    Image.new("1", (12_000, 9_000)).save(out, "PNG")
    send(tournament, out.getvalue()[:200])
    read_waiting()
    assert ends() == [("f0", 1, State.REFUSED, "too-large")]


def test_what_is_beyond_the_most_pages_is_told(tournament, monkeypatch):
    monkeypatch.setattr(reading, "MOST_PAGES", 2)
    send(tournament, file_of(*[blank()] * 4))
    read_waiting()
    assert [end[1:] for end in ends()] == [
        (1, State.REFUSED, "no-code"),
        (2, State.REFUSED, "no-code"),
        (3, State.REFUSED, "too-many"),
    ]


@pytest.mark.parametrize(("sender", "why"), [(1, ""), (2, "other-table"), (None, "")])
def test_the_phone_of_a_table_sends_no_sheet_of_another_one(tournament, sender, why):
    sent = pile(tournament)
    sent.table = Table.objects.filter(number=sender).first()
    sent.save()
    table = Table.objects.get(number=1)
    page = sent.pages.create(number=1)
    read = ReadPage(code=SheetCode(tournament.slug, 1, 1, 2))
    reading._end(page, reading._Reading(read=read, table=table, players=(1, 2)))
    page.refresh_from_db()
    assert (page.why, page.table, page.players) == (why, table, [1, 2])


@pytest.mark.parametrize(("is_in", "why"), [(True, "twice"), (False, "")])
def test_a_sheet_is_read_again_once_its_form_is_not_in_any_more(tournament, is_in, why):
    before = read_page(1)
    hand_in_form(1, User.objects.create(username="kees"))
    ScanPage.objects.update(state=State.DONE)
    if not is_in:  # as after a change of seats
        Version.objects.update(is_counted=False, is_waiting=False)
    page = ScanPage.objects.create(pile=pile(tournament), number=1, document=before.document)
    read = ReadPage(code=SheetCode(tournament.slug, 1, 1, 2))
    reading._end(page, reading._Reading(read=read, table=before.table, players=(1, 2)))
    page.refresh_from_db()
    assert page.why == why


def test_a_page_that_is_not_to_be_looked_at_keeps_nothing_to_look_at(tournament):
    """Of a sheet that came before its picture stays, so that it can be read again."""
    before = read_page(1)
    seen = {"picture": b"picture", "flat": b"flat", "pieces": b"pieces"}
    page = pile(tournament).pages.create(number=1, **seen)
    read = ReadPage(code=SheetCode(tournament.slug, 1, 1, 2))
    reading._end(page, reading._Reading(read=read, table=before.table, players=(1, 2)))
    page.refresh_from_db()
    kept = [bytes(each) for each in (page.picture, page.flat, page.pieces)]
    assert (page.why, kept) == ("twice", [b"picture", b"", b""])


def test_what_a_killed_reader_left_goes_before_the_next_one_reads(tournament):
    left = settings.DATA_DIR / reading.FOLDER
    left.mkdir(parents=True)
    (left / "other").write_bytes(b"a page")
    send(tournament, file_of(blank()))
    read_waiting()
    assert not left.exists()
    assert ends() == [("f0", 1, State.REFUSED, "no-code")]


SOURCES = ScanPile.Source


@pytest.mark.parametrize(
    ("first", "later", "ends"),
    [
        (SOURCES.TABLE, SOURCES.FOLDER, [(State.DROPPED, ""), (State.READ, "")]),
        (SOURCES.TABLE, SOURCES.TABLE, [(State.DROPPED, ""), (State.READ, "")]),
        (SOURCES.OFFICE, SOURCES.TABLE, [(State.READ, ""), (State.REFUSED, "twice")]),
        (SOURCES.PHONE, SOURCES.OFFICE, [(State.READ, ""), (State.REFUSED, "twice")]),
    ],
)
def test_a_later_page_takes_the_place_of_one_that_a_table_sent(tournament, first, later, ends):
    """A table may have taken its photo halfway. Nobody has looked at it yet."""
    table = Table.objects.get(number=1)
    for source in (first, later):
        sent = pile(tournament, source)
        sent.source, sent.table = source, table if source == SOURCES.TABLE else None
        sent.save()
        read = ReadPage(code=SheetCode(tournament.slug, 1, 1, 2))
        page = sent.pages.create(number=1)
        reading._end(page, reading._Reading(read=read, table=table, players=(1, 2)))
        ScanPage.objects.filter(pk=page.pk, state=State.READ).update(flat=b"f", pieces=b"p")
    pages = ScanPage.objects.order_by("pk")
    assert [(page.state, page.why) for page in pages] == ends
    for page in pages:
        is_looked_at = page.state == State.READ
        assert (bool(page.flat), bool(page.pieces)) == (is_looked_at, is_looked_at)


@pytest.mark.parametrize(
    "after",
    [
        'UPDATE "scoreforms_scanpile" SET "tries"',
        'UPDATE "scoreforms_scanpage" SET "tries"',
        'FROM "scoreforms_scanpile" WHERE "scoreforms_scanpile"."id" = %s LIMIT 21',
    ],
)
def test_what_is_gone_by_a_return_to_a_moment_before_it_came_is_left(tournament, after):
    send(tournament, file_of(blank()))
    gone = []

    def forget(execute, sql, *more):
        """Let everything be gone right after a query."""
        answer = execute(sql, *more)
        if after in sql and not gone:
            gone.append(sql)
            ScanPile.objects.all().delete()
        return answer

    with connection.execute_wrapper(forget):
        read_waiting()
    assert (len(gone), ends()) == (1, [])
    send(tournament, file_of(blank()))
    read_waiting()
    assert ends() == [("f0", 1, State.REFUSED, "no-code")]


def test_a_file_at_which_the_reader_dies_is_tried_twice(tournament):
    send(tournament, file_of(blank()))
    ScanPile.objects.update(tries=2)
    read_waiting()
    assert ends() == [("f0", 1, State.REFUSED, "failed")]


def test_the_command_reads_what_waits_alone_and_says_that_it_is_done(
    tournament, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        send(tournament, file_of(blank()))
    with (settings.DATA_DIR / LOCK).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(CommandError):  # another process reads
            call_command("read_scans")
    assert ends() == []
    call_command("read_scans")
    assert ends() == [("f0", 1, State.REFUSED, "no-code")]
    assert [(settings.DATA_DIR / name).exists() for name in (ASKED, DOING)] == [False, False]
