"""Draws of games with partners: fixed pairs, and other partners in each round."""

from collections import Counter
from functools import cache

import pytest

from scoring.pairs import pairs, partners, partners_again
from tests.cases import cases
from wk.draw import single_round
from wk.draw.evaluation import cost
from wk.draw.partnerships import draw

SIZES = [4, 8, 12, 16, 20, 24]


def draw_three_rounds(together, players, seed=1):
    """Return three rounds of tables of four, drawn one after the other."""
    rounds = []
    for number in range(3):
        sizes = [4] * (players // 4)
        people = range(1, players + 1)
        drawn = draw(together, people, sizes=sizes, earlier=rounds, seed=10 * seed + number)
        rounds.append(drawn)
    return rounds


# Where four play, every search is spent to its end: what was drawn is kept.
kept_rounds = cache(draw_three_rounds)


def three_rounds(together, players, seed=1):
    """Return three rounds, drawn once for all tests that ask for them."""
    return kept_rounds(together, players, seed)


def opponents(tables):
    """Return the two pairs at each table."""
    return [frozenset(partners([table])) for table in tables]


@cases(
    ("together", "players"),
    [
        *(("none", players) for players in SIZES[1:]),
        *((together, players) for together in ("fixed", "rotating") for players in SIZES),
    ],
)
def test_everyone_has_one_seat_in_each_round(together, players):
    for tables in three_rounds(together, players):
        assert [len(table) for table in tables] == [4] * (players // 4)
        assert sorted(n for table in tables for n in table) == list(range(1, players + 1))


@cases(("players", "seed"), [*((players, 1) for players in SIZES), *((p, 2) for p in SIZES[1:])])
def test_changing_partners_are_never_repeated_in_three_rounds(players, seed):
    rounds = three_rounds("rotating", players, seed)
    assert [partners_again(rounds[n], rounds[:n]) for n in range(3)] == [0, 0, 0]
    together = [pair for tables in rounds for pair in partners(tables)]
    assert len(together) == len(set(together)) == 3 * players // 2


def test_four_players_each_have_every_partner_once():
    (one,), (two,), (three,) = three_rounds("rotating", 4)
    assert {pair for table in (one, two, three) for pair in partners([table])} == {
        (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4),
    }  # fmt: skip


def test_a_fourth_round_of_eight_repeats_no_partners():
    rounds = three_rounds("rotating", 8)
    fourth = draw("rotating", range(1, 9), sizes=[4, 4], earlier=rounds, seed=5)
    assert partners_again(fourth, rounds) == 0


@cases("players", [16, 20, 24])
def test_players_with_changing_partners_meet_nobody_twice_in_new_seats(players):
    rounds = three_rounds("rotating", players)
    assert [single_round.cost(rounds[n], rounds[:n]) for n in range(3)] == [(0, 0)] * 3
    sat = Counter(
        (player, seat) for tables in rounds for table in tables for seat, player in enumerate(table)
    )
    assert set(sat.values()) == {1}


@cases("players", SIZES)
def test_fixed_pairs_stay_together(players):
    rounds = three_rounds("fixed", players)
    expected = {(n, n + 1) for n in range(1, players, 2)}
    assert [set(partners(tables)) for tables in rounds] == [expected] * 3


@cases("players", [12, 16, 20, 24])
def test_fixed_pairs_meet_no_pair_twice(players):
    rounds = three_rounds("fixed", players)
    met = [table for tables in rounds for table in opponents(tables)]
    assert len(met) == len(set(met)) == 3 * players // 4


def test_two_fixed_pairs_meet_in_every_round():
    rounds = three_rounds("fixed", 4)
    assert {table for tables in rounds for table in opponents(tables)} == {
        frozenset({(1, 2), (3, 4)})
    }
    assert cost("fixed", rounds[2], rounds[:2]) == (2, 0, 0)


@cases("players", SIZES)
def test_fixed_pairs_change_direction_after_the_first_round(players):
    one, two, _three = three_rounds("fixed", players)
    north_south = [{frozenset(table[::2]) for table in tables} for tables in (one, two)]
    assert north_south[0] & north_south[1] == set()


@cases("players", [12, 16, 20, 24])
def test_players_of_a_fixed_pair_have_three_different_seats(players):
    rounds = three_rounds("fixed", players)
    sat = Counter(
        (player, seat) for tables in rounds for table in tables for seat, player in enumerate(table)
    )
    # When a pair has a direction again, its players change over.
    assert set(sat.values()) == {1}


@cases("together", ["none", "fixed", "rotating"])
def test_a_seed_gives_its_own_seats(together):
    drawn = draw_three_rounds(together, 16, seed=3)
    assert draw_three_rounds(together, 16, seed=3) == drawn
    assert draw_three_rounds(together, 16, seed=4) != drawn


def test_a_seed_gives_the_same_seats_in_every_version_of_python():
    assert three_rounds("fixed", 8, seed=2026) == [
        ((5, 3, 6, 4), (1, 7, 2, 8)),
        ((7, 5, 8, 6), (3, 1, 4, 2)),
        ((4, 8, 3, 7), (6, 2, 5, 1)),
    ]
    assert three_rounds("rotating", 8, seed=2026) == [
        ((6, 7, 2, 4), (1, 5, 3, 8)),
        ((7, 2, 8, 1), (5, 6, 4, 3)),
        ((4, 3, 1, 7), (2, 8, 5, 6)),
    ]


def test_players_without_partners_are_drawn_as_a_single_round():
    assert draw("none", range(1, 10), sizes=[5, 4], earlier=[], seed=3) == (
        single_round.draw(range(1, 10), sizes=[5, 4], earlier=[], seed=3).tables
    )


def test_a_late_pair_is_drawn_with_the_others():
    rounds = [draw("fixed", range(1, 9), sizes=[4, 4], earlier=[], seed=1)]
    people = [1, 2, 5, 6, 7, 8, 12, 13]  # 3 and 4 left, 12 and 13 came
    second = draw("fixed", people, sizes=[4, 4], earlier=rounds, seed=2)
    assert set(partners(second)) == set(pairs(people, rounds).pairs)
    assert set(partners(second)) == {(1, 2), (5, 6), (7, 8), (12, 13)}


@cases(
    ("together", "players", "sizes"),
    [
        ("fixed", range(1, 8), [4, 4]),
        ("fixed", range(1, 8), [4, 3]),
        ("fixed", range(1, 7), [6]),
        ("fixed", range(1, 7), [4]),
        ("rotating", range(1, 8), [4, 4]),
    ],
)
def test_players_that_do_not_fill_the_tables_are_refused(together, players, sizes):
    with pytest.raises(ValueError, match="do not fill"):
        draw(together, players, sizes=sizes, earlier=[], seed=1)
