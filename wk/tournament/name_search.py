"""Search of players by what somebody types."""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from wk.tournament.models import (
    Entry,
)

# Letters that Unicode does not split into a letter and an accent, as typed without their key.
LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
)
# Removed from names: people type one of these for another.
APOSTROPHES = str.maketrans(dict.fromkeys("'’‘‛`´ʼʻʹ′＇"))
# Each key typed in a search compares every name on the list: their folded forms are remembered.
MOST_REMEMBERED = 20_000


@lru_cache(MOST_REMEMBERED)
def searchable(text: str) -> str:
    """Return a text to search and sort by: without capitals, accents and apostrophes.

    >>> searchable("  José  op ’t Łyse")
    'jose op t lyse'
    """
    apart = unicodedata.normalize("NFKD", text.translate(APOSTROPHES))
    plain = folded("".join(c for c in apart if not unicodedata.combining(c)))
    return plain.translate(LETTERS)


def is_found(query: str, *, name: str, club: str, number: int) -> bool:
    """Return whether a search finds a player.

    Every word must be in name or club, or the search is the start number.

    >>> is_found("wit slag", name="Anna de Wit", club="De Slag", number=4)
    True
    """
    where = f"{searchable(name)} {searchable(club)}"
    return query.strip() == str(number) or all(word in where for word in searchable(query).split())


def by_name(entries: Iterable[Entry]) -> list[Entry]:
    """Return entries sorted by name, whatever its capitals and accents, then by start number."""
    return sorted(entries, key=lambda entry: (searchable(entry.name), entry.number))


def namesakes(names: Iterable[str]) -> frozenset[str]:
    """Return the names that equal another one but for capitals, accents and apostrophes.

    Pages show a start number beside these.

    >>> sorted(namesakes(["José Vos", "Jan", "jose vos", "Eva"]))
    ['José Vos', 'jose vos']
    """
    kept = tuple(names)
    counts = Counter(map(searchable, kept))
    return frozenset(name for name in kept if counts[searchable(name)] > 1)


def told_apart(entries: Sequence[Entry]) -> tuple[str, ...]:
    """Return the name of each player in a list, with the start number for namesakes."""
    alike = namesakes(entry.name for entry in entries)
    return tuple(str(entry) if entry.name in alike else entry.name for entry in entries)


def of_that_name(entries: Iterable[Entry], name: str) -> list[Entry]:
    """Return the entries with this name, whatever its capitals and accents."""
    return [entry for entry in entries if searchable(entry.name) == searchable(name)]


def folded(text: str) -> str:
    """Return a name to compare by: without capitals and double spaces."""
    return " ".join(text.split()).casefold()
