"""Simulated players that bid and play a rubber out by the rules of play.

The practice tournament consists of their rubbers. They play simply, but every call and every card
is legal.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Literal

from scoring.cards import DECK, SUITS, Card, Suit, playable, trick_winner, winning_cards
from scoring.game import Document
from scoring.pairs import TABLE, opposite
from scoring.rubber.auction import Auction, Bid, Call, contract_of, may_call
from scoring.rubber.contracts import (
    STRAINS,
    SUIT_OF,
    TRICKS,
    Contract,
    Deal,
    Honours,
    PassedDeal,
    PlayedDeal,
    Strain,
    honours_points,
    left_of,
    side_of,
)
from scoring.rubber.course import score_rubber
from scoring.rubber.deals import deal_document
from scoring.rubber.play import turn_order, winner
from scoring.rubber.rules import RuleSet

MOST_DEALS = 20  # then play stops, with the rubber unfinished

Hands = dict[int, list[Card]]
# The usual count of high cards in bridge.
HIGH_CARDS = {"A": 4, "K": 3, "Q": 2, "J": 1}
OPENING = 12  # points for a first bid of the pair
# Points that a player's first bid shows, by whether the partner had bid before.
SHOWN = {False: OPENING, True: 6}
# The level that two hands together are worth, each after the points it needs.
LEVELS = ((37, 7), (33, 6), (26, 4), (23, 3), (18, 2), (0, 1))
# The levels of a game: 4 × 30 in a major, 40 + 2 × 30 at no trump; both are 100 or more (B-2, B-7).
GAME_IN_SUIT, GAME_IN_NT = 4, 3
# Points that a pair should have to double the other, or to redouble.
DOUBLES: dict[Literal["redouble", "double"], int] = {"redouble": 24, "double": 20}
FIT = 8  # trumps of a pair together that make a suit better than no trump
RAISE = 5  # cards that a partner is supposed to hold in a suit of his bids


def play_round(rules: RuleSet, random: Random, *, honours: bool) -> Document:
    """Return the form's document of one rubber; `unfinished` if MOST_DEALS deals do not end it."""
    deals: list[Deal] = []
    dealer = random.randint(1, TABLE)
    while len(deals) < MOST_DEALS and score_rubber(rules, deals).winner is None:
        deals.append(_play_deal(rules, dealer, random, honours))
        dealer = left_of(dealer)
    document: Document = {"contracts": [deal_document(deal) for deal in deals]}
    if score_rubber(rules, deals).winner is None:
        document["unfinished"] = True
    return document


def _play_deal(rules: RuleSet, dealer: int, random: Random, honours: bool) -> Deal:
    dealt = random.sample(DECK, len(DECK))
    hands: Hands = {seat: dealt[seat - 1 :: TABLE] for seat in range(1, TABLE + 1)}
    auction = Auction(dealer)
    while not auction.is_over:
        auction = auction.after(choose_call(auction, hands[auction.turn], random))
    contract = contract_of(auction, rules.declarer)
    if contract is None:
        return PassedDeal()
    held = _honours(hands, contract.strain) if honours else None
    return PlayedDeal(contract, _play_tricks(contract, hands), held)


def _honours(hands: Mapping[int, Sequence[Card]], strain: Strain) -> Honours | None:
    # Two hands cannot both have honours: four of five trumps, or of four aces, leave too few (Δ1).
    for seat, hand in hands.items():
        points = honours_points(hand, strain)
        if points:
            return Honours(seat, points)
    return None


def choose_call(auction: Auction, hand: Sequence[Card], random: Random) -> Call:
    """Return the call of a simulated player; it is always allowed.

    The player adds the points that the partner has shown to the own points, and bids the value of
    both hands together.
    """
    own = _bids(auction, auction.turn)
    partner = _bids(auction, opposite(auction.turn))
    points = _points(hand)
    is_first = not own and not partner
    # The partner showed more points by a first bid of the pair than by an answer to an own bid.
    together = points + (SHOWN[bool(own) and own[0][0] < partner[0][0]] if partner else 0)
    if points >= (OPENING if is_first else SHOWN[True]):
        strain = _best_strain(hand, [bid.strain for _index, bid in partner])
        bid = _bid(auction, strain, together)
        if bid is not None:
            return bid
    for double, enough in DOUBLES.items():
        if together >= enough and may_call(auction, double) and random.random() < 0.5:
            return double
    return "pass"


def _bids(auction: Auction, seat: int) -> list[tuple[int, Bid]]:
    """Return the bids that a seat has made, as pairs of index and bid."""
    return [
        (index, call)
        for index, call in enumerate(auction.calls)
        if isinstance(call, Bid) and auction.seat_of(index) == seat
    ]


def _points(hand: Sequence[Card]) -> int:
    """Return the points of a hand: high cards, and one for each card over four in a suit."""
    lengths = (sum(card.suit == suit for card in hand) for suit in SUITS)
    high = sum(HIGH_CARDS.get(card.rank, 0) for card in hand)
    return high + sum(max(0, length - 4) for length in lengths)


def _best_strain(hand: Sequence[Card], partner: Sequence[Strain]) -> Strain:
    """Return the suit of which the pair seems to hold most cards, or "NT".

    `partner` are the strains that the partner bid. No trump is best if the partner has bid and
    the pair seems to hold fewer than FIT cards of any suit.
    """
    together = {
        strain: sum(card.suit == suit for card in hand) + RAISE * (strain in partner)
        for strain, suit in SUIT_OF.items()
    }
    best = max(STRAINS[:4], key=lambda strain: (together[strain], STRAINS.index(strain)))
    return "NT" if partner and together[best] < FIT else best


def _bid(auction: Auction, strain: Strain, together: int) -> Bid | None:
    """Return a bid in a strain for two hands with so many points together.

    It is the lowest bid allowed, but a level of game or more is bid at once. None if every bid
    allowed is too high.
    """
    most = next(level for enough, level in LEVELS if together >= enough)
    if strain == "NT" and most == GAME_IN_SUIT:
        most = GAME_IN_NT
    lowest = most if most >= GAME_IN_NT else 1
    levels = (Bid(level, strain) for level in range(lowest, most + 1))
    return next((bid for bid in levels if may_call(auction, bid)), None)


def _play_tricks(contract: Contract, hands: Hands) -> int:
    """Play thirteen tricks and return the number that the declaring pair wins."""
    trump = SUIT_OF.get(contract.strain)
    won = 0
    leader = contract.leader
    for _ in range(TRICKS):
        trick: list[Card] = []
        for seat in turn_order(leader):
            card = _choose(hands[seat], trick, trump)
            hands[seat].remove(card)
            trick.append(card)
        leader = winner(contract, leader, trick)
        won += side_of(leader) == contract.side
    return won


def _choose(hand: Sequence[Card], trick: Sequence[Card], trump: Suit | None) -> Card:
    """Return the card to play.

    A lead is the top of the longest suit. Any other card is the lowest that wins the trick. It is
    the lowest of all if the partner is winning or no card can win.
    """
    allowed = playable(hand, trick[0].suit if trick else None)

    def cost(card: Card) -> tuple[bool, int, str]:
        return card.suit == trump, card.height, card.suit

    if not trick:
        return max(allowed, key=lambda card: (sum(c.suit == card.suit for c in hand), *cost(card)))
    winning = winning_cards(allowed, trick, trump)
    # The partner played the card before the last one.
    is_partners = len(trick) >= 2 and trick_winner(trick, trump) == len(trick) - 2
    return min(allowed if is_partners or not winning else winning, key=cost)
