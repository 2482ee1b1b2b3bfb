"""Services of the keys on players' cards: make, invalidate and renew them."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from wk.core.row_locks import lock_row, lock_rows
from wk.phones.models import PlayerKey, new_key
from wk.tournament.models import Entry


@transaction.atomic
def player_keys_for(*, entries: Sequence[Entry], now: datetime) -> dict[int, PlayerKey]:
    """Return the keys of players, by the key of the entry; a player without one gets one.

    A player with a revoked key is left out, and so is one who has been removed since.
    """
    ids = [entry.pk for entry in entries]
    with_key = set(PlayerKey.objects.filter(entry__in=ids).values_list("entry", flat=True))
    keyless = Entry.objects.filter(pk__in=[pk for pk in ids if pk not in with_key])
    # Locked: a player who is being removed is waited for, and then not found.
    new = [PlayerKey(entry=entry, created_at=now) for entry in lock_rows(keyless)]
    # Another request may have made keys for the same players since they were counted above.
    PlayerKey.objects.bulk_create(new, ignore_conflicts=True)
    valid = PlayerKey.objects.filter(entry__in=ids, revoked_at=None)
    return {key.entry_id: key for key in valid}


@transaction.atomic
def revoke_player_key(*, entry: Entry, now: datetime) -> bool:
    """Invalidate the key of a player; return whether it was valid until now.

    A player without a key gets a revoked one, so that he has none until it is renewed.
    """
    player_keys_for(entries=[entry], now=now)
    key = lock_row(PlayerKey.objects.filter(entry=entry.pk))
    if key.revoked_at is not None:
        return False
    key.revoked_at = now
    key.save(update_fields=["revoked_at"])
    return True


@transaction.atomic
def renew_player_key(*, entry: Entry, now: datetime) -> PlayerKey:
    """Replace the key of a player, revoked or not; return the new one."""
    player_keys_for(entries=[entry], now=now)
    key = lock_row(PlayerKey.objects.filter(entry=entry.pk))
    key.key, key.created_at, key.revoked_at = new_key(), now, None
    key.save(update_fields=["key", "created_at", "revoked_at"])
    return key
