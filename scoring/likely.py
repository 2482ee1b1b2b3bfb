"""Totals far from all others of a tournament: possible, but to be compared with the paper."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.problems import COMMON_MESSAGES, Place, Problem
from scoring.slip import signed

# The fewest totals that tell how they are spread.
ENOUGH = 50
# Standard deviations from the mean within which nearly all totals are. Of the practice
# tournament's forms hardly more than one in a hundred has a total beyond it.
FAR = 3


@dataclass(frozen=True, slots=True)
class Spread:
    """The totals of a tournament so far: their number, mean and standard deviation, in points."""

    count: int
    mean: float
    deviation: float


@dataclass(frozen=True, slots=True)
class FarTotal(Problem):
    """A total of `points` that is far from those of the other tables.

    Its words name the average. That moves as other forms come in, and the problem stays the same.
    """

    points: int

    @property
    def identity(self) -> tuple[str, str, str]:
        """What makes this the same problem of the same form: its code, its path and its points."""
        return self.code, self.path, str(self.points)


def far_totals(totals: Sequence[int], known: Spread) -> tuple[Problem, ...]:
    """Return a problem for each total of a table, by seat, that is far from those `known`.

    There is none before enough totals are known.
    """
    if known.count < ENOUGH:
        return ()
    mean, low, high = (round(known.mean + far * known.deviation) for far in (0, -FAR, FAR))
    usual = {"mean": _written(mean), "low": _written(low), "high": _written(high)}
    words = COMMON_MESSAGES["UNLIKELY_FAR"]
    return tuple(
        FarTotal(
            "UNLIKELY_FAR",
            Place(seat=seat),
            f"totals.{seat - 1}",
            words.format(points=_written(points), **usual),
            points,
        )
        for seat, points in enumerate(totals, 1)
        if not low <= points <= high
    )


def _written(points: int) -> str:
    """Return points as people write them, with a typographic minus."""
    return signed(points).removeprefix("+")
