"""Similar names, and the number of letters by which two words differ."""

from functools import cache
from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.samples import so_many
from wk.tournament.fuzzy_names import (
    entries_with_similar_name,
    is_similar_name,
    letters_off,
    lookup_keys,
    most_similar,
)
from wk.tournament.models import Entry, Player

WORDS = ["".join(each) for length in range(6) for each in product("ab", repeat=length)]


@cache
def least_edits(one, other):
    """Return the least number of wrong, missing, extra or swapped letters between two words."""
    if not one or not other:
        return len(one) + len(other)
    ways = [
        least_edits(one[1:], other[1:]) + (one[0] != other[0]),
        least_edits(one[1:], other) + 1,
        least_edits(one, other[1:]) + 1,
    ]
    if one[:2] == other[1::-1] and len(one) > 1:
        ways.append(least_edits(one[2:], other[2:]) + 1)
    return min(ways)


@pytest.mark.parametrize("most", [1, 2, 3])
def test_letters_off_equals_the_counted_edits_of_all_short_words(most):
    wrong = [
        (one, other)
        for one, other in product(WORDS, repeat=2)
        if letters_off(one, other, most)
        != (off if (off := least_edits(one, other)) <= most else None)
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
def test_most_similar_finds_players_by_mistyped_names(asked, who):
    people = [("Jan Jansen", ""), ("Joke Janssen", ""), ("Kees Kok", "Tiel"), ("Speler 1", "")]
    listed = [Player(pk=key, name=name, club=club) for key, (name, club) in enumerate(people, 1)]
    assert [each.name for each in most_similar(asked, listed)] == who


SIMILAR = [
    ("Jan Jansn", "Jan Jansen"),
    ("Jna Jansen", "Jan Jansen"),
    ("Renee Bakr", "Renée Bakkér"),
    ("Cees Bakker", "Kees Bakker"),
    ("Jan Kok", "Jan Kop"),
    ("Nieuw0", "Nieuw 0"),
    ("Speler 001", "Speler 0001"),
    ("Annemarie Koks", "Anne-Marie Kok"),
    ("Jan van der Berg", "Jan vander Berg"),
    ("Klaas de Vries", "de Vries, Klaas"),
    ("Joke", "Jok"),
    ("Rob Meijer", "Rob Meyer"),
    ("Jo An", "Joan"),
]
DIFFERENT = [
    ("Jan Jansen", "JAN JANSÉN"),
    ("Bea O’Brien", "Bea OBrien"),
    ("Speler 1", "Speler 2"),
    ("Speler 12", "Speler 1 2"),
    ("Jan B", "Jan V"),
    ("Speler A", "Speler B"),
    ("Piet Bos", "Piet Vos"),
    ("Jan Kok", "Jan Vos"),
    ("Jan Bakker", "Jaap Bakker"),
    ("Jan Bakker", "Ton Bakker"),
    ("Jan Bakker", "Jan Dekker"),
    ("Karin Bakker", "Marie Bakker"),
    ("Jan Kok", "Jan de Kok"),
    ("Jan", "Jan Kok"),
    ("Jo An", "Joen"),
    ("***", "???"),
    ("", ""),
]


def both_ways(pairs):
    return [*pairs, *((other, one) for one, other in pairs)]


def test_mistyped_names_are_similar():
    assert [pair for pair in both_ways(SIMILAR) if not is_similar_name(*pair)] == []
    assert [
        (one, other) for one, other in SIMILAR if not lookup_keys(one) & lookup_keys(other)
    ] == []


def test_each_word_of_a_name_is_cut_in_one_of_its_lookup_keys():
    assert {"de vries j", "jan vries d", "de jan v"} <= lookup_keys("Jan de Vries")


def test_equal_and_different_names_are_not_similar():
    assert [pair for pair in both_ways(DIFFERENT) if is_similar_name(*pair)] == []


@pytest.mark.parametrize(
    ("one", "other", "off"),
    [
        ("jansen", "jansen", 0),
        ("jansn", "jansen", 1),
        ("janssen", "jansen", 1),
        ("jensen", "jansen", 1),
        ("jasnen", "jansen", 1),
        ("ajnsen", "jansen", 1),
        ("jnasne", "jansen", 2),
        ("bakr", "bakker", 2),
        ("bkr", "bakker", None),
        ("ca", "abc", None),
        ("", "ab", 2),
        ("", "", 0),
    ],
)
def test_letters_off(one, other, off):
    assert letters_off(one, other, 2) == letters_off(other, one, 2) == off


LETTERS = st.text("abcdef", min_size=4, max_size=9)


@settings(max_examples=so_many(30, of=100), deadline=None)
@given(st.lists(LETTERS, min_size=1, max_size=3), st.data())
def test_a_name_without_one_letter_shares_a_lookup_key(words, data):
    name = " ".join(words)
    at = data.draw(st.integers(0, len(name) - 1))
    assume(name[at] != " ")
    assert lookup_keys(name) & lookup_keys(name[:at] + name[at + 1 :])


def listed(*names):
    return [Entry(pk=n, number=n, name=name, club="De Slag") for n, name in enumerate(names, 1)]


PEOPLE = listed(
    "Jan Jansen",
    "Renée Bakkér",
    "Anne-Marie van der Velde",
    "Tom Kok",
    "Bea O’Brien",
    "Speler 12",
    "Jan Dijkstra",
)


@pytest.mark.parametrize(
    ("typed", "who"),
    [
        ("jansn", ["Jan Jansen"]),
        ("jnasen", ["Jan Jansen"]),
        ("jansn jan", ["Jan Jansen"]),
        ("jansn slag", ["Jan Jansen"]),
        ("renee bakr", ["Renée Bakkér"]),
        ("bakr", ["Renée Bakkér"]),
        ("annemarie", ["Anne-Marie van der Velde"]),
        ("vandervelde", ["Anne-Marie van der Velde"]),
        ("kop", ["Tom Kok"]),
        ("dyks jna", ["Jan Dijkstra"]),
        ("bok", []),
        ("kp", []),
        ("obrein", ["Bea O’Brien"]),
        ("spelr 12", ["Speler 12"]),
        ("spelr 13", []),
        ("spelr", ["Speler 12"]),
        ("willem", []),
        ("12", []),
        ("", []),
        ("jansn " * 9, []),
    ],
)
def test_most_similar_finds_entries_by_mistyped_searches(typed, who):
    assert [entry.name for entry in most_similar(typed, PEOPLE)] == who


def test_only_the_most_similar_of_many_are_offered():
    people = listed("Els Janson", *["Jan Jansen"] * 5, "Piet Jansens")
    assert [entry.number for entry in most_similar("jansn", people)] == [1, 2, 3, 4]


def test_entries_with_a_similar_name_are_found():
    people = listed("Jan Jansen", "Jan Janssen", "Jan Jansn", "Piet Jansen")
    assert [e.number for e in entries_with_similar_name(people, "Jan Jansen")] == [2, 3]
