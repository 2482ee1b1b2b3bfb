"""Simulated players that play a round of kleurenwiezen card by card, by the rules of play.

The practice tournament consists of their rounds. They play simply, but every call and every card is
legal.
"""

from collections.abc import Sequence
from random import Random

from scoring.cards import DECK, Card, Suit, trick_winner
from scoring.game import Document
from scoring.practice import choose_card
from scoring.whist.auction import JOIN, PASS, SAMEN_8, WAIT, Auction, Call
from scoring.whist.contracts import BY_KEY, CARDS, SEATS, Contract, needs_referee
from scoring.whist.ladder import SUITS_UPWARD, TROEL, Bid, first_to_lead, troel

Hands = dict[int, list[Card]]
REFEREE = "akkoord"  # what a referee writes above troel (K-2)

# The contract that a hand bids alone, after the tricks that it must be worth, highest first.
ALONE: tuple[tuple[float, str], ...] = (
    (12.0, "soloslim-13"),
    (11.2, "soloslim-12"),
    (10.4, "abondance-11"),
    (9.6, "abondance-10"),
    (8.3, "abondance-9"),
    (7.4, "solo-8"),
    (6.7, "solo-7"),
    (6.0, "solo-6"),
)
# The misère that a hand bids, after the most danger that it may have, the safest first.
LOW: tuple[tuple[float, str], ...] = (
    (0.4, "open-miserie"),
    (1.2, "grote-miserie"),
    (2.9, "kleine-miserie"),
)
# The danger of a hand that bids piccolo: with less it would hardly win the one trick, with more it
# may win two.
LEAST_FOR_PICCOLO, MOST_FOR_PICCOLO = 2.4, 3.5
PROPOSES = 4.1  # the tricks that a hand must be worth to propose a suit
JOINS = 2.1  # the tricks that a hand must be worth to join a proposal, or to wait for one


def play_round(deals: int, random: Random) -> Document:
    """Return the form's document of one round with so many counted deals."""
    rows: list[Document] = []
    counted, dealer = 0, 2  # the first dealer, as in scoring.whist.guide
    while counted < deals:
        deal = _play_deal(dealer, random)
        rows.append(deal)
        # After a passed deal the same dealer deals again (K-2).
        if "passed" not in deal:
            counted, dealer = counted + 1, dealer % SEATS + 1
    return {"deals": rows}


def _play_deal(dealer: int, random: Random) -> Document:
    """Return the row of one deal."""
    dealt = random.sample(DECK, len(DECK))
    hands = {seat: dealt[(seat - 1) * CARDS : seat * CARDS] for seat in range(1, SEATS + 1)}
    outcome = _auction(dealer, hands)
    if outcome is None:
        return {"passed": True}
    bid, declarers = outcome
    contract = bid.contract
    suit = bid.suit if contract != TROEL else _best_suit(hands[declarers[-1]])
    won = _play(contract, suit, declarers, dealer, hands)
    each = [won[seat] for seat in sorted(declarers)]
    together = each if contract.is_exact and len(each) > 1 else sum(each)
    deal: Document = {
        "contract": contract.key,
        "declarers": sorted(declarers),
        "tricks": together,
    }
    return deal | {"referee": REFEREE} if needs_referee(contract) else deal


def _auction(dealer: int, hands: Hands) -> tuple[Bid, tuple[int, ...]] | None:
    """Return the final bid and its declarers, None if all pass."""
    announced = troel([hands[seat] for seat in sorted(hands)])
    auction = Auction(dealer % SEATS + 1, announced or ())
    while (seat := auction.speaker) is not None:
        hand = hands[seat]
        call = next(call for call in _preferred_calls(hand, auction) if auction.may(call, hand))
        auction = auction.after(call, hand)
    return auction.outcome


def _preferred_calls(hand: Sequence[Card], auction: Auction) -> list[Call]:
    """Return the calls that a player prefers, best first; the last is a pass, always allowed."""
    suit = _best_suit(hand)
    worth = _worth(hand, suit)
    danger = _danger(hand)
    calls = [Call("bid", Bid(BY_KEY[key])) for least, key in LOW if danger <= least]
    if LEAST_FOR_PICCOLO < danger <= MOST_FOR_PICCOLO:
        calls.append(Call("bid", Bid(BY_KEY["piccolo"])))
    strong = [Call("bid", Bid(BY_KEY[key], suit)) for least, key in ALONE if worth >= least]
    calls += [call for call in strong if call.bid and call.bid.contract.is_first_round]
    proposal = auction.proposal
    if proposal and proposal[1].suit:
        trumps = sum(card.suit == proposal[1].suit for card in hand)
        if trumps >= 3 and _worth(hand, proposal[1].suit) >= JOINS:
            calls.append(JOIN)
    if worth >= PROPOSES:
        calls.append(Call("bid", Bid(SAMEN_8, suit)))
    calls += [call for call in strong if call not in calls]
    if JOINS <= worth < PROPOSES:
        calls.append(WAIT)
    return [*calls, PASS]


def _best_suit(hand: Sequence[Card]) -> Suit:
    return max(SUITS_UPWARD, key=lambda suit: _worth(hand, suit))


def _worth(hand: Sequence[Card], trump: Suit) -> float:
    """Return the number of tricks that a hand is expected to win with this trump."""
    trumps = [card for card in hand if card.suit == trump]
    honours = sum({"A": 1.0, "K": 0.8, "Q": 0.5}.get(card.rank, 0.0) for card in hand)
    return honours + max(0, len(trumps) - 3)


def _danger(hand: Sequence[Card]) -> float:
    """Return the danger that a hand wins tricks against its will, roughly in tricks.

    The lowest card of a suit is safe up to height 1, the next up to height 3, and so on. Every
    point of height above that adds to the danger.
    """
    danger = 0.0
    for suit in SUITS_UPWARD:
        heights = sorted(card.height for card in hand if card.suit == suit)
        danger += sum(max(0, height - 2 * place - 1) for place, height in enumerate(heights)) / 4
    return danger


def _play(
    contract: Contract, suit: Suit | None, declarers: Sequence[int], dealer: int, hands: Hands
) -> dict[int, int]:
    """Play the hands out and return the tricks of each seat.

    In kleine miserie each player lays one card away first.
    """
    won = dict.fromkeys(hands, 0)
    if contract.tricks < CARDS:
        for hand in hands.values():
            hand.remove(max(hand, key=lambda card: card.height))
    leader = first_to_lead(contract, declarers, dealer)
    for _ in range(contract.tricks):
        order = [(leader + step - 1) % SEATS + 1 for step in range(SEATS)]
        trick: list[Card] = []
        for seat in order:
            wants = not contract.is_exact or (seat in declarers and won[seat] < contract.target)
            card = choose_card(hands[seat], trick, suit, wants=wants)
            hands[seat].remove(card)
            trick.append(card)
        leader = order[trick_winner(trick, suit)]
        won[leader] += 1
    return won
