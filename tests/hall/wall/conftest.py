"""Fixtures for the tests of the wall."""

from tests.standings.conftest import twelve_players

__all__ = ["twelve_players"]
