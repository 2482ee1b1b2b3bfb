"""How letters are compared: one folding for every search and every sorted list."""

import unicodedata
from functools import lru_cache

from wk.tournament.alphabets import as_latin

# Unicode does not split these into a letter and an accent. People without such a key type these.
LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
)
# Apostrophes and the signs that people type for one. A search ignores them.
APOSTROPHES = str.maketrans(dict.fromkeys("'’‘‛`´ʼʻʹ′＇"))
# Texts in the cache of `searchable`: every key typed in a search compares all names on the list.
MOST_REMEMBERED = 20_000


@lru_cache(MOST_REMEMBERED)
def searchable(text: str) -> str:
    """Return a text in the form to search and sort by: no capitals, accents, apostrophes.

    The Dutch ij is the letters i and j, also where it is typed as one sign. In a word of two
    alphabets a letter that looks like a Latin one is that one.

    >>> searchable("  José  op ’t Łyse"), searchable("Ĳsbrand Groß")
    ('jose op t lyse', 'ijsbrand gross')
    """
    # NFKD splits a letter with an accent into the letter and a combining mark.
    split = unicodedata.normalize("NFKD", text.translate(APOSTROPHES))
    plain = folded(as_latin("".join(c for c in split if not unicodedata.combining(c))))
    return plain.translate(LETTERS)


def folded(text: str) -> str:
    """Return a text in the form to compare by: no capitals, no double spaces."""
    return " ".join(text.split()).casefold()
