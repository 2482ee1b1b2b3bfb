"""The log is read of what is done at the door."""

from tests.players.conftest import earlier_edition, round_started, ten_players

__all__ = ["earlier_edition", "round_started", "ten_players"]
