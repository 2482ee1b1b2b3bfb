"""The room of the players: it registers with the audit log how changes to players are undone."""

from django.apps import AppConfig


class PlayersConfig(AppConfig):
    """Register the undo of changes to players."""

    name = "wk.players"

    def ready(self) -> None:
        """Hand the handler to the log, once all models are there."""
        from wk.auditlog.undo import register
        from wk.players.undo_handler import UNDO_RULES, PlayerUndo

        register(PlayerUndo(), UNDO_RULES)
