"""The face of the draw: one request, one result, or every conflict."""

from dataclasses import replace

import pytest

from tests.draw.given import apart, company, sizes_of
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
SPLIT_UP = apart(1, 2)


def tables_of(request):
    return [each.tables for each in draw(request).rounds]


def test_rounds_of_people_who_play_alone_come_from_one_seed():
    drawn = draw(replace(REQUEST, rounds=3))
    rounds = designs.draw_all(PLAYERS, SIZES, seed=5)
    assert drawn.rounds == tuple(DrawnRound(tables, 5) for tables in rounds)
    assert drawn.evaluation == evaluate(rounds, drawn=3)


def test_a_result_is_evaluated_together_with_the_earlier_rounds():
    earlier = designs.draw_all(PLAYERS, SIZES, 1, seed=8)
    constraints = [FixedSeat(3, table=2)]
    drawn = draw(replace(REQUEST, rounds=2, earlier=earlier, constraints=constraints))
    rounds = [*earlier, *(each.tables for each in drawn.rounds)]
    assert drawn.evaluation == evaluate(rounds, drawn=2, constraints=constraints)


@pytest.mark.parametrize("partners", ["fixed", "rotating"])
def test_rounds_with_partners_have_a_seed_each(partners):
    request = DrawRequest(range(1, 17), (4,) * 4, [5], rounds=3, partners=partners)
    drawn = draw(request).rounds
    assert [each.seed for each in drawn] == [5, 6, 7]
    earlier = [each.tables for each in drawn[:2]]
    last = partnerships.draw(partners, range(1, 17), sizes=(4,) * 4, earlier=earlier, seed=7)
    assert drawn[2].tables == last


@pytest.mark.parametrize(
    ("seeds", "expected"), [([4, 5, 6], 5), ([5, 6], 5), ([6, 7], 7), ([4, 5], 5)]
)
def test_the_first_seed_whose_design_goes_on_is_continued(seeds, expected):
    """The second round shows it: from the first on, every design could follow."""
    rounds = designs.draw_all(PLAYERS, SIZES, seed=5)
    (drawn,) = draw(replace(REQUEST, seeds=seeds, earlier=rounds[:2])).rounds
    assert (drawn.seed, drawn.tables == rounds[2]) == (expected, expected == 5)


def test_one_round_that_continues_nothing_is_drawn_by_itself():
    """A player left after the first round: no design goes on."""
    earlier = designs.draw_all(PLAYERS, SIZES, 1, seed=5)
    players = range(1, 23)
    request = DrawRequest(players, sizes_of(22), [5, 6], earlier=earlier)
    alone = single_round.draw(players, sizes=sizes_of(22), earlier=earlier, seed=6)
    assert draw(request).rounds == (DrawnRound(alone.tables, 6),)


@pytest.mark.parametrize(
    ("first_seed", "seeds", "expected"),
    [(5, [5, 6], 5), (None, [5, 6], 6), (5, [6], 6), (4, [4, 6], 6)],
)
def test_under_constraints_the_seed_of_the_first_round_is_continued(first_seed, seeds, expected):
    """It is where the seed is among those to try, and nothing has changed since."""
    request = replace(REQUEST, rounds=3, constraints=[SPLIT_UP])
    rounds = tables_of(request)
    later = replace(
        request, rounds=1, rounds_ahead=2, earlier=rounds[:1], first_seed=first_seed, seeds=seeds
    )
    (drawn,) = draw(later).rounds
    assert drawn.seed == expected
    if expected == 5:
        assert drawn.tables == rounds[1]


def test_constraints_of_a_later_round_are_refused_now():
    """With the rounds to come it is known at once that the third cannot be drawn."""
    no_such_table = FixedSeat(1, table=9, round=3)
    request = replace(REQUEST, constraints=[SPLIT_UP, no_such_table])
    assert len(draw(request).rounds) == 1
    with pytest.raises(Infeasible) as refused:
        draw(replace(request, rounds_ahead=3))
    assert refused.value.conflicts == (Conflict("NO_SUCH_PLACE", 3, (no_such_table,)),)


def test_every_conflict_is_told():
    constraints = [FixedSeat(1, table=9), apart(*range(2, 8)), apart(10, 11)]
    with pytest.raises(Infeasible) as refused:
        draw(replace(REQUEST, constraints=constraints))
    assert refused.value.conflicts == (
        Conflict("NO_SUCH_PLACE", 1, (constraints[0],)),
        Conflict("TOO_FEW_TABLES", 1, (constraints[1],)),
    )


@pytest.mark.parametrize("rounds", [4, 5])
def test_more_rounds_than_a_design_has_can_have_constraints(rounds):
    drawn = draw(replace(REQUEST, rounds=rounds, constraints=[SPLIT_UP, FixedSeat(3, table=1)]))
    assert [each.seed for each in drawn.rounds] == [5] * rounds
    assert drawn.evaluation.violations == ()


def test_a_round_by_the_standings_has_the_best_at_table_1():
    ranking = [99, *reversed(PLAYERS)]  # who is not among the players is left out
    request = replace(REQUEST, seeds=[4, 5], ranking=ranking, constraints=[apart(23, 22)])
    (drawn,) = draw(request).rounds
    assert company(drawn.tables)[0] == [18, 19, 20, 21, 23]
    expected = by_rank.draw(
        "none", ranking[1:], SIZES, earlier=[], seed=5, constraints=[apart(23, 22)]
    )
    assert drawn == DrawnRound(expected, 5)


def test_who_left_tells_which_pairs_stay_together():
    """Numbers 1 and 2 were a pair before 1 left, and 3 and 4 are one still."""
    request = DrawRequest([2, 3, 4, 5], [4], [1], partners="fixed", withdrawn=[1])
    (tables,) = tables_of(request)
    assert {frozenset(tables[0][::2]), frozenset(tables[0][1::2])} == {
        frozenset({3, 4}),
        frozenset({2, 5}),
    }


@pytest.mark.parametrize(
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
def test_what_does_not_fit_is_refused(change, said):
    with pytest.raises(ValueError, match=said):
        draw(replace(REQUEST, **change))


def test_the_same_request_gives_the_same_result():
    request = replace(REQUEST, rounds=3, constraints=[SPLIT_UP])
    assert draw(request) == draw(replace(request, players=[*reversed(PLAYERS)]))
    assert tables_of(request) == list(
        multi_round.draw(PLAYERS, SIZES, 3, seed=5, constraints=[SPLIT_UP]).rounds
    )
