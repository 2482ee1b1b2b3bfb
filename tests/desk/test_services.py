"""Who comes, who is entered late, who takes a seat over; and how each is undone."""

import datetime as dt

import pytest
from django.utils.translation import override

from tests.desk.conftest import NOON
from wk.desk import services
from wk.desk.changes import words
from wk.desk.queries import arrivals
from wk.desk.undo import undo
from wk.hall.reseating import How, reseat
from wk.tournament.draws import seat_round
from wk.tournament.hand import swap_seats
from wk.tournament.models import Apart, Change, Entry, FixedPlace, Player, Round, Substitute
from wk.tournament.refusal import Refusal
from wk.tournament.services import (
    edit_entry,
    readmit,
    remove_entries,
    remove_entry,
    withdraw,
    withdraw_entries,
)

LATER = NOON + dt.timedelta(minutes=14)


def late(tournament, name="Joke Dijk", club="", **more):
    more = {"player": None, "author": None, "now": NOON} | more
    return services.enter_late(tournament=tournament, name=name, club=club, **more)


def undone(tournament, author=None):
    """Undo what was done last; return it as it is then."""
    change = tournament.changes.latest("pk")
    undo(change=change, author=author, now=LATER)
    change.refresh_from_db()
    return change


def said(change):
    """What the log says of a change, in English."""
    with override("en"):
        return words(change)


def seated(tournament, number, state):
    """A round of two tables of five, in the order of the start numbers."""
    entries = list(tournament.entries.filter(number__lte=10))
    tables = {1: entries[:5], 2: entries[5:]}
    return seat_round(tournament=tournament, number=number, tables=tables, state=state)


class TestArriving:
    def test_the_second_desk_finds_him_there_since_the_first(self, morning):
        anna = morning.entries.get(number=4)
        assert services.check_in(entries=[anna], now=NOON) == [anna]
        assert services.check_in(entries=[anna], now=LATER) == []
        assert morning.entries.get(number=4).arrived_at == NOON

    def test_it_is_taken_back(self, morning):
        anna, bram = morning.entries.filter(number__in=[4, 5])
        services.check_in(entries=[anna], now=NOON)
        assert services.take_back(entries=[anna, bram]) == 1
        assert services.take_back(entries=[anna]) == 0
        assert morning.entries.exclude(arrived_at=None).count() == 0

    def test_who_is_counted(self, morning):
        services.check_in(entries=morning.entries.filter(number__lte=7), now=NOON)
        late(morning)
        withdraw(entry=morning.entries.get(number=10))
        there = arrivals(morning)
        assert [
            [e.number for e in part] for part in (there.missing, there.unannounced, there.gone)
        ] == [[8, 9], [11], [10]]
        assert (len(there.here), len(there.expected)) == (8, 10)


class TestEnteringLate:
    def test_he_is_there_and_was_not_announced(self, morning, clerk):
        entry = late(morning, author=clerk)
        assert (entry.number, entry.arrived_at, entry.is_announced) == (11, NOON, False)
        change = morning.changes.get()
        assert (change.kind, change.author, change.at) == ("entered", clerk, NOON)

    def test_who_is_recognised_is_the_same_person(self, morning, earlier):
        piet = Player.objects.get(name="Piet van Dam")
        assert late(morning, "Piet v. Dam", player=piet).player == piet

    @pytest.mark.parametrize("is_other", [False, True])
    def test_two_desks_enter_one_person_once(self, morning, earlier, is_other):
        piet = Player.objects.get(name="Piet van Dam")
        late(morning, "Piet", player=piet)
        with pytest.raises(Refusal):
            late(morning, "Piet van Dam", player=piet, is_other=is_other)
        assert morning.entries.count() == 11

    def test_a_namesake_is_entered_only_when_he_is_said_to_be_another(self, morning):
        with pytest.raises(Refusal):
            late(morning, "jan  kok", "Tiel")
        other = late(morning, "Jan Kok", "Tiel", is_other=True)
        assert other.player != morning.entries.get(number=2).player

    def test_undone_he_was_never_there(self, morning, director):
        late(morning)
        change = undone(morning, director)
        assert (change.undone_by, change.undone_at) == (director, LATER)
        assert not Entry.objects.filter(number=11).exists()
        assert not Player.objects.filter(name="Joke Dijk").exists()

    def test_not_once_he_has_a_seat(self, morning):
        entry = late(morning)
        seat_round(tournament=morning, number=1, tables={1: [entry]})
        with pytest.raises(Refusal):
            undone(morning)
        assert morning.changes.get().undone_at is None

    def test_nothing_is_undone_twice(self, morning):
        late(morning)
        undone(morning)
        with pytest.raises(Refusal):
            undone(morning)

    def test_not_as_a_person_who_is_known_no_longer(self, morning, earlier):
        piet = Player.objects.get(name="Piet van Dam")
        remove_entry(entry=earlier.entries.get())
        with pytest.raises(Refusal):
            late(morning, "Piet van Dam", player=piet)
        assert morning.entries.count() == 10


class TestNames:
    def test_a_correction_is_noted_and_undone(self, morning):
        edit_entry(entry=morning.entries.get(number=5), name="Bram Smid", club="Élan", number=50)
        assert said(morning.changes.get()) == "5 Bram Smit is now 50 Bram Smid (Élan)."
        undone(morning)
        entry = morning.entries.get(number=5)
        assert (entry.name, entry.club, entry.player.name) == ("Bram Smit", "", "Bram Smit")

    def test_nothing_changed_is_nothing_noted(self, morning):
        edit_entry(entry=morning.entries.get(number=5), name="Bram Smit", club="", number=5)
        assert not morning.changes.exists()

    def test_not_when_it_was_changed_again(self, morning):
        entry = morning.entries.get(number=5)
        for name in ("Bram Smid", "Bram Smidt"):
            edit_entry(entry=entry, name=name, club="", number=5)
        with pytest.raises(Refusal):
            undo(change=morning.changes.last(), author=None, now=LATER)

    def test_not_when_the_number_was_given_away(self, morning):
        edit_entry(entry=morning.entries.get(number=5), name="Bram Smit", club="", number=50)
        edit_entry(entry=morning.entries.get(number=6), name="Cor Visser", club="", number=5)
        with pytest.raises(Refusal):
            undo(change=morning.changes.last(), author=None, now=LATER)


class TestRemoval:
    def test_all_that_was_known_comes_back(self, morning, director):
        entry = morning.entries.get(number=4)
        services.check_in(entries=[entry], now=NOON)
        household = Apart.objects.create(tournament=morning, name="Thuis")
        household.entries.set(morning.entries.filter(number__in=[4, 5]))
        FixedPlace.objects.create(entry=entry, table=1, seat=2)
        remove_entry(entry=entry, author=director, now=NOON)
        assert not morning.entries.filter(number=4).exists()
        assert not Player.objects.filter(name="Anna Bakker").exists()
        undone(morning)
        back = morning.entries.get(number=4)
        assert (back.name, back.club, back.arrived_at) == ("Anna Bakker", "De Slag", NOON)
        assert back.is_announced
        assert list(back.kept_apart.all()) == [household]
        assert list(back.fixed_places.values_list("table", "seat", "round")) == [(1, 2, None)]

    def test_under_another_number_where_his_was_given_away(self, morning):
        remove_entry(entry=morning.entries.get(number=10))
        assert late(morning).number == 10
        undo(change=morning.changes.get(kind="removed"), author=None, now=LATER)
        assert morning.entries.get(number=11).name == "Gijs Prins"

    def test_the_same_person_where_he_has_other_editions(self, morning, earlier):
        piet = Player.objects.get(name="Piet van Dam")
        entry = late(morning, "Piet van Dam", player=piet)
        remove_entry(entry=entry)
        undone(morning)
        assert morning.entries.get(number=11).player == piet

    def test_who_was_entered_again_since_is_not_twice_on_the_list(self, morning, earlier):
        piet = Player.objects.get(name="Piet van Dam")
        gone = [late(morning, "Piet van Dam", player=piet), morning.entries.get(number=4)]
        remove_entry(entry=gone[0])
        alone = morning.changes.latest("pk")
        late(morning, "Piet van Dam", player=piet)
        with pytest.raises(Refusal):
            undo(change=alone, author=None, now=LATER)
        remove_entries(entries=[morning.entries.get(player=piet), gone[1]])
        both = morning.changes.latest("pk")
        late(morning, "Piet van Dam", player=piet)
        undo(change=both, author=None, now=LATER)
        assert morning.entries.filter(name="Piet van Dam").count() == 1
        assert morning.entries.get(number=4).name == "Anna Bakker"

    def test_what_was_done_to_him_before_can_be_undone_too(self, morning):
        entry = edit_entry(entry=morning.entries.get(number=4), name="Ans", club="", number=4)
        withdraw(entry=entry)
        remove_entry(entry=entry)
        for change in morning.changes.order_by("-pk"):
            undo(change=change, author=None, now=LATER)
        back = morning.entries.get(number=4)
        assert (back.name, back.club, back.withdrawn_after) == ("Anna Bakker", "De Slag", None)

    def test_several_are_one_change(self, morning):
        remove_entries(entries=morning.entries.filter(number__gt=7))
        assert morning.changes.count() == 1
        assert said(morning.changes.get()) == (
            "3 players are off the list: 8 Els de Boer, 9 Femke Vos, 10 Gijs Prins."
        )
        undone(morning)
        assert morning.entries.count() == 10

    def test_one_who_has_a_seat_keeps_all_on_the_list(self, morning):
        seat_round(tournament=morning, number=1, tables={1: [morning.entries.get(number=9)]})
        with pytest.raises(Refusal, match="Femke"):
            remove_entries(entries=morning.entries.filter(number__gt=7))
        assert morning.entries.count() == 10


class TestLeaving:
    def test_pressed_twice_he_left_when_he_left_first(self, morning):
        entry = withdraw(entry=morning.entries.get(number=1))
        seated(morning, 1, Round.State.STARTED)
        assert withdraw(entry=entry).withdrawn_after == 0
        assert morning.changes.count() == 1

    def test_several_are_undone_at_once_but_who_came_back_stays(self, morning):
        seated(morning, 1, Round.State.CLOSED)
        withdraw_entries(entries=morning.entries.filter(number__gt=7))
        change = morning.changes.get()
        assert said(change) == (
            "3 players have left after round 1: 8 Els de Boer, 9 Femke Vos, 10 Gijs Prins."
        )
        readmit(entry=morning.entries.get(number=8))
        undo(change=change, author=None, now=LATER)
        assert not morning.entries.exclude(withdrawn_after=None).exists()

    def test_that_everyone_came_back_is_said(self, morning):
        entry = withdraw(entry=morning.entries.get(number=8))
        change = morning.changes.get()
        readmit(entry=entry)
        with pytest.raises(Refusal):
            undo(change=change, author=None, now=LATER)

    def test_who_was_taken_off_since_cannot_come_back_so(self, morning):
        entry = withdraw(entry=morning.entries.get(number=8))
        change = morning.changes.get()
        remove_entry(entry=entry)
        with pytest.raises(Refusal):
            undo(change=change, author=None, now=LATER)

    def test_coming_back_is_undone(self, morning):
        readmit(entry=withdraw(entry=morning.entries.get(number=8)))
        undone(morning)
        assert morning.entries.get(number=8).withdrawn_after == 0

    def test_but_not_once_he_was_seated_again(self, morning):
        readmit(entry=withdraw(entry=morning.entries.get(number=8)))
        seated(morning, 1, Round.State.DRAWN)
        with pytest.raises(Refusal):
            undone(morning)


class TestSubstitute:
    def put(self, tournament, **more):
        seat = tournament.rounds.get(number=1).seats.get(entry__number=3)
        facts = {"name": "Piet Kok", "from_deal": 8, "author": None, "now": NOON} | more
        return services.substitute(seat=seat, **facts)

    @pytest.mark.parametrize("state", ["started", "closed"])
    def test_a17_somebody_plays_on_and_the_seat_stays_his(self, morning, state):
        round = seated(morning, 1, state)
        made = self.put(morning)
        assert (made.name, made.from_deal, made.seat.entry.number) == ("Piet Kok", 8, 3)
        assert round.seats.count() == 10
        assert said(morning.changes.get()) == (
            "Piet Kok plays on for 3 Jan Kokkelink in round 1, from deal 8."
        )
        assert morning.entries.get(number=3).withdrawn_after is None
        undone(morning)
        assert not Substitute.objects.exists()

    def test_a17_the_player_may_not_come_back(self, morning):
        seated(morning, 1, Round.State.STARTED)
        self.put(morning, from_deal=None, leaves=True)
        assert morning.entries.get(number=3).withdrawn_after == 1
        assert said(morning.changes.get()) == "Piet Kok plays on for 3 Jan Kokkelink in round 1."
        undone(morning)
        assert morning.entries.get(number=3).withdrawn_after is None

    @pytest.mark.parametrize("state", ["drawn", "fixed", "final"])
    def test_only_in_a_round_that_goes_on(self, morning, state):
        seated(morning, 1, state)
        with pytest.raises(Refusal):
            self.put(morning)
        assert not Substitute.objects.exists()

    def test_not_in_a_seat_that_is_somebody_elses_by_now(self, morning, director):
        round = seated(morning, 1, Round.State.STARTED)
        seen = round.seats.get(entry__number=3)
        one, other = (morning.entries.get(number=number) for number in (3, 8))
        reseat(round=round, first=one, second=other, how=How.NAMES, author=director, now=NOON)
        facts = {"name": "Piet Kok", "from_deal": 8, "leaves": True, "author": None, "now": NOON}
        with pytest.raises(Refusal):
            services.substitute(seat=seen, **facts)
        assert not morning.entries.exclude(withdrawn_after=None).exists()

    def test_in_a_final_round_it_stays(self, morning):
        round = seated(morning, 1, Round.State.STARTED)
        self.put(morning)
        Round.objects.filter(pk=round.pk).update(state=Round.State.FINAL)
        with pytest.raises(Refusal):
            undone(morning)
        assert Substitute.objects.count() == 1


class TestReplacing:
    def take_over(self, tournament, number=3, **more):
        facts = {"name": "Piet Kok", "club": "", "author": None, "now": NOON} | more
        return services.replace(entry=tournament.entries.get(number=number), **facts)

    @pytest.fixture
    def day(self, morning):
        """Round 1 has begun; round 2 is confirmed and round 3 drawn."""
        for number, state in ((1, "started"), (2, "fixed"), (3, "drawn")):
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
        assert (came.is_announced, came.arrived_at) == (False, NOON)
        assert [r.changed_by_hand for r in day.rounds.all()] == [False, True, True]
        assert said(day.changes.get()) == ("11 Piet Kok has taken the place of 3 Jan Kokkelink.")

    def test_undone_everything_is_as_it_was(self, day):
        self.take_over(day)
        undone(day)
        assert self.places(day, 3) == [(1, 1, 3), (2, 1, 3), (3, 1, 3)]
        assert day.entries.get(number=3).withdrawn_after is None
        assert not Player.objects.filter(name="Piet Kok").exists()
        assert [r.changed_by_hand for r in day.rounds.all()] == [False, False, False]

    def test_what_was_changed_by_hand_before_stays_so(self, day):
        day.rounds.filter(number=2).update(changed_by_hand=True)
        self.take_over(day)
        undone(day)
        assert [r.changed_by_hand for r in day.rounds.all()] == [False, True, False]

    def test_a_change_by_hand_that_stands_keeps_its_round_so(self, day):
        drawn = day.rounds.get(number=3)
        self.take_over(day)
        one, other = (day.entries.get(number=number) for number in (1, 6))
        swap_seats(round=drawn, first=one, second=other, author=None, now=NOON)
        undo(change=day.changes.get(kind="replaced"), author=None, now=LATER)
        assert [r.changed_by_hand for r in day.rounds.all()] == [False, False, True]
        undo(change=day.changes.get(kind="seated"), author=None, now=LATER)
        assert [r.changed_by_hand for r in day.rounds.all()] == [False, False, False]

    def test_undoing_a_change_by_hand_a_newcomer_stays_one(self, day):
        self.take_over(day)
        one, other = (day.entries.get(number=number) for number in (1, 6))
        swap_seats(round=day.rounds.get(number=3), first=one, second=other, author=None, now=NOON)
        undo(change=day.changes.get(kind="seated"), author=None, now=LATER)
        assert [r.changed_by_hand for r in day.rounds.all()] == [False, True, True]

    def test_of_two_newcomers_each_is_undone_by_himself(self, day):
        self.take_over(day)
        self.take_over(day, number=7, name="Joke Dijk")
        first, second = day.changes.order_by("pk")
        undo(change=first, author=None, now=LATER)
        assert [r.changed_by_hand for r in day.rounds.all()] == [False, True, True]
        undo(change=second, author=None, now=LATER)
        assert [r.changed_by_hand for r in day.rounds.all()] == [False, False, False]

    def test_who_plays_again_since_is_not_sent_away(self, day):
        withdraw(entry=day.entries.get(number=3))
        self.take_over(day)
        undo(change=day.changes.get(kind="withdrawn"), author=None, now=LATER)
        undo(change=day.changes.get(kind="replaced"), author=None, now=LATER)
        assert day.entries.get(number=3).withdrawn_after is None
        assert self.places(day, 3) == [(1, 1, 3), (2, 1, 3), (3, 1, 3)]

    def test_not_once_the_newcomer_plays(self, day):
        self.take_over(day)
        day.rounds.filter(number=2).update(state=Round.State.STARTED)
        with pytest.raises(Refusal):
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

    def test_by_nobody_who_plays_already(self, day):
        with pytest.raises(Refusal):
            self.take_over(day, name="Jan Kok")
        assert day.entries.count() == 10

    def test_nobody_who_left_is_seated_and_nobody_sits_twice(self, day):
        self.take_over(day)
        for round in day.rounds.exclude(state=Round.State.STARTED):
            assert not round.seats.exclude(entry__withdrawn_after=None).exists()
            assert round.seats.values("entry").distinct().count() == 10


def test_a_change_of_seats_by_hand_is_undone_while_the_draw_is_looked_at(morning):
    round = seated(morning, 1, Round.State.DRAWN)
    one, other = (morning.entries.get(number=number) for number in (1, 6))
    swap_seats(round=round, first=one, second=other, author=None, now=NOON)
    assert said(morning.changes.get()) == (
        "Seats changed by hand: 1 José de Wit 1/1 → 2/1; 6 Cor Visser 2/1 → 1/1."
    )
    undone(morning)
    assert round.seats.get(entry=one).table.number == 1
    swap_seats(round=round, first=one, second=other, author=None, now=NOON)
    Round.objects.filter(pk=round.pk).update(state=Round.State.FIXED)
    with pytest.raises(Refusal):
        undone(morning)


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        ({"from": "started", "to": "closed"}, "Round 1: started → closed."),
        ({"withheld_to": "all"}, "Held back of round 1: all results of the round."),
        ({}, "Round 1 moved on or back."),
    ],
)
def test_a_step_of_a_round_is_told_but_not_undone_here(morning, facts, sentence):
    change = Change.objects.create(
        tournament=morning, kind="state", about="1", facts=facts, at=NOON
    )
    assert said(change) == sentence
    with pytest.raises(Refusal):
        undone(morning)
