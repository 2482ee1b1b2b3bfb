"""The codes on a score sheet: for the phone of its table, and for a camera that reads the sheet.

A camera has to find a sheet that lies at any angle, and folded or half covered. So each sheet has
two codes, far from each other.
"""

import re
from dataclasses import dataclass

TOP, BOTTOM = 1, 2
CODE = re.compile(r"(WK|wk)/([\w-]{1,50})/([0-9]{1,4})/([0-9]{1,9})/([12])", re.ASCII)
# A QR code holds these signs in less room, so that its squares are larger on paper.
SIGNS_OF_CAPITALS = re.compile(r"[a-z0-9-]*", re.ASCII)


@dataclass(frozen=True, slots=True)
class SheetCode:
    """What a code tells a camera: the sheet, by tournament (its slug), round and table.

    `place` tells which of the two codes of the sheet it is: TOP or BOTTOM.
    """

    tournament: str
    round: int
    table: int
    place: int

    @property
    def text(self) -> str:
        """Return the text of the code; in capitals if the slug can be told from that.

        >>> SheetCode("open-2026", 2, 12, BOTTOM).text
        'WK/OPEN-2026/2/12/2'
        """
        text = f"wk/{self.tournament}/{self.round}/{self.table}/{self.place}"
        return text.upper() if SIGNS_OF_CAPITALS.fullmatch(self.tournament) else text


def read(text: str) -> SheetCode | None:
    """Return what the text of a code tells, None if it is none of a sheet.

    >>> read("WK/OPEN-2026/2/12/2")
    SheetCode(tournament='open-2026', round=2, table=12, place=2)
    >>> read("https://wk.example/phone/#abc")
    """
    found = CODE.fullmatch(text)
    if found is None:
        return None
    mark, slug, *numbers = found.groups()
    return SheetCode(slug.lower() if mark == "WK" else slug, *map(int, numbers))
