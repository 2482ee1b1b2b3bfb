"""The list on the wall: who sits where in a round."""

import unicodedata

from wk.tournament.models import Round, Seat


def seating_list(round: Round) -> list[Seat]:
    """Return the seats of a round by the names of their players, in one query."""
    seats = Seat.objects.filter(round=round).select_related("entry", "table")
    return sorted(seats, key=lambda seat: (name_order(seat.entry.name), seat.entry.number))


def name_order(name: str) -> str:
    """Return what a name is sorted by: capitals and accents make no difference.

    >>> sorted(["Øre", "Zoë", "Eva", "élodie"], key=name_order)
    ['élodie', 'Eva', 'Zoë', 'Øre']
    """
    letters = unicodedata.normalize("NFKD", name)
    return "".join(c for c in letters if not unicodedata.combining(c)).casefold()
