"""Changes of a draw by hand, made and undone by their services."""

import datetime as dt

from wk.rounds.seat_swaps import services as seat_swaps

NOW = dt.datetime(2026, 11, 21, 12, 0, tzinfo=dt.UTC)
LATER = NOW + dt.timedelta(minutes=5)


def entry_of(round, number):
    """Return the entry with this start number."""
    return round.tournament.entries.get(number=number)


def player_at(round, table, seat):
    """Return the entry in a seat."""
    return round.seats.get(table__number=table, number=seat).entry


def swap(round, one, other, **more):
    """Swap two players by start number."""
    facts = {"author": None, "now": NOW} | more
    return seat_swaps.swap_seats(
        round=round, first=entry_of(round, one), second=entry_of(round, other), **facts
    )


def take_free_seat(round, number, table, **more):
    """Move a player to a free seat of a table."""
    facts = {"author": None, "now": NOW} | more
    return seat_swaps.take_free_place(
        round=round, entry=entry_of(round, number), table=table, **facts
    )


def undo_change(done):
    """Undo a change that was just made."""
    return seat_swaps.undo(log_entry=done.log_entry, author=None, now=LATER)
