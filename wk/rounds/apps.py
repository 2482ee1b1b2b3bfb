"""The room of the rounds: it registers with the audit log how changes of seats are undone."""

from django.apps import AppConfig


class RoundsConfig(AppConfig):
    """The app of the rounds, which registers the undo of changes of seats."""

    name = "wk.rounds"

    def ready(self) -> None:
        """Hand the handler to the log, once all models are loaded."""
        from wk.auditlog.models import AuditLogEntry
        from wk.auditlog.undo import register
        from wk.rounds.seat_swaps.undo_handler import SeatUndo

        register(SeatUndo(), [AuditLogEntry.Kind.SEATED])
