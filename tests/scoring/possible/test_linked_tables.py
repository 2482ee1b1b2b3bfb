"""How few players pass their cap at open tables that share players."""

from scoring.possible.free_rounds import FreeRounds
from scoring.possible.linked_tables import fewest_over_linked
from scoring.possible.question import Budget, Found, Question, Seats
from tests.cases import cases

NO_ROUND = FreeRounds((), 0)
TWO, THREE = (2, 4), (2, 4, 6)


def question(caps, *tables):
    seats = tuple(Seats(steps, players) for steps, players in tables)
    return Question(caps, seats, frozenset(), NO_ROUND)


CHAIN = [(TWO, (1, 2)), (TWO, (2, 3)), (TWO, (3, 4))]
CIRCLE = [(TWO, (1, 2)), (TWO, (2, 3)), (TWO, (3, 1))]
TWICE = [(THREE, (1, 2, 3)), (THREE, (1, 2, 3))]
THREE_TIMES = [(TWO, (1, 2))] * 3


@cases(
    ("caps", "tables", "expected"),
    [
        ({1: 2, 2: 6, 3: 6, 4: 4}, CHAIN, 0),
        ({1: 2, 2: 6, 3: 6, 4: 2}, CHAIN, 1),
        ({1: 3, 2: 6, 3: 6, 4: 3}, CHAIN, 0),  # ties at all three
        ({1: 6, 2: 6, 3: 6}, CIRCLE, 0),
        ({1: 6, 2: 6, 3: 5}, CIRCLE, 1),
        ({1: 5, 2: 7, 3: 6}, CIRCLE, 0),
        ({1: 4, 2: 4, 3: 8}, CIRCLE, 1),
        ({1: 8, 2: 8, 3: 8}, TWICE, 0),
        ({1: 7, 2: 8, 3: 9}, TWICE, 0),
        ({1: 4, 2: 8, 3: 12}, TWICE, 0),
        ({1: 4, 2: 7, 3: 12}, TWICE, 1),
        ({1: 5, 2: 5, 3: 12}, TWICE, 1),
        ({1: 4, 2: 4, 3: 4}, TWICE, 2),
        ({1: 6, 2: 8, 3: 4}, [(THREE, (1, 2, 3)), (TWO, (1, 2))], 0),
        ({1: 9, 2: 9}, THREE_TIMES, 0),
        ({1: 8, 2: 10}, THREE_TIMES, 0),
        ({1: 8, 2: 9}, THREE_TIMES, 1),
        ({}, [], 0),
    ],
)
def test_the_fewest_players_over(caps, tables, expected):
    found = fewest_over_linked(question(caps, *tables), len(caps), Budget(1000))
    assert found == Found(expected, is_exact=True)


def test_without_a_step_a_circle_leaves_a_bound():
    asked = question({1: 5, 2: 5, 3: 12}, *TWICE)
    assert fewest_over_linked(asked, 3, Budget(-1)) == Found(0, is_exact=False)


def test_an_outcome_that_is_known_ends_the_search():
    asked = question({1: 6, 2: 6, 3: 6}, *CIRCLE)
    assert fewest_over_linked(asked, 0, Budget(-1)) == Found(0, is_exact=True)
