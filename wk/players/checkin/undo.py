"""The undo rules of check-ins."""

from collections.abc import Mapping
from datetime import datetime

from django.utils.translation import gettext as _

from wk.auditlog.models import AuditLogEntry
from wk.auditlog.queries import keys_of
from wk.players.undo import UndoRule, no_longer_listed, still_listed
from wk.players.undo_state import PlayerStates
from wk.tournament.models import Entry


def _present_by(log_entry: AuditLogEntry, states: PlayerStates) -> list[Entry]:
    """Return the entries that are present because of this check-in.

    Their check-in time is that of the log entry.
    """
    return [
        entry for entry in still_listed(log_entry, states) if entry.checked_in_at == log_entry.at
    ]


def _why_not_undo_check_in(log_entry: AuditLogEntry, states: PlayerStates) -> str:
    """Return why a check-in cannot be undone, "" if it can for at least one of its players.

    It cannot for a player who is not checked in now, or was checked in again later.
    """
    if _present_by(log_entry, states):
        return ""
    if len(keys_of(log_entry)) > 1:
        return _("None of these players is here by this check-in any more.")
    listed = still_listed(log_entry, states)
    if not listed:
        return no_longer_listed(log_entry)
    if listed[0].checked_in_at is None:
        return _("%(name)s is not noted as present any more.") % {"name": listed[0]}
    return _("%(name)s has been checked in again since then.") % {"name": listed[0]}


def _undo_check_in(log_entry: AuditLogEntry, states: PlayerStates) -> None:
    """Undo this check-in for the entries that are present because of it."""
    keys = [entry.pk for entry in _present_by(log_entry, states)]
    Entry.objects.filter(pk__in=keys).update(checked_in_at=None)


def _why_not_check_in_again(log_entry: AuditLogEntry, states: PlayerStates) -> str:
    """Return why an undone check-in cannot be restored, "" if it can.

    It cannot if the player is off the list, or was checked in again since, even if that was undone
    too. It cannot either if the log entry of the check-in itself was undone.
    """
    entry = states.entries.get(log_entry.entry_id or 0)
    if entry is None:
        return no_longer_listed(log_entry)
    if entry.checked_in_at is not None:
        return _("%(name)s has been checked in again since then.") % {"name": entry}
    if states.check_in_undone_by.get(entry.pk) != log_entry.pk:
        return _("%(name)s was checked in again, and that was taken back too.") % {"name": entry}
    if (entry.pk, log_entry.payload["before"]) in states.undone_check_ins:
        return _("The check-in of %(name)s has been undone since then.") % {"name": entry}
    return ""


def _check_in_again(log_entry: AuditLogEntry, states: PlayerStates) -> None:
    """Check the player in again, with the same time as before."""
    entry = states.entries[log_entry.entry_id or 0]
    entry.checked_in_at = datetime.fromisoformat(log_entry.payload["before"])
    entry.save(update_fields=["checked_in_at"])


UNDO_RULES: Mapping[AuditLogEntry.Kind, UndoRule] = {
    AuditLogEntry.Kind.CHECKED_IN: UndoRule(
        _why_not_undo_check_in,
        _undo_check_in,
        lambda log_entry, states: [entry.pk for entry in _present_by(log_entry, states)],
    ),
    AuditLogEntry.Kind.CHECK_IN_UNDONE: UndoRule(_why_not_check_in_again, _check_in_again),
}
