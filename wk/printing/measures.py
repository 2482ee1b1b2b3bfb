"""Sizes of texts and columns on paper."""

import re
from dataclasses import dataclass
from math import inf

from scoring.layout import Field, Kind
from scoring.text import Text

WIDE = frozenset("MWmw@%—")  # letters about 1.7 times as wide as a small one

# The sizes of a name or title: each with its CSS class, the width of the longest text that fits,
# and the width of the longest word in it. Widths are counted in small letters.
Sizes = tuple[tuple[str, float, float], ...]
NAME_SIZES: Sizes = (
    ("large", 13.3, 13),  # on one line, behind a number of three digits
    ("medium", 40, 15.5),
    ("small", 66, 20),
    ("smaller", 100, 24),
    ("smallest", inf, inf),
)
CARD_NAME_SIZES: Sizes = (
    ("large", 24, 13),
    ("medium", 32, 17),
    ("small", 62, 23),
    ("smaller", inf, inf),
)
CARD_CLUB_SIZES: Sizes = (("large", 50, 30), ("small", inf, inf))
TITLE_SIZES: Sizes = (("large", 32, 32), ("medium", 80, 43), ("small", inf, inf))

# Widths of columns in millimetres, as handwriting needs them. A column is at least as wide as its
# heading; the columns of a side share the width that is left over on the page.
WIDTHS: dict[Kind, float] = {"number": 10, "numbers": 15, "seat": 11, "yes": 9, "text": 24}
CHOICE_LETTER, WIDEST_CHOICE = 2.3, 28.0
# A cell to write in, a number computed for each deal, a running sum of these.
WRITTEN, FIGURE, SUM = 6.2, 8.0, 8.6
SHARE_OF_SUM = 3  # shares of the width left over; other columns take one. Sums have the most digits
PAD = 42.0  # one column of a score pad
HEADING_LETTER, HEADING_ROOM = 1.31, 0.6  # width of a letter in 7 points, and of the space around
HEADING_SIZE, LARGEST_HEADING = 7.0, 8.0


@dataclass(frozen=True, slots=True)
class ColumnNeed:
    """The room that a column of a side needs.

    - `least`: the width in millimetres that its cells need.
    - `share`: its share of the width that is left over on the page.
    """

    heading: Text
    least: float
    share: int = 1

    @property
    def width(self) -> float:
        """Return the width in millimetres that its cells and its heading need."""
        return max(self.least, heading_width(self.heading))

    def heading_size(self, room: float) -> float:
        """Return the size of its heading in a column `room` millimetres wide, in points."""
        set_in_7 = heading_width(self.heading) - HEADING_ROOM
        return min(LARGEST_HEADING, HEADING_SIZE * (room - HEADING_ROOM) / set_in_7)


def column_width(field: Field) -> float:
    """Return the width in millimetres that a column needs for its heading and its cells.

    In a cell for a choice one writes the answer, or only its first word if the first words of all
    answers differ ("♣ clubs").
    """
    longest = max(_longest(field, language) for language in ("nl", "en")) * CHOICE_LETTER
    needed = WIDTHS.get(field.kind, min(max(longest, WIDTHS["number"]), WIDEST_CHOICE))
    return round(max(heading_width(field.label), needed), 2)


def _longest(field: Field, language: str) -> int:
    answers = [choice.text.to(language) for choice in field.choices]
    first = [answer.partition(" ")[0] for answer in answers]
    written = first if len(set(first)) == len(first) else answers
    return max(map(len, written), default=0)


def heading_width(heading: Text) -> float:
    """Return the width of the longest word of a heading, in either language, in millimetres."""
    words = (*heading.nl.split(" "), *heading.en.split(" "))
    return max(map(width, words)) * HEADING_LETTER + HEADING_ROOM


def text_size(text: str, sizes: Sizes) -> str:
    """Return the name of the first size in which a text fits."""
    longest = max(width(word) for word in re.split(r"[ -]", text))
    return next(size for size, most, word in sizes if width(text) <= most and longest <= word)


def width(text: str) -> float:
    """Return the approximate width of a text, in small letters.

    >>> width("Anna"), width("WIM")
    (4.3, 4.7)
    """
    return sum(1.7 if letter in WIDE else 1.3 if letter.isupper() else 1 for letter in text)
