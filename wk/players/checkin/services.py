"""Actions of check-in: check players in, undo that, and enter players at the door."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from wk.accounts.models import User
from wk.auditlog import services as auditlog
from wk.auditlog.models import AuditLogEntry
from wk.core.refusals import ActionRefused
from wk.core.row_locks import lock_row
from wk.players.services import NewEntry, enter_one, refuse_same_player
from wk.tournament.models import Entry, Player, Tournament
from wk.tournament.name_search import with_same_name


@transaction.atomic
def check_in(
    *, entries: Collection[Entry], author: User | None, now: datetime, at_kiosk: bool = False
) -> AuditLogEntry | None:
    """Check players in with one log entry; return it, None if all were checked in already.

    The log entry is about the players who were not checked in yet. Their check-in time is that of
    the log entry: the undo recognises them by it. `at_kiosk` tells that they did it themselves.
    """
    missing = [entry for entry in _locked_entries(entries) if entry.checked_in_at is None]
    if not missing:
        return None
    Entry.objects.filter(pk__in=[entry.pk for entry in missing]).update(checked_in_at=now)
    payload: dict[str, object] = {"entries": auditlog.entries_payload(missing)}
    if at_kiosk:
        payload["at_kiosk"] = True
    return auditlog.record_players(AuditLogEntry.Kind.CHECKED_IN, missing, payload, author, now)


@transaction.atomic
def undo_check_in(*, entry: Entry, author: User | None, now: datetime) -> AuditLogEntry | None:
    """Undo a check-in; return the new log entry, None if the player was not checked in."""
    locked = [each for each in _locked_entries([entry]) if each.checked_in_at is not None]
    if not locked:
        return None
    Entry.objects.filter(pk=entry.pk).update(checked_in_at=None)
    payload = {"before": auditlog.moment_payload(locked[0].checked_in_at)}
    return auditlog.record_players(AuditLogEntry.Kind.CHECK_IN_UNDONE, locked, payload, author, now)


def _locked_entries(entries: Collection[Entry]) -> list[Entry]:
    """Return entries of one tournament as they are now, without those that are off the list.

    The tournament stays locked. So of two officials who check the same player in, the second waits
    and finds the player present.
    """
    tournament = lock_row(Tournament.objects.filter(pk__in={e.tournament_id for e in entries}))
    return list(tournament.entries.filter(pk__in=[entry.pk for entry in entries]))


@transaction.atomic
def enter_late(
    *,
    tournament: Tournament,
    name: str,
    club: str,
    player: Player | None = None,
    is_other: bool = False,
    author: User | None,
    now: datetime,
) -> Entry:
    """Enter an unannounced player at the door, checked in; return the entry.

    `player` is the person of earlier editions, if the official chose one. `is_other`: the official
    confirmed that the newcomer is not a namesake on the list. Raises ActionRefused if the newcomer
    is on the list, for example because another official was first.
    """
    lock_row(Tournament.objects.filter(pk=tournament.pk))
    refuse_double_entry(tournament, name, club, player, is_other)
    row = NewEntry(name, club, checked_in_at=now, is_announced=False, player=player)
    return enter_one(tournament=tournament, row=row, author=author, now=now)


def refuse_double_entry(
    tournament: Tournament, name: str, club: str, player: Player | None, is_other: bool
) -> None:
    """Raise ActionRefused if the person is on the list, or a namesake and not `is_other`.

    Raise it also if the person is deleted by now, and for a namesake of the same club: nothing
    tells that namesake apart from the newcomer.
    """
    if player:
        lock_row(Player.objects.filter(pk=player.pk))
    entries = [entry.known() for entry in tournament.entries.all()]
    same = [entry for entry in entries if player and entry.player_id == player.pk]
    if not is_other:
        same += with_same_name(entries, name)
    if same:
        raise ActionRefused(_("%(name)s is in this tournament already.") % {"name": same[0]})
    refuse_same_player(entries, name, club)
