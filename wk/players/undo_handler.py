"""The handler with which the audit log undoes what was done to players."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from wk.accounts.models import User
from wk.players import undo, undo_replacements
from wk.players.checkin import undo as undo_check_in
from wk.players.undo_state import field_of
from wk.tournament.models import Change, Tournament

WAYS = {**undo.WAYS, **undo_replacements.WAYS, **undo_check_in.WAYS}


class PlayerUndo:
    """Undoes entries about players; see `wk.auditlog.undo.UndoHandler`."""

    def why_not(self, tournament: Tournament, made: Sequence[Change]) -> Mapping[int, str]:
        """Return for each entry why it cannot be undone now; three queries for all."""
        field = field_of(tournament)
        return {change.pk: WAYS[Change.Kind(change.kind)].bar(change, field) for change in made}

    def undo(self, *, change: Change, author: User | None, now: datetime) -> list[int]:
        """Undo an entry; return the keys of the players concerned."""
        return undo.undo_by(WAYS[Change.Kind(change.kind)], change=change, author=author, now=now)
