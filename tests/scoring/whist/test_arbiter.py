"""Rulings on tricks of kleurenwiezen."""

import pytest

from scoring.problems import Invalid
from tests.cases import cases
from tests.scoring.rulings import consequences_of, illegal_cards, ruling_of, winner_of

KEY = "kleurenwiezen"


@cases(
    ("contract", "trump", "expected"),
    [
        ("", "S", (2, "2S", ["K-5", "K-1"])),
        ("samen-8", "S", (2, "2S", ["K-5", "K-1"])),
        ("troel", "S", (2, "2S", ["K-5", "K-1"])),
        ("soloslim-12", "S", (2, "2S", ["K-5", "K-1"])),
        ("soloslim-12", "N", (4, "KH", ["K-5"])),
        ("grote-miserie", "N", (4, "KH", ["K-5"])),
        ("piccolo", "", (4, "KH", ["K-5"])),  # the contract says that there is none
        ("", "N", (4, "KH", ["K-5"])),
    ],
)
def test_k_1_k_5_the_contract_says_whether_there_is_a_trump(contract, trump, expected):
    found = ruling_of(KEY, "9H 2S QH KH", contract=contract, trump=trump)
    assert winner_of(found) == expected


@cases(
    ("contract", "trump", "code"),
    [
        ("grote-miserie", "S", "TRUMP_NOT_IN_CONTRACT"),
        ("piccolo", "H", "TRUMP_NOT_IN_CONTRACT"),
        ("solo-6", "N", "TRUMP_OF_CONTRACT"),
        ("troel", "N", "TRUMP_OF_CONTRACT"),
        ("samen-8", "", "TRUMP_MISSING"),
        ("soloslim-13", "", "TRUMP_MISSING"),
    ],
)
def test_k_1_a_contract_with_another_trump_is_refused(contract, trump, code):
    with pytest.raises(Invalid) as refused:
        ruling_of(KEY, "9H", contract=contract, trump=trump)
    assert [(each.code, each.path) for each in refused.value.problems] == [(code, "trump")]


def test_an_unknown_contract():
    with pytest.raises(Invalid) as refused:
        ruling_of(KEY, "9H", contract="samen-99", trump="S")
    assert [each.path for each in refused.value.problems] == ["contract"]


def test_k_5_the_winner_leads():
    found = ruling_of(KEY, "9H 2H QH KH", trump="S", leader="4")
    assert found.seats == (4, 1, 2, 3)
    assert consequences_of(found) == [(["K-5"], "Player 3 leads to the next trick.")]


def test_k_6_the_referee_decides_what_a_revoke_costs():
    found = ruling_of(KEY, "9H 2S QH KH", {2: "5H"}, trump="S")
    assert illegal_cards(found) == [(2, "2S", ["K-5"], "5H")]
    assert [rule.number for rule in found.penalty.rules] == ["K-6"]
