"""Undoing what has been done over since: nobody is on the list twice, nobody loses his name."""

import datetime as dt

import pytest

from tests.hall.rounds import NOON
from tests.standings.halls import hall
from wk.desk.undo import undo
from wk.tournament import roster
from wk.tournament.models import Change, Player
from wk.tournament.refusal import Refusal

MINUTE = dt.timedelta(minutes=1)


def test_who_was_entered_again_is_not_put_back_beside_himself(director, tournament):
    def enter():
        return roster.enter(tournament=tournament, name="Nieuwe Jan", club="De Slag")

    removed = roster.remove_entries(entries=[enter()])
    enter()
    with pytest.raises(Refusal):
        undo(change=removed, author=director, now=NOON)
    assert tournament.entries.filter(name="Nieuwe Jan").count() == 1


@pytest.mark.parametrize("names", [["Nieuwe Jan"], ["Jan Vries"], ["Jan Vries", "Jan V."]])
def test_nor_where_he_was_called_otherwise_before_or_is_since(director, tournament, names):
    def enter(first, *later):
        entry = roster.enter(tournament=tournament, name=first)
        for name in later:
            roster.edit_entry(entry=entry, name=name, club="", number=entry.number)
        return entry

    removed = roster.remove_entries(entries=[enter("Nieuwe Jan", "Jan Vries")])
    enter(*names)
    with pytest.raises(Refusal):
        undo(change=removed, author=director, now=NOON)
    called = [entry.name for entry in tournament.entries.filter(number__gt=9)]
    assert called == [names[-1]]


def test_who_was_removed_again_comes_back_as_he_was_last(director, tournament):
    entry = roster.enter(tournament=tournament, name="Nieuwe Jan")
    first = roster.remove_entries(entries=[entry], author=director, now=NOON)
    undo(change=first, author=director, now=NOON + MINUTE)
    entry = tournament.entries.get(name="Nieuwe Jan")
    roster.edit_entry(entry=entry, name="Jan de Vries", club="", number=entry.number)
    second = roster.remove_entries(entries=[entry], author=director, now=NOON + 2 * MINUTE)
    with pytest.raises(Refusal):
        undo(change=first, author=director, now=NOON + 3 * MINUTE)
    undo(change=second, author=director, now=NOON + 3 * MINUTE)
    assert tournament.entries.get(pk=entry.pk).name == "Jan de Vries"


@pytest.mark.parametrize("is_first", [True, False])
def test_of_two_times_that_he_was_removed_one_can_be_undone(director, tournament, is_first):
    both = []
    for minute in (1, 2):
        entry = roster.enter(tournament=tournament, name="Nieuwe Jan", club="De Slag")
        at = NOON + minute * MINUTE
        both.append(roster.remove_entries(entries=[entry], author=director, now=at))
    one, other = both if is_first else reversed(both)
    undo(change=one, author=director, now=NOON + 3 * MINUTE)
    with pytest.raises(Refusal):
        undo(change=other, author=director, now=NOON + 4 * MINUTE)
    assert tournament.entries.filter(name="Nieuwe Jan").count() == 1


def test_a_namesake_who_was_entered_after_he_came_back_can_come_back_too(director, tournament):
    at = [NOON + minute * MINUTE for minute in range(6)]
    first = roster.enter(tournament=tournament, name="Jan de Vries")
    removed = roster.remove_entries(entries=[first], author=director, now=at[1])
    undo(change=removed, author=director, now=at[2])
    second = roster.enter(tournament=tournament, name="Jan de Vries")
    removed = roster.remove_entries(entries=[second], author=director, now=at[3])
    undo(change=removed, author=director, now=at[4])
    back = tournament.entries.filter(name="Jan de Vries").values_list("pk", flat=True)
    assert sorted(back) == [first.pk, second.pk]


def test_a_namesake_who_stayed_does_not_keep_a_removed_one_away(director, tournament):
    first, second = (roster.enter(tournament=tournament, name="Jan de Vries") for _ in range(2))
    removed = roster.remove_entries(entries=[first])
    undo(change=removed, author=director, now=NOON)
    back = tournament.entries.filter(name="Jan de Vries").values_list("pk", "number")
    assert sorted(back) == [(first.pk, first.number), (second.pk, second.number)]


def test_a_person_who_is_called_otherwise_by_now_stays_so(director, tournament):
    entry = tournament.entries.get(number=1)
    roster.edit_entry(entry=entry, name="Ana", club="", number=1)
    again = hall(["Bea"], slug="later")
    (later,) = roster.enter_many(
        tournament=again, rows=[roster.NewEntry("Ana", player=Player.objects.get(entries=entry))]
    )
    roster.edit_entry(entry=later, name="Anna van Dijk", club="", number=later.number)
    undo(change=Change.objects.get(entry=entry), author=director, now=NOON)
    entry.refresh_from_db()
    assert (entry.name, entry.player.name) == ("Anna", "Anna van Dijk")
