"""Whose a version is after several changes of seats, and what an archive makes of them."""

import pytest
from django.urls import reverse

from tests.archive.days import put_back
from tests.hall.reseats import (
    LATER,
    NAMES,
    NOW,
    OWN,
    at,
    entry,
    hall_of,
    join,
    put_right,
    said,
    table,
    written_for,
)
from tests.played import played
from tests.writers import at_once, two_writers
from wk.archive.queries import archive_of
from wk.archive.writer import write
from wk.desk.services import substitute
from wk.hall import reseating
from wk.scoreforms.columns import bring_back
from wk.scoreforms.drafts import drop_draft, save_draft
from wk.scoreforms.models import Draft, Version
from wk.scoreforms.services import Paper, hand_in
from wk.tournament import hand
from wk.tournament.models import Change, Substitute, Table
from wk.tournament.refusal import Refusal

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english"), pytest.mark.slow]


@pytest.fixture
def round(db):
    """Four tables, of 1 to 5, 6 to 9, 10 to 14 and 15 to 18."""
    return hall_of(5, 4, 5, 4)


@pytest.fixture
def version(round, clerk):
    """The form of table 1, which counts."""
    return hand_in(table=table(1), paper=Paper(played(table(1)), clerk, NOW))


def test_names_change_over_in_versions_of_tables_that_he_left(round, director, version):
    """The fifth of table 1 sat at table 2, and was 10."""
    join(round, 5, 2, director)
    change = put_right(round, 5, 10, author=director)
    assert written_for() == [[1, 2, 3, 4, 10]]
    reseating.undo(change=change, author=director, now=LATER)
    assert written_for() == [[1, 2, 3, 4, 5]]


def test_what_another_won_does_not_count_for_who_has_his_number_now(
    round, director, director_client, version
):
    join(round, 5, 2, director)
    put_right(round, 5, 10, author=director)
    Draft.objects.all().delete()
    join(round, 5, 1, director)
    assert at(round)[5] == (1, 5)
    paper = Paper(played(table(1), 4), director, LATER)
    newer = hand_in(table=table(1), paper=paper, expected_version=1)
    asked = {"version": 1, "expected_version": newer.number, "reason": "toch"}
    director_client.post(reverse("scoreforms:restore", args=["wk-test", 1, 1]), asked)
    assert Version.objects.get(is_counted=True) == newer
    tricks = Draft.objects.get(author=director).content["deals"][0]["tricks"]
    assert tricks == version.content["deals"][0]["tricks"][:4]


def test_who_went_to_his_own_place_changed_no_seat(round, director, client):
    before = at(round)
    put_right(round, 1, 6, author=director, how=OWN)
    assert "Changed by hand. " not in client.get(round.get_absolute_url()).content.decode()
    assert {entry.number: place for entry, place in hand.as_drawn(round).items()} == before
    assert not hand.is_by_hand(round)
    assert [each.how for each in hand.by_hand(round)] == ["own"]


def test_an_archive_from_before_undoes_names_whoever_went_to_his_own_place(
    round, director, version
):
    old = archive_of(round.tournament)
    names = put_right(round, 1, 6, author=director, how=NAMES)
    put_right(round, 2, 7, author=director, how=OWN)
    tables, versions = set(Table.objects.values_list("pk", flat=True)), said()
    put_back(old, director)
    names.refresh_from_db()
    assert (names.undone_at is not None, write(archive_of(round.tournament))) == (True, write(old))
    assert set(Table.objects.values_list("pk", flat=True)) == tables
    assert [row["id"] for row in said()][: len(versions)] == [row["id"] for row in versions]


def test_who_plays_on_stands_in_the_log_whosever_name_the_seat_has(round, director):
    seat = entry(1).seats.get()
    substitute(seat=seat, name="Piet", from_deal=3, author=director, now=NOW)
    put_right(round, 1, 6, author=director)
    between = archive_of(round.tournament)
    put_right(round, 6, 2, author=director)
    put_back(between, director)
    assert Substitute.objects.get().seat.entry == entry(6)
    noted = Change.objects.get(kind="substituted")
    assert (noted.undone_at, noted.facts["substitute"]) == (None, Substitute.objects.get().pk)


def test_two_of_one_name_are_told_apart(round, director):
    """Both played on from the same deal, and then the names of these two seats changed over."""
    places = {}
    for number in (1, 6):
        seat = entry(number).seats.get()
        substitute(seat=seat, name="Reserve", from_deal=3, author=director, now=NOW)
        places[number] = at(round)[number]
    put_right(round, 1, 6, author=director)
    between = archive_of(round.tournament)
    put_right(round, 6, 2, author=director)
    put_right(round, 1, 7, author=director)
    put_back(between, director)
    noted = Change.objects.filter(kind="substituted", undone_at=None)
    keys = {change.entry.number: change.facts["substitute"] for change in noted}
    seats = Substitute.objects.select_related("seat__table").in_bulk()
    there = {n: (seats[k].seat.table.number, seats[k].seat.number) for n, k in keys.items()}
    assert there == places


@pytest.mark.parametrize(
    ("left", "told"),
    [
        ((), ""),
        ((1,), "1 Speler A has left, and stays so."),
        ((1, 6), ""),
    ],
)
def test_who_left_stays_who_left_and_that_is_told(round, director, director_client, left, told):
    for number in left:
        seat = entry(number).seats.get()
        substitute(
            seat=seat, name=f"Vrij {number}", from_deal=3, leaves=True, author=director, now=NOW
        )
    asked = {"first": 1, "second": 6, "how": "names"}
    page = director_client.get(reverse("hall:reseat", args=["wk-test", 1]), asked)
    assert ("has left, and stays so" in page.content.decode()) == bool(told)
    assert told in page.content.decode()


@two_writers
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("attempt", range(5))
def test_what_is_thrown_away_just_then_does_not_come_back(round, director, clerk, attempt):
    save_draft(table=table(1), document=played(table(1)), author=clerk, now=NOW)
    done = at_once(
        lambda: join(round, 3, 2, director),
        lambda: drop_draft(table=table(1), author=clerk),
    )
    assert (done, Draft.objects.count()) == (["", ""], 0)


def test_totals_that_were_typed_since_are_not_written_over(round, director, clerk):
    document = played(table(1))
    totals = list(round.rules.progress(document, 5).totals)
    version = hand_in(table=table(1), paper=Paper(document, clerk, NOW, written=totals))
    save_draft(table=table(1), document={"first_dealer": 1}, author=clerk, now=NOW)
    join(round, 3, 2, director)
    draft = Draft.objects.get(author=director)
    save_draft(
        table=table(1),
        document=draft.content,
        written=[10, 20, 30, 40],
        author=director,
        now=LATER,
        expected=draft.revision,
    )
    with pytest.raises(Refusal, match="You have a draft of this form"):
        bring_back(version=Version.objects.get(pk=version.pk), author=director, now=LATER)
    assert Draft.objects.get(author=director).written == [10, 20, 30, 40]
