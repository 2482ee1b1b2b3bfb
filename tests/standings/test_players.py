"""The rounds of one player, as the public and officials see them."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.standings.tournaments import make_tournament, play_round
from tests.standings.withheld import TOP, withhold
from wk.standings.players import player_rounds
from wk.standings.visibility import result_visibility
from wk.tournament.models import Round

pytestmark = pytest.mark.django_db


DRAWN, FIXED = Round.State.DRAWN, Round.State.CONFIRMED


def test_a_player_sees_confirmed_and_started_rounds():
    made = make_tournament(["Anna", "Bram", "Cor", "Dirk", "Els"], rounds=4)
    play_round(made, 1, {1: {1: 40, 2: 30, 3: 20, 4: 10}})
    play_round(made, 2, {1: [2, 3, 4, 5]})
    play_round(made, 3, {1: [5, 4, 1, 2]}, state=FIXED)
    play_round(made, 4, {1: [1, 2, 3, 4]}, state=DRAWN)
    anna = made.entries.get(number=1)
    with CaptureQueriesContext(connection) as queries:
        rounds = player_rounds(result_visibility(made, sees_all=False), anna)
        seen = [
            (
                played.round.number,
                played.seat and (played.seat.table.number, played.seat.number),
                [seat.entry.name for seat in played.table_seats],
                played.counts,
            )
            for played in rounds
        ]
    assert seen == [
        (1, (1, 1), ["Anna", "Bram", "Cor", "Dirk"], True),
        (2, None, [], False),
        (3, (1, 3), ["Els", "Dirk", "Anna", "Bram"], False),
    ]
    assert len(queries) == 6


def test_rounds_with_withheld_results_are_marked(twelve_players):
    withhold(twelve_players, TOP)
    entry = twelve_players.entries.get(number=7)
    for sees_all, told in ((False, [True, False]), (True, [True, True])):
        rounds = player_rounds(result_visibility(twelve_players, sees_all=sees_all), entry)
        assert [each.is_visible for each in rounds] == told
        assert [each.counts for each in rounds] == [True, True]
