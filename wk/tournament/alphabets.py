"""Alphabets with letters that look alike.

A Cyrillic а in a name looks like a Latin a, and the name is not found by typing it. It comes from a
keyboard that was switched over, or from a list that was read from paper.
"""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

# By the first word of the names that Unicode gives to letters.
ALPHABETS = {
    "LATIN": gettext_lazy("a Latin letter"),
    "CYRILLIC": gettext_lazy("a Cyrillic letter"),
    "GREEK": gettext_lazy("a Greek letter"),
}
LOOK_ALIKES = str.maketrans(
    # Cyrillic
    "АВЕЅІЈКМНОРСТУХҺаеѕіјкорсухһ"
    # Greek
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορυ",
    "ABESIJKMHOPCTYXHaesijkopcyxhABEZHIKMNOPTYXaikvopu",
)
WORD = re.compile(r"[^\W\d_]+")


def alphabet_of(letter: str) -> str:
    """Return the alphabet of a letter as in ALPHABETS, "" for a letter of any other.

    >>> alphabet_of("é"), alphabet_of("ж"), alphabet_of("字")
    ('LATIN', 'CYRILLIC', '')
    """
    found = unicodedata.name(letter, "").partition(" ")[0]
    return found if found in ALPHABETS else ""


def as_latin(text: str) -> str:
    """Return a text in which a word of two alphabets has its look-alikes in Latin letters.

    Words of one alphabet stay as they are.

    >>> as_latin("Jаn") == "Jan", as_latin("Анна") == "Анна"
    (True, True)
    """
    if text.isascii():
        return text
    return WORD.sub(lambda word: _word_as_latin(word[0]), text)


def _word_as_latin(word: str) -> str:
    alphabets = {alphabet_of(letter) for letter in word} - {""}
    return word.translate(LOOK_ALIKES) if len(alphabets) > 1 else word


def mixed_alphabets(name: str) -> str:
    """Return a sentence about the first letter of another alphabet than most letters, or "".

    The sentence has no full stop.
    """
    if name.isascii():
        return ""
    letters = [(alphabet_of(letter), letter) for letter in name if letter.isalpha()]
    alphabets = [alphabet for alphabet, _letter in letters if alphabet]
    if len(set(alphabets)) < 2:
        return ""
    # Of two that are as frequent the earlier one in ALPHABETS.
    usual = max(ALPHABETS, key=alphabets.count)
    alphabet, odd = next(each for each in letters if each[0] not in ("", usual))
    word = next(found[0] for found in WORD.finditer(name) if odd in found[0])
    return _("the “%(letter)s” in “%(word)s” is %(alphabet)s") % {
        "letter": odd,
        "word": word,
        "alphabet": ALPHABETS[alphabet],
    }


def validate_one_alphabet(name: str) -> None:
    """Raise ValidationError if a word of a name has letters of two alphabets."""
    for word in WORD.findall(name):
        if mixed := mixed_alphabets(word):
            text = _("Type this name again: %(mixed)s, which only looks like another one.")
            raise ValidationError(text % {"mixed": mixed})
