"""Guides: the rules of a game as data, for a phone that fills in a form without a network."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class GuideRow:
    """One deal of a guide, with the `path` and `label` of its row in the layout.

    `dealers` and `orders` have one entry for each possible first dealer, in seat order; where the
    form does not name the first dealer, all entries are the same. `dealers`: the seat that deals
    this deal; empty if it is not known. `orders`: the paths of the cells in the order of
    writing; empty if they are written in no particular order.
    """

    path: str
    label: str
    dealers: tuple[int, ...] = ()
    orders: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Guide:
    """The guide of a whole round.

    `first_dealer`: the path of the cell that names the first dealer, "" if there is none. `rows`:
    one for each deal. `worth`: the points of one side in a complete deal, by the text of its cells:
    {"3 3": 16, "3 5": -4, "3 K": -4}. The text is as `Game.to_cells` writes it, with a space
    between cells and "-" for an empty one. Points from the notes of a row are added to it. `worth`
    is empty if points do not follow from these cells alone.
    """

    first_dealer: str = ""
    rows: tuple[GuideRow, ...] = ()
    worth: Mapping[str, int] = field(default_factory=dict)
