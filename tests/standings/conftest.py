"""Tournaments whose standings are read: while they go on, when they are over, and in secret."""

import pytest

from tests.standings.secret import NAMES, ORDER, first_points, last_points
from tests.standings.tournaments import NASTY, close_rounds, make_tournament, play_round
from wk.players.services import NewEntry
from wk.scoreforms.models import Version
from wk.tournament.models import Round


@pytest.fixture
def live():
    """Round 1 is in, round 2 is at the tables, round 3 is fixed, round 4 only drawn."""
    made = make_tournament(
        ["Anna", "José", "Cor", NewEntry("Dirk", "Élan", None, 1), NASTY, "Femke"], rounds=4
    )
    play_round(made, 1, {1: {1: 40, 2: 40, 3: -6, 4: 10}})
    play_round(made, 2, {9: [5, 1, 2, 3]})
    play_round(made, 3, {8: [6, 5, 3, 2]}, state=Round.State.CONFIRMED)
    play_round(made, 4, {77: [1, 2, 3, 5]}, state=Round.State.DRAWN)
    return made


@pytest.fixture
def final():
    made = make_tournament(["Anna", "Bram", "Cor", "Dirk"], rounds=1)
    play_round(made, 1, {1: {1: 40, 2: 40, 3: 20, 4: 10}}, totals_only=True)
    close_rounds(made)
    return made


@pytest.fixture
def played():
    """Two rounds, both in: the first three of ORDER win their tables, the next come second."""
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
