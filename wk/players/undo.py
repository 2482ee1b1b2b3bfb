"""Undo changes to players: each audit log entry holds enough to take its change back.

Whether an undo is possible follows from the state of all players (`PlayerStates`), fetched once. A
list of changes can thus tell it of each, and the undo itself gives the same answer.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from wk.accounts.models import User
from wk.auditlog import services as auditlog
from wk.auditlog.models import AuditLogEntry
from wk.auditlog.queries import keys_of
from wk.core.refusals import ActionRefused
from wk.core.row_locks import lock_row
from wk.players.services import remove_entries
from wk.players.undo_state import PlayerStates, away, player_states
from wk.tournament.models import Entry, FixedSeat, Player, Separation, Tournament


@dataclass(frozen=True, slots=True)
class UndoRule:
    """How to undo one kind of change.

    `bar` says why it is impossible now, "" if it is possible. `whom` returns the keys of the
    players, out of several, concerned by the change still.
    """

    bar: Callable[[AuditLogEntry, PlayerStates], str]
    undo: Callable[[AuditLogEntry, PlayerStates], None]
    whom: Callable[[AuditLogEntry, PlayerStates], list[int]] = lambda change, field: keys_of(change)


@transaction.atomic
def undo_by(
    way: UndoRule, *, change: AuditLogEntry, author: User | None, now: datetime
) -> list[int]:
    """Take back a change to players; return the keys of the players concerned.

    Raises ActionRefused, in words for the official, when that is impossible by now or was done
    before.
    """
    field = player_states(lock_row(Tournament.objects.filter(pk=change.tournament_id)))
    change = auditlog.undoing(change, author, now)
    if why := way.bar(change, field):
        raise ActionRefused(why)
    whom = way.whom(change, field)
    way.undo(change, field)
    return whom


def no_longer_listed(change: AuditLogEntry) -> str:
    """Say that the player of a change is off the list."""
    return _("%(name)s is not on the list any more.") % {"name": change.about}


def still_listed(change: AuditLogEntry, field: PlayerStates) -> list[Entry]:
    """Return the entries of a change that are still on the list."""
    return [field.entries[key] for key in keys_of(change) if key in field.entries]


def _seated(entry: Entry, field: PlayerStates, after: int = 0) -> str:
    """Say in which round after `after` a player has a seat, "" if in none."""
    number = next((number for number in field.seats.get(entry.pk, ()) if number > after), None)
    if number is None:
        return ""
    text = _("%(name)s has a seat in round %(number)d.")
    return text % {"name": entry.name, "number": number}


def _stay(change: AuditLogEntry, field: PlayerStates) -> str:
    """Say why a player cannot be taken off the list: a seat, or already gone; "" if possible."""
    listed = still_listed(change, field)
    if not listed:
        return no_longer_listed(change)
    return next((why for entry in listed if (why := _seated(entry, field))), "")


def _take_out(change: AuditLogEntry, field: PlayerStates) -> None:
    """Remove the entered players from the list; that is logged and can be undone, too."""
    listed = still_listed(change, field)
    remove_entries(entries=listed, author=change.undone_by, now=change.undone_at)


def _called_otherwise(change: AuditLogEntry, field: PlayerStates) -> str:
    """Say why the old name cannot come back: changed again, or number taken; "" if it can."""
    entry = field.entries.get(change.entry_id or 0)
    before, after = change.payload["before"], change.payload["after"]
    if entry is None:
        return no_longer_listed(change)
    if auditlog.called(entry) != after:
        return _("%(name)s has been changed again since then.") % {"name": entry}
    others = (other for other in field.entries.values() if other != entry)
    if any(other.number == before["number"] for other in others):
        return _("Start number %(number)d is taken.") % {"number": before["number"]}
    return ""


def _call_as_before(change: AuditLogEntry, field: PlayerStates) -> None:
    """Put back name, club and number; of the person too, if its name and club are unchanged."""
    entry = field.entries[change.entry_id or 0]
    before, after = change.payload["before"], change.payload["after"]
    Entry.objects.filter(pk=entry.pk).update(**before)
    person = Player.objects.filter(pk=entry.player_id, name=after["name"], club=after["club"])
    person.update(name=before["name"], club=before["club"])


def _entered_again(change: AuditLogEntry, field: PlayerStates) -> str:
    """Say that the removed players are on the list again; "" if one is still off it."""
    if away(change, field):
        return ""
    name, listed = change.about, still_listed(change, field)
    if len(keys_of(change)) == 1 and listed:
        name = str(listed[0])  # an archive may have brought the player back under another name
    return _("%(name)s is in this tournament already.") % {"name": name}


def _put_back(change: AuditLogEntry, field: PlayerStates) -> None:
    """Enter the removed players again, with their old number where it is free."""
    for facts in away(change, field):
        enter_again(change.tournament, facts, field)


def enter_again(tournament: Tournament, facts: Mapping[str, Any], field: PlayerStates) -> Entry:
    """Enter a removed player again with all facts, and the old number where it is free.

    A check-in or a withdrawal that was undone meanwhile is not restored.
    """
    taken = set(tournament.entries.values_list("number", flat=True))
    number = facts["number"]
    arrived = facts["checked_in_at"]
    if (facts["key"], arrived) in field.undone_arrivals:
        arrived = None
    left = facts["withdrawn_after"]
    if (facts["key"], left) in field.undone_leaves and facts["key"] not in field.left_by:
        left = None
    # With the old key, so that earlier audit log entries are about this entry again.
    entry = Entry.objects.create(
        pk=facts["key"],
        tournament=tournament,
        player=_person(tournament, facts),
        number=number if number not in taken else max(taken) + 1,
        name=facts["name"],
        club=facts["club"],
        withdrawn_after=left,
        checked_in_at=datetime.fromisoformat(arrived) if arrived else None,
        is_announced=facts["is_announced"],
    )
    AuditLogEntry.objects.filter(pk__in=facts["changes"], entry=None).update(entry=entry)
    entry.separations.set(Separation.objects.filter(tournament=tournament, pk__in=facts["apart"]))
    FixedSeat.objects.bulk_create(FixedSeat(entry=entry, **place) for place in facts["places"])
    return entry


def _person(tournament: Tournament, facts: Mapping[str, Any]) -> Player:
    """Return the person of a removed entry; a new one if that is deleted or on the list."""
    others = Player.objects.exclude(entries__tournament=tournament)
    player = others.filter(pk=facts["player"]).first()
    return player or Player.objects.create(name=facts["name"], club=facts["club"])


def has_left_by(change: AuditLogEntry, field: PlayerStates) -> list[int]:
    """Return the keys of the players gone by this change and not back since."""
    listed = (entry for entry in field.entries.values() if entry.withdrawn_after is not None)
    return [entry.pk for entry in listed if field.left_by.get(entry.pk) == change.pk]


def _back_already(change: AuditLogEntry, field: PlayerStates) -> str:
    """Say why the players cannot be readmitted: they came back already; "" if they can."""
    listed = still_listed(change, field)
    if has_left_by(change, field):
        return ""
    if not listed:
        return no_longer_listed(change)
    if all(entry.withdrawn_after is None for entry in listed):
        return _("%(name)s takes part again already.") % {"name": change.about}
    return _("%(name)s came back, and has left again since.") % {"name": change.about}


def readmit_left(change: AuditLogEntry, field: PlayerStates) -> None:
    """Readmit the players withdrawn by this change."""
    Entry.objects.filter(pk__in=has_left_by(change, field)).update(withdrawn_after=None)


def _has_to_stay(change: AuditLogEntry, field: PlayerStates) -> str:
    """Say why a player cannot leave again: a seat since coming back; "" if possible."""
    entry = field.entries.get(change.entry_id or 0)
    if entry is None:
        return no_longer_listed(change)
    if why := _seated(entry, field, after=change.payload["before"]):
        return why
    if entry.withdrawn_after is not None:
        return _("%(name)s has left already.") % {"name": entry}
    return ""


def _let_leave_again(change: AuditLogEntry, field: PlayerStates) -> None:
    """Withdraw a readmitted player again, after the same round as before."""
    entry = field.entries[change.entry_id or 0]
    entry.withdrawn_after = change.payload["before"]
    entry.save(update_fields=["withdrawn_after"])


UNDO_RULES: Mapping[AuditLogEntry.Kind, UndoRule] = {
    AuditLogEntry.Kind.ENTERED: UndoRule(
        _stay, _take_out, lambda c, field: [e.pk for e in still_listed(c, field)]
    ),
    AuditLogEntry.Kind.EDITED: UndoRule(_called_otherwise, _call_as_before),
    AuditLogEntry.Kind.REMOVED: UndoRule(
        _entered_again, _put_back, lambda c, field: [facts["key"] for facts in away(c, field)]
    ),
    AuditLogEntry.Kind.WITHDRAWN: UndoRule(_back_already, readmit_left, has_left_by),
    AuditLogEntry.Kind.READMITTED: UndoRule(_has_to_stay, _let_leave_again),
}
