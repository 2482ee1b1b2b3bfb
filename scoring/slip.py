"""Usual mistakes of a scorer with pen and paper.

They explain a difference between the total on the paper and the total of the deals.
"""

from dataclasses import dataclass

from scoring.text import Text


@dataclass(frozen=True, slots=True)
class Slip:
    """A mistake that is possible in the points of one seat in one deal, both counted from 1.

    `difference`: the points by which it makes the seat's total too high, negative for too low.
    `text`: the mistake in words.
    """

    deal: int
    seat: int
    difference: int
    text: Text


def signed(points: int) -> str:
    """Return points with their sign, with a typographic minus.

    >>> signed(4), signed(-4), signed(0)
    ('+4', '−4', '0')
    """
    return f"{points:+}".replace("-", "\N{MINUS SIGN}") if points else "0"


def instead(kind: Text, written: int, right: int) -> Text:
    """Return a kind of mistake in words, with the points `written` and the `right` points."""
    wrong, better = signed(written), signed(right)
    return Text(
        f"{kind.nl} ({wrong} in plaats van {better})", f"{kind.en} ({wrong} instead of {better})"
    )
