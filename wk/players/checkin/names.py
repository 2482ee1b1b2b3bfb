"""Capitals for a name that was typed without them."""

import re

# Dutch and foreign prefixes, in small letters after the first name: Jan van der Berg, Piet op 't
# Hof.
SMALL = re.compile(
    r"de|den|der|d|het|van|v|te|ten|ter|op|in|aan|bij|tot|uit|en|['’][ts]"
    r"|von|zu|le|la|du|des|el|al"
)
# A word begins at the start, after a space, a hyphen or an apostrophe, and after an initial.
WORD = re.compile(r"['’][st]\b|[^\s\-'’.]+")


def with_capitals(name: str) -> str:
    """Return a name with its usual capitals if it was typed without, or in capitals only.

    A name of small letters and capitals is not changed: somebody chose the capitals.

    >>> with_capitals("jan van der berg-de wit")
    'Jan van der Berg-de Wit'
    >>> with_capitals("Jan van den Berg")
    'Jan van den Berg'
    """
    name = " ".join(name.split())
    if not (name.islower() or name.isupper()):
        return name
    first = len(name.split(" ")[0])
    return WORD.sub(lambda word: _written(word[0].lower(), is_first=word.start() < first), name)


def _written(word: str, *, is_first: bool) -> str:
    """Return one word of a name, in small letters, with its usual capitals."""
    if SMALL.fullmatch(word) and not is_first:
        return word
    # In Dutch ij is one letter at the start of a name.
    length = 2 if word.startswith("ij") else 1
    return word[:length].upper() + word[length:]
