"""The designs: ready-made tables for three rounds with as few repeat meetings as possible.

Players are start numbers. A table is its players in clockwise order (the first is NORTH), a round
is its tables. Tables have five players or four (rule A14). Sitting at a table of four more than
once is an advantage that nobody should have over others (rule A19).

Nothing is searched at the moment of the draw. For every number of players there is a design of
places, and the seed decides which player gets which place: every permutation is equally likely.
There are two kinds of design:

- From five tables on, the places form five classes of T places, T being the number of tables. In
  the first round place t of each class is at table t. From round to round each class moves on by
  its own number of tables. The difference between any two classes changes from round to round, so
  no two places ever meet twice. A table of four is a table with an empty place. All empty places
  belong to one class, so no table has two of them.
- With fewer tables, or where some players could not avoid meeting two empty places, the design was
  found by a search beforehand and stands in `known_designs.FOUND`.

If the organiser chose more tables of four, there are more empty places than the first kind can keep
apart. Then a short search (`seat_rotation.with_fewer_short`) swaps places, not players,
until few places have a table of four more often than they must.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, chain, combinations
from random import Random

from wk.draw.known_designs import (
    CLASSES,
    FOUND,
    LETTERS,
    ROUNDS,
    STEADY,
    STEPS,
    tables_needed,
)
from wk.draw.seat_rotation import with_fewer_short
from wk.draw.seats import DrawnTables, Tables, check_fit, shuffled

# The class of the empty places. With this one everybody has a new seat in each round (`_rotated`).
GAPS = 3


def draw_all(
    players: Sequence[int], sizes: Sequence[int], rounds: int = ROUNDS, *, seed: int
) -> tuple[DrawnTables, ...]:
    """Draw the rounds: table k of each has sizes[k] players, in clockwise order.

    `players` are different start numbers; their order does not matter. With as many tables of five
    as possible (`scoring.tables.split`) three rounds cost what `smallest_known` says. With more
    tables of four nobody meets twice, and few players sit at one more often than they must. Nobody
    has a seat twice. The same players, sizes and seed give the same seats on every machine. Fewer
    rounds are the first of the three.

    Raises ValueError when a player is named twice, when the sizes do not add up to the players, and
    where there is no design (see `has_design`).
    """
    check_fit(players, sizes)
    if not 1 <= rounds <= ROUNDS or not has_design(sizes):
        raise ValueError(f"no design for {rounds} rounds at tables of {tuple(sizes)}")
    random = Random(seed)
    row = shuffled(sorted(players), random)
    fives = [table for table, size in enumerate(sizes) if size == CLASSES]
    fours = [table for table, size in enumerate(sizes) if size != CLASSES]
    drawn = []
    for tables in _designed(row, len(sizes), len(fours))[:rounds]:
        # Without a shuffle the next table would mostly be the next number, which helps nobody.
        numbers = shuffled(fives, random) + shuffled(fours, random)
        ordered = dict(zip(numbers, sorted(tables, key=len, reverse=True), strict=True))
        drawn.append(tuple(ordered[table] for table in range(len(sizes))))
    return tuple(drawn)


def continued(
    players: Sequence[int], sizes: Sequence[int], earlier: Sequence[Tables], *, seed: int
) -> tuple[DrawnTables, ...]:
    """Return the rounds of the design of this seed that follow the rounds in `earlier`.

    Return () if the earlier rounds do not follow the design, or no round of it is left. A player
    has the place in the design that belongs to the seat taken in the first round. So the first
    round may have been drawn in another way or changed by hand. The later rounds must be exactly
    those of the design, with the same players.
    """
    played = len(earlier)
    if played >= ROUNDS or not has_design(sizes):
        return ()
    drawn = draw_all(players, sizes, seed=seed)
    if not played:
        return drawn
    if [len(table) for table in earlier[0]] != list(sizes):
        return ()
    seated = zip(chain.from_iterable(drawn[0]), chain.from_iterable(earlier[0]), strict=True)
    who = dict(seated)
    if who.keys() != set(who.values()):
        return ()
    named = [tuple(tuple(who[p] for p in table) for table in tables) for tables in drawn]
    so_far = [tuple(tuple(table) for table in tables) for tables in earlier]
    return tuple(named[played:]) if named[:played] == so_far else ()


def has_design(sizes: Sequence[int]) -> bool:
    """Return whether there is a design for tables of these sizes.

    All tables must have five or four players. There must be at least five tables, or as few tables
    of four as possible and an entry in `known_designs.FOUND`.
    """
    if not set(sizes) <= {CLASSES, CLASSES - 1}:
        return False
    return len(sizes) >= CLASSES or (
        sum(sizes) in FOUND and len(sizes) == tables_needed(sum(sizes))
    )


def cost(rounds: Sequence[Tables]) -> tuple[int, int]:
    """Return the repeat meetings and the extra sittings at a table of four.

    Repeat meetings: over all pairs, the number of meetings choose 2, added up. Extra sittings: over
    all players, the sittings at a table of four beyond the first, added up. Where all tables have
    four players these are no advantage to anybody, but they are counted.
    """
    tables = list(chain.from_iterable(rounds))
    met = Counter(pair for table in tables for pair in combinations(sorted(table), 2))
    short = Counter(player for table in tables if len(table) == CLASSES - 1 for player in table)
    repeats = sum(times * (times - 1) // 2 for times in met.values())
    return repeats, sum(times - 1 for times in short.values())


def _designed(row: list[int], tables: int, gaps: int) -> list[list[tuple[int, ...]]]:
    """Return the three rounds for the players of the row, with `gaps` tables of four."""
    if len(row) in FOUND and tables == tables_needed(len(row)):
        sizes = [CLASSES] * (tables - gaps) + [CLASSES - 1] * gaps
        ends = list(accumulate(sizes))
        first = [tuple(row[end - size : end]) for end, size in zip(ends, sizes, strict=True)]
        return [first, *(list(_read(found, row)) for found in FOUND[len(row)])]
    second, third, gap_places = STEPS.get(tables, (*STEADY, ()))
    if gaps > len(gap_places):
        return [
            [tuple(row[place] for place in table) for table in places]
            for places in _with_gaps(tables, gaps)
        ]
    return _rotated(row, tables, (second, third), gap_places[:gaps])


@lru_cache(maxsize=32)
def _with_gaps(tables: int, gaps: int) -> tuple[DrawnTables, ...]:
    """Return the three rounds of the places (0, 1, …), with `gaps` tables of four.

    The result does not depend on the seed: the search for it has a seed of its own, the number of
    tables. So it is kept for the next draw.
    """
    second, third, _few = STEPS.get(tables, (*STEADY, ()))
    places = list(range(CLASSES * tables - gaps))
    gap_places = _spread_gaps(gaps, tables, (second, third))
    rounds = _rotated(places, tables, (second, third), gap_places)
    least = max(0, ROUNDS * gaps * (CLASSES - 1) - len(places))
    return with_fewer_short(rounds, cost(rounds)[1] - least, Random(tables))


def _read(found: str, row: list[int]) -> Iterator[tuple[int, ...]]:
    """Return one round of `known_designs.FOUND` with the players of the row in its places."""
    return (tuple(row[LETTERS.index(letter)] for letter in table) for table in found.split())


def _rotated(
    row: list[int], tables: int, steps: Sequence[Sequence[int]], gaps: Sequence[int]
) -> list[list[tuple[int, ...]]]:
    """Return the three rounds of the moving classes; the places `gaps` of class `GAPS` stay empty.

    In round r (from 0) class s sits in seat s + r, counted round the table: three different seats.
    Where the place of class 3 is empty, the free seat is 3, 4 and 0 in the three rounds. The player
    in seat 4 moves to it, so that tables of four have seats 0 to 3. In the first round that is
    class 4, which later has seats 0 and 1. In the second round the free seat is 4 itself. In the
    third round it is class 2, which had seats 2 and 3. So these players too have three different
    seats.
    """
    players = iter(row)
    empty = set(gaps)
    classes: list[list[int | None]] = [
        [None if s == GAPS and t in empty else next(players) for t in range(tables)]
        for s in range(CLASSES)
    ]
    rounds = []
    for number, step in enumerate(((0,) * CLASSES, *steps)):
        # The player at table j has place j - step, so each class is rotated by its step.
        at = [
            places[tables - moved % tables :] + places[: tables - moved % tables]
            for places, moved in zip(classes, step, strict=True)
        ]
        seats = [at[(seat - number) % CLASSES] for seat in range(CLASSES)]
        rounds.append([_closed(table) for table in zip(*seats, strict=True)])
    return rounds


def _closed(table: tuple[int | None, ...]) -> tuple[int, ...]:
    """Return a table without its empty seat: the player of the last seat moves to that one."""
    players = [player for player in table if player is not None]
    if len(players) < len(table) and table[-1] is not None:
        players.insert(table.index(None), players.pop())
    return tuple(players)


def _spread_gaps(gaps: int, tables: int, steps: Sequence[Sequence[int]]) -> list[int]:
    """Return `gaps` places to leave empty, such that few players meet more than one of them.

    A player who meets an empty place sits at a table of four. The choice is greedy. First come the
    empty places that only players without a table of four meet, then those that at most one player
    meets for the second time, then at most two, and so on.
    """
    # In each round, place t of class s sits at the table of the empty place t + by.
    ahead = [
        (s, (step[s] - step[GAPS]) % tables)
        for step in ((0,) * CLASSES, *steps)
        for s in range(CLASSES)
        if s != GAPS
    ]
    met: set[tuple[int, int]] = set()
    taken: dict[int, None] = {}
    for again in range(len(ahead) + 1):
        for gap in range(tables):
            if len(taken) == gaps:
                return list(taken)
            meets = {(s, (gap - by) % tables) for s, by in ahead}
            if gap not in taken and len(meets & met) <= again:
                taken[gap] = None
                met |= meets
    return list(taken)
