"""Totals that are far from all others of a tournament."""

import math
from collections.abc import Iterator, Sequence
from random import Random

from scoring.likely import ENOUGH, Spread, far_totals
from scoring.registry import game
from tests.cases import cases

WK_GAME = game("wk-boerenbridge")


def spread_of(totals: Sequence[int]) -> Spread:
    count = len(totals)
    mean = sum(totals) / count if count else 0.0
    squares = sum((total - mean) ** 2 for total in totals)
    return Spread(count, mean, math.sqrt(squares / count) if count else 0.0)


def practised(random: Random, tables: int) -> Iterator[tuple[int, ...]]:
    """Yield the totals of tables of five and of four that play a round of practice."""
    for table in range(tables):
        seats = 4 if table % 6 == 5 else 5
        yield WK_GAME.progress(WK_GAME.practice(seats, random), seats).totals


@cases(
    ("totals", "far"),
    [
        ([97, 7, 187, 100, 94], []),
        ([97, 6, 187, 188, 94], [("totals.1", "seat 2"), ("totals.3", "seat 4")]),
        ([-20, 97, 97, 97], [("totals.0", "seat 1")]),
    ],
)
def test_a_total_further_than_three_deviations_from_the_mean_is_told(totals, far):
    found = far_totals(totals, Spread(ENOUGH, 97, 30))
    assert [(each.path, str(each.place)) for each in found] == far
    assert {each.code for each in found} <= {"UNLIKELY_FAR"}


def test_the_words_say_what_is_usual():
    found = far_totals([-20], Spread(300, 96.6, 32.3))
    assert found[0].text.nl == (
        "−20 punten is ongewoon: gemiddeld is het hier 97, en bijna iedereen heeft 0 tot 194."
    )
    assert found[0].text.en == (
        "−20 points is unusual: the average here is 97, and nearly everybody has 0 to 194."
    )


def test_nothing_is_told_before_enough_totals_are_known():
    assert far_totals([1000], Spread(ENOUGH - 1, 97, 30)) == ()
    assert len(far_totals([1000], Spread(ENOUGH, 97, 30))) == 1


def test_hardly_any_honest_form_has_a_total_to_ask_about():
    asked, forms, random = 0, 0, Random(19)
    for _day in range(2):
        known: list[int] = []
        for totals in practised(random, 60):
            asked += bool(far_totals(totals, spread_of(known)))
            forms += 1
            known.extend(totals)
    assert (forms, asked <= forms / 50) == (120, True)
