"""The face of the draw: a request in, a result out, or every conflict."""

from dataclasses import replace

import pytest

from tests.cases import cases
from tests.draw.draw_cases import players_by_table, separation, sizes_of
from wk.draw import (
    Conflict,
    DrawnRound,
    DrawRequest,
    FixedSeat,
    Infeasible,
    by_rank,
    designs,
    draw,
    evaluate,
    multi_round,
    partnerships,
    single_round,
)

PLAYERS = range(1, 24)
SIZES = sizes_of(23)
REQUEST = DrawRequest(PLAYERS, SIZES, [5])
SPLIT_UP = separation(1, 2)


def tables_of(request):
    """Return the tables of each round of a draw."""
    return [each.tables for each in draw(request).rounds]


def test_rounds_without_partners_are_one_design():
    drawn = draw(replace(REQUEST, rounds=3))
    rounds = designs.draw_all(PLAYERS, SIZES, seed=5)
    assert drawn.rounds == tuple(DrawnRound(tables, 5) for tables in rounds)
    assert drawn.evaluation == evaluate(rounds, drawn=3)


def test_a_result_is_evaluated_with_the_earlier_rounds():
    earlier = designs.draw_all(PLAYERS, SIZES, 1, seed=8)
    constraints = [FixedSeat(3, table=2)]
    drawn = draw(replace(REQUEST, rounds=2, earlier=earlier, constraints=constraints))
    rounds = [*earlier, *(each.tables for each in drawn.rounds)]
    assert drawn.evaluation == evaluate(rounds, drawn=2, constraints=constraints)


@cases("partners", ["fixed", "rotating"])
def test_rounds_with_partners_each_have_their_own_seed(partners):
    request = DrawRequest(range(1, 17), (4,) * 4, [5], rounds=3, partners=partners)
    drawn = draw(request).rounds
    assert [each.seed for each in drawn] == [5, 6, 7]
    earlier = [each.tables for each in drawn[:2]]
    last = partnerships.draw(partners, range(1, 17), sizes=(4,) * 4, earlier=earlier, seed=7)
    assert drawn[2].tables == last


@cases(("seeds", "expected"), [([4, 5, 6], 5), ([5, 6], 5), ([6, 7], 7), ([4, 5], 5)])
def test_the_first_seed_with_a_design_to_continue_is_used(seeds, expected):
    """After one round every design could follow. The second round shows which one does."""
    rounds = designs.draw_all(PLAYERS, SIZES, seed=5)
    (drawn,) = draw(replace(REQUEST, seeds=seeds, earlier=rounds[:2])).rounds
    assert (drawn.seed, drawn.tables == rounds[2]) == (expected, expected == 5)


def test_one_round_without_a_design_is_drawn_by_itself():
    """A player left after the first round, so no design can be continued."""
    earlier = designs.draw_all(range(1, 31), sizes_of(30), 1, seed=5)
    players = range(1, 30)
    request = DrawRequest(players, sizes_of(29), [5, 6], earlier=earlier)
    alone = single_round.draw(players, sizes=sizes_of(29), earlier=earlier, seed=6)
    assert draw(request).rounds == (DrawnRound(alone.tables, 6),)


@cases(
    ("first_seed", "seeds", "expected"),
    [(5, [5, 6], 5), (None, [5, 6], 6), (5, [6], 6), (4, [4, 6], 6)],
)
def test_with_constraints_the_seed_of_the_first_round_is_continued(first_seed, seeds, expected):
    """The seed must be among those to try, and the players and constraints must be the same."""
    request = replace(REQUEST, rounds=3, constraints=[SPLIT_UP])
    rounds = tables_of(request)
    later = replace(
        request, rounds=1, rounds_ahead=2, earlier=rounds[:1], first_seed=first_seed, seeds=seeds
    )
    (drawn,) = draw(later).rounds
    assert drawn.seed == expected
    if expected == 5:
        assert drawn.tables == rounds[1]


def test_impossible_constraints_of_a_later_round_are_refused_now():
    """With `rounds_ahead` the first draw finds that the third round cannot be drawn."""
    no_such_table = FixedSeat(1, table=9, round=3)
    request = replace(REQUEST, constraints=[SPLIT_UP, no_such_table])
    assert len(draw(request).rounds) == 1
    with pytest.raises(Infeasible) as refused:
        draw(replace(request, rounds_ahead=3))
    assert refused.value.conflicts == (Conflict("NO_SUCH_PLACE", 3, (no_such_table,)),)


def test_every_conflict_is_named():
    constraints = [FixedSeat(1, table=9), separation(*range(2, 8)), separation(10, 11)]
    with pytest.raises(Infeasible) as refused:
        draw(replace(REQUEST, constraints=constraints))
    assert refused.value.conflicts == (
        Conflict("NO_SUCH_PLACE", 1, (constraints[0],)),
        Conflict("TOO_FEW_TABLES", 1, (constraints[1],)),
    )


@cases("rounds", [4, 5])
def test_more_than_three_rounds_keep_constraints(rounds):
    # A hundred players, so that the search finds rounds without a repeat meeting at once.
    request = DrawRequest(range(1, 101), sizes_of(100), [5], rounds=rounds)
    drawn = draw(replace(request, constraints=[SPLIT_UP, FixedSeat(3, table=1)]))
    assert [each.seed for each in drawn.rounds] == [5] * rounds
    assert drawn.evaluation.violations == ()


def test_a_round_by_the_standings_has_the_best_at_table_1():
    ranking = [99, *reversed(PLAYERS)]  # who is not among the players is left out
    request = replace(REQUEST, seeds=[4, 5], ranking=ranking, constraints=[separation(23, 22)])
    (drawn,) = draw(request).rounds
    assert players_by_table(drawn.tables)[0] == [18, 19, 20, 21, 23]
    expected = by_rank.draw(
        "none", ranking[1:], SIZES, earlier=[], seed=5, constraints=[separation(23, 22)]
    )
    assert drawn == DrawnRound(expected, 5)


def test_pairs_follow_from_players_who_withdrew():
    """Numbers 1 and 2 were a pair before 1 withdrew. Numbers 3 and 4 still are."""
    request = DrawRequest([2, 3, 4, 5], [4], [1], partners="fixed", withdrawn=[1])
    (tables,) = tables_of(request)
    assert {frozenset(tables[0][::2]), frozenset(tables[0][1::2])} == {
        frozenset({3, 4}),
        frozenset({2, 5}),
    }


@cases(
    ("change", "said"),
    [
        ({"players": [1, *range(1, 23)]}, "named twice"),
        ({"sizes": (5, 5)}, "do not fill"),
        ({"sizes": (5, 5), "constraints": [SPLIT_UP]}, "do not fill"),
        ({"ranking": range(1, 23)}, "do not fill"),
        ({"ranking": PLAYERS, "rounds": 2}, "cannot go by one ranking"),
        ({"partners": "fixed"}, "do not fill"),
        ({"partners": "rotating", "constraints": [SPLIT_UP]}, "players who play alone"),
    ],
)
def test_invalid_requests_are_refused(change, said):
    with pytest.raises(ValueError, match=said):
        draw(replace(REQUEST, **change))


def test_the_same_request_gives_the_same_result():
    request = replace(REQUEST, rounds=3, constraints=[SPLIT_UP])
    assert draw(request) == draw(replace(request, players=[*reversed(PLAYERS)]))
    assert tables_of(request) == list(
        multi_round.draw(PLAYERS, SIZES, 3, seed=5, constraints=[SPLIT_UP]).rounds
    )
