"""How a gap is set: lines of text, a column of lines that recur, or a picture of one path."""

from collections.abc import Callable, Sequence
from html import unescape
from math import inf, isclose
from typing import Any

from wk.printing.gaps import pdf_path, printed_texts
from wk.printing.weasyprint_parts import boxes, private, same_place, texts

Draw = Callable[[Any], None]  # draws on a stream of WeasyPrint


class NotAlone(Exception):
    """Raised if a gap cannot be set by itself, without the rest of its page."""


class Lines:
    """Sets lines of text in a gap, as WeasyPrint lays them out."""

    def __init__(self, context: Any, before: Any, place: Any, values: Sequence[str]) -> None:
        """`before` is the block of the gap before it was laid out, `place` the same after it.

        Raises NotAlone if the text of this page is not set as it was on the whole page.
        """
        self.context, self.place = context, place
        self.line = _line_before(before)
        if printed_texts(values) != printed_texts([box.text for box in texts(self.line)]):
            raise NotAlone
        if _recorded(self.drawing(self.laid_out(place, values))) != _recorded(self.drawing(place)):
            raise NotAlone

    def __call__(self, stream: Any, place: Any, values: Sequence[str]) -> Draw:
        """Lay out other texts at a place; raise NotAlone if they take more or less of the page."""
        return self.drawing(self.laid_out(place, values))

    def laid_out(self, place: Any, values: Sequence[str]) -> Any:
        """Return the block of other texts at a place. Raises NotAlone as above."""
        line = self.line.deepcopy()
        for box, text in zip(texts(line), printed_texts(values), strict=True):
            box.text = text
        block = _laid_out(self.context, self.place, line, place.position_x, place.position_y)
        if not same_place(block, place):
            raise NotAlone
        return block

    @staticmethod
    def drawing(block: Any) -> Draw:
        """Return what draws the lines of a block."""
        return lambda stream: _draw_lines(stream, block)


class Column:
    """Sets lines of text below each other in a gap. A line is laid out once, and then repeated."""

    def __init__(self, context: Any, before: Any, place: Any, values: Sequence[str]) -> None:
        """Raise NotAlone if the column is not one text with a line for each of its parts."""
        self.context, self.place = context, place
        self.line = _line_before(before)
        self.tops = [line.position_y for line in place.children]
        if len(self.tops) != len(_lines_in(values)) or len(texts(self.line)) != 1:
            raise NotAlone
        self.drawn: dict[str, bytes] = {}  # the operations of the PDF, by text

    def __call__(self, stream: Any, place: Any, values: Sequence[str]) -> Draw:
        """Return a drawing of other lines; raise NotAlone if there are more, or one is too long.

        The place has the size of the first one, and may stand elsewhere.
        """
        lines = _lines_in(values)
        if len(lines) != len(self.tops) or not isclose(place.height, self.place.height):
            raise NotAlone
        for text in lines:
            if text not in self.drawn:
                self.drawn[text] = operations(stream, Lines.drawing(self._laid_out(text)))
        across = place.position_x - self.place.position_x
        down = place.position_y - self.place.position_y - self.tops[0]
        drawing = [
            b"q 1 0 0 1 %.5f %.5f cm\n%s\nQ" % (across, down + top, self.drawn[text])
            for text, top in zip(lines, self.tops, strict=True)
        ]
        return lambda stream: stream.stream.extend(drawing)

    def _laid_out(self, text: str) -> Any:
        """Return the line of a text at the top of the first place."""
        line = self.line.deepcopy()
        (box,) = texts(line)
        box.text = text
        at = self.place.position_x, self.place.position_y
        found = _laid_out(self.context, self.place, line, *at)
        if len(found.children) != 1:
            raise NotAlone
        return found


class Path:
    """Sets a picture in a gap: an <svg> of one path of horizontal lines, as segno draws codes."""

    def __init__(self, context: Any, before: Any, place: Any, values: Sequence[str]) -> None:
        """Raise NotAlone if WeasyPrint draws its path in another way than `pdf_path`."""
        self.place = place
        picture, *more = (box for box in boxes(place) if isinstance(box, private().ReplacedBox))
        (path,) = values
        self.resources, drawing = _recorded(lambda to: private().draw_replacedbox(to, picture))
        self.start, found, self.end = drawing.partition(pdf_path(path))
        if more or not found:
            raise NotAlone

    def __call__(self, stream: Any, place: Any, values: Sequence[str]) -> Draw:
        """Return a drawing of another path; raise NotAlone if it stands elsewhere."""
        if not same_place(self.place, place):
            raise NotAlone
        (path,) = values
        drawing = self.start + pdf_path(path) + self.end

        def draw(stream: Any) -> None:
            with stream.stacked():
                stream._resources["ExtGState"].update(self.resources["ExtGState"])
                stream.stream.append(drawing)

        return draw


def _draw_lines(stream: Any, block: Any) -> None:
    for line in block.children:
        private().draw_inline_level(stream, None, line)


def operations(stream: Any, draw: Draw) -> bytes:
    """Return what draws something on a stream, in whose fonts its letters are from now on."""
    start = len(stream.stream)
    with stream.stacked():
        # What the stream takes as set already is set again: elsewhere it may not be.
        stream._current_color = stream._current_alpha = stream._current_font = None
        draw(stream)
    drawn = stream.stream[start:]
    del stream.stream[start:]
    return as_bytes(drawn[1:-1])  # without those of the stack


def _recorded(draw: Draw) -> tuple[Any, bytes]:
    """Draw on an empty stream; return the resources that it needs, and what is drawn."""
    resources: dict[str, dict[str, Any]] = {
        kind: {} for kind in ("ExtGState", "XObject", "Pattern", "Shading")
    }
    stream = private().Stream({}, (0, 0, 0, 0), resources, {}, None, {}, None)
    draw(stream)
    if resources["XObject"] or resources["Pattern"] or resources["Shading"]:
        raise NotAlone
    return resources, as_bytes(stream.stream)


def as_bytes(drawn: Sequence[Any]) -> bytes:
    """Return the operations of a stream as they are written."""
    return b"\n".join(item if isinstance(item, bytes) else str(item).encode() for item in drawn)


def _lines_in(values: Sequence[str]) -> list[str]:
    return unescape("".join(values)).strip("\n").split("\n")


def _line_before(before: Any) -> Any:
    """Return the only line of a block before it was laid out; raise NotAlone if it has no such."""
    if [type(child) for child in before.children] != [private().LineBox]:
        raise NotAlone
    return before.children[0]


def _laid_out(context: Any, like: Any, line: Any, x: float, y: float) -> Any:
    """Return a block like another one with this line in it, laid out at a place."""
    block = like.copy_with_children([line])
    block.position_x, block.position_y = x, y
    if block.style["height"] == "auto":
        block.height = "auto"
    context.create_block_formatting_context()
    found, *_ = private().block_container_layout(
        context, block, -inf, None, True, [], [], [], None, None, False, None
    )
    context.finish_block_formatting_context()
    for each in found.children:
        private().layout_box_backgrounds(None, each, context.get_image_from_uri)
    return found
