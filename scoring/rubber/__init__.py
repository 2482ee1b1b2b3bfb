"""Rubber bridge: four players in two pairs (rules.md part 3), in two rule sets."""

from scoring.rubber.options import make
from scoring.rubber.rules import RULE_SETS

KEYS = tuple(RULE_SETS)

__all__ = ["KEYS", "make"]
