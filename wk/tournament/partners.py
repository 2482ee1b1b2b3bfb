"""Draws for every way of playing together: alone, in pairs that stay, or with others each round."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from scoring.game import Partners
from scoring.pairs import TABLE, Pairs, pairs, partners, partners_again
from wk.tournament import arrangement, seating
from wk.tournament.seats import Round, seats_of


@dataclass(frozen=True, slots=True)
class Cost:
    """What is wrong with a seating after the earlier rounds.

    `repeats` counts two players, or two pairs that stay together, once for each earlier round in
    which they met at a table; `short_again` who sits at a smaller table again (A19);
    `partners_again` partners who were so before, where they should change.
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

    Where all play alone, and the rounds so far are those of one arrangement from this seed, its
    next round is taken: then no search could do better.

    Pairs that stay together are drawn as one and change between the two directions from round to
    round; `gone` are those who left, as `scoring.pairs.pairs` wants to know. Raises ValueError as
    `seating.draw` does, and where somebody is in no pair.
    """
    if together == "fixed":
        known = pairs(players, earlier, gone)
        return _drawn_pairs(known, sizes=sizes, earlier=earlier, seed=seed)
    if goes_on(together, players, sizes=sizes, earlier=earlier, seed=seed):
        return arrangement.draw_all(players, sizes, len(earlier) + 1, seed=seed)[-1]
    return seating.draw(
        players, sizes=sizes, earlier=earlier, seed=seed, is_rotating=together == "rotating"
    ).tables


def goes_on(
    together: Partners,
    players: Sequence[int],
    *,
    sizes: Sequence[int],
    earlier: Sequence[Round],
    seed: int,
) -> bool:
    """Whether the next round follows from the rounds so far by the arrangement of this seed."""
    return together == "none" and arrangement.goes_on(players, sizes, earlier, seed=seed)


def _drawn_pairs(
    known: Pairs, *, sizes: Sequence[int], earlier: Sequence[Round], seed: int
) -> tuple[tuple[int, ...], ...]:
    if known.alone or any(size != TABLE for size in sizes):
        raise ValueError(f"{len(known.pairs)} pairs do not fill tables of {tuple(sizes)}")
    drawn = seating.draw(
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


def cost(together: Partners, tables: Round, earlier: Sequence[Round]) -> Cost:
    """Return what is wrong with a seating; partners who stay together do not meet each other."""
    if together == "fixed":
        return Cost(*seating.cost(_by_pair(tables), [_by_pair(past) for past in earlier]))
    again = partners_again(tables, earlier) if together == "rotating" else 0
    return Cost(*seating.cost(tables, earlier), again)


def _by_pair(tables: Round) -> list[tuple[int, ...]]:
    """Return tables of four with the lower start number of each pair in place of the pair."""
    return [tuple(low for low, _high in partners([table])) for table in tables]
