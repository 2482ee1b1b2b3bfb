"""Passwords that everybody in the hall would try first are refused."""

import datetime as dt

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from tests.cases import cases
from wk.accounts.models import User
from wk.accounts.passwords import KNOWN_WORDS, consists_of, words_of
from wk.tournament.services import create_tournament

GUESSED = [
    *("boerenbridge", "Boerenbridge!", "boerenbridge2026", "2026boerenbridge", "wkboerenbridge"),
    *("WK-Boerenbridge-2026", "klaverjassen", "Klaverjassen1", "wizard123", "hartenjagen99"),
    *("rubberbridge1", "kleurenwiezen", "pandoeren", "schoppenaas", "schoppenvrouw1"),
    *("welkom2026", "Welkom01!", "W3lkom2026", "welkom-2026", "wélkom2026", "wachtwoord1"),
    *("w@chtw00rd", "geheim123", "welkombijwk"[:6] + "1234", "toernooi2026", "kampioen1"),
    *("wedstrijdleider", "invoerder1", "scoreformulier", "zomer2026", "november2026", "test1234"),
    *("12345678", "20261121", "21-11-2026", "06-12345678", "0000000000", "........", "1 2 3 4 5 6"),
    *("qwertyuiop", "qwerty123", "asdfghjkl", "zxcvbnm1", "azertyuiop", "poiuytrewq", "1qaz2wsx"),
    *("1q2w3e4r5t", "abcdefgh", "abcd1234", "aaaaaaaa", "aaaabbbb", "hgfedcba"),
    *("dora1234", "Dora2026!", "doradora", "1234dora", "d0ra1234", "welkomdora", "dorawelkom1"),
]
GOOD = [
    *("klaver-boer-9", "geheim-genoeg", "drie natte fietsen", "Xk9!vPq2", "fietsbel17zeil"),
    *("mijn kaart in de zomer", "paarsekrokodil", "tientjes4jan", "dorathea-op-reis"),
]


@pytest.mark.django_db
@cases("password", GUESSED)
def test_common_first_guesses_are_refused(password):
    with pytest.raises(ValidationError) as refused:
        validate_password(password, User(username="dora"))
    codes = [error.code for error in refused.value.error_list]
    assert codes[-1] in ("password_guessed_here", "password_too_common")


@pytest.mark.django_db
@cases("password", GOOD)
def test_uncommon_passwords_are_accepted(password):
    validate_password(password, User(username="dora"))


@pytest.mark.django_db
@pytest.mark.parametrize(
    "password", ["eendracht12", "DeEendracht!", "Zomerdrive2026", "vriezenveen1"]
)
def test_words_of_the_tournaments_are_refused(password):
    validate_password(password)
    create_tournament(
        name="Zomerdrive Vriezenveen",
        slug="zomer",
        date=dt.date(2026, 11, 21),
        round_count=3,
        venue="De Eendracht",
    )
    with pytest.raises(ValidationError):
        validate_password(password)


def test_guessed_words_are_lower_case_letters():
    found = [word for word in KNOWN_WORDS if not (word.isalpha() and word.islower())]
    assert found == []
    assert words_of(["De Eendracht, zaal 3", "", "x"]) == {
        *("de", "eendracht", "zaal", "deeendrachtzaal")
    }


@cases("password", ["a" * 100_000, "welkom" * 20_000, "\0" * 100, "𝕨𝕖𝕝𝕜𝕠𝕞", ""])
def test_any_text_can_be_judged(password):
    assert consists_of(password, KNOWN_WORDS) in (True, False)


def test_the_page_says_why_a_password_is_refused(director_client, clerk):
    for language, message in [
        (
            "en",
            "Everyone here would try this password first. Take, for example, three words that have "
            "nothing to do with cards.",
        ),
        (
            "nl",
            "Dit wachtwoord probeert iedereen hier als eerste. Neem bijvoorbeeld drie woorden die "
            "niets met kaarten te maken hebben.",
        ),
    ]:
        typed = {"new_password1": "boerenbridge26", "new_password2": "boerenbridge26"}
        page = f"/accounts/{clerk.pk}/password/"
        response = director_client.post(page, typed, headers={"accept-language": language})
        assert response.context["form"].errors == {"new_password1": [message]}
    clerk.refresh_from_db()
    assert clerk.check_password("geheim-genoeg")


def test_an_account_with_a_guessable_password_still_works(client, clerk):
    clerk.set_password("welkom2026")
    clerk.save()
    typed = {"username": "kees", "password": "welkom2026"}
    assert client.post("/login/", typed).status_code == 302
