"""Points of single contracts: the formula of one rule set beside the printed tables of the
other."""

from itertools import product

from scoring.cards import Card
from scoring.rubber.contracts import (
    STRAINS,
    Contract,
    Points,
    contract_points,
    honours_points,
    left_of,
    side_of,
)
from tests.cases import cases

# The six tables as rule set 004 prints them: undoubled, doubled, redoubled.
PER_TRICK = {
    "C": (20, 40, 80),
    "D": (20, 40, 80),
    "H": (30, 60, 120),
    "S": (30, 60, 120),
    "NT": (30, 60, 120),
}
FIRST_AT_NT = (10, 20, 40)
OVERTRICKS = {False: (None, 100, 200), True: (None, 200, 400)}  # None: as the contract, undoubled
BONUS = {
    False: {
        1: (0, 50, 100),
        2: (0, 50, 100),
        3: (0, 50, 100),
        4: (0, 50, 100),
        5: (0, 50, 100),
        6: (500, 550, 600),
        7: (1000, 1050, 1100),
    },
    True: {
        1: (0, 50, 100),
        2: (0, 50, 100),
        3: (0, 50, 100),
        4: (0, 50, 100),
        5: (0, 50, 100),
        6: (750, 800, 850),
        7: (1500, 1550, 1600),
    },
}
UNDERTRICKS = {  # first; second and third; further
    False: ((50, 100, 200), (50, 200, 400), (50, 300, 600)),
    True: ((100, 200, 400), (100, 300, 600), (100, 300, 600)),
}
EVERY = [
    *product(range(1, 8), ("C", "D", "H", "S", "NT"), range(3), (False, True), range(14)),
]


def points_from_tables(level, strain, doubled, vulnerable, tricks):
    """Return points below and above the line and the penalty, added up from the printed tables."""
    short = level + 6 - tricks
    if short > 0:
        lines = [0, 1, 1, *[2] * 10][:short]
        return 0, 0, sum(UNDERTRICKS[vulnerable][line][doubled] for line in lines)
    below = level * PER_TRICK[strain][doubled]
    if strain == "NT":
        below += FIRST_AT_NT[doubled]
    each = OVERTRICKS[vulnerable][doubled]
    if each is None:
        each = PER_TRICK[strain][0]
    return below, each * -short + BONUS[vulnerable][level][doubled], 0


def test_delta_5_every_contract_is_worth_the_same_in_both_rule_sets():
    assert len(EVERY) == 2940
    wrong = []
    for level, strain, doubled, vulnerable, tricks in EVERY:
        contract = Contract(1, level, strain, doubled)
        points = contract_points(contract, tricks, vulnerable=vulnerable)
        made = points.below, sum(points.above), points.penalty
        if made != points_from_tables(level, strain, doubled, vulnerable, tricks):
            wrong.append((contract, tricks, vulnerable))
    assert wrong == []


def points_of(level, strain, tricks, doubled=0, vulnerable=False):
    return contract_points(Contract(1, level, strain, doubled), tricks, vulnerable=vulnerable)


def test_b_1_a_level_is_tricks_over_six():
    assert [Contract(1, level, "C").needed for level in range(1, 8)] == [7, 8, 9, 10, 11, 12, 13]
    assert STRAINS == ("C", "D", "H", "S", "NT")


@cases(
    ("level", "strain", "below"),
    [
        *[(1, "C", (20, 40, 80)), (2, "D", (40, 80, 160)), (5, "C", (100, 200, 400))],
        *[(1, "H", (30, 60, 120)), (4, "S", (120, 240, 480)), (7, "H", (210, 420, 840))],
        *[(1, "NT", (40, 80, 160)), (3, "NT", (100, 200, 400)), (7, "NT", (220, 440, 880))],
    ],
)
def test_b_2_below_the_line(level, strain, below):
    for vulnerable in (False, True):
        made = [points_of(level, strain, level + 6, d, vulnerable).below for d in range(3)]
        assert tuple(made) == below


@cases(
    ("strain", "doubled", "vulnerable", "each"),
    [
        *[("C", 0, False, 20), ("D", 0, True, 20), ("H", 0, False, 30), ("S", 0, True, 30)],
        *[("C", 1, False, 100), ("S", 1, False, 100), ("C", 1, True, 200), ("NT", 1, True, 200)],
        *[("C", 2, False, 200), ("NT", 2, False, 200), ("S", 2, True, 400), ("D", 2, True, 400)],
    ],
)
def test_b_3_overtricks(strain, doubled, vulnerable, each):
    made = points_of(2, strain, 8, doubled, vulnerable)
    over = points_of(2, strain, 11, doubled, vulnerable)
    assert over.below == made.below
    assert sum(over.above) - sum(made.above) == 3 * each


def test_delta_4_an_overtrick_at_no_trump_is_30():
    assert points_of(1, "NT", 8) == Points(below=40, above=(30,))
    assert points_of(1, "NT", 8, vulnerable=True) == Points(below=40, above=(30,))


def test_b_4_the_insult():
    assert [points_of(2, "S", 8, doubled).above for doubled in range(3)] == [(), (50,), (100,)]


@cases(
    ("level", "tricks", "vulnerable", "above"),
    [
        *[(6, 12, False, (500,)), (6, 12, True, (750,))],
        *[(7, 13, False, (1000,)), (7, 13, True, (1500,))],
        *[(6, 13, False, (30, 500)), (5, 13, True, (60,)), (5, 12, False, (30,))],
    ],
)
def test_b_5_a_slam_must_be_bid_and_made(level, tricks, vulnerable, above):
    assert points_of(level, "S", tricks, vulnerable=vulnerable).above == above


@cases(
    ("doubled", "vulnerable", "penalties"),
    [
        (0, False, (50, 100, 150, 200, 250)),
        (1, False, (100, 300, 500, 800, 1100)),
        (2, False, (200, 600, 1000, 1600, 2200)),
        (0, True, (100, 200, 300, 400, 500)),
        (1, True, (200, 500, 800, 1100, 1400)),
        (2, True, (400, 1000, 1600, 2200, 2800)),
    ],
)
def test_b_6_undertricks(doubled, vulnerable, penalties):
    found = [points_of(4, "H", 10 - short, doubled, vulnerable) for short in range(1, 6)]
    assert found == [Points(penalty=penalty) for penalty in penalties]


@cases("vulnerable", [False, True])
def test_delta_6_redoubled_undertricks_cost_twice_the_doubled_ones(vulnerable):
    for tricks in range(13):
        once, twice = (points_of(7, "C", tricks, doubled, vulnerable) for doubled in (1, 2))
        assert twice.penalty == 2 * once.penalty


@cases(
    ("hand", "strain", "worth"),
    [
        ("AS KS QS JS TS", "S", 150),
        ("AS KS QS JS 9S", "S", 100),
        ("KS QS JS TS 2S", "S", 100),
        ("AS KS QS 9S 8S", "S", 0),
        ("AS KS QS JS TS", "H", 0),
        ("AS KS QS JS TS", "NT", 0),
        ("AS AH AD AC 2C", "NT", 150),
        ("AS AH AD KC QC", "NT", 0),
        ("AS AH AD AC 2C", "C", 0),
    ],
)
def test_delta_1_honours_in_one_hand(hand, strain, worth):
    assert honours_points([Card.of(name) for name in hand.split()], strain) == worth


def test_side_dummy_and_leader_of_a_contract():
    contract = Contract(4, 1, "C")
    assert (contract.side, contract.dummy, contract.leader) == (1, 2, 1)
    assert [side_of(seat) for seat in (1, 2, 3, 4)] == [0, 1, 0, 1]
    assert [left_of(seat) for seat in (1, 2, 3, 4)] == [2, 3, 4, 1]
