"""A draw number gives the seats for ever that it gave when it was printed."""

import json

import pytest

from tests.rounds.golden import KEPT, golden_cases, seats_digest
from tests.samples import some

GOLDEN = json.loads(KEPT.read_text())


def test_every_golden_draw_is_recorded():
    assert list(GOLDEN) == list(golden_cases())


@pytest.mark.slow
@pytest.mark.parametrize("name", some(list(GOLDEN), 12))
def test_a_draw_number_gives_the_recorded_seats(db, name):
    assert seats_digest(golden_cases()[name]()) == GOLDEN[name]
