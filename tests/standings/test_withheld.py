"""Results that are held back: which standings the public may know, and which officials see."""

import pytest

from tests.standings.halls import close, count_form, hall, play
from tests.standings.reading import ranks, state
from tests.standings.secret import ALL, ORDER, TOP, hold
from wk.standings.overview import running_rounds
from wk.standings.players import player_rounds
from wk.standings.queries import RoundResult, finished_rounds, sight, standings_seen
from wk.tournament.models import Round

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]


def seen(tournament, *, sees_all=False, after_round=None):
    return standings_seen(sight(tournament, sees_all=sees_all), after_round)


def test_all_of_a_round_held_back_the_standings_end_with_the_round_before(played):
    hold(played, ALL)
    assert state(seen(played)) == (1, True, 0, False)
    assert ranks(seen(played)) == ranks(seen(played, sees_all=True, after_round=1))
    assert ranks(seen(played, after_round=2)) == ranks(seen(played))


def test_a_later_round_does_not_tell_what_an_earlier_one_hides(played):
    hold(played, ALL, number=1)
    assert state(seen(played)) == (0, True, 0, False)
    assert {row[3:] for row in ranks(seen(played))} == {(0, 0)}


def test_a_round_that_has_not_begun_hides_nothing_yet(played):
    played.rounds.filter(number=2).update(state=Round.State.FIXED, withheld=ALL)
    assert sight(played, sees_all=False).last == 1
    assert sight(played, sees_all=False).hidden == ()
    played.rounds.filter(number=1).update(state=Round.State.FIXED)
    assert sight(played, sees_all=False).last == 0


def test_the_top_held_back_leaves_the_places_below_it(played):
    hold(played, TOP)
    whole, public = seen(played, sees_all=True), seen(played)
    assert [row.number for row in whole.rows] == list(ORDER)
    assert [(row.rank, row.number) for row in public.rows] == [(11, ORDER[10]), (12, ORDER[11])]
    assert (public.hidden, whole.hidden) == (10, 0)
    assert (public.is_over, public.is_final, public.champions) == (True, False, ())
    assert (whole.is_final, whole.champions[0].number) == (True, 7)
    assert [row.rounds[1] for row in public.rows] == [RoundResult(2, 2), RoundResult(2, 3)]


def test_what_is_held_back_is_not_the_rest_of_a_subtraction(played):
    """A table shares out 14 match points: with those of three, the fourth is known."""
    hold(played, TOP)
    before = {row.number: row for row in seen(played, after_round=1).rows}
    below = seen(played).rows
    told = [(row.match_points, row.points) for row in below]
    known = [before[row.number] for row in below]
    assert told == [(row.match_points, row.points) for row in known]


def test_forms_that_come_in_move_nobody_while_the_top_is_held_back():
    """Between players whose totals are known, a rank tells the new total."""
    made = hall([f"P{n:02}" for n in range(1, 13)], rounds=2)
    tables = {t: {n: 100 - n for n in range(4 * t - 3, 4 * t + 1)} for t in (1, 2, 3)}
    play(made, 1, tables, state=Round.State.FINAL)
    before = seen(made)
    round = play(made, 2, {t: [*seats] for t, seats in tables.items()})
    hold(made, TOP)
    assert [row.number for row in before.rows[:3]] == [1, 5, 9]
    for table in round.tables.order_by("number"):
        assert seen(made) == before
        count_form(table, [4, 3, 2, 1])
    assert (seen(made), sight(made, sees_all=False).tells_below) == (before, False)
    close(made)
    assert {row.number for row in seen(made).rows} == {8, 12}


@pytest.mark.parametrize("number", [1, 2])
def test_a_round_that_is_reopened_hides_who_is_below_again(played, number):
    hold(played, TOP)
    played.rounds.filter(number=number).update(state=Round.State.STARTED)
    assert state(seen(played)) == (1, True, 0, False)
    assert ranks(seen(played)) == ranks(seen(played, sees_all=True, after_round=1))


def test_a_form_that_comes_after_the_closing_moves_nobody_either():
    made = hall([f"P{n:02}" for n in range(1, 13)], rounds=1)
    seats = {1: {1: 9, 2: 8, 3: 7, 4: 6}, 2: {5: 9, 6: 8, 7: 7, 8: 6}, 3: [9, 10, 11, 12]}
    play(made, 1, seats)
    hold(made, TOP, number=1)
    close(made)
    assert (seen(made).after_round, seen(made).hidden) == (0, 0)
    made.rounds.update(state=Round.State.FINAL)
    assert (seen(made).after_round, seen(made).hidden) == (1, 12)  # four have nothing: all are 9th


def test_the_top_of_the_last_round_says_nothing_of_those_before(played):
    hold(played, TOP)
    assert ranks(seen(played, after_round=1)) == ranks(seen(played, sees_all=True, after_round=1))


def test_a_shared_tenth_place_is_held_back_whole():
    made = hall([f"P{n}" for n in range(1, 17)], rounds=1)
    tables = {t: {4 * t - 3: 90 - t, 4 * t - 2: 80, 4 * t - 1: 70, 4 * t: 60} for t in range(1, 5)}
    play(made, 1, tables)
    close(made)
    hold(made, TOP, number=1)
    # 1 2 3 4, 5 shared by four, 9 shared by four, 13 shared by four.
    assert {row.number for row in seen(made).rows} == {4, 8, 12, 16}
    assert seen(made).hidden == 12


def test_without_any_form_there_is_no_top():
    made = hall("abcd", rounds=1)
    play(made, 1, {1: [1, 2, 3, 4]}, state=Round.State.FINAL)
    hold(made, TOP, number=1)
    shown = seen(made)
    assert (shown.after_round, len(shown.rows), shown.hidden) == (1, 4, 0)


def test_namesakes_are_known_from_those_who_are_hidden_too():
    made = hall(["Jan", *(f"P{n}" for n in range(2, 12)), "Jan"], rounds=1)
    play(made, 1, {t: {n: 100 - n for n in range(4 * t - 3, 4 * t + 1)} for t in (1, 2, 3)})
    close(made)
    hold(made, TOP, number=1)
    assert seen(made).hidden == 10
    assert seen(made).namesakes == {"Jan"}


def test_officials_see_everything(played):
    hold(played, ALL)
    official = sight(played, sees_all=True)
    assert (official.last, official.hidden) == (2, ())
    assert [round.number for round in official.withheld] == [2]


def test_a_players_rounds_say_what_is_hidden(played):
    hold(played, TOP)
    entry = played.entries.get(number=7)
    for sees_all, told in ((False, [True, False]), (True, [True, True])):
        rounds = player_rounds(sight(played, sees_all=sees_all), entry)
        assert [each.is_told for each in rounds] == told
        assert [each.is_in for each in rounds] == [True, True]


def test_a_final_round_waits_for_no_form():
    """A17: a table that did not finish is for the director to live with."""
    made = hall("abcdefgh", rounds=1)
    round = play(made, 1, {1: {1: 40, 2: 30, 3: 20, 4: 10}, 2: [5, 6, 7, 8]})
    assert state(seen(made)) == (1, False, 1, False)
    assert (finished_rounds(made), list(running_rounds())) == (set(), [round])
    Round.objects.update(state=Round.State.FINAL)
    assert state(seen(made)) == (1, True, 0, True)
    assert (finished_rounds(made), list(running_rounds())) == ({1}, [])
    entry = made.entries.get(number=5)
    assert [each.is_on for each in player_rounds(sight(made, sees_all=False), entry)] == [False]
