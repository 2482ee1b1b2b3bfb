"""The rules as the rounds of a tournament play them."""

import pytest

from tests.tournament.rule_tournaments import create_with_players, seat
from wk.tournament.queries import as_played

pytestmark = pytest.mark.usefixtures("english")


@pytest.mark.parametrize(
    ("players", "sizes", "expected"),
    [(8, (), {4}), (8, (4, 4), {4}), (9, (), {5, 4}), (2, (), None), (0, (), None)],
)
def test_the_shown_rules_are_those_of_the_seated_or_expected_tables(db, players, sizes, expected):
    made = create_with_players(players)
    if sizes:
        seat(made, *sizes)
    rules = made.rules.for_tables(expected) if expected else made.rules
    assert as_played(made, made.rules) == rules
