"""The index that warns of equal and similar names in a list."""

import pytest
from django.utils.translation import override
from hypothesis import given, settings
from hypothesis import strategies as st

from wk.players.list_import.name_index import NameIndex
from wk.tournament.fuzzy_names import is_similar_name, lookup_keys, numbers_of
from wk.tournament.letters import searchable

LETTERS = st.text("abn1 ", min_size=1, max_size=7)


@pytest.fixture(autouse=True)
def _in_english():
    with override("en"):
        yield


def index_of(*names):
    """Return an index of names on lines 1, 2 and so on."""
    index = NameIndex()
    for line, name in enumerate(names, 1):
        index.add(name, line, is_line=True)
    return index


def test_the_first_equal_name_is_told_before_any_similar_one():
    index = index_of("Jan Jansn", "Jan Jansen", "jan  JANSEN")
    assert index.note("Jan Jansen") == "same name as line 2: two people?"


def test_the_first_similar_name_is_told():
    index = index_of("Piet Kok", "Jan Janssen", "Jan Jannsen")
    assert index.note("Jan Jansen") == "almost the name on line 2, Jan Janssen: two people?"


def test_an_entry_is_told_by_its_number():
    index = NameIndex()
    index.add("Jan Jansen", 12, is_line=False)
    assert index.note("Jan Jansn") == "almost the name of number 12, Jan Jansen: two people?"


def test_other_numbers_make_other_names():
    assert index_of(*(f"Speler {n}" for n in range(50))).note("Speler 77") == ""


def test_an_early_name_is_found_among_many_that_share_a_key():
    """The index compares few names: those that came first."""
    index = index_of("Anna Bakker", *(f"Anna Bakker{letter}" for letter in "bcdfghjklmnpqrtvwxz"))
    assert index.note("Anna Baker") == "almost the name on line 1, Anna Bakker: two people?"


@settings(deadline=None)
@given(st.lists(LETTERS, max_size=8), LETTERS)
def test_a_similar_name_with_a_common_key_is_always_told(names, name):
    index = index_of(*names)
    equal = [each for each in names if searchable(each) == searchable(name)]
    similar = [
        each
        for each in names
        if is_similar_name(each, name)
        and lookup_keys(each) & lookup_keys(name)
        and numbers_of(each) == numbers_of(name)
    ]
    assert bool(index.note(name)) == bool(equal or similar)


@settings(deadline=None)
@given(LETTERS, LETTERS)
def test_similar_names_have_the_same_numbers(one, other):
    assert not is_similar_name(one, other) or numbers_of(one) == numbers_of(other)
