"""The hall is shown of the same round that tests of rounds use."""

from tests.rounds.conftest import backups, in_english, round

__all__ = ["backups", "in_english", "round"]
