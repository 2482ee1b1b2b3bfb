"""Usual slips of a scorer of kleurenwiezen."""

from tests.cases import cases
from tests.scoring.whist.forms import FORM, WHIST, WHISTHUB


def slips_in_words(
    contract: str, declarers: list[int], tricks: object, seat: int, game=WHIST
) -> list[str]:
    """Return the words of the slips of a seat in one deal."""
    deal = {"contract": contract, "declarers": declarers, "tricks": tricks}
    slips = game.slips({"deals": [deal]}, 4)
    assert {slip.deal for slip in slips} <= {1}
    return [slip.text.en for slip in slips if slip.seat == seat]


NO_FURTHER = "without the tricks above or below the bid"


@cases(
    ("deal", "seat", "slips"),
    [
        (
            ("samen-8", [1, 3], 9),
            1,
            ["a − for a + (−10 instead of +10)", f"{NO_FURTHER} (+7 instead of +10)"],
        ),
        (("samen-8", [1, 3], 9), 2, []),
        (("samen-8", [1, 3], 8), 3, ["a − for a + (−7 instead of +7)"]),
        (
            ("samen-9", [1, 4], 7),
            4,
            ["a + for a − (+16 instead of −16)", f"{NO_FURTHER} (−13 instead of −16)"],
        ),
        (
            ("samen-9", [1, 4], 7),
            2,
            [
                "a − for a + (−16 instead of +16)",
                "the points of opponents forgotten (0 instead of +16)",
                f"{NO_FURTHER} (+13 instead of +16)",
            ],
        ),
        (
            ("grote-miserie", [1], 1),
            3,
            [
                "a − for a + (−24 instead of +24)",
                "the points of opponents forgotten (0 instead of +24)",
            ],
        ),
        (("kleine-miserie", [1, 3], [0, 2]), 3, ["a + for a − (+18 instead of −18)"]),
        (
            ("troel", [2, 4], 13),
            2,
            ["a − for a + (−30 instead of +30)", f"{NO_FURTHER} (+16 instead of +30)"],
        ),
    ],
)
def test_k_3_k_a_slips_of_one_deal(deal, seat, slips):
    assert slips_in_words(*deal, seat) == slips


def test_k_3_slips_where_players_settle_with_each_other():
    assert slips_in_words("solo-6", [2], 6, 1, WHISTHUB) == [
        "a + for a − (+4 instead of −4)",
        "the points of opponents forgotten (0 instead of −4)",
    ]


def test_a_slip_has_the_difference_in_the_total():
    slip = WHIST.slips(FORM, 4)[0]
    assert (slip.deal, slip.seat, slip.difference) == (3, 1, 32)


@cases("document", [None, {}, {"totals": [1, 2, 3, 4]}, {"deals": [{}, {"passed": True}]}])
def test_no_slips_without_a_complete_deal(document):
    assert WHIST.slips(document, 4) == ()


# What asks for a second look.


@cases(
    ("deal", "short"),
    [
        (("samen-8", [1, 2], 4), None),
        (("samen-8", [1, 2], 3), 5),
        (("solo-6", [1], 0), 6),
        (("solo-6", [1], 13), None),
        (("grote-miserie", [1], 13), None),
    ],
)
def test_k_1_notices_of_tricks_far_below_the_contract(deal, short):
    contract, declarers, tricks = deal
    form = {"deals": [{"contract": contract, "declarers": declarers, "tricks": tricks}]}
    notices = WHIST.progress(form, 4).notices
    found = [(n.path, n.text.en.split()[0]) for n in notices if n.code == "UNLIKELY_TRICKS"]
    assert found == ([("deals.0.tricks", str(short))] if short else [])
