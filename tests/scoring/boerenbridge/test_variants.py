"""The variants of Boerenbridge: their deals and numbers (rules.md 2.1 and 2.2)."""

from scoring.boerenbridge import KEYS
from scoring.boerenbridge.rules import MisdealRule
from scoring.registry import game
from scoring.tables import split
from tests.cases import cases
from tests.scoring.boerenbridge.form_cases import VARIANTS


def deals_in_text(key: str, *sizes: int) -> str:
    """Return the deals of a game at tables of these sizes: z is without trump, b is blind."""
    return " ".join(row.label for row in game(key).for_tables(sizes).layout(min(sizes)).rows)


def test_the_games_of_the_family():
    assert KEYS == (
        "wk-boerenbridge",
        "chinees-poepen",
        "boerenbridge",
        "zaanse-boerenbridge",
        "bollen",
        "luciferen",
    )
    assert {game(key).partners for key in KEYS} == {"none"}


@cases(
    ("players", "written"),
    [
        (5, "1b 2 3 4 5 6 7 8 9 10 9 8 7 6 5 4 3 2 1"),
        (8, "1b 2 3 4 5 6 5 4 3 2 1"),
        (7, "1b 2 3 4 5 6 7 6 5 4 3 2 1"),
    ],
)
def test_w_1_deals_go_up_to_the_most_cards_and_down_to_1(players, written):
    assert deals_in_text("chinees-poepen", players) == written


@cases(("players", "most"), [(3, 17), (4, 12), (5, 10), (6, 8), (7, 7), (8, 6)])
def test_w_3_one_card_remains_to_be_turned_up(players, most):
    cards = game("chinees-poepen").for_tables([players]).rules.cards
    assert (max(cards), cards.count(most), len(cards)) == (most, 1, 2 * most - 1)
    assert players * most + 1 <= 52 < players * (most + 1) + 1


def test_w_4_only_the_first_deal_is_blind():
    blind = [deal.blind for deal in game("chinees-poepen").rules.deals]
    assert blind == [True, *[False] * 18]


# The parameter sets of 2.2 at a table of five, and what is worth what.
SETS = [
    ("chinees-poepen", "1b 2 3 4 5 6 7 8 9 10 9 8 7 6 5 4 3 2 1", 2, "above-3"),
    ("boerenbridge", "1b 2 3 4 5 6 7 8 9 10 10z 10 9 8 7 6 5 4 3 2 1 1b", 3, "above-3"),
    ("zaanse-boerenbridge", "1b 2 3 4 5 6 7 8 9 10 10z 10 9 8 7 6 5 4 3 2 1 1b", 5, "never"),
    ("bollen", "1b 2 3 4 5 6 6z 6 5 4 3 2 1", 2, "above-3"),
    ("luciferen", "1b 2 3 4 5 6 7 8 8z 8 7 6 5 4 3 2 1 1b", 3, "never"),
]


@cases(("key", "written", "factor", "restriction"), SETS)
def test_the_parameter_sets(key, written, factor, restriction):
    assert deals_in_text(key, 5) == written
    rules = game(key).rules
    assert (rules.base, rules.per_trick, rules.per_miss) == (10, factor, factor)
    assert (rules.restriction, rules.trump, rules.infractions) == (restriction, None, ())
    assert (rules.misdeal, rules.scale) == (MisdealRule(1, 5), (5, 4, 3, 2, 1))


@cases(
    ("key", "numbers"),
    [
        ("chinees-poepen", {3: 33, 4: 23, 5: 19, 6: 15, 7: 13, 8: 11}),
        ("boerenbridge", {3: 36, 4: 26, 5: 22, 6: 18, 7: 16, 8: 14}),
        ("zaanse-boerenbridge", {3: 36, 4: 26, 5: 22, 6: 18, 7: 16, 8: 14}),
        ("bollen", {3: 13, 4: 13, 5: 13, 6: 13, 7: 13, 8: 13}),
        ("luciferen", {3: 18, 4: 18, 5: 18, 6: 18, 7: 16, 8: 14}),
    ],
)
def test_w_14_how_many_deals_a_round_has(key, numbers):
    found = {n: len(game(key).for_tables([n]).rules.deals) for n in sorted(game(key).table_sizes)}
    assert found == numbers


@cases("key", VARIANTS)
def test_w_14_every_table_plays_the_deals_of_the_largest(key):
    assert deals_in_text(key, 4, 5, 4) == deals_in_text(key, 5)
    assert deals_in_text(key, 3, 8) == deals_in_text(key, 8)
    at_8 = game(key).for_tables([8])
    assert at_8.for_tables([5, 4]).rules == game(key).rules
    assert at_8.for_tables([]).rules == at_8.rules
    assert (at_8.key, at_8.options) == (key, {})


@cases("key", VARIANTS)
@cases("players", range(3, 9))
def test_w_14_the_pack_is_large_enough(key, players):
    assert players * max(game(key).for_tables([players]).rules.cards) <= 51


@cases("sizes", [[4], [5], [5, 4], []])
def test_wk_6_the_championship_always_has_the_same_deals(sizes):
    assert game("wk-boerenbridge").for_tables(sizes).rules == game("wk-boerenbridge").rules


@cases("sizes", [[0], [60], [10**9]])
def test_tables_of_impossible_sizes_give_no_error(sizes):
    for key in KEYS:
        assert game(key).for_tables(sizes).rules.deals


def test_wk_5_a13_tables_of_the_championship():
    assert game("wk-boerenbridge").table_sizes == (5, 4)


@cases("key", VARIANTS)
def test_w_11_three_to_eight_at_a_table(key):
    assert sorted(game(key).table_sizes) == [3, 4, 5, 6, 7, 8]


@cases(
    ("players", "tables"),
    [
        *[(3, (3,)), (4, (4,)), (5, (5,)), (6, (6,)), (7, (4, 3)), (8, (4, 4)), (9, (5, 4))],
        *[(10, (5, 5)), (11, (6, 5)), (12, (4, 4, 4)), (13, (5, 4, 4)), (14, (5, 5, 4))],
        *[(16, (4,) * 4), (17, (5, 4, 4, 4)), (18, (5, 5, 4, 4)), (100, (5,) * 20)],
    ],
)
def test_w_11_any_number_of_players_from_three_is_seated(players, tables):
    assert split(players, game("bollen").table_sizes) == tables


@cases(
    ("cards", "sizes"),
    [
        (17, (3,)),
        (13, (3,)),
        (12, (4, 3)),
        (10, (5, 4, 3)),
        (8, (5, 4, 6, 3)),
        (7, (5, 4, 6, 3, 7)),
        (6, (5, 4, 6, 3, 7, 8)),
    ],
)
@cases("trump", [True, False])
def test_w_14_ones_own_deals_decide_the_size_of_tables(cards, sizes, trump):
    own = [{"cards": cards, "trump": trump, "blind": False}]
    made = game("luciferen", {"deals": own})
    assert made.table_sizes == sizes
    assert {len(made.for_tables([size]).rules.deals) for size in sizes} == {1}


def test_chart_of_the_deals():
    chart = game("bollen").charts[0]
    assert chart.title.nl == "De spelletjes van een ronde, met hoogstens 5 spelers aan een tafel"
    assert [text.nl for text in chart.headings] == [
        *("spelletje", "kaarten", "troef", "blind bieden", "bod samen = kaarten")
    ]
    assert [" ".join(text.nl for text in row) for row in chart.rows][:8] == [
        "1 1 omgedraaide kaart ja mag",
        "2 2 omgedraaide kaart nee mag",
        "3 3 omgedraaide kaart nee mag",
        "4 4 omgedraaide kaart nee mag niet",
        "5 5 omgedraaide kaart nee mag niet",
        "6 6 omgedraaide kaart nee mag niet",
        "7 6 geen nee mag niet",
        "8 6 omgedraaide kaart nee mag niet",
    ]
    assert [text.en for text in game("wk-boerenbridge").charts[0].rows[9]] == [
        *("10", "1", "spades", "barred")
    ]
    assert len(game("boerenbridge").for_tables([8]).charts[0].rows) == 14


def test_chart_of_the_points():
    points = [row[1].nl for row in game("boerenbridge").charts[1].rows]
    assert points == ["10", "13", "16", "19", "−3", "−6", "−9", "−1", "−5"]
    wk = [(row[0].en, row[1].en) for row in game("wk-boerenbridge").charts[1].rows]
    assert wk[3:5] == [("3 bid and made", "16"), ("1 trick too many or too few", "−2")]
    assert wk[7:] == [("wrong number of cards", "−4"), ("revoked", "−10")]


def test_w_7_chart_of_the_match_points():
    def shown(players: int) -> list[str]:
        return [row[1].nl for row in game("bollen").for_tables([players]).charts[2].rows]

    assert (shown(4), shown(6)) == (["5", "4", "3", "2"], ["5", "4", "3", "2", "1", "0"])
