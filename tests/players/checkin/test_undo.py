"""Undoing who came: only of those who are there by it, and what is told of it names nobody else."""

import pytest
from django.utils.translation import override

from tests.players.conftest import ENGLISH, LATER, LOG, NOON, came, late, told, undone, went
from wk.auditlog.models import AuditLogEntry
from wk.auditlog.queries import log_of
from wk.auditlog.undo import may_undo, undo, undo_offers
from wk.core.refusals import ActionRefused
from wk.players.services import NewEntry, enter_list, readmit, remove_entries, withdraw_entries


class TestWhoCame:
    """A check-in is undone for those who are there by it, and a taking back to what was before."""

    def here(self, tournament):
        there = tournament.entries.exclude(checked_in_at=None)
        return dict(there.values_list("number", "checked_in_at"))

    def test_undone_nobody_came_and_no_line_is_added(self, morning, clerk):
        came(morning, 4, 5, author=clerk)
        log_entry = undone(morning, clerk)
        assert (log_entry.undone_by, log_entry.undone_at) == (clerk, LATER)
        assert (self.here(morning), morning.log_entries.count()) == ({}, 1)

    def test_who_came_again_since_stays(self, morning):
        log_entry = came(morning, 4, 5, 6)
        went(morning, 5)
        came(morning, 5, now=LATER)
        undo(log_entry=log_entry, author=None, now=LATER)
        assert self.here(morning) == {5: LATER}

    def test_who_was_taken_back_is_there_since_when_he_was(self, morning):
        log_entry = came(morning, 4)
        went(morning, 4)
        undone(morning)
        assert self.here(morning) == {4: NOON}
        undo(log_entry=log_entry, author=None, now=LATER)
        assert (self.here(morning), morning.log_entries.count()) == ({}, 2)

    def test_a_newcomer_who_was_taken_back_is_there_since_when_he_was(self, morning):
        late(morning)
        went(morning, 11)
        undone(morning)
        assert self.here(morning) == {11: NOON}

    def test_a_clerk_undoes_it_where_a_clerk_did_it(self, morning, clerk, director):
        for who, number in ((clerk, 4), (director, 5)):
            came(morning, number, author=who)
            went(morning, number, author=who)
            came(morning, number, author=who, now=LATER)
        made = list(log_of(morning).order_by("pk"))
        offered = [offer.is_open for offer in undo_offers(morning, made, clerk)]
        assert offered == [False, False, True, False, False, False]
        assert [may_undo(log_entry, clerk) for log_entry in made] == [True] * 3 + [False] * 3


class TestAfterTheCheckInWasUndone:
    """Nobody is there by a check-in that the log has as undone."""

    WHY = "The check-in of 4 Anna Bakker has been undone since then."

    @pytest.fixture
    def log_entry(self, morning):
        """Of 4 and 5, who came together, 4 was taken back, and then it was undone."""
        log_entry = came(morning, 4, 5)
        went(morning, 4)
        undo(log_entry=log_entry, author=None, now=LATER)
        return log_entry

    def test_the_taking_back_stays(self, morning, director, log_entry):
        back = morning.log_entries.get(kind=AuditLogEntry.Kind.CHECK_IN_UNDONE)
        with override("en"):
            (offer,) = undo_offers(morning, [back], director)
            with pytest.raises(ActionRefused) as refused:
                undo(log_entry=back, author=director, now=LATER)
        assert (offer.is_open, offer.why_not, str(refused.value)) == (False, self.WHY, self.WHY)
        assert not morning.entries.exclude(checked_in_at=None).exists()

    def test_he_can_come_and_be_taken_back_and_that_be_undone(self, morning, log_entry):
        came(morning, 4, now=LATER)
        went(morning, 4)
        undone(morning)
        assert morning.entries.get(number=4).checked_in_at == LATER

    def test_who_was_off_the_list_comes_back_without_the_undone_check_in(self, morning):
        log_entry = came(morning, 4, 5, 6)
        removed = remove_entries(entries=[morning.entries.get(number=4)], now=LATER)
        assert undo(log_entry=log_entry, author=None, now=LATER) == [
            morning.entries.get(number=number).pk for number in (5, 6)
        ]
        undo(log_entry=removed, author=None, now=LATER)
        assert morning.entries.get(number=4).checked_in_at is None

    def test_who_was_off_the_list_comes_back_taking_part_where_leaving_was_undone(self, morning):
        left = withdraw_entries(entries=morning.entries.filter(number__in=[4, 5]), now=NOON)
        removed = remove_entries(entries=morning.entries.filter(number__in=[4, 6]), now=LATER)
        undo(log_entry=left, author=None, now=LATER)
        undo(log_entry=removed, author=None, now=LATER)
        assert morning.entries.filter(withdrawn_after=None).count() == 10

    def test_who_was_off_the_list_comes_back_as_left_where_he_left_once_more(self, morning):
        entries = morning.entries.filter(number__in=[4, 5])
        first = withdraw_entries(entries=entries, now=NOON)
        readmit(entry=entries[0], now=NOON)
        withdraw_entries(entries=[entries[0]], now=NOON)
        removed = remove_entries(entries=[entries[0]], now=LATER)
        undo(log_entry=first, author=None, now=LATER)
        undo(log_entry=removed, author=None, now=LATER)
        left = morning.entries.exclude(withdrawn_after=None)
        assert [entry.number for entry in left] == [4]


class TestWhatIsTold:
    """Of several only those are named whom it touched."""

    def post(self, client, log_entry):
        return told(client.post(f"{LOG}{log_entry.pk}/undo/", headers=ENGLISH, follow=True))

    def test_undoing_a_check_in_names_who_was_there_by_it(self, director_client, morning):
        log_entry = came(morning, 4, 5, 6)
        went(morning, 5)
        came(morning, 5, now=LATER)
        assert self.post(director_client, log_entry) == [
            "Undone: 2 players are here: 4 Anna Bakker, 6 Cor Visser."
        ]

    def test_undoing_a_check_in_names_all_where_it_touched_all(self, director_client, morning):
        log_entry = came(morning, 4, 5)
        assert self.post(director_client, log_entry) == [
            "Undone: 2 players are here: 4 Anna Bakker, 5 Bram Smit."
        ]

    def test_undoing_a_check_in_of_one_names_that_one(self, director_client, morning):
        log_entry = came(morning, 4)
        assert self.post(director_client, log_entry) == ["Undone: 4 Anna Bakker is here."]

    def test_undoing_that_several_left_names_who_had_not_come_back(self, director_client, morning):
        log_entry = withdraw_entries(entries=morning.entries.filter(number__in=[4, 5]))
        readmit(entry=morning.entries.get(number=4))
        assert self.post(director_client, log_entry) == ["Undone: 5 Bram Smit does not take part."]

    def test_undoing_a_removal_names_who_came_back_by_it(self, director_client, morning):
        log_entry = remove_entries(entries=morning.entries.filter(number__in=[4, 5, 6]))
        late(morning, "Bram Smit", now=LATER)
        assert self.post(director_client, log_entry) == [
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
    def test_undoing_a_list_names_who_was_still_on_it(self, director_client, morning, gone, said):
        rows = [NewEntry("Ab"), NewEntry("Bea"), NewEntry("Co")]
        enter_list(tournament=morning, rows=rows, author=None, now=NOON)
        log_entry = morning.log_entries.get()
        if gone:
            remove_entries(entries=morning.entries.filter(number__in=gone))
        assert self.post(director_client, log_entry) == [f"Undone: {said}"]
