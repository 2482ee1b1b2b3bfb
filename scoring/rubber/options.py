"""Reading the options of rubber bridge, and making a game of them."""

from collections.abc import Mapping
from typing import Any

from scoring.game import Game
from scoring.problems import Invalid, ProblemList
from scoring.rubber.deals import shown
from scoring.rubber.game import RubberBridge
from scoring.rubber.messages import MESSAGES
from scoring.rubber.rules import RULE_SETS
from scoring.rubber.settings import PAIRINGS


def make(key: str, options: Mapping[str, Any]) -> Game:
    """Return `rubber-bridge` or `bridge-kortregler` under `options`, a mapping of name to value.

    Raises KeyError for another key, and Invalid with every problem of the options.
    """
    rules = RULE_SETS[key]
    problems = ProblemList(MESSAGES)
    for option in options:
        if option != "partners" and not (option == "honours" and rules.knows_honours):
            problems.add("UNKNOWN_OPTION", option[:40], key=option[:40])
    honours = options.get("honours", True)
    if rules.knows_honours and not isinstance(honours, bool):
        problems.add("OPTION_INVALID", "honours", value=shown(honours), expected="true, false")
    partners = options.get("partners", PAIRINGS[0])
    if partners not in PAIRINGS:
        expected = ", ".join(PAIRINGS)
        problems.add("OPTION_INVALID", "partners", value=shown(partners), expected=expected)
    if problems.found:
        raise Invalid(problems.found)
    # Rule set 004 knows no honours, so they never count there (Δ1).
    return RubberBridge(rules, honours=honours and rules.knows_honours, partners=partners)
