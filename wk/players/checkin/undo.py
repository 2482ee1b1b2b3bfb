"""How check-ins are undone."""

from collections.abc import Mapping
from datetime import datetime

from django.utils.translation import gettext as _

from wk.auditlog.models import AuditLogEntry
from wk.auditlog.queries import keys_of
from wk.players.undo import UndoRule, no_longer_listed, still_listed
from wk.players.undo_state import PlayerStates
from wk.tournament.models import Entry


def _came_by(change: AuditLogEntry, field: PlayerStates) -> list[Entry]:
    """Return the entries that are here by this check-in: checked in at its very moment."""
    return [entry for entry in still_listed(change, field) if entry.checked_in_at == change.at]


def _is_not_here_by_it(change: AuditLogEntry, field: PlayerStates) -> str:
    """Return why a check-in cannot be undone, "" if it can.

    A player is not touched if the check-in was taken back since, or replaced by a later one.
    """
    if _came_by(change, field):
        return ""
    if len(keys_of(change)) > 1:
        return _("None of these players is here by this check-in any more.")
    listed = still_listed(change, field)
    if not listed:
        return no_longer_listed(change)
    if listed[0].checked_in_at is None:
        return _("%(name)s is not noted as present any more.") % {"name": listed[0]}
    return _("%(name)s has been checked in again since then.") % {"name": listed[0]}


def _never_came(change: AuditLogEntry, field: PlayerStates) -> None:
    """Delete the arrival of the entries that are here by this check-in."""
    keys = [entry.pk for entry in _came_by(change, field)]
    Entry.objects.filter(pk__in=keys).update(checked_in_at=None)


def _came_again(change: AuditLogEntry, field: PlayerStates) -> str:
    """Return why a check-in that was taken back cannot be restored, "" if it can.

    It cannot if the player was checked in again since, also where that was taken back too, nor if
    the check-in itself was undone.
    """
    entry = field.entries.get(change.entry_id or 0)
    if entry is None:
        return no_longer_listed(change)
    if entry.checked_in_at is not None:
        return _("%(name)s has been checked in again since then.") % {"name": entry}
    if field.taken_back_by.get(entry.pk) != change.pk:
        return _("%(name)s was checked in again, and that was taken back too.") % {"name": entry}
    if (entry.pk, change.payload["before"]) in field.undone_arrivals:
        return _("The check-in of %(name)s has been undone since then.") % {"name": entry}
    return ""


def _is_here_still(change: AuditLogEntry, field: PlayerStates) -> None:
    """Note the player as present again, since the same moment as before."""
    entry = field.entries[change.entry_id or 0]
    entry.checked_in_at = datetime.fromisoformat(change.payload["before"])
    entry.save(update_fields=["checked_in_at"])


UNDO_RULES: Mapping[AuditLogEntry.Kind, UndoRule] = {
    AuditLogEntry.Kind.CHECKED_IN: UndoRule(
        _is_not_here_by_it, _never_came, lambda c, field: [e.pk for e in _came_by(c, field)]
    ),
    AuditLogEntry.Kind.CHECK_IN_UNDONE: UndoRule(_came_again, _is_here_still),
}
