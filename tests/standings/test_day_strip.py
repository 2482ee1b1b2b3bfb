"""The strip of a player's rounds: the rank after each, as far as a reader may see it."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.standings.tournaments import close_rounds, make_tournament, play_round
from tests.standings.withheld import ALL, ORDER, TOP, withhold
from wk.standings.day_strip import day_strip
from wk.standings.players import player_rounds
from wk.standings.queries import visible_standings
from wk.standings.visibility import result_visibility
from wk.tournament.models import Round

pytestmark = pytest.mark.django_db


def strip_of(tournament, number, *, sees_all=False):
    """Return for each round its number, rank, whether that is shared, rise, and whether it is
    provisional."""
    visibility = result_visibility(tournament, sees_all=sees_all)
    rounds = player_rounds(visibility, tournament.entries.get(number=number))
    strip = day_strip(visible_standings(visibility), visibility, rounds, number)
    return [
        (
            step.played.round.number,
            step.rank and (step.rank.rank, step.rank.shared),
            step.rise,
            step.is_provisional,
        )
        for step in strip
    ]


@pytest.fixture
def three_rounds():
    """Round 2 is complete, with player 5 who has no seat in it; of round 3 one form is in, and
    round 4 is confirmed."""
    made = make_tournament("abcdefgh", rounds=4)
    play_round(made, 1, {1: {1: 50, 2: 40, 3: 30, 4: 20}, 2: {5: 50, 6: 40, 7: 30, 8: 20}})
    play_round(made, 2, {1: {2: 50, 1: 40, 3: 30, 4: 20}, 2: {6: 50, 7: 40, 8: 30}})
    play_round(made, 3, {1: {4: 90, 3: 40, 2: 30, 1: 20}, 2: [5, 6, 7, 8]})
    play_round(made, 4, {1: [1, 2, 3, 4]}, state=Round.State.CONFIRMED)
    return made


def test_each_round_has_the_rank_after_it(three_rounds):
    assert strip_of(three_rounds, 4) == [
        (1, (7, True), None, False),
        (2, (8, False), -1, False),
        (3, (4, False), 4, True),
        (4, None, None, False),
    ]


def test_a_running_round_has_no_rank_before_the_own_form_is_in(three_rounds):
    assert strip_of(three_rounds, 5) == [
        (1, (1, True), None, False),
        (2, (6, True), -5, False),
        (3, None, None, False),
        (4, None, None, False),
    ]


def test_the_ranks_are_those_of_the_standings_after_each_round(three_rounds):
    visibility = result_visibility(three_rounds, sees_all=False)
    rows = {n: visible_standings(visibility, n).rows for n in (1, 2)}
    for number in range(1, 9):
        expected = [
            (row.rank, row.shared) for n in (1, 2) for row in rows[n] if row.number == number
        ]
        assert [step[1] for step in strip_of(three_rounds, number)[:2]] == expected


@pytest.mark.parametrize("what", [TOP, ALL])
@pytest.mark.parametrize("number", [ORDER[0], ORDER[11]])
def test_a_withheld_round_has_no_rank(twelve_players, what, number):
    open_to_all = strip_of(twelve_players, number)
    assert [step[0] for step in open_to_all if step[1]] == [1, 2]
    withhold(twelve_players, what)
    assert strip_of(twelve_players, number) == [open_to_all[0], (2, None, None, False)]
    assert strip_of(twelve_players, number, sees_all=True) == open_to_all


def test_a_round_after_a_withheld_one_has_no_rank():
    made = make_tournament("abcd", rounds=2)
    for number in (1, 2):
        play_round(made, number, {1: {1: 40, 2: 30, 3: 20, 4: 10}})
    withhold(made, ALL, number=1)
    assert [step[1] for step in strip_of(made, 1)] == [None, None]


def test_the_strip_asks_the_database_only_below_a_withheld_top(twelve_players):
    close_rounds(twelve_players)
    entry = twelve_players.entries.get(number=ORDER[11])
    for what, queries in (("", 0), (TOP, 2)):
        withhold(twelve_players, what)
        visibility = result_visibility(twelve_players, sees_all=False)
        shown, rounds = visible_standings(visibility), player_rounds(visibility, entry)
        with CaptureQueriesContext(connection) as asked:
            day_strip(shown, visibility, rounds, entry.number)
        assert len(asked) == queries
