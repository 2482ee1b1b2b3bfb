"""The room of the rounds: it registers how changes of seats are undone, and the check of draws."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy


class RoundsConfig(AppConfig):
    """The app of the rounds, which registers the undo of changes of seats, and a check."""

    name = "wk.rounds"

    def ready(self) -> None:
        """Hand the handler to the log, once all models are loaded."""
        from wk.auditlog.models import AuditLogEntry
        from wk.auditlog.undo import register
        from wk.chain.verifying import CHECKS, Check
        from wk.rounds.seat_swaps.undo_handler import SeatUndo
        from wk.rounds.verifying import check_draws

        register(SeatUndo(), [AuditLogEntry.Kind.SEATED])
        words = gettext_lazy("%(count)d draws were made again: they give the same seats.")
        CHECKS.append(Check(words, check_draws))
