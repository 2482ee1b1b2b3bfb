"""Entering players, one or a list, and undoing that; what is logged, and what is locked."""

import datetime as dt

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.translation import override

from tests.players.conftest import (
    LATER,
    NOON,
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
    enter_list,
    remove_entry,
    withdraw,
)
from wk.tournament.models import Entry, Player, Round, Tournament
from wk.tournament.services import create_tournament


def create_other_tournament():
    """Create another tournament without players."""
    return create_tournament(name="WK 2027", date=dt.date(2027, 11, 20))


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


def test_a_start_number_is_given_only_once(tournament):
    entry = tournament.entries.get(number=1)
    with pytest.raises(ActionRefused):
        roster.edit_entry(entry=entry, name="Annie", club="", number=2)
    assert Entry.objects.get(number=1).name == "Anna"


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
