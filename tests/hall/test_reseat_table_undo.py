"""That somebody sat at another table is undone as long as nobody wrote on; and two at once."""

import pytest

from tests.hall.reseats import LATER, NAMES, NOW, at, entry, everything, join, put_right, sitting
from tests.played import played
from tests.writers import at_once, two_writers
from wk.hall import reseating
from wk.scoreforms.checks import open_checks
from wk.scoreforms.drafts import save_draft
from wk.scoreforms.models import Draft, Result, Version
from wk.scoreforms.services import Paper, hand_in
from wk.tournament import hand
from wk.tournament.models import Change, Substitute, Table
from wk.tournament.moves import mark, seating
from wk.tournament.refusal import Refusal


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
