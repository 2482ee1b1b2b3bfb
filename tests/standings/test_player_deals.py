"""The deals of one player, as they stand on his page."""

from random import Random

import pytest

from scoring.registry import GAMES, game
from scoring.text import Text
from tests.played import played, store_results
from tests.standings.tournaments import MOMENT, make_tournament, play_round
from wk.scoreforms.models import ScoreForm, Version
from wk.standings.player_deals import PlayerDeal, PlayerDeals, player_deals
from wk.tournament.models import Round

PLAYED = {"bids": [4, 3, 2, 0, 2], "tricks": [4, 2, 2, 1, 1]}
THIRD = {"bids": [1, 1, 1, 1, 1], "tricks": [2, 2, 2, 1, 1]}
STOPPED = {"bids": [2, 3, 2, 1, 2], "infraction": {"kind": "revoke", "seats": [3]}}


def test_each_deal_has_what_was_written_the_points_and_the_total():
    form = {"first_dealer": 1, "deals": [PLAYED, STOPPED, THIRD]}
    rules = game("wk-boerenbridge")
    deals = player_deals(rules, form, 5, 3)
    assert [column.en for column in deals.columns] == ["bid", "tricks"]
    mark = rules.to_cells(form)["deals.1.tricks.2"]
    assert deals.rows == (
        PlayerDeal("10", ("2", "2"), 14, 14),
        PlayerDeal("9", ("2", mark), -10, 4, mark=mark),
        PlayerDeal("8", ("1", "2"), -2, 2),
    )
    assert (deals.best, deals.worst) == (14, -10)


def test_who_did_not_stop_a_deal_sees_the_mark_that_did_and_its_words():
    rules = game("wk-boerenbridge")
    form = {"first_dealer": 1, "deals": [PLAYED, STOPPED, THIRD]}
    deals = player_deals(rules, form, 5, 1)
    assert [(row.written, row.mark) for row in deals.rows] == [
        (("4", "4"), ""),
        (("2", ""), "V"),
        (("1", "2"), ""),
    ]
    assert [mark.letter for mark in deals.marks] == ["V"]
    assert player_deals(rules, form | {"deals": [PLAYED, THIRD]}, 5, 1).marks == ()


def test_few_deals_are_the_best_or_the_worst():
    cases = {
        (18, -2, 14): (18, -2),
        (18, 18, -2): (18, -2),
        (18, 18, 18, -2): (None, -2),
        (18, -2, -2, -2, None): (18, None),
        (18, 18): (None, None),
        (None,): (None, None),
    }
    for points, expected in cases.items():
        rows = tuple(PlayerDeal("10", (), each, each) for each in points)
        deals = PlayerDeals(Text("", ""), (), rows)
        assert (points, deals.best, deals.worst) == (points, *expected)


@pytest.mark.parametrize("document", [{}, {"totals": [1, 2, 3, 4, 5]}, [], None])
def test_a_form_without_deals_shows_none(document):
    assert player_deals(game("wk-boerenbridge"), document, 5, 1) is None


def test_the_last_total_is_the_result_in_every_game_with_one_figure_a_deal():
    shown = 0
    for key in GAMES:
        rules = game(key)
        seats = rules.table_sizes[0]
        form = rules.practice(seats, Random(3))
        points = [result.points for result in rules.score(form, seats)]
        found = [player_deals(rules, form, seats, seat) for seat in range(1, seats + 1)]
        if all(found):
            shown += 1
            assert (key, [deals.rows[-1].total for deals in found]) == (key, points)
    assert shown >= len(GAMES) // 2


@pytest.mark.django_db
def test_the_page_shows_the_deals_unless_they_are_withheld(client, director_client):
    made = make_tournament([f"Speler {n}" for n in range(1, 6)], rounds=1)
    table = play_round(made, 1, {1: [1, 2, 3, 4, 5]}).tables.get()
    form = ScoreForm.objects.create(table=table)
    version = Version.objects.create(
        form=form, number=1, content=played(table), is_counted=True, saved_at=MOMENT
    )
    store_results(version, table.round.rules.score(version.content, 5))
    address, word = "/t/hal/players/2/", "Spelletje voor spelletje"
    dutch = {"Accept-Language": "nl"}
    page = client.get(address, headers=dutch).content.decode()
    assert page.count(word) == 1
    assert page.split(word)[1].count("<tr>") >= 20
    Round.objects.update(withheld=Round.Withheld.ALL)
    assert word not in client.get(address, headers=dutch).content.decode()
    assert word in director_client.get(address, headers=dutch).content.decode()
