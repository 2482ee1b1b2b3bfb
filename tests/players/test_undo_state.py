"""Undoing a change after later changes to the same player: nobody is on the list twice."""

import datetime as dt

import pytest

from tests.players.changes import entry_at, replace, substitute
from tests.players.conftest import (
    LATER,
    NOON,
    seat_two_tables,
)
from tests.standings.tournaments import make_tournament
from wk.auditlog.models import AuditLogEntry
from wk.auditlog.undo import undo
from wk.core.refusals import ActionRefused
from wk.players import services as roster
from wk.players.services import readmit, withdraw, withdraw_entries
from wk.tournament.models import Player, Round


class TestUndoOlderWithdrawal:
    """Undoing one withdrawal does not touch a later one of the same player."""

    @pytest.fixture
    def day(self, ten_players):
        seat_two_tables(ten_players, 1, Round.State.STARTED)
        return ten_players

    def withdraw_again(self, day, number=3):
        return withdraw(entry=readmit(entry=entry_at(day, number))).withdrawn_after

    def first_log_entry(self, day, kind):
        return day.log_entries.filter(kind=kind).order_by("pk").first()

    def test_undoing_a_substitute_keeps_a_later_withdrawal(self, day):
        substitute(day, 3, leaves=True)
        assert self.withdraw_again(day) == 1
        undo(log_entry=self.first_log_entry(day, "substituted"), author=None, now=LATER)
        assert entry_at(day, 3).withdrawn_after == 1

    def test_undoing_a_replacement_keeps_a_later_withdrawal(self, day):
        replace(day, 3, "Piet Kok")
        assert self.withdraw_again(day) == 1
        undo(log_entry=self.first_log_entry(day, "replaced"), author=None, now=LATER)
        assert entry_at(day, 3).withdrawn_after == 1
        assert not day.entries.filter(name="Piet Kok").exists()

    def test_undoing_a_withdrawal_of_several_keeps_a_later_one(self, day):
        withdraw_entries(entries=day.entries.filter(number__in=[3, 4]))
        self.withdraw_again(day)
        undo(log_entry=self.first_log_entry(day, "withdrawn"), author=None, now=LATER)
        assert (entry_at(day, 3).withdrawn_after, entry_at(day, 4).withdrawn_after) == (1, None)

    def test_undoing_an_older_withdrawal_is_refused_after_a_substitution(self, day):
        withdraw(entry=entry_at(day, 3))
        readmit(entry=entry_at(day, 3))
        substitute(day, 3, leaves=True)
        with pytest.raises(ActionRefused):
            undo(log_entry=self.first_log_entry(day, "withdrawn"), author=None, now=LATER)
        undo(log_entry=self.first_log_entry(day, "substituted"), author=None, now=LATER)
        assert entry_at(day, 3).withdrawn_after is None

    def test_undoing_a_readmission_restores_the_first_withdrawal(self, day):
        withdraw(entry=entry_at(day, 3))
        readmit(entry=entry_at(day, 3))
        for kind, left in (("readmitted", 1), ("withdrawn", None)):
            undo(log_entry=self.first_log_entry(day, kind), author=None, now=LATER)
            assert entry_at(day, 3).withdrawn_after == left


MINUTE = dt.timedelta(minutes=1)


def test_undoing_a_removal_is_refused_for_a_player_entered_again(director, tournament):
    def enter():
        return roster.enter(tournament=tournament, name="Nieuwe Jan", club="De Slag")

    removed = roster.remove_entries(entries=[enter()])
    enter()
    with pytest.raises(ActionRefused):
        undo(log_entry=removed, author=director, now=NOON)
    assert tournament.entries.filter(name="Nieuwe Jan").count() == 1


@pytest.mark.parametrize("names", [["Nieuwe Jan"], ["Jan Vries"], ["Jan Vries", "Jan V."]])
def test_undoing_a_removal_is_refused_for_a_player_entered_under_another_name(
    director, tournament, names
):
    def enter(first, *later):
        entry = roster.enter(tournament=tournament, name=first)
        for name in later:
            roster.edit_entry(entry=entry, name=name, club="", number=entry.number)
        return entry

    removed = roster.remove_entries(entries=[enter("Nieuwe Jan", "Jan Vries")])
    enter(*names)
    with pytest.raises(ActionRefused):
        undo(log_entry=removed, author=director, now=NOON)
    called = [entry.name for entry in tournament.entries.filter(number__gt=9)]
    assert called == [names[-1]]


def test_undoing_the_last_of_two_removals_restores_the_last_name(director, tournament):
    entry = roster.enter(tournament=tournament, name="Nieuwe Jan")
    first = roster.remove_entries(entries=[entry], author=director, now=NOON)
    undo(log_entry=first, author=director, now=NOON + MINUTE)
    entry = tournament.entries.get(name="Nieuwe Jan")
    roster.edit_entry(entry=entry, name="Jan de Vries", club="", number=entry.number)
    second = roster.remove_entries(entries=[entry], author=director, now=NOON + 2 * MINUTE)
    with pytest.raises(ActionRefused):
        undo(log_entry=first, author=director, now=NOON + 3 * MINUTE)
    undo(log_entry=second, author=director, now=NOON + 3 * MINUTE)
    assert tournament.entries.get(pk=entry.pk).name == "Jan de Vries"


@pytest.mark.parametrize("is_first", [True, False])
def test_only_one_of_two_removals_can_be_undone(director, tournament, is_first):
    both = []
    for minute in (1, 2):
        entry = roster.enter(tournament=tournament, name="Nieuwe Jan", club="De Slag")
        at = NOON + minute * MINUTE
        both.append(roster.remove_entries(entries=[entry], author=director, now=at))
    one, other = both if is_first else reversed(both)
    undo(log_entry=one, author=director, now=NOON + 3 * MINUTE)
    with pytest.raises(ActionRefused):
        undo(log_entry=other, author=director, now=NOON + 4 * MINUTE)
    assert tournament.entries.filter(name="Nieuwe Jan").count() == 1


def test_a_removed_namesake_entered_later_can_be_restored_too(director, tournament):
    at = [NOON + minute * MINUTE for minute in range(6)]
    first = roster.enter(tournament=tournament, name="Jan de Vries")
    removed = roster.remove_entries(entries=[first], author=director, now=at[1])
    undo(log_entry=removed, author=director, now=at[2])
    (second,) = roster.enter_many(tournament=tournament, rows=[roster.NewEntry("Jan de Vries")])
    removed = roster.remove_entries(entries=[second], author=director, now=at[3])
    undo(log_entry=removed, author=director, now=at[4])
    back = tournament.entries.filter(name="Jan de Vries").values_list("pk", flat=True)
    assert sorted(back) == [first.pk, second.pk]


def test_a_remaining_namesake_does_not_block_undoing_a_removal(director, tournament):
    rows = [roster.NewEntry("Jan de Vries")] * 2
    first, second = roster.enter_many(tournament=tournament, rows=rows)
    removed = roster.remove_entries(entries=[first])
    undo(log_entry=removed, author=director, now=NOON)
    back = tournament.entries.filter(name="Jan de Vries").values_list("pk", "number")
    assert sorted(back) == [(first.pk, first.number), (second.pk, second.number)]


def test_undoing_a_rename_keeps_the_name_of_a_later_edition(director, tournament):
    entry = tournament.entries.get(number=1)
    roster.edit_entry(entry=entry, name="Ana", club="", number=1)
    again = make_tournament(["Bea"], slug="later")
    (later,) = roster.enter_many(
        tournament=again, rows=[roster.NewEntry("Ana", player=Player.objects.get(entries=entry))]
    )
    roster.edit_entry(entry=later, name="Anna van Dijk", club="", number=later.number)
    undo(log_entry=AuditLogEntry.objects.get(entry=entry), author=director, now=NOON)
    entry.refresh_from_db()
    assert (entry.name, entry.player.name) == ("Anna", "Anna van Dijk")
