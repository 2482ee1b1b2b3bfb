"""What the printed sheet of a game of the family tells, from its rules."""

from scoring.registry import game
from tests.cases import cases


@cases(
    ("key", "options", "line"),
    [
        ("wk-boerenbridge", {}, "goed: 10 + 2 per slag · anders −2 per slag verschil"),
        ("boerenbridge", {}, "goed: 10 + 3 per slag · anders −3 per slag verschil"),
        ("zaanse-boerenbridge", {}, "goed: 10 + 5 per slag · anders −5 per slag verschil"),
        (
            "bollen",
            {"base": 5, "per_trick": 1, "per_miss": 4},
            "goed: 5 + 1 per slag · anders −4 per slag verschil",
        ),
    ],
)
def test_wk_17_wk_18_w_6_how_a_deal_is_scored_follows_from_the_rules(key, options, line):
    assert game(key, options).layout(4).paper.scoring.nl == line


@cases(
    ("key", "options", "words"),
    [
        ("wk-boerenbridge", {}, "nooit gelijk aan de kaarten"),
        ("boerenbridge", {}, "niet gelijk aan de kaarten, bij meer dan 3 kaarten"),
        ("bollen", {"restriction": "always"}, "nooit gelijk aan de kaarten"),
        # No deal has more than 3 cards, so every total is allowed.
        ("bollen", {"deals": [{"cards": 3}, {"cards": 2}]}, None),
        ("luciferen", {}, None),
    ],
)
def test_wk_14_w_5_the_sum_of_the_bids_has_its_rule(key, options, words):
    column = game(key, options).layout(4).paper.sum
    assert (column.label.nl, column.column) == ("bod samen", 0)
    assert (column.help.nl if column.help else None) == words


@cases(
    ("key", "cards", "deals"),
    [
        ("wk-boerenbridge", [], [10]),
        ("boerenbridge", [], []),  # deals of one card only at the ends
        ("bollen", [3, 2, 1, 2, 3], [3]),
        ("bollen", [3, 2, 1], []),
        ("bollen", [1, 2, 3], []),
        ("bollen", [2, 1, 2, 1, 2], []),
        ("bollen", [1], []),
    ],
)
def test_a_double_rule_is_below_the_deal_of_one_card_amid_the_others(key, cards, deals):
    options = {"deals": [{"cards": each} for each in cards]} if cards else {}
    rows = game(key, options).layout(4).rows
    assert [row.number for row in rows if row.is_double_ruled] == deals


def test_headings_on_paper_are_those_of_all_columns_of_a_side():
    layout = game("wk-boerenbridge").layout(5)
    assert [heading.nl for heading in layout.paper.headings] == ["bod", "slag", "punt", "totaal"]
    assert len(layout.paper.headings) == len(layout.columns) + 2 * len(layout.figures)
