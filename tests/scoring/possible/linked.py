"""Questions of open tables that share players, and how few of these must pass their caps."""

from scoring.possible.free_rounds import FreeRounds
from scoring.possible.question import Question, Seats

TWO, THREE = (2, 4), (2, 4, 6)
CHAIN = [(TWO, (1, 2)), (TWO, (2, 3)), (TWO, (3, 4))]
CIRCLE = [(TWO, (1, 2)), (TWO, (2, 3)), (TWO, (3, 1))]
TWICE = [(THREE, (1, 2, 3)), (THREE, (1, 2, 3))]
THREE_TIMES = [(TWO, (1, 2))] * 3

# Caps, tables, and the fewest who pass their caps.
CASES = [
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
]


def question(caps, *tables):
    """Return the question of these caps, at tables given with their values and their players."""
    seats = tuple(Seats(steps, players) for steps, players in tables)
    return Question(caps, seats, frozenset(), FreeRounds((), 0))
