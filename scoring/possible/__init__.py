"""The ranks that are still possible: best and worst of each player, and who can still win."""

from scoring.possible.outlook import Contestant, OpenTable, Outlook
from scoring.possible.ranks import PossibleRanks, RankFinder

__all__ = ["Contestant", "OpenTable", "Outlook", "PossibleRanks", "RankFinder"]
