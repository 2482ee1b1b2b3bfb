"""A small tournament as an archive, with one of everything that a file can hold."""

import json
from typing import Any

from hypothesis import strategies as st

from wk.archive.problems import ArchiveInvalid
from wk.archive.reader import read

CARDS = [*range(10, 0, -1), *range(2, 11)]


def deal(cards: int, seats: int = 5) -> dict[str, Any]:
    """A played deal: everyone passes but seat 1, who takes everything."""
    return {"bids": [0] * seats, "tricks": [cards] + [0] * (seats - 1)}


def form(seats: int = 5, first_dealer: int = 1) -> dict[str, Any]:
    """A whole form."""
    return {"first_dealer": first_dealer, "deals": [deal(cards, seats) for cards in CARDS]}


def special_form() -> dict[str, Any]:
    """A form with infractions and a ruling; seats 2 and 5 share the first place."""
    written = form(first_dealer=3)
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
    """Nine players; round 1 complete, round 2 half in and one player gone, round 3 only seated."""
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
                    {"number": 3, "seats": [1, 6, 2, 7, 12], "form": form()},
                    {"number": 10, "seats": [3, 99999, 4, 5]},
                ],
            },
            {"number": 3, "tables": [{"number": 1, "seats": [1, 2, 3, 4]}]},
        ],
    }


def as_bytes(value: object) -> bytes:
    """The bytes of a document, as another program might write it."""
    return json.dumps(value).encode()


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


KEYS = sorted({key for path in spots(document()) for key in path if isinstance(key, str)})

# Whatever JSON can hold, with some of the words that mean something in an archive.
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
