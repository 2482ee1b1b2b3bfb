"""Which players pass their caps where free rounds follow open tables."""

from scoring.possible.free_rounds import FreeRounds
from scoring.possible.packing import pack_averages, pack_round
from scoring.possible.question import Budget, Question, Seats
from tests.cases import cases

TWO, THREE = (2, 4), (2, 4, 6)
ONE_ROUND = FreeRounds((THREE,), 1)
TABLE = Seats(THREE, (1, 2, 3))


def question(caps, tables, free, off=()):
    return Question(caps, tuple(tables), frozenset(caps) - set(off), free)


@cases(
    ("caps", "tables", "free", "averages", "ties"),
    [
        # A table and a round of three: everybody can have 8.
        ({1: 8, 2: 8, 3: 8}, [TABLE], ONE_ROUND, (0, set()), set()),
        ({1: 7, 2: 8, 3: 8}, [TABLE], ONE_ROUND, (1, {1}), {1}),
        ({1: 5, 2: 7, 3: 12}, [TABLE], ONE_ROUND, (0, set()), set()),
        ({1: 5, 2: 6, 3: 12}, [TABLE], ONE_ROUND, (1, {1}), {1}),
        ({1: 5, 2: 5, 3: 5}, [TABLE], ONE_ROUND, (2, {1, 2}), {1, 2}),
        # By averages three can have 3, 4 and 5, by ties they cannot.
        ({1: 3, 2: 4, 3: 5}, [], ONE_ROUND, (0, set()), {1}),
        ({1: 3, 2: 3, 3: 6}, [], ONE_ROUND, (0, set()), set()),
        ({1: 3, 2: 3, 3: 3}, [], FreeRounds((TWO, TWO), 1), (0, set()), set()),
        # Number 2 does not play on.
        ({1: 4, 2: 3}, [Seats(TWO, (1, 2))], FreeRounds((TWO,), 1), (1, {1}), {1}),
        ({1: 5, 2: 3}, [Seats(TWO, (1, 2))], FreeRounds((TWO,), 1), (0, set()), set()),
        # The player asked has the 6 of one of both tables: the smaller leaves lower places.
        ({1: 3, 2: 3}, [], FreeRounds((THREE,), 1, (6,)), (0, set()), set()),
    ],
)
def test_who_is_dropped(caps, tables, free, averages, ties):
    asked = question(caps, tables, free, off=[2] if tables and tables[0].steps == TWO else [])
    found = pack_averages(asked, 0, Budget(10_000))
    assert (found.bound, found.dropped) == averages
    assert pack_round(asked, found.bound, Budget(10_000)).dropped == ties


def test_what_tables_leave_of_the_caps():
    asked = question({1: 8, 2: 8, 3: 8}, [TABLE], ONE_ROUND)
    left = pack_round(asked, 0, Budget(10_000)).left
    assert sorted(left.values()) in ([2, 4, 6], [3, 3, 6], [2, 5, 5], [4, 4, 4])
