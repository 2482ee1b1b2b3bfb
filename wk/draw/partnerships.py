"""The draw of one round for each way of playing: alone, in fixed pairs, with changing partners."""

from collections.abc import Collection, Sequence

from scoring.game import Partners
from scoring.pairs import TABLE, Pairs, pairs, partners
from wk.draw import designs, single_round
from wk.draw.seats import DrawnTables, Tables, seats_of


def draw(
    together: Partners,
    players: Sequence[int],
    *,
    sizes: Sequence[int],
    earlier: Sequence[Tables],
    seed: int,
    withdrawn: Collection[int] = (),
) -> DrawnTables:
    """Draw a round as `single_round.draw` does, with partners opposite each other.

    `together` says how players play together. If they play alone, and the earlier rounds follow the
    design of this seed, the result is the next round of that design: no search finds a better one.
    Each fixed pair is drawn like one player at tables of two. `withdrawn` are the players who left,
    as `scoring.pairs.pairs` needs them. Raises ValueError as `single_round.draw` does, and if a
    player is in no pair.
    """
    if together == "fixed":
        known = pairs(players, earlier, withdrawn)
        return _drawn_pairs(known, sizes=sizes, earlier=earlier, seed=seed)
    if together == "none":
        designed = designs.continued(players, sizes, earlier, seed=seed)
        if designed:
            return designed[0]
    return single_round.draw(
        players, sizes=sizes, earlier=earlier, seed=seed, is_rotating=together == "rotating"
    ).tables


def by_pair(tables: Tables) -> list[tuple[int, ...]]:
    """Return tables of four with the lower start number of each pair in place of the pair."""
    return [tuple(low for low, _high in partners([table])) for table in tables]


def _drawn_pairs(
    known: Pairs, *, sizes: Sequence[int], earlier: Sequence[Tables], seed: int
) -> DrawnTables:
    """Return two pairs at each table, the partners opposite each other.

    A pair is drawn under its lower start number. The partners of a pair exchange seats if that
    gives them fewer seats that they had before.
    """
    if known.alone or any(size != TABLE for size in sizes):
        raise ValueError(f"{len(known.pairs)} pairs do not fill tables of {tuple(sizes)}")
    drawn = single_round.draw(
        [one for one, _other in known.pairs],
        sizes=[2] * len(sizes),
        earlier=[by_pair(tables) for tables in earlier],
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
