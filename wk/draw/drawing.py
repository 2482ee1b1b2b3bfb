"""The choice of the search that draws the rounds of a request.

- A round by the standings: `by_rank`.
- Players who play alone, several rounds or constraints: `multi_round`, all rounds together.
- Players who play alone, one round without constraints: the next round of a design, else
  `single_round`.
- Partners: `partnerships`, round by round.

A printed seed must give the same seats for ever. So a request keeps its search even where another
one would serve as well.
"""

from collections.abc import Sequence

from wk.draw import by_rank, designs, multi_round, partnerships
from wk.draw.evaluation import evaluate
from wk.draw.request import DrawnRound, DrawRequest, DrawResult


def draw(request: DrawRequest) -> DrawResult:
    """Draw the rounds of a request; the same request gives the same seats on every machine.

    Raises Infeasible with every conflict when the hard constraints cannot be met. Raises ValueError
    when a player is named twice or is in no pair, when the table sizes do not add up to the
    players, when a ranking goes with several rounds or misses a player, and when constraints go
    with partners.
    """
    if request.constraints and request.partners != "none":
        raise ValueError("constraints go only with players who play alone")
    if request.ranking is not None:
        rounds = [_by_rank(request, request.ranking)]
    elif request.constraints:
        rounds = _constrained(request)
    else:
        rounds = _unconstrained(request)
    tables = [*request.earlier, *(each.tables for each in rounds)]
    evaluation = evaluate(
        tables, drawn=len(rounds), partners=request.partners, constraints=request.constraints
    )
    return DrawResult(tuple(rounds), evaluation)


def _by_rank(request: DrawRequest, ranking: Sequence[int]) -> DrawnRound:
    """Return one round by the standings."""
    if request.rounds != 1:
        raise ValueError(f"{request.rounds} rounds cannot go by one ranking")
    players = frozenset(request.players)
    tables = by_rank.draw(
        request.partners,
        [player for player in ranking if player in players],
        request.sizes,
        earlier=request.earlier,
        seed=request.seeds[-1],
        constraints=request.constraints,
        withdrawn=request.withdrawn,
    )
    return DrawnRound(tables, request.seeds[-1])


def _constrained(request: DrawRequest) -> list[DrawnRound]:
    """Return rounds by lot under constraints.

    All rounds to come are searched together, also if only the next one is wanted: the constraints
    of a later round are then known to be feasible. The seed of the first round is used again as
    long as it gives the earlier rounds as they are. If a player, a seat or a constraint has changed
    since, the new seed is used.
    """
    players, sizes, wanted = request.players, request.sizes, request.rounds
    ahead = max(wanted, request.rounds_ahead or 0)
    first_seed = request.first_seed
    if request.earlier and first_seed is not None and first_seed in request.seeds:
        continued = multi_round.draw_continued(
            players,
            sizes,
            ahead,
            seed=first_seed,
            earlier=request.earlier,
            constraints=request.constraints,
        )
        if continued is not None:
            return [DrawnRound(tables, first_seed) for tables in continued[:wanted]]
    seed = request.seeds[-1]
    anew = multi_round.draw(
        players,
        sizes,
        ahead,
        seed=seed,
        earlier=request.earlier,
        constraints=request.constraints,
    )
    return [DrawnRound(tables, seed) for tables in anew.rounds[:wanted]]


def _unconstrained(request: DrawRequest) -> list[DrawnRound]:
    """Return rounds by lot without constraints.

    Several rounds of players who play alone are searched together, from one seed. Otherwise each
    round is drawn after the rounds before it, and its seed is one higher than theirs.
    """
    seed = _continued_seed(request)
    players, sizes = request.players, request.sizes
    if request.partners == "none" and request.rounds > 1:
        drawn = multi_round.draw(players, sizes, request.rounds, seed=seed, earlier=request.earlier)
        return [DrawnRound(tables, seed) for tables in drawn.rounds]
    found: list[DrawnRound] = []
    for own_seed in range(seed, seed + request.rounds):
        tables = partnerships.draw(
            request.partners,
            players,
            sizes=sizes,
            earlier=[*request.earlier, *(each.tables for each in found)],
            seed=own_seed,
            withdrawn=request.withdrawn,
        )
        found.append(DrawnRound(tables, own_seed))
    return found


def _continued_seed(request: DrawRequest) -> int:
    """Return the first seed with a design that the earlier rounds follow, else the last seed."""
    if request.partners == "none":
        for seed in request.seeds:
            if designs.continued(request.players, request.sizes, request.earlier, seed=seed):
                return seed
    return request.seeds[-1]
