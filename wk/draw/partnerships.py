"""Draws for each kind of play: alone, in fixed pairs, or with a new partner each round."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from scoring.game import Partners
from scoring.pairs import TABLE, Pairs, pairs, partners, partners_again
from wk.draw import designs, lower_bounds, multi_round, single_round
from wk.draw.constraints import Constraint
from wk.draw.seats import Round, seats_of


@dataclass(frozen=True, slots=True)
class DrawCost:
    """The faults of a seating after the earlier rounds.

    `repeats` counts two players, or two fixed pairs, once for each earlier round in which they met
    at a table. `short_again` counts the players at a smaller table again (A19). `partners_again`
    counts repeated partners, where partners should change.
    """

    repeats: int
    short_again: int
    partners_again: int = 0


def draw(
    together: Partners,
    players: Sequence[int],
    *,
    sizes: Sequence[int],
    earlier: Sequence[Round],
    seed: int,
    gone: Collection[int] = (),
) -> tuple[tuple[int, ...], ...]:
    """Draw a round as `seating.draw` does, with partners opposite each other.

    Where all play alone, and the earlier rounds follow the arrangement of this seed, its next round
    is taken: no search could do better.

    Fixed pairs are drawn as one and change between the two directions from round to round. `gone`
    are the withdrawn players, as `scoring.pairs.pairs` needs them. Raises ValueError as
    `seating.draw` does, and where a player is in no pair.
    """
    if together == "fixed":
        known = pairs(players, earlier, gone)
        return _drawn_pairs(known, sizes=sizes, earlier=earlier, seed=seed)
    if together == "none":
        arranged = designs.going_on(players, sizes, earlier, seed=seed)
        if arranged:
            return arranged[0]
    return single_round.draw(
        players, sizes=sizes, earlier=earlier, seed=seed, is_rotating=together == "rotating"
    ).tables


def draw_rounds(
    together: Partners,
    players: Sequence[int],
    rounds: int,
    *,
    sizes: Sequence[int],
    earlier: Sequence[Round],
    seed: int,
    gone: Collection[int] = (),
) -> list[tuple[tuple[tuple[int, ...], ...], int]]:
    """Draw `rounds` rounds at once; return the tables and the seed of each.

    Where all play alone the rounds are searched together, from one seed. Else each round is drawn
    after those before it, from a seed that is one higher. Raises ValueError as `draw` does.
    """
    if together == "none" and rounds > 1:
        drawn = multi_round.draw(players, sizes, rounds, seed=seed, earlier=earlier)
        return [(tables, seed) for tables in drawn.rounds]
    found: list[tuple[tuple[tuple[int, ...], ...], int]] = []
    for own_seed in range(seed, seed + rounds):
        before = [*earlier, *(tables for tables, _seed in found)]
        tables = draw(together, players, sizes=sizes, earlier=before, seed=own_seed, gone=gone)
        found.append((tables, own_seed))
    return found


def draw_asked(
    players: Sequence[int],
    rounds: int,
    *,
    left: int,
    sizes: Sequence[int],
    earlier: Sequence[Round],
    seed: int,
    first_seed: int | None,
    asked: Sequence[Constraint],
) -> list[tuple[tuple[tuple[int, ...], ...], int]]:
    """Draw the next `rounds` of the `left` rounds to come, under constraints, for single players.

    All rounds to come are searched together, also where only the next is wanted: the constraints of
    a later round are then known to be possible. With the seed of the first round the draw goes on
    from it, if nothing has changed since; else `seed` begins anew. Raises Impossible as
    `constrained.draw` does.
    """
    if earlier and first_seed is not None:
        drawn = multi_round.draw_on(
            players, sizes, left, seed=first_seed, earlier=earlier, asked=asked
        )
        if drawn is not None:
            return [(tables, first_seed) for tables in drawn[:rounds]]
    anew = multi_round.draw(players, sizes, left, seed=seed, earlier=earlier, asked=asked)
    return [(tables, seed) for tables in anew.rounds[:rounds]]


def goes_on(
    together: Partners,
    players: Sequence[int],
    *,
    sizes: Sequence[int],
    earlier: Sequence[Round],
    seed: int,
) -> bool:
    """Return whether the next round follows from the rounds so far by this seed's arrangement."""
    if together != "none":
        return False
    return bool(designs.going_on(players, sizes, earlier, seed=seed))


def _drawn_pairs(
    known: Pairs, *, sizes: Sequence[int], earlier: Sequence[Round], seed: int
) -> tuple[tuple[int, ...], ...]:
    if known.alone or any(size != TABLE for size in sizes):
        raise ValueError(f"{len(known.pairs)} pairs do not fill tables of {tuple(sizes)}")
    drawn = single_round.draw(
        [one for one, _other in known.pairs],
        sizes=[2] * len(sizes),
        earlier=[_by_pair(tables) for tables in earlier],
        seed=seed,
    )
    sat, partner = seats_of(earlier), known.partner
    seated = []
    for one, two in drawn.tables:
        table = [0] * TABLE
        for first, player in enumerate((one, two)):
            here, across = player, partner[player]
            if (
                sat[here, first] + sat[across, first + 2]
                > sat[across, first] + sat[here, first + 2]
            ):
                here, across = across, here
            table[first], table[first + 2] = here, across
        seated.append(tuple(table))
    return tuple(seated)


def cost(together: Partners, tables: Round, earlier: Sequence[Round]) -> DrawCost:
    """Return the faults of a seating; two partners of a fixed pair do not count as a meeting."""
    if together == "fixed":
        return DrawCost(*single_round.cost(_by_pair(tables), [_by_pair(past) for past in earlier]))
    again = partners_again(tables, earlier) if together == "rotating" else 0
    return DrawCost(*single_round.cost(tables, earlier), again)


def reached(
    together: Partners, rounds: Sequence[Round], drawn: int, musts: Sequence[Constraint] = ()
) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the cost of rounds and its lower bound (`bounds.cost`, `bounds.least`).

    The last `drawn` rounds were drawn under `musts`; those before them stay as they are. Two fixed
    pairs meet as two players do.
    """
    met = [_by_pair(tables) for tables in rounds] if together == "fixed" else rounds
    return lower_bounds.cost(met), lower_bounds.least_of(met, drawn, musts)


def _by_pair(tables: Round) -> list[tuple[int, ...]]:
    """Return tables of four with the lower start number of each pair in place of the pair."""
    return [tuple(low for low, _high in partners([table])) for table in tables]
