"""The log is read of what is done at the door."""

from tests.players.conftest import begun, earlier, morning

__all__ = ["begun", "earlier", "morning"]
