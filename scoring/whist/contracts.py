"""The contracts of kleurenwiezen, from the lowest bid to the highest (K-1, K-2)."""

from dataclasses import dataclass
from typing import Literal

from scoring.text import Text

SEATS = 4
CARDS = 13  # of each player (K-1)
Trump = Literal["trump", "none", "free"]


@dataclass(frozen=True, slots=True)
class Contract:
    """A contract: the tricks to win, the number of declarers, and the trump.

    The declarers must win `target` tricks or more, or exactly `target` if the contract `is_exact`.
    Several declarers of an exact contract play each alone. `declarers` has the possible numbers of
    declarers. `tricks` is the number of tricks played. `trump`: there is a trump, there is none, or
    the declarer is "free" to choose, as in soloslim. `is_first_round`: it can only be bid in the
    first round of bidding. `leads`: a declarer leads to the first trick, not the player left of the
    dealer (K-1, K-5).
    """

    key: str
    name: Text
    target: int
    declarers: tuple[int, ...] = (1,)
    is_exact: bool = False
    tricks: int = CARDS
    trump: Trump = "trump"
    is_first_round: bool = False
    leads: bool = False

    def is_made(self, tricks: int) -> bool:
        """Return whether so many tricks win the contract; piccolo needs exactly one (K-c)."""
        return tricks == self.target if self.is_exact else tricks >= self.target


def _samen(tricks: int) -> Contract:
    return Contract(f"samen-{tricks}", Text(f"samen {tricks}", f"together {tricks}"), tricks, (2,))


def _solo(tricks: int) -> Contract:
    return Contract(f"solo-{tricks}", Text(f"solo {tricks}", f"solo {tricks}"), tricks)


def _abondance(tricks: int) -> Contract:
    name = Text(f"abondance {tricks}", f"abundance {tricks}")
    return Contract(f"abondance-{tricks}", name, tricks, is_first_round=True, leads=True)


def _soloslim(tricks: int) -> Contract:
    name = Text(f"soloslim {tricks}", f"solo slam {tricks}")
    key = f"soloslim-{tricks}"
    return Contract(key, name, tricks, trump="free", is_first_round=True, leads=True)


def _alone(key: str, name: Text, tricks: int, cards: int = CARDS) -> Contract:
    """Return a misère or piccolo: exactly so many tricks, by one to four players (K-2)."""
    return Contract(key, name, tricks, (1, 2, 3, 4), True, cards, "none")


# The ladder of 4.2, low to high. In kleine miserie each player lays one card away, so it has 12
# tricks (K-1).
CONTRACTS: tuple[Contract, ...] = (
    _samen(8),
    _samen(9),
    _solo(6),
    _samen(10),
    _solo(7),
    _samen(11),
    _alone("kleine-miserie", Text("kleine miserie", "small misère"), 0, 12),
    _samen(12),
    _solo(8),
    _alone("piccolo", Text("piccolo", "piccolo"), 1),
    _samen(13),
    _abondance(9),
    Contract("troel", Text("troel", "troel"), 9, (2,), leads=True),
    _alone("grote-miserie", Text("grote miserie", "grand misère"), 0),
    _abondance(10),
    _abondance(11),
    _alone("open-miserie", Text("open miserie", "open misère"), 0),
    _soloslim(12),
    _soloslim(13),
)
BY_KEY: dict[str, Contract] = {contract.key: contract for contract in CONTRACTS}
_HEIGHTS = {contract.key: height for height, contract in enumerate(CONTRACTS)}


def height(contract: Contract) -> int:
    """Return the height of a contract in the ladder of bids, 0 for the lowest."""
    return _HEIGHTS[contract.key]


def needs_referee(contract: Contract) -> bool:
    """Return whether a referee must approve a contract: every one above troel (K-2)."""
    return height(contract) > height(BY_KEY["troel"])
