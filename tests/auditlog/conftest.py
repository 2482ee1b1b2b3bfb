"""The tests of the log use the tournaments of the check-in."""

from tests.players.conftest import earlier_edition, round_started, ten_players

__all__ = ["earlier_edition", "round_started", "ten_players"]
