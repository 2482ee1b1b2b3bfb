"""Finding players whose names are mistyped, or may be: a letter or two off, a space, the order."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeVar

from wk.tournament.models import Entry, Player
from wk.tournament.search import MOST_REMEMBERED, searchable

WORD = re.compile(r"[^\W\d_]+|\d+")
# Shorter words have no letter wrong, and words of this length not the first; long ones may have two
# wrong, those between them one.
SHORT, LONG = 3, 6
MOST_OFF = 2
MOST_NEAR = 4
MOST_WORDS = 8

Someone = TypeVar("Someone", Entry, Player)


def almost_of_that_name(entries: Iterable[Entry], name: str) -> list[Entry]:
    """Return those who are called almost so: a newcomer may be one of them, mistyped."""
    return [entry for entry in entries if is_almost(entry.name, name)]


def is_almost(one: str, other: str) -> bool:
    """Whether two names differ, and may be one that was mistyped: a letter or two off, a space, the
    order of the words. Whoever differs in a number or an initial is called otherwise.

    >>> is_almost("Jan Jansn", "Jansen, Jan"), is_almost("Speler 12", "Speler 13")
    (True, False)
    """
    if searchable(one) == searchable(other):
        return False
    words, others = _parts(one), _parts(other)
    if not words or not others:
        return False
    if len(words) != len(others):
        return _joined_off(words, others) is not None
    in_order = _total(map(_word_off, words, others))
    return in_order is not None or _total(map(_word_off, sorted(words), sorted(others))) is not None


def leads(name: str) -> frozenset[str]:
    """Return by what to look up who is called almost so: of two such names at least one is the
    same, unless a letter is wrong in two of their words.

    It is the name with one letter left out, and with one word of which only the first letter stays.
    """
    words = _parts(name)
    joined = "".join(words)
    cut = {joined[:i] + joined[i + 1 :] for i in range(len(joined))}
    rest = {_lead(words[:i] + words[i + 1 :], words[i][0]) for i in range(len(words))}
    return frozenset({joined, _lead(words, "")} | cut | (rest if len(words) > 1 else set()))


def _lead(words: Sequence[str], letter: str) -> str:
    return " ".join([*sorted(words), letter])


def nearest(asked: str, people: Iterable[Someone]) -> list[Someone]:
    """Return the few who may be meant by a name that is mistyped, the likeliest first; nobody for
    less than three letters. It is for a search by which nobody is found."""
    words = _parts(asked)
    letters = sum(len(word) for word in words if word.isalpha())
    if letters < SHORT or len(words) > MOST_WORDS:
        return []
    known: dict[tuple[str, str], int | None] = {}
    far = ((_far(words, who, known), searchable(who.name), who.pk, who) for who in people)
    near = [(off, name, key, who) for off, name, key, who in far if off is not None]
    return [who for *_order, who in sorted(near, key=lambda each: each[:3])[:MOST_NEAR]]


@lru_cache(MOST_REMEMBERED)
def _parts(text: str) -> tuple[str, ...]:
    """The words and numbers of a text, as they are compared: "Meijer007" is meyer, 7."""
    found = WORD.findall(searchable(text).replace("ij", "y"))
    return tuple(part if part.isalpha() else part.lstrip("0") or "0" for part in found)


@lru_cache(MOST_REMEMBERED)
def _runs(name: str) -> tuple[tuple[str, ...], ...]:
    """The words of a name that follow each other: any of them may have been typed as one."""
    words = _parts(name)
    starts = range(min(len(words), MOST_WORDS))
    return tuple(words[i : j + 1] for i in starts for j in starts if j >= i)


def _far(
    words: Sequence[str], who: Entry | Player, known: dict[tuple[str, str], int | None]
) -> int | None:
    """How many letters what was typed is off from a person's name, in any order of its words;
    None for too many. `known` remembers what was compared before."""
    joined = (_joined_off(words, run) for run in _runs(who.name) if len(run) != len(words))
    in_one = [off for off in joined if off is not None]
    called = _parts(who.name)
    where = " ".join((*called, *_parts(who.club)))

    def off(word: str) -> int | None:
        if word in called or (word.isalpha() and word in where):
            return 0
        for other in called:
            if (word, other) not in known:
                known[word, other] = _word_off(word, other)
        return min((n for o in called if (n := known[word, o]) is not None), default=None)

    apart = _total(map(off, words))
    return min([*in_one, *([] if apart is None else [apart])], default=None)


def _total(each: Iterable[int | None]) -> int | None:
    """Return the sum, None where that or one of them is too many."""
    total = 0
    for off in each:
        if off is None or (total := total + off) > MOST_OFF:
            return None
    return total


def _joined_off(words: Sequence[str], others: Sequence[str]) -> int | None:
    """How many letters two names are off in which spaces are wrong, at most one; else None."""
    one, other = "".join(words), "".join(others)
    if abs(len(one) - len(other)) > 1 or (one != other and min(len(one), len(other)) < LONG):
        return None
    numbers = [[word for word in each if not word.isalpha()] for each in (words, others)]
    return letters_off(one, other, 1) if numbers[0] == numbers[1] else None


def _word_off(word: str, other: str) -> int | None:
    """How many letters two words are off, None for too many: a number is right or wrong."""
    if word == other:
        return 0
    longest = max(len(word), len(other))
    starts_so = word[0] == other[0]
    if not (word.isalpha() and other.isalpha()) or longest < SHORT:
        return None
    if longest == SHORT and not starts_so:
        return None
    return letters_off(word, other, MOST_OFF if longest >= LONG and starts_so else 1)


def letters_off(one: str, other: str, most: int) -> int | None:
    """Return how many letters are wrong, missing, too many or swapped with the next; None for more
    than `most`.

    >>> letters_off("jasnen", "jansen", 2), letters_off("jan", "piet", 2)
    (1, None)
    """
    if abs(len(one) - len(other)) > most:
        return None
    earlier: list[int] = []
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one):
        earlier, before, row = before, row, [i + 1]
        for j, b in enumerate(other):
            least = min(before[j] + (a != b), before[j + 1] + 1, row[j] + 1)
            if i and j and a == other[j - 1] and b == one[i - 1]:
                least = min(least, earlier[j - 1] + 1)
            row.append(least)
        if min(row) > most:
            return None
    return row[-1] if row[-1] <= most else None
