"""The room of the rounds: it tells the audit log how to undo changes of seats."""

from django.apps import AppConfig


class RoundsConfig(AppConfig):
    """Register the undo of changes of seats."""

    name = "wk.rounds"

    def ready(self) -> None:
        """Hand the handler to the log, once all models are there."""
        from wk.auditlog.models import AuditLogEntry
        from wk.auditlog.undo import register
        from wk.rounds.seat_swaps.undo_handler import SeatUndo

        register(SeatUndo(), [AuditLogEntry.Kind.SEATED])
