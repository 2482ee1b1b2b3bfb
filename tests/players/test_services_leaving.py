"""Removing, withdrawing and readmitting players, and undoing that."""

import pytest

from tests.players.conftest import (
    LATER,
    NOON,
    enter_late_player,
    seat_two_tables,
    sentence_of,
    undo_last,
)
from wk.auditlog.undo import undo
from wk.core.refusals import ActionRefused
from wk.players import services as roster
from wk.players.checkin import services as checkin
from wk.players.services import (
    edit_entry,
    readmit,
    remove_entries,
    remove_entry,
    withdraw,
    withdraw_entries,
)
from wk.tournament.models import FixedSeat, Player, Round, Separation
from wk.tournament.seating import seat_round


def test_a_removed_player_cannot_be_changed(tournament):
    entry = roster.enter(tournament=tournament, name="Joke")
    again = tournament.entries.get(name="Joke")
    roster.remove_entry(entry=entry)
    for change in (
        lambda: roster.remove_entry(entry=again),
        lambda: roster.withdraw(entry=again),
        lambda: roster.edit_entry(entry=again, name="Joke", club="", number=10),
    ):
        with pytest.raises(ActionRefused):
            change()


def test_a_player_without_a_seat_can_be_removed(tournament):
    entry = roster.enter(tournament=tournament, name="Joke")
    roster.remove_entry(entry=entry)
    assert not Player.objects.filter(name="Joke").exists()


def test_a_player_with_a_seat_cannot_be_removed(tournament):
    with pytest.raises(ActionRefused):
        roster.remove_entry(entry=tournament.entries.get(number=1))
    assert tournament.entries.count() == 9


def test_a18_a_withdrawn_player_keeps_his_seats_of_started_rounds(tournament):
    entry = roster.withdraw(entry=tournament.entries.get(number=1))
    assert entry.withdrawn_after == 1
    assert entry.seats.count() == 1
    assert roster.readmit(entry=entry).withdrawn_after is None


class TestRemoval:
    def test_undoing_a_removal_restores_everything_about_the_player(self, ten_players, director):
        entry = ten_players.entries.get(number=4)
        checkin.check_in(entries=[entry], author=None, now=NOON)
        household = Separation.objects.create(tournament=ten_players, name="Thuis")
        household.entries.set(ten_players.entries.filter(number__in=[4, 5]))
        FixedSeat.objects.create(entry=entry, table=1, seat=2)
        remove_entry(entry=entry, author=director, now=NOON)
        assert not ten_players.entries.filter(number=4).exists()
        assert not Player.objects.filter(name="Anna Bakker").exists()
        undo_last(ten_players)
        back = ten_players.entries.get(number=4)
        assert (back.name, back.club, back.checked_in_at) == ("Anna Bakker", "De Slag", NOON)
        assert back.is_announced
        assert list(back.separations.all()) == [household]
        assert list(back.fixed_seats.values_list("table", "seat", "round")) == [(1, 2, None)]

    def test_a_restored_player_gets_a_new_number_if_his_is_taken(self, ten_players):
        remove_entry(entry=ten_players.entries.get(number=10))
        assert enter_late_player(ten_players).number == 10
        undo(log_entry=ten_players.log_entries.get(kind="removed"), author=None, now=LATER)
        assert ten_players.entries.get(number=11).name == "Gijs Prins"

    def test_a_restored_player_of_other_editions_is_the_same_person(
        self, ten_players, earlier_edition
    ):
        piet = Player.objects.get(name="Piet van Dam")
        entry = enter_late_player(ten_players, "Piet van Dam", player=piet)
        remove_entry(entry=entry)
        undo_last(ten_players)
        assert ten_players.entries.get(number=11).player == piet

    def test_undoing_a_removal_never_enters_a_player_twice(self, ten_players, earlier_edition):
        piet = Player.objects.get(name="Piet van Dam")
        gone = [
            enter_late_player(ten_players, "Piet van Dam", player=piet),
            ten_players.entries.get(number=4),
        ]
        remove_entry(entry=gone[0])
        alone = ten_players.log_entries.latest("pk")
        enter_late_player(ten_players, "Piet van Dam", player=piet)
        with pytest.raises(ActionRefused):
            undo(log_entry=alone, author=None, now=LATER)
        remove_entries(entries=[ten_players.entries.get(player=piet), gone[1]])
        both = ten_players.log_entries.latest("pk")
        enter_late_player(ten_players, "Piet van Dam", player=piet)
        undo(log_entry=both, author=None, now=LATER)
        assert ten_players.entries.filter(name="Piet van Dam").count() == 1
        assert ten_players.entries.get(number=4).name == "Anna Bakker"

    def test_earlier_changes_can_be_undone_after_a_removal_is_undone(self, ten_players):
        entry = edit_entry(entry=ten_players.entries.get(number=4), name="Ans", club="", number=4)
        withdraw(entry=entry)
        remove_entry(entry=entry)
        for log_entry in ten_players.log_entries.order_by("-pk"):
            undo(log_entry=log_entry, author=None, now=LATER)
        back = ten_players.entries.get(number=4)
        assert (back.name, back.club, back.withdrawn_after) == ("Anna Bakker", "De Slag", None)

    def test_removing_several_players_is_one_log_entry(self, ten_players):
        remove_entries(entries=ten_players.entries.filter(number__gt=7))
        assert ten_players.log_entries.count() == 1
        assert sentence_of(ten_players.log_entries.get()) == (
            "3 players are off the list: 8 Els de Boer, 9 Femke Vos, 10 Gijs Prins."
        )
        undo_last(ten_players)
        assert ten_players.entries.count() == 10

    def test_one_seated_player_blocks_the_removal_of_all(self, ten_players):
        seat_round(
            tournament=ten_players, number=1, tables={1: [ten_players.entries.get(number=9)]}
        )
        with pytest.raises(ActionRefused, match="Femke"):
            remove_entries(entries=ten_players.entries.filter(number__gt=7))
        assert ten_players.entries.count() == 10


def assert_undo_refused_after(morning, step):
    """Assert that the withdrawal of player 8 cannot be undone after a further step with him."""
    entry = withdraw(entry=morning.entries.get(number=8))
    log_entry = morning.log_entries.get()
    step(entry=entry)
    with pytest.raises(ActionRefused):
        undo(log_entry=log_entry, author=None, now=LATER)


class TestWithdrawal:
    def test_withdrawing_twice_keeps_the_first_round(self, ten_players):
        entry = withdraw(entry=ten_players.entries.get(number=1))
        seat_two_tables(ten_players, 1, Round.State.STARTED)
        assert withdraw(entry=entry).withdrawn_after == 0
        assert ten_players.log_entries.count() == 1

    def test_undoing_a_withdrawal_of_several_skips_readmitted_players(self, ten_players):
        seat_two_tables(ten_players, 1, Round.State.CLOSED)
        withdraw_entries(entries=ten_players.entries.filter(number__gt=7))
        log_entry = ten_players.log_entries.get()
        assert sentence_of(log_entry) == (
            "3 players have left after round 1: 8 Els de Boer, 9 Femke Vos, 10 Gijs Prins."
        )
        readmit(entry=ten_players.entries.get(number=8))
        assert (
            sentence_of(ten_players.log_entries.order_by("pk").last())
            == "8 Els de Boer takes part again."
        )
        undo(log_entry=log_entry, author=None, now=LATER)
        assert not ten_players.entries.exclude(withdrawn_after=None).exists()

    def test_a_withdrawal_cannot_be_undone_after_readmission(self, ten_players):
        assert_undo_refused_after(ten_players, readmit)

    def test_a_withdrawal_cannot_be_undone_after_removal(self, ten_players):
        assert_undo_refused_after(ten_players, remove_entry)

    def test_a_readmission_can_be_undone(self, ten_players):
        readmit(entry=withdraw(entry=ten_players.entries.get(number=8)))
        undo_last(ten_players)
        assert ten_players.entries.get(number=8).withdrawn_after == 0

    def test_a_readmission_cannot_be_undone_with_a_seat(self, ten_players):
        readmit(entry=withdraw(entry=ten_players.entries.get(number=8)))
        seat_two_tables(ten_players, 1, Round.State.DRAWN)
        with pytest.raises(ActionRefused):
            undo_last(ten_players)
