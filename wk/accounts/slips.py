"""Slips: a name and a code on paper, with which a clerk logs in.

A director types a name and gets a slip, to print or to let the clerk scan. What makes it safe:

- The code is the password of the account. It has 12 letters of 22 kinds, which is 53 bits: nobody
  guesses it under the limits on wrong passwords, and these hold for a code as for any password.
- Only its hash is stored, as of any password. So the code is shown once, in the answer to the
  press that made it; that answer is stored by no browser. A new slip, or a password of one's own,
  replaces the code; closing the account, and its end (`lasting`), make it useless. Sessions end
  with it: let in for another day, a clerk logs in anew, also on a laptop left in the hall.
- A slip is for clerks alone. Paper gets lost, and what a director may do is not undone easily.
- The QR code has name and code in the fragment of the address of the login page. Browsers do not
  send a fragment, so it is in no request, log or referrer. Opening the address logs nobody in, as
  programs open links by themselves to look at them: a script fills in the form, takes the fragment
  out of the history, and waits for the button.

The page with the button has an *offer*: a random number and a digest of the password that the
account has at that moment, signed. The code is drawn from the offer with the secret key of this
server. So the same press makes the same code, however often it is sent, and shows the same slip;
the page itself has no code; and an old page that is sent again cannot bring an old code back.
"""

import secrets
from dataclasses import dataclass
from urllib.parse import urlencode

from django.core import signing
from django.utils.crypto import constant_time_compare, salted_hmac

from wk.accounts.codes import ALPHABET, written
from wk.accounts.models import User

SALT = "wk.accounts.slips"
LENGTH = 12  # letters: 12 times log2(22) are 53 bits
MAX_AGE = 60 * 60 * 24  # seconds that a page with the button may be open


@dataclass(frozen=True, slots=True)
class Slip:
    """A slip that can be shown now: the account, and its code as letters without dashes."""

    account: User
    letters: str

    @property
    def code(self) -> str:
        """Return the code as it is read from paper."""
        return written(self.letters)

    @property
    def fragment(self) -> str:
        """Return what comes after the address of the login page, in the QR code."""
        return "#" + urlencode({"name": self.account.username, "code": self.letters})


def offer(account: User | None = None) -> str:
    """Return an offer of a slip for an account, or for one that is still to be made."""
    return signing.dumps([secrets.token_urlsafe(16), _digest_of_password(account)], salt=SALT)


def is_offer(text: str) -> bool:
    """Return whether a text is an offer of this server, and not too old."""
    try:
        signing.loads(text, salt=SALT, max_age=MAX_AGE)
    except signing.BadSignature:
        return False
    return True


def is_for(offered: str, account: User | None) -> bool:
    """Return whether the account has the same password as when the slip was offered."""
    _number, digest = signing.loads(offered, salt=SALT)
    return constant_time_compare(digest, _digest_of_password(account))


def letters_of(offered: str) -> str:
    """Return the code that belongs to an offer, without dashes."""
    number = int.from_bytes(salted_hmac(SALT, offered, algorithm="sha256").digest())
    letters = []
    for _place in range(LENGTH):
        number, rest = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[rest])
    return "".join(letters)


def _digest_of_password(account: User | None) -> str:
    """Return a digest of the stored hash of a password, "" without an account."""
    return salted_hmac(SALT, account.password).hexdigest() if account else ""
