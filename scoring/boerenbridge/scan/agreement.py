"""How much of what was seen on a sheet, cell by cell, its most probable form has as well.

A sheet that is read beside its lines gives a form too: the likeliest of many that hardly fit. It is
told by this, for the numbers of such a form are not those that were seen.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from scoring.boerenbridge.scan.deal import DealSights
from scoring.boerenbridge.scan.outcomes import Outcome
from scoring.scan import UNREADABLE, Sight

LEAST = 0.5  # of the cells of a sheet, or around one: where fewer agree, none of them is checked
AROUND = 2  # so many deals before and after one are around it, for the same seat

Seen = list[bool]
"""Whether the form has what was seen, for each cell that was read."""


class Agreement:
    """What was seen of deals beside the likeliest row of each."""

    def __init__(self, deals: Sequence[DealSights], rows: Sequence[Sequence[Outcome]]) -> None:
        self._seen = [[*_of_seats(deal, row)] for deal, row in zip(deals, rows, strict=True)]

    @cached_property
    def share(self) -> float:
        """Return the share of all cells that were read, 1 if none was."""
        return _share(seen for row in self._seen for seen in row)

    def is_close(self, deal: int, seat: int) -> bool:
        """Return whether enough agrees on the sheet, in the row of a cell, and around it."""
        near = self._seen[max(0, deal - AROUND) : deal + AROUND + 1]
        groups = self._seen[deal], [row[seat] for row in near]
        return min(self.share, *map(_share, groups)) >= LEAST


def _of_seats(deal: DealSights, row: Sequence[Outcome]) -> Iterator[Seen]:
    """Yield for each seat whether its cells agree; none does where tricks do not add up."""
    tricks = [outcome.tricks for outcome in row]
    is_right = None in tricks or sum(filter(None, tricks)) == deal.cards
    for sights, outcome in zip(deal.seats, row, strict=True):
        pairs = (
            (sights.bid, outcome.bid_text),
            (sights.tricks, outcome.tricks_text),
            (sights.points, str(outcome.right_points)),
        )
        yield [is_right and sight.best == text for sight, text in pairs if _is_read(sight)]


def _is_read(sight: Sight) -> bool:
    """Return whether a text was seen that can be told."""
    return sight.best not in ("", UNREADABLE)


def _share(groups: Iterable[Seen]) -> float:
    seen = [each for group in groups for each in group]
    return sum(seen) / len(seen) if seen else 1.0
