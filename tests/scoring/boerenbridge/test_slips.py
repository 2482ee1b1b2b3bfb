"""Usual slips of a scorer who adds up a form by hand, each at its deal."""

from scoring.registry import game
from scoring.slip import Slip
from scoring.text import Text
from tests.cases import cases
from tests.scoring.forms import SHORT, SHORT_GAME, WK_GAME

STOPPED = {"bids": [3, 1, 0, 2, 2], "infraction": {"kind": "wrong-cards", "seats": [4]}}
REVOKED = {"bids": [3, 1, 0, 2, 2], "infraction": {"kind": "revoke", "seats": [4]}}
PLAYED = {"bids": [3, 3, 0, 1, 2], "tricks": [3, 5, 1, 0, 1]}
LIKELY_FIRST = [
    *("a + for a −", "the 10 forgotten", "the 10 added, which is not due", "the 2 not applied"),
    *("the 2 applied twice", "counted as made", "the penalty of the other infraction"),
    *("nothing counted, as it stopped", "a − for a +"),
]


def slips_in_words(deal: dict, seat: int) -> list[str]:
    """Return the words of the slips of a seat in one deal."""
    found = WK_GAME.slips({"first_dealer": 1, "deals": [deal]}, 5)
    assert {slip.deal for slip in found} == {1}
    return [slip.text.en for slip in found if slip.seat == seat]


@cases(
    ("deal", "seat", "slips"),
    [
        (
            PLAYED,
            1,  # 3 bid, 3 won: 16
            [
                "the 10 forgotten (+6 instead of +16)",
                "the 2 not applied (+13 instead of +16)",
                "the 2 applied twice (+22 instead of +16)",
                "a − for a + (−16 instead of +16)",
            ],
        ),
        (
            PLAYED,
            2,  # 3 bid, 5 won: −4
            [
                "a + for a − (+4 instead of −4)",
                "the 10 added, which is not due (+6 instead of −4)",
                "the 2 not applied (−2 instead of −4)",
                "the 2 applied twice (−8 instead of −4)",
                "counted as made (+16 instead of −4)",
                "counted as made (+20 instead of −4)",
            ],
        ),
        (
            STOPPED,
            4,
            [
                "a + for a − (+4 instead of −4)",
                "counted as made (+14 instead of −4)",
                "the penalty of the other infraction (−10 instead of −4)",
            ],
        ),
        (
            REVOKED,
            4,
            [
                "a + for a − (+10 instead of −10)",
                "counted as made (+14 instead of −10)",
                "the penalty of the other infraction (−4 instead of −10)",
            ],
        ),
        (
            REVOKED,
            3,  # 0 bid
            [
                "the 10 forgotten (0 instead of +10)",
                "nothing counted, as it stopped (0 instead of +10)",
                "a − for a + (−10 instead of +10)",
            ],
        ),
    ],
)
def test_wk_17_wk_18_wk_20_wk_21_slips_of_one_deal(deal, seat, slips):
    assert slips_in_words(deal, seat) == slips


def test_a_slip_has_the_difference_in_the_total():
    slips = WK_GAME.slips({"first_dealer": 1, "deals": [*[{}] * 18, PLAYED]}, 5)
    assert slips[0] == Slip(
        19,
        2,
        8,
        Text("een + voor een − (+4 in plaats van −4)", "a + for a − (+4 instead of −4)"),
    )


def test_likelier_slips_come_first():
    slips = WK_GAME.slips({"first_dealer": 1, "deals": [PLAYED, STOPPED, REVOKED]}, 5)
    kinds = list(dict.fromkeys(slip.text.en.partition(" (")[0] for slip in slips))
    assert kinds == LIKELY_FIRST


def test_w_6_slips_use_the_points_of_the_game():
    rules = game("boerenbridge")
    form = {"first_dealer": 1, "deals": [{}, {}, {"bids": [2, 0, 1], "tricks": [2, 1, 0]}]}
    assert [slip.text.en for slip in rules.slips(form, 3) if slip.seat == 1] == [
        "the 10 forgotten (+6 instead of +16)",
        "the 3 not applied (+12 instead of +16)",
        "the 3 applied twice (+28 instead of +16)",
        "a − for a + (−16 instead of +16)",
    ]


def test_w_8_w_10_slips_of_misdeals_and_penalties():
    slips = SHORT_GAME.slips(SHORT, 3)
    penalties = [
        (slip.deal, slip.seat, slip.text.en)
        for slip in slips
        if "penalty" in slip.text.en or "misdeal" in slip.text.en
    ]
    assert penalties == [
        (3, 2, "the penalty forgotten (−3 instead of −6)"),
        (4, 1, "the penalty forgotten (+15 instead of +14)"),
        (4, 1, "the penalty forgotten (+12 instead of +14)"),
        (3, 2, "the penalty counted the other way (0 instead of −6)"),
        (4, 1, "the penalty counted the other way (+16 instead of +14)"),
        (4, 1, "the penalty counted the other way (+10 instead of +14)"),
        (2, 3, "the misdeal forgotten (−3 instead of −4)"),
        (3, 1, "the misdeal forgotten (+16 instead of +11)"),
        (3, 3, "the misdeal forgotten (+16 instead of +11)"),
    ]
    # Of a bid that was missed, beside a penalty.
    assert next(slip.difference for slip in slips if (slip.deal, slip.seat) == (3, 2)) == 6


@cases("form", [None, {}, {"totals": [88, 120, 64, -6, 102]}, {"deals": [{}]}])
def test_no_slips_without_a_complete_deal(form):
    assert WK_GAME.slips(form, 5) == ()
