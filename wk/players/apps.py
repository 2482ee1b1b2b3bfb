"""The app of players. At its start it registers the undo of changes to players."""

from django.apps import AppConfig


class PlayersConfig(AppConfig):
    """The app of players."""

    name = "wk.players"

    def ready(self) -> None:
        """Register the undo handler with the audit log."""
        # Imported here: models cannot be imported before all apps are loaded.
        from wk.auditlog.undo import register
        from wk.players.undo_handler import UNDO_RULES, PlayerUndo

        register(PlayerUndo(), UNDO_RULES)
