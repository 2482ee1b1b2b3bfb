"""The number of players, and players in other editions."""

import pytest

from tests.standings.tournaments import make_tournament, play_round
from wk.players.queries import other_editions, player_counts
from wk.players.services import NewEntry, enter_many
from wk.rounds.next_step import progress
from wk.tournament.models import Round

pytestmark = pytest.mark.django_db


DRAWN, FIXED = Round.State.DRAWN, Round.State.CONFIRMED


def test_players_who_withdrew_before_playing_are_not_counted(django_assert_num_queries):
    left, withdrawn = NewEntry("Dirk", "", None, 1), NewEntry("Els", "", None, 0)
    played = make_tournament(
        ["Anna", "Bram", "Cor", left, withdrawn, NewEntry("Fons", "", None, 1)]
    )
    coming = make_tournament(["Anna", "Bram", withdrawn], slug="straks")
    gone = make_tournament([withdrawn], slug="niemand")
    play_round(played, 1, {1: [1, 2, 3, 4]}, state=FIXED)
    with django_assert_num_queries(1):
        counted = player_counts([coming, played, gone])
    assert counted == [(coming, 2), (played, 3), (gone, 0)]
    played.rounds.update(state=Round.State.STARTED)
    play_round(played, 2, {1: [1, 2, 3, 4]}, state=Round.State.CLOSED)
    assert player_counts([played]) == [(played, 4)]
    assert [progress(each).player_count for each in (played, coming, gone)] == [4, 2, 0]


def test_other_editions_of_the_same_person():
    make_tournament(["Anna"], slug="wk-2025")
    latest = make_tournament([], slug="wk-2026")
    enter_many(tournament=latest, rows=[NewEntry("Anna"), NewEntry("Bram")])
    anna = latest.entries.get(number=1)
    assert [other.tournament.slug for other in other_editions(anna)] == ["wk-2025"]
    assert list(other_editions(latest.entries.get(number=2))) == []
