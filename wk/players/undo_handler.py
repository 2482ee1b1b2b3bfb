"""The handler with which the audit log undoes what was done to players."""

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
    """Undoes entries about players; see `wk.auditlog.undo.UndoHandler`."""

    def why_not(self, tournament: Tournament, made: Sequence[AuditLogEntry]) -> Mapping[int, str]:
        """Return for each entry why it cannot be undone now; three queries for all."""
        field = player_states(tournament)
        return {
            change.pk: UNDO_RULES[AuditLogEntry.Kind(change.kind)].bar(change, field)
            for change in made
        }

    def undo(self, *, change: AuditLogEntry, author: User | None, now: datetime) -> list[int]:
        """Undo an entry; return the keys of the players concerned."""
        return undo.undo_by(
            UNDO_RULES[AuditLogEntry.Kind(change.kind)], change=change, author=author, now=now
        )
