"""All games by their key. A new game is one new module and one line here."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from scoring import boerenbridge, rubber, whist
from scoring.boerenbridge.messages import MESSAGES as BOERENBRIDGE_MESSAGES
from scoring.game import Game
from scoring.problems import COMMON_MESSAGES
from scoring.questions import PLAY_MESSAGES
from scoring.rubber.messages import MESSAGES as RUBBER_MESSAGES
from scoring.text import Text
from scoring.whist.messages import MESSAGES as WHIST_MESSAGES

DEFAULT = "wk-boerenbridge"  # the game of a tournament that chooses no other

GAMES: dict[str, Callable[[Mapping[str, Any]], Game]] = {
    **{key: partial(boerenbridge.make, key) for key in boerenbridge.KEYS},
    **{key: partial(rubber.make, key) for key in rubber.KEYS},
    **{key: partial(whist.make, key) for key in whist.KEYS},
}

# The words of every problem code. A code that several games use has the same words in each.
MESSAGES: dict[str, Text] = (
    COMMON_MESSAGES | BOERENBRIDGE_MESSAGES | RUBBER_MESSAGES | WHIST_MESSAGES | PLAY_MESSAGES
)


class UnknownGame(KeyError):
    """The error that no game has this key."""


def game(key: str, options: Mapping[str, Any] | None = None) -> Game:
    """Return a game under its options, those left out at their defaults.

    Raises UnknownGame for an unknown key, and Invalid with every problem of the options.
    """
    if key not in GAMES:
        raise UnknownGame(key)
    return GAMES[key](options or {})
