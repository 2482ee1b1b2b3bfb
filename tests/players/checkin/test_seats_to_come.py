"""Who takes a seat over: for the rest of a round, or from the next one on."""

import pytest

from tests.players.conftest import LATER, NOON, said, seated, undone
from wk.auditlog.undo import undo
from wk.core.refusals import ActionRefused
from wk.players import replacements
from wk.players.services import withdraw
from wk.rounds.seat_swaps.services import swap_seats
from wk.rounds.seating_corrections.effect import CorrectionKind
from wk.rounds.seating_corrections.services import correct_swap
from wk.tournament.models import Player, Round, Substitute


class TestSubstitute:
    def put(self, tournament, **more):
        seat = tournament.rounds.get(number=1).seats.get(entry__number=3)
        facts = {"name": "Piet Kok", "from_deal": 8, "author": None, "now": NOON} | more
        return replacements.substitute(seat=seat, **facts)

    @pytest.mark.parametrize("state", ["started", "closed"])
    def test_a17_somebody_plays_on_and_the_seat_stays_his(self, morning, state):
        round = seated(morning, 1, state)
        made = self.put(morning)
        assert (made.name, made.from_deal, made.seat.entry.number) == ("Piet Kok", 8, 3)
        assert round.seats.count() == 10
        assert said(morning.log_entries.get()) == (
            "Piet Kok plays on for 3 Jan Kokkelink in round 1, from deal 8."
        )
        assert morning.entries.get(number=3).withdrawn_after is None
        undone(morning)
        assert not Substitute.objects.exists()

    def test_a17_the_player_may_not_come_back(self, morning):
        seated(morning, 1, Round.State.STARTED)
        self.put(morning, from_deal=None, leaves=True)
        assert morning.entries.get(number=3).withdrawn_after == 1
        assert (
            said(morning.log_entries.get()) == "Piet Kok plays on for 3 Jan Kokkelink in round 1."
        )
        undone(morning)
        assert morning.entries.get(number=3).withdrawn_after is None

    @pytest.mark.parametrize("state", ["drawn", "confirmed", "final"])
    def test_somebody_plays_on_only_in_a_round_that_goes_on(self, morning, state):
        seated(morning, 1, state)
        with pytest.raises(ActionRefused):
            self.put(morning)
        assert not Substitute.objects.exists()

    def test_nobody_plays_on_in_a_seat_that_is_somebody_elses_by_now(self, morning, director):
        round = seated(morning, 1, Round.State.STARTED)
        seen = round.seats.get(entry__number=3)
        one, other = (morning.entries.get(number=number) for number in (3, 8))
        correct_swap(
            round=round,
            first=one,
            second=other,
            how=CorrectionKind.NAMES,
            author=director,
            now=NOON,
        )
        facts = {"name": "Piet Kok", "from_deal": 8, "leaves": True, "author": None, "now": NOON}
        with pytest.raises(ActionRefused):
            replacements.substitute(seat=seen, **facts)
        assert not morning.entries.exclude(withdrawn_after=None).exists()

    def test_a_substitute_in_a_final_round_stays(self, morning):
        round = seated(morning, 1, Round.State.STARTED)
        self.put(morning)
        Round.objects.filter(pk=round.pk).update(state=Round.State.FINAL)
        with pytest.raises(ActionRefused):
            undone(morning)
        assert Substitute.objects.count() == 1


class TestReplacing:
    def take_over(self, tournament, number=3, **more):
        facts = {"name": "Piet Kok", "club": "", "author": None, "now": NOON} | more
        return replacements.replace(entry=tournament.entries.get(number=number), **facts)

    @pytest.fixture
    def day(self, morning):
        """Round 1 has begun; round 2 is confirmed and round 3 drawn."""
        for number, state in ((1, "started"), (2, "confirmed"), (3, "drawn")):
            seated(morning, number, state)
        return morning

    def places(self, tournament, number):
        seats = tournament.entries.get(number=number).seats.order_by("round__number")
        return list(seats.values_list("round__number", "table__number", "number"))

    def test_a18_the_newcomer_sits_where_the_player_would(self, day):
        came = self.take_over(day)
        left = day.entries.get(number=3)
        assert (left.withdrawn_after, self.places(day, 3)) == (1, [(1, 1, 3)])
        assert self.places(day, came.number) == [(2, 1, 3), (3, 1, 3)]
        assert (came.is_announced, came.checked_in_at) == (False, NOON)
        assert [r.changed_by_hand for r in day.rounds.all()] == [False, True, True]
        assert said(day.log_entries.get()) == (
            "11 Piet Kok has taken over the seat of 3 Jan Kokkelink."
        )

    def test_once_a_replacement_is_undone_everything_is_as_it_was(self, day):
        self.take_over(day)
        undone(day)
        assert self.places(day, 3) == [(1, 1, 3), (2, 1, 3), (3, 1, 3)]
        assert day.entries.get(number=3).withdrawn_after is None
        assert not Player.objects.filter(name="Piet Kok").exists()
        assert [r.changed_by_hand for r in day.rounds.all()] == [False, False, False]

    def test_a_round_changed_by_hand_before_a_replacement_stays_so(self, day):
        day.rounds.filter(number=2).update(changed_by_hand=True)
        self.take_over(day)
        undone(day)
        assert [r.changed_by_hand for r in day.rounds.all()] == [False, True, False]

    def test_a_change_by_hand_that_stands_keeps_its_round_changed_by_hand(self, day):
        drawn = day.rounds.get(number=3)
        self.take_over(day)
        one, other = (day.entries.get(number=number) for number in (1, 6))
        swap_seats(round=drawn, first=one, second=other, author=None, now=NOON)
        undo(log_entry=day.log_entries.get(kind="replaced"), author=None, now=LATER)
        assert [r.changed_by_hand for r in day.rounds.all()] == [False, False, True]
        undo(log_entry=day.log_entries.get(kind="seated"), author=None, now=LATER)
        assert [r.changed_by_hand for r in day.rounds.all()] == [False, False, False]

    def test_undoing_a_change_by_hand_a_newcomer_stays_one(self, day):
        self.take_over(day)
        one, other = (day.entries.get(number=number) for number in (1, 6))
        swap_seats(round=day.rounds.get(number=3), first=one, second=other, author=None, now=NOON)
        undo(log_entry=day.log_entries.get(kind="seated"), author=None, now=LATER)
        assert [r.changed_by_hand for r in day.rounds.all()] == [False, True, True]

    def test_of_two_newcomers_each_is_undone_by_himself(self, day):
        self.take_over(day)
        self.take_over(day, number=7, name="Joke Dijk")
        first, second = day.log_entries.order_by("pk")
        undo(log_entry=first, author=None, now=LATER)
        assert [r.changed_by_hand for r in day.rounds.all()] == [False, True, True]
        undo(log_entry=second, author=None, now=LATER)
        assert [r.changed_by_hand for r in day.rounds.all()] == [False, False, False]

    def test_who_plays_again_since_is_not_sent_away(self, day):
        withdraw(entry=day.entries.get(number=3))
        self.take_over(day)
        undo(log_entry=day.log_entries.get(kind="withdrawn"), author=None, now=LATER)
        undo(log_entry=day.log_entries.get(kind="replaced"), author=None, now=LATER)
        assert day.entries.get(number=3).withdrawn_after is None
        assert self.places(day, 3) == [(1, 1, 3), (2, 1, 3), (3, 1, 3)]

    def test_a_replacement_is_not_undone_once_the_newcomer_plays(self, day):
        self.take_over(day)
        day.rounds.filter(number=2).update(state=Round.State.STARTED)
        with pytest.raises(ActionRefused):
            undone(day)
        assert day.entries.get(number=3).withdrawn_after == 1

    def test_who_left_before_can_still_be_replaced(self, day):
        withdraw(entry=day.entries.get(number=3))
        day.rounds.filter(number=2).update(state=Round.State.STARTED)
        came = self.take_over(day)
        assert day.entries.get(number=3).withdrawn_after == 1
        assert self.places(day, came.number) == [(3, 1, 3)]
        undone(day)
        assert day.entries.get(number=3).withdrawn_after == 1

    def test_nobody_who_plays_already_takes_a_place_over(self, day):
        with pytest.raises(ActionRefused):
            self.take_over(day, name="Jan Kok")
        assert day.entries.count() == 10

    def test_nobody_who_left_is_seated_and_nobody_sits_twice(self, day):
        self.take_over(day)
        for round in day.rounds.exclude(state=Round.State.STARTED):
            assert not round.seats.exclude(entry__withdrawn_after=None).exists()
            assert round.seats.values("entry").distinct().count() == 10
