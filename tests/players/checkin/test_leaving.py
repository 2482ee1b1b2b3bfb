"""Who goes off the list, leaves, or comes back; and how each is undone."""

import pytest

from tests.players.conftest import LATER, NOON, late, said, seated, undone
from wk.auditlog.undo import undo
from wk.core.refusals import ActionRefused
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


class TestRemoval:
    def test_all_that_was_known_of_a_removed_player_comes_back(self, morning, director):
        entry = morning.entries.get(number=4)
        checkin.check_in(entries=[entry], author=None, now=NOON)
        household = Separation.objects.create(tournament=morning, name="Thuis")
        household.entries.set(morning.entries.filter(number__in=[4, 5]))
        FixedSeat.objects.create(entry=entry, table=1, seat=2)
        remove_entry(entry=entry, author=director, now=NOON)
        assert not morning.entries.filter(number=4).exists()
        assert not Player.objects.filter(name="Anna Bakker").exists()
        undone(morning)
        back = morning.entries.get(number=4)
        assert (back.name, back.club, back.checked_in_at) == ("Anna Bakker", "De Slag", NOON)
        assert back.is_announced
        assert list(back.separations.all()) == [household]
        assert list(back.fixed_seats.values_list("table", "seat", "round")) == [(1, 2, None)]

    def test_a_removed_player_comes_back_under_another_number_where_his_was_given_away(
        self, morning
    ):
        remove_entry(entry=morning.entries.get(number=10))
        assert late(morning).number == 10
        undo(log_entry=morning.log_entries.get(kind="removed"), author=None, now=LATER)
        assert morning.entries.get(number=11).name == "Gijs Prins"

    def test_a_removed_player_with_other_editions_comes_back_as_the_same_person(
        self, morning, earlier
    ):
        piet = Player.objects.get(name="Piet van Dam")
        entry = late(morning, "Piet van Dam", player=piet)
        remove_entry(entry=entry)
        undone(morning)
        assert morning.entries.get(number=11).player == piet

    def test_who_was_entered_again_since_is_not_twice_on_the_list(self, morning, earlier):
        piet = Player.objects.get(name="Piet van Dam")
        gone = [late(morning, "Piet van Dam", player=piet), morning.entries.get(number=4)]
        remove_entry(entry=gone[0])
        alone = morning.log_entries.latest("pk")
        late(morning, "Piet van Dam", player=piet)
        with pytest.raises(ActionRefused):
            undo(log_entry=alone, author=None, now=LATER)
        remove_entries(entries=[morning.entries.get(player=piet), gone[1]])
        both = morning.log_entries.latest("pk")
        late(morning, "Piet van Dam", player=piet)
        undo(log_entry=both, author=None, now=LATER)
        assert morning.entries.filter(name="Piet van Dam").count() == 1
        assert morning.entries.get(number=4).name == "Anna Bakker"

    def test_what_was_done_to_him_before_can_be_undone_too(self, morning):
        entry = edit_entry(entry=morning.entries.get(number=4), name="Ans", club="", number=4)
        withdraw(entry=entry)
        remove_entry(entry=entry)
        for log_entry in morning.log_entries.order_by("-pk"):
            undo(log_entry=log_entry, author=None, now=LATER)
        back = morning.entries.get(number=4)
        assert (back.name, back.club, back.withdrawn_after) == ("Anna Bakker", "De Slag", None)

    def test_removing_several_is_one_change(self, morning):
        remove_entries(entries=morning.entries.filter(number__gt=7))
        assert morning.log_entries.count() == 1
        assert said(morning.log_entries.get()) == (
            "3 players are off the list: 8 Els de Boer, 9 Femke Vos, 10 Gijs Prins."
        )
        undone(morning)
        assert morning.entries.count() == 10

    def test_one_who_has_a_seat_keeps_all_on_the_list(self, morning):
        seat_round(tournament=morning, number=1, tables={1: [morning.entries.get(number=9)]})
        with pytest.raises(ActionRefused, match="Femke"):
            remove_entries(entries=morning.entries.filter(number__gt=7))
        assert morning.entries.count() == 10


def refused_after(morning, step):
    """Number 8 leaves; after a further step with him that cannot be undone any more."""
    entry = withdraw(entry=morning.entries.get(number=8))
    log_entry = morning.log_entries.get()
    step(entry=entry)
    with pytest.raises(ActionRefused):
        undo(log_entry=log_entry, author=None, now=LATER)


class TestLeaving:
    def test_pressed_twice_he_left_when_he_left_first(self, morning):
        entry = withdraw(entry=morning.entries.get(number=1))
        seated(morning, 1, Round.State.STARTED)
        assert withdraw(entry=entry).withdrawn_after == 0
        assert morning.log_entries.count() == 1

    def test_several_are_undone_at_once_but_who_came_back_stays(self, morning):
        seated(morning, 1, Round.State.CLOSED)
        withdraw_entries(entries=morning.entries.filter(number__gt=7))
        log_entry = morning.log_entries.get()
        assert said(log_entry) == (
            "3 players have left after round 1: 8 Els de Boer, 9 Femke Vos, 10 Gijs Prins."
        )
        readmit(entry=morning.entries.get(number=8))
        assert said(morning.log_entries.order_by("pk").last()) == "8 Els de Boer takes part again."
        undo(log_entry=log_entry, author=None, now=LATER)
        assert not morning.entries.exclude(withdrawn_after=None).exists()

    def test_that_everyone_came_back_is_said(self, morning):
        refused_after(morning, readmit)

    def test_who_was_taken_off_since_cannot_come_back_so(self, morning):
        refused_after(morning, remove_entry)

    def test_that_a_player_came_back_is_undone(self, morning):
        readmit(entry=withdraw(entry=morning.entries.get(number=8)))
        undone(morning)
        assert morning.entries.get(number=8).withdrawn_after == 0

    def test_that_a_player_came_back_is_not_undone_once_he_was_seated_again(self, morning):
        readmit(entry=withdraw(entry=morning.entries.get(number=8)))
        seated(morning, 1, Round.State.DRAWN)
        with pytest.raises(ActionRefused):
            undone(morning)
