"""What the public may see of the standings while results are held back."""

import pytest

from tests.standings.reading import ranks_of, state_of, visible_to
from tests.standings.tournaments import close_rounds, count_form, make_tournament, play_round
from tests.standings.withheld import ALL, ORDER, TOP, withhold
from wk.standings.players import player_rounds
from wk.standings.queries import RoundResult
from wk.standings.visibility import result_visibility, running_rounds
from wk.tournament.finished_rounds import finished_rounds
from wk.tournament.models import Round

pytestmark = pytest.mark.django_db


def test_standings_end_before_a_round_that_is_withheld(twelve_players):
    withhold(twelve_players, ALL)
    assert state_of(visible_to(twelve_players)) == (1, True, 0, False)
    assert ranks_of(visible_to(twelve_players)) == ranks_of(
        visible_to(twelve_players, sees_all=True, after_round=1)
    )
    assert ranks_of(visible_to(twelve_players, after_round=2)) == ranks_of(
        visible_to(twelve_players)
    )


def test_rounds_after_a_withheld_round_are_hidden_too(twelve_players):
    withhold(twelve_players, ALL, number=1)
    assert state_of(visible_to(twelve_players)) == (0, True, 0, False)
    assert {row[3:] for row in ranks_of(visible_to(twelve_players))} == {(0, 0)}


def test_a_withheld_round_hides_nothing_before_its_start(twelve_players):
    twelve_players.rounds.filter(number=2).update(state=Round.State.CONFIRMED, withheld=ALL)
    assert result_visibility(twelve_players, sees_all=False).last == 1
    assert result_visibility(twelve_players, sees_all=False).hidden == ()
    twelve_players.rounds.filter(number=1).update(state=Round.State.CONFIRMED)
    assert result_visibility(twelve_players, sees_all=False).last == 0


def test_a_withheld_top_leaves_the_ranks_below_it(twelve_players):
    withhold(twelve_players, TOP)
    whole, public = visible_to(twelve_players, sees_all=True), visible_to(twelve_players)
    assert [row.number for row in whole.rows] == list(ORDER)
    assert [(row.rank, row.number) for row in public.rows] == [(11, ORDER[10]), (12, ORDER[11])]
    assert (public.hidden, whole.hidden) == (10, 0)
    assert (public.is_over, public.is_final, public.champions) == (True, False, ())
    assert (whole.is_final, whole.champions[0].number) == (True, 7)
    assert [row.rounds[1] for row in public.rows] == [RoundResult(2, 2), RoundResult(2, 3)]


def test_withheld_points_cannot_be_worked_out_by_subtraction(twelve_players):
    """A table shares 14 match points: those of three players give the fourth."""
    withhold(twelve_players, TOP)
    before = {row.number: row for row in visible_to(twelve_players, after_round=1).rows}
    below = visible_to(twelve_players).rows
    told = [(row.match_points, row.points) for row in below]
    known = [before[row.number] for row in below]
    assert told == [(row.match_points, row.points) for row in known]


def test_new_forms_change_no_rank_while_the_top_is_withheld():
    """Between players whose totals are known, a rank would tell the new total."""
    made = make_tournament([f"P{n:02}" for n in range(1, 13)], rounds=2)
    tables = {t: {n: 100 - n for n in range(4 * t - 3, 4 * t + 1)} for t in (1, 2, 3)}
    play_round(made, 1, tables, state=Round.State.FINAL)
    before = visible_to(made)
    round = play_round(made, 2, {t: [*seats] for t, seats in tables.items()})
    withhold(made, TOP)
    assert [row.number for row in before.rows[:3]] == [1, 5, 9]
    for table in round.tables.order_by("number"):
        assert visible_to(made) == before
        count_form(table, [4, 3, 2, 1])
    assert (visible_to(made), result_visibility(made, sees_all=False).shows_below_top) == (
        before,
        False,
    )
    close_rounds(made)
    assert {row.number for row in visible_to(made).rows} == {8, 12}


@pytest.mark.parametrize("number", [1, 2])
def test_reopening_a_round_hides_the_ranks_below_the_top(twelve_players, number):
    withhold(twelve_players, TOP)
    twelve_players.rounds.filter(number=number).update(state=Round.State.STARTED)
    assert state_of(visible_to(twelve_players)) == (1, True, 0, False)
    assert ranks_of(visible_to(twelve_players)) == ranks_of(
        visible_to(twelve_players, sees_all=True, after_round=1)
    )


def test_ranks_below_the_top_are_hidden_while_a_form_is_missing():
    made = make_tournament([f"P{n:02}" for n in range(1, 13)], rounds=1)
    seats = {1: {1: 9, 2: 8, 3: 7, 4: 6}, 2: {5: 9, 6: 8, 7: 7, 8: 6}, 3: [9, 10, 11, 12]}
    play_round(made, 1, seats)
    withhold(made, TOP, number=1)
    close_rounds(made)
    assert (visible_to(made).after_round, visible_to(made).hidden) == (0, 0)
    made.rounds.update(state=Round.State.FINAL)
    assert (visible_to(made).after_round, visible_to(made).hidden) == (
        1,
        12,
    )  # four have nothing: all are 9th


def test_a_withheld_top_hides_nothing_of_earlier_rounds(twelve_players):
    withhold(twelve_players, TOP)
    assert ranks_of(visible_to(twelve_players, after_round=1)) == ranks_of(
        visible_to(twelve_players, sees_all=True, after_round=1)
    )


def test_a_shared_tenth_rank_is_withheld_as_a_whole():
    made = make_tournament([f"P{n}" for n in range(1, 17)], rounds=1)
    tables = {t: {4 * t - 3: 90 - t, 4 * t - 2: 80, 4 * t - 1: 70, 4 * t: 60} for t in range(1, 5)}
    play_round(made, 1, tables)
    close_rounds(made)
    withhold(made, TOP, number=1)
    # 1 2 3 4, 5 shared by four, 9 shared by four, 13 shared by four.
    assert {row.number for row in visible_to(made).rows} == {4, 8, 12, 16}
    assert visible_to(made).hidden == 12


def test_nothing_is_hidden_where_no_form_came_in():
    made = make_tournament("abcd", rounds=1)
    play_round(made, 1, {1: [1, 2, 3, 4]}, state=Round.State.FINAL)
    withhold(made, TOP, number=1)
    shown = visible_to(made)
    assert (shown.after_round, len(shown.rows), shown.hidden) == (1, 4, 0)


def test_namesakes_among_hidden_players_are_known():
    made = make_tournament(["Jan", *(f"P{n}" for n in range(2, 12)), "Jan"], rounds=1)
    play_round(made, 1, {t: {n: 100 - n for n in range(4 * t - 3, 4 * t + 1)} for t in (1, 2, 3)})
    close_rounds(made)
    withhold(made, TOP, number=1)
    assert visible_to(made).hidden == 10
    assert visible_to(made).namesakes == {"Jan"}


def test_officials_see_everything(twelve_players):
    withhold(twelve_players, ALL)
    official = result_visibility(twelve_players, sees_all=True)
    assert (official.last, official.hidden) == (2, ())
    assert [round.number for round in official.withheld] == [2]


def test_a17_a_final_round_is_complete_without_all_forms():
    """The director has accepted that a table did not finish."""
    made = make_tournament("abcdefgh", rounds=1)
    round = play_round(made, 1, {1: {1: 40, 2: 30, 3: 20, 4: 10}, 2: [5, 6, 7, 8]})
    assert state_of(visible_to(made)) == (1, False, 1, False)
    assert (finished_rounds(made), list(running_rounds())) == (set(), [round])
    Round.objects.update(state=Round.State.FINAL)
    assert state_of(visible_to(made)) == (1, True, 0, True)
    assert (finished_rounds(made), list(running_rounds())) == ({1}, [])
    entry = made.entries.get(number=5)
    assert [
        each.is_to_count for each in player_rounds(result_visibility(made, sees_all=False), entry)
    ] == [False]
