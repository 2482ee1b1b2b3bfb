"""The seating list of a round on paper, for the wall."""

from wk.tournament.models import Round, Seat


def seating_list(round: Round) -> list[Seat]:
    """Return the seats of a round sorted by surname, as Dutch lists are; one query."""
    seats = Seat.objects.filter(round=round).select_related("entry", "table")
    return sorted(seats, key=lambda seat: (seat.entry.name_parts.order, seat.entry.number))
