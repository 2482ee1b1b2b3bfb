"""A page as WeasyPrint lays it out, and how other texts are set in its gaps.

This is the only module that uses private parts of WeasyPrint. If one of them is not as expected, it
raises whatever comes of that.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from math import inf, isclose
from types import SimpleNamespace
from typing import Any

from wk.printing.gaps import Gap, pdf_path, printed_texts

TOUCH = 0.01  # CSS pixels that boxes may share and still only touch

Draw = Callable[[Any], None]  # draws on a stream of WeasyPrint


class _NotAlone(Exception):
    """Raised if a gap cannot be set by itself, without the rest of its page."""


@dataclass(slots=True)
class Stencil:
    """A page that was laid out: the boxes of its gaps, and how each look of a gap is set.

    `form` is the name of the XObject once it is drawn.
    """

    page: Any
    places: list[Any]
    setters: dict[tuple[str, str, float], "_Lines | _Path"] = field(default_factory=dict)
    form: str = ""

    def set(self, gaps: Sequence[Gap], stream: Any, scale: float) -> None:
        """Draw a page with these gaps. Raises something if one of them cannot be set."""
        drawings = [
            self.setters[_key(gap, place)](place, gap.values)
            for gap, place in zip(gaps, self.places, strict=True)
        ]
        with stream.stacked():
            stream.transform(a=scale, d=scale)
            self.form = self.form or self._draw_form(stream)
            stream.draw_x_object(self.form)
            for draw in drawings:
                draw(stream)

    def share_with(self, other: "Stencil") -> None:
        """Let both know how the looks of both are set. They are of one kind."""
        other.setters.update(self.setters)
        self.setters = other.setters

    def has_same_places(self, other: "Stencil") -> bool:
        """Return whether all gaps stand where they stand in another stencil of the kind."""
        return all(map(_same_place, self.places, other.places))

    def _draw_form(self, stream: Any) -> str:
        """Draw what stands around the gaps as an XObject of the PDF; return its name."""
        form = stream.add_group(*stream.page_rectangle)
        del form.extra["Group"]  # nothing in it is transparent
        contents = [place.children for place in self.places]
        for place in self.places:
            place.children = []
        try:
            _private().draw_page(self.page._page_box, form)
        finally:
            for place, content in zip(self.places, contents, strict=True):
                place.children = content
        return str(form.id)


@cache
def _private() -> SimpleNamespace:
    """Return the private parts of WeasyPrint. Raises ImportError or AttributeError."""
    places = {
        "css.counters": ["CounterStyle"],
        "document": ["DEFAULT_OPTIONS", "Document", "DocumentMetadata", "Page"],
        "draw": ["draw_inline_level", "draw_page", "draw_replacedbox"],
        "formatting_structure.build": ["build_formatting_structure"],
        "formatting_structure.boxes": ["BlockBox", "LineBox", "ReplacedBox", "TextBox"],
        "html": ["get_html_metadata"],
        "layout": ["layout_document"],
        "layout.background": ["layout_box_backgrounds"],
        "layout.block": ["block_container_layout"],
        "pdf.stream": ["Stream"],
    }
    found: dict[str, Any] = {}
    for place, names in places.items():
        module = import_module(f"weasyprint.{place}")
        found |= {name: getattr(module, name) for name in names}
    return SimpleNamespace(**found)


def lay_out(document: Any, gaps: Sequence[Gap], **options: Any) -> tuple[Any, Stencil | None]:
    """Return a document as WeasyPrint renders it, and the stencil that is learned from it.

    There is no stencil if the document takes several pages.
    """
    weasyprint = _private()
    options = weasyprint.DEFAULT_OPTIONS | options
    fonts, counters = options["font_config"], weasyprint.CounterStyle()
    context = weasyprint.Document._build_layout_context(document, fonts, counters, {}, options)
    root = weasyprint.build_formatting_structure(
        document.etree_element,
        context.style_for,
        context.get_image_from_uri,
        document.base_url,
        context.target_collector,
        counters,
        context.footnotes,
    )
    pages = [weasyprint.Page(box) for box in weasyprint.layout_document(document, root, context)]
    metadata = weasyprint.DocumentMetadata(**weasyprint.get_html_metadata(document))
    rendered = weasyprint.Document(pages, metadata, document.url_fetcher, fonts, {}, None)
    rendered._html = document
    if len(pages) > 1:
        return rendered, None
    elements = [each for each in document.etree_element.iter() if each.get("data-gap")]
    return rendered, _learned(pages[0], elements, gaps, root, context)


def _learned(
    page: Any, elements: Sequence[Any], gaps: Sequence[Gap], root: Any, context: Any
) -> Stencil:
    """Return the stencil of a page. `root` is its outermost box before it was laid out."""
    before, after = _blocks(root), _blocks(page._page_box)
    stencil = Stencil(page, [after[element] for element in elements])
    floats = [box for box in _boxes(page._page_box) if box.is_floated()]
    for gap, element, place in zip(gaps, elements, stencil.places, strict=True):
        if any(_overlap(place, each) for each in floats):
            continue  # its lines are shorter there
        kind = _Path if gap.is_picture else _Lines
        with suppress(_NotAlone, ValueError):
            stencil.setters[_key(gap, place)] = kind(context, before[element], place, gap.values)
    return stencil


class _Lines:
    """Sets lines of text in a gap, as WeasyPrint lays them out."""

    def __init__(self, context: Any, before: Any, place: Any, values: Sequence[str]) -> None:
        """`before` is the block of the gap before it was laid out, `place` the same after it.

        Raises _NotAlone if the text of this page is not set as it was on the whole page.
        """
        self.context, self.place = context, place
        if [type(child) for child in before.children] != [_private().LineBox]:
            raise _NotAlone
        (self.line,) = before.children
        if printed_texts(values) != printed_texts([box.text for box in _texts(self.line)]):
            raise _NotAlone
        if _drawn(self(place, values)) != _drawn(lambda stream: _draw_lines(stream, place)):
            raise _NotAlone

    def __call__(self, place: Any, values: Sequence[str]) -> Draw:
        """Lay out other texts at a place; raise _NotAlone if they take more or less of the page."""
        line = self.line.deepcopy()
        for box, text in zip(_texts(line), printed_texts(values), strict=True):
            box.text = text
        block = self.place.copy_with_children([line])
        block.position_x, block.position_y = place.position_x, place.position_y
        if block.style["height"] == "auto":
            block.height = "auto"
        self.context.create_block_formatting_context()
        laid_out, *_ = _private().block_container_layout(
            self.context, block, -inf, None, True, [], [], [], None, None, False, None
        )
        self.context.finish_block_formatting_context()
        if not _same_place(laid_out, place):
            raise _NotAlone
        for text_line in laid_out.children:
            _private().layout_box_backgrounds(None, text_line, self.context.get_image_from_uri)
        return lambda stream: _draw_lines(stream, laid_out)


class _Path:
    """Sets a picture in a gap: an <svg> of one path of horizontal lines, as segno draws codes."""

    def __init__(self, context: Any, before: Any, place: Any, values: Sequence[str]) -> None:
        """Raise _NotAlone if WeasyPrint draws its path in another way than `pdf_path`."""
        self.place = place
        picture, *more = (box for box in _boxes(place) if isinstance(box, _private().ReplacedBox))
        (path,) = values
        self.resources, drawing = _recorded(lambda to: _private().draw_replacedbox(to, picture))
        self.start, found, self.end = drawing.partition(pdf_path(path))
        if more or not found:
            raise _NotAlone

    def __call__(self, place: Any, values: Sequence[str]) -> Draw:
        """Return a drawing of another path; raise _NotAlone if it stands elsewhere."""
        if not _same_place(self.place, place):
            raise _NotAlone
        (path,) = values
        drawing = self.start + pdf_path(path) + self.end

        def draw(stream: Any) -> None:
            with stream.stacked():
                stream._resources["ExtGState"].update(self.resources["ExtGState"])
                stream.stream.append(drawing)

        return draw


def _draw_lines(stream: Any, block: Any) -> None:
    for line in block.children:
        _private().draw_inline_level(stream, None, line)


def _drawn(draw: Draw) -> bytes:
    return _recorded(draw)[1]


def _recorded(draw: Draw) -> tuple[Any, bytes]:
    """Draw on an empty stream; return the resources that it needs, and what is drawn."""
    resources: dict[str, dict[str, Any]] = {
        kind: {} for kind in ("ExtGState", "XObject", "Pattern", "Shading")
    }
    stream = _private().Stream({}, (0, 0, 0, 0), resources, {}, None, {}, None)
    draw(stream)
    if resources["XObject"] or resources["Pattern"] or resources["Shading"]:
        raise _NotAlone
    return resources, b"\n".join(
        item if isinstance(item, bytes) else str(item).encode() for item in stream.stream
    )


def _boxes(box: Any) -> Iterator[Any]:
    yield box
    for child in getattr(box, "children", ()):
        yield from _boxes(child)


def _texts(line: Any) -> list[Any]:
    return [box for box in _boxes(line) if isinstance(box, _private().TextBox)]


def _blocks(root: Any) -> dict[Any, Any]:
    """Return the outermost block of each element."""
    found: dict[Any, Any] = {}
    for box in _boxes(root):
        if box.element is not None and isinstance(box, _private().BlockBox):
            found.setdefault(box.element, box)
    return found


def _key(gap: Gap, place: Any) -> tuple[str, str, float]:
    return gap.name, gap.look, round(place.width, 3)


def _same_place(box: Any, other: Any) -> bool:
    return all(map(isclose, _edges(box), _edges(other)))


def _overlap(box: Any, other: Any) -> bool:
    """Return whether two boxes share some of the page; to touch is not to share."""
    left, top, right, bottom = _edges(box)
    other_left, other_top, other_right, other_bottom = _edges(other)
    across = min(right, other_right) - max(left, other_left)
    down = min(bottom, other_bottom) - max(top, other_top)
    return across > TOUCH and down > TOUCH


def _edges(box: Any) -> tuple[float, float, float, float]:
    """Return the left, top, right and bottom edge of a box with its margins."""
    left, top = box.position_x, box.position_y
    return left, top, left + box.margin_width(), top + box.margin_height()
