"""What a round can give a player, in each game."""

import pytest

from scoring.boerenbridge import WK
from scoring.registry import game
from scoring.result import WK_SCALE


@pytest.mark.parametrize(
    ("key", "options", "seats", "match_points", "points"),
    [
        ("wk-boerenbridge", {}, 5, WK_SCALE, (-250, 408)),
        ("wk-boerenbridge", {}, 4, WK_SCALE[:4], (-250, 408)),
        # Penalties by the scorer, and contracts that go down, have no limit (W-10, B-8).
        ("bollen", {"wp": [6, 4, 2]}, 4, (6, 4, 2, 0), (None, None)),
        ("rubber-bridge", {}, 4, WK_SCALE[:4], (None, None)),
        # A grand slam each deal: 200 points, 20 deals (K-h).
        ("kleurenwiezen", {}, 4, WK_SCALE[:4], (-4000, 4000)),
        ("kleurenwiezen", {"deals": 4}, 4, WK_SCALE[:4], (-800, 800)),
    ],
)
def test_the_range_of_a_round(key, options, seats, match_points, points):
    found = game(key, options).round_range(seats)
    assert (found.match_points, (found.least, found.most)) == (match_points, points)


def test_wk_19_a_form_can_have_the_most_and_the_least_points():
    """The first seat bids all cards in each deal. It wins them all; or none, and in deals where a
    revoke costs more it revokes."""
    won, lost = [], []
    for cards in WK.cards:
        bids = [cards, 1, 1, 1]
        won.append({"bids": bids, "tricks": [cards, 0, 0, 0]})
        is_revoke = 2 * cards < 10
        ending = {"infraction": {"kind": "revoke", "seats": [1]}}
        lost.append({"bids": bids, **(ending if is_revoke else {"tricks": [0, cards, 0, 0]})})
    wk = game("wk-boerenbridge")
    totals = [wk.score({"first_dealer": 1, "deals": deals}, 4)[0].points for deals in (lost, won)]
    found = wk.round_range(4)
    assert [found.least, found.most] == totals
