"""A form of kleurenwiezen worked out by hand under the concours grid."""

from functools import partial
from typing import Any

from scoring.whist import make
from tests.scoring import forms

WHIST = make("kleurenwiezen", {})
WHISTHUB = make("kleurenwiezen", {"grid": "whisthub"})
FOUR = make("kleurenwiezen", {"deals": 4})

# Each row as it was written, with the points of each seat; None where all passed.
ROWS: list[tuple[dict[str, Any], tuple[int, ...] | None]] = [
    ({"contract": "samen-8", "declarers": [1, 3], "tricks": 9}, (10, 0, 10, 0)),
    ({"contract": "samen-8", "declarers": [2, 3], "tricks": 13}, (0, 30, 30, 0)),
    ({"contract": "samen-9", "declarers": [1, 4], "tricks": 7}, (-16, 16, 16, -16)),
    ({"passed": True}, None),
    ({"contract": "solo-6", "declarers": [2], "tricks": 7}, (0, 15, 0, 0)),
    ({"contract": "solo-6", "declarers": [2], "tricks": 4}, (12, -18, 12, 12)),
    ({"contract": "samen-10", "declarers": [3, 4], "tricks": 10}, (0, 0, 13, 13)),
    ({"contract": "solo-7", "declarers": [4], "tricks": 8}, (0, 0, 0, 18)),
    ({"contract": "samen-11", "declarers": [1, 2], "tricks": 10}, (-19, -19, 19, 19)),
    ({"contract": "kleine-miserie", "declarers": [3], "tricks": 0}, (0, 0, 18, 0)),
    ({"contract": "kleine-miserie", "declarers": [1, 3], "tricks": [0, 2]}, (18, 12, -18, 12)),
    ({"contract": "samen-12", "declarers": [2, 4], "tricks": 12}, (0, 19, 0, 19)),
    ({"passed": True}, None),
    ({"contract": "solo-8", "declarers": [1], "tricks": 8}, (21, 0, 0, 0)),
    ({"contract": "solo-8", "declarers": [1], "tricks": 6}, (-27, 18, 18, 18)),
    ({"contract": "piccolo", "declarers": [2, 3, 4], "tricks": [1, 0, 2]}, (24, 24, -24, -24)),
    ({"contract": "samen-13", "declarers": [1, 3], "tricks": 12}, (-25, 25, -25, 25)),
    ({"contract": "abondance-9", "declarers": [4], "tricks": 9}, (0, 0, 0, 30)),
    ({"contract": "troel", "declarers": [2, 4], "tricks": 8}, (16, 0, 16, 0)),
    (
        {"contract": "grote-miserie", "declarers": [1], "tricks": 1, "referee": "J.P."},
        (-36, 24, 24, 24),
    ),
    (
        {"contract": "abondance-10", "declarers": [3], "tricks": 11, "referee": "J.P."},
        (0, 0, 42, 0),
    ),
    (
        {"contract": "soloslim-12", "declarers": [4], "tricks": 11, "referee": "J.P."},
        (50, 50, 50, -100),
    ),
]
FORM: dict[str, Any] = {"deals": [row for row, _points in ROWS]}
TOTALS = (28, 196, 201, 50)

with_changes = partial(forms.with_changes, form=FORM)


def problems_of(form: object, game: Any = WHIST) -> list[tuple[str, str, str]]:
    """Return code, place and path of each problem of a form."""
    problems = game.progress(form, 4).problems
    return [(problem.code, str(problem.place), problem.path) for problem in problems]


def points_of(
    contract: str, declarers: list[int], tricks: object, game: Any = WHIST
) -> tuple[int | None, ...]:
    """Return the points of each seat in one deal, None each if it is refused."""
    deal = {"contract": contract, "declarers": declarers, "tricks": tricks}
    row = game.progress({"deals": [deal]}, 4).rows[0]
    return tuple(figure.value for (figure,) in row.figures)
