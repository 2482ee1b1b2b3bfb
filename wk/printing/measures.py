"""Sizes of texts and columns on paper."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import ceil, inf

from scoring.layout import Field, Kind
from scoring.text import Text

WIDE = frozenset("MWmw@%—")  # letters about 1.7 times as wide as a small one

# The sizes of a name or title: each with its CSS class, the width of the longest text that fits,
# and the width of the longest word in it. Widths are counted in small letters.
Sizes = tuple[tuple[str, float, float], ...]
NAME_SIZES: Sizes = (
    ("ordinary", 34, 15),  # behind a number, on three lines at most
    ("long", inf, inf),
)
# Two lines of the large size on a card, three of the smaller ones.
CARD_NAME_SIZES: Sizes = (
    ("large", 22, 12),
    ("medium", 42, 16),
    ("small", 66, 23),
    ("smaller", inf, inf),
)
CARD_CLUB_SIZES: Sizes = (("large", 32, 32), ("small", inf, inf))
CERTIFICATE_NAME_SIZES: Sizes = (("large", 22, 22), ("medium", 34, 34), ("small", inf, inf))
TITLE_SIZES: Sizes = (("large", 32, 32), ("medium", 80, 43), ("small", inf, inf))

# Widths of columns in millimetres, as handwriting needs them. A column is at least as wide as its
# heading; the columns of a side share the width that is left over on the page.
WIDTHS: dict[Kind, float] = {"number": 10, "numbers": 15, "seat": 11, "yes": 9, "text": 24}
CHOICE_LETTER, WIDEST_CHOICE = 2.3, 28.0
# A cell to write in, and as wide as it should be; a number computed for each deal; a running sum.
WRITTEN, WELL_WRITTEN, FIGURE, SUM = 6.8, 8.8, 8.2, 8.8
SHARE_OF_SUM = 3  # shares of the width left over; other columns take one. Sums have the most digits
PAD = 42.0  # one column of a score pad

SMALLEST, NAME = 9.0, 11.0  # points: no text is smaller, and an ordinary name is larger
NAME_CLASSES = {"ordinary": NAME, "long": SMALLEST}
LINE = 0.39  # height of a line in millimetres, for each point of its size
HEADING_ROOM = 0.45  # millimetres beside the letters of a heading
# Widths of letters of 9 points in millimetres, and of all other signs.
LETTERS = {
    letter: width
    for letters, width in (
        ("ijl .,'’", 0.86),
        ("ft", 1.1),
        ("r-", 1.2),
        ("csvxyz", 1.6),
        ("aegk", 1.72),
        ("bdhnopqu", 1.84),
        ("w", 2.45),
        ("Mm", 2.8),
        ("W", 2.9),
    )
    for letter in letters
}
OTHER_LETTER, BOLD = 2.2, 1.05


@dataclass(frozen=True, slots=True)
class ColumnNeed:
    """The room that a column of a side needs.

    - `least`: the width in millimetres that its cells need; `wish`: the width that they should get
      before any column gets more.
    - `share`: its share of the width that is left over on the page.
    """

    heading: Text
    least: float
    wish: float = 0.0
    share: int = 1

    @property
    def width(self) -> float:
        """Return the width in millimetres that its cells and its heading need."""
        return max(self.least, heading_width(self.heading))

    @property
    def missing(self) -> float:
        """Return the millimetres between what it needs and what it should get."""
        return max(0.0, self.wish - self.width)


def shared_out(needs: Sequence[ColumnNeed], room: float) -> tuple[float, ...]:
    """Return the widths of columns that fill `room` together, in millimetres."""
    left = room - sum(need.width for need in needs)
    if left < 0:  # too little room: all columns get narrower in proportion
        return tuple(round(need.width * room / (room - left), 2) for need in needs)
    missing = sum(need.missing for need in needs)
    granted = min(1.0, left / missing) if missing else 0.0
    unit = (left - granted * missing) / (sum(need.share for need in needs) or 1)
    return tuple(
        round(need.width + granted * need.missing + unit * need.share, 2) for need in needs
    )


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


@cache
def heading_width(heading: Text) -> float:
    """Return the width of the longest word of a heading, in either language, in millimetres."""
    words = (*heading.nl.split(" "), *heading.en.split(" "))
    return max(millimetres(word) for word in words) + HEADING_ROOM


def millimetres(text: str, size: float = SMALLEST) -> float:
    """Return the approximate width of a text of `size` points, in millimetres."""
    return sum(LETTERS.get(letter, OTHER_LETTER) for letter in text) * size / SMALLEST


def lines_of(text: str, room: float, size: float) -> int:
    """Return the number of lines that a bold text takes in `room` millimetres, in `size` points.

    >>> lines_of("Anna de Wit", 32, 11), lines_of("Jan-Willem van der Heijden", 32, 11)
    (1, 2)
    """
    lines, taken = 1, 0.0
    for word in re.findall(r"[^ -]+[ -]?", text):
        needed = millimetres(word, size) * BOLD
        if taken + millimetres(word.rstrip(), size) * BOLD <= room:
            taken += needed
            continue
        # A word that is longer than a line begins on a line of its own.
        on_a_line = max(1, int(room * len(word) / needed))
        lines += ceil(len(word) / on_a_line) - (not taken)
        taken = needed % room
    return lines


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
