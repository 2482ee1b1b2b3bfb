"""Pieces of photos are kept with consent, of what a person has seen, and lead to nobody."""

import datetime as dt

import pytest

from tests.camera.scans.made_pages import MORNING, piece, read_page
from tests.camera.scans.test_check_views import DOUBT, at, looked, table
from tests.chain.written import write_links_now
from tests.played import played
from tests.rounds.prepared_rounds import hand_in_form
from wk.auditlog.models import AuditLogEntry
from wk.auditlog.sentences import sentence
from wk.camera.examples import services
from wk.camera.examples.services import throw_examples_away
from wk.camera.scans.services import hand_in_page
from wk.chain.models import Link
from wk.scoreforms.models import ScanPage, Version, WritingExample
from wk.tournament.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]

LATER = MORNING + dt.timedelta(hours=1)


@pytest.fixture(autouse=True)
def _consent(tournament):
    Tournament.objects.update(keeps_examples=True)


def kept():
    """Return the texts of the examples by the number of their piece."""
    return {
        bytes(image)[0]: text for image, text in WritingExample.objects.values_list("image", "text")
    }


def totals():
    """Return the texts of the totals of table 1, with the numbers of their pieces after a doubt."""
    points = table().round.rules.progress(played(table()), 5).totals
    return {number: str(total) for number, total in enumerate(points, 1)}


def test_what_was_compared_with_the_photo_is_kept_as_the_official_found_it(
    tournament, clerk_client
):
    right = table().round.rules.to_cells(played(table()))[DOUBT]
    page = read_page(changed={DOUBT: "9"})
    clerk_client.post(at(page), looked(page) | {DOUBT: right})
    assert kept() == {0: right} | totals()
    image = WritingExample.objects.get(text=right, image=piece(0)).image
    assert bytes(image) == piece(0)
    page.refresh_from_db()
    assert bytes(page.pieces) == b""


def test_without_consent_nothing_is_kept(tournament, clerk_client):
    Tournament.objects.update(keeps_examples=False)
    page = read_page()
    clerk_client.post(at(page), looked(page))
    page.refresh_from_db()
    assert (page.state, bytes(page.pieces)) == (ScanPage.State.DONE, b"")
    assert kept() == {}


def test_what_nobody_has_seen_is_not_kept(tournament, clerk):
    page = read_page(doubts=(DOUBT, "deals.0.bids.1"))
    hand_in_page(
        page=page,
        table=page.table,
        document=page.document,
        author=clerk,
        now=MORNING,
        paper_totals=(),
        players=[1, 2, 3, 4, 5],
        seen={"deals.0.bids.1", "written.0"},
    )
    # The total is seen, but nobody has said that anything stands there.
    assert kept() == {1: table().round.rules.to_cells(page.document)["deals.0.bids.1"]}


def test_a_cell_without_a_piece_gives_none(tournament, clerk_client):
    page = read_page()
    for cell in page.cells:
        if cell["path"] == "written.4":
            cell["piece"] = None
    page.save()
    clerk_client.post(at(page), looked(page))
    assert sorted(kept()) == [0, 1, 2, 3, 4]


def test_a_page_that_was_read_before_pieces_were_gives_none(tournament, clerk_client):
    page = read_page()
    page.pieces = b""
    page.cells = [{key: cell[key] for key in cell if key != "piece"} for cell in page.cells]
    page.save()
    clerk_client.post(at(page), looked(page))
    assert (Version.objects.count(), kept()) == (1, {})


def test_what_two_people_differ_about_is_not_kept(tournament, director, clerk_client):
    hand_in_form(1, director)
    path = "deals.0.bids.1"
    page = read_page(doubts=(path,), seed=2)
    clerk_client.post(at(page), looked(page))
    assert [*Version.objects.values_list("is_counted", flat=True)] == [True, False]
    assert kept() == {}


def test_of_a_table_only_the_first_photo_is_kept(tournament, clerk, clerk_client):
    first = read_page()
    clerk_client.post(at(first), looked(first))
    known = kept()
    second = read_page(doubts=(DOUBT, "deals.0.bids.1"))
    second.pieces = b"".join(piece(100 + number) for number in range(7))
    second.save()
    clerk_client.post(at(second), looked(second))
    second.refresh_from_db()
    assert (second.state, kept()) == (ScanPage.State.DONE, known)


def test_the_same_piece_twice_is_kept_once(tournament):
    for _twice in range(2):
        rows = [WritingExample.of(tournament.pk, piece(3), text) for text in ("3", "8")]
        WritingExample.objects.bulk_create(rows, ignore_conflicts=True)
    assert sorted(WritingExample.objects.values_list("text", flat=True)) == ["3", "8"]


def test_no_more_are_kept_than_a_database_has_room_for(tournament, clerk_client, monkeypatch):
    monkeypatch.setattr(services, "MOST", 4)
    for number in (1, 2):
        page = read_page(number)
        clerk_client.post(at(page), looked(page))
    assert WritingExample.objects.count() == 4


def test_an_example_leads_to_its_tournament_and_to_nothing_else(tournament, clerk_client):
    fields = {field.name for field in WritingExample._meta.get_fields()}
    assert fields == {"id", "tournament", "image", "text"}
    page = read_page()
    clerk_client.post(at(page), looked(page))
    keys = [*WritingExample.objects.values_list("pk", flat=True)]
    of_content = [
        WritingExample.of(tournament.pk, bytes(row.image), row.text).pk
        for row in WritingExample.objects.all()
    ]
    assert keys == sorted(keys) == of_content
    assert len({*keys}) == 6
    # Rows of pieces 0 to 5 lie in the order of their keys, which is another one.
    assert [*kept()] != sorted(kept())
    write_links_now()
    assert not Link.objects.filter(table_name=WritingExample._meta.db_table).exists()


def test_the_database_keeps_examples_in_the_order_of_their_keys():
    """So the place of a row tells nothing either: on SQLite only such a key is the row's number."""
    assert WritingExample._meta.pk.get_internal_type() == "BigAutoField"


def test_all_are_thrown_away_at_once_and_the_log_tells_how_many(tournament, director):
    other = Tournament.objects.create(name="Other", slug="other", date=tournament.date)
    for owner, text in ((tournament, "3"), (tournament, "-12"), (other, "3")):
        WritingExample.of(owner.pk, piece(7), text).save(force_insert=True)
    assert throw_examples_away(tournament=tournament, author=director, now=LATER) == 2
    assert WritingExample.objects.get().tournament == other
    told = AuditLogEntry.objects.get(kind="examples")
    assert (told.author, told.at, told.tournament) == (director, LATER, tournament)
    assert sentence(told) == "2 pieces of photos that the camera learns from have been thrown away."
    assert throw_examples_away(tournament=tournament, author=director, now=LATER) == 0
    assert AuditLogEntry.objects.filter(kind="examples").count() == 1


def test_examples_go_with_their_tournament(tournament):
    WritingExample.of(tournament.pk, piece(7), "3").save(force_insert=True)
    tournament.delete()
    assert not WritingExample.objects.exists()
