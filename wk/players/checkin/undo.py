"""How check-ins are undone."""

from collections.abc import Mapping
from datetime import datetime

from django.utils.translation import gettext as _

from wk.auditlog.queries import keys_of
from wk.players.undo import Way, gone, still_listed
from wk.players.undo_state import Field
from wk.tournament.models import Change, Entry


def _came_by(change: Change, field: Field) -> list[Entry]:
    """Return the entries that are here by this check-in: checked in at its very moment."""
    return [entry for entry in still_listed(change, field) if entry.arrived_at == change.at]


def _is_not_here_by_it(change: Change, field: Field) -> str:
    """Return why a check-in cannot be undone, "" if it can.

    A player is not touched if the check-in was taken back since, or replaced by a later one.
    """
    if _came_by(change, field):
        return ""
    if len(keys_of(change)) > 1:
        return _("None of these players is here by this check-in any more.")
    listed = still_listed(change, field)
    if not listed:
        return gone(change)
    if listed[0].arrived_at is None:
        return _("%(name)s is not noted as present any more.") % {"name": listed[0]}
    return _("%(name)s has been checked in again since then.") % {"name": listed[0]}


def _never_came(change: Change, field: Field) -> None:
    """Delete the arrival of the entries that are here by this check-in."""
    keys = [entry.pk for entry in _came_by(change, field)]
    Entry.objects.filter(pk__in=keys).update(arrived_at=None)


def _came_again(change: Change, field: Field) -> str:
    """Return why a check-in that was taken back cannot be restored, "" if it can.

    It cannot if the player was checked in again since, also where that was taken back too, nor if
    the check-in itself was undone.
    """
    entry = field.entries.get(change.entry_id or 0)
    if entry is None:
        return gone(change)
    if entry.arrived_at is not None:
        return _("%(name)s has been checked in again since then.") % {"name": entry}
    if field.taken_back_by.get(entry.pk) != change.pk:
        return _("%(name)s was checked in again, and that was taken back too.") % {"name": entry}
    if (entry.pk, change.facts["before"]) in field.undone_arrivals:
        return _("The check-in of %(name)s has been undone since then.") % {"name": entry}
    return ""


def _is_here_still(change: Change, field: Field) -> None:
    """Note the player as present again, since the same moment as before."""
    entry = field.entries[change.entry_id or 0]
    entry.arrived_at = datetime.fromisoformat(change.facts["before"])
    entry.save(update_fields=["arrived_at"])


WAYS: Mapping[Change.Kind, Way] = {
    Change.Kind.ARRIVED: Way(
        _is_not_here_by_it, _never_came, lambda c, field: [e.pk for e in _came_by(c, field)]
    ),
    Change.Kind.TAKEN_BACK: Way(_came_again, _is_here_still),
}
