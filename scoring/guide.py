"""What leads a table through its deals where no server can be asked: the rules, as data."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class GuideRow:
    """One deal: its `path` and `label`, as the layout's row has them.

    `dealers` and `orders` have an entry for each seat that may have dealt first, that of seat 1
    first; where the form does not name who dealt first, all entries are the same. `dealers`: the
    seat that deals; empty where it is not known. `orders`: the paths of the cells in the order of
    writing; empty where they are written in no particular order.
    """

    path: str
    label: str
    dealers: tuple[int, ...] = ()
    orders: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Guide:
    """A whole round. `first_dealer`: the path of the cell that names who dealt first, "" if there
    is none.

    `worth`: points of one side in a deal that is complete, by what stands in its cells, as
    `Game.to_cells` writes it, with a space between and "-" for an empty cell: {"3 3": 16,
    "3 5": -4, "3 K": -4}. What the notes of a row take or give comes on top. Empty where points
    cannot be told so.
    """

    first_dealer: str = ""
    rows: tuple[GuideRow, ...] = ()
    worth: Mapping[str, int] = field(default_factory=dict)
