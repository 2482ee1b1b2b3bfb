"""Fixtures that the tests of hall and rounds share."""

from tests.rounds.conftest import backups, in_english, round

__all__ = ["backups", "in_english", "round"]
