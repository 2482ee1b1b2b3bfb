"""Usual mistakes of who keeps the score with a pen."""

from dataclasses import dataclass

from scoring.text import Text


@dataclass(frozen=True, slots=True)
class Slip:
    """A mistake that could have been made in one deal, counted from 1, with the points of a seat.

    `difference`: how much too high the seat's total would be by it. `text`: what went wrong.
    """

    deal: int
    seat: int
    difference: int
    text: Text


def signed(points: int) -> str:
    """Return points with their sign, a minus being a real one.

    >>> signed(4), signed(-4), signed(0)
    ('+4', '−4', '0')
    """
    return f"{points:+}".replace("-", "\N{MINUS SIGN}") if points else "0"


def instead(kind: Text, written: int, right: int) -> Text:
    """Return a mistake in words, with the points that were written and those that are right."""
    wrong, better = signed(written), signed(right)
    return Text(
        f"{kind.nl} ({wrong} in plaats van {better})", f"{kind.en} ({wrong} instead of {better})"
    )
