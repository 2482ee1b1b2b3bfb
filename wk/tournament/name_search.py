"""Search of players by a typed name, club or start number."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from django.utils.translation import gettext as _

from wk.tournament.letters import folded, searchable
from wk.tournament.models import Entry

MOST_WITHOUT_LETTERS = 20


def is_found(query: str, *, name: str, club: str, number: int) -> bool:
    """Return whether a query finds a player.

    The query is the start number, or every word of it occurs in name or club. A name may be typed
    as it is on a list, with a comma.

    >>> is_found("Wit, anna slag", name="Anna de Wit", club="De Slag", number=4)
    True
    """
    where = f"{searchable(name)} {searchable(club)}"
    words = searchable(query).replace(", ", " ").split()
    return query.strip() == str(number) or all(word in where for word in words)


def by_surname(entries: Iterable[Entry]) -> list[Entry]:
    """Return entries in the order of a Dutch list (`surnames`), then by start number."""
    return sorted(entries, key=lambda entry: (entry.name_parts.order, entry.number))


def has_letters(entries: Sequence[Entry]) -> bool:
    """Return whether a list by surname is so long that it has its letters as a guide."""
    return len(entries) > MOST_WITHOUT_LETTERS


def listed_label(entry: Entry) -> str:
    """Return the name of an entry for a list to choose from: "Wal, Sjoerd van der (number 12)"."""
    about = {"name": entry.name_parts.listed, "number": entry.number}
    return _("%(name)s (number %(number)d)") % about


def namesakes(names: Iterable[str]) -> frozenset[str]:
    """Return the names that occur twice, without regard to capitals, accents and apostrophes.

    Pages show the start number beside these.

    >>> sorted(namesakes(["José Vos", "Jan", "jose vos", "Eva"]))
    ['José Vos', 'jose vos']
    """
    kept = tuple(names)
    counts = Counter(map(searchable, kept))
    return frozenset(name for name in kept if counts[searchable(name)] > 1)


def told_apart(entry: Entry, alike: Collection[str]) -> str:
    """Return start number and name of an entry, with the club if its name is in `alike`."""
    return f"{entry} ({entry.club})" if entry.club and entry.name in alike else str(entry)


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
