"""How much of what was seen on a sheet, cell by cell, its most probable form has as well.

A sheet that is read beside its lines gives a form too: the likeliest of many that hardly fit. It is
told by this, for the numbers of such a form are not those that were seen.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property

from scoring.scan import UNREADABLE, Sight

LEAST = 0.5  # of the cells of a sheet, or around one: where fewer agree, none of them is checked
AROUND = 2  # so many rows before and after one are around it, for the same side

Seen = Sequence[bool]
"""Whether the form has what was seen, for each cell that was read."""


class Agreement:
    """What was seen beside the form: `seen` has for each row what was seen of each side."""

    def __init__(self, seen: Sequence[Sequence[Seen]]) -> None:
        self._seen = seen

    @cached_property
    def share(self) -> float:
        """Return the share of all cells that were read, 1 if none was."""
        return _share(seen for row in self._seen for seen in row)

    def is_close(self, row: int, side: int) -> bool:
        """Return whether enough agrees on the sheet, in the row of a cell, and around it."""
        near = [each[side] for each in self._seen[max(0, row - AROUND) : row + AROUND + 1]]
        groups = self._seen[row], near
        return min(self.share, *map(_share, groups)) >= LEAST


def is_read(sight: Sight) -> bool:
    """Return whether a text was seen that can be told."""
    return sight.best not in ("", UNREADABLE)


def _share(groups: Iterable[Seen]) -> float:
    seen = [each for group in groups for each in group]
    return sum(seen) / len(seen) if seen else 1.0
