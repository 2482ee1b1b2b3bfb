"""Formats for people: the texts of games, match points and points."""

from fractions import Fraction

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from scoring.text import Text


def words(text: Text) -> str:
    """Return a text of a game in the language of the reader."""
    return text.to(get_language() or "nl")


def halves(value: Fraction | int | None) -> str:
    """Return match points with ½ as text: 4½, 12, ½; "" for None."""
    if value is None:
        return ""
    whole, rest = divmod(abs(Fraction(value)), 1)
    sign = "−" if value < 0 else ""
    return f"{sign}{whole or ''}½" if rest else f"{sign}{whole}"


def aligned(value: Fraction) -> SafeString:
    """Return match points as HTML for a column: the ½ has a box of its own, so units align."""
    whole = halves(value)
    half = "½" if whole.endswith("½") else ""
    return format_html('{}<span class="half">{}</span>', whole.removesuffix("½"), half)


def signed(value: int | None) -> str:
    """Return points as text with a true minus sign: −4, 16; "" for None."""
    if value is None:
        return ""
    return f"−{-value}" if value < 0 else str(value)
