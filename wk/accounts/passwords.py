"""Refuses the passwords that everybody in the hall would try first.

Such a password is one to three known words with digits and signs. Keys that lie side by side make
a word too. Examples: welkom2026, boerenbridge!, dora1234, qwerty12, 21-11-2026. Django's own list
has the most common passwords of the world; guessed_words.txt has those of a card championship.
"""

import string
import unicodedata
from collections.abc import Iterable
from pathlib import Path

from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from wk.accounts.models import User

# Keys that lie side by side, and the alphabet; forwards and backwards.
ROWS = [
    *("1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm", "azertyuiop", "qsdfghjklm", "wxcvbn"),
    *("1qaz2wsx3edc4rfv5tgb6yhn7ujm", "1q2w3e4r5t6y7u8i9o0p", "q1w2e3r4t5y6u7i8o9p0"),
    string.ascii_lowercase,
]
SHORTEST_RUN = 3  # keys side by side, or times the same letter
SWAPS = str.maketrans("01345@$!", "oieasasi")  # w3lk0m and p@ssw0rd are tried as well
LINES = Path(__file__).with_name("guessed_words.txt").read_text("utf-8").splitlines()
KNOWN_WORDS = frozenset(word for line in LINES if line[:1] != "#" for word in line.split())
MOST_WORDS = 3  # of a password that is guessed; a sentence has more
LONGEST = 80  # characters that are looked at


class NotGuessedHere(CommonPasswordValidator):
    """A password validator: refuses the common ones of the world, and those of this hall."""

    def validate(self, password: str, user: User | None = None) -> None:
        """Raise ValidationError for such a password, with one reason."""
        super().validate(password, user)
        words = {*KNOWN_WORDS, *self.more_words()}
        words |= words_of([(user and user.get_username()) or ""])  # no name: it was refused
        if consists_of(password, frozenset(words)):
            raise ValidationError(
                _(
                    "Everyone here would try this password first. Take, for example, three words "
                    "that have nothing to do with cards."
                ),
                code="password_guessed_here",
            )

    def get_help_text(self) -> str:
        """Return what a password must be."""
        return _("Not the name of a game, welcome and a year, digits alone, or your own name.")

    def more_words(self) -> Iterable[str]:
        """Return further words that are guessed, in the form of `words_of`."""
        return ()


def words_of(texts: Iterable[str]) -> set[str]:
    """Return the words of some texts, and each text as one word: small letters without accents.

    >>> sorted(words_of(["WK Één"]))
    ['een', 'wk', 'wkeen']
    """
    found = set()
    for text in texts:
        words = "".join(sign if sign.isalpha() else " " for sign in _plain(text)).split()
        found |= {*words, "".join(words)}
    return {word for word in found if len(word) > 1}


def consists_of(password: str, words: frozenset[str]) -> bool:
    """Return whether at most MOST_WORDS known words, with digits and signs, make up a password.

    Keys side by side and a repeated letter are words too.

    >>> consists_of("W3lkom-2026!", frozenset({"welkom"}))
    True
    >>> consists_of("welkoom2026", frozenset({"welkom"}))
    False
    """
    text = _plain(password)[:LONGEST]
    fewest = {0: 0}  # the least number of words that make up the text as far as here
    for end in range(1, len(text) + 1):
        costs = [
            fewest[start] + cost
            for start in range(end)
            if start in fewest and (cost := _cost(text[start:end], words)) is not None
        ]
        if costs:
            fewest[end] = min(costs)
    return fewest.get(len(text), MOST_WORDS + 1) <= MOST_WORDS


def _cost(piece: str, words: frozenset[str]) -> int | None:
    """Return 0 for digits and signs, 1 for a word that everybody knows, None for other pieces."""
    if not any(map(str.isalpha, piece)):
        return 0
    if piece in words or piece.translate(SWAPS) in words:
        return 1
    if len(piece) < SHORTEST_RUN:
        return None
    is_run = any(piece in row or piece[::-1] in row for row in ROWS)
    return 1 if is_run or len(set(piece)) == 1 else None


def _plain(text: str) -> str:
    """Return a text in small letters without accents."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in apart if not unicodedata.combining(sign))
