"""Version tokens of the content of pages."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime

from tests.cases import cases
from wk.core.version_token import version_token


@dataclass(frozen=True)
class Chair:
    number: int
    name: str


CONTENTS = [
    (),
    ("",),
    ("", ""),
    (None,),
    ("None",),
    ("ab", "c"),
    ("a", "bc"),
    ("abc",),
    (("ab", "c"),),
    ("ab', 'c",),
    (1, 23),
    (12, 3),
    ("12", "3"),
    (True, 23),
    ([1], 23),
    ([1, 23],),
    (datetime(2026, 11, 14, 9, tzinfo=UTC),),
    (datetime(2026, 11, 14, 9, 0, 1, tzinfo=UTC),),
    (Chair(1, "Anna"),),
    (Chair(2, "Anna"),),
    ({"number": 1, "name": "Anna"},),
]


def test_different_contents_have_different_tokens():
    assert len({version_token(*content) for content in CONTENTS}) == len(CONTENTS)


@cases("content", CONTENTS)
def test_a_token_has_sixteen_hex_digits(content):
    assert re.fullmatch("[0-9a-f]{16}", version_token(*content))


def test_a_token_is_the_same_in_every_process():
    assert version_token("Anna", 12, None) == "b93d27a9b0d4bb2c"
    assert version_token(Chair(1, "Anna")) == version_token(Chair(1, "Anna"))
