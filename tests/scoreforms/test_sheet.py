"""A score form as pages show it."""

from random import Random

from scoring.registry import game
from tests.cases import cases
from wk.scoreforms.sheet import sheet
from wk.tournament.models import Entry

SHORT = game("boerenbridge", {"deals": [{"cards": 4}, {"cards": 3}]})
ENTRIES = tuple(Entry(number=seat, name=f"Speler {seat}") for seat in range(1, 6))
WHOLE = SHORT.practice(5, Random(1))


@cases(
    ("document", "has_begun"),
    [
        ({}, False),
        ({"first_dealer": 1, "deals": []}, False),
        ({**WHOLE, "deals": WHOLE["deals"][:1]}, True),
        (WHOLE, True),
        ({"totals": []}, True),
    ],
)
def test_totals_stand_below_a_form_from_its_first_deal_on(document, has_begun):
    assert sheet(SHORT, ENTRIES, document).has_begun is has_begun


@cases(
    ("document", "deals", "first"),
    [
        ({}, 2, "Wie deelde het eerste spelletje?"),
        ({"first_dealer": 1, "deals": [{"bids": [1]}]}, 2, "bod van Speler 2, spelletje 1"),
        ({**WHOLE, "deals": WHOLE["deals"][:1]}, 1, "spelletje 2: Dit spelletje is nog leeg."),
    ],
)
def test_what_is_missing_is_said_in_plain_words(document, deals, first):
    shown = sheet(SHORT, ENTRIES, document)
    assert (shown.missing_deals, shown.next_missing.nl) == (deals, first)


@cases(
    ("points", "shared"),
    [
        ([20, 10, 20, 30, 0], {2}),
        ([20, 10, 20, 10, 0], {1, 3}),
        ([20, 10, 40, 30, 0], set()),
        ([], set()),
    ],
)
def test_places_that_several_seats_share(points, shared):
    document = {"totals": points} if points else {}
    assert sheet(SHORT, ENTRIES, document).shared_places == shared


def test_partners_share_no_place():
    bridge = game("rubber-bridge")
    shown = sheet(bridge, ENTRIES[:4], bridge.practice(4, Random(1)))
    assert {total.result.place for total in shown.totals} == {1, 3}
    assert shown.shared_places == set()
