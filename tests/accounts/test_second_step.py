"""The codes of a second step: those of the app, by RFC 6238, and those on paper."""

import datetime as dt
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core import signing

from wk.accounts import second_step
from wk.accounts.second_step import WrongCode

# RFC 6238, appendix B, for SHA-1: the secret "12345678901234567890", the last six of eight digits.
RFC_SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
RFC_CODES = {
    59: "287082",
    1111111109: "081804",
    1111111111: "050471",
    1234567890: "005924",
    2000000000: "279037",
    20000000000: "353130",
}


def at(seconds: int) -> dt.datetime:
    return dt.datetime.fromtimestamp(seconds, dt.UTC)


def is_right(code: str, seconds: int) -> bool:
    try:
        second_step.step_of(RFC_SECRET, code, at(seconds))
    except WrongCode:
        return False
    return True


@pytest.mark.parametrize(("seconds", "code"), RFC_CODES.items())
def test_the_codes_are_those_of_the_standard(seconds, code):
    assert second_step.step_of(RFC_SECRET, code, at(seconds)) == seconds // 30


def test_a_code_counts_for_one_step_before_and_after_its_own():
    begin = 1111111110 // 30 * 30  # the first second of the step of 1111111111
    moments = [begin - 31, begin - 30, begin, begin + 29, begin + 59, begin + 60]
    assert [is_right("050471", seconds) for seconds in moments] == [
        *(False, True, True, True, True, False)
    ]


@pytest.mark.parametrize("typed", ["", "05047", "0504711", "050472", "abcdef"])
def test_what_is_no_code_is_wrong(typed):
    assert not is_right(typed, 1111111111)


def test_an_offer_always_has_the_same_secret_and_codes():
    offers = [second_step.offer() for _time in range(2)]
    secrets = [second_step.secret_of(offer) for offer in offers]
    assert secrets == [second_step.secret_of(offer) for offer in offers]
    assert secrets[0] != secrets[1]
    assert [len(secret) for secret in secrets] == [32, 32]
    codes = second_step.recovery_codes_of(offers[0])
    assert codes == second_step.recovery_codes_of(offers[0])
    assert len({*codes, *second_step.recovery_codes_of(offers[1])}) == 20


def test_an_offer_ends_after_a_day_and_is_of_this_server(monkeypatch):
    offered = second_step.offer()
    assert second_step.is_offer(offered)
    assert not second_step.is_offer(offered[:-1])
    assert not second_step.is_offer(signing.dumps("x", salt="elsewhere"))
    monkeypatch.setattr(second_step, "MAX_AGE", -1)
    assert not second_step.is_offer(offered)


def test_the_app_reads_who_and_where_from_the_code(director):
    address = urlsplit(second_step.app_address(director, RFC_SECRET))
    assert (address.scheme, address.netloc, address.path) == (
        *("otpauth", "totp", "/Card%20champion:dora"),
    )
    assert parse_qs(address.query) == {"secret": [RFC_SECRET], "issuer": ["Card champion"]}
