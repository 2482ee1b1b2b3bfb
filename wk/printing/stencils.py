"""Pages that differ in their gaps only: one is laid out as a whole, and all are set on it.

What stands around the gaps of pages of a kind becomes a form of the PDF (an XObject), which each of
them shows. It is that of a specimen: a page of that kind which is laid out and not printed, with
gaps of all looks. WeasyPrint shapes the words in the gaps, or lays out their lines, so fonts, line
breaks and directions of writing are those of a whole page.

A page is laid out as a whole if a gap stands beside a float, if it takes another height than on a
form, or if something of WeasyPrint is not as expected. Where gaps stand and how they look is the
business of the templates and of print.css alone.
"""

from collections.abc import Sequence
from typing import Any

from wk.printing.gaps import Gap, cut, joined
from wk.printing.layouts import Stencil, lay_out

# Kinds of pages that are known at a time, and pages of a kind: each takes some megabytes.
MOST, MOST_HEIGHTS = 12, 3

Around = tuple[str, ...]  # what stands around the gaps of a document: its kind


class Stencils:
    """The kinds of pages among the documents of a PDF."""

    def __init__(self, parts: Sequence[str]) -> None:
        self._known: dict[Around, list[Stencil]] = {}
        # A gap of each look that was not laid out yet, by kind.
        self._new: dict[Around, dict[tuple[str, str], Gap]] = {}
        for html in parts:
            around, gaps = cut(html)
            new = self._new.setdefault(around, {})
            for gap in gaps:  # a short text takes no more height than others
                known = new.setdefault((gap.name, gap.look), gap)
                if len(gap.html) < len(known.html):
                    new[gap.name, gap.look] = gap

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
        """Set a page on a form of its kind; return its bookmarks.

        Returns None, and paints nothing, if it has to be laid out as a whole.
        """
        around, gaps = cut(html)
        start = len(stream.stream)
        for stencil in self._known.get(around, []):
            try:
                stencil.set(gaps, stream, scale)
            except Exception:
                del stream.stream[start:]
            else:
                return stencil.bookmarks(gaps)
        return None

    def _keep(self, around: Around, stencil: Stencil) -> None:
        """Keep a stencil beside those of its kind in which gaps have other heights."""
        same_kind = self._known.pop(around, [])
        if same_kind:
            stencil.share_with(same_kind[0])
        if not any(map(stencil.has_same_places, same_kind)):
            same_kind = [*same_kind[: MOST_HEIGHTS - 1], stencil]
        self._known[around] = same_kind
        if len(self._known) > MOST:
            del self._known[next(iter(self._known))]
