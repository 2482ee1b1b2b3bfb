"""How many letters two words are off, beside a count that takes no short cuts."""

from functools import cache
from itertools import product

import pytest

from wk.tournament.models import Player
from wk.tournament.near import letters_off, nearest

WORDS = ["".join(each) for length in range(6) for each in product("ab", repeat=length)]


@cache
def counted(one, other):
    """The letters that are wrong, missing, too many or swapped with the next, at the least."""
    if not one or not other:
        return len(one) + len(other)
    ways = [
        counted(one[1:], other[1:]) + (one[0] != other[0]),
        counted(one[1:], other) + 1,
        counted(one, other[1:]) + 1,
    ]
    if one[:2] == other[1::-1] and len(one) > 1:
        ways.append(counted(one[2:], other[2:]) + 1)
    return min(ways)


@pytest.mark.parametrize("most", [1, 2, 3])
def test_every_two_short_words_are_as_far_apart_as_counted(most):
    wrong = [
        (one, other)
        for one, other in product(WORDS, repeat=2)
        if letters_off(one, other, most) != (off if (off := counted(one, other)) <= most else None)
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("asked", "who"),
    [
        ("jansn", ["Jan Jansen", "Joke Janssen"]),
        ("hansen", ["Jan Jansen"]),
        ("kees kook", ["Kees Kok"]),
        ("janjansen", ["Jan Jansen"]),
        ("ja njansen", ["Jan Jansen"]),
        ("jansen jna", ["Jan Jansen"]),
        ("kok tiell", []),
        ("kees kok tiel", ["Kees Kok"]),
        ("janjansenx", ["Jan Jansen"]),
        ("speler 12", []),
        ("", []),
    ],
)
def test_the_few_who_may_be_meant(asked, who):
    people = [("Jan Jansen", ""), ("Joke Janssen", ""), ("Kees Kok", "Tiel"), ("Speler 1", "")]
    listed = [Player(pk=key, name=name, club=club) for key, (name, club) in enumerate(people, 1)]
    assert [each.name for each in nearest(asked, listed)] == who
