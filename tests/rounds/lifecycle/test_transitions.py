"""A round is confirmed, unconfirmed and started: each step only in its order."""

import pytest

from tests.rounds.prepared_rounds import draw_and_start, seats_of
from wk.core.refusals import ActionRefused
from wk.players import services as roster
from wk.rounds.draws import draw_service as draws
from wk.rounds.lifecycle import transitions


def test_a_confirmed_round_cannot_be_redrawn_discarded_or_confirmed(championship):
    round = transitions.confirm_round(round=draws.draw_round(tournament=championship, seed=1))
    before = seats_of(round)
    for change in (
        lambda: draws.redraw_round(round=round, seed=5),
        lambda: draws.discard_round(round=round),
        lambda: transitions.confirm_round(round=round),
    ):
        with pytest.raises(ActionRefused):
            change()
    assert seats_of(round) == before


def test_a_confirmed_round_can_be_unconfirmed_until_it_starts(championship):
    round = transitions.confirm_round(round=draws.draw_round(tournament=championship, seed=1))
    assert transitions.unconfirm_round(round=round).state == "drawn"
    started = transitions.start_round(round=transitions.confirm_round(round=round))
    with pytest.raises(ActionRefused):
        transitions.unconfirm_round(round=started)


def test_a_draw_with_a_withdrawn_player_cannot_be_confirmed(championship):
    round = draws.draw_round(tournament=championship, seed=1)
    roster.withdraw(entry=championship.entries.get(number=5))
    with pytest.raises(ActionRefused, match="Speler 5"):
        transitions.confirm_round(round=round)


def test_a_round_starts_only_after_the_one_before_it(championship):
    transitions.confirm_round(round=draws.draw_round(tournament=championship, seed=1))
    second = transitions.confirm_round(round=draws.draw_round(tournament=championship, seed=2))
    with pytest.raises(ActionRefused):
        transitions.start_round(round=second)
    transitions.start_round(round=championship.rounds.get(number=1))
    assert transitions.start_round(round=second).is_started


@pytest.mark.parametrize("state", ["started", "closed", "final"])
def test_a_round_may_start_after_one_that_has_started_or_ended(championship, state):
    draw_and_start(championship, 1)
    second = transitions.confirm_round(round=draws.draw_round(tournament=championship, seed=2))
    championship.rounds.filter(number=1).update(state=state)
    assert transitions.start_round(round=second).state == "started"


def test_rounds_are_confirmed_in_order_and_unconfirmed_in_reverse(championship):
    first, second, _third = draws.draw_all_rounds(tournament=championship, seed=1)
    with pytest.raises(ActionRefused):
        transitions.confirm_round(round=second)
    transitions.confirm_round(round=first)
    assert (
        transitions.unconfirm_round(round=first).state == "drawn"
    )  # the later ones nobody has seen
    transitions.confirm_round(round=first)
    transitions.confirm_round(round=second)
    with pytest.raises(ActionRefused):
        transitions.unconfirm_round(round=first)


def test_a_confirmed_round_with_a_withdrawn_player_cannot_start(tournament):
    round = transitions.confirm_round(round=draws.draw_round(tournament=tournament, seed=1))
    roster.withdraw(entry=tournament.entries.get(number=3))
    with pytest.raises(ActionRefused, match="Cor"):
        transitions.start_round(round=round)
