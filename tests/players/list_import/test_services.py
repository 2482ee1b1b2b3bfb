"""The players of a list are entered once, whatever has happened since it was previewed."""

import pytest
from django.utils import timezone

from wk.core.refusals import ActionRefused
from wk.players.list_import.player_list import ListLine
from wk.players.list_import.services import ListHasProblems, import_list
from wk.players.services import enter
from wk.tournament.models import Entry, Tournament

NAMESAKES = [ListLine(1, "Jan de Vries"), ListLine(2, "Jan de Vries"), ListLine(3, "Nina")]


def imported(tournament: Tournament, rows: list[ListLine]) -> list[Entry]:
    return import_list(tournament=tournament, rows=rows, author=None, now=timezone.now())


def test_a_list_is_entered_once_with_its_namesakes(tournament):
    assert [entry.number for entry in imported(tournament, NAMESAKES)] == [10, 11, 12]
    with pytest.raises(ActionRefused):
        imported(tournament, NAMESAKES)
    assert tournament.entries.count() == 12


def test_who_was_entered_since_the_preview_is_left_out(tournament):
    enter(tournament=tournament, name="Nina")
    assert [entry.name for entry in imported(tournament, NAMESAKES)] == ["Jan de Vries"] * 2


def test_a_number_that_was_taken_since_the_preview_is_told(tournament):
    rows = [ListLine(1, "Nina", number="12")]
    enter(tournament=tournament, name="Otto", number=12)
    with pytest.raises(ListHasProblems) as found:
        imported(tournament, rows)
    assert [line.outcome for line in found.value.planned] == ["problem"]
    assert tournament.entries.count() == 10
