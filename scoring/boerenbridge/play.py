"""Who wins a trick, what may be played and who leads next, under the special rules of the family.

The basic play is that of scoring.cards: follow suit, the highest trump wins, else the highest card
of the suit led; the winner leads. A game may be played with any of the special rules on top of it.
They change who wins tricks, and never how many there are (W-12).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from scoring import cards
from scoring.cards import RANKS, Card, Suit

Direction = Literal[1, -1]
"""Clockwise, as every deal begins, or the other way round."""

WRONG_LEAD = -1  # points of who leads out of turn under the rule of seven (W-10)
_Thing = TypeVar("_Thing")


@dataclass(frozen=True, slots=True)
class PlayRules:
    """The special rules that a table plays with.

    `marshall`: the two of a suit beats its ace. `mexican`: who did that may use the card turned
    up. `king_three`: the three must be put on a winning king. `nine`: a trick won with a nine makes
    everyone pass a card on. `seven`: one won with a seven turns the direction of play.
    `continuation`: a trick of ranks in a row goes on for another circuit.
    """

    marshall: bool = False
    mexican: bool = False
    king_three: bool = False
    nine: bool = False
    seven: bool = False
    continuation: bool = False


PLAIN = PlayRules()


def trump_of(turned_up: Card | None) -> Suit | None:
    """Return the trump of a deal: the suit of the first card left over, which is turned up (W-2,
    W-13); None in a deal without."""
    return turned_up.suit if turned_up else None


def trick_winner(trick: Sequence[Card], trump: Suit | None, rules: PlayRules = PLAIN) -> int:
    """Return the index of the card that wins; the cards stand in order of play, at least one.

    Under Marshall the two of the suit wins when it is put on its ace while that is winning. A card
    played after it takes the trick as it would from any two: a higher one of the suit, or a trump.
    """
    return _history(trick, trump, rules)[-1]


def _history(trick: Sequence[Card], trump: Suit | None, rules: PlayRules) -> list[int]:
    """Return the index of the card that was winning after each card."""
    winning: list[int] = []
    for index, card in enumerate(trick):
        best = trick[winning[-1]] if winning else card
        takes = _beats(card, best, trump) or (rules.marshall and _is_marshall(card, best))
        winning.append(index if takes or not winning else winning[-1])
    return winning


def _beats(card: Card, best: Card, trump: Suit | None) -> bool:
    if card.suit == best.suit:
        return card.height > best.height
    return card.suit == trump


def _is_marshall(card: Card, best: Card) -> bool:
    return card.suit == best.suit and (card.rank, best.rank) == ("2", "A")


def marshalls(trick: Sequence[Card], trump: Suit | None, rules: PlayRules) -> tuple[int, ...]:
    """Return the indices of the twos that beat their ace: their players have the right of The
    Mexican for the rest of the deal, where the rules know it."""
    winning = _history(trick, trump, rules)
    return tuple(
        index
        for index in range(1, len(trick))
        if winning[index] == index and _is_marshall(trick[index], trick[winning[index - 1]])
    )


def mexican_wins(trick: Sequence[Card], turned_up: Card) -> bool:
    """Whether the card turned up takes a complete trick when it is used: it is the only trump in
    it, or higher than every other."""
    return all(c.height < turned_up.height for c in trick if c.suit == turned_up.suit)


def who_uses_mexican(rights: Collection[int], waits: Sequence[int]) -> int | None:
    """Return the seat that may use the card turned up: the first to say "wacht" of those who have
    the right, None when nobody of them does. `waits` are seats in the order in which they said it.
    """
    return next((seat for seat in waits if seat in rights), None)


def playable(
    hand: Sequence[Card], trick: Sequence[Card], trump: Suit | None, rules: PlayRules = PLAIN
) -> tuple[Card, ...]:
    """Return the cards of a hand that may be played on a trick: follow suit if you can.

    Under King-Three, while a king is winning, the three of its suit must be played by who has it
    and may play it: the duty to follow suit comes first.
    """
    allowed = cards.playable(hand, trick[0].suit if trick else None)
    if rules.king_three and trick:
        winner = trick[trick_winner(trick, trump, rules)]
        three = Card("3", winner.suit)
        if winner.rank == "K" and three in allowed:
            return (three,)
    return allowed


def kings_laid_open(trick: Sequence[Card], trump: Suit | None, rules: PlayRules) -> tuple[int, ...]:
    """Return the indices of the kings on which their three was put while they were winning: their
    players lay their cards open for the rest of the deal."""
    if not rules.king_three:
        return ()
    winning = _history(trick, trump, rules)
    return tuple(
        winning[index - 1]
        for index in range(1, len(trick))
        if trick[index] == Card("3", trick[winning[index - 1]].suit)
        and trick[winning[index - 1]].rank == "K"
    )


def direction_after(direction: Direction, winner: Card, rules: PlayRules) -> Direction:
    """Return the direction of play after a trick won with a card: a seven turns it."""
    if rules.seven and winner.rank == "7":
        return -1 if direction == 1 else 1
    return direction


def next_seat(seat: int, direction: Direction, seats: int) -> int:
    """Return the seat, from 1, whose turn it is after another's."""
    return (seat - 1 + direction) % seats + 1


def order_of_play(leader: int, direction: Direction, seats: int) -> tuple[int, ...]:
    """Return the seats in the order in which they play to a trick."""
    order = [leader]
    while len(order) < seats:
        order.append(next_seat(order[-1], direction, seats))
    return tuple(order)


def lead_points(led: int, leader: int, rules: PlayRules) -> int:
    """Return the points of who led a trick, 0 where it was his turn: under the rule of seven
    leading out of turn costs one (W-10)."""
    return WRONG_LEAD if rules.seven and led != leader else 0


def passes_on(winner: Card, rules: PlayRules) -> bool:
    """Whether everyone passes a card of his choice on after a trick won with a card: a nine."""
    return rules.nine and winner.rank == "9"


def passed_on(chosen: Mapping[int, _Thing], direction: Direction) -> dict[int, _Thing]:
    """Return what each seat receives of what each seat chose: in the direction of play, from the
    seat before."""
    seats = len(chosen)
    return {next_seat(seat, direction, seats): thing for seat, thing in chosen.items()}


def goes_on(
    trick: Sequence[Card], players: int, rules: PlayRules, turned_up: Card | None = None
) -> bool:
    """Whether a trick goes on for another circuit under Continuation.

    It does after a complete circuit when the ranks on the table, of all its circuits and whatever
    the suits, are in a row without a gap, around the corner too; a rank may be there more than
    once, but one rank alone is no row. `turned_up` is the card turned up where a player wants it
    to count, None where nobody does. When the hands are empty it ends in any case.
    """
    if not rules.continuation or not trick or len(trick) % players:
        return False
    on_table = [*trick, turned_up] if turned_up else trick
    heights = {card.height for card in on_table}
    gaps = sum((height + 1) % len(RANKS) not in heights for height in heights)
    return len(heights) > 1 and gaps <= 1


def tricks_worth(trick: Sequence[Card], players: int) -> int:
    """Return how many tricks a trick counts for: one for each circuit, so that all tricks of a
    deal still add up to its cards (W-12)."""
    return len(trick) // players
