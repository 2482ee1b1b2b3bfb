"""The undo rules of substitutions and replacements."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from wk.auditlog import seat_changes
from wk.auditlog.models import AuditLogEntry
from wk.core.row_locks import lock_row
from wk.players.replacements import seat_instead
from wk.players.services import delete_entries
from wk.players.undo import UndoRule, no_longer_listed, readmit_withdrawn
from wk.players.undo_state import PlayerStates
from wk.tournament.models import BEGUN, Entry, Round, Substitute
from wk.tournament.round_states import closed_words


def _why_not_end_substitution(log_entry: AuditLogEntry, states: PlayerStates) -> str:
    """Return why a substitution cannot be undone, "" if it can. It cannot in a final round."""
    if log_entry.round is None or log_entry.round.state != Round.State.FINAL:
        return ""
    return closed_words(log_entry.round)


def _remove_substitute(log_entry: AuditLogEntry, states: PlayerStates) -> None:
    """Delete the substitute of a log entry; readmit the player if the log entry withdrew him."""
    lock_row(Substitute.objects.filter(pk=log_entry.payload["substitute"])).delete()
    readmit_withdrawn(log_entry, states)


def _replaced_and_newcomer(
    log_entry: AuditLogEntry, states: PlayerStates
) -> tuple[Entry | None, Entry | None]:
    """Return the entries of the replaced player and the newcomer; None for one off the list."""
    return states.entries.get(log_entry.entry_id or 0), states.entries.get(
        log_entry.payload["came"]
    )


def _why_not_undo_replacement(log_entry: AuditLogEntry, states: PlayerStates) -> str:
    """Return why a replacement cannot be undone, "" if it can.

    It cannot if one of the two is off the list, if the newcomer has a seat in a round that has
    begun, or if both have a seat in the same round.
    """
    replaced, newcomer = _replaced_and_newcomer(log_entry, states)
    if replaced is None:
        return no_longer_listed(log_entry)
    if newcomer is None:
        text = _("%(name)s is not on the list any more.")
        return text % {"name": log_entry.payload["name"]}
    seats = states.seats.get(newcomer.pk, {})
    if played := next((number for number, has_begun in seats.items() if has_begun), None):
        text = _("%(name)s plays in round %(number)d already.")
        return text % {"name": newcomer, "number": played}
    if twice := next(
        (number for number in seats if number in states.seats.get(replaced.pk, {})), None
    ):
        return _("Both have a seat in round %(number)d.") % {"number": twice}
    return ""


def _undo_replacement(log_entry: AuditLogEntry, states: PlayerStates) -> None:
    """Give the replaced player the seats back, and take the newcomer off the list."""
    replaced, newcomer = _replaced_and_newcomer(log_entry, states)
    assert replaced is not None  # `_why_not_undo_replacement` has checked both
    assert newcomer is not None
    seat_instead(newcomer, replaced)
    # A draw that was marked as changed by hand before, for a reason outside the log, keeps the
    # mark.
    untouched = [draw for draw, by_hand in log_entry.payload["by_hand"].items() if not by_hand]
    same_draw = log_entry.tournament.rounds.filter(tables__in=untouched).exclude(state__in=BEGUN)
    for round in same_draw.select_related("tournament"):
        round.changed_by_hand = seat_changes.is_changed_by_hand(round)
        round.save(update_fields=["changed_by_hand"])
    readmit_withdrawn(log_entry, states)
    delete_entries([newcomer])


UNDO_RULES: Mapping[AuditLogEntry.Kind, UndoRule] = {
    AuditLogEntry.Kind.SUBSTITUTED: UndoRule(_why_not_end_substitution, _remove_substitute),
    AuditLogEntry.Kind.REPLACED: UndoRule(_why_not_undo_replacement, _undo_replacement),
}
