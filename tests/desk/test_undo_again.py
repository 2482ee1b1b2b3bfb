"""Undoing what has been done over since: nobody is on the list twice, nobody loses his name."""

import pytest

from tests.hall.rounds import NOON
from tests.standings.halls import hall
from wk.desk.undo import undo
from wk.tournament import roster
from wk.tournament.models import Change, Player
from wk.tournament.refusal import Refusal


def test_who_was_entered_again_is_not_put_back_beside_himself(director, tournament):
    def enter():
        return roster.enter(tournament=tournament, name="Nieuwe Jan", club="De Slag")

    removed = roster.remove_entries(entries=[enter()])
    enter()
    with pytest.raises(Refusal):
        undo(change=removed, author=director, now=NOON)
    assert tournament.entries.filter(name="Nieuwe Jan").count() == 1


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
