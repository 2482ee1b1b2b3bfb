"""Every outcome of a small tournament, told one by one."""

from collections import Counter, defaultdict
from dataclasses import replace
from functools import cache
from itertools import chain, combinations_with_replacement, permutations, product

from scoring.possible import Outlook


@cache
def table_outcomes(places):
    """Return the match points of every outcome of a table in halves: every order, every tie."""
    found = set()
    for order in product(range(len(places)), repeat=len(places)):
        ranked = sorted(range(len(places)), key=lambda seat: order[seat])
        values = [0] * len(places)
        for level in set(order):
            tied = [at for at, seat in enumerate(ranked) if order[seat] == level]
            share = sum(places[at] for at in tied) // len(tied)
            for at in tied:
                values[ranked[at]] = share
        found.add(tuple(values))
    return found


def seatings(players, sizes):
    """Yield every way to fill tables of these sizes, each table as a set of players."""
    found = set()
    for order in permutations(players):
        tables, start = [], 0
        for size in sizes:
            tables.append(frozenset(order[start : start + size]))
            start += size
        found.add(tuple(tables))
    return found


@cache
def gains(players, tables, rounds, free_tables, playing):
    """Return every outcome of all tables together: what each of the players gets."""
    totals = {(0,) * len(players)}
    for members, places in tables:
        totals = together(totals, seated(players, members, places))
    one_round = set()
    for seating in seatings(playing, [len(places) for places in free_tables]) if rounds else ():
        of_seating = {(0,) * len(players)}
        for members, places in zip(seating, free_tables, strict=True):
            of_seating = together(of_seating, seated(players, sorted(members), places))
        one_round |= of_seating
    for _ in range(rounds):
        totals = together(totals, one_round)
    return totals


def seated(players, members, places):
    return {
        tuple(dict(zip(members, values, strict=True)).get(player, 0) for player in players)
        for values in table_outcomes(places)
    }


def together(some, others):
    return {tuple(map(sum, zip(one, other, strict=True))) for one in some for other in others}


def ranks(outlook: Outlook):
    """Return the best and worst rank of each player over all outcomes, by start number."""
    people = outlook.contestants
    outcomes = gains(
        tuple(each.number for each in people),
        tuple((table.players, table.places) for table in outlook.tables),
        outlook.rounds,
        outlook.free_tables,
        tuple(each.number for each in people if each.plays_on),
    )
    open_rounds = [
        sum(each.number in table.players for table in outlook.tables)
        + outlook.rounds * each.plays_on
        for each in people
    ]
    # Without a limit a round can give any points: some so many that nobody comes near.
    least = -(10**9) if outlook.least is None else outlook.least
    most = 10**9 if outlook.most is None else outlook.most
    low = [p.points + n * least for p, n in zip(people, open_rounds, strict=True)]
    high = [p.points + n * most for p, n in zip(people, open_rounds, strict=True)]
    held = [each.half_points for each in people]
    found = {}
    for own, player in enumerate(people):
        best, worst = len(people), 1
        others = [other for other in range(len(people)) if other != own]
        for gained in outcomes:
            total = held[own] + gained[own]
            ahead = behind = 1
            for other in others:
                theirs = held[other] + gained[other]
                ahead += theirs > total or (theirs == total and low[other] > high[own])
                behind += theirs > total or (theirs == total and high[other] > low[own])
            best, worst = min(best, ahead), max(worst, behind)
            if (best, worst) == (1, len(people)):
                break  # no outcome gives more
        found[player.number] = (best, worst)
    return found


def best_at(outlook: Outlook, number, place):
    """Return the best rank of a player alone on this place of the only open table of the player.

    There are no free rounds, and every player sits at one open table at most. The result is None
    if the table has no such place.
    """
    [table] = [each for each in outlook.tables if number in each.players]
    at = [person.number for person in outlook.contestants].index(number)
    [player] = [person for person in outlook.contestants if person.number == number]
    best = None
    others = tuple(each for each in outlook.tables if each != table)
    for values in table_outcomes(table.places):
        given = dict(zip(table.players, values, strict=True))
        if given[number] != table.places[place - 1] or values.count(given[number]) > 1:
            continue
        # What the table gave is settled, and so are the points that are best for the player.
        most = 10**9 if outlook.most is None else outlook.most
        least = -(10**9) if outlook.least is None else outlook.least
        settled = tuple(
            replace(
                each,
                half_points=each.half_points + given[each.number],
                points=each.points + (most if each == player else least),
            )
            if each.number in given
            else each
            for each in outlook.contestants
        )
        found = ranks(replace(outlook, contestants=settled, tables=others))[settled[at].number][0]
        best = min(best or found, found)
    return best


@cache
def handed_out(free_tables):
    """Return every multiset of match points that the tables of a round can hand out, ascending."""
    kinds = Counter(free_tables)
    of_kinds = [
        combinations_with_replacement(sorted({tuple(sorted(v)) for v in table_outcomes(kind)}), n)
        for kind, n in kinds.items()
    ]
    chosen = (chain.from_iterable(chain.from_iterable(each)) for each in product(*of_kinds))
    return {tuple(sorted(values)) for values in chosen}


@cache
def left_over(free_tables, plays_on):
    """Return what a player can get in a round, each with what can be left for the others then: as
    ascending values, and as their negatives, ascending too."""
    left = defaultdict(set)
    for values in handed_out(free_tables):
        if not plays_on:
            left[0].add(values)
        for at, value in enumerate(values if plays_on else ()):
            left[value].add((*values[:at], *values[at + 1 :]))
    return [
        (more, rests, [[-value for value in reversed(rest)] for rest in rests])
        for more, rests in left.items()
    ]


def ranks_in_one_round(outlook: Outlook):
    """Return what `ranks` does where one round is not drawn, beside open tables.

    Players in that round only differ in what they hold, so that it is enough to look at every
    multiset of match points, at each of them for the player, and at the others one by one.
    """
    people = outlook.contestants
    seats = [number for table in outlook.tables for number in table.players]
    rounds = {each.number: seats.count(each.number) + each.plays_on for each in people}
    least = -(10**9) if outlook.least is None else outlook.least
    most = 10**9 if outlook.most is None else outlook.most
    low = {each.number: each.points + least * rounds[each.number] for each in people}
    high = {each.number: each.points + most * rounds[each.number] for each in people}
    best = dict.fromkeys(rounds, len(people))
    worst = dict.fromkeys(rounds, 1)
    tables = tuple((table.players, table.places) for table in outlook.tables)
    for gained in gains(tuple(rounds), tables, 0, (), ()):
        held = {
            each.number: each.half_points + more for each, more in zip(people, gained, strict=True)
        }
        for own in people:
            number = own.number
            for more, rests, negated in left_over(outlook.free_tables, own.plays_on):
                total = held[number] + more
                # The most that each may get so as not to be ahead, and the least to be ahead.
                caps, needs = [], []
                for other in people:
                    if other != own:
                        room = total - held[other.number]
                        cap = room - (low[other.number] > high[number])
                        caps.append((other.plays_on, cap))
                        needs.append((other.plays_on, -room - (high[other.number] <= low[number])))
                over = len(caps) - max(kept(caps, rests))
                ahead = max(kept(needs, negated))
                best[number] = min(best[number], 1 + over)
                worst[number] = max(worst[number], 1 + ahead)
    return {number: (best[number], worst[number]) for number in rounds}


def kept(caps, all_values):
    """Yield for each of several values how many caps can be kept to; each cap is given with whether
    its player gets one of the values."""
    count = sum(cap >= 0 for plays, cap in caps if not plays)
    among = sorted(cap for plays, cap in caps if plays)
    for values in all_values:
        yield count + matched(among, values)


def matched(caps, values):
    """Return how many caps can each have a value that is not above it; both are ascending."""
    count = 0
    for cap in caps:
        count += values[count] <= cap
    return count
