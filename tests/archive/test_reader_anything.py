"""Whatever a file holds, reading it gives an archive or problems, and never anything else."""

import copy
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.game import Document
from tests.archive.samples import document
from wk.archive.problems import ArchiveInvalid
from wk.archive.reader import read

pytestmark = pytest.mark.slow


def outcome(data: bytes) -> str:
    """What reading comes to; any other exception than ArchiveInvalid goes through."""
    try:
        read(data)
    except ArchiveInvalid as error:
        return " ".join(f"{p.place} {p.code} {p.text.nl}" for p in error.problems)
    return "valid"


def spots(value: object, path: tuple = ()) -> list[tuple]:
    """Every path in a document."""
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    found = []
    for key, part in inner:
        found.append((*path, key))
        if isinstance(part, dict | list):
            found += spots(part, (*path, key))
    return found


WHOLE = document()
SPOTS = spots(WHOLE)
KEYS = sorted({key for path in SPOTS for key in path if isinstance(key, str)})

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters(exclude_categories=()))
    | st.sampled_from(["wk-archive", "wk-boerenbridge", "2026-11-21"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=3), inner, max_size=5)
    ),
    max_leaves=12,
)


@given(st.binary(max_size=60))
@settings(max_examples=100, deadline=None)
def test_any_bytes_are_refused_in_order(data):
    assert outcome(data) not in {"", "valid"}


@given(JSON)
@settings(max_examples=100, deadline=None)
def test_any_json_is_refused_in_order(value):
    assert outcome(json.dumps(value).encode()) not in {"", "valid"}


@given(st.lists(st.tuples(st.sampled_from(SPOTS), JSON), min_size=1, max_size=4))
@settings(max_examples=150, deadline=None)
def test_any_change_is_read_or_refused_in_order(changes):
    whole: Document = copy.deepcopy(WHOLE)
    for path, value in changes:
        target = whole
        try:
            for key in path[:-1]:
                target = target[key]
            target[path[-1]] = value
        except (KeyError, IndexError, TypeError):
            continue  # an earlier change took this spot away
    assert outcome(json.dumps(whole).encode()) != ""
