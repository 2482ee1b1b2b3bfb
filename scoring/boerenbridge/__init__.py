"""Boerenbridge: foretell your tricks. Here with the rules of the WK (rules.md part 1)."""

from scoring.boerenbridge.game import Boerenbridge
from scoring.boerenbridge.rules import WK

__all__ = ["WK", "Boerenbridge"]
