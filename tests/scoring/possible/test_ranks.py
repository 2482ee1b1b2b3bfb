"""The ranks that are still possible, against every outcome of small tournaments."""

from dataclasses import replace
from random import Random

import pytest

from scoring.possible import Contestant, OpenTable, Outlook, RankFinder
from tests.samples import seed_of_run, so_many
from tests.scoring.possible.brute_force import best_at, ranks_in_one_round, table_outcomes
from tests.scoring.possible.brute_force import ranks as ranks_by_brute_force


def places(size):
    return tuple(range(10, 10 - 2 * size, -2))


# The players of the open tables, the number of free rounds, and the sizes of their tables.
SEPARATE = [
    ([[1, 2, 3], [4, 5]], 0, ()),
    ([[1, 2, 3, 4]], 0, ()),
]
FREE = [
    ([], 1, (3, 2)),
    ([], 1, (4,)),
    ([], 1, (2, 2, 2)),
    ([], 1, (3, 3)),
    ([], 2, (3,)),
    ([], 2, (2, 2)),
    ([], 3, (2,)),
]
# An open table beside a round that is not drawn.
OPEN_AND_FREE = [
    ([[1, 2, 3]], 1, (3,)),
    ([[1, 2], [3, 4]], 1, (2, 2)),
    ([[2, 3]], 1, (3, 2)),
    ([[1, 2, 3]], 1, (2, 2)),
    ([[1, 2, 3], [4, 5]], 1, (3, 2)),
    ([[1, 2], [1, 3]], 1, (2, 2)),
    ([[1, 2, 3], [1, 2]], 1, (3,)),
    ([[1, 2], [3, 4], [1, 3], [2, 4]], 1, (2, 2)),
]
LINKED = [
    ([[1, 2, 3], [1, 4]], 0, ()),
    ([[1, 2], [2, 3], [3, 4]], 0, ()),
    ([[1, 2, 3], [1, 4], [2, 5]], 0, ()),
]
# Players lead from a table back to it, or sit at three.
CIRCLES = [
    ([[1, 2], [1, 2]], 0, ()),
    ([[1, 2, 3], [1, 2, 3]], 0, ()),
    ([[1, 2], [3, 4], [1, 3], [2, 4]], 0, ()),
    ([[1, 2, 3], [3, 4, 1], [2, 4]], 0, ()),
    ([[1, 2], [1, 2], [1, 2]], 0, ()),
    ([[1, 2], [3, 4], [1, 3], [2, 4], [1, 4], [2, 3]], 0, ()),
]
SMALL = [*SEPARATE, *FREE, *OPEN_AND_FREE, *LINKED, *CIRCLES]
LARGER = [
    ([[1, 2, 3, 4, 5]], 0, ()),
    ([[1, 2, 3, 4], [5, 6, 7]], 0, ()),
    ([[1, 2, 3, 4], [1, 5, 6]], 0, ()),
    ([], 1, (5,)),
    ([], 1, (4, 3)),
    ([], 2, (4,)),
    ([], 2, (3, 2)),
    ([], 3, (3,)),
    ([[1, 2, 3], [4, 5, 6]], 1, (3, 3)),
    ([[1, 2, 3, 4]], 1, (3, 2)),
    ([[1, 2, 3], [1, 2, 3]], 1, (3,)),
    ([[1, 2, 3], [1, 4, 5], [2, 6]], 0, ()),
    ([[1, 2, 3], [1, 4], [2, 5], [3, 6]], 0, ()),
    ([[1, 2, 3], [4, 5, 6], [1, 4, 5], [2, 3, 6]], 0, ()),
    ([[1, 2, 3, 4], [1, 2, 3, 4]], 0, ()),
]
# More players than the search of everything takes.
MANY = [
    ([[1, 2, 3], [3, 4, 5], [5, 6, 7], [8, 9, 1], [10, 11]], 0, ()),
    ([[1, 2, 3, 4], [4, 5, 6], [3, 7, 8], [9, 10, 11]], 0, ()),
    ([[1, 2, 3], [3, 4, 5], [5, 6, 1], [7, 8, 9], [9, 10, 2]], 0, ()),
]
ONE_ROUND = [([], 1, sizes) for sizes in ((4, 4, 4), (5, 4, 4), (5, 5, 4), (5, 4), (5, 5, 5))]
ONE_ROUND_AND_OPEN = [
    ([[1, 2, 3], [4, 5, 6]], 1, (3, 3, 3)),
    ([[1, 2, 3], [4, 5]], 1, (4, 4, 4)),
    ([[1, 2, 3, 4]], 1, (5, 4, 4)),
]


def outlook(random, shape, spread):
    """Return an outlook of this shape, with totals that are close together."""
    seated, rounds, sizes = shape
    playing = sum(sizes)
    count = max([playing, *(n for table in seated for n in table)]) + random.randrange(2)
    least, most = random.choice([(0, 0), (-1, 2), (None, None), (-3, None), (None, 5)])
    numbers = list(range(1, count + 1))
    off = random.sample(numbers, count - playing) if rounds else numbers
    people = tuple(
        Contestant(n, random.randrange(spread), random.randrange(6), n not in off) for n in numbers
    )
    tables = tuple(
        OpenTable(at, tuple(table), places(len(table))) for at, table in enumerate(seated, 1)
    )
    return Outlook(people, tables, rounds, tuple(map(places, sizes)), least, most)


def differences(shapes, number, every_outcome=ranks_by_brute_force):
    """Return the cases whose ranks differ from those of all outcomes."""
    random = Random(seed_of_run())
    for _ in range(number):
        case = outlook(random, random.choice(shapes), random.choice((3, 6, 12, 20)))
        finder = RankFinder(case)
        assert finder.is_exact
        found = {number: (r.best, r.worst) for number, r in finder.ranks().items()}
        expected = every_outcome(case)
        winners = {number for number, (best, _) in expected.items() if best == 1}
        if found != expected or set(finder.contenders()) != winners:
            yield case, found, expected


def test_the_ranks_are_those_of_all_outcomes():
    assert list(differences(SMALL, 40)) == []


@pytest.mark.slow
@pytest.mark.parametrize("shapes", [SEPARATE, FREE, OPEN_AND_FREE, LINKED, CIRCLES])
def test_the_ranks_are_those_of_all_outcomes_of_many_tournaments(shapes):
    assert list(differences(shapes, so_many(250, of=2000))) == []


@pytest.mark.slow
def test_the_ranks_are_those_of_all_outcomes_of_larger_tournaments():
    assert list(differences(LARGER, so_many(25, of=2000))) == []
    assert list(differences(MANY, so_many(1, of=40))) == []


def test_the_ranks_before_a_last_round_of_many_tables():
    assert list(differences(ONE_ROUND[:1], 2, ranks_in_one_round)) == []


def test_a_rank_that_averages_of_outcomes_allow_and_no_outcome():
    """By the sums of their match points all eleven others could pass player 1, but not by ties."""
    held = [5, 5, 1, 1, 1, 0, 5, 2, 0, 3, 0, 4]
    points = [3, 4, 5, 4, 4, 4, 0, 0, 4, 5, 5, 0]
    people = tuple(
        Contestant(number, *each, plays_on=True)
        for number, each in enumerate(zip(held, points, strict=True), 1)
    )
    finder = RankFinder(Outlook(people, (), 1, (places(4),) * 3, least=-1, most=2))
    assert finder.is_exact
    assert (finder.ranks_of(1).best, finder.ranks_of(1).worst) == (1, 11)


@pytest.mark.parametrize("spread", [17, 6])
def test_three_hundred_players_before_a_last_round(spread):
    """With all of them within three match points nearly every table would have to be tied."""
    random = Random(1)
    people = tuple(Contestant(n, random.randrange(spread), 0, plays_on=True) for n in range(300))
    finder = RankFinder(Outlook(people, (), 1, (places(5),) * 60, 0, 0))
    found = finder.ranks()
    assert finder.is_exact
    assert all(1 <= found[each.number].best <= found[each.number].worst <= 300 for each in people)


def while_forms_come_in(seed, *, is_confirmed=False):
    """Return an outlook in the second of three rounds of nine tables; some forms are in.

    `is_confirmed`: the tables of the third round are known.
    """
    random = Random(seed)
    held = dict.fromkeys(range(1, 46), 0)
    tables = []
    for number, share in ((1, 1), (2, 0.4), *[(3, 0)] * is_confirmed):
        players = random.sample(sorted(held), 45)
        for at in range(0, 45, 5):
            seated = tuple(players[at : at + 5])
            if random.random() >= share:
                tables.append(OpenTable(at // 5, seated, places(5)))
                continue
            for player, value in zip(seated, random.choice(sorted(RESULTS)), strict=True):
                held[player] += value
        assert number > 1 or not tables
    free = not is_confirmed
    people = tuple(Contestant(n, value, 0, plays_on=free) for n, value in held.items())
    drawn = (places(5),) * 9 if free else ()
    return Outlook(people, tuple(tables), int(free), drawn, least=-250, most=408)


RESULTS = table_outcomes(places(5))


@pytest.mark.parametrize("seed", [3, 33, 37])
def test_forty_five_players_while_forms_come_in(seed):
    finder = RankFinder(while_forms_come_in(seed))
    finder.ranks()
    assert finder.is_exact


@pytest.mark.parametrize("seed", [2, 4])
def test_forty_five_players_with_the_next_round_confirmed(seed):
    finder = RankFinder(while_forms_come_in(seed, is_confirmed=True))
    finder.ranks()
    assert finder.is_exact


@pytest.mark.slow
def test_the_ranks_before_many_last_rounds():
    assert list(differences(ONE_ROUND, so_many(8, of=600), ranks_in_one_round)) == []
    assert list(differences(ONE_ROUND_AND_OPEN, so_many(3, of=60), ranks_in_one_round)) == []


def test_both_ways_to_tell_all_outcomes_of_a_round_agree():
    random = Random(seed_of_run())
    for shape in (FREE[0], FREE[2], OPEN_AND_FREE[1], OPEN_AND_FREE[3]):
        case = outlook(random, shape, 8)
        assert ranks_in_one_round(case) == ranks_by_brute_force(case)


def test_without_a_search_nothing_possible_is_excluded():
    """And what is called proven or exact is."""
    random = Random(seed_of_run())
    unproven, cases = 0, so_many(25, of=1000)
    for _ in range(cases):
        case = outlook(random, random.choice([*OPEN_AND_FREE, *CIRCLES]), random.choice((6, 12)))
        finder = RankFinder(case, steps=0)
        found, expected = finder.ranks(), ranks_by_brute_force(case)
        for number, (best, worst) in expected.items():
            assert found[number].best <= best <= worst <= found[number].worst
            is_proven = finder.is_proven_winner(number)
            assert best == 1 or not is_proven
            unproven += best == 1 and not is_proven
        told = {number: (each.best, each.worst) for number, each in found.items()}
        assert told == expected or not finder.is_exact
    assert unproven <= 0.8 * cases  # fewer than one player in a case


def test_the_lowest_place_that_keeps_the_best_rank_possible():
    random = Random(seed_of_run())
    for _ in range(so_many(8, of=12)):
        case = outlook(random, random.choice([*SEPARATE, *LARGER[:2]]), 8)
        finder = RankFinder(case)
        for table in case.tables:
            for number in table.players:
                found = finder.lowest_place_for_best(number)
                best = finder.ranks_of(number).best
                keeps = [
                    place
                    for place in range(1, len(table.places) + 1)
                    if best_at(case, number, place) == best
                ]
                assert (found, case, number) == (max(keeps), case, number)


def champions(case, random, results):
    """Return the players on rank 1 after results of all tables; `results` keeps those drawn."""
    totals = {each.number: (each.half_points, each.points) for each in case.contestants}
    for table in case.tables:
        if table.number not in results:
            values = random.choice(sorted(table_outcomes(table.places)))
            results[table.number] = [(value, random.randint(-1, 2)) for value in values]
        for number, (value, points) in zip(table.players, results[table.number], strict=True):
            totals[number] = (totals[number][0] + value, totals[number][1] + points)
    return {number for number, total in totals.items() if total == max(totals.values())}


def test_tables_that_do_not_decide_cannot_change_who_wins():
    random = Random(seed_of_run())
    seen = set()
    for _ in range(60):
        case = replace(outlook(random, LARGER[1], 16), least=-1, most=2)
        deciding = RankFinder(case).deciding_tables()
        seen.add(deciding)
        results = {}
        first = champions(case, random, results)
        for _ in range(6):
            again = {number: results[number] for number in deciding}
            assert champions(case, random, again) == first
    assert {(), (1,), (2,), (1, 2)} >= seen
    assert len(seen) > 2


def test_two_rounds_of_three_tables_leave_everybody_every_rank():
    people = tuple(Contestant(number, 0, 0, plays_on=True) for number in range(1, 7))
    finder = RankFinder(Outlook(people, (), 2, (places(2),) * 3, least=0, most=0))
    found = {(each.best, each.worst) for each in finder.ranks().values()}
    assert (finder.is_exact, found) == (True, {(1, 6)})


def test_a_win_that_averages_of_outcomes_allow_and_no_outcome():
    held = [2, 5, 0, 5, 4, 3]
    points = [3, 1, 1, 5, 2, 3]
    people = tuple(
        Contestant(number, *each, plays_on=number != 2)
        for number, each in enumerate(zip(held, points, strict=True), 1)
    )
    table = OpenTable(1, (2, 3), places(2))
    case = Outlook(people, (table,), 1, (places(3), places(2)), most=5)
    assert ranks_by_brute_force(case)[5][0] == 2
    finder = RankFinder(case)
    assert (finder.ranks_of(5).best, finder.is_proven_winner(5)) == (2, False)
    unsearched = RankFinder(case, steps=0)
    assert (unsearched.ranks_of(5).best, unsearched.is_proven_winner(5)) == (1, False)
    assert not unsearched.is_exact
