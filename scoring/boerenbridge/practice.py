"""Simple players, who play a round of Boerenbridge out card by card by the rules of play.

They make the practice tournament: no champions, but every deal of theirs is legal.
"""

from collections.abc import Sequence
from random import Random

from scoring.boerenbridge.rules import Rules, bidding_order, dealer, forbidden_bid
from scoring.cards import DECK, Card, Suit, playable, trick_winner
from scoring.firstdealer import first_dealer
from scoring.game import Document


def play_round(rules: Rules, seats: int, random: Random) -> Document:
    """Return the form's document of one round at a table with so many seats."""
    first = first_dealer(iter(lambda: random.sample(DECK, seats), None)).seat
    deals = []
    for number, cards in enumerate(rules.cards, 1):
        order = bidding_order(dealer(first, number, seats), seats)
        deals.append(_play_deal(rules.trump, cards, order, random))
    return {"first_dealer": first, "deals": deals}


def _play_deal(trump: Suit, cards: int, order: Sequence[int], random: Random) -> Document:
    """Return bids and tricks of one deal; `order` has the seats as they bid; the first leads."""
    seats = len(order)
    dealt = random.sample(DECK, cards * seats)
    hands = {seat: dealt[index * cards : (index + 1) * cards] for index, seat in enumerate(order)}
    bids: dict[int, int] = {}
    for seat in order:
        forbidden = forbidden_bid(cards, list(bids.values())) if len(bids) == seats - 1 else None
        bids[seat] = _bid(hands[seat], trump, seats, forbidden, random)
    won = dict.fromkeys(order, 0)
    leader = order[0]
    for _ in range(cards):
        turn = order.index(leader)
        sequence = (*order[turn:], *order[:turn])
        trick: list[Card] = []
        for seat in sequence:
            card = _choose(hands[seat], trick, trump, wants=won[seat] < bids[seat])
            hands[seat].remove(card)
            trick.append(card)
        leader = sequence[trick_winner(trick, trump)]
        won[leader] += 1
    by_seat = sorted(order)
    return {"bids": [bids[s] for s in by_seat], "tricks": [won[s] for s in by_seat]}


def _bid(
    hand: Sequence[Card], trump: Suit, seats: int, forbidden: int | None, random: Random
) -> int:
    """Return a bid: the tricks that the hand seems good for, and the nearest one allowed."""
    chance = sum(_worth(card, trump, seats) for card in hand)
    bid = min(len(hand), int(chance + random.random()))
    if bid != forbidden:
        return bid
    return bid - 1 if bid == len(hand) or (bid > 0 and chance < bid) else bid + 1


def _worth(card: Card, trump: Suit, seats: int) -> float:
    """Return the part of a trick that a card is good for, roughly, among so many players."""
    if card.suit == trump:
        return min(1.0, 0.3 + 0.06 * card.height)
    return max(0.0, 0.8 - 0.3 * (12 - card.height)) * 4 / seats


def _choose(hand: Sequence[Card], trick: Sequence[Card], trump: Suit, *, wants: bool) -> Card:
    """Return the card to play: win as cheaply as possible, or lose as dearly as possible."""
    allowed = playable(hand, trick[0].suit if trick else None)

    def strength(card: Card) -> tuple[bool, int, str]:
        return card.suit == trump, card.height, card.suit

    winning = [card for card in allowed if trick_winner([*trick, card], trump) == len(trick)]
    losing = [card for card in allowed if card not in winning]
    if not trick:
        return max(allowed, key=strength) if wants else min(allowed, key=strength)
    if wants:
        return min(winning, key=strength) if winning else min(allowed, key=strength)
    return max(losing, key=strength) if losing else max(winning, key=strength)
