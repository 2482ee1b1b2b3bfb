"""Search of players by a typed name, club or start number."""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from wk.tournament.models import Entry

# Unicode does not split these into a letter and an accent. People without such a key type these.
LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
)
# Apostrophes and the signs that people type for one. A search ignores them.
APOSTROPHES = str.maketrans(dict.fromkeys("'’‘‛`´ʼʻʹ′＇"))
# Texts in the cache of `searchable`: every key typed in a search compares all names on the list.
MOST_REMEMBERED = 20_000


@lru_cache(MOST_REMEMBERED)
def searchable(text: str) -> str:
    """Return a text in the form to search and sort by: no capitals, accents, apostrophes.

    >>> searchable("  José  op ’t Łyse")
    'jose op t lyse'
    """
    # NFKD splits a letter with an accent into the letter and a combining mark.
    split = unicodedata.normalize("NFKD", text.translate(APOSTROPHES))
    plain = folded("".join(c for c in split if not unicodedata.combining(c)))
    return plain.translate(LETTERS)


def is_found(query: str, *, name: str, club: str, number: int) -> bool:
    """Return whether a query finds a player.

    The query is the start number, or every word of it occurs in name or club.

    >>> is_found("wit slag", name="Anna de Wit", club="De Slag", number=4)
    True
    """
    where = f"{searchable(name)} {searchable(club)}"
    return query.strip() == str(number) or all(word in where for word in searchable(query).split())


def by_name(entries: Iterable[Entry]) -> list[Entry]:
    """Return entries sorted by name, without regard to capitals and accents, then by number."""
    return sorted(entries, key=lambda entry: (searchable(entry.name), entry.number))


def namesakes(names: Iterable[str]) -> frozenset[str]:
    """Return the names that occur twice, without regard to capitals, accents and apostrophes.

    Pages show the start number beside these.

    >>> sorted(namesakes(["José Vos", "Jan", "jose vos", "Eva"]))
    ['José Vos', 'jose vos']
    """
    kept = tuple(names)
    counts = Counter(map(searchable, kept))
    return frozenset(name for name in kept if counts[searchable(name)] > 1)


def distinct_names(entries: Sequence[Entry]) -> tuple[str, ...]:
    """Return the name of each entry, in their order; namesakes with their start number."""
    alike = namesakes(entry.name for entry in entries)
    return tuple(str(entry) if entry.name in alike else entry.name for entry in entries)


def with_same_name(entries: Iterable[Entry], name: str) -> list[Entry]:
    """Return the entries with this name, without regard to capitals and accents."""
    return [entry for entry in entries if searchable(entry.name) == searchable(name)]


def with_same_name_and_club(entries: Iterable[Entry], name: str, club: str) -> list[Entry]:
    """Return the entries that nothing tells apart from a player of this name and club."""
    same = with_same_name(entries, name)
    return [entry for entry in same if folded(entry.club) == folded(club)]


def folded(text: str) -> str:
    """Return a text in the form to compare by: no capitals, no double spaces."""
    return " ".join(text.split()).casefold()
