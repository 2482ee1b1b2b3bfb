"""Players, the desk and the kiosk, as they are before a button is pressed.

A function that is `ready` returns the numbers in its address that are not 1, if there are any.
"""

from django.utils import timezone

from tests.presses.hall import Hall
from wk.players.checkin.payments import note_payment
from wk.players.checkin.services import check_in
from wk.players.kiosk.services import open_kiosk
from wk.players.services import NewEntry, enter_many, withdraw
from wk.privacy.services import show_by_initials
from wk.tournament.models import Tournament


def with_kiosk(hall: Hall) -> dict[str, str]:
    """Let the kiosk be open; its key is in its address."""
    return {"key": open_kiosk(tournament=hall.tournament).kiosk_key}


def with_kiosk_to_close(hall: Hall) -> None:
    """Let the kiosk be open, for a director to close it."""
    open_kiosk(tournament=hall.tournament)


def checked_in(hall: Hall) -> None:
    """Let everybody be here."""
    check_in(entries=hall.entries, author=hall.clerk, now=timezone.now())


def newcomer(hall: Hall) -> dict[str, int]:
    """Let there be a player without a seat."""
    enter_many(tournament=hall.tournament, rows=[NewEntry("Nina")])
    return {"number": 10}


def newcomer_here(hall: Hall) -> dict[str, int]:
    """Let a player without a seat be here."""
    newcomer(hall)
    check_in(entries=hall.entries[-1:], author=hall.clerk, now=timezone.now())
    return {"number": 10}


def withdrawn(hall: Hall) -> None:
    """Let player 1 have left."""
    withdraw(entry=hall.entries[0], author=hall.director)


def logged(hall: Hall) -> dict[str, int]:
    """Let something stand in the log that can be undone."""
    withdrawn(hall)
    return {"key": hall.newest.pk}


def with_payments(hall: Hall) -> None:
    """Let the desk note who has paid."""
    Tournament.objects.update(notes_payments=True)


def paid(hall: Hall) -> None:
    """Let player 1 have paid."""
    with_payments(hall)
    note_payment(entry=hall.entries[0], author=hall.clerk, now=timezone.now())


def shown_by_initials(hall: Hall) -> None:
    """Let player 1 be shown by initials."""
    show_by_initials(
        person=hall.entries[0].player_id, reason="", author=hall.director, now=timezone.now()
    )
