"""How our numbers and words are written for people."""

from fractions import Fraction

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from scoring.text import Text


def words(text: Text) -> str:
    """Write a text of a game in the reader's language."""
    return text.to(get_language() or "nl")


def halves(value: Fraction | int | None) -> str:
    """Write match points with ½: 4½, 12, ½. Nothing for None."""
    if value is None:
        return ""
    whole, rest = divmod(abs(Fraction(value)), 1)
    sign = "−" if value < 0 else ""
    return f"{sign}{whole or ''}½" if rest else f"{sign}{whole}"


def aligned(value: Fraction) -> SafeString:
    """Write match points so that the units of a column stand under each other."""
    whole = halves(value)
    half = "½" if whole.endswith("½") else ""
    return format_html('{}<span class="half">{}</span>', whole.removesuffix("½"), half)


def signed(value: int | None) -> str:
    """Write points with a true minus sign: −4, 16. Nothing for None."""
    if value is None:
        return ""
    return f"−{-value}" if value < 0 else str(value)
