"""The arrangement: ready-made tables for three rounds with as few repeat meetings as possible.

Players are start numbers. A table is its players in clockwise order (the first is NORTH), a round
is its tables. Tables have five players or four (rule A14). Sitting at a table of four more than
once is an advantage that nobody should have over others (rule A19).

Nothing is searched at the moment of the draw. For every number of players there is an arrangement
of places, and the seed decides which player gets which place: every permutation is equally likely.
There are two kinds of arrangement:

- From five tables on, the places form five classes of T places, T being the number of tables. In
  the first round place t of each class is at table t. From round to round each class moves on by
  its own number of tables. The difference between any two classes changes from round to round, so
  no two places ever meet twice. A table of four is a table with an empty place. All empty places
  belong to one class, so no table has two of them.
- With fewer tables, or where some players could not avoid meeting two empty places, the arrangement
  was found by a search beforehand and stands in `FOUND`.

If the organiser chose more tables of four, there are more empty places than the first kind can keep
apart. Then a short search (`newseats.evened`) swaps places, not players, until few places have a
table of four more often than they must.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, chain, combinations
from random import Random
from typing import TypeAlias

from wk.draw.seat_rotation import evened
from wk.draw.seats import Round, check_fit, shuffled

Table: TypeAlias = tuple[int, ...]

FEWEST = 8  # players
ROUNDS = 3
CLASSES = 5
GAPS = 3  # the class of the empty places: with this one everybody has a new seat, see `_moved`

# By number of tables: how many tables each class has moved on in the second round and in the
# third, and the places to leave empty first, as many as there are without anybody meeting two.
STEPS = {
    5: ((0, 1, 2, 3, 4), (0, 2, 4, 1, 3), (0,)),
    6: ((0, 2, 1, 5, 4), (0, 4, 5, 2, 3), (0,)),
    7: ((0, 1, 2, 3, 4), (0, 2, 4, 6, 1), (0,)),
    8: ((0, 6, 4, 1, 2), (0, 2, 5, 7, 1), (0, 4)),
    9: ((0, 5, 6, 4, 3), (0, 7, 3, 2, 6), (0, 3, 6)),
    10: ((0, 1, 2, 3, 4), (0, 2, 4, 6, 8), (0, 5)),
    11: ((0, 7, 4, 1, 6), (0, 9, 1, 6, 5), (0, 2, 4)),
    12: ((0, 6, 4, 5, 1), (0, 9, 5, 10, 8), (0, 3, 6, 9)),
    13: ((0, 11, 4, 8, 3), (0, 12, 9, 4, 1), (0, 1, 7)),
    14: ((0, 1, 12, 10, 13), (0, 8, 9, 12, 3), (0, 1, 7, 8)),
    15: ((0, 11, 9, 4, 5), (0, 4, 3, 14, 10), (0, 3, 6, 9)),
    16: ((0, 6, 10, 1, 15), (0, 13, 14, 15, 2), (0, 4, 8, 12)),
    17: ((0, 3, 5, 10, 15), (0, 14, 10, 5, 2), (0, 2, 4, 6)),
    18: ((0, 1, 10, 15, 11), (0, 15, 4, 1, 16), (0, 2, 9, 11)),
    19: ((0, 1, 4, 11, 2), (0, 7, 17, 12, 4), (0, 2, 4, 6)),
    20: ((0, 1, 2, 3, 4), (0, 2, 4, 6, 8), (0, 5, 10, 15)),
    21: ((0, 14, 20, 15, 13), (0, 3, 13, 14, 7), (0, 4, 8, 12)),
}
# With more tables class s moves on by s tables a round, and `_apart` chooses the empty places.
STEADY = ((0, 1, 2, 3, 4), (0, 2, 4, 6, 8))

# By number of players, at as many tables of five as possible: the second and the third round of
# the best arrangement. A letter is a place, in the order of the seats. In the first round the
# places sit in order.
FOUND = {
    8: ("7612 5034", "6351 2470"),
    9: ("87143 6250", "74028 1536"),
    10: ("12965 83047", "48526 79103"),
    12: ("9278 10b5 3a46", "7814 260a b359"),
    13: ("c4871 630a b952", "2c607 3549 8ba1"),
    14: ("60a17 93bc5 82d4", "c8623 b419a d750"),
    15: ("b357d ca902 14e68", "378a1 9e0b6 2d45c"),
    16: ("1bd5 e490 ac36 72f8", "26be 97c1 d384 f05a"),
    17: ("f4c62 8g19 e3a5 70db", "6f31b a84d gc50 279e"),
    18: ("7g1c5 3h6a2 84eb 9df0", "hc496 g0a18 d53e f7b2"),
    19: ("d9g12 456ci b3fe8 7h0a", "c734g 8i90b 2daf5 6e1h"),
    20: ("c9d2g ha816 e734i j50fb", "be9h1 72j0a 48ic5 d3g6f"),
    21: ("63eia c5h4 17gj 890f bkd2", "j84eb id91 g0c6 2ha7 3fk5"),
    22: ("4lb7h j0de5 2c6k 8af1 9g3i", "1ieb6 d2lg8 c3h5 7ka0 f4j9"),
    23: ("92dkf 4a8jg hl5c1 7m0e b3i6", "efj16 kh3a7 l09gb di45 c8m2"),
    26: ("hd3jn 4ai5m kg92 8oe1 6plc 70fb", "g8bni 2eja7 ch50 o4d6 f3pk lm19"),
    27: ("cnm5f qle0g 1hjp6 7d3o 29kb 8i4a", "h8n2d 4fblo 3q9ja ep5k ic06 m7g1"),
    28: ("1moeh l9j0q 8krgc b4n5p 72df 6i3a", "37pcm dril5 hqk26 nf0oa j81b ge94"),
    31: ("oralg 4hspc 19ujn iem5 q73f dt06 28kb", "8jfrd euoh2 sqi0l m49a tcg7 35bn 6p1k"),
    32: ("trnh8 3faqk p4sei v26mo d71u l5jb g90c", "9okjd 7vp0n bmtgq rc51s euf2 8i3l 6h4a"),
    33: ("sv1ef 48upl 6m0rh iwna2 q7gtb c5jo 39dk", "wr8j3 vckq6 ei5um ots90 1dpgn bfl2 7a4h"),
    36: (
        "un0qi yfrc2 m7at3 xs1e6 boz5 hd9k jw8p g4vl",
        "9mbjy tkxgq zhn4s r8lud iao2 7vp1 e5f0 3cw6",
    ),
    37: (
        "1xfqu 2vlry 3ep9w Atdg8 7oszc mhb0 jn6a 4i5k",
        "vmA6p w4ays e0kjx qzitb u5nhr g71l 8f3c d29o",
    ),
    41: (
        "zmbvq yBkc7 usCg2 Ard1w jD5xp 83lf i0Ee 6aoh 94nt",
        "vAip6 qxtC0 E9wa3 reyDl h8s4B o5ub 2kfz cj1m dng7",
    ),
    46: (
        "AIepD c50HC tBuEG Jyx1h 8Fzvn 47jwm s2kg 63fb 9aor idql",
        "I9gzl Ewsfy 2xDoH dC6Gv Frbku BJ3aq mi1e 7At0 hc84 njp5",
    ),
    47: (
        "CD5uh r9z0I mGAav bxsJF gtHBc 7o3wp E2Kef 8jyk ndq1 i46l",
        "Gn47H Fik5q ly1IA 3cf6z K0Cod Jw8rD BujEb xap2 tmeh 9svg",
    ),
    51: (
        "OcAj2 EH9MB qf1yJ hz4vG K5iwN m7CbD tLIFn xe8l gaor 3k6p sdu0",
        "G8fIa dixEL 1uH6A lNDg0 oFKBp r3MeC JszkO c9vt 7nyh 4wjm b2q5",
    ),
    61: (
        "SrdA2 9x0fN yE3Vh 7avKX nMYTp cHCWR OulLz wsUbP QJtjF 18eD i5Im gG6k 4Boq",
        "T7zG0 mXOpB 3QDoY qVnJ5 IPKRg ekM4s rw8Ni AUW6v LfE1S Cjay F2uc dhxl Htb9",
    ),
}
LETTERS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

# The smallest number of repeat meetings in three rounds, and then the smallest number of extra
# sittings at a table of four. For all other numbers both are 0.
# fmt: off
SMALLEST = {
    8: (12, 16), 9: (18, 4), 10: (24, 0),
    12: (9, 24), 13: (12, 11), 14: (15, 2), 15: (18, 0),
    16: (0, 32), 17: (3, 19), 18: (6, 8), 19: (9, 2), 20: (12, 0),
    21: (0, 27), 22: (0, 14), 23: (0, 4), 26: (0, 22), 27: (0, 9),
    31: (0, 17), 32: (0, 4), 36: (0, 12), 41: (0, 7), 46: (0, 2),
}
# fmt: on


def draw_all(
    players: Sequence[int], sizes: Sequence[int], rounds: int = ROUNDS, *, seed: int
) -> tuple[tuple[Table, ...], ...]:
    """Draw the rounds: table k of each has sizes[k] players, in clockwise order.

    `players` are different start numbers; their order does not matter. With as many tables of five
    as possible (`scoring.tables.split`) three rounds cost what `smallest_known` says. With more
    tables of four nobody meets twice, and few players sit at one more often than they must. Nobody
    has a seat twice. The same players, sizes and seed give the same seats on every machine. Fewer
    rounds are the first of the three.

    Raises ValueError when a player is named twice, when the sizes do not add up to the players, and
    where there is no arrangement (see `is_arranged`).
    """
    check_fit(players, sizes)
    if not 1 <= rounds <= ROUNDS or not is_arranged(sizes):
        raise ValueError(f"no arrangement for {rounds} rounds at tables of {tuple(sizes)}")
    random = Random(seed)
    row = shuffled(sorted(players), random)
    fives = [table for table, size in enumerate(sizes) if size == CLASSES]
    fours = [table for table, size in enumerate(sizes) if size != CLASSES]
    drawn = []
    for tables in _arranged(row, len(sizes), len(fours))[:rounds]:
        # Without a shuffle the next table would mostly be the next number, which helps nobody.
        numbers = shuffled(fives, random) + shuffled(fours, random)
        ordered = dict(zip(numbers, sorted(tables, key=len, reverse=True), strict=True))
        drawn.append(tuple(ordered[table] for table in range(len(sizes))))
    return tuple(drawn)


def going_on(
    players: Sequence[int], sizes: Sequence[int], earlier: Sequence[Round], *, seed: int
) -> tuple[tuple[Table, ...], ...]:
    """Return the rounds of this seed's arrangement that follow the rounds in `earlier`.

    Return () where the earlier rounds do not follow the arrangement, or no round of it is left. The
    places are read from the first round: each player has the place of the seat taken there. So the
    first round may have been drawn in another way or changed by hand. The later rounds must be
    exactly those of the arrangement, with the same players.
    """
    played = len(earlier)
    if played >= ROUNDS or not is_arranged(sizes):
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


def is_arranged(sizes: Sequence[int]) -> bool:
    """Return whether there is an arrangement for tables of these sizes.

    All tables must have five or four players. There must be at least five tables, or as few tables
    of four as possible and an entry in `FOUND`.
    """
    if not set(sizes) <= {CLASSES, CLASSES - 1}:
        return False
    return len(sizes) >= CLASSES or (sum(sizes) in FOUND and len(sizes) == _tables(sum(sizes)))


def smallest_known(players: int) -> tuple[int, int]:
    """Return the smallest `cost` known for three rounds with as many tables of five as possible.

    Raises ValueError for fewer than 8 players and for 11 players: they do not fill such tables.
    """
    if players < FEWEST or CLASSES * _tables(players) - players > _tables(players):
        raise ValueError(f"{players} players have no three rounds at tables of five and four")
    return SMALLEST.get(players, (0, 0))


def cost(rounds: Sequence[Round]) -> tuple[int, int]:
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


def _tables(players: int) -> int:
    """Return the number of tables when as many as possible have five players."""
    return -(-players // CLASSES)


def _arranged(row: list[int], tables: int, gaps: int) -> list[list[Table]]:
    """Return the three rounds for the players of the row, with `gaps` tables of four."""
    if len(row) in FOUND and tables == _tables(len(row)):
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
    return _moved(row, tables, (second, third), gap_places[:gaps])


@lru_cache(maxsize=32)
def _with_gaps(tables: int, gaps: int) -> tuple[tuple[Table, ...], ...]:
    """Return the three rounds of the places (0, 1, …), with `gaps` tables of four."""
    second, third, _few = STEPS.get(tables, (*STEADY, ()))
    places = list(range(CLASSES * tables - gaps))
    apart = _apart(gaps, tables, (second, third))
    rounds = _moved(places, tables, (second, third), apart)
    least = max(0, ROUNDS * gaps * (CLASSES - 1) - len(places))
    return evened(rounds, cost(rounds)[1] - least, Random(tables))


def _read(found: str, row: list[int]) -> Iterator[Table]:
    """Return one round of `FOUND` with the players of the row in its places."""
    return (tuple(row[LETTERS.index(letter)] for letter in table) for table in found.split())


def _moved(
    row: list[int], tables: int, steps: Sequence[Sequence[int]], gaps: Sequence[int]
) -> list[list[Table]]:
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


def _closed(table: tuple[int | None, ...]) -> Table:
    """Return a table without its empty seat: the player of the last seat moves to that one."""
    players = [player for player in table if player is not None]
    if len(players) < len(table) and table[-1] is not None:
        players.insert(table.index(None), players.pop())
    return tuple(players)


def _apart(gaps: int, tables: int, steps: Sequence[Sequence[int]]) -> list[int]:
    """Return `gaps` places to leave empty, such that few players meet more than one of them.

    A player meeting an empty place sits at a table of four. The choice is greedy: first the empty
    places met only by players without one yet, then those met by one player at most with one
    already, then by two at most, and so on.
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
