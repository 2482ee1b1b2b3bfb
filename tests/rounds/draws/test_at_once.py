"""Two officials act at the same moment: the second act is refused."""

import pytest

from wk.core.refusals import ActionRefused
from wk.players import services as roster
from wk.rounds.draws import draw_service as draws
from wk.rounds.lifecycle import transitions


def test_a_draw_thrown_away_twice(tournament):
    round = draws.draw_round(tournament=tournament, seed=1)
    again = tournament.rounds.get(number=2)
    draws.discard_round(round=round)
    for change in (
        lambda: draws.discard_round(round=again),
        lambda: draws.redraw_round(round=again, seed=2),
        lambda: transitions.confirm_round(round=again),
    ):
        with pytest.raises(ActionRefused):
            change()


def test_a_draw_made_again_twice_is_the_same_round(tournament):
    round = draws.draw_round(tournament=tournament, seed=1)
    again = tournament.rounds.get(number=2)
    draws.redraw_round(round=round, seed=2)
    assert draws.redraw_round(round=again, seed=3).pk == round.pk
    assert tournament.rounds.get(number=2).seed == 3
    assert round.seats.count() == 9


def test_a_player_taken_off_the_list_twice(tournament):
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


def test_who_left_between_fixing_and_starting_is_not_seated(tournament):
    round = transitions.confirm_round(round=draws.draw_round(tournament=tournament, seed=1))
    roster.withdraw(entry=tournament.entries.get(number=3))
    with pytest.raises(ActionRefused, match="Cor"):
        transitions.start_round(round=round)
