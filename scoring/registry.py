"""All games by their key. A new game is one new module and one line here."""

from collections.abc import Callable, Mapping
from typing import Any

from scoring.boerenbridge import WK, Boerenbridge
from scoring.boerenbridge.messages import MESSAGES as BOERENBRIDGE_MESSAGES
from scoring.game import Game
from scoring.problems import COMMON_MESSAGES, Invalid, ProblemList
from scoring.text import Text

DEFAULT = "wk-boerenbridge"


def _wk_boerenbridge(options: Mapping[str, Any]) -> Game:
    """The game of the championship: its rules are fixed, so it has no options."""
    problems = ProblemList(COMMON_MESSAGES)
    for option in options:
        problems.add("UNKNOWN_OPTION", option, key=option[:40])
    if problems.found:
        raise Invalid(problems.found)
    return Boerenbridge(DEFAULT, Text("WK Boerenbridge", "World championship Boerenbridge"), WK)


GAMES: dict[str, Callable[[Mapping[str, Any]], Game]] = {
    DEFAULT: _wk_boerenbridge,
}

# Every code of a problem with its words.
MESSAGES: dict[str, Text] = COMMON_MESSAGES | BOERENBRIDGE_MESSAGES


class UnknownGame(KeyError):
    """There is no game of that key."""


def game(key: str, options: Mapping[str, Any] | None = None) -> Game:
    """Return a game under its options, those left out at their defaults.

    Raises UnknownGame, and Invalid with every problem of the options.
    """
    if key not in GAMES:
        raise UnknownGame(key)
    return GAMES[key](options or {})
