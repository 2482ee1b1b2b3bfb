"""Finding players by what somebody types."""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence

from wk.tournament.models import Entry
from wk.tournament.queries import folded


def searchable(text: str) -> str:
    """Return a text as it is searched and sorted: without capitals and accents.

    >>> searchable("  José  de Wit")
    'jose de wit'
    """
    apart = unicodedata.normalize("NFKD", text)
    return folded("".join(c for c in apart if not unicodedata.combining(c)))


def is_found(asked: str, *, name: str, club: str, number: int) -> bool:
    """Whether a player is asked for: every word is in name or club, or it is his start number.

    >>> is_found("wit slag", name="Anna de Wit", club="De Slag", number=4)
    True
    """
    where = f"{searchable(name)} {searchable(club)}"
    return asked.strip() == str(number) or all(word in where for word in searchable(asked).split())


def by_name(entries: Iterable[Entry]) -> list[Entry]:
    """Return players in the order of a list to look somebody up in: by name, whatever its capitals
    and accents, and namesakes by start number."""
    return sorted(entries, key=lambda entry: (searchable(entry.name), entry.number))


def namesakes(names: Iterable[str]) -> frozenset[str]:
    """Return the names that people would take for another one of them: these need a number too.

    >>> sorted(namesakes(["José Vos", "Jan", "jose vos", "Eva"]))
    ['José Vos', 'jose vos']
    """
    kept = tuple(names)
    counts = Counter(map(searchable, kept))
    return frozenset(name for name in kept if counts[searchable(name)] > 1)


def told_apart(entries: Sequence[Entry]) -> tuple[str, ...]:
    """Return what to call players beside each other: by name, namesakes by start number as well."""
    alike = namesakes(entry.name for entry in entries)
    return tuple(str(entry) if entry.name in alike else entry.name for entry in entries)
