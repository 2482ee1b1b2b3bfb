"""The codes of all problems, and their words."""

import importlib
import json
import re
from pathlib import Path

from django.utils.translation import override

from scoring import registry
from tests.archive.commands import output_of
from wk.archive.codes import MESSAGES, every_code

ROOT = Path(__file__).resolve().parent.parent.parent
CODE = re.compile(r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)*")


def test_the_command_lists_every_code_with_its_words():
    for language in ("nl", "en"):
        with override(language):
            lines = output_of("codes").splitlines()
        assert [re.split(r" {2,}", line, maxsplit=1) for line in lines] == [
            [code, text.to(language)] for code, text in every_code()
        ]
    listed = json.loads(output_of("codes", "--format", "json"))
    assert listed == [{"code": c, "nl": text.nl, "en": text.en} for c, text in every_code()]
    assert {each["code"] for each in listed} == {*registry.MESSAGES, *MESSAGES}


def placeholders(words):
    """Return the names of what is filled in between braces."""
    return {*re.findall(r"\{(\w*)\}", words)}


def test_every_code_is_upper_case_with_words_in_both_languages():
    codes = every_code()
    assert [code for code, _text in codes if not CODE.fullmatch(code)] == []
    assert [code for code, text in codes if not (text.nl.strip() and text.en.strip())] == []
    assert [code for code, text in codes if text.nl == text.en] == []
    assert [code for code, text in codes if placeholders(text.nl) != placeholders(text.en)] == []
    assert len(codes) > len(MESSAGES) > 0


def test_a_code_has_the_same_words_in_every_game():
    tables = [
        importlib.import_module(f"scoring.{path.parent.name}.messages").MESSAGES
        for path in sorted((ROOT / "scoring").glob("*/messages.py"))
    ]
    said = {(code, text) for table in [*tables, registry.MESSAGES] for code, text in table.items()}
    assert len(said) == len({code for code, _text in said}) == len(registry.MESSAGES)


def test_only_these_codes_have_other_words_in_archives():
    codes = [code for code, _text in every_code()]
    twice = {code for code in codes if codes.count(code) > 1}
    assert twice == {"NOT_AN_OBJECT", "NOT_A_LIST", "NOT_A_TEXT", "TEXT_TOO_LONG"}
