"""What the other laptop sends is read as what it has to be, or not at all."""

import zlib
from dataclasses import asdict, replace

import pytest

from wk.standby.wire import Link, Step, Torn, packed, packed_step, unpacked_step

PAGE = b"p" * 4096
STEP = Step(
    tag="a" * 32,
    size=4096,
    count=3,
    pages=[2],
    link=Link(7, "b" * 64),
    at=1.5,
    files={"secret-key": "Z2VoZWlt"},
    files_tag="c" * 64,
    release="d",
    term=1,
)


def test_a_step_is_read_as_it_was_sent():
    assert unpacked_step(packed_step(STEP, PAGE)) == (STEP, PAGE)


@pytest.mark.parametrize(
    "odd",
    [
        {"size": 4095},
        {"size": "4096"},
        {"size": 0},
        {"count": 0},
        {"count": "3"},
        {"count": 10**12},
        {"pages": [3]},
        {"pages": [-1]},
        {"pages": ["2"]},
        {"pages": [1.5]},
        {"pages": 2},
        {"link": Link("7", "b")},
        {"term": "1"},
    ],
)
def test_a_step_that_no_database_has_is_torn(odd):
    with pytest.raises(Torn):
        unpacked_step(packed_step(replace(STEP, **odd), PAGE))


@pytest.mark.parametrize("content", [PAGE * 1000, PAGE[:-1], b""])
def test_pages_that_are_more_or_less_than_they_say_are_torn(content):
    with pytest.raises(Torn):
        unpacked_step(packed_step(STEP, content))


def test_an_answer_without_its_end_is_torn():
    message = packed(asdict(STEP), zlib.compress(PAGE, 1))
    for cut in (1, 4, len(message) // 2):
        with pytest.raises(Torn):
            unpacked_step(message[:-cut])
