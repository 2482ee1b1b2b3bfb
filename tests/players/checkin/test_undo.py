"""Undoing a check-in: it touches and names only the players who are here by it."""

import pytest
from django.utils.translation import override

from tests.markup import messages_of
from tests.players.conftest import (
    ENGLISH,
    LATER,
    LOG,
    NOON,
    check_in_numbers,
    enter_late_player,
    undo_check_in_of,
    undo_last,
)
from wk.auditlog.models import AuditLogEntry
from wk.auditlog.queries import log_of
from wk.auditlog.undo import may_undo, undo, undo_offers
from wk.core.refusals import ActionRefused
from wk.players.services import NewEntry, enter_list, readmit, remove_entries, withdraw_entries


class TestUndoCheckIn:
    """Undoing a check-in, and undoing that it was undone."""

    def checked_in_at_by_number(self, tournament):
        there = tournament.entries.exclude(checked_in_at=None)
        return dict(there.values_list("number", "checked_in_at"))

    def test_undoing_a_check_in_adds_no_log_entry(self, ten_players, clerk):
        check_in_numbers(ten_players, 4, 5, author=clerk)
        log_entry = undo_last(ten_players, clerk)
        assert (log_entry.undone_by, log_entry.undone_at) == (clerk, LATER)
        assert (self.checked_in_at_by_number(ten_players), ten_players.log_entries.count()) == (
            {},
            1,
        )

    def test_undoing_a_check_in_keeps_a_later_one(self, ten_players):
        log_entry = check_in_numbers(ten_players, 4, 5, 6)
        undo_check_in_of(ten_players, 5)
        check_in_numbers(ten_players, 5, now=LATER)
        undo(log_entry=log_entry, author=None, now=LATER)
        assert self.checked_in_at_by_number(ten_players) == {5: LATER}

    def test_undoing_an_undone_check_in_restores_its_time(self, ten_players):
        log_entry = check_in_numbers(ten_players, 4)
        undo_check_in_of(ten_players, 4)
        undo_last(ten_players)
        assert self.checked_in_at_by_number(ten_players) == {4: NOON}
        undo(log_entry=log_entry, author=None, now=LATER)
        assert (self.checked_in_at_by_number(ten_players), ten_players.log_entries.count()) == (
            {},
            2,
        )

    def test_undoing_an_undone_late_entry_restores_its_time(self, ten_players):
        enter_late_player(ten_players)
        undo_check_in_of(ten_players, 11)
        undo_last(ten_players)
        assert self.checked_in_at_by_number(ten_players) == {11: NOON}

    def test_a_clerk_undoes_only_check_ins_by_clerks(self, ten_players, clerk, director):
        for who, number in ((clerk, 4), (director, 5)):
            check_in_numbers(ten_players, number, author=who)
            undo_check_in_of(ten_players, number, author=who)
            check_in_numbers(ten_players, number, author=who, now=LATER)
        made = list(log_of(ten_players).order_by("pk"))
        offered = [offer.is_open for offer in undo_offers(ten_players, made, clerk)]
        assert offered == [False, False, True, False, False, False]
        assert [may_undo(log_entry, clerk) for log_entry in made] == [True] * 3 + [False] * 3


class TestAfterAnUndoneCheckIn:
    """No player is here by a check-in that the log shows as undone."""

    WHY = "The check-in of 4 Anna Bakker has been undone since then."

    @pytest.fixture
    def log_entry(self, ten_players):
        """The undone check-in of players 4 and 5. That of 4 was undone by itself before."""
        log_entry = check_in_numbers(ten_players, 4, 5)
        undo_check_in_of(ten_players, 4)
        undo(log_entry=log_entry, author=None, now=LATER)
        return log_entry

    def test_the_undone_check_in_cannot_be_restored(self, ten_players, director, log_entry):
        back = ten_players.log_entries.get(kind=AuditLogEntry.Kind.CHECK_IN_UNDONE)
        with override("en"):
            (offer,) = undo_offers(ten_players, [back], director)
            with pytest.raises(ActionRefused) as refused:
                undo(log_entry=back, author=director, now=LATER)
        assert (offer.is_open, offer.why_not, str(refused.value)) == (False, self.WHY, self.WHY)
        assert not ten_players.entries.exclude(checked_in_at=None).exists()

    def test_a_later_check_in_can_be_undone_and_restored(self, ten_players, log_entry):
        check_in_numbers(ten_players, 4, now=LATER)
        undo_check_in_of(ten_players, 4)
        undo_last(ten_players)
        assert ten_players.entries.get(number=4).checked_in_at == LATER

    def test_a_restored_player_keeps_no_undone_check_in(self, ten_players):
        log_entry = check_in_numbers(ten_players, 4, 5, 6)
        removed = remove_entries(entries=[ten_players.entries.get(number=4)], now=LATER)
        assert undo(log_entry=log_entry, author=None, now=LATER) == [
            ten_players.entries.get(number=number).pk for number in (5, 6)
        ]
        undo(log_entry=removed, author=None, now=LATER)
        assert ten_players.entries.get(number=4).checked_in_at is None

    def test_a_restored_player_keeps_no_undone_withdrawal(self, ten_players):
        left = withdraw_entries(entries=ten_players.entries.filter(number__in=[4, 5]), now=NOON)
        removed = remove_entries(entries=ten_players.entries.filter(number__in=[4, 6]), now=LATER)
        undo(log_entry=left, author=None, now=LATER)
        undo(log_entry=removed, author=None, now=LATER)
        assert ten_players.entries.filter(withdrawn_after=None).count() == 10

    def test_a_restored_player_keeps_a_second_withdrawal(self, ten_players):
        entries = ten_players.entries.filter(number__in=[4, 5])
        first = withdraw_entries(entries=entries, now=NOON)
        readmit(entry=entries[0], now=NOON)
        withdraw_entries(entries=[entries[0]], now=NOON)
        removed = remove_entries(entries=[entries[0]], now=LATER)
        undo(log_entry=first, author=None, now=LATER)
        undo(log_entry=removed, author=None, now=LATER)
        left = ten_players.entries.exclude(withdrawn_after=None)
        assert [entry.number for entry in left] == [4]


class TestUndoMessages:
    """The message of an undo names only the players it touched."""

    def post_undo(self, client, log_entry):
        return messages_of(client.post(f"{LOG}{log_entry.pk}/undo/", headers=ENGLISH))

    def test_the_message_names_only_the_players_it_checked_out(self, director_client, ten_players):
        log_entry = check_in_numbers(ten_players, 4, 5, 6)
        undo_check_in_of(ten_players, 5)
        check_in_numbers(ten_players, 5, now=LATER)
        assert self.post_undo(director_client, log_entry) == [
            "Undone: 2 players are here: 4 Anna Bakker, 6 Cor Visser."
        ]

    def test_the_message_names_all_players_of_the_check_in(self, director_client, ten_players):
        log_entry = check_in_numbers(ten_players, 4, 5)
        assert self.post_undo(director_client, log_entry) == [
            "Undone: 2 players are here: 4 Anna Bakker, 5 Bram Smit."
        ]

    def test_the_message_names_the_one_player_of_the_check_in(self, director_client, ten_players):
        log_entry = check_in_numbers(ten_players, 4)
        assert self.post_undo(director_client, log_entry) == ["Undone: 4 Anna Bakker is here."]

    def test_the_message_names_only_the_players_still_withdrawn(self, director_client, ten_players):
        log_entry = withdraw_entries(entries=ten_players.entries.filter(number__in=[4, 5]))
        readmit(entry=ten_players.entries.get(number=4))
        assert self.post_undo(director_client, log_entry) == [
            "Undone: 5 Bram Smit does not take part."
        ]

    def test_the_message_names_only_the_players_it_restored(self, director_client, ten_players):
        log_entry = remove_entries(entries=ten_players.entries.filter(number__in=[4, 5, 6]))
        enter_late_player(ten_players, "Bram Smit", now=LATER)
        assert self.post_undo(director_client, log_entry) == [
            "Undone: 2 players are off the list: 4 Anna Bakker, 6 Cor Visser."
        ]

    @pytest.mark.parametrize(
        ("gone", "said"),
        [
            ([], "3 players have been entered from a list: 11 Ab to 13 Co."),
            ([12], "2 players have been entered from a list: 11 Ab to 13 Co."),
            ([12, 13], "11 Ab has been entered."),
        ],
    )
    def test_the_message_names_the_players_still_on_the_list(
        self, director_client, ten_players, gone, said
    ):
        rows = [NewEntry("Ab"), NewEntry("Bea"), NewEntry("Co")]
        enter_list(tournament=ten_players, rows=rows, author=None, now=NOON)
        log_entry = ten_players.log_entries.get()
        if gone:
            remove_entries(entries=ten_players.entries.filter(number__in=gone))
        assert self.post_undo(director_client, log_entry) == [f"Undone: {said}"]
