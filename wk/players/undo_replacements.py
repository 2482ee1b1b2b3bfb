"""How substitutions and replacements are undone."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from wk.auditlog import seat_changes
from wk.auditlog.models import AuditLogEntry
from wk.core.row_locks import lock_row
from wk.players.replacements import seat_instead
from wk.players.services import take_off
from wk.players.undo import UndoRule, no_longer_listed, readmit_left
from wk.players.undo_state import PlayerStates
from wk.tournament.models import BEGUN, Entry, Round, Substitute
from wk.tournament.round_states import closed_words


def _is_final(change: AuditLogEntry, field: PlayerStates) -> str:
    """Return why a substitution stays noted: its round is final; "" in any other round."""
    if change.round is None or change.round.state != Round.State.FINAL:
        return ""
    return closed_words(change.round)


def _without_substitute(change: AuditLogEntry, field: PlayerStates) -> None:
    """Delete the substitute of a change, and undo the withdrawal that came with it."""
    lock_row(Substitute.objects.filter(pk=change.payload["substitute"])).delete()
    readmit_left(change, field)


def _pair(change: AuditLogEntry, field: PlayerStates) -> tuple[Entry | None, Entry | None]:
    """Return the replaced entry and the newcomer, None for each that is off the list."""
    return field.entries.get(change.entry_id or 0), field.entries.get(change.payload["came"])


def _plays_already(change: AuditLogEntry, field: PlayerStates) -> str:
    """Return why a replacement cannot be undone, "" if it can.

    It cannot if either is off the list, if the newcomer has a seat in a round that has begun, or if
    both have a seat in the same round.
    """
    left, came = _pair(change, field)
    if left is None:
        return no_longer_listed(change)
    if came is None:
        text = _("%(name)s is not on the list any more.")
        return text % {"name": change.payload["name"]}
    seats = field.seats.get(came.pk, {})
    if played := next((number for number, has_begun in seats.items() if has_begun), None):
        text = _("%(name)s plays in round %(number)d already.")
        return text % {"name": came, "number": played}
    if twice := next((number for number in seats if number in field.seats.get(left.pk, {})), None):
        return _("Both have a seat in round %(number)d.") % {"number": twice}
    return ""


def _seat_back(change: AuditLogEntry, field: PlayerStates) -> None:
    """Give the replaced player his seats back, and take the newcomer off the list."""
    left, came = _pair(change, field)
    assert left is not None
    assert came is not None
    seat_instead(came, left)
    untouched = [draw for draw, by_hand in change.payload["by_hand"].items() if not by_hand]
    same_draw = change.tournament.rounds.filter(tables__in=untouched).exclude(state__in=BEGUN)
    for round in same_draw.select_related("tournament"):
        round.changed_by_hand = seat_changes.is_changed_by_hand(round)
        round.save(update_fields=["changed_by_hand"])
    readmit_left(change, field)
    take_off([came])


UNDO_RULES: Mapping[AuditLogEntry.Kind, UndoRule] = {
    AuditLogEntry.Kind.SUBSTITUTED: UndoRule(_is_final, _without_substitute),
    AuditLogEntry.Kind.REPLACED: UndoRule(_plays_already, _seat_back),
}
