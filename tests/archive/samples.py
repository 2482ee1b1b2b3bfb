"""A small tournament as an archive, with one of everything that a file can hold."""

import datetime as dt
import json
from functools import cache
from typing import Any

import pytest
from hypothesis import strategies as st

from wk.archive.practice import practice_archive
from wk.archive.problems import ArchiveInvalid
from wk.archive.reader import read
from wk.archive.services import import_archive
from wk.tournament.models import Tournament

CARDS = [*range(10, 0, -1), *range(2, 11)]


def played_deal(cards: int, seats: int = 5) -> dict[str, Any]:
    """Return a played deal: seat 1 takes all tricks, and every bid is 0."""
    return {"bids": [0] * seats, "tricks": [cards] + [0] * (seats - 1)}


def whole_form(seats: int = 5, first_dealer: int = 1) -> dict[str, Any]:
    """Return the document of a whole form."""
    return {"first_dealer": first_dealer, "deals": [played_deal(cards, seats) for cards in CARDS]}


def special_form() -> dict[str, Any]:
    """Return a form with infractions and a ruling. Seats 2 and 5 share the first place."""
    written = whole_form(first_dealer=3)
    written["deals"][1] = {
        "bids": [2, 0, 0, 0, 0],
        "infraction": {"kind": "revoke", "seats": [3]},
    }
    written["deals"][2] = {
        "bids": [0, 0, 0, 0, 0],
        "infraction": {"kind": "wrong-cards", "seats": [1, 4]},
    }
    written["deals"][9] = {
        "bids": [1, 0, 0, 0, 0],
        "tricks": [1, 0, 0, 0, 0],
        "ruling": "Te laat gezien; “laten staan” ½ é",
    }
    return written


def document() -> dict[str, Any]:
    """Return an archive of nine players. Round 1 is complete, round 2 misses a form and has a
    player who withdraws after it, round 3 has only seats."""
    return {
        "format": "wk-archive",
        "version": 1,
        "tournament": {
            "slug": "wk-2019",
            "name": "WK Boerenbridge 2019",
            "date": "2019-11-16",
            "venue": "Utrecht",
            "game": "wk-boerenbridge",
            "options": {},
            "rounds": 3,
        },
        "players": [
            {"number": 1, "name": "Anna de Wit", "club": "De Slag", "withdrawn_after": None},
            {"number": 2, "name": "Bram ’t Hooft", "club": "", "withdrawn_after": None},
            {"number": 3, "name": "Zoë Özdemir", "club": "", "withdrawn_after": None},
            {"number": 4, "name": "Jan Jansen", "club": "", "withdrawn_after": None},
            {"number": 5, "name": "Jan Jansen", "club": "", "withdrawn_after": None},
            {"number": 6, "name": "Femke", "club": "De Slag", "withdrawn_after": None},
            {"number": 7, "name": "Gijs", "club": "", "withdrawn_after": None},
            {"number": 12, "name": "Hans", "club": "", "withdrawn_after": None},
            {"number": 99999, "name": "Ingrid", "club": "", "withdrawn_after": 2},
        ],
        "rounds": [
            {
                "number": 1,
                "tables": [
                    {"number": 1, "seats": [5, 4, 3, 2, 1], "form": special_form()},
                    {
                        "number": 2,
                        "seats": [6, 7, 12, 99999],
                        "form": {"totals": [88, -6, 64, 102]},
                    },
                ],
            },
            {
                "number": 2,
                "tables": [
                    {"number": 3, "seats": [1, 6, 2, 7, 12], "form": whole_form()},
                    {"number": 10, "seats": [3, 99999, 4, 5]},
                ],
            },
            {"number": 3, "tables": [{"number": 1, "seats": [1, 2, 3, 4]}]},
        ],
    }


def as_bytes(value: object) -> bytes:
    """Return the bytes of a document as another program might write it."""
    return json.dumps(value).encode()


def problem_lines(whole: object) -> list[str]:
    """Return the problems of a file or document, each as "PLACE: CODE"."""
    data = whole if isinstance(whole, bytes) else as_bytes(whole)
    with pytest.raises(ArchiveInvalid) as caught:
        read(data)
    return [f"{problem.place}: {problem.code}" for problem in caught.value.problems]


def read_outcome(data: bytes) -> str:
    """Return the problems of a file, or "valid". Only ArchiveInvalid is caught."""
    try:
        read(data)
    except ArchiveInvalid as error:
        return " ".join(f"{p.place} {p.code} {p.text.nl}" for p in error.problems)
    return "valid"


def paths_in(value: object, path: tuple = ()) -> list[tuple]:
    """Return every path in a document."""
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    found = []
    for key, part in inner:
        found.append((*path, key))
        if isinstance(part, dict | list):
            found += paths_in(part, (*path, key))
    return found


KEYS = sorted({key for path in paths_in(document()) for key in path if isinstance(key, str)})

# Any JSON, with some of the words that mean something in an archive.
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


PIET = {"seat": 3, "name": "Piet Kok", "from_deal": 8}


# In the order in which they are written: by seat, then by first deal.
SUBSTITUTES = [
    {"seat": 1, "name": "Kees “de Dolle” Vos"},
    {"seat": 1, "name": "Ada", "from_deal": 19},
    PIET,
]


def with_substitutes(came: object, round_: int = 0, table: int = 0) -> dict:
    """Return the sample with these substitutes at a table, both counted from 0."""
    whole = document()
    there = whole["rounds"][round_]["tables"][table]
    whole["rounds"][round_]["tables"][table] = {
        "number": there["number"],
        "seats": there["seats"],
        "substitutes": came,
        **({"form": there["form"]} if "form" in there else {}),
    }
    return whole


@cache
def practice_of_eight(key):
    """Return the practice tournament of a game with eight players."""
    return practice_archive(date=dt.date(2026, 11, 21), key=key, players=8)


NOW = dt.datetime(2026, 11, 21, 18, 30, 5, 123456, tzinfo=dt.UTC)


def sample_archive(**tournament: object):
    whole = document()
    whole["tournament"] |= tournament
    return read(as_bytes(whole))


def bring_in(archive, *, replace: bool = False) -> Tournament:
    return import_archive(archive=archive, now=NOW, replace=replace)
