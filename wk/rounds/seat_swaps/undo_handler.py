"""The handler with which the audit log undoes changes of seats."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from wk.accounts.models import User
from wk.auditlog import seat_changes
from wk.auditlog.models import AuditLogEntry
from wk.core.refusals import ActionRefused
from wk.rounds.seat_swaps import services as seat_swaps
from wk.tournament.models import Round, Tournament


class SeatUndo:
    """Undoes changes of seats; see `wk.auditlog.undo.UndoHandler`."""

    def why_not(
        self, tournament: Tournament, log_entries: Sequence[AuditLogEntry]
    ) -> Mapping[int, str]:
        """Return for each log entry why it cannot be undone; a few queries for each drawn round."""
        drawn = {
            log_entry.round
            for log_entry in log_entries
            if log_entry.round and _is_of_a_draw(log_entry)
        }
        by_hand = {
            each.log_entry.pk: each.can_undo
            for round in drawn
            for each in seat_changes.seat_changes(round)
        }
        return {log_entry.pk: _why_not(log_entry, by_hand) for log_entry in log_entries}

    def undo(self, *, log_entry: AuditLogEntry, author: User | None, now: datetime) -> list[int]:
        """Undo a change of a draw that is not confirmed yet; return [].

        The sentence of such a log entry names all its players anyway.
        """
        if not _is_of_a_draw(log_entry):
            raise ActionRefused(_why_not(log_entry, {}))
        seat_swaps.undo(log_entry=log_entry, author=author, now=now)
        return []


def _why_not(log_entry: AuditLogEntry, by_hand: Mapping[int, bool]) -> str:
    """Return why a change of seats cannot be undone here, "" if it can."""
    if by_hand.get(log_entry.pk):
        return ""
    if log_entry.round is None:
        return _("This draw is no longer there.")
    if log_entry.payload.get("how"):
        return _("You undo this on the page of round %(number)d.") % {
            "number": log_entry.round.number
        }
    if log_entry.round.state != Round.State.DRAWN:
        text = _("Round %(number)d has been confirmed already.")
        return text % {"number": log_entry.round.number}
    if log_entry.pk in by_hand:
        return _("Seats have changed since. Undo the later changes first.")
    return _("Round %(number)d has been drawn again.") % {"number": log_entry.round.number}


def _is_of_a_draw(log_entry: AuditLogEntry) -> bool:
    """Return whether a log entry changed seats in a round that is not confirmed yet."""
    is_drawn = log_entry.round is not None and log_entry.round.state == Round.State.DRAWN
    return (
        log_entry.kind == AuditLogEntry.Kind.SEATED
        and is_drawn
        and not log_entry.payload.get("how")
    )
