"""An outcome at open tables that share players, by sharing out the caps."""

from scoring.possible.question import Budget
from scoring.possible.shares import Sharing
from tests.cases import cases
from tests.scoring.possible.linked import CASES, THREE, TWICE, question


@cases(("caps", "tables", "expected"), CASES)
def test_the_fewest_are_found(caps, tables, expected):
    assert Sharing(question(caps, *tables)).fewest_over(expected, 100, Budget(10_000)) == expected


def test_it_goes_on_where_it_was_left():
    sharing = Sharing(question({1: 7, 2: 8, 3: 9}, *TWICE))
    found = [sharing.fewest_over(0, 1, Budget(10_000)) for _ in range(100)]
    assert found == sorted(found, reverse=True)
    assert (found[0], found[-1]) == (1, 0)


def test_without_steps_it_is_everybody():
    sharing = Sharing(question({1: 4, 2: 8, 3: 12}, (THREE, (1, 2, 3))))
    assert sharing.fewest_over(0, 100, Budget(-1)) == 3
