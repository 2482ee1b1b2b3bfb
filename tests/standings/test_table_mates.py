"""With whom a player sat: everybody once, with the rounds."""

import pytest

from tests.standings.tournaments import make_tournament, play_round
from wk.standings.players import player_rounds
from wk.standings.table_mates import table_mates
from wk.standings.visibility import result_visibility
from wk.tournament.models import Round

pytestmark = pytest.mark.django_db


def test_everybody_is_listed_once_with_those_met_most_often_first():
    made = make_tournament("abcdefgh", rounds=4)
    play_round(made, 1, {1: {2: 40, 1: 30, 3: 20, 4: 10}, 2: [5, 6, 7, 8]})
    play_round(made, 2, {1: [1, 5, 6, 7], 2: [2, 3, 4, 8]})
    play_round(made, 3, {1: [6, 8, 1, 3], 2: [2, 4, 5, 7]})
    play_round(made, 4, {1: [1, 2, 3, 8], 2: [4, 5, 6, 7]}, state=Round.State.CONFIRMED)
    rounds = player_rounds(result_visibility(made, sees_all=False), made.entries.get(number=1))
    assert [(mate.entry.number, mate.rounds) for mate in table_mates(rounds)] == [
        (3, (1, 3)),
        (6, (2, 3)),
        (2, (1,)),
        (4, (1,)),
        (5, (2,)),
        (7, (2,)),
        (8, (3,)),
    ]
    assert table_mates([]) == ()
