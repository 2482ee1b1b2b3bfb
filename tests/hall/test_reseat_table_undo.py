"""That somebody sat at another table is undone as long as nobody wrote on; and two at once."""

import pytest

from tests.hall.reseats import (
    LATER,
    NAMES,
    NOW,
    OWN,
    at,
    entry,
    everything,
    hall_of,
    join,
    put_right,
    sitting,
    table,
)
from tests.played import played
from tests.writers import at_once, two_writers
from wk.hall import reseating
from wk.scoreforms.checks import open_checks
from wk.scoreforms.drafts import save_draft
from wk.scoreforms.models import Draft, Result, Version
from wk.scoreforms.services import Paper, hand_in
from wk.tournament import hand
from wk.tournament.models import Change, Seat, Substitute, Table
from wk.tournament.moves import mark, seating
from wk.tournament.refusal import Refusal

pytestmark = pytest.mark.slow


@pytest.fixture
def tables(tournament):
    """Table 1 has numbers 1 to 5, table 2 has 6 to 9."""
    return list(Table.objects.order_by("number"))


@pytest.mark.parametrize("table", [0, 1])
def test_one_of_the_two_forms_counted(round, tables, director, clerk, table):
    hand_in(table=tables[table], paper=Paper(played(tables[table]), clerk, NOW))
    before = everything()
    change = join(round, 3, 2, director)
    assert (Result.objects.count(), Draft.objects.count()) == (0, 1)
    reseating.undo(change=change, author=director, now=LATER)
    assert everything() == before


def test_it_is_undone_with_all_that_was_written(round, tables, director, clerk):
    hand_in(table=tables[0], paper=Paper(played(tables[0]), clerk, NOW))
    other = hand_in(
        table=tables[1],
        paper=Paper(played(tables[1]), None, NOW, source=Version.Source.PHONE),
    )
    typed = hand_in(table=tables[1], paper=Paper(played(tables[1], 5), clerk, NOW))
    assert list(open_checks().values_list("version", "typed")) == [(other.pk, typed.pk)]
    save_draft(table=tables[0], document=played(tables[0], 2), author=director, now=NOW)
    Substitute.objects.create(seat=entry(3).seats.get(), name="Piet Kok")
    before = everything()
    change = join(round, 3, 2, director)
    assert everything() != before
    reseating.undo(change=change, author=director, now=LATER)
    assert (everything(), hand.by_hand(round)) == (before, [])


def write_on(tables, clerk):
    save_draft(table=tables[1], document={"first_dealer": 5}, author=clerk, now=LATER)


def hand_one_in(tables, clerk):
    hand_in(table=tables[0], paper=Paper(played(tables[0]), clerk, LATER))


@pytest.mark.parametrize("done", [write_on, hand_one_in])
def test_it_is_not_undone_once_somebody_wrote_on(round, tables, director, clerk, done):
    change = join(round, 3, 2, director)
    done(tables, clerk)
    between = everything()
    with pytest.raises(Refusal):
        reseating.undo(change=change, author=director, now=LATER)
    change.refresh_from_db()
    assert (everything(), change.undone_at) == (between, None)


def test_it_is_not_undone_before_later_changes_of_these_seats(round, director):
    change = join(round, 3, 2, director)
    later = put_right(round, 3, 4, author=director, how=NAMES)
    between = at(round)
    with pytest.raises(Refusal):
        reseating.undo(change=change, author=director, now=LATER)
    assert at(round) == between
    for each in (later, change):
        reseating.undo(change=each, author=director, now=LATER)
    assert [n for _table, n in sitting()] == list(range(1, 10))


# The first of two changes, each who went to which table, is undone no more: the second took a seat
# that it would fill again, or leaves one empty.
LATER_ONES = [
    ("wk-boerenbridge", (5, 4, 5), (3, 2), (12, 1)),
    ("wk-boerenbridge", (5, 4, 5), (5, 2), (12, 1)),
    ("chinees-poepen", (6, 5, 5, 6), (6, 2), (5, 3)),
    ("chinees-poepen", (6, 4, 6, 8), (6, 2), (11, 2)),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("game", "sizes", "first", "second"), LATER_ONES)
def test_it_is_not_undone_before_a_later_one_at_its_tables(director, game, sizes, first, second):
    round = hall_of(*sizes, game=game)
    before = at(round)
    made = [join(round, *each, director) for each in (first, second)]
    between = at(round)
    with pytest.raises(Refusal, match="Maak eerst de latere wijzigingen"):
        reseating.undo(change=made[0], author=director, now=LATER)
    assert at(round) == between
    for change in reversed(made):
        reseating.undo(change=change, author=director, now=LATER)
    assert at(round) == before


@pytest.mark.django_db
def test_one_at_other_tables_may_stand(director):
    round = hall_of(5, 4, 5, 4)
    before = at(round)
    first = join(round, 3, 2, director)
    join(round, 12, 4, director)
    reseating.undo(change=first, author=director, now=LATER)
    assert {n: place for n, place in at(round).items() if n <= 9} == {
        n: place for n, place in before.items() if n <= 9
    }


@pytest.mark.django_db
def test_w_14_it_is_not_undone_where_all_would_play_other_deals(director, clerk):
    round = hall_of(5, 5, 6, 4, game="chinees-poepen")
    first = join(round, 5, 2, director)  # 4, 6, 6 and 4
    join(round, 16, 4, director)  # 4, 6, 5 and 5
    hand_in(table=table(4), paper=Paper(played(table(4)), clerk, NOW))
    between = everything()
    with pytest.raises(Refusal, match="andere spelletjes"):
        reseating.undo(change=first, author=director, now=LATER)
    assert everything() == between


def test_names_are_not_undone_before_somebody_who_came(round, tables, director, clerk):
    hand_in(table=tables[0], paper=Paper(played(tables[0]), clerk, NOW))
    before = everything()
    names = put_right(round, 1, 6, author=director, how=NAMES)
    came = join(round, 3, 2, director)
    with pytest.raises(Refusal, match="Maak eerst de latere wijzigingen"):
        reseating.undo(change=names, author=director, now=LATER)
    for change in (came, names):
        reseating.undo(change=change, author=director, now=LATER)
    assert everything() == before


def test_who_went_to_his_own_place_moved_nobody(round, tables, director):
    before = everything()
    names = put_right(round, 1, 6, author=director, how=NAMES)
    put_right(round, 1, 7, author=director, how=OWN)
    reseating.undo(change=names, author=director, now=LATER)
    assert everything() == before


def test_versions_of_others_never_count(round, tables, director, clerk):
    """Whatever brought them about: here the log does not tell that somebody took a seat."""
    hand_in(table=tables[0], paper=Paper(played(tables[0]), clerk, NOW))
    change = join(round, 3, 2, director)
    one, other = Seat.objects.get(entry=entry(1)), Seat.objects.get(entry=entry(9))
    Seat.objects.filter(pk=one.pk).delete()
    Seat.objects.filter(pk=other.pk).update(entry=one.entry)
    Seat.objects.create(pk=one.pk, round=round, table=one.table, number=1, entry=entry(9))
    between = everything()
    with pytest.raises(Refusal, match=r"players|spelers"):
        reseating.undo(change=change, author=director, now=LATER)
    assert everything() == between


@two_writers
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("attempt", range(5))
def test_a_form_goes_in_before_or_is_looked_at(round, tables, director, clerk, attempt):
    paper = Paper(played(tables[0]), clerk, NOW)
    done, handed = at_once(
        lambda: join(round, 3, 2, director),
        lambda: hand_in(table=tables[0], paper=paper, players=[1, 2, 3, 4, 5]),
    )
    kept = (Version.objects.count(), Draft.objects.count(), Result.objects.count())
    assert (done, handed, kept) in [("", "", (1, 1, 0)), ("", "Mismatch", (0, 0, 0))]


@two_writers
@pytest.mark.django_db(transaction=True)
def test_of_two_directors_at_once_one_puts_it_right_and_one_undoes_it(round, director):
    before, seen = at(round), mark(seating(round))

    def joining_in():
        return join(round, 3, 2, director, seen=seen)

    assert sorted(at_once(joining_in, joining_in)) == ["", "Refusal"]
    change = Change.objects.get(kind="seated")

    def undoing():
        return reseating.undo(change=change, author=director, now=LATER)

    assert sorted(at_once(undoing, undoing)) == ["", "Refusal"]
    assert at(round) == before
