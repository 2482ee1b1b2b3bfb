"""The ranks that are still possible: best and worst of each player, and who can still win.

Beside them stands an estimate of how likely it is (`odds`).
"""

from scoring.possible.odds import Chance, chances
from scoring.possible.outlook import Contestant, OpenTable, Outlook
from scoring.possible.ranks import PossibleRanks, RankFinder

__all__ = [
    "Chance",
    "Contestant",
    "OpenTable",
    "Outlook",
    "PossibleRanks",
    "RankFinder",
    "chances",
]
