"""The usual play of a trick: follow suit, the highest trump wins, else the highest card led."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring import cards
from scoring.arbiter import Rule, Ruling, Win
from scoring.cards import DECK, SUIT_WORDS, AnyCard, Card, Suit
from scoring.questions import card_name
from scoring.text import Text

ONLY_TRUMP = Text(
    "{card} is de enige troef in de slag.", "The {card} is the only trump in the trick."
)
HIGHEST_TRUMP = Text(
    "{card} is de hoogste troef in de slag.", "The {card} is the highest trump in the trick."
)
HIGHEST_LED = Text(
    "Er ligt geen troef: {card} is de hoogste kaart van de gevraagde kleur, {suit}.",
    "There is no trump in the trick. The {card} is the highest card of the suit led, {suit}.",
)
HIGHEST_NO_TRUMP = Text(
    "Dit spelletje heeft geen troef: {card} is de hoogste kaart van de gevraagde kleur, {suit}.",
    "This deal has no trump. The {card} is the highest card of the suit led, {suit}.",
)
FOLLOW = Text(
    "{card} kon niet: gevraagd was {suit}, en in de hand zat nog {instead}.",
    "The {card} could not be played: the suit led was {suit}, and the hand still had {instead}.",
)
NEXT_LEAD = Text(
    "Speler {seat} komt uit in de volgende slag.", "Player {seat} leads to the next trick."
)


@dataclass(frozen=True, slots=True)
class CitedRules:
    """The rules that the answers of a game cite.

    `wins`: the winning card of a trick. `follow`: the duty to follow suit. `lead`: the next lead.
    `penalty`: the consequence of a card that could not be played. `trump`: further rules about the
    trump of this game, cited when a trump wins.
    """

    wins: Rule
    follow: Rule
    lead: Rule
    penalty: Ruling
    trump: tuple[Rule, ...] = ()


def why_it_wins(trick: Sequence[Card], index: int, trump: Suit | None) -> Text:
    """Return the reason why the card of this index wins, in one sentence; it must be the winner."""
    card, led = trick[index], trick[0].suit
    if card.suit == trump:
        trumps = sum(each.suit == trump for each in trick)
        return (ONLY_TRUMP if trumps == 1 else HIGHEST_TRUMP).format(card=card.name)
    words = HIGHEST_LED if trump else HIGHEST_NO_TRUMP
    return words.format(card=card.name, suit=SUIT_WORDS[led])


def why_not_followed(card: AnyCard, led: Suit, instead: Sequence[AnyCard]) -> Text:
    """Return the reason why a card could not be played: the suit led was in the hand."""
    due = [each.name for each in only_cards(instead)]
    named = Text(", ".join(each.nl for each in due), ", ".join(f"the {each.en}" for each in due))
    return FOLLOW.format(card=card_name(card), suit=SUIT_WORDS[led], instead=named)


@dataclass(frozen=True, slots=True)
class SuitPlay:
    """The usual play of a trick, clockwise from the leader. Satisfies scoring.arbiter.Play."""

    seats: int
    leader: int
    trump: Suit | None
    cited: CitedRules
    pack: Sequence[AnyCard] = DECK

    @property
    def penalty(self) -> Ruling:
        """The consequence of a card that could not be played."""
        return self.cited.penalty

    def seat_of(self, index: int) -> int:
        """Return the seat that plays the card of this index, from 0."""
        return (self.leader + index - 1) % self.seats + 1

    def win(self, trick: Sequence[AnyCard]) -> Win:
        """Return the winner with these cards, in order of play."""
        ordinary = only_cards(trick)
        index = cards.trick_winner(ordinary, self.trump)
        card = ordinary[index]
        is_trump = card.suit == self.trump
        rules = (self.cited.wins, *(self.cited.trump if is_trump else ()))
        why = Ruling(why_it_wins(ordinary, index, self.trump), rules)
        return Win(self.seat_of(index), card, why)

    def playable(self, hand: Sequence[AnyCard], trick: Sequence[AnyCard]) -> tuple[AnyCard, ...]:
        """Return the cards of a hand that may be played on a trick."""
        return cards.playable(only_cards(hand), only_cards(trick)[0].suit if trick else None)

    def why_not(
        self, card: AnyCard, instead: Sequence[AnyCard], trick: Sequence[AnyCard]
    ) -> Ruling:
        """Return the reason why a card could not be played: the suit led was in the hand."""
        return Ruling(
            why_not_followed(card, only_cards(trick)[0].suit, instead), (self.cited.follow,)
        )

    def goes_on(self, trick: Sequence[AnyCard]) -> bool:
        """Return False: a trick is one card of each player."""
        return False

    def after(self, trick: Sequence[AnyCard], win: Win, *, is_over: bool) -> tuple[Ruling, ...]:
        """Return the next lead, if the trick is over."""
        return (Ruling(NEXT_LEAD.format(seat=win.seat), (self.cited.lead,)),) if is_over else ()


@dataclass(frozen=True, slots=True)
class SuitPlayVariant:
    """The play of a trick in a game that differs from the usual play in some respects.

    `usual` is the usual play. A game overrides only the methods in which it differs.
    Satisfies scoring.arbiter.Play.
    """

    usual: SuitPlay

    @property
    def seats(self) -> int:
        """The number of players at the table."""
        return self.usual.seats

    @property
    def pack(self) -> Sequence[AnyCard]:
        """The cards that may be in a hand, each as often as the pack has it."""
        return self.usual.pack

    @property
    def penalty(self) -> Ruling:
        """The consequence of a card that could not be played."""
        return self.usual.penalty

    def seat_of(self, index: int) -> int:
        """Return the seat that plays the card of this index, from 0."""
        return self.usual.seat_of(index)

    def win(self, trick: Sequence[AnyCard]) -> Win:
        """Return the winner with these cards, in order of play."""
        return self.usual.win(trick)

    def playable(self, hand: Sequence[AnyCard], trick: Sequence[AnyCard]) -> tuple[AnyCard, ...]:
        """Return the cards of a hand that may be played on a trick."""
        return self.usual.playable(hand, trick)

    def why_not(
        self, card: AnyCard, instead: Sequence[AnyCard], trick: Sequence[AnyCard]
    ) -> Ruling:
        """Return the reason why a card could not be played on a trick."""
        return self.usual.why_not(card, instead, trick)

    def goes_on(self, trick: Sequence[AnyCard]) -> bool:
        """Return whether a complete circuit is followed by another one."""
        return self.usual.goes_on(trick)

    def after(self, trick: Sequence[AnyCard], win: Win, *, is_over: bool) -> tuple[Ruling, ...]:
        """Return the consequences of the trick besides its winner."""
        return self.usual.after(trick, win, is_over=is_over)


def only_cards(cards: Sequence[AnyCard]) -> tuple[Card, ...]:
    """Return the cards that have a suit."""
    return tuple(card for card in cards if isinstance(card, Card))
