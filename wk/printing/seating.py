"""The seating list of a round on paper, for the wall."""

import unicodedata

from wk.tournament.models import Round, Seat


def seating_list(round: Round) -> list[Seat]:
    """Return the seats of a round sorted by the names of the players; one query."""
    seats = Seat.objects.filter(round=round).select_related("entry", "table")
    return sorted(seats, key=lambda seat: (name_order(seat.entry.name), seat.entry.number))


def name_order(name: str) -> str:
    """Return the sort key of a name: capitals and accents make no difference.

    >>> sorted(["Øre", "Zoë", "Eva", "élodie"], key=name_order)
    ['élodie', 'Eva', 'Zoë', 'Øre']
    """
    letters = unicodedata.normalize("NFKD", name)
    return "".join(c for c in letters if not unicodedata.combining(c)).casefold()
