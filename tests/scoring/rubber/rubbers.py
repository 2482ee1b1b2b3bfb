"""Rubbers in short: "1 4SX 8" is 4♠ doubled by seat 1 with eight tricks."""

import re
from typing import Any

from scoring.rubber import make

GAME = make("rubber-bridge", {})
KORTREGLER = make("bridge-kortregler", {})
SAID = re.compile(r"([1-4]) ([1-7])(C|D|H|S|NT)(X{0,2}) ([0-9]{1,2})(?: ([1-4]):(100|150))?")


def deal(said: str) -> dict[str, Any]:
    """Return one deal of a document: "-" was passed out, "1 2H 10 3:100" has honours at seat 3."""
    if said == "-":
        return {"passed": True}
    match = SAID.fullmatch(said)
    assert match, said
    declarer, level, strain, doubled, tricks, seat, points = match.groups()
    written: dict[str, Any] = {
        "declarer": int(declarer),
        "level": int(level),
        "strain": strain,
        "doubled": len(doubled),
        "tricks": int(tricks),
    }
    if seat:
        written["honours"] = [{"seat": int(seat), "points": int(points)}]
    return written


def rubber(*said: str, unfinished: bool = False) -> dict[str, Any]:
    """Return the document of a rubber of these deals."""
    document: dict[str, Any] = {"contracts": [deal(one) for one in said]}
    return document | {"unfinished": True} if unfinished else document


# The worked example (rules.md 3.3): WIJ are North and South.
EXAMPLE = rubber(
    "1 2H 10",
    "2 4SX 8",
    "4 3NT 10",
    "2 3S 9",
    "4 2D 6",
    "3 6HX 13",
    "2 1NT 8",
    "1 3C 9",
    "4 3H 9",
)
TWO_GAMES = ("1 4S 10", "3 4S 10")  # the shortest rubber there is


def problems_of(document: object, game: Any = GAME) -> list[tuple[str, str, str]]:
    """Return code, place and path of each problem of a form."""
    problems = game.progress(document, 4).problems
    return [(problem.code, str(problem.place), problem.path) for problem in problems]


def pad_totals(*said: str, unfinished: bool = False, game: Any = GAME) -> tuple[int, int]:
    """Return the totals of both pairs after these deals."""
    pad = game.progress(rubber(*said, unfinished=unfinished), 4).pad
    assert pad is not None
    return pad.totals
