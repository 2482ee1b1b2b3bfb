"""Finding players by what somebody types."""

import unicodedata

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
