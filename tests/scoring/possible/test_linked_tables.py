"""How few players pass their cap at open tables that share players."""

from scoring.possible.linked_tables import fewest_over_linked
from scoring.possible.question import Budget, Found
from tests.cases import cases
from tests.scoring.possible.linked import CASES, CIRCLE, TWICE, question


@cases(("caps", "tables", "expected"), CASES)
def test_the_fewest_players_over(caps, tables, expected):
    found = fewest_over_linked(question(caps, *tables), len(caps), Budget(1000))
    assert found == Found(expected, is_exact=True)


def test_without_a_step_a_circle_leaves_a_bound():
    asked = question({1: 5, 2: 5, 3: 12}, *TWICE)
    assert fewest_over_linked(asked, 3, Budget(-1)) == Found(0, is_exact=False)


def test_an_outcome_that_is_known_ends_the_search():
    asked = question({1: 6, 2: 6, 3: 6}, *CIRCLE)
    assert fewest_over_linked(asked, 0, Budget(-1)) == Found(0, is_exact=True)
