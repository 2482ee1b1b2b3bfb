"""An outcome in which players keep to their caps, by balancing one table after another."""

from scoring.possible.balance import dropped_for_balance
from scoring.possible.free_rounds import FreeRounds
from scoring.possible.question import Budget, Question, Seats
from tests.cases import cases

NO_ROUND = FreeRounds((), 0)
TWO, THREE = (2, 4), (2, 4, 6)
TABLE = Seats(THREE, (1, 2, 3))


@cases(
    ("caps", "tables", "free", "most", "expected"),
    [
        ({1: 2, 2: 4, 3: 6}, [TABLE], NO_ROUND, 0, set()),
        ({1: 4, 2: 4, 3: 4}, [TABLE], NO_ROUND, 0, set()),
        ({1: 3, 2: 4, 3: 5}, [TABLE], NO_ROUND, 0, None),
        ({1: 3, 2: 4, 3: 5}, [TABLE], NO_ROUND, 1, {1}),
        # Who sits at a second table has less to spare at the first.
        ({1: 8, 2: 4, 3: 4}, [TABLE, Seats(TWO, (1,))], NO_ROUND, 0, set()),
        ({1: 7, 2: 3, 3: 4}, [TABLE, Seats(TWO, (1,))], NO_ROUND, 3, {1}),
        ({1: 6, 2: 6}, [], FreeRounds((TWO,), 2), 0, set()),
        ({1: 5, 2: 6}, [], FreeRounds((TWO,), 2), 2, {1}),
        ({}, [], NO_ROUND, 0, set()),
    ],
)
def test_who_is_dropped(caps, tables, free, most, expected):
    playing = frozenset(caps if free.number else ())
    asked = Question(caps, tuple(tables), playing, free)
    assert dropped_for_balance(asked, most, Budget(10_000)) == expected
