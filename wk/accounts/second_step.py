"""The second step of a login: a code of an app on a phone, after the password.

A director who wants it lets an app read a secret. From then on the app shows a new code of six
digits every 30 seconds (TOTP, RFC 6238), without any network. What makes it safe:

- A wrong code is counted like a wrong password, under the same limits (`login_limits`).
- A code is taken once. One of the 30 seconds before or after counts too: clocks differ.
- Ten recovery codes on paper stand in for a lost phone, each once; only their hashes are stored.
- The secret is in the database, as the server computes codes from it. The chain has its hash.

The page that sets it up has an *offer*: a random number, signed. Secret and recovery codes are
drawn from it with the secret key of this server. So nothing is stored until a code of the app came,
and the same press, sent twice, sets up the same.
"""

import secrets
from collections.abc import Sequence
from datetime import datetime

import pyotp
from django.contrib.auth.hashers import check_password, make_password
from django.core import signing
from django.utils.crypto import salted_hmac
from pyotp.exceptions import OTPVerificationError

from wk.accounts.codes import ALPHABET, bare, written
from wk.accounts.models import User

SALT = "wk.accounts.second_step"
MAX_AGE = 60 * 60 * 24  # seconds that a page with an offer may be open
ISSUER = "Card champion"  # the heading of the code in the app
DIGITS = 6  # of a code of the app: as pyotp makes them
WINDOW = 1  # steps of 30 seconds before and after the present one whose codes count
RECOVERY_CODES = 10
RECOVERY_LENGTH = 8  # letters: 8 times log2(22) are 35 bits, under the limits on wrong passwords
BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
SECRET_LENGTH = 32  # characters of 5 bits: the 160 bits that RFC 4226 recommends


class WrongCode(Exception):
    """Raised for a code that is not right, is too old, or was taken before."""


def offer() -> str:
    """Return a new offer of a secret and recovery codes."""
    return signing.dumps(secrets.token_urlsafe(16), salt=SALT)


def is_offer(text: str) -> bool:
    """Return whether a text is an offer of this server, and not too old."""
    try:
        signing.loads(text, salt=SALT, max_age=MAX_AGE)
    except signing.BadSignature:
        return False
    return True


def secret_of(offered: str) -> str:
    """Return the secret that belongs to an offer, in base 32."""
    return _drawn(offered, "secret", BASE32, SECRET_LENGTH)


def recovery_codes_of(offered: str) -> tuple[str, ...]:
    """Return the recovery codes that belong to an offer, as they are read from paper."""
    return tuple(
        written(_drawn(offered, f"recovery {number}", ALPHABET, RECOVERY_LENGTH))
        for number in range(RECOVERY_CODES)
    )


def in_groups(secret: str) -> str:
    """Return a secret as people type it into an app.

    >>> in_groups("JBSWY3DPEHPK3PXP")
    'JBSW Y3DP EHPK 3PXP'
    """
    return " ".join(secret[start : start + 4] for start in range(0, len(secret), 4))


def app_address(account: User, secret: str) -> str:
    """Return the address that an app reads from the QR code."""
    return pyotp.TOTP(secret).provisioning_uri(name=account.username, issuer_name=ISSUER)


def step_of(secret: str, typed: str, now: datetime) -> int:
    """Return which 30 seconds a code of an app belongs to, counted since 1970.

    Raises WrongCode unless they are the present ones, or those before or after.
    """
    try:
        return pyotp.TOTP(secret).verify_and_get_timecode(typed, for_time=now, valid_window=WINDOW)
    except OTPVerificationError:
        raise WrongCode from None


def is_app_code(typed: str) -> bool:
    """Return whether what was typed is a code of an app, and no recovery code.

    >>> is_app_code("123 456"), is_app_code("k7mn-x3pa")
    (True, False)
    """
    letters = bare(typed)
    return len(letters) == DIGITS and letters.isdecimal()


def hashes_of(codes: Sequence[str]) -> list[str]:
    """Return what is stored of recovery codes. Each hash takes a while."""
    return [make_password(bare(code)) for code in codes]


def hash_among(hashes: list[str], typed: str) -> str:
    """Return the one of some hashes that belongs to a recovery code. Raises WrongCode."""
    letters = bare(typed)
    if len(letters) == RECOVERY_LENGTH:
        for each in hashes:
            if check_password(letters, each):
                return each
    raise WrongCode


def _drawn(offered: str, what: str, alphabet: str, length: int) -> str:
    """Return characters that depend on an offer and on the secret key of this server alone."""
    digest = salted_hmac(f"{SALT}.{what}", offered, algorithm="sha256").digest()
    number, drawn = int.from_bytes(digest), []
    for _place in range(length):
        number, rest = divmod(number, len(alphabet))
        drawn.append(alphabet[rest])
    return "".join(drawn)
