"""Checking players in and entering late players."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection, connections

from tests.players.conftest import (
    LATER,
    NOON,
    check_in_numbers,
    enter_late_player,
    sentence_of,
    undo_check_in_of,
    undo_last,
)
from wk.auditlog.undo import undo
from wk.core.refusals import ActionRefused
from wk.players.checkin import services as checkin
from wk.players.checkin.queries import arrivals
from wk.players.services import (
    NewEntry,
    enter_many,
    remove_entry,
    withdraw,
)
from wk.tournament.models import Entry, Player
from wk.tournament.seating import seat_round


class TestCheckIn:
    def test_a_second_check_in_keeps_the_time_of_the_first(self, ten_players):
        assert sentence_of(check_in_numbers(ten_players, 4)) == "4 Anna Bakker is here."
        assert check_in_numbers(ten_players, 4, now=LATER) is None
        assert ten_players.entries.get(number=4).checked_in_at == NOON
        assert ten_players.log_entries.count() == 1

    def test_checking_in_several_notes_only_the_missing_ones(self, ten_players):
        check_in_numbers(ten_players, 5)
        assert sentence_of(check_in_numbers(ten_players, 6, 5, 4, now=LATER)) == (
            "2 players are here: 4 Anna Bakker, 6 Cor Visser."
        )
        there = ten_players.entries.exclude(checked_in_at=None).values_list(
            "number", "checked_in_at"
        )
        assert list(there) == [(4, LATER), (5, NOON), (6, LATER)]

    def test_the_log_names_the_first_ten_of_many_players(self, ten_players):
        enter_many(tournament=ten_players, rows=[NewEntry("Joke Dijk"), NewEntry("Piet Kok")])
        assert sentence_of(check_in_numbers(ten_players, *range(1, 13))) == (
            "12 players are here: 1 José de Wit, 2 Jan Kok, 3 Jan Kokkelink, 4 Anna Bakker,"
            " 5 Bram Smit, 6 Cor Visser, 7 Dirk Mulder, 8 Els de Boer, 9 Femke Vos, 10 Gijs Prins"
            " and 2 more."
        )

    def test_a_check_in_is_undone_once(self, ten_players, clerk):
        check_in_numbers(ten_players, 4)
        log_entry = undo_check_in_of(ten_players, 4, author=clerk)
        assert (sentence_of(log_entry), log_entry.author, log_entry.at) == (
            "4 Anna Bakker is not noted as present any more.",
            clerk,
            LATER,
        )
        assert (undo_check_in_of(ten_players, 4), undo_check_in_of(ten_players, 5)) == (None, None)
        assert ten_players.entries.exclude(checked_in_at=None).count() == 0
        assert ten_players.log_entries.count() == 2

    def test_a_removed_player_cannot_be_checked_in(self, ten_players):
        anna = ten_players.entries.get(number=4)
        remove_entry(entry=ten_players.entries.get(number=4))
        assert checkin.check_in(entries=[anna], author=None, now=NOON) is None
        assert checkin.undo_check_in(entry=anna, author=None, now=NOON) is None
        assert [log_entry.kind for log_entry in ten_players.log_entries.all()] == ["removed"]

    def test_arrivals_count_present_missing_late_and_withdrawn_players(self, ten_players):
        check_in_numbers(ten_players, *range(1, 8))
        enter_late_player(ten_players)
        withdraw(entry=ten_players.entries.get(number=10))
        there = arrivals(ten_players)
        assert [
            [e.number for e in part] for part in (there.missing, there.unannounced, there.withdrawn)
        ] == [[8, 9], [11], [10]]
        assert (len(there.here), len(there.expected)) == (8, 10)


@pytest.mark.skipif(connection.vendor == "sqlite", reason="needs a real database")
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("attempt", range(5))
def test_two_desks_at_once_check_everybody_in_once(ten_players, attempt):
    everyone = list(ten_players.entries.all())
    barrier = Barrier(2)

    def press(entries):
        try:
            barrier.wait()
            return checkin.check_in(entries=entries, author=None, now=NOON)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(press, [everyone[:7], everyone[:2:-1]]))
    noted = [
        row["number"]
        for log_entry in ten_players.log_entries.all()
        for row in log_entry.payload["entries"]
    ]
    assert sorted(noted) == list(range(1, 11))


@pytest.mark.skipif(connection.vendor == "sqlite", reason="needs a real database")
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("attempt", range(5))
def test_checking_in_and_undoing_at_once_do_not_deadlock(ten_players, attempt):
    log_entry = check_in_numbers(ten_players, *range(1, 9))
    barrier = Barrier(2)

    def press(verb):
        try:
            barrier.wait()
            verb()
        finally:
            connections.close_all()

    verbs = [
        lambda: undo(log_entry=log_entry, author=None, now=LATER),
        lambda: check_in_numbers(ten_players, *range(10, 0, -1), now=LATER),
    ]
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(press, verbs))
    log_entry.refresh_from_db()
    assert log_entry.undone_at == LATER
    # Either all ten came after the undoing, or those two before it.
    assert ten_players.entries.filter(checked_in_at=LATER).count() in (10, 2)
    assert ten_players.log_entries.count() == 2


class TestEnteringLate:
    def test_a_late_player_is_checked_in_and_unannounced(self, ten_players, clerk):
        entry = enter_late_player(ten_players, author=clerk)
        assert (entry.number, entry.checked_in_at, entry.is_announced) == (11, NOON, False)
        log_entry = ten_players.log_entries.get()
        assert (log_entry.kind, log_entry.author, log_entry.at) == ("entered", clerk, NOON)

    def test_a_known_person_is_entered_as_the_same_person(self, ten_players, earlier_edition):
        piet = Player.objects.get(name="Piet van Dam")
        assert enter_late_player(ten_players, "Piet v. Dam", player=piet).player == piet

    @pytest.mark.parametrize("is_other", [False, True])
    def test_two_desks_cannot_enter_one_person_twice(self, ten_players, earlier_edition, is_other):
        piet = Player.objects.get(name="Piet van Dam")
        enter_late_player(ten_players, "Piet", player=piet)
        with pytest.raises(ActionRefused):
            enter_late_player(ten_players, "Piet van Dam", player=piet, is_other=is_other)
        assert ten_players.entries.count() == 11

    def test_a_namesake_needs_confirmation_as_another_person(self, ten_players):
        with pytest.raises(ActionRefused):
            enter_late_player(ten_players, "jan  kok", "Tiel")
        other = enter_late_player(ten_players, "Jan Kok", "Tiel", is_other=True)
        assert other.player != ten_players.entries.get(number=2).player

    def test_undoing_a_late_entry_deletes_player_and_entry(self, ten_players, director):
        enter_late_player(ten_players)
        log_entry = undo_last(ten_players, director)
        assert (log_entry.undone_by, log_entry.undone_at) == (director, LATER)
        assert not Entry.objects.filter(number=11).exists()
        assert not Player.objects.filter(name="Joke Dijk").exists()

    def test_a_late_entry_with_a_seat_cannot_be_undone(self, ten_players):
        entry = enter_late_player(ten_players)
        seat_round(tournament=ten_players, number=1, tables={1: [entry]})
        with pytest.raises(ActionRefused):
            undo_last(ten_players)
        assert ten_players.log_entries.get().undone_at is None

    def test_a_late_entry_cannot_be_undone_twice(self, ten_players):
        enter_late_player(ten_players)
        entered = ten_players.log_entries.get()
        undo(log_entry=entered, author=None, now=LATER)
        with pytest.raises(ActionRefused):
            undo(log_entry=entered, author=None, now=LATER)

    def test_a_deleted_person_cannot_be_entered(self, ten_players, earlier_edition):
        piet = Player.objects.get(name="Piet van Dam")
        remove_entry(entry=earlier_edition.entries.get())
        with pytest.raises(ActionRefused):
            enter_late_player(ten_players, "Piet van Dam", player=piet)
        assert ten_players.entries.count() == 10
