"""The state of a search for two rounds after an earlier one, and its cost counted in another
way."""

from itertools import combinations

from wk.draw.search_state import HARD, MEETING, SHORT, SOFT, SearchState

EARLIER = [[(1, 2, 3, 14, 15), (4, 5, 6, 7), (8, 9, 10, 11)]]
PENALTIES = {1: {2: HARD, 9: SOFT}, 2: {1: HARD}, 9: {1: SOFT}}
ROUND_PENALTIES = [{3: {4: HARD}, 4: {3: HARD}}, {}]
FIXED_SEATS = [{}, {12: 4}]


def random_round(random):
    """Return a random round of 13 players."""
    row = random.sample(range(1, 14), 13)
    return [tuple(row[:5]), tuple(row[5:9]), tuple(row[9:])]


def state_of(rounds, power=3):
    """Return the state of a search with these rounds."""
    return SearchState(
        rounds,
        EARLIER,
        penalties=PENALTIES,
        round_penalties=ROUND_PENALTIES,
        fixed_seats=FIXED_SEATS,
        power=power,
    )


def total_cost(rounds, power=3):
    """Return the total cost, counted pair by pair and player by player."""
    total = 0
    players = range(1, 14)
    for one, other in combinations(players, 2):
        met = [any(one in t and other in t for t in tables) for tables in [*EARLIER, *rounds]]
        before = sum(met[: len(EARLIER)])
        total += MEETING * sum(times**power for times in range(before, sum(met)))
        total += PENALTIES.get(one, {}).get(other, 0) * sum(met[len(EARLIER) :])
        for number, is_met in enumerate(met[len(EARLIER) :]):
            total += is_met * ROUND_PENALTIES[number].get(one, {}).get(other, 0)
    for player in players:
        fours = [any(len(t) == 4 and player in t for t in r) for r in [*EARLIER, *rounds]]
        before = sum(fours[: len(EARLIER)])
        total += SHORT * (max(0, sum(fours) - 1) - max(0, before - 1))
    for number, fixed in enumerate(FIXED_SEATS):
        for player, seat in fixed.items():
            total += HARD * any(player in t and len(t) <= seat for t in rounds[number])
    return total
