"""The steps of the ceremony: the places from last to first."""

import pytest

from tests.standings.tournaments import (
    make_tournament,
    play_round,
    two_closed_rounds,
)
from wk.hall.ceremony.queries import Decider, ceremony
from wk.tournament.models import Round

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]


def steps_of(tournament):
    """Return place, players, next place below, next place above and decider of each step."""
    return [
        (each.place, [row.number for row in each.rows], each.below, each.above, each.decider)
        for each in ceremony(tournament).reveals
    ]


def test_wk_29_a16_every_place_has_its_decider(finished):
    """Match points decide, then points. Players equal in both share one step."""
    assert steps_of(finished) == [
        (1, [5], 2, None, Decider(2, 94, 90)),
        (2, [1], 3, 1, None),
        (3, [2], 4, 2, Decider(4, 60, 54)),
        (4, [6], 5, 3, None),
        (5, [3, 7], 7, 4, None),
        (7, [4], 8, 5, Decider(8, 10, -6)),
        (8, [8], None, 7, None),
    ]


def test_each_place_has_a_step(finished):
    for place, found in [
        (1, 1),
        (4, 4),
        (5, 5),
        (6, 5),
        (7, 7),
        (8, 8),
        (0, None),
        (-1, None),
        (9, None),
    ]:
        reveal = ceremony(finished).at(place)
        assert (reveal and reveal.place) == found


def test_the_ceremony_is_ready_when_all_rounds_are_over(finished):
    assert ceremony(finished).is_ready
    finished.round_count = 2
    assert not ceremony(finished).is_ready
    round = play_round(finished, 2, {1: [1, 2, 3, 4]})
    assert not ceremony(finished).is_ready
    round.state = Round.State.FINAL
    round.save()
    assert ceremony(finished).is_ready  # the director has decided about that table (A17)


def test_the_ceremony_waits_for_a_reopened_round():
    made = two_closed_rounds()
    assert ceremony(made).is_ready
    made.rounds.filter(number=1).update(state=Round.State.STARTED)
    assert not ceremony(made).is_ready


def test_a_tournament_without_players_has_no_steps():
    told = ceremony(make_tournament([]))
    assert (told.reveals, told.is_ready, told.last, told.at(1)) == ((), False, 0, None)


def test_withheld_results_are_in_the_steps(finished):
    before = steps_of(finished)
    finished.rounds.update(withheld=Round.Withheld.ALL)
    assert steps_of(finished) == before
