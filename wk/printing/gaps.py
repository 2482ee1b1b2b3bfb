"""Gaps in HTML documents: what changes from page to page, apart from what stands around it.

A template marks an element with `data-gap="name"`. It is a block of plain text whose width does not
depend on the text, or holds one <svg> of one path. It contains no element with its own tag. Gaps of
one name look alike. What changes elsewhere in a document makes it a page of another kind.

With `data-lines` beside it the text is a column of short lines, which stay lines (`pre-line`) and
recur from page to page, such as the points of deals.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import unescape

_GAP = re.compile(r'<(\w+)(?=[^<>]* data-gap="(\w+)")[^<>]*>.*?</\1>', re.DOTALL)
_CHANGING = re.compile(r'(?<=>)[^<>]+(?=<)|(?<= d=")[^"]*(?=")')  # texts, and the path of an <svg>
_SPACES = re.compile(r"[ \t\r\n\f]+")
_LINE = re.compile(r"([Mm])(-?\d+) (-?\d+(?:\.5)?)h(\d+)")
_LINES = re.compile(f"(?:{_LINE.pattern})+")


@dataclass(frozen=True, slots=True)
class Gap:
    """What fills a gap: `values` are its texts, `look` is its markup without them.

    The value of a picture is its path. `html` is all of it.
    """

    name: str
    look: str
    values: tuple[str, ...]
    html: str

    @property
    def text(self) -> str:
        """Return all of its text, as it is printed."""
        return " ".join("".join(printed_texts(self.values)).split())

    @property
    def is_picture(self) -> bool:
        """Return whether an <svg> fills the gap."""
        return "<svg" in self.look

    @property
    def is_column(self) -> bool:
        """Return whether lines of text fill the gap that recur from page to page."""
        return " data-lines" in self.look


def cut(html: str) -> tuple[tuple[str, ...], list[Gap]]:
    """Return what stands around the gaps of a document, and the gaps.

    >>> around, [gap] = cut('<h1>WK</h1><p data-gap="name"><b>7</b> Ann</p>!')
    >>> around, gap.name, gap.values
    (('<h1>WK</h1>', '!'), 'name', ('7', ' Ann'))
    >>> gap.look
    '<p data-gap="name"><b></b></p>'
    """
    around, gaps, end = [], [], 0
    for found in _GAP.finditer(html):
        around.append(html[end : found.start()])
        values = tuple(_CHANGING.findall(found[0]))
        gaps.append(Gap(found[2], _CHANGING.sub("", found[0]), values, found[0]))
        end = found.end()
    return (*around, html[end:]), gaps


def joined(around: Sequence[str], gaps: Sequence[Gap]) -> str:
    """Return the document with these gaps: the opposite of `cut`."""
    pieces = zip(around, (*(gap.html for gap in gaps), ""), strict=True)
    return "".join(piece for pair in pieces for piece in pair)


def printed_texts(texts: Sequence[str]) -> list[str]:
    """Return the texts of a block as they are printed: without the spaces that are not.

    >>> printed_texts(("\\n ", "7", "  Ann &amp; Bo\\n"))
    ['7', ' Ann & Bo']
    """
    found = [_SPACES.sub(" ", unescape(text)) for text in texts]
    while found and found[0] in ("", " "):
        del found[0]
    while found and found[-1] in ("", " "):
        del found[-1]
    if found:
        found[0] = found[0].lstrip(" ")
        found[-1] = found[-1].rstrip(" ")
    return found


def pdf_path(commands: str) -> bytes:
    """Return the path of an <svg> in the language of PDF.

    It has horizontal lines only, of whole units, as segno draws codes. Raises ValueError for
    another one.

    >>> pdf_path("M4 4.5h7m-2 1h1")
    b'4 4.5 m\\n11 4.5 l\\n9 5.5 m\\n10 5.5 l'
    """
    if not _LINES.fullmatch(commands):
        raise ValueError("not a path of horizontal lines")
    x, y = 0, 0.0
    points = []
    for move, across, down, length in _LINE.findall(commands):
        if move == "M":
            x, y = 0, 0.0
        x, y = x + int(across), y + float(down)
        end = x + int(length)
        points.append(f"{x} {y:g} m\n{end} {y:g} l")
        x = end
    return "\n".join(points).encode()
