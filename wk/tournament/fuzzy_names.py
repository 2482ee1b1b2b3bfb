"""Search for similar names: one or two wrong letters, a wrong space, or words in another order."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import starmap
from typing import TypeVar

from wk.tournament.letters import MOST_REMEMBERED, searchable
from wk.tournament.models import Entry, Player

WORD = re.compile(r"[^\W\d_]+|\d+")
# Lengths of words, in letters. A word shorter than SHORT must be right. In a word of exactly SHORT
# the first letter must be right. A word of LONG or more may have two wrong letters, others one.
SHORT, LONG = 3, 6
MOST_OFF = 2  # wrong letters in a whole name
MOST_SIMILAR = 4  # names offered
MOST_WORDS = 8  # of a name: the comparison takes time for each run of words

WordDistance = Callable[[str, str], int | None]

Named = TypeVar("Named", Entry, Player)


def entries_with_similar_name(entries: Iterable[Entry], name: str) -> list[Entry]:
    """Return the entries with a name similar to `name`, but not equal."""
    return [entry for entry in entries if is_similar_name(entry.name, name)]


def is_similar_name(one: str, other: str) -> bool:
    """Return whether two names differ, but may be the same name with a typing error.

    One or two letters may be wrong, or a space, or the order of the words. Names that differ in a
    number or an initial are different names.

    >>> is_similar_name("Jan Jansn", "Jansen, Jan"), is_similar_name("Speler 12", "Speler 13")
    (True, False)
    """
    if searchable(one) == searchable(other):
        return False
    words, others = _parts(one), _parts(other)
    if not words or not others:
        return False
    if len(words) != len(others):
        return _joined_letters_off(words, others) is not None
    as_typed = [*zip(words, others, strict=True)]
    if _are_similar(as_typed):
        return True
    by_letter = [*zip(sorted(words), sorted(others), strict=True)]
    # Where the same words are beside each other again, there is nothing more to compare.
    return by_letter != sorted(as_typed) and _are_similar(by_letter)


def _are_similar(pairs: Iterable[tuple[str, str]]) -> bool:
    """Return whether the words of each pair have so few letters wrong that all may be errors."""
    return _total(starmap(_word_letters_off, pairs)) is not None


def numbers_of(name: str) -> tuple[str, ...]:
    """Return the numbers in a name, sorted; names with other numbers are never similar."""
    return tuple(sorted(part for part in _parts(name) if not part.isalpha()))


def lookup_keys(name: str) -> frozenset[str]:
    """Return the keys of a name in an index of similar names.

    Two similar names share at least one key, unless two of their words have a wrong letter. The
    keys are the name itself, the name without one of its letters, and the name with one word cut to
    its first letter.
    """
    words = _parts(name)
    joined = "".join(words)
    cut = {joined[:i] + joined[i + 1 :] for i in range(len(joined))}
    rest = {_lookup_key(words[:i] + words[i + 1 :], words[i][0]) for i in range(len(words))}
    return frozenset({joined, _lookup_key(words, "")} | cut | (rest if len(words) > 1 else set()))


def _lookup_key(words: Sequence[str], letter: str) -> str:
    return " ".join([*sorted(words), letter])


def most_similar(query: str, people: Iterable[Named]) -> list[Named]:
    """Return at most MOST_SIMILAR people with a similar name, the most similar first.

    It is meant for a search without a match. Return [] for a query of fewer than SHORT letters: too
    many names would fit.
    """
    words = _parts(query)
    letters = sum(len(word) for word in words if word.isalpha())
    if letters < SHORT or len(words) > MOST_WORDS:
        return []
    word_off = cache(_word_letters_off)  # many people share a first name
    compared = (
        (_letters_off_name(words, _searchable_name(who.name, who.club), word_off), who)
        for who in people
    )
    similar = [(off, searchable(who.name), who.pk, who) for off, who in compared if off is not None]
    return [who for *_order, who in sorted(similar, key=lambda each: each[:3])[:MOST_SIMILAR]]


@lru_cache(MOST_REMEMBERED)
def _parts(text: str) -> tuple[str, ...]:
    """Return the words and numbers of a text, ready to compare: "Meijer007" is meyer, 7."""
    # In Dutch names ij and y are typed for each other.
    found = WORD.findall(searchable(text).replace("ij", "y"))
    return tuple(part if part.isalpha() else part.lstrip("0") or "0" for part in found)


@dataclass(frozen=True, slots=True)
class SearchableName:
    """The name of a person, ready to compare.

    - `words`: the words of the name.
    - `where`: the words of name and club in one text.
    - `runs`: all runs of adjacent words, by length in letters. A run may be typed as one word.
    """

    words: tuple[str, ...]
    where: str
    runs: Mapping[int, Sequence[tuple[str, ...]]]


@lru_cache(MOST_REMEMBERED)
def _searchable_name(name: str, club: str) -> SearchableName:
    words = _parts(name)
    runs: dict[int, list[tuple[str, ...]]] = {}
    starts = range(min(len(words), MOST_WORDS))
    for run in (words[i : j + 1] for i in starts for j in starts if j >= i):
        runs.setdefault(sum(map(len, run)), []).append(run)
    return SearchableName(words, " ".join((*words, *_parts(club))), runs)


def _letters_off_name(
    words: Sequence[str], who: SearchableName, word_off: WordDistance
) -> int | None:
    """Return the number of wrong letters in the typed words of a name, None for too many.

    The words may be in any order, and with wrong spaces.
    """
    length = sum(map(len, words))
    runs = [run for near in (-1, 0, 1) for run in who.runs.get(length + near, ())]
    joined = [_joined_letters_off(words, run) for run in runs if len(run) != len(words)]
    return min(
        (off for off in (*joined, _words_off(words, who, word_off)) if off is not None),
        default=None,
    )


def _words_off(words: Sequence[str], who: SearchableName, word_off: WordDistance) -> int | None:
    """Return the number of wrong letters in all words together, None for too many.

    Each word is compared with the most similar word of the name. A word that occurs in name or
    club, also within another word, has no wrong letters.
    """
    total = 0
    for word in words:
        if word in who.words or (word.isalpha() and word in who.where):
            continue
        each = [off for other in who.words if (off := word_off(word, other)) is not None]
        if not each or (total := total + min(each)) > MOST_OFF:
            return None
    return total


def _total(each: Iterable[int | None]) -> int | None:
    """Return the sum; None if it is more than MOST_OFF, or if one of the numbers is None."""
    total = 0
    for off in each:
        if off is None or (total := total + off) > MOST_OFF:
            return None
    return total


def _joined_letters_off(words: Sequence[str], others: Sequence[str]) -> int | None:
    """Return the wrong letters, 0 or 1, between two names without their spaces; None for more."""
    one, other = "".join(words), "".join(others)
    if abs(len(one) - len(other)) > 1 or (one != other and min(len(one), len(other)) < LONG):
        return None
    # A wrong letter in a number makes another name.
    numbers = [[word for word in each if not word.isalpha()] for each in (words, others)]
    return letters_off(one, other, 1) if numbers[0] == numbers[1] else None


def _word_letters_off(word: str, other: str) -> int | None:
    """Return the number of wrong letters between two words, None for too many.

    Numbers are equal or too different.
    """
    if word == other:
        return 0
    longest = max(len(word), len(other))
    starts_so = word[0] == other[0]
    if not (word.isalpha() and other.isalpha()) or longest < SHORT:
        return None
    if not starts_so and (longest == SHORT or word[-1] != other[-1]):
        return None  # a single wrong letter leaves the first or the last letter right
    most = MOST_OFF if longest >= LONG and starts_so else 1
    # A wrong letter is one letter more and one less, so most words need no closer look.
    if (_letters_in(word) ^ _letters_in(other)).bit_count() > 2 * most:
        return None
    return letters_off(word, other, most)


@lru_cache(MOST_REMEMBERED)
def _letters_in(word: str) -> int:
    """Return the letters of a word as the bits of a number.

    A letter that occurs has one bit, and one more if it occurs again.
    """
    bits = 0
    for letter in word:
        bit = 1 << 2 * (ord(letter) % 32)
        bits |= bit << 1 if bits & bit else bit
    return bits


def letters_off(one: str, other: str, most: int) -> int | None:
    """Return the number of letters wrong, missing, extra or swapped; None for more than `most`.

    This is the Damerau-Levenshtein distance (optimal string alignment), row by row.

    >>> letters_off("jasnen", "jansen", 2), letters_off("jan", "piet", 2)
    (1, None)
    """
    if abs(len(one) - len(other)) > most:
        return None
    one, other = _without_common_ends(one, other)
    if most == 1 and max(len(one), len(other)) > 2:  # after the common ends, all is wrong
        return None
    earlier: list[int] = []
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one):
        earlier, before, row = before, row, [i + 1]
        for j, b in enumerate(other):
            least = before[j] if a == b else before[j] + 1
            if before[j + 1] < least:
                least = before[j + 1] + 1
            if row[j] < least:
                least = row[j] + 1
            if i and j and a == other[j - 1] and b == one[i - 1] and earlier[j - 1] < least:
                least = earlier[j - 1] + 1
            row.append(least)
        if min(row) > most:
            return None
    return row[-1] if row[-1] <= most else None


def _without_common_ends(one: str, other: str) -> tuple[str, str]:
    """Return two words without their common beginning and end."""
    start = _common_prefix(one, other)
    one, other = one[start:], other[start:]
    end = _common_prefix(one[::-1], other[::-1])
    return one[: len(one) - end], other[: len(other) - end]


def _common_prefix(one: str, other: str) -> int:
    """Return the length of the common beginning of two words."""
    differs = (i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b)
    return next(differs, min(len(one), len(other)))
