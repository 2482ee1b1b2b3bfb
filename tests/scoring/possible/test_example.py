"""An outcome in which everybody keeps to the cap, where the simple rule finds one."""

from scoring.possible.example import has_example
from scoring.possible.free_rounds import FreeRounds
from tests.cases import cases

NO_ROUND = FreeRounds((), 0)
TABLE = ((2, 4, 6), (1, 2, 3))


@cases(
    ("caps", "tables", "free", "expected"),
    [
        ({1: 2, 2: 4, 3: 6}, [TABLE], NO_ROUND, True),
        ({1: 2, 2: 3, 3: 6}, [TABLE], NO_ROUND, False),
        ({1: 2, 2: 4}, [TABLE], NO_ROUND, True),  # number 3 is asked, alone on top
        # The rule makes no ties: everybody could have 4.
        ({1: 4, 2: 4, 3: 4}, [TABLE], NO_ROUND, False),
        # Who sits at a second table has less to spare at the first.
        ({1: 8, 2: 6, 3: 4}, [TABLE, ((2, 4), (1, 9))], NO_ROUND, True),
        ({1: 3, 2: 6, 3: 4}, [TABLE, ((2, 4), (1, 9))], NO_ROUND, False),
        ({1: 6, 2: 6}, [], FreeRounds(((2, 4),), 2), True),  # one each time
        ({1: 5, 2: 6}, [], FreeRounds(((2, 4),), 2), False),
        ({}, [], NO_ROUND, True),
    ],
)
def test_an_example_is_found(caps, tables, free, expected):
    assert has_example(caps, tables, free, sorted(caps)) is expected
