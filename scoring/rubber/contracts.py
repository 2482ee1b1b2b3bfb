"""Contracts, honours, and the points of one deal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from scoring.cards import Card, Suit
from scoring.pairs import TABLE, opposite

Strain = Literal["C", "D", "H", "S", "NT"]
STRAINS: tuple[Strain, ...] = get_args(Strain)  # low to high (B-1)
SUIT_OF: dict[Strain, Suit] = {"C": "C", "D": "D", "H": "H", "S": "S"}

TRICKS = 13
BOOK = 6  # tricks that come before those of the bid (B-1)
HIGHEST_LEVEL = TRICKS - BOOK

# B-2: points below the line for each trick bid, and extra points for the first of them.
PER_TRICK: dict[Strain, int] = {"C": 20, "D": 20, "H": 30, "S": 30, "NT": 30}
FIRST_TRICK: dict[Strain, int] = {"NT": 10}
# Indexed by doubled: not, once, twice.
TIMES = (1, 2, 4)  # B-2
INSULT = (0, 50, 100)  # B-4: the bonus for making a doubled or redoubled contract
# Indexed by vulnerable: no, yes. A redoubled trick counts twice (B-3, B-6, Δ6).
DOUBLED_OVERTRICK = (100, 200)  # B-3
SLAMS: dict[int, tuple[int, int]] = {6: (500, 750), 7: (1000, 1500)}  # B-5: by the level bid
UNDERTRICK = (50, 100)  # B-6: each
DOUBLED_UNDERTRICKS = ((100, 200, 200, 300), (200, 300, 300, 300))  # B-6: 1st, 2nd, 3rd, further
# Δ1: points of honours by the number of them in one hand.
TRUMP_HONOURS: dict[int, int] = {4: 100, 5: 150}
ACES_WITHOUT_TRUMP: dict[int, int] = {4: 150}
HONOURS_RANKS = "AKQJT"  # the five highest trumps


def side_of(seat: int) -> int:
    """Return the pair of a seat: 0 for seats 1 and 3, 1 for seats 2 and 4 (3.2b)."""
    return (seat - 1) % 2


def left_of(seat: int) -> int:
    """Return the next seat clockwise."""
    return seat % TABLE + 1


@dataclass(frozen=True, slots=True)
class Contract:
    """The contract of an auction.

    `declarer` is a seat from 1, `level` goes from 1 to 7 (B-1), and `doubled` is 0, 1 (doubled) or
    2 (redoubled).
    """

    declarer: int
    level: int
    strain: Strain
    doubled: int = 0

    @property
    def side(self) -> int:
        """The declaring pair: 0 or 1, as in `side_of`."""
        return side_of(self.declarer)

    @property
    def dummy(self) -> int:
        """The seat of the declarer's partner; the declarer plays its cards too (B-11)."""
        return opposite(self.declarer)

    @property
    def leader(self) -> int:
        """The seat that leads to the first trick: left of the declarer (B-11)."""
        return left_of(self.declarer)

    @property
    def needed(self) -> int:
        """The number of tricks that the declaring pair must win (B-1)."""
        return BOOK + self.level


@dataclass(frozen=True, slots=True)
class Honours:
    """Honours in one hand (Δ1): the seat that held them, and 100 or 150 points."""

    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A deal that was played: its contract, the tricks of the declaring pair, and any honours."""

    contract: Contract
    tricks: int
    honours: Honours | None = None


@dataclass(frozen=True, slots=True)
class PassedDeal:
    """A deal in which all four players passed (Δ9): nobody scores."""


Deal: TypeAlias = PlayedDeal | PassedDeal


@dataclass(frozen=True, slots=True)
class Points:
    """The points of a contract.

    A contract made gives the declaring pair points `below` the line and amounts `above` it: for
    overtricks, insult and slam, in that order, without zeros. A contract lost gives a `penalty` to
    the other pair.
    """

    below: int = 0
    above: tuple[int, ...] = ()
    penalty: int = 0


def contract_points(contract: Contract, tricks: int, *, vulnerable: bool) -> Points:
    """Return the points of a contract when the declaring pair won so many tricks (B-2 to B-6).

    >>> contract_points(Contract(1, 6, "H", doubled=1), 13, vulnerable=False)
    Points(below=360, above=(100, 50, 500), penalty=0)
    """
    over = tricks - contract.needed
    if over < 0:
        return Points(penalty=_penalty(-over, contract.doubled, vulnerable))
    level, strain, doubled = contract.level, contract.strain, contract.doubled
    below = (PER_TRICK[strain] * level + FIRST_TRICK.get(strain, 0)) * TIMES[doubled]
    # Undoubled, the product is 0 and an overtrick counts as a trick bid.
    overtrick = DOUBLED_OVERTRICK[vulnerable] * doubled or PER_TRICK[strain]
    slam = SLAMS.get(level, (0, 0))[vulnerable]
    amounts = (overtrick * over, INSULT[doubled], slam)
    return Points(below, tuple(amount for amount in amounts if amount))


def _penalty(short: int, doubled: int, vulnerable: bool) -> int:
    """Return the points of the other pair for `short` undertricks (B-6)."""
    if not doubled:
        return UNDERTRICK[vulnerable] * short
    *first, further = DOUBLED_UNDERTRICKS[vulnerable]
    # The table has the doubled points, and a redoubled trick counts twice that (Δ6).
    return (sum(first[:short]) + further * max(0, short - len(first))) * doubled


def honours_points(hand: Sequence[Card], strain: Strain) -> int:
    """Return the points for the honours in one hand, 0 if there are too few (Δ1).

    >>> honours_points([Card.of(name) for name in ("AS", "KS", "JS", "TS", "9S")], "S")
    100
    """
    held = [card for card in hand if card.suit == strain and card.rank in HONOURS_RANKS]
    if strain == "NT":
        held = [card for card in hand if card.rank == "A"]
    return honours_scale(strain).get(len(held), 0)


def honours_scale(strain: object) -> Mapping[int, int]:
    """Return the points of honours in one hand by their number: aces if there is no trump (Δ1)."""
    return ACES_WITHOUT_TRUMP if strain == "NT" else TRUMP_HONOURS
