"""Formats for people: the texts of games, match points and points."""

import re
from fractions import Fraction
from functools import cache, lru_cache

import pyphen
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from scoring.text import Text

# A word of so many letters may be too long for the column of a phone or a tile of the wall.
LONG_WORD = re.compile(r"\w{16,}")


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


@lru_cache(maxsize=1000)
def aligned(value: Fraction) -> SafeString:
    """Return match points as HTML for a column: the ½ has a box of its own, so units align.

    It is kept, as a page with hundreds of them has few that differ.
    """
    whole = halves(value)
    half = "½" if whole.endswith("½") else ""
    return format_html('{}<span class="half">{}</span>', whole.removesuffix("½"), half)


def signed(value: int | None) -> str:
    """Return points as text with a true minus sign: −4, 16; "" for None."""
    if value is None:
        return ""
    return f"−{-value}" if value < 0 else str(value)


def rank_cell(rank: int, shared: bool) -> SafeString:
    """Return a rank as HTML for a column: the = of a shared one has a box of its own: 7, 7=.

    So the digits of all ranks are below each other. A screen reader says "shared".
    """
    if not shared:
        return format_html('{}<span class="tie"></span>', rank)
    return format_html(
        '{}<span class="tie" aria-hidden="true">=</span><span class="visually-hidden"> {}</span>',
        rank,
        gettext("shared"),
    )


@lru_cache(maxsize=4000)
def breakable(name: str) -> str:
    """Return a name with soft hyphens in its longest words, as text.

    A line breaks there with a hyphen where the word has no room, and they are not seen elsewhere.
    Few browsers know how to break a Dutch word themselves.

    >>> breakable("Anna Zevenbergschenhoek").replace("\u00ad", "-")
    'Anna Zeven-berg-schen-hoek'
    """
    return LONG_WORD.sub(lambda found: _syllables().inserted(found[0], "\u00ad"), name)


@cache
def _syllables() -> pyphen.Pyphen:
    """Return the Dutch syllables; reading them takes a tenth of a second."""
    return pyphen.Pyphen(lang="nl_NL", left=4, right=4)


def exact_halves(value: Fraction) -> str:
    """Return a number of halves as text for programs: "12", "4.5", "-0.5"."""
    whole, rest = divmod(abs(value), 1)
    return f"{'-' if value < 0 else ''}{whole}{'.5' if rest else ''}"
