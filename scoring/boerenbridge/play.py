"""Play of a trick under the special rules of the family: cards allowed, winner and next lead.

The basic play is that of scoring.cards: players follow suit, the highest trump wins, else the
highest card of the suit led, and the winner leads. A game may add any of the special rules. They
change the winner of a trick, never the number of tricks (W-12).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from scoring import cards
from scoring.cards import RANKS, Card, Suit

Direction = Literal[1, -1]
"""1: clockwise, as every deal begins; -1: anticlockwise."""

WRONG_LEAD = -1  # points for a lead out of turn under the rule of seven (W-10)
_Item = TypeVar("_Item")


@dataclass(frozen=True, slots=True)
class PlayRules:
    """The special rules in use at a table.

    `marshall`: the two of a suit beats its ace. `mexican`: the player of such a two may use the
    card turned up. `king_three`: the three of a suit must be played on its king while that is
    winning. `nine`: after a trick won with a nine every player passes a card on. `seven`: a trick
    won with a seven reverses the direction of play. `continuation`: a trick of ranks in a row goes
    on for another circuit.
    """

    marshall: bool = False
    mexican: bool = False
    king_three: bool = False
    nine: bool = False
    seven: bool = False
    continuation: bool = False


PLAIN = PlayRules()  # no special rule at all


def trump_of(turned_up: Card | None) -> Suit | None:
    """Return the trump of a deal: the suit of the card turned up, the first one left over.

    None in a deal without trump (W-2, W-13).
    """
    return turned_up.suit if turned_up else None


def trick_winner(trick: Sequence[Card], trump: Suit | None, rules: PlayRules = PLAIN) -> int:
    """Return the index of the card that wins; the cards stand in order of play, at least one.

    Under Marshall the two of a suit takes the trick from the ace of that suit while the ace is
    winning (W-18). A later card takes the trick from this two as from any other card: a higher card
    of the suit, or a trump.
    """
    return _history(trick, trump, rules)[-1]


def _history(trick: Sequence[Card], trump: Suit | None, rules: PlayRules) -> list[int]:
    """Return, for each card of the trick, the index of the card that was winning after it."""
    # The card winning at each moment matters: a Marshall needs the ace to be winning then (W-18).
    winning: list[int] = []
    for index, card in enumerate(trick):
        best = trick[winning[-1]] if winning else card
        takes = cards.beats(card, best, trump) or (rules.marshall and _is_marshall(card, best))
        winning.append(index if takes or not winning else winning[-1])
    return winning


def _is_marshall(card: Card, best: Card) -> bool:
    """Return whether a card is the two of the suit of the ace that is winning (W-18)."""
    return card.suit == best.suit and (card.rank, best.rank) == ("2", "A")


def marshalls(trick: Sequence[Card], trump: Suit | None, rules: PlayRules) -> tuple[int, ...]:
    """Return the indices of the twos that beat the ace of their suit (W-18).

    Under The Mexican their players have its right for the rest of the deal (W-19).
    """
    winning = _history(trick, trump, rules)
    return tuple(
        index
        for index in range(1, len(trick))
        if winning[index] == index and _is_marshall(trick[index], trick[winning[index - 1]])
    )


def mexican_wins(trick: Sequence[Card], turned_up: Card) -> bool:
    """Return whether the card turned up takes a complete trick when it is used.

    It does so as the only trump in the trick, or as the highest trump (W-19).
    """
    return all(c.height < turned_up.height for c in trick if c.suit == turned_up.suit)


def seat_using_mexican(rights: Collection[int], waits: Sequence[int]) -> int | None:
    """Return the seat that may use the card turned up, None if no seat may (W-19).

    `rights` are the seats that have the right to it. `waits` are the seats that called "wacht", in
    the order of calling. The first of `waits` with the right may use the card.
    """
    return next((seat for seat in waits if seat in rights), None)


def playable(
    hand: Sequence[Card], trick: Sequence[Card], trump: Suit | None, rules: PlayRules = PLAIN
) -> tuple[Card, ...]:
    """Return the cards of a hand that may be played on a trick: those of the suit led, else all.

    Under King-Three, while a king is winning, the player with the three of its suit must play it.
    The duty to follow suit comes first (W-16, W-20).
    """
    # Following suit first: the three is due only if it is among the cards that follow (W-20).
    allowed = cards.playable(hand, trick[0].suit if trick else None)
    if rules.king_three and trick:
        winner = trick[trick_winner(trick, trump, rules)]
        three = Card("3", winner.suit)
        if winner.rank == "K" and three in allowed:
            return (three,)
    return allowed


def kings_laid_open(trick: Sequence[Card], trump: Suit | None, rules: PlayRules) -> tuple[int, ...]:
    """Return the indices of the kings on which the three of their suit was played while they won.

    Under King-Three their players lay their cards open for the rest of the deal (W-20).
    """
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
    """Return the direction of play after a trick won by `winner`; a seven reverses it (W-22)."""
    if rules.seven and winner.rank == "7":
        return -1 if direction == 1 else 1
    return direction


def next_seat(seat: int, direction: Direction, seats: int) -> int:
    """Return the seat, from 1, that plays after a seat in this direction."""
    return (seat - 1 + direction) % seats + 1


def order_of_play(leader: int, direction: Direction, seats: int) -> tuple[int, ...]:
    """Return the seats in their order of play to a trick, the leader first (W-17, W-22)."""
    order = [leader]
    while len(order) < seats:
        order.append(next_seat(order[-1], direction, seats))
    return tuple(order)


def lead_points(led: int, leader: int, rules: PlayRules) -> int:
    """Return the points of seat `led` for leading a trick, where `leader` was the seat in turn.

    Under the rule of seven a lead out of turn costs one point (W-10); else the result is 0.
    """
    return WRONG_LEAD if rules.seven and led != leader else 0


def passes_on(winner: Card, rules: PlayRules) -> bool:
    """Return whether every player passes a card on after a trick won by `winner`.

    Under the rule of nine they do after a trick won by a nine (W-21).
    """
    return rules.nine and winner.rank == "9"


def passed_on(chosen: Mapping[int, _Item], direction: Direction) -> dict[int, _Item]:
    """Return the item that each seat receives, by seat (W-21).

    `chosen` is the item that each seat passes on, by seat. A seat receives from the seat before it
    in the direction of play.
    """
    seats = len(chosen)
    return {next_seat(seat, direction, seats): item for seat, item in chosen.items()}


def goes_on(
    trick: Sequence[Card], players: int, rules: PlayRules, turned_up: Card | None = None
) -> bool:
    """Return whether a trick goes on for another circuit under Continuation (W-23).

    It does after a complete circuit if the ranks of all cards on the table are in a row without a
    gap. Suits do not matter. The row may pass from the ace to the two. A rank may occur more than
    once, but one rank alone is no row. `turned_up` is the card turned up if a player wants it to
    count, else None. A trick always ends when the hands are empty; that is not checked here.
    """
    if not rules.continuation or not trick or len(trick) % players:
        return False
    on_table = [*trick, turned_up] if turned_up else trick
    heights = {card.height for card in on_table}
    # Ranks form a circle from the ace to the two. A row leaves it at one end, so it has one rank
    # without a successor; all thirteen ranks together have none.
    gaps = sum((height + 1) % len(RANKS) not in heights for height in heights)
    return len(heights) > 1 and gaps <= 1


def tricks_worth(trick: Sequence[Card], players: int) -> int:
    """Return the number of tricks that a trick counts for: one for each circuit (W-23).

    All tricks of a deal therefore still add up to its cards (W-12).
    """
    return len(trick) // players
