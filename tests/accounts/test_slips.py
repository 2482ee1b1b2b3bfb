"""Offers of slips, and the codes that are drawn from them."""

from urllib.parse import parse_qs

import pytest
from django.core import signing

from wk.accounts import slips
from wk.accounts.codes import ALPHABET
from wk.accounts.models import User
from wk.accounts.slips import Slip

SOME = 400


def test_codes_have_more_than_fifty_bits_and_no_letter_is_rare():
    assert len(set(ALPHABET)) ** slips.LENGTH > 2**50
    codes = [slips.letters_of(slips.offer()) for _ in range(SOME)]
    assert {len(code) for code in codes} == {12}
    assert len({*codes}) == SOME
    letters = "".join(codes)
    expected = len(letters) / len(ALPHABET)
    counts = {letter: letters.count(letter) for letter in ALPHABET}
    assert sum(counts.values()) == len(letters)
    # Beyond six standard deviations a fair draw comes once in ten million runs.
    assert [each for each in counts.values() if abs(each - expected) > 6 * expected**0.5] == []


def test_an_offer_always_gives_the_same_code_and_another_server_another_one(settings):
    offered = slips.offer()
    first = slips.letters_of(offered)
    assert slips.letters_of(offered) == first
    settings.SECRET_KEY = "another-server"
    assert slips.letters_of(offered) != first


def test_a_page_with_an_offer_has_no_code():
    offered = slips.offer()
    assert slips.letters_of(offered) not in offered.upper()


@pytest.mark.parametrize(
    "text",
    ["", "abc", signing.dumps(["1", ""], salt="elsewhere")],
    ids=[
        "nothing",
        "no offer",
        "signed for something else",
    ],  # not the signature, which has the time
)
def test_only_this_server_makes_offers(text):
    assert not slips.is_offer(text)


def test_an_offer_is_good_for_a_day(monkeypatch):
    offered = slips.offer()
    assert slips.is_offer(offered)
    monkeypatch.setattr(slips, "MAX_AGE", -1)
    assert not slips.is_offer(offered)


def test_an_offer_belongs_to_the_password_of_its_moment(clerk):
    offered = slips.offer(clerk)
    assert slips.is_for(offered, clerk)
    assert not slips.is_for(slips.offer(), clerk)
    clerk.set_password("klaver-boer-9")
    assert not slips.is_for(offered, clerk)


def test_a_slip_shows_groups_of_letters_and_keeps_any_name_in_its_address():
    slip = Slip(User(username="Ria & Co #1/ë+ %"), "K7MNX3PAQRTV")
    assert slip.code == "K7MN-X3PA-QRTV"
    assert parse_qs(slip.fragment.removeprefix("#"), strict_parsing=True) == {
        "name": ["Ria & Co #1/ë+ %"],
        "code": ["K7MNX3PAQRTV"],
    }
