"""A lower bound at open tables that share players, by prices."""

from random import Random

from scoring.possible.linked_tables import fewest_over_linked
from scoring.possible.prices import Pricing
from scoring.possible.question import Budget, Found
from tests.cases import cases
from tests.samples import seed_of_run, so_many
from tests.scoring.possible.linked import CASES, TWICE, question

STEPS = (2, 4, 6, 8, 10)


@cases(("caps", "tables", "expected"), CASES)
def test_the_bound_is_never_more_than_the_fewest(caps, tables, expected):
    asked = question(caps, *tables)
    bounds = [Pricing(asked).bound(0, len(caps), Budget(steps)) for steps in (-1, 0, 100_000)]
    assert bounds == sorted(bounds)
    assert bounds[-1] <= expected


@cases(
    ("caps", "expected"),
    [
        ({1: 4, 2: 4, 3: 4}, 2),  # one of three gets the lowest place at both tables
        ({1: 4, 2: 4, 3: 12}, 1),
        ({1: 8, 2: 8, 3: 8}, 0),
    ],
)
def test_the_prices_find_it(caps, expected):
    assert Pricing(question(caps, *TWICE)).bound(0, 3, Budget(100_000)) == expected


def test_an_outcome_that_is_known_ends_it():
    assert Pricing(question({1: 4, 2: 4, 3: 4}, *TWICE)).bound(0, 1, Budget(100_000)) == 1


def test_the_bound_stays_below_what_a_search_finds():
    random = Random(seed_of_run())
    exact = 0
    for _ in range(so_many(20, of=500)):
        sizes = random.choice([(3, 3, 3), (4, 4), (4, 3, 3), (2, 3, 4)])
        tables = [(STEPS[:size], tuple(random.sample(range(7), size))) for size in sizes]
        seated = {player for _, players in tables for player in players}
        least = {n: 2 * sum(n in players for _, players in tables) for n in seated}
        caps = {number: least[number] + random.randrange(8) for number in seated}
        asked = question(caps, *tables)
        found = fewest_over_linked(asked, len(caps), Budget(100_000))
        assert found.is_exact
        bound = Pricing(asked).bound(0, len(caps), Budget(100_000))
        assert bound <= found.over
        exact += found == Found(bound, is_exact=True)
    assert exact
