"""The two rule sets and their differences, as their sources differ (3.2)."""

from dataclasses import dataclass
from typing import Literal

from scoring.text import Text

Naming = Literal["first-of-pair", "last-bidder"]
"""The declarer of the pair with the last bid: the first to name its strain, or its bidder (Δ8)."""

GAME = 100  # B-7: points below the line
GAMES_OF_RUBBER = 2  # B-8
RUBBER_BONUS = {0: 700, 1: 500}  # B-8: by the games of the other pair


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A rule set: all in which the sources differ; the points of a contract are the same in both.

    `knows_honours`: whether honours can score (Δ1). `game_bonus`, `part_score_bonus`: for the only
    pair with a game, or with a part score in the last game, where play stopped early (Δ2).
    """

    key: str
    name: Text
    knows_honours: bool
    game_bonus: int
    part_score_bonus: int
    declarer: Naming


# Rule set 001.
RUBBER_BRIDGE = RuleSet(
    "rubber-bridge",
    Text("Robberbridge", "Rubber bridge"),
    knows_honours=True,
    game_bonus=300,
    part_score_bonus=100,
    declarer="first-of-pair",
)
# Rule set 004.
BRIDGE_KORTREGLER = RuleSet(
    "bridge-kortregler",
    Text("Bridge volgens KortRegler", "Bridge by KortRegler"),
    knows_honours=False,
    game_bonus=0,
    part_score_bonus=0,
    declarer="last-bidder",
)
RULE_SETS: dict[str, RuleSet] = {rules.key: rules for rules in (RUBBER_BRIDGE, BRIDGE_KORTREGLER)}
