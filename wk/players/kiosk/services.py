"""Actions of the kiosk, at which players check themselves in: open it, close it, check in."""

import secrets
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from wk.core.row_locks import lock_row
from wk.players.checkin.queries import next_seat
from wk.players.checkin.services import check_in
from wk.tournament.models import Entry, Seat, Tournament

# Without letters and figures that are taken for each other, as somebody may have to type a key.
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
KEY_LENGTH = 12


class KioskClosed(Exception):
    """Raised if the kiosk was closed, or has another key by now."""


@dataclass(frozen=True, slots=True)
class KioskCheckIn:
    """What happened to a player at the kiosk.

    `is_new` is False for a player who was checked in already. `seat` is that of the first round
    that is public and not closed, None without one.
    """

    entry: Entry
    is_new: bool
    seat: Seat | None


@transaction.atomic
def open_kiosk(*, tournament: Tournament) -> Tournament:
    """Open the kiosk of a tournament with a new key; an open kiosk keeps its key."""
    locked = lock_row(Tournament.objects.filter(pk=tournament.pk))
    if not locked.kiosk_key:
        locked.kiosk_key = "".join(secrets.choice(LETTERS) for _ in range(KEY_LENGTH))
        locked.save(update_fields=["kiosk_key"])
    return locked


@transaction.atomic
def close_kiosk(*, tournament: Tournament) -> Tournament:
    """Close the kiosk of a tournament: its address opens nothing any more."""
    locked = lock_row(Tournament.objects.filter(pk=tournament.pk))
    if locked.kiosk_key:
        locked.kiosk_key = ""
        locked.save(update_fields=["kiosk_key"])
    return locked


@transaction.atomic
def check_in_at_kiosk(
    *, tournament: Tournament, key: str, number: int, now: datetime
) -> KioskCheckIn | None:
    """Check the player with this start number in, once; return what happened.

    Return None if there is no such player, or if he does not take part: the desk helps him. Raises
    KioskClosed if `key` is not the key of an open kiosk of this tournament.
    """
    locked = lock_row(Tournament.objects.filter(pk=tournament.pk))
    if not key or not secrets.compare_digest(locked.kiosk_key, key):
        raise KioskClosed
    entry = locked.entries.filter(number=number, withdrawn_after=None).first()
    if entry is None:
        return None
    done = check_in(entries=[entry], author=None, now=now, at_kiosk=True)
    entry.refresh_from_db()
    return KioskCheckIn(entry, done is not None, next_seat(entry))
