"""A page as WeasyPrint lays it out, and where other texts are set in its gaps.

If a private part of WeasyPrint is not as expected, it raises whatever comes of that.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from wk.printing.gaps import Gap
from wk.printing.setters import Column, NotAlone, Path
from wk.printing.weasyprint_parts import boxes, overlap, private, same_place
from wk.printing.words import Words

Key = tuple[str, str, float, float, float]  # name, look and width of a gap, and what else counts


@dataclass(slots=True)
class Stencil:
    """A page that was laid out: the boxes of its gaps, and how each look of a gap is set.

    `form` is the name of the XObject once it is drawn.
    """

    page: Any
    places: list[Any]
    gaps: Sequence[Gap]  # of this page
    setters: dict[Key, Words | Path | Column] = field(default_factory=dict)
    form: str = ""

    def set(self, gaps: Sequence[Gap], stream: Any, scale: float) -> None:
        """Draw a page with these gaps. Raises something if one of them cannot be set."""
        drawings = [
            self.setters[_key(gap, place)](stream, place, gap.values)
            for gap, place in zip(gaps, self.places, strict=True)
        ]
        with stream.stacked():
            stream.transform(a=scale, d=scale)
            self.form = self.form or self._draw_form(stream)
            stream.draw_x_object(self.form)
            for draw in drawings:
                draw(stream)

    def bookmarks(self, gaps: Sequence[Gap]) -> list[Any]:
        """Return the bookmarks of a page with these gaps: a heading may be in one of them."""
        new = {
            old.text: gap.text
            for old, gap in zip(self.gaps, gaps, strict=True)
            if gap.look.startswith("<h")
        }
        return [
            (level, new.get(label, label), *more) for level, label, *more in self.page.bookmarks
        ]

    def share_with(self, other: "Stencil") -> None:
        """Let both know how the looks of both are set. They are of one kind."""
        other.setters.update(self.setters)
        self.setters = other.setters

    def has_same_places(self, other: "Stencil") -> bool:
        """Return whether all gaps stand where they stand in another stencil of the kind."""
        return all(map(same_place, self.places, other.places))

    def _draw_form(self, stream: Any) -> str:
        """Draw what stands around the gaps as an XObject of the PDF; return its name."""
        form = stream.add_group(*stream.page_rectangle)
        del form.extra["Group"]  # nothing in it is transparent
        contents = [place.children for place in self.places]
        for place in self.places:
            place.children = []
        try:
            private().draw_page(self.page._page_box, form)
        finally:
            for place, content in zip(self.places, contents, strict=True):
                place.children = content
        return str(form.id)


def lay_out(document: Any, gaps: Sequence[Gap], **options: Any) -> tuple[Any, Stencil | None]:
    """Return a document as WeasyPrint renders it, and the stencil that is learned from it.

    There is no stencil if the document takes several pages.
    """
    weasyprint = private()
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
    stencil = Stencil(page, [after[element] for element in elements], gaps)
    floats = [box for box in boxes(page._page_box) if box.is_floated()]
    for gap, element, place in zip(gaps, elements, stencil.places, strict=True):
        if any(overlap(place, each) for each in floats):
            continue  # its lines are shorter there
        kind = Path if gap.is_picture else Column if gap.is_column else Words
        with suppress(NotAlone, ValueError, AssertionError):
            stencil.setters[_key(gap, place)] = kind(context, before[element], place, gap.values)
    return stencil


def _blocks(root: Any) -> dict[Any, Any]:
    """Return the outermost block of each element."""
    found: dict[Any, Any] = {}
    for box in boxes(root):
        if box.element is not None and isinstance(box, private().BlockBox):
            found.setdefault(box.element, box)
    return found


def _key(gap: Gap, place: Any) -> Key:
    """Return what is set alike: a picture at its own place, a column with its number of lines."""
    if gap.is_picture:
        more = round(place.position_x, 3), round(place.position_y, 3)
    else:
        more = 0.0, round(place.height, 3) if gap.is_column else 0.0
    return gap.name, gap.look, round(place.width, 3), *more
