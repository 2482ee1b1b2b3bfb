"""Simulated players that play a round of Boerenbridge card by card, by the rules of play.

The practice tournament consists of their rounds. They play simply, but every deal is legal. Under
rules with penalties by the scorer, some deals have a misdeal or a small offence.
"""

from collections.abc import Sequence
from random import Random

from scoring.boerenbridge.rules import DealRule, Rules, bidding_order, dealer, forbidden_bid
from scoring.cards import DECK, Card, Suit, trick_winner
from scoring.firstdealer import first_dealer
from scoring.game import Document
from scoring.practice import choose_card

MISDEALS = 0.03  # share of the deals with a misdeal; an offence is as likely
OFFENCES = (
    (-1, "praatte tijdens het spel"),
    (-2, "toonde een kaart"),
    (-3, "bood voor zijn beurt"),
)


def play_round(rules: Rules, seats: int, random: Random) -> Document:
    """Return the form's document of one round at a table with so many seats."""
    # Draws without end, since no draw is None: one of them decides.
    first = first_dealer(iter(lambda: random.sample(DECK, seats), None)).seat
    deals = []
    for number, rule in enumerate(rules.deals, 1):
        order = bidding_order(dealer(first, number, seats), seats)
        deal = _play_deal(rules, rule, order, random)
        if rules.misdeal:
            deal |= _scorer_entries(seats, random)
        deals.append(deal)
    return {"first_dealer": first, "deals": deals}


def _scorer_entries(seats: int, random: Random) -> Document:
    """Return a misdeal and a penalty by their keys in a deal; most deals have neither."""
    found: Document = {}
    if random.random() < MISDEALS:
        guilty = sorted(random.sample(range(1, seats + 1), random.randint(1, 2)))
        found["misdeal"] = random.choice(
            [{"stage": "before"}, {"stage": "during", "seats": guilty}]
        )
    if random.random() < MISDEALS:
        points, why = random.choice(OFFENCES)
        seat = random.randint(1, seats)
        found["penalties"] = [{"seat": seat, "points": points, "why": why}]
    return found


def _play_deal(rules: Rules, rule: DealRule, order: Sequence[int], random: Random) -> Document:
    """Return bids and tricks of one deal; `order` has the seats as they bid, the leader first."""
    seats, cards = len(order), rule.cards
    is_turned_up = rule.trump and rules.trump is None
    # A card turned up for trump is one more than those of the hands: the last (W-2).
    dealt = random.sample(DECK, cards * seats + is_turned_up)
    trump = _trump(rules, rule, dealt[-1])
    hands = {seat: dealt[index * cards : (index + 1) * cards] for index, seat in enumerate(order)}
    bids: dict[int, int] = {}
    for seat in order:
        is_bound = len(bids) == seats - 1 and rules.is_restricted(cards)
        forbidden = forbidden_bid(cards, list(bids.values())) if is_bound else None
        # In a blind deal the players do not see their own cards (W-4), so they bid their fair
        # share.
        chance = cards / seats if rule.blind else _chance(hands[seat], trump, seats)
        bids[seat] = _bid(cards, chance, forbidden, random)
    won = _play_tricks(hands, bids, trump, order)
    by_seat = sorted(order)
    return {"bids": [bids[s] for s in by_seat], "tricks": [won[s] for s in by_seat]}


def _trump(rules: Rules, rule: DealRule, turned_up: Card) -> Suit | None:
    """Return the trump of a deal: none, the fixed one, or that of the card turned up (W-2)."""
    if not rule.trump:
        return None
    return rules.trump or turned_up.suit


def _play_tricks(
    hands: dict[int, list[Card]], bids: dict[int, int], trump: Suit | None, order: Sequence[int]
) -> dict[int, int]:
    """Play the hands out and return the tricks of each seat; the first of `order` leads."""
    won = dict.fromkeys(order, 0)
    leader = order[0]
    while hands[leader]:
        turn = order.index(leader)
        sequence = (*order[turn:], *order[:turn])
        trick: list[Card] = []
        for seat in sequence:
            card = choose_card(hands[seat], trick, trump, wants=won[seat] < bids[seat])
            hands[seat].remove(card)
            trick.append(card)
        leader = sequence[trick_winner(trick, trump)]
        won[leader] += 1
    return won


def _bid(cards: int, chance: float, forbidden: int | None, random: Random) -> int:
    """Return a bid near `chance`, the tricks expected, or its neighbour if it is `forbidden`."""
    # A random part is added before rounding down, so that 1.3 tricks become 2 in three of ten
    # deals.
    bid = min(cards, int(chance + random.random()))
    if bid != forbidden:
        return bid
    # The neighbour on the side of the expectation, between 0 and the cards.
    return bid - 1 if bid == cards or (bid > 0 and chance < bid) else bid + 1


def _chance(hand: Sequence[Card], trump: Suit | None, seats: int) -> float:
    """Return the number of tricks that a hand is expected to win."""
    return sum(_worth(card, trump, seats) for card in hand)


def _worth(card: Card, trump: Suit | None, seats: int) -> float:
    """Return the part of a trick that a card is expected to win, roughly, among so many seats."""
    # The lowest trump is worth 0.3, the ace of trumps a whole trick.
    if card.suit == trump:
        return min(1.0, 0.3 + 0.06 * card.height)
    # At a table of four an ace is worth 0.8, a king 0.5 and a queen 0.2; with more players, less.
    return max(0.0, 0.8 - 0.3 * (12 - card.height)) * 4 / seats
