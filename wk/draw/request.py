"""The input and the result of a draw."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from scoring.game import Partners
from wk.draw.constraints import Constraint
from wk.draw.evaluation import Evaluation
from wk.draw.seats import DrawnTables, Tables


@dataclass(frozen=True, slots=True)
class DrawRequest:
    """The input of a draw: players, tables, earlier rounds and constraints.

    Players are start numbers.

    - `players`: the players of the rounds to draw, in any order.
    - `sizes`: the number of players of each table, from table 1 on.
    - `seeds`: the seeds (draw numbers) of the draw. The last one is new. The others are seeds of
      the earlier rounds: if the rounds of one of them can be continued, it is used instead.
    - `rounds`: the number of rounds to draw.
    - `rounds_ahead`: the number of rounds still to come by lot, these included; None if there are
      no others. Under constraints all of them are searched together, so that constraints which
      cannot be met in a later round are found now.
    - `earlier`: the tables of the rounds before, in seat order. They may hold withdrawn players.
    - `first_seed`: the seed of the first of the earlier rounds, None if it has none.
    - `constraints`: separations and fixed seats; only for players who play alone.
    - `partners`: "none" (players play alone), "fixed" (pairs stay together) or "rotating".
    - `withdrawn`: the players who left. With fixed pairs they are needed to know the other pairs.
    - `ranking`: for one round by the standings, the players with the best first. It may also hold
      players who do not play. None for rounds by lot.
    """

    players: Sequence[int]
    sizes: Sequence[int]
    seeds: Sequence[int]
    rounds: int = 1
    rounds_ahead: int | None = None
    earlier: Sequence[Tables] = ()
    first_seed: int | None = None
    constraints: Sequence[Constraint] = ()
    partners: Partners = "none"
    withdrawn: Collection[int] = ()
    ranking: Sequence[int] | None = None


@dataclass(frozen=True, slots=True)
class DrawnRound:
    """The tables of one drawn round, in seat order, and the seed that gives them again."""

    tables: DrawnTables
    seed: int


@dataclass(frozen=True, slots=True)
class DrawResult:
    """The rounds of a draw, and their evaluation together with the earlier rounds."""

    rounds: tuple[DrawnRound, ...]
    evaluation: Evaluation
