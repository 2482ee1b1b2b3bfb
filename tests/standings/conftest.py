"""Tournaments with standings: in the middle of a round, finished, and with results to withhold."""

import pytest

from tests.standings.tournaments import NASTY, close_rounds, make_tournament, play_round
from tests.standings.withheld import NAMES, ORDER, first_points, last_points
from wk.players.services import NewEntry
from wk.scoreforms.models import Version
from wk.tournament.models import Round


@pytest.fixture
def tournament_in_round_2():
    """A tournament with round 1 complete, round 2 started, round 3 confirmed and round 4 drawn."""
    made = make_tournament(
        ["Anna", "José", "Cor", NewEntry("Dirk", "Élan", None, 1), NASTY, "Femke"], rounds=4
    )
    play_round(made, 1, {1: {1: 40, 2: 40, 3: -6, 4: 10}})
    play_round(made, 2, {9: [5, 1, 2, 3]})
    play_round(made, 3, {8: [6, 5, 3, 2]}, state=Round.State.CONFIRMED)
    play_round(made, 4, {77: [1, 2, 3, 5]}, state=Round.State.DRAWN)
    return made


@pytest.fixture
def finished_tournament():
    """A tournament of one round that is closed, with two champions."""
    made = make_tournament(["Anna", "Bram", "Cor", "Dirk"], rounds=1)
    play_round(made, 1, {1: {1: 40, 2: 40, 3: 20, 4: 10}}, totals_only=True)
    close_rounds(made)
    return made


@pytest.fixture
def twelve_players():
    """A tournament of two complete rounds. The first three players of ORDER win their tables,
    the next three come second."""
    made = make_tournament(NAMES, rounds=2)
    for round, points in ((1, first_points), (2, last_points)):
        play_round(made, round, {t: {n: points(n) for n in ORDER[t - 1 :: 3]} for t in (1, 2, 3)})
    for version in Version.objects.filter(form__table__round__number=2):
        seated = version.form.table.seats.order_by("number")
        version.content = {"totals": [seat.result.points for seat in seated]}
        version.save(update_fields=["content"])
    Round.objects.filter(number=1).update(state=Round.State.FINAL)
    close_rounds(made)
    return made
