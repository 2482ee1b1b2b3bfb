"""Lines of text that are put together from words, each of which is shaped once.

WeasyPrint breaks the lines of every gap anew, which takes most of the time of a page on a form. A
name or a number that is written in letters of the typeface of its gap needs less: its words are
shaped by WeasyPrint the first time, and stand beside each other ever after.

How many lines there are and which words are in them is worked out here. Where such lines stand is
learned: the first time that a gap has, say, a number and one word in its first line and words in a
second one, WeasyPrint lays it out as well. If both do not draw the same, or if a text has anything
that is not plain, the gap is set as `setters.Lines` does it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isclose
from typing import Any

from wk.printing.gaps import printed_texts
from wk.printing.setters import Draw, Lines, NotAlone, operations
from wk.printing.weasyprint_parts import TOUCH, private, texts

# Texts of which a word looks the same beside any other: Latin letters, digits and signs, written
# from left to right, and no invisible ones.
_PLAIN = re.compile("[ -~\xa0-\xac\xae-\u024f’–−·½]*")
_WORD = re.compile(" ?[^ ]+| ")  # a word with the space before it
_WHOLE = re.compile(r" ?[^\W_]+")  # a word in which no line may end
_BEFORE_BREAK = re.compile(r"[\w.]$")  # the end of a word behind which a line may end
# Which part of the room beside a line stands at its left.
_ALIGNMENTS = {"start": 0.0, "left": 0.0, "center": 0.5, "right": 1.0, "end": 1.0}


class NotPlain(Exception):
    """Raised if a text cannot be put together from its words."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word as it is shaped: its width in CSS pixels, and its glyphs in the language of PDF."""

    width: float
    glyphs: bytes


@dataclass(slots=True)
class Piece:
    """What stands in one line of one box of text. `box` is the number of the box in its gap."""

    box: int
    width: float
    glyphs: bytes

    def add(self, word: Word) -> None:
        """Put a word behind the others."""
        self.width += word.width
        self.glyphs += word.glyphs


Line = list[Piece]
Arrangement = tuple[tuple[int, ...], ...]  # the boxes that have letters in each line


class Face:
    """The words in the style of a box of text."""

    def __init__(self, context: Any, box: Any) -> None:
        self.style = box.style
        self.font: tuple[Any, ...] = ()  # its name in the PDF and its size, once a word is shaped
        self._words: dict[str, Word | None] = {}
        self._box = box.copy()  # of one word after the other
        self._box.pango_layout = private().create_layout("", self.style, context, None, 0)

    def word(self, stream: Any, text: str) -> Word:
        """Return a word; its letters are from now on in the fonts of the stream.

        Raises NotPlain if the word is not written in the one font of the others.
        """
        if not self.font:
            _, self.font = self._drawn(stream, "0")
        if text not in self._words:
            self._words[text] = self._shaped(stream, text)
        word = self._words[text]
        if word is None:
            raise NotPlain
        return word

    def _shaped(self, stream: Any, text: str) -> Word | None:
        if not _PLAIN.fullmatch(text):
            return None
        drawn, font = self._drawn(stream, text)
        line, _ = self._box.pango_layout.get_first_line()
        width, _ = private().line_size(line, self.style)
        if not drawn:  # spaces
            return Word(width, b"")
        if len(drawn) != 3 or font != self.font:  # one place, one font, one row of glyphs
            return None
        return Word(width, drawn[-1].removeprefix(b"[").removesuffix(b"] TJ"))

    def _drawn(self, stream: Any, text: str) -> tuple[list[bytes], tuple[Any, ...]]:
        """Return what draws a text, and its last font."""
        self._box.text = text
        self._box.pango_layout.set_text(text)
        start, stream._current_font = len(stream.stream), ()
        private().draw_first_line(stream, self._box, "clip", "none", private().Matrix())
        drawn, font = stream.stream[start:], stream._current_font
        del stream.stream[start:]
        stream._current_font = None
        return drawn, font


@dataclass(frozen=True, slots=True)
class Arranged:
    """Where the lines of an arrangement stand: the height of the gap, and how far the base of each
    piece is below its top, in CSS pixels."""

    height: float
    bases: tuple[tuple[float, ...], ...]


class Words:
    """Sets plain text in a gap, word by word."""

    def __init__(self, context: Any, before: Any, place: Any, values: Sequence[str]) -> None:
        """Take what `Lines` takes. Raises NotAlone as it does."""
        self.lines = Lines(context, before, place, values)
        self.faces = [Face(context, box) for box in texts(self.lines.line)]
        self.is_plain = all(
            _is_plain(style) for style in (place.style, *(face.style for face in self.faces))
        )
        self.part_at_left = _ALIGNMENTS.get(place.style["text_align_all"], 0.0)
        self.may_break = place.style["white_space"] == "normal"
        self._arranged: dict[Arrangement, Arranged | None] = {}

    def __call__(self, stream: Any, place: Any, values: Sequence[str]) -> Draw:
        """Return a drawing of other texts; raise NotAlone if they take more or less of the page."""
        try:
            lines = self.broken(stream, place, values)
        except NotPlain:
            return self.lines(stream, place, values)
        arrangement = tuple(tuple(each.box for each in line if each.glyphs) for line in lines)
        if arrangement not in self._arranged:
            self._arranged[arrangement] = self._learned(stream, place, values, lines)
        arranged = self._arranged[arrangement]
        if arranged is None:
            return self.lines(stream, place, values)
        if not isclose(arranged.height, place.margin_height()):
            raise NotAlone
        return self._drawing(place, lines, arranged)

    def broken(self, stream: Any, place: Any, values: Sequence[str]) -> list[Line]:
        """Return the lines of texts: each has as many words as fit. Raises NotPlain."""
        if not self.is_plain:
            raise NotPlain
        room = place.width if self.may_break else inf
        lines: list[Line] = [[]]
        taken, before = 0.0, ""
        for number, (face, text) in enumerate(zip(self.faces, printed_texts(values), strict=True)):
            for text_of_word in _WORD.findall(text):
                word = face.word(stream, text_of_word)
                if taken + word.width > room - TOUCH:
                    if taken + word.width < room + TOUCH or not _may_break(before, text_of_word):
                        raise NotPlain
                    word = face.word(stream, text_of_word[1:])
                    lines.append([])
                    taken = 0.0
                    if word.width > room - TOUCH:
                        raise NotPlain
                if not lines[-1] or lines[-1][-1].box != number:
                    lines[-1].append(Piece(number, 0.0, b""))
                lines[-1][-1].add(word)
                taken += word.width
                before = text_of_word
        return lines

    def _learned(
        self, stream: Any, place: Any, values: Sequence[str], lines: list[Line]
    ) -> Arranged | None:
        """Return where WeasyPrint sets these lines; None if it sets them in another way."""
        block = self.lines.laid_out(place, values)
        bases = tuple(
            tuple(
                box.position_y + box.baseline - place.position_y
                for box in texts(line)
                if box.text.strip()
            )
            for line in block.children
        )
        if [len(line) for line in bases] != [sum(bool(p.glyphs) for p in line) for line in lines]:
            return None
        arranged = Arranged(place.margin_height(), bases)
        ours = operations(stream, self._drawing(place, lines, arranged))
        theirs = operations(stream, self.lines.drawing(block))
        return arranged if ours == theirs else None

    def _drawing(self, place: Any, lines: list[Line], arranged: Arranged) -> Draw:
        """Return what draws the lines at a place, as `draw_text` of WeasyPrint does."""

        def draw(stream: Any) -> None:
            for line, bases in zip(lines, arranged.bases, strict=True):
                beside = place.width - sum(piece.width for piece in line)
                x = place.content_box_x() + beside * self.part_at_left
                below = iter(bases)
                for piece in line:
                    face = self.faces[piece.box]
                    stream.set_color(face.style["color"])
                    stream.begin_text()
                    if piece.glyphs:
                        stream.set_text_matrix(1, 0, 0, -1, x, place.position_y + next(below))
                        stream.set_font_size(*face.font)
                        stream.show_text(piece.glyphs.replace(b"><", b""))
                    stream.end_text()
                    x += piece.width

        return draw


def _is_plain(style: Any) -> bool:
    """Return whether lines in a style are broken between words, and words stand as they are."""
    return (
        style["white_space"] in ("normal", "nowrap")
        and (style["hyphens"], style["word_break"]) == ("manual", "normal")
        and (style["letter_spacing"], style["word_spacing"]) == ("normal", 0)
        and (style["direction"], style["text_indent"].value) == ("ltr", 0)
        and style["text_align_all"] in _ALIGNMENTS
    )


def _may_break(before: str, word: str) -> bool:
    """Return whether a line ends between two words, and at no other place of the second one."""
    return bool(word.startswith(" ") and _WHOLE.fullmatch(word) and _BEFORE_BREAK.search(before))
