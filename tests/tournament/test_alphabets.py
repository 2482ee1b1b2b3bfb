"""Letters of two alphabets that look alike."""

import pytest
from django.core.exceptions import ValidationError
from django.utils.translation import override

from tests.cases import cases
from wk.tournament.alphabets import as_latin, mixed_alphabets, validate_one_alphabet
from wk.tournament.letters import searchable


@cases(
    ("name", "told"),
    [
        ("Zoë van Dam", ""),
        ("Анна Каренина", ""),
        ("王 Wei", ""),
        ("Jаn Kok", "the “а” in “Jаn” is a Cyrillic letter"),
        ("Jan Κok", "the “Κ” in “Κok” is a Greek letter"),
        ("Anna Тот", "the “Т” in “Тот” is a Cyrillic letter"),
        ("Cанкт Пётр", "the “C” in “Cанкт” is a Latin letter"),
    ],
)
def test_the_letter_of_another_alphabet_is_told(name, told):
    with override("en"):
        assert mixed_alphabets(name) == told


@cases(
    ("name", "found"),
    [
        ("Jаn Kok", "jan kok"),
        ("Тim", "tim"),
        ("Анна Kok", "анна kok"),
        ("Zoё", "zoe"),
    ],
)
def test_a_word_of_two_alphabets_is_searched_as_it_looks(name, found):
    assert searchable(name) == found


def test_plain_words_stay_as_they_are():
    assert [as_latin(name) for name in ("Jan", "Анна", "Zoë")] == ["Jan", "Анна", "Zoë"]


@pytest.mark.parametrize("name", ["Jаn", "Piet Jаnsen"])
def test_a_word_of_two_alphabets_is_no_name(name):
    with pytest.raises(ValidationError):
        validate_one_alphabet(name)


def test_words_of_different_alphabets_are_a_name():
    validate_one_alphabet("Анна Kok")
