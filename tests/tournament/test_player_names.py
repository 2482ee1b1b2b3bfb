"""Names as people type them: other signs, and a letter or two off."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from wk.tournament.models import Entry
from wk.tournament.near import almost_of_that_name, is_almost, leads, letters_off, nearest
from wk.tournament.search import is_found, searchable


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("Lars Sørensen", "lars sorensen"),
        ("Łukasz Żak", "lukasz zak"),
        ("Đorđe Petrović", "dorde petrovic"),
        ("Chloë Æsir", "chloe aesir"),
        ("Léa Cœur", "lea coeur"),
        ("Otto Strauß", "OTTO STRAUSS"),
        ("Otto STRAUẞ", "otto strauss"),
        ("İbrahim Yılmaz", "IBRAHIM YILMAZ"),
        ("Þóra Guðrún", "thora gudrun"),
        ("Ĳsbrand Bos", "ijsbrand bos"),
        ("Bea O’Brien", "bea o'brien"),
        ("Bea O’Brien", "bea obrien"),
        ("Bea O´Brien", "bea o`brien"),
        ("Piet op 't Hof", "piet op ’t hof"),
        ("Piet op 't Hof", "piet op ‘t hof"),
    ],
)
def test_signs_that_are_typed_otherwise(name, typed):
    assert searchable(name) == searchable(typed)
    assert is_found(typed, name=name, club="", number=1)


ALMOST = [
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
]
OTHERS = [
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
    ("***", "???"),
    ("", ""),
]


@pytest.mark.parametrize(("one", "other"), ALMOST)
def test_names_that_may_be_one_mistyped(one, other):
    assert (is_almost(one, other), is_almost(other, one)) == (True, True)
    assert leads(one) & leads(other)


@pytest.mark.parametrize(("one", "other"), OTHERS)
def test_names_that_are_the_same_or_two(one, other):
    assert (is_almost(one, other), is_almost(other, one)) == (False, False)


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


@given(st.lists(LETTERS, min_size=1, max_size=3), st.data())
def test_a_letter_left_out_is_found_by_what_both_have(words, data):
    name = " ".join(words)
    at = data.draw(st.integers(0, len(name) - 1))
    assume(name[at] != " ")
    assert leads(name) & leads(name[:at] + name[at + 1 :])


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
def test_who_may_be_meant(typed, who):
    assert [entry.name for entry in nearest(typed, PEOPLE)] == who


def test_of_many_only_the_likeliest_are_offered():
    people = listed("Els Janson", *["Jan Jansen"] * 5, "Piet Jansens")
    assert [entry.number for entry in nearest("jansn", people)] == [1, 2, 3, 4]


def test_who_is_called_almost_so():
    people = listed("Jan Jansen", "Jan Janssen", "Jan Jansn", "Piet Jansen")
    assert [e.number for e in almost_of_that_name(people, "Jan Jansen")] == [2, 3]
