"""The two rule sets of rubber bridge, and the points in which their sources differ (3.2)."""

from dataclasses import dataclass
from typing import Literal

from scoring.text import Text

Naming = Literal["first-of-pair", "last-bidder"]
"""The declarer in the pair of the last bid: its first player to bid the strain, or the last bidder
(Δ8)."""

GAME = 100  # B-7: points below the line
GAMES_OF_RUBBER = 2  # B-8
RUBBER_BONUS = {0: 700, 1: 500}  # B-8: by the games of the other pair


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A rule set: the differences between the sources. Contracts score the same in both.

    `knows_honours`: honours can score (Δ1). `game_bonus` and `part_score_bonus` are points for the
    only pair with a game, or with a part score in the last game, when play stopped early (Δ2).
    `declarer`: the way in which the declarer is named (Δ8).
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
