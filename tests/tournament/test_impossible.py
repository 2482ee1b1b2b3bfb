"""What cannot all be: the draw says which, once, and in which round."""

import pytest

from tests.tournament.given import sizes_of
from wk.tournament.constrained import draw
from wk.tournament.constraints import Apart, Impossible, Place

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("asked", "code", "number", "guilty"),
    [
        ([Apart(frozenset(range(1, 7))), Apart(frozenset((8, 9)))], "TOO_FEW_TABLES", 1, [0]),
        ([Place(1, seat=1), Place(2, table=6)], "NO_SUCH_PLACE", 1, [1]),
        ([Place(1, seat=1), Place(2, table=6, round=3)], "NO_SUCH_PLACE", 3, [1]),
        (
            [Apart(frozenset((1, 2))), Place(1, table=4), Place(5, 5), Place(2, table=4, round=2)],
            "CLASH",
            2,
            [0, 1, 3],
        ),
    ],
)
def test_where_a_must_cannot_be_met_it_says_which(asked, code, number, guilty):
    with pytest.raises(Impossible) as refused:
        draw(range(1, 25), sizes_of(24), 3, seed=1, asked=asked)
    (problem,) = refused.value.problems
    assert (problem.code, problem.round) == (code, number)
    assert problem.musts == tuple(asked[index] for index in guilty)


def test_what_is_looked_into_afterwards_is_named_as_well():
    """500 players with a must each: first tried, and looked into when that does not help."""
    couples = [Apart(frozenset((2 * n + 1, 2 * n + 2))) for n in range(225)]
    club = Apart(frozenset(range(1, 102)), name="De Slag")
    with pytest.raises(Impossible) as refused:
        draw(range(1, 501), sizes_of(500), 1, seed=1, asked=[*couples, club], budget=100)
    (problem,) = refused.value.problems
    assert (problem.code, problem.musts) == ("TOO_FEW_TABLES", (club,))


@pytest.mark.parametrize("others", [[], [Place(30, table=1, seat=1)], [Apart(frozenset((20, 21)))]])
def test_a_club_larger_than_the_hall_is_named_though_the_ways_to_seat_it_are_many(others):
    """Twelve at ten tables: told at once, as the reason, and for the first round only."""
    club = Apart(frozenset(range(1, 13)), name="De Slag")
    with pytest.raises(Impossible) as refused:
        draw(range(1, 48), sizes_of(47), 3, seed=1, asked=[*others, club], budget=100)
    (problem,) = refused.value.problems
    assert (problem.code, problem.round, problem.musts) == ("TOO_FEW_TABLES", 1, (club,))


def test_what_was_not_found_in_several_rounds_is_told_once(monkeypatch):
    """Two who must sit at one table and must not; without the steps to show that it cannot be."""
    monkeypatch.setattr("wk.tournament.constraints.STEPS", -50)
    couple = Apart(frozenset((1, 2)))
    asked = [couple, Place(1, table=1), Place(2, table=1)]
    with pytest.raises(Impossible) as refused:
        draw(range(1, 10), (5, 4), 3, seed=1, asked=asked, budget=100)
    (problem,) = refused.value.problems
    assert (problem.code, problem.round, problem.musts) == ("NOT_FOUND", 1, (couple,))
