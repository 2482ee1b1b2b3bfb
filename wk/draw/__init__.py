"""The draw: the search for the seats of the rounds of a tournament. Pure Python, with one face.

`draw(DrawRequest)` returns a `DrawResult`, or raises `Infeasible` with every conflict. `evaluate`
returns the quality of seats, whether they were drawn or changed by hand. Other rooms import from
here, and nothing from the modules inside.
"""

from wk.draw.by_rank import outside_ranks, ranks_at
from wk.draw.constraints import (
    Conflict,
    Constraint,
    FixedSeat,
    Infeasible,
    Separation,
    constraints_on,
)
from wk.draw.drawing import draw
from wk.draw.evaluation import (
    DrawQuality,
    Evaluation,
    RoundEvaluation,
    Violation,
    evaluate,
    find_violations,
)
from wk.draw.request import DrawnRound, DrawRequest, DrawResult
from wk.draw.seats import Tables
from wk.draw.table_sizes import FIVE, FOUR, fours_possible, sizes_for

__all__ = [
    "FIVE",
    "FOUR",
    "Conflict",
    "Constraint",
    "DrawQuality",
    "DrawRequest",
    "DrawResult",
    "DrawnRound",
    "Evaluation",
    "FixedSeat",
    "Infeasible",
    "RoundEvaluation",
    "Separation",
    "Tables",
    "Violation",
    "constraints_on",
    "draw",
    "evaluate",
    "find_violations",
    "fours_possible",
    "outside_ranks",
    "ranks_at",
    "sizes_for",
]
