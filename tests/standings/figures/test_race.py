"""The race of the first ten: ranks after each round, and the lines that show them."""

import pytest

from tests.standings.tournaments import make_tournament, one_round_of_two_tables, play_round
from wk.standings.figures.race import RIGHT, STEP, TOP, race
from wk.standings.queries import standings, visible_standings
from wk.standings.visibility import result_visibility
from wk.tournament.models import Round

pytestmark = pytest.mark.django_db


def three_rounds():
    """Return a tournament of 12 players, one of whom comes in round 2; round 3 is half in."""
    made = make_tournament([f"P{n}" for n in range(1, 13)])
    play_round(made, 1, {1: {1: 50, 2: 40, 3: 30, 4: 20}, 2: {5: 50, 6: 40, 7: 30, 8: 20}})
    first, second = {12: 90, 1: 40, 5: 30, 9: 20}, {2: 50, 3: 40, 4: 30, 6: 20}
    play_round(made, 2, {1: first, 2: second, 3: {7: 1, 8: 2, 10: 3, 11: 4}})
    play_round(made, 3, {1: {1: 9, 2: 8, 3: 7, 4: 6}, 2: [5, 6, 7, 8], 3: [9, 10, 11, 12]})
    return made


def test_the_ranks_are_those_of_the_standings_after_each_round():
    made = three_rounds()
    shown = race(standings(made, seated_only=True))
    visibility = result_visibility(made, sees_all=True)
    for index in range(3):
        rows = {row.number: row for row in visible_standings(visibility, index + 1).rows}
        told = {line.standing.number: line.ranks[index] for line in shown.lines}
        expected = {number: rows[number].rank if number in rows else None for number in told}
        assert {n: each and each.rank for n, each in told.items()} == expected
        shared = {n: rows[n].shared if n in rows else None for n in told}
        assert {n: each and each.shared for n, each in told.items()} == shared


def test_the_lines_end_at_their_ranks_beside_the_names():
    shown = race(standings(three_rounds(), seated_only=True))
    assert len(shown.lines) == 10
    assert [line.at for line in shown.lines] == [TOP + n * STEP for n in range(10)]
    ends = [TOP + (line.standing.rank - 1) * STEP for line in shown.lines]
    assert [line.end for line in shown.lines] == ends
    assert all(line.points.endswith(f"{RIGHT},{line.end}") for line in shown.lines)
    late = next(line for line in shown.lines if line.standing.number == 12)
    assert (late.ranks[0], len(late.points.split())) == (None, 2)
    assert [tick.label for tick in shown.rounds] == [1, 2, 3]
    assert [tick.label for tick in shown.ranks] == [1, 5, 10]


def test_whoever_shares_the_tenth_rank_is_there_too():
    made = make_tournament([f"P{n}" for n in range(1, 13)])
    for round in (1, 2):
        tables = {n: {4 * n - 3: 40, 4 * n - 2: 30, 4 * n - 1: 20, 4 * n: 10} for n in (1, 2, 3)}
        play_round(made, round, tables)
    shown = race(standings(made, seated_only=True))
    assert [line.standing.rank for line in shown.lines] == [1] * 3 + [4] * 3 + [7] * 3 + [10] * 3
    # Those of one rank end together, each with a name of its own.
    assert len({line.end for line in shown.lines}) == 4
    assert len({line.at for line in shown.lines}) == 12


def test_there_is_no_race_before_the_second_round():
    assert race(standings(one_round_of_two_tables(), seated_only=True)) is None


def test_there_is_no_race_of_a_hidden_top():
    made = three_rounds()
    made.rounds.update(withheld=Round.Withheld.TOP, state=Round.State.FINAL)
    public = visible_standings(result_visibility(made, sees_all=False))
    assert public.hidden
    assert race(public) is None
