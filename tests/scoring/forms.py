"""Score forms of Boerenbridge worked out by hand, and changes of them."""

from random import Random
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from scoring.game import Game
from scoring.registry import game
from tests import documents

WK_GAME = game("wk-boerenbridge")
CARDS = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
QUICK = settings(deadline=None, derandomize=True, database=None, max_examples=30)

# Bids, tricks (or kind and offenders) and points of each deal, as a table of five wrote them down.
DEALS: list[tuple[list[int], Any, list[int]]] = [
    ([2, 3, 1, 0, 5], [2, 2, 1, 1, 4], [14, -2, 12, -2, -2]),
    ([2, 3, 1, 0, 4], ("revoke", [3]), [14, 16, -10, 10, 18]),
    ([3, 1, 2, 0, 1], [3, 1, 2, 1, 1], [16, 12, 14, -2, 12]),
    ([1, 1, 1, 1, 2], [2, 1, 1, 1, 2], [-2, 12, 12, 12, 14]),
    ([0, 2, 2, 1, 2], [0, 2, 1, 1, 2], [10, 14, -2, 12, 14]),
    ([1, 1, 1, 0, 1], [1, 2, 1, 0, 1], [12, -2, 12, 10, 12]),
    ([0, 0, 3, 1, 1], ("wrong-cards", [1, 4]), [-4, 10, 16, -4, 12]),
    ([1, 0, 1, 0, 0], [1, 0, 1, 0, 1], [12, 10, 12, 10, -2]),
    ([1, 1, 0, 0, 1], [1, 0, 0, 0, 1], [12, -2, 10, 10, 12]),
    ([0, 0, 0, 1, 1], [0, 0, 0, 1, 0], [10, 10, 10, 12, -2]),
    ([0, 1, 0, 0, 0], [0, 1, 0, 0, 1], [10, 12, 10, 10, -2]),
    ([1, 1, 1, 1, 0], [1, 1, 1, 0, 0], [12, 12, 12, -2, 10]),
    ([2, 0, 1, 0, 2], [2, 0, 2, 0, 0], [14, 10, -2, 10, -4]),
    ([5, 0, 0, 1, 0], [4, 0, 0, 1, 0], [-2, 10, 10, 12, 10]),
    ([1, 2, 1, 1, 2], [1, 2, 1, 1, 1], [12, 14, 12, 12, -2]),
    ([3, 0, 2, 1, 0], [3, 1, 2, 1, 0], [16, -2, 14, 12, 10]),
    ([2, 2, 2, 2, 1], [2, 2, 2, 2, 0], [14, 14, 14, 14, -2]),
    ([0, 4, 3, 2, 1], [0, 4, 3, 1, 1], [10, 18, 16, -2, 12]),
    ([3, 3, 0, 2, 1], [3, 3, 0, 2, 2], [16, 16, 10, 14, -2]),
]
RUNNING = [  # after each deal, the last one is the total of the round
    [14, -2, 12, -2, -2],
    [28, 14, 2, 8, 16],
    [44, 26, 16, 6, 28],
    [42, 38, 28, 18, 42],
    [52, 52, 26, 30, 56],
    [64, 50, 38, 40, 68],
    [60, 60, 54, 36, 80],
    [72, 70, 66, 46, 78],
    [84, 68, 76, 56, 90],
    [94, 78, 86, 68, 88],
    [104, 90, 96, 78, 86],
    [116, 102, 108, 76, 96],
    [130, 112, 106, 86, 92],
    [128, 122, 116, 98, 102],
    [140, 136, 128, 110, 100],
    [156, 134, 142, 122, 110],
    [170, 148, 156, 136, 108],
    [180, 166, 172, 134, 120],
    [196, 182, 182, 148, 118],
]


def _deal(bids: list[int], outcome: Any) -> dict[str, Any]:
    if isinstance(outcome, tuple):
        kind, seats = outcome
        return {"bids": bids, "infraction": {"kind": kind, "seats": seats}}
    return {"bids": bids, "tricks": outcome}


FIVE = {"first_dealer": 2, "deals": [_deal(bids, outcome) for bids, outcome, _points in DEALS]}

# Four players who all bid 0, while seat 1 wins every trick.
FOUR = {
    "first_dealer": 4,
    "deals": [{"bids": [0, 0, 0, 0], "tricks": [cards, 0, 0, 0]} for cards in CARDS],
}

# A short game of three players that has everything the variants know: 1b, 3, 4 and 4z.
SHORT_DEALS = [
    {"cards": 1, "trump": True, "blind": True},
    {"cards": 3, "trump": True, "blind": False},
    {"cards": 4, "trump": True, "blind": False},
    {"cards": 4, "trump": False, "blind": False},
]
SHORT_GAME = game("boerenbridge", {"deals": SHORT_DEALS})
SHORT = {
    "first_dealer": 2,
    "deals": [
        {"bids": [0, 1, 0], "tricks": [0, 1, 0]},
        {"bids": [1, 1, 1], "tricks": [1, 2, 0], "misdeal": {"stage": "before"}},
        {
            "bids": [2, 1, 2],
            "tricks": [2, 0, 2],
            "misdeal": {"stage": "during", "seats": [1, 3]},
            "penalties": [{"seat": 2, "points": -3, "why": "praatte"}],
        },
        {
            "bids": [1, 2, 1],
            "tricks": [1, 2, 1],
            "penalties": [{"seat": 1, "points": -1}, {"seat": 1, "points": 2, "why": "terug"}],
            "ruling": "Blijft staan.",
        },
    ],
}
SHORT_POINTS = [(10, 13, 10), (13, -3, -4), (11, -6, 11), (14, 16, 13)]
SHORT_RUNNING = [(10, 13, 10), (23, 10, 6), (34, 4, 17), (48, 20, 30)]


def with_changes(*changes: tuple[str, object], form: object = FIVE) -> Any:
    """Return a copy of a form with new values at some paths, such as "deals.6.bids.2"."""
    return documents.with_changes(form, *changes)


def problems_of(form: object, seats: int = 5, rules: Game = WK_GAME) -> list[tuple[str, str, str]]:
    """Return code, place and path of every problem of a form."""
    problems = rules.progress(form, seats).problems
    return [(problem.code, str(problem.place), problem.path) for problem in problems]


def points_of(
    deal: dict[str, Any], number: int = 1, seats: int = 5, rules: Game = WK_GAME
) -> tuple[int | None, ...]:
    """Return the points of a deal after putting it in a form as deal `number`, None each if it
    is refused."""
    deals: list[Any] = [*[{}] * (number - 1), deal]
    rows = rules.progress({"first_dealer": 1, "deals": deals}, seats).rows
    return points_of_row(rows[number - 1])


@st.composite
def played_form(draw: st.DrawFn) -> tuple[int, dict[str, Any]]:
    """Draw a table size and a valid form of a round, with some stopped deals."""
    seats = draw(st.sampled_from([5, 4]))
    form = WK_GAME.practice(seats, Random(draw(st.integers(0, 2**32))))
    offenders = st.sets(st.integers(1, seats), min_size=1).map(sorted)
    kinds = st.sampled_from(["wrong-cards", "revoke"])
    for index in draw(st.sets(st.integers(0, 18), max_size=4)):
        bids = form["deals"][index]["bids"]
        infraction = {"kind": draw(kinds), "seats": draw(offenders)}
        form["deals"][index] = {"bids": bids, "infraction": infraction}
    return seats, form


def points_of_row(row):
    """Return the points of each seat in one row of a Boerenbridge form."""
    return tuple(figure.value for (figure,) in row.figures)


def points_up_to_row(row):
    """Return the points of each seat up to and including a row."""
    return tuple(figure.sum for (figure,) in row.figures)
