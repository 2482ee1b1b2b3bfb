"""Drawing, changing, fixing and starting a round."""

import datetime as dt

import pytest

from wk.core.refusals import ActionRefused
from wk.draw import DrawQuality, evaluate
from wk.players import services as roster
from wk.players.services import NewEntry
from wk.rounds.constraints import services as constraint_services
from wk.rounds.draws import draw_service as draws
from wk.rounds.lifecycle import transitions
from wk.tournament import services
from wk.tournament.models import Tournament
from wk.tournament.queries import seatings


@pytest.fixture
def championship(db):
    made = services.create_tournament(name="WK", slug="wk", date=dt.date(2026, 11, 21))
    rows = [NewEntry(f"Speler {n}") for n in range(1, 24)]
    roster.enter_many(tournament=made, rows=rows)
    return made


def through(tournament, seed):
    """Draw a round, fix and start it."""
    round = draws.draw_round(tournament=tournament, seed=seed)
    return transitions.start_round(round=transitions.confirm_round(round=round))


def quality(tournament):
    """Return what its rounds cost, beside the least they could."""
    return evaluate(seatings(tournament, before=4), drawn=3).quality


def seats(round):
    return list(round.seats.values_list("table__number", "number", "entry__number"))


def test_everyone_has_one_seat_at_as_few_small_tables_as_can_be(championship):
    round = draws.draw_round(tournament=championship, seed=1)
    assert sorted(number for _, _, number in seats(round)) == list(range(1, 24))
    assert [table.seats.count() for table in round.tables.all()] == [5, 5, 5, 4, 4]
    assert (round.number, round.state, round.seed) == (1, "drawn", 1)


def test_the_same_seed_gives_the_same_seats(championship):
    first = seats(draws.draw_round(tournament=championship, seed=7))
    again = draws.redraw_round(round=championship.rounds.get(), seed=7)
    assert seats(again) == first
    other = draws.redraw_round(round=again, seed=8)
    assert seats(other) != first


def test_a_draw_follows_the_rules_as_they_are_now(championship):
    before = Tournament.objects.get(pk=championship.pk)
    roster.remove_entry(entry=championship.entries.get(number=23))
    roster.remove_entry(entry=championship.entries.get(number=22))
    roster.remove_entry(entry=championship.entries.get(number=21))
    services.update_tournament(tournament=championship, game="kleurenwiezen")
    round = draws.draw_round(tournament=before, seed=1)
    assert [table.seats.count() for table in round.tables.all()] == [4] * 5


def test_the_first_rounds_seed_goes_on_until_the_hall_changes(championship):
    assert [through(championship, seed).seed for seed in (1, 2)] == [1, 1]
    third = draws.draw_round(tournament=championship, seed=3)
    assert third.seed == 1
    assert quality(championship) == DrawQuality(0, 0, 4, 4)
    draws.discard_round(round=third)
    roster.withdraw(entry=championship.entries.get(number=23))
    assert draws.draw_round(tournament=championship, seed=4).seed == 4


def test_three_rounds_of_23_without_meeting_anyone_again(championship):
    for seed in (1, 2, 3):
        through(championship, seed)
    met = [
        frozenset((a, b))
        for tables in seatings(championship, before=4)
        for table in tables
        for a in table
        for b in table
        if a < b
    ]
    assert len(met) == len(set(met))


def test_a14_numbers_that_cannot_be_seated_are_named(db):
    made = services.create_tournament(name="WK", slug="wk", date=dt.date(2026, 11, 21))
    refusals = {}
    for players in range(1, 12):
        roster.enter_many(tournament=made, rows=[NewEntry(f"S{players}")])
        if players in (1, 2, 3, 6, 7, 11):
            with pytest.raises(ActionRefused) as refused:
                draws.draw_round(tournament=made, seed=1)
            refusals[players] = str(refused.value)
    assert [n for n, text in refusals.items() if not text.startswith(f"{n} speler")] == []
    assert made.rounds.count() == 0


def test_a_draw_is_fixed_before_the_next_is_made(championship):
    draws.draw_round(tournament=championship, seed=1)
    with pytest.raises(ActionRefused):
        draws.draw_round(tournament=championship, seed=1)


def test_there_are_no_more_rounds_than_planned(championship):
    for seed in (1, 2, 3):
        through(championship, seed)
    with pytest.raises(ActionRefused):
        draws.draw_round(tournament=championship, seed=4)


def test_a18_who_left_is_not_drawn(championship):
    through(championship, 1)
    roster.withdraw(entry=championship.entries.get(number=5))
    round = draws.draw_round(tournament=championship, seed=2)
    assert 5 not in [number for _, _, number in seats(round)]


def test_a_fixed_round_stays_as_it_is(championship):
    round = transitions.confirm_round(round=draws.draw_round(tournament=championship, seed=1))
    before = seats(round)
    for change in (
        lambda: draws.redraw_round(round=round, seed=5),
        lambda: draws.discard_round(round=round),
        lambda: transitions.confirm_round(round=round),
    ):
        with pytest.raises(ActionRefused):
            change()
    assert seats(round) == before


def test_a_fixed_round_goes_back_to_the_drawing_table_until_it_starts(championship):
    round = transitions.confirm_round(round=draws.draw_round(tournament=championship, seed=1))
    assert transitions.unconfirm_round(round=round).state == "drawn"
    started = transitions.start_round(round=transitions.confirm_round(round=round))
    with pytest.raises(ActionRefused):
        transitions.unconfirm_round(round=started)


def test_who_left_after_the_draw_stops_it_from_being_fixed(championship):
    round = draws.draw_round(tournament=championship, seed=1)
    roster.withdraw(entry=championship.entries.get(number=5))
    with pytest.raises(ActionRefused, match="Speler 5"):
        transitions.confirm_round(round=round)


def test_rounds_start_in_their_order(championship):
    transitions.confirm_round(round=draws.draw_round(tournament=championship, seed=1))
    second = transitions.confirm_round(round=draws.draw_round(tournament=championship, seed=2))
    with pytest.raises(ActionRefused):
        transitions.start_round(round=second)
    transitions.start_round(round=championship.rounds.get(number=1))
    assert transitions.start_round(round=second).is_started


@pytest.mark.parametrize("state", ["started", "closed", "final"])
def test_a_round_starts_after_one_that_was_closed(championship, state):
    through(championship, 1)
    second = transitions.confirm_round(round=draws.draw_round(tournament=championship, seed=2))
    championship.rounds.filter(number=1).update(state=state)
    assert transitions.start_round(round=second).state == "started"


def test_all_rounds_at_once_are_those_of_one_arrangement(championship):
    rounds = draws.draw_all_rounds(tournament=championship, seed=9)
    assert [(round.number, round.seed, round.state) for round in rounds] == [
        (1, 9, "drawn"),
        (2, 9, "drawn"),
        (3, 9, "drawn"),
    ]
    at_once = [seats(round) for round in rounds]
    assert quality(championship) == DrawQuality(0, 0, 4, 4)
    draws.discard_round(round=rounds[0])
    assert championship.rounds.count() == 0
    one_by_one = [seats(through(championship, 9)) for _round in range(3)]
    assert at_once == one_by_one


@pytest.mark.slow
def test_the_rest_is_drawn_at_once_after_somebody_left(championship):
    through(championship, 1)
    roster.withdraw(entry=championship.entries.get(number=5))
    second, third = draws.draw_all_rounds(tournament=championship, seed=2)
    for round in (second, third):
        numbers = sorted(number for _, _, number in seats(round))
        assert numbers == [n for n in range(1, 24) if n != 5]
    assert quality(championship).repeat_meetings == 0
    with pytest.raises(ActionRefused):
        draws.draw_all_rounds(tournament=championship, seed=3)


def test_a_round_is_fixed_after_those_before_it(championship):
    first, second, _third = draws.draw_all_rounds(tournament=championship, seed=1)
    with pytest.raises(ActionRefused):
        transitions.confirm_round(round=second)
    transitions.confirm_round(round=first)
    assert (
        transitions.unconfirm_round(round=first).state == "drawn"
    )  # the later ones nobody has seen
    transitions.confirm_round(round=first)
    transitions.confirm_round(round=second)
    with pytest.raises(ActionRefused):
        transitions.unconfirm_round(round=first)


@pytest.mark.slow
def test_a_round_drawn_again_takes_the_later_ones_along(championship):
    first, second, third = draws.draw_all_rounds(tournament=championship, seed=1)
    before = seats(first)
    transitions.confirm_round(round=first)
    roster.withdraw(entry=championship.entries.get(number=7))
    draws.redraw_round(round=second, seed=6)
    assert seats(first) == before
    for round in (second, third):
        round.refresh_from_db()
        assert round.seed == 6
        assert round.seats.count() == 22
        assert not round.seats.filter(entry__number=7).exists()
    assert quality(championship).repeat_meetings == 0


def test_pairs_are_drawn_at_once_round_by_round(db):
    made = services.create_tournament(
        name="Paren",
        slug="paren",
        date=dt.date(2026, 11, 21),
        game="rubber-bridge",
        options={"partners": "fixed"},
    )
    roster.enter_many(tournament=made, rows=[NewEntry(f"S{n}") for n in range(1, 17)])
    rounds = draws.draw_all_rounds(tournament=made, seed=4)
    assert [round.seed for round in rounds] == [4, 5, 6]
    for tables in seatings(made, before=4):
        across = {frozenset(pair) for a, b, c, d in tables for pair in ((a, c), (b, d))}
        assert across == {frozenset((n, n + 1)) for n in range(1, 17, 2)}


def test_more_rounds_than_are_designed_are_drawn_under_constraints(db):
    """Three rounds are laid out beforehand; constraints hold in the fourth and fifth too."""
    made = services.create_tournament(
        name="WK", slug="wk", date=dt.date(2026, 11, 21), round_count=5
    )
    roster.enter_many(tournament=made, rows=[NewEntry(f"S{n}") for n in range(1, 31)])
    one, other, third = (made.entries.get(number=n) for n in (1, 2, 3))
    constraint_services.separate(tournament=made, entries=[one, other])
    constraint_services.fix_seat(entry=third, table=1, seat=None)
    draws.draw_all_rounds(tournament=made, seed=4)
    rounds = seatings(made)
    assert [tables for tables in rounds if any({1, 2} <= {*table} for table in tables)] == []
    assert [3 in tables[0] for tables in rounds] == [True] * 5
