"""The figures of a day: records of deals, bids and tables, and how often bids are made."""

from random import Random

import pytest

from scoring.boerenbridge.figures import (
    BIDS,
    BOLDEST,
    CARDS,
    HIGHEST_DEAL,
    MADE,
    MOST_MADE,
    TOO_MANY,
)
from scoring.figures import (
    POINTS,
    Holder,
    PlayFigures,
    Record,
    SuccessChart,
    SuccessRate,
    together,
)
from scoring.registry import GAMES, game

PLAYED = {"bids": [4, 3, 2, 0, 2], "tricks": [4, 2, 2, 1, 1]}  # 10 cards, 11 bid, two bids made
STOPPED = {"bids": [2, 3, 2, 1, 2], "infraction": {"kind": "revoke", "seats": [3]}}  # 9 cards
WK = game("wk-boerenbridge")


def form(*deals):
    return {"first_dealer": 1, "deals": list(deals)}, 5


def test_records_and_rates_are_those_of_the_known_deals():
    wrong = {"bids": [2, "x", 2, 0, 2], "tricks": [2, 2, 2, 1, 0]}
    found = WK.figures([form(PLAYED, STOPPED, None, wrong), form(PLAYED)])
    assert found == PlayFigures(
        (
            Record(HIGHEST_DEAL, POINTS, 18, (Holder(0, 0, 1), Holder(1, 0, 1))),
            Record(MOST_MADE, MADE, 1, (Holder(0, 0), Holder(0, 2), Holder(1, 0), Holder(1, 2))),
            Record(BOLDEST, TOO_MANY, 2, (Holder(0),)),
        ),
        (SuccessChart(BIDS, CARDS, (SuccessRate("10", 4, 10),)),),
    )


def test_a_table_that_bids_fewer_tricks_than_there_are_is_not_bold():
    timid = {"bids": [1, 1, 1, 1, 1], "tricks": [2, 2, 2, 2, 2]}
    assert [record.label for record in WK.figures([form(timid)]).records] == [HIGHEST_DEAL]


@pytest.mark.parametrize("document", [None, [], {"totals": [1, 2, 3, 4, 5]}, {"deals": "?"}])
def test_a_form_without_known_deals_has_no_figures(document):
    assert WK.figures([(document, 5)]) == PlayFigures()


def test_the_forms_of_practice_give_figures_in_each_game_of_the_family_and_in_no_other():
    with_figures = set()
    for key in GAMES:
        rules = game(key)
        seats = rules.table_sizes[0]
        if rules.figures([(rules.practice(seats, Random(7)), seats)]).charts:
            with_figures.add(key)
    assert with_figures == {key for key in GAMES if hasattr(game(key), "sequence")}


def test_the_chart_of_one_player_has_his_own_bids_only():
    """PLAYED is made in seats 1 and 3, and a bid of a stopped deal counts for nobody."""
    nine = {"bids": [4, 3, 2, 0, 1], "tricks": [3, 3, 2, 1, 0]}
    forms = [form(PLAYED, STOPPED), form(PLAYED, nine)]
    made = {
        seat: WK.success_charts([(*each, seat) for each in forms])[0].rates for seat in range(5)
    }
    assert made == {
        0: (SuccessRate("9", 0, 1), SuccessRate("10", 2, 2)),
        1: (SuccessRate("9", 1, 1), SuccessRate("10", 0, 2)),
        2: (SuccessRate("9", 1, 1), SuccessRate("10", 2, 2)),
        3: (SuccessRate("9", 0, 1), SuccessRate("10", 0, 2)),
        4: (SuccessRate("9", 0, 1), SuccessRate("10", 0, 2)),
    }
    [(document, seats), other] = forms
    changed_seats = WK.success_charts([(document, seats, 1), (*other, 2)])
    assert changed_seats == (
        SuccessChart(BIDS, CARDS, (SuccessRate("9", 1, 1), SuccessRate("10", 1, 2))),
    )
    assert WK.success_charts([]) == WK.success_charts([(None, 5, 0)]) == ()


def test_the_charts_of_all_players_together_are_those_of_the_field():
    for key in GAMES:
        rules = game(key)
        seats = rules.table_sizes[0]
        document = rules.practice(seats, Random(7))
        own = [
            (0, PlayFigures((), rules.success_charts([(document, seats, seat)])))
            for seat in range(seats)
        ]
        field = rules.figures([(document, seats)]).charts
        assert together(own).charts == field
        assert rules.success_charts([(document, seats, None)]) == field


def test_rounds_are_put_together_with_their_forms_in_order():
    first, second = WK.figures([form(PLAYED), form(STOPPED)]), WK.figures([form(PLAYED)])
    assert together([(2, first), (1, second)]) == WK.figures(
        [form(PLAYED), form(STOPPED), form(PLAYED)]
    )
    assert together([]) == PlayFigures()
