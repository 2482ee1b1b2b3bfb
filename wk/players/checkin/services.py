"""Services of the desk: check-in, late entry, substitution and replacement."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from wk.accounts.models import User
from wk.auditlog import services as auditlog
from wk.auditlog.models import AuditLogEntry
from wk.core.refusals import ActionRefused
from wk.core.row_locks import lock_row
from wk.players.services import NewEntry, enter_one
from wk.tournament.models import Entry, Player, Tournament
from wk.tournament.name_search import of_that_name


@transaction.atomic
def check_in(
    *, entries: Collection[Entry], author: User | None, now: datetime
) -> AuditLogEntry | None:
    """Note that players are present, as one change; return it, or None if all were noted before.

    The change is about the players that no desk had noted before. Of two desks at the same moment
    the second waits for the first, and finds the players present. All players of one change have
    its moment as their arrival; `undo` recognises them by that.
    """
    missing = [entry for entry in _held_entries(entries) if entry.checked_in_at is None]
    if not missing:
        return None
    Entry.objects.filter(pk__in=[entry.pk for entry in missing]).update(checked_in_at=now)
    facts = {"entries": auditlog.listed(missing)}
    return auditlog.note_players(AuditLogEntry.Kind.CHECKED_IN, missing, facts, author, now)


@transaction.atomic
def undo_check_in(*, entry: Entry, author: User | None, now: datetime) -> AuditLogEntry | None:
    """Note that a player is not present after all; return the change, None if he was not
    present."""
    there = [each for each in _held_entries([entry]) if each.checked_in_at is not None]
    if not there:
        return None
    Entry.objects.filter(pk=entry.pk).update(checked_in_at=None)
    facts = {"before": auditlog.moment(there[0].checked_in_at)}
    return auditlog.note_players(AuditLogEntry.Kind.CHECK_IN_UNDONE, there, facts, author, now)


def _held_entries(entries: Collection[Entry]) -> list[Entry]:
    """Return entries of one tournament as they are now, without those that are off the list.

    Their tournament is locked first, as in every change of several entries, so that two changes
    cannot wait for each other.
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
    """Enter an unannounced player at the desk, and note him as present.

    `player` is the person of earlier editions, if the official recognised one; `is_other`: the
    newcomer is not the player of the same name on the list. ActionRefused if the player is on the
    list, because another desk has entered him meanwhile.
    """
    lock_row(Tournament.objects.filter(pk=tournament.pk))
    _refuse_twice(tournament, name, player, is_other)
    row = NewEntry(name, club, checked_in_at=now, is_announced=False, player=player)
    return enter_one(tournament=tournament, row=row, author=author, now=now)


def _refuse_twice(tournament: Tournament, name: str, player: Player | None, is_other: bool) -> None:
    """Refuse to enter a player twice: the same person, or the same name unless `is_other`.

    Refuse also a person that no longer exists.
    """
    if player:
        lock_row(Player.objects.filter(pk=player.pk))
    entries = list(tournament.entries.all())
    same = [entry for entry in entries if player and entry.player_id == player.pk]
    if not is_other:
        same += of_that_name(entries, name)
    if same:
        raise ActionRefused(_("%(name)s is in this tournament already.") % {"name": same[0]})
