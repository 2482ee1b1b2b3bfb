"""A tournament for the tests of feeds."""

import pytest

from tests.standings.tournaments import make_tournament, play_round
from wk.players.services import NewEntry
from wk.tournament.models import Round, Seat, Substitute, Tournament

NAMES = ["Anna", "=Bram", "Cor, jr", NewEntry("Dirk", "+Slag"), "Els"]


@pytest.fixture
def hal() -> Tournament:
    """Round 1 complete, of totals; one table of round 2 to come; round 3 only drawn."""
    made = make_tournament(NAMES)
    play_round(made, 1, {7: {1: 40, 2: 41, 3: -6, 4: 10}}, totals_only=True)
    play_round(made, 2, {3: [5, 2, 3, 4]})
    play_round(made, 3, {1: [1, 2, 3, 4]}, state=Round.State.DRAWN)
    seat = Seat.objects.get(round__number=1, entry__number=4)
    Substitute.objects.create(seat=seat, name="@Piet", from_deal=3)
    made.entries.filter(number=5).update(withdrawn_after=1)
    return made
