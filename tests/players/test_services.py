"""Entering players and taking them off the list."""

import pytest

from wk.core.refusals import ActionRefused
from wk.players import services as roster


def test_a_removed_player_cannot_be_changed(tournament):
    entry = roster.enter(tournament=tournament, name="Joke")
    again = tournament.entries.get(name="Joke")
    roster.remove_entry(entry=entry)
    for change in (
        lambda: roster.remove_entry(entry=again),
        lambda: roster.withdraw(entry=again),
        lambda: roster.edit_entry(entry=again, name="Joke", club="", number=10),
    ):
        with pytest.raises(ActionRefused):
            change()
