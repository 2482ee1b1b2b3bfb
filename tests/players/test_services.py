"""Entering, editing, removing, withdrawing and readmitting players, and undoing that."""

import datetime as dt
from functools import partial

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.translation import override

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
    NewEntry,
    edit_entry,
    enter_list,
    readmit,
    remove_entries,
    remove_entry,
    withdraw,
    withdraw_entries,
)
from wk.tournament.models import Entry, FixedSeat, Player, Round, Separation, Tournament
from wk.tournament.seating import seat_round
from wk.tournament.services import create_tournament


def create_other_tournament():
    """Create another tournament without players."""
    return create_tournament(name="WK 2027", date=dt.date(2027, 11, 20))


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


class TestEnterList:
    @pytest.fixture
    def entered_list(self, ten_players, director):
        rows = [NewEntry("Piet Kok"), NewEntry("Joke Dijk"), NewEntry("Karin Peters")]
        return enter_list(tournament=ten_players, rows=rows, author=director, now=NOON)

    def test_a_list_is_one_log_entry_and_is_undone_at_once(
        self, ten_players, entered_list, director
    ):
        log_entry = ten_players.log_entries.get()
        assert (sentence_of(log_entry), log_entry.author, log_entry.at) == (
            "3 players have been entered from a list: 11 Piet Kok to 13 Karin Peters.",
            director,
            NOON,
        )
        undo_last(ten_players)
        assert ten_players.entries.count() == 10

    def test_a_list_can_be_undone_after_one_of_its_players_was_removed(
        self, ten_players, entered_list
    ):
        remove_entry(entry=entered_list[1])
        undo(log_entry=ten_players.log_entries.get(kind="entered"), author=None, now=LATER)
        assert ten_players.entries.count() == 10

    def test_a_list_with_a_seated_player_cannot_be_undone(self, ten_players, entered_list):
        round = seat_two_tables(ten_players, 1, Round.State.DRAWN)
        round.tables.last().seats.create(round=round, number=6, entry=entered_list[2])
        with override("en"), pytest.raises(ActionRefused) as refused:
            undo(log_entry=ten_players.log_entries.get(), author=None, now=LATER)
        assert str(refused.value) == "Karin Peters has a seat in round 1."
        assert ten_players.entries.count() == 13

    def test_an_empty_list_is_not_logged(self, ten_players, director):
        enter_list(tournament=ten_players, rows=[], author=director, now=NOON)
        assert not ten_players.log_entries.exists()


class TestEditEntry:
    def test_a_correction_is_logged_and_undone(self, ten_players):
        edit_entry(
            entry=ten_players.entries.get(number=5), name="Bram Smid", club="Élan", number=50
        )
        assert (
            sentence_of(ten_players.log_entries.get()) == "5 Bram Smit is now 50 Bram Smid (Élan)."
        )
        undo_last(ten_players)
        entry = ten_players.entries.get(number=5)
        assert (entry.name, entry.club, entry.player.name) == ("Bram Smit", "", "Bram Smit")

    def test_a_corrected_surname_is_logged_kept_and_undone(self, ten_players):
        """The person keeps it for the next edition. A name without it is guessed again."""
        who = ten_players.entries.get(number=8)
        person = Player.objects.filter(pk=who.player_id)
        correct = partial(edit_entry, entry=who, club="", number=8)
        correct(name="Els de Boer", surname="de boer")
        assert sentence_of(ten_players.log_entries.first()) == (
            "8 Els de Boer is on lists as de Boer, Els."
        )
        correct(name="Elsje de Boer")
        assert ten_players.entries.get(number=8).name_parts.listed == "de Boer, Elsje"
        assert person.get().surname == "de Boer"
        correct(name="Elsje de Wit")
        assert ten_players.entries.get(number=8).name_parts.listed == "Wit, Elsje de"
        assert person.get().surname == ""
        correct(name="Elsje de Wit", surname="Wit")  # as guessed: nothing to store or log
        assert ten_players.log_entries.count() == 3
        for listed in ("de Boer, Elsje", "de Boer, Els", "Boer, Els de"):
            last = ten_players.log_entries.filter(undone_at=None).latest("pk")
            undo(log_entry=last, author=None, now=LATER)
            entry = ten_players.entries.get(number=8)
            assert (entry.name_parts.listed, entry.surname) == (listed, person.get().surname)

    def test_undo_keeps_a_surname_that_another_edition_gave_the_person_since(self, ten_players):
        who = ten_players.entries.get(number=8)
        edit_entry(entry=who, name="Els de Boer", club="", number=8, surname="de Boer")
        person = Player.objects.filter(pk=who.player_id)
        person.update(surname="Els de Boer")  # a later edition, by the same name and club
        undo_last(ten_players)
        assert ten_players.entries.get(number=8).surname == ""
        assert person.get().surname == "Els de Boer"

    def test_a_correction_from_before_there_were_surnames_can_be_undone(self, ten_players):
        edit_entry(entry=ten_players.entries.get(number=8), name="Els Boer", club="", number=8)
        payload = ten_players.log_entries.get().payload
        assert {*payload["before"], *payload["after"]} == {"name", "club", "number"}
        undo_last(ten_players)
        assert ten_players.entries.get(number=8).name == "Els de Boer"

    def test_a_removed_player_comes_back_with_the_surname(self, ten_players):
        who = ten_players.entries.get(number=8)
        edit_entry(entry=who, name="Els de Boer", club="", number=8, surname="de Boer")
        roster.remove_entry(entry=who)
        undo_last(ten_players)
        entry = ten_players.entries.get(number=8)
        assert (entry.surname, entry.player.surname) == ("de Boer", "de Boer")

    def test_an_unchanged_entry_is_not_logged(self, ten_players):
        edit_entry(entry=ten_players.entries.get(number=5), name="Bram Smit", club="", number=5)
        assert not ten_players.log_entries.exists()

    def test_a_correction_cannot_be_undone_after_a_later_one(self, ten_players):
        entry = ten_players.entries.get(number=5)
        for name in ("Bram Smid", "Bram Smidt"):
            edit_entry(entry=entry, name=name, club="", number=5)
        with pytest.raises(ActionRefused):
            undo(log_entry=ten_players.log_entries.last(), author=None, now=LATER)

    def test_a_correction_cannot_be_undone_once_the_number_is_taken(self, ten_players):
        edit_entry(entry=ten_players.entries.get(number=5), name="Bram Smit", club="", number=50)
        edit_entry(entry=ten_players.entries.get(number=6), name="Cor Visser", club="", number=5)
        with pytest.raises(ActionRefused):
            undo(log_entry=ten_players.log_entries.last(), author=None, now=LATER)


def test_start_numbers_are_the_next_free_ones(tournament):
    rows = [NewEntry("Joke"), NewEntry("Karin", number=40), NewEntry("Leo")]
    entered = roster.enter_many(tournament=tournament, rows=rows)
    assert [(e.number, e.name) for e in entered] == [(41, "Joke"), (40, "Karin"), (42, "Leo")]


@pytest.mark.parametrize("numbers", [(3, None), (50, 50)], ids=["taken", "twice"])
def test_a_taken_start_number_enters_nobody(tournament, numbers):
    rows = [NewEntry(f"Nieuw {i}", number=number) for i, number in enumerate(numbers)]
    with pytest.raises(ActionRefused):
        roster.enter_many(tournament=tournament, rows=rows)
    assert Entry.objects.count() == Player.objects.count() == 9


def test_a_returning_player_is_the_same_person(tournament):
    (anna,) = Player.objects.filter(name="Anna")
    entry = roster.enter(tournament=create_other_tournament(), name="anna")
    assert (entry.player, entry.name) == (anna, "anna")


def test_two_equal_names_in_one_list_are_two_persons(tournament):
    rows = [NewEntry("Anna"), NewEntry("Anna")]
    first, second = roster.enter_many(tournament=create_other_tournament(), rows=rows)
    assert first.player != second.player


def test_the_same_name_with_another_club_is_another_person(db):
    here = roster.enter(tournament=create_other_tournament(), name="Jan", club="De Slag")
    there = roster.enter(tournament=create_other_tournament(), name="Jan", club="Schoppenaas")
    assert here.player != there.player


def test_a_returning_player_keeps_the_corrected_surname(tournament, earlier_edition):
    person = earlier_edition.entries.get().player
    Player.objects.filter(pk=person.pk).update(surname="van Dam")
    rows = [NewEntry("piet van dam", "Schoppenaas"), NewEntry("Jo Van Dam", surname="Van Dam")]
    entered = roster.enter_many(tournament=tournament, rows=rows)
    assert [entry.name_parts.listed for entry in entered] == ["van dam, piet", "Van Dam, Jo"]
    assert [entry.player.surname for entry in entered] == ["van Dam", "Van Dam"]
    assert entered[0].player == person


def test_a_corrected_name_is_corrected_for_the_person_too(tournament):
    entry = tournament.entries.get(number=1)
    roster.edit_entry(entry=entry, name="Annie", club="De Slag", number=77)
    player = Player.objects.get(pk=entry.player_id)
    assert (player.name, player.club) == ("Annie", "De Slag")
    assert Entry.objects.get(number=77).name == "Annie"


def test_a_start_number_is_given_only_once(tournament):
    entry = tournament.entries.get(number=1)
    with pytest.raises(ActionRefused):
        roster.edit_entry(entry=entry, name="Annie", club="", number=2)
    assert Entry.objects.get(number=1).name == "Anna"


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


def test_changes_to_the_list_are_logged_with_author_and_time(tournament, director):
    by = {"author": director, "now": dt.datetime(2027, 11, 20, 9, tzinfo=dt.UTC)}
    entry = roster.enter(tournament=tournament, name="Joke", **by)
    entry = roster.edit_entry(entry=entry, name="Joke Dijk", club="", number=12, **by)
    roster.withdraw(entry=entry, **by)
    roster.readmit(entry=entry, **by)
    roster.remove_entry(entry=entry, **by)
    noted = tournament.log_entries.order_by("pk")
    assert [(c.kind, c.about, c.author, c.at) for c in noted] == [
        (kind, about, *by.values())
        for kind, about in (
            ("entered", "10 Joke"),
            ("edited", "12 Joke Dijk"),
            ("withdrawn", "12 Joke Dijk"),
            ("readmitted", "12 Joke Dijk"),
            ("removed", "12 Joke Dijk"),
        )
    ]


def test_changes_without_effect_are_not_logged(tournament):
    entry = tournament.entries.get(number=1)
    roster.readmit(entry=entry)
    roster.edit_entry(entry=entry, name="Anna", club="", number=1)
    assert not tournament.log_entries.exists()


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


def test_a_player_whom_nothing_tells_apart_from_another_is_not_entered(tournament):
    roster.enter(tournament=tournament, name="Jan de Vries", club="Troef")
    with pytest.raises(ActionRefused):
        roster.enter(tournament=tournament, name="jan de  vries", club="TROEF")
    for more in ({"is_other": True}, {"is_other": False}):
        facts = {"name": "Jan de Vries", "club": "Troef", "author": None, "now": NOON}
        with pytest.raises(ActionRefused):
            checkin.enter_late(tournament=tournament, **facts, **more)
    roster.enter(tournament=tournament, name="Jan de Vries", club="De Slag")
    assert tournament.entries.filter(name="Jan de Vries").count() == 2


def test_an_act_on_players_locks_their_own_tournament(tournament):
    locked = []
    for made in (tournament, create_other_tournament()):
        entry = roster.enter(tournament=made, name="Joke")
        with CaptureQueriesContext(connection) as captured:
            withdraw(entry=entry)
        asked = [query["sql"] for query in captured.captured_queries]
        (lock,) = [sql for sql in asked if ' FROM "tournament_tournament"' in sql]
        locked += Tournament.objects.raw(lock)
    assert [made.name for made in locked] == ["WK Test", "WK 2027"]
