"""Pages that differ in their gaps only: one is laid out as a whole, the others are set on it.

What stands around the gaps of the first page of a kind becomes a form of the PDF (an XObject). Each
page of that kind shows it. WeasyPrint lays out the lines in the gaps, so fonts, line breaks and
directions of writing are those of a whole page. How gaps look that the first page does not show, a
specimen tells: a page of that kind which is laid out and not printed.

A page is laid out as a whole if a gap stands beside a float, if it takes another height than on the
form, or if something of WeasyPrint is not as expected. Where gaps stand and how they look is the
business of the templates and of print.css alone.
"""

from collections.abc import Sequence
from typing import Any

from wk.printing.gaps import Gap, cut, joined
from wk.printing.layouts import Stencil, lay_out

MOST = 12  # kinds of pages that are known at a time: each takes some megabytes

Around = tuple[str, ...]  # what stands around the gaps of a document: its kind


class Stencils:
    """The kinds of pages among the documents of a PDF."""

    def __init__(self, parts: Sequence[str]) -> None:
        self._known: dict[Around, Stencil] = {}
        # A gap of each look that was not laid out yet, by kind.
        self._new: dict[Around, dict[tuple[str, str], Gap]] = {}
        for html in parts:
            around, gaps = cut(html)
            self._new.setdefault(around, {}).update({(gap.name, gap.look): gap for gap in gaps})

    def specimen(self, html: str) -> str | None:
        """Return a document of the same kind that shows new looks; None if there are none."""
        around, gaps = cut(html)
        new = self._new.get(around, {})
        if not new:
            return None
        shown = []
        for gap in gaps:
            look = next((look for look in new if look[0] == gap.name), None)
            shown.append(new.pop(look) if look else gap)
        return joined(around, shown)

    def lay_out(self, document: Any, html: str, **options: Any) -> Any:
        """Lay out a document as `weasyprint.HTML.render` does, and learn from it."""
        around, gaps = cut(html)
        if not gaps:
            return document.render(**options)
        for gap in gaps:
            self._new.get(around, {}).pop((gap.name, gap.look), None)
        try:
            rendered, stencil = lay_out(document, gaps, **options)
        except Exception:  # whatever another version of WeasyPrint does
            return document.render(**options)
        if stencil is not None:
            self._keep(around, stencil)
        return rendered

    def set(self, html: str, stream: Any, scale: float) -> list[Any] | None:
        """Set a page on the form of its kind; return its bookmarks.

        Returns None, and paints nothing, if it has to be laid out as a whole.
        """
        around, gaps = cut(html)
        stencil = self._known.get(around)
        if stencil is None:
            return None
        start = len(stream.stream)
        try:
            stencil.set(gaps, stream, scale)
        except Exception:
            del stream.stream[start:]
            return None
        return list(stencil.page.bookmarks)

    def _keep(self, around: Around, stencil: Stencil) -> None:
        old = self._known.pop(around, None)
        if old is not None:
            stencil.take_over(old)
        self._known[around] = stencil
        if len(self._known) > MOST:
            del self._known[next(iter(self._known))]
