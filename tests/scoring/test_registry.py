"""The registry of games."""

from string import Formatter

import pytest

from scoring.problems import Invalid
from scoring.registry import DEFAULT, GAMES, MESSAGES, UnknownGame, game
from tests.cases import cases


def placeholders(text: str) -> set[str]:
    return {name for _before, name, _spec, _conversion in Formatter().parse(text) if name}


def test_every_code_has_words_in_both_languages():
    for code, text in MESSAGES.items():
        assert text.nl.strip(), code
        assert text.en.strip(), code
        assert placeholders(text.nl) == placeholders(text.en), code
        assert code == code.upper()


@cases("key", sorted(GAMES))
def test_a_game_is_found_by_its_key(key):
    assert game(key).key == key
    assert game(key).name.nl


def test_the_championship_is_the_default():
    assert DEFAULT == "wk-boerenbridge"


def test_an_unknown_game():
    with pytest.raises(UnknownGame):
        game("klaverjassen")


def test_the_rules_of_the_championship_are_fixed():
    with pytest.raises(Invalid) as refused:
        game(DEFAULT, {"base": 20, "wp": [5]})
    assert [(p.code, p.path) for p in refused.value.problems] == [
        ("UNKNOWN_OPTION", "base"),
        ("UNKNOWN_OPTION", "wp"),
    ]
