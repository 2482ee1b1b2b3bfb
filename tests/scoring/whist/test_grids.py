"""Points of each contract: both grids of the rule book, row by row."""

from scoring.whist import make
from scoring.whist.contracts import CONTRACTS
from scoring.whist.named_grids import GRIDS
from tests.cases import cases
from tests.scoring.whist.forms import WHISTHUB, points_of

# Contract, tricks, and the points of a declarer and of an opponent under "concours" (4.2).
CONCOURS = [
    *[("samen-8", 8, 7, 0), ("samen-8", 9, 10, 0), ("samen-8", 10, 13, 0), ("samen-8", 11, 16, 0)],
    *[("samen-8", 12, 19, 0), ("samen-8", 13, 30, 0), ("samen-8", 7, -10, 10)],
    *[("samen-8", 6, -13, 13), ("samen-8", 0, -31, 31)],
    *[("samen-9", 9, 10, 0), ("samen-9", 10, 13, 0), ("samen-9", 8, -13, 13)],
    *[("samen-10", 10, 13, 0), ("samen-10", 13, 30, 0), ("samen-10", 8, -19, 19)],
    *[("samen-11", 11, 16, 0), ("samen-11", 12, 19, 0), ("samen-11", 10, -19, 19)],
    *[("samen-12", 12, 19, 0), ("samen-12", 13, 30, 0), ("samen-12", 11, -22, 22)],
    *[("samen-13", 13, 30, 0), ("samen-13", 12, -25, 25), ("samen-13", 11, -28, 28)],
    *[("solo-6", 6, 12, 0), ("solo-6", 7, 15, 0), ("solo-6", 8, 18, 0), ("solo-6", 9, 18, 0)],
    *[
        ("solo-6", 13, 18, 0),
        ("solo-6", 5, -15, 10),
        ("solo-6", 4, -18, 12),
        ("solo-6", 3, -21, 14),
    ],
    *[("solo-7", 7, 15, 0), ("solo-7", 8, 18, 0), ("solo-7", 11, 18, 0), ("solo-7", 13, 18, 0)],
    *[("solo-7", 6, -18, 12), ("solo-7", 5, -21, 14), ("solo-7", 0, -36, 24)],
    *[("solo-8", 8, 21, 0), ("solo-8", 13, 21, 0), ("solo-8", 7, -24, 16), ("solo-8", 6, -27, 18)],
    *[("kleine-miserie", 0, 18, 0), ("kleine-miserie", 1, -18, 12), ("kleine-miserie", 9, -18, 12)],
    *[("piccolo", 1, 24, 0), ("piccolo", 0, -24, 16), ("piccolo", 2, -24, 16)],
    *[("abondance-9", 9, 30, 0), ("abondance-9", 13, 30, 0), ("abondance-9", 8, -30, 20)],
    *[("abondance-10", 10, 42, 0), ("abondance-10", 3, -42, 28)],
    *[("abondance-11", 11, 60, 0), ("abondance-11", 10, -60, 40)],
    *[("troel", 9, 16, 0), ("troel", 12, 16, 0), ("troel", 13, 30, 0)],
    *[("troel", 8, 0, 16), ("troel", 0, 0, 16)],
    *[("grote-miserie", 0, 36, 0), ("grote-miserie", 4, -36, 24)],
    *[("open-miserie", 0, 75, 0), ("open-miserie", 1, -75, 50)],
    *[("soloslim-12", 12, 100, 0), ("soloslim-12", 13, 100, 0), ("soloslim-12", 11, -100, 50)],
    *[("soloslim-13", 13, 200, 0), ("soloslim-13", 12, -200, 80)],
]

# The same under "whisthub" (4.3): who plays alone wins or loses three times the stake.
WHISTHUB_ROWS = [
    *[("samen-8", 8, 8, -8), ("samen-8", 9, 11, -11), ("samen-8", 13, 30, -30)],
    *[("samen-8", 7, -11, 11), ("samen-8", 6, -14, 14)],
    *[("samen-9", 9, 11, -11), ("samen-9", 10, 14, -14), ("samen-9", 13, 30, -30)],
    *[("samen-9", 8, -14, 14), ("samen-9", 0, -38, 38)],
    *[("samen-10", 10, 14, -14), ("samen-10", 12, 20, -20), ("samen-10", 13, 30, -30)],
    *[("samen-10", 9, -17, 17), ("samen-10", 7, -23, 23)],
    *[("samen-11", 11, 17, -17), ("samen-11", 12, 20, -20), ("samen-11", 13, 30, -30)],
    *[("samen-11", 10, -20, 20), ("samen-11", 9, -23, 23)],
    *[("samen-12", 12, 20, -20), ("samen-12", 13, 30, -30)],
    *[("samen-12", 11, -23, 23), ("samen-12", 10, -26, 26)],
    *[("samen-13", 13, 30, -30), ("samen-13", 12, -33, 33), ("samen-13", 11, -36, 36)],
    *[("solo-6", 6, 12, -4), ("solo-6", 7, 15, -5), ("solo-6", 8, 18, -6), ("solo-6", 9, 18, -6)],
    *[("solo-6", 5, -15, 5), ("solo-6", 4, -18, 6)],
    *[("solo-7", 7, 15, -5), ("solo-7", 8, 18, -6), ("solo-7", 9, 18, -6)],
    *[("solo-7", 6, -18, 6), ("solo-7", 5, -21, 7)],
    *[("solo-8", 8, 21, -7), ("solo-8", 9, 21, -7), ("solo-8", 7, -24, 8), ("solo-8", 6, -27, 9)],
    *[("kleine-miserie", 0, 18, -6), ("kleine-miserie", 2, -18, 6)],
    *[("piccolo", 1, 24, -8), ("piccolo", 0, -24, 8)],
    *[("abondance-9", 9, 30, -10), ("abondance-9", 7, -30, 10)],
    *[("abondance-10", 10, 45, -15), ("abondance-10", 9, -45, 15)],
    *[("abondance-11", 11, 60, -20), ("abondance-11", 10, -60, 20)],
    *[("troel", 9, 16, -16), ("troel", 13, 30, -30), ("troel", 7, -16, 16)],
    *[("grote-miserie", 0, 36, -12), ("grote-miserie", 1, -36, 12)],
    *[("open-miserie", 0, 72, -24), ("open-miserie", 1, -72, 24)],
    *[("soloslim-12", 12, 90, -30), ("soloslim-12", 11, -90, 30)],
    *[("soloslim-13", 13, 180, -60), ("soloslim-13", 12, -180, 60)],
]


def declarers_of(contract):
    return [1, 3] if contract.startswith(("samen", "troel")) else [3]


@cases(("contract", "tricks", "declarer", "opponent"), CONCOURS)
def test_k_3_k_4_the_concours_grid(contract, tricks, declarer, opponent):
    declarers = declarers_of(contract)
    expected = tuple(declarer if seat in declarers else opponent for seat in (1, 2, 3, 4))
    assert points_of(contract, declarers, tricks) == expected


@cases(("contract", "tricks", "declarer", "opponent"), WHISTHUB_ROWS)
def test_k_3_k_4_the_whisthub_grid(contract, tricks, declarer, opponent):
    declarers = declarers_of(contract)
    expected = tuple(declarer if seat in declarers else opponent for seat in (1, 2, 3, 4))
    assert points_of(contract, declarers, tricks, WHISTHUB) == expected
    assert sum(expected) == 0


@cases("bid", range(8, 14))
@cases("won", range(14))
def test_k_3_k_4_samen_in_the_concours_grid(bid, won):
    made = 30 if won == 13 else 7 + 3 * (won - 8)
    lost = 7 + 3 * (bid - 8) + 3 * (bid - won)
    expected = (made, made, 0, 0) if won >= bid else (-lost, -lost, lost, lost)
    assert points_of(f"samen-{bid}", [1, 2], won) == expected


@cases("bid", range(8, 14))
@cases("won", range(14))
def test_k_3_k_4_samen_in_the_whisthub_grid(bid, won):
    made = 30 if won == 13 else 8 + 3 * (won - 8)
    lost = (8, 11, 14, 17, 20, 30)[bid - 8] + 3 * (bid - won)
    each = made if won >= bid else -lost
    assert points_of(f"samen-{bid}", [1, 2], won, WHISTHUB) == (each, each, -each, -each)


def test_both_grids_have_every_contract():
    keys = {contract.key for contract in CONTRACTS}
    assert {row[0] for row in CONCOURS} == {row[0] for row in WHISTHUB_ROWS} == keys


def test_k_4_the_grid_is_data():
    cheap = {
        "zero_sum": False,
        "contracts": {
            contract.key: {"won": height, "lost": -1}
            for height, contract in enumerate(CONTRACTS, 1)
        },
    }
    game = make("kleurenwiezen", {"grid": cheap})
    assert points_of("samen-8", [1, 2], 13, game) == (1, 1, 0, 0)
    assert points_of("soloslim-13", [4], 13, game) == (0, 0, 0, 19)
    assert points_of("soloslim-13", [4], 12, game) == (0, 0, 0, -1)


def test_k_a_losing_declarers_lose_what_the_grid_says():
    assert points_of("troel", [1, 2], 8) == (0, 0, 16, 16)
    assert points_of("troel", [1, 2], 8, WHISTHUB) == (-16, -16, 16, 16)
    assert points_of("solo-6", [1], 5) == (-15, 10, 10, 10)


# Contract, declarers, tricks of each, points under each grid.
SEVERAL = [
    # Two players: both lost, one lost, none lost.
    ("kleine-miserie", [1, 2], [1, 1], (-18, -18, 18, 18), (-12, -12, 12, 12)),
    ("kleine-miserie", [1, 2], [0, 1], (18, -18, 12, 12), (24, -24, 0, 0)),
    ("kleine-miserie", [1, 2], [0, 0], (18, 18, 0, 0), (12, 12, -12, -12)),
    ("piccolo", [2, 4], [1, 0], (16, 24, 16, -24), (0, 32, 0, -32)),
    ("piccolo", [2, 4], [0, 2], (24, -24, 24, -24), (16, -16, 16, -16)),
    ("grote-miserie", [3, 4], [2, 1], (36, 36, -36, -36), (24, 24, -24, -24)),
    ("open-miserie", [1, 4], [0, 3], (75, 50, 50, -75), (96, 0, 0, -96)),
    ("open-miserie", [1, 4], [2, 3], (-75, 75, 75, -75), (-48, 48, 48, -48)),
    # Three: a further third of the stake for each further one who lost.
    ("kleine-miserie", [1, 2, 3], [1, 1, 1], (-18, -18, -18, 24), (-6, -6, -6, 18)),
    ("kleine-miserie", [1, 2, 3], [0, 1, 1], (18, -18, -18, 18), (30, -18, -18, 6)),
    ("piccolo", [1, 2, 3], [0, 0, 2], (-24, -24, -24, 32), (-8, -8, -8, 24)),
    ("grote-miserie", [2, 3, 4], [1, 0, 0], (24, -36, 36, 36), (-12, -60, 36, 36)),
    # Four: nobody is left to win from them.
    ("piccolo", [1, 2, 3, 4], [1, 1, 1, 10], (24, 24, 24, -24), (16, 16, 16, -48)),
    ("open-miserie", [1, 2, 3, 4], [0, 0, 0, 13], (75, 75, 75, -75), (48, 48, 48, -144)),
]


@cases(("contract", "declarers", "tricks", "concours", "whisthub"), SEVERAL)
def test_k_b_several_play_each_for_himself(contract, declarers, tricks, concours, whisthub):
    assert points_of(contract, declarers, tricks) == concours
    assert points_of(contract, declarers, tricks, WHISTHUB) == whisthub
    assert sum(whisthub) == 0


@cases(("tricks", "points"), [(0, -24), (1, 24), (2, -24), (13, -24)])
def test_k_c_piccolo_is_exactly_one_trick(tricks, points):
    assert points_of("piccolo", [2], tricks)[1] == points


def test_k_d_overtricks_count_and_a_misere_may_have_stopped():
    assert points_of("samen-8", [1, 2], 12) == (19, 19, 0, 0)
    # The lost misère stopped at the second trick: the tricks need not be 13 together.
    assert points_of("grote-miserie", [1, 2], [1, 1]) == (-36, -36, 36, 36)


def test_k_e_solo_8_is_worth_21_however_it_was_reached():
    assert points_of("solo-8", [1], 8) == (21, 0, 0, 0)
    assert points_of("solo-6", [1], 8) == points_of("solo-7", [1], 8) == (18, 0, 0, 0)


@cases(("tricks", "points"), [(9, 16), (12, 16), (13, 30)])
def test_k_f_troel_with_all_tricks(tricks, points):
    assert points_of("troel", [1, 3], tricks) == (points, 0, points, 0)
    assert points_of("troel", [1, 3], tricks, WHISTHUB) == (points, -points, points, -points)


def test_the_most_and_the_fewest_points_of_a_deal():
    assert GRIDS["concours"].extremes == (-200, 200)
    assert GRIDS["whisthub"].extremes == (-180, 180)


def test_k_1_the_contracts():
    assert [(c.key, c.target, c.declarers, c.trump, c.leads) for c in CONTRACTS] == [
        ("samen-8", 8, (2,), "trump", False),
        ("samen-9", 9, (2,), "trump", False),
        ("solo-6", 6, (1,), "trump", False),
        ("samen-10", 10, (2,), "trump", False),
        ("solo-7", 7, (1,), "trump", False),
        ("samen-11", 11, (2,), "trump", False),
        ("kleine-miserie", 0, (1, 2, 3, 4), "none", False),
        ("samen-12", 12, (2,), "trump", False),
        ("solo-8", 8, (1,), "trump", False),
        ("piccolo", 1, (1, 2, 3, 4), "none", False),
        ("samen-13", 13, (2,), "trump", False),
        ("abondance-9", 9, (1,), "trump", True),
        ("troel", 9, (2,), "trump", True),
        ("grote-miserie", 0, (1, 2, 3, 4), "none", False),
        ("abondance-10", 10, (1,), "trump", True),
        ("abondance-11", 11, (1,), "trump", True),
        ("open-miserie", 0, (1, 2, 3, 4), "none", False),
        ("soloslim-12", 12, (1,), "free", True),
        ("soloslim-13", 13, (1,), "free", True),
    ]
    assert [c.key for c in CONTRACTS if c.tricks == 12] == ["kleine-miserie"]
    assert {c.tricks for c in CONTRACTS if c.key != "kleine-miserie"} == {13}
