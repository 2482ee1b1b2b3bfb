"""The seats of a lot number are for ever what they were when it was printed."""

import json

import pytest

from tests.rounds.golden import KEPT, cases, seats_of
from tests.samples import some

GOLDEN = json.loads(KEPT.read_text())


def test_every_draw_is_kept():
    assert list(GOLDEN) == list(cases())


@pytest.mark.slow
@pytest.mark.parametrize("name", some(list(GOLDEN), 12))
def test_a_lot_number_gives_the_seats_that_it_gave(db, name):
    assert seats_of(cases()[name]()) == GOLDEN[name]
