"""Parts of WeasyPrint that are not its public face, and what is asked of its boxes.

Only `layouts` and `setters` use them. If one of them is not as expected, whatever comes of that is
raised.
"""

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from math import isclose
from types import SimpleNamespace
from typing import Any

TOUCH = 0.01  # CSS pixels that boxes may share and still only touch


@cache
def private() -> SimpleNamespace:
    """Return the private parts of WeasyPrint. Raises ImportError or AttributeError."""
    places = {
        "css.counters": ["CounterStyle"],
        "document": ["DEFAULT_OPTIONS", "Document", "DocumentMetadata", "Page"],
        "draw": ["draw_inline_level", "draw_page", "draw_replacedbox"],
        "draw.text": ["draw_first_line"],
        "formatting_structure.build": ["build_formatting_structure"],
        "formatting_structure.boxes": ["BlockBox", "LineBox", "ReplacedBox", "TextBox"],
        "html": ["get_html_metadata"],
        "layout": ["layout_document"],
        "layout.background": ["layout_box_backgrounds"],
        "layout.block": ["block_container_layout"],
        "matrix": ["Matrix"],
        "pdf.stream": ["Stream"],
        "text.line_break": ["create_layout", "line_size"],
    }
    found: dict[str, Any] = {}
    for place, names in places.items():
        module = import_module(f"weasyprint.{place}")
        found |= {name: getattr(module, name) for name in names}
    return SimpleNamespace(**found)


def boxes(box: Any) -> Iterator[Any]:
    """Yield a box and all boxes in it."""
    yield box
    for child in getattr(box, "children", ()):
        yield from boxes(child)


def texts(line: Any) -> list[Any]:
    """Return the boxes of text in a line."""
    return [box for box in boxes(line) if isinstance(box, private().TextBox)]


def same_place(box: Any, other: Any) -> bool:
    """Return whether two boxes have the same edges."""
    return all(map(isclose, _edges(box), _edges(other)))


def overlap(box: Any, other: Any) -> bool:
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
