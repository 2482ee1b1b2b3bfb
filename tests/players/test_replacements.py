"""Substitutes for the rest of a round, and newcomers who take the seat over from the next one."""

import pytest

from tests.players.conftest import LATER, NOON, seat_two_tables, sentence_of, undo_last
from wk.auditlog.undo import undo
from wk.core.refusals import ActionRefused
from wk.players import replacements
from wk.players.services import withdraw
from wk.rounds.seat_swaps.services import swap_seats
from wk.rounds.seating_corrections.effect import CorrectionKind
from wk.rounds.seating_corrections.services import correct_swap
from wk.tournament.models import Player, Round, Substitute


class TestSubstitute:
    def substitute(self, tournament, **more):
        seat = tournament.rounds.get(number=1).seats.get(entry__number=3)
        facts = {"name": "Piet Kok", "from_deal": 8, "author": None, "now": NOON} | more
        return replacements.substitute(seat=seat, **facts)

    @pytest.mark.parametrize("state", ["started", "closed"])
    def test_a17_a_substitute_plays_on_and_the_seat_keeps_its_player(self, ten_players, state):
        round = seat_two_tables(ten_players, 1, state)
        made = self.substitute(ten_players)
        assert (made.name, made.from_deal, made.seat.entry.number) == ("Piet Kok", 8, 3)
        assert round.seats.count() == 10
        assert sentence_of(ten_players.log_entries.get()) == (
            "Piet Kok plays on for 3 Jan Kokkelink in round 1, from deal 8."
        )
        assert ten_players.entries.get(number=3).withdrawn_after is None
        undo_last(ten_players)
        assert not Substitute.objects.exists()

    def test_the_same_substitute_does_not_come_twice(self, ten_players):
        seat_two_tables(ten_players, 1, Round.State.STARTED)
        self.substitute(ten_players)
        with pytest.raises(ActionRefused):
            self.substitute(ten_players)
        self.substitute(ten_players, name="Jan Bos", from_deal=10)
        self.substitute(ten_players, from_deal=12)
        assert Substitute.objects.count() == 3

    def test_a17_a_substitution_may_withdraw_the_player(self, ten_players):
        seat_two_tables(ten_players, 1, Round.State.STARTED)
        self.substitute(ten_players, from_deal=None, leaves=True)
        assert ten_players.entries.get(number=3).withdrawn_after == 1
        assert (
            sentence_of(ten_players.log_entries.get())
            == "Piet Kok plays on for 3 Jan Kokkelink in round 1."
        )
        undo_last(ten_players)
        assert ten_players.entries.get(number=3).withdrawn_after is None

    @pytest.mark.parametrize("state", ["drawn", "confirmed", "final"])
    def test_a_substitute_is_refused_unless_the_round_is_on(self, ten_players, state):
        seat_two_tables(ten_players, 1, state)
        with pytest.raises(ActionRefused):
            self.substitute(ten_players)
        assert not Substitute.objects.exists()

    def test_a_substitute_is_refused_in_a_seat_that_changed_its_player(self, ten_players, director):
        round = seat_two_tables(ten_players, 1, Round.State.STARTED)
        seen = round.seats.get(entry__number=3)
        one, other = (ten_players.entries.get(number=number) for number in (3, 8))
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
        assert not ten_players.entries.exclude(withdrawn_after=None).exists()

    def test_a_substitute_in_a_final_round_cannot_be_undone(self, ten_players):
        round = seat_two_tables(ten_players, 1, Round.State.STARTED)
        self.substitute(ten_players)
        Round.objects.filter(pk=round.pk).update(state=Round.State.FINAL)
        with pytest.raises(ActionRefused):
            undo_last(ten_players)
        assert Substitute.objects.count() == 1


class TestReplace:
    def replace(self, tournament, number=3, **more):
        facts = {"name": "Piet Kok", "club": "", "author": None, "now": NOON} | more
        return replacements.replace(entry=tournament.entries.get(number=number), **facts)

    @pytest.fixture
    def day(self, ten_players):
        """Round 1 is started, round 2 confirmed and round 3 drawn."""
        for number, state in ((1, "started"), (2, "confirmed"), (3, "drawn")):
            seat_two_tables(ten_players, number, state)
        return ten_players

    def places_of(self, tournament, number):
        seats = tournament.entries.get(number=number).seats.order_by("round__number")
        return list(seats.values_list("round__number", "table__number", "number"))

    def test_a18_the_newcomer_takes_the_seats_of_the_rounds_to_come(self, day):
        came = self.replace(day)
        left = day.entries.get(number=3)
        assert (left.withdrawn_after, self.places_of(day, 3)) == (1, [(1, 1, 3)])
        assert self.places_of(day, came.number) == [(2, 1, 3), (3, 1, 3)]
        assert (came.is_announced, came.checked_in_at) == (False, NOON)
        assert [r.changed_by_hand for r in day.rounds.all()] == [False, True, True]
        assert sentence_of(day.log_entries.get()) == (
            "11 Piet Kok has taken over the seat of 3 Jan Kokkelink."
        )

    def test_undoing_a_replacement_restores_everything(self, day):
        self.replace(day)
        undo_last(day)
        assert self.places_of(day, 3) == [(1, 1, 3), (2, 1, 3), (3, 1, 3)]
        assert day.entries.get(number=3).withdrawn_after is None
        assert not Player.objects.filter(name="Piet Kok").exists()
        assert [r.changed_by_hand for r in day.rounds.all()] == [False, False, False]

    def test_undoing_a_replacement_keeps_an_earlier_change_by_hand(self, day):
        day.rounds.filter(number=2).update(changed_by_hand=True)
        self.replace(day)
        undo_last(day)
        assert [r.changed_by_hand for r in day.rounds.all()] == [False, True, False]

    def test_undoing_a_replacement_keeps_a_later_change_by_hand(self, day):
        drawn = day.rounds.get(number=3)
        self.replace(day)
        one, other = (day.entries.get(number=number) for number in (1, 6))
        swap_seats(round=drawn, first=one, second=other, author=None, now=NOON)
        undo(log_entry=day.log_entries.get(kind="replaced"), author=None, now=LATER)
        assert [r.changed_by_hand for r in day.rounds.all()] == [False, False, True]
        undo(log_entry=day.log_entries.get(kind="seated"), author=None, now=LATER)
        assert [r.changed_by_hand for r in day.rounds.all()] == [False, False, False]

    def test_undoing_a_change_by_hand_keeps_the_mark_of_the_replacement(self, day):
        self.replace(day)
        one, other = (day.entries.get(number=number) for number in (1, 6))
        swap_seats(round=day.rounds.get(number=3), first=one, second=other, author=None, now=NOON)
        undo(log_entry=day.log_entries.get(kind="seated"), author=None, now=LATER)
        assert [r.changed_by_hand for r in day.rounds.all()] == [False, True, True]

    def test_two_replacements_are_undone_one_by_one(self, day):
        self.replace(day)
        self.replace(day, number=7, name="Joke Dijk")
        first, second = day.log_entries.order_by("pk")
        undo(log_entry=first, author=None, now=LATER)
        assert [r.changed_by_hand for r in day.rounds.all()] == [False, True, True]
        undo(log_entry=second, author=None, now=LATER)
        assert [r.changed_by_hand for r in day.rounds.all()] == [False, False, False]

    def test_undoing_a_replacement_keeps_a_player_readmitted_since(self, day):
        withdraw(entry=day.entries.get(number=3))
        self.replace(day)
        undo(log_entry=day.log_entries.get(kind="withdrawn"), author=None, now=LATER)
        undo(log_entry=day.log_entries.get(kind="replaced"), author=None, now=LATER)
        assert day.entries.get(number=3).withdrawn_after is None
        assert self.places_of(day, 3) == [(1, 1, 3), (2, 1, 3), (3, 1, 3)]

    def test_a_replacement_cannot_be_undone_once_the_newcomer_plays(self, day):
        self.replace(day)
        day.rounds.filter(number=2).update(state=Round.State.STARTED)
        with pytest.raises(ActionRefused):
            undo_last(day)
        assert day.entries.get(number=3).withdrawn_after == 1

    def test_a_withdrawn_player_can_be_replaced(self, day):
        withdraw(entry=day.entries.get(number=3))
        day.rounds.filter(number=2).update(state=Round.State.STARTED)
        came = self.replace(day)
        assert day.entries.get(number=3).withdrawn_after == 1
        assert self.places_of(day, came.number) == [(3, 1, 3)]
        undo_last(day)
        assert day.entries.get(number=3).withdrawn_after == 1

    def test_a_player_of_the_tournament_cannot_replace_another(self, day):
        with pytest.raises(ActionRefused):
            self.replace(day, name="Jan Kok")
        assert day.entries.count() == 10

    def test_after_a_replacement_no_withdrawn_player_has_a_seat(self, day):
        self.replace(day)
        for round in day.rounds.exclude(state=Round.State.STARTED):
            assert not round.seats.exclude(entry__withdrawn_after=None).exists()
            assert round.seats.values("entry").distinct().count() == 10
