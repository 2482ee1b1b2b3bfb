"""The undo handler of players, which apps.py registers with the audit log."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from wk.accounts.models import User
from wk.auditlog.models import AuditLogEntry
from wk.players import undo, undo_replacements
from wk.players.checkin import undo as undo_check_in
from wk.players.undo_state import player_states
from wk.tournament.models import Tournament

UNDO_RULES = {**undo.UNDO_RULES, **undo_replacements.UNDO_RULES, **undo_check_in.UNDO_RULES}


class PlayerUndo:
    """Undoes log entries about players; see `wk.auditlog.undo.UndoHandler`."""

    def why_not(
        self, tournament: Tournament, log_entries: Sequence[AuditLogEntry]
    ) -> Mapping[int, str]:
        """Return why each log entry cannot be undone now, by its key; three queries for all."""
        states = player_states(tournament)
        return {
            log_entry.pk: UNDO_RULES[AuditLogEntry.Kind(log_entry.kind)].why_not(log_entry, states)
            for log_entry in log_entries
        }

    def undo(self, *, log_entry: AuditLogEntry, author: User | None, now: datetime) -> list[int]:
        """Undo a log entry; return the keys of the entries (players) that it changed."""
        return undo.undo_with_rule(
            UNDO_RULES[AuditLogEntry.Kind(log_entry.kind)],
            log_entry=log_entry,
            author=author,
            now=now,
        )
