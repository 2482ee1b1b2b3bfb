"""Boerenbridge: each player bids a number of tricks (rules.md part 1; its family: part 2).

WK Boerenbridge, Chinees poepen, Boerenbridge, Zaanse boerenbridge, Bollen and Luciferen are sets of
parameters of one game. `play` and `wizard` have the rules of play of the family.
"""

from scoring.boerenbridge.game import Boerenbridge, make
from scoring.boerenbridge.rules import WK
from scoring.boerenbridge.variants import VARIANTS

KEYS = tuple(VARIANTS)

__all__ = ["KEYS", "WK", "Boerenbridge", "make"]
