"""Drawing rounds by lot: one, all at once, and again."""

import datetime as dt

import pytest

from tests.listed_players import tournament_with_players
from tests.rounds.constraints.tournaments import make_tournament
from tests.rounds.prepared_rounds import draw_and_start, seats_of
from wk.core.refusals import ActionRefused
from wk.draw import DrawQuality, evaluate
from wk.players import services as roster
from wk.players.services import NewEntry
from wk.rounds.constraints import services as constraint_services
from wk.rounds.draws import draw_service as draws
from wk.rounds.draws.queries import draw_token
from wk.rounds.lifecycle import transitions
from wk.tournament import services
from wk.tournament.models import Tournament
from wk.tournament.queries import seatings
from wk.tournament.seating import seating


def quality_of(tournament):
    """Return the quality of all rounds together, with its lower bounds."""
    return evaluate(seatings(tournament, before=4), drawn=3).quality


def test_everyone_has_one_seat_with_as_few_small_tables_as_possible(championship):
    round = draws.draw_round(tournament=championship, seed=1)
    assert sorted(number for _, _, number in seats_of(round)) == list(range(1, 24))
    assert [table.seats.count() for table in round.tables.all()] == [5, 5, 5, 4, 4]
    assert (round.number, round.state, round.seed) == (1, "drawn", 1)


def test_the_same_seed_gives_the_same_seats(championship):
    first = seats_of(draws.draw_round(tournament=championship, seed=7))
    again = draws.redraw_round(round=championship.rounds.get(), seed=7)
    assert seats_of(again) == first
    other = draws.redraw_round(round=again, seed=8)
    assert seats_of(other) != first


def test_a_draw_that_was_drawn_again_meanwhile_is_not_drawn_again(championship):
    shown = draws.draw_round(tournament=championship, seed=7)
    token = draw_token(shown, seating(shown))
    draws.redraw_round(round=shown, seed=8, shown_token=token)
    with pytest.raises(ActionRefused):
        draws.redraw_round(round=shown, seed=9, shown_token=token)
    assert championship.rounds.get().seed == 8


def test_a_draw_follows_the_stored_rules_not_those_in_memory(championship):
    before = Tournament.objects.get(pk=championship.pk)
    roster.remove_entry(entry=championship.entries.get(number=23))
    roster.remove_entry(entry=championship.entries.get(number=22))
    roster.remove_entry(entry=championship.entries.get(number=21))
    services.update_tournament(tournament=championship, game="kleurenwiezen")
    round = draws.draw_round(tournament=before, seed=1)
    assert [table.seats.count() for table in round.tables.all()] == [4] * 5


def test_later_rounds_keep_the_first_seed(championship):
    assert [draw_and_start(championship, seed).seed for seed in (1, 2)] == [1, 1]
    third = draws.draw_round(tournament=championship, seed=3)
    assert third.seed == 1
    assert quality_of(championship) == DrawQuality(0, 0, 4, 4)


def test_a_new_seed_is_used_after_a_player_leaves(db):
    made = make_tournament(13)
    assert [draw_and_start(made, seed).seed for seed in (1, 2)] == [1, 1]
    roster.withdraw(entry=made.entries.get(number=13))
    assert draws.draw_round(tournament=made, seed=4).seed == 4


def test_nobody_meets_twice_in_three_rounds_of_23(championship):
    for seed in (1, 2, 3):
        draw_and_start(championship, seed)
    met = [
        frozenset((a, b))
        for tables in seatings(championship, before=4)
        for table in tables
        for a in table
        for b in table
        if a < b
    ]
    assert len(met) == len(set(met))


def test_a14_a_number_of_players_that_cannot_be_seated_is_refused(db):
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


def test_a_draw_is_confirmed_before_the_next_is_made(championship):
    draws.draw_round(tournament=championship, seed=1)
    with pytest.raises(ActionRefused):
        draws.draw_round(tournament=championship, seed=1)


def test_no_round_is_drawn_after_the_last(championship):
    for seed in (1, 2, 3):
        draw_and_start(championship, seed)
    with pytest.raises(ActionRefused):
        draws.draw_round(tournament=championship, seed=4)


def test_a18_a_withdrawn_player_is_not_drawn(tournament):
    roster.withdraw(entry=tournament.entries.get(number=5))
    round = draws.draw_round(tournament=tournament, seed=2)
    assert sorted(number for _, _, number in seats_of(round)) == [1, 2, 3, 4, 6, 7, 8, 9]


def test_all_rounds_at_once_have_the_seats_of_one_design(championship):
    rounds = draws.draw_all_rounds(tournament=championship, seed=9)
    assert [(round.number, round.seed, round.state) for round in rounds] == [
        (1, 9, "drawn"),
        (2, 9, "drawn"),
        (3, 9, "drawn"),
    ]
    at_once = [seats_of(round) for round in rounds]
    assert quality_of(championship) == DrawQuality(0, 0, 4, 4)
    draws.discard_round(round=rounds[0])
    assert championship.rounds.count() == 0
    one_by_one = [seats_of(draw_and_start(championship, 9)) for _round in range(3)]
    assert at_once == one_by_one


@pytest.mark.slow
def test_the_remaining_rounds_are_drawn_at_once_after_a_withdrawal(championship):
    draw_and_start(championship, 1)
    roster.withdraw(entry=championship.entries.get(number=5))
    second, third = draws.draw_all_rounds(tournament=championship, seed=2)
    for round in (second, third):
        numbers = sorted(number for _, _, number in seats_of(round))
        assert numbers == [n for n in range(1, 24) if n != 5]
    assert quality_of(championship).repeat_meetings == 0
    with pytest.raises(ActionRefused):
        draws.draw_all_rounds(tournament=championship, seed=3)


@pytest.mark.slow
def test_redrawing_a_round_redraws_the_later_ones(championship):
    first, second, third = draws.draw_all_rounds(tournament=championship, seed=1)
    before = seats_of(first)
    transitions.confirm_round(round=first)
    roster.withdraw(entry=championship.entries.get(number=7))
    draws.redraw_round(round=second, seed=6)
    assert seats_of(first) == before
    for round in (second, third):
        round.refresh_from_db()
        assert round.seed == 6
        assert round.seats.count() == 22
        assert not round.seats.filter(entry__number=7).exists()
    assert quality_of(championship).repeat_meetings == 0


def test_pairs_that_stay_together_are_drawn_at_once(db):
    made = make_tournament(16, game="rubber-bridge", options={"partners": "fixed"})
    rounds = draws.draw_all_rounds(tournament=made, seed=4)
    assert [round.seed for round in rounds] == [4, 5, 6]
    for tables in seatings(made, before=4):
        across = {frozenset(pair) for a, b, c, d in tables for pair in ((a, c), (b, d))}
        assert across == {frozenset((n, n + 1)) for n in range(1, 17, 2)}


def test_constraints_hold_in_a_fourth_and_fifth_round(db):
    """Designs have three rounds. Constraints hold in the rounds after them too."""
    people = [NewEntry(f"S{n}") for n in range(1, 101)]
    made, entries = tournament_with_players("WK", dt.date(2026, 11, 21), people, round_count=5)
    one, other, third = entries[:3]
    constraint_services.separate(tournament=made, entries=[one, other])
    constraint_services.fix_seat(entry=third, table=1, seat=None)
    draws.draw_all_rounds(tournament=made, seed=4)
    rounds = seatings(made)
    assert [tables for tables in rounds if any({1, 2} <= {*table} for table in tables)] == []
    assert [3 in tables[0] for tables in rounds] == [True] * 5


def test_a_discarded_draw_cannot_be_changed(tournament):
    round = draws.draw_round(tournament=tournament, seed=1)
    again = tournament.rounds.get(number=2)
    draws.discard_round(round=round)
    for change in (
        lambda: draws.discard_round(round=again),
        lambda: draws.redraw_round(round=again, seed=2),
        lambda: transitions.confirm_round(round=again),
    ):
        with pytest.raises(ActionRefused):
            change()


def test_redrawing_twice_keeps_the_same_round(tournament):
    round = draws.draw_round(tournament=tournament, seed=1)
    again = tournament.rounds.get(number=2)
    draws.redraw_round(round=round, seed=2)
    assert draws.redraw_round(round=again, seed=3).pk == round.pk
    assert tournament.rounds.get(number=2).seed == 3
    assert round.seats.count() == 9
