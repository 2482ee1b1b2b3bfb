"""The play of one trick under the special rules of the family, or with wizards and jokers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring import cards
from scoring.arbiter import Ruling, Win
from scoring.boerenbridge import play, wizard
from scoring.boerenbridge.play import Direction, PlayRules
from scoring.boerenbridge.trickrules import (
    CONTINUATION,
    KING_THREE,
    MARSHALL,
    MEXICAN,
    NINE,
    OFFENCES,
    SEVEN,
    WINS,
    WIZARD,
)
from scoring.cards import AnyCard, Card
from scoring.questions import card_name
from scoring.suitplay import SuitPlayVariant, only_cards, why_it_wins, why_not_followed
from scoring.text import Text

TWO_BEATS_ACE = Text(
    "{card} verslaat het aas dat aan slag lag: Marshall.",
    "The {card} beats the ace that was winning: Marshall.",
)
ABOVE_THE_TWO = Text(
    "{card} is hoger dan de 2 die het aas versloeg.",
    "The {card} is higher than the 2 that beat the ace.",
)
MEXICAN_ONLY = Text(
    "De omgedraaide kaart, {card}, is de enige troef in de slag.",
    "The card turned up, the {card}, is the only trump in the trick.",
)
MEXICAN_HIGHEST = Text(
    "De omgedraaide kaart, {card}, is hoger dan elke troef in de slag.",
    "The card turned up, the {card}, is higher than any trump in the trick.",
)
MEXICAN_LOSES = Text(
    "De omgedraaide kaart, {card}, haalt de slag niet: er ligt een hogere troef.",
    "The card turned up, the {card}, does not take the trick: a higher trump lies there.",
)
MEXICAN_LATER = Text(
    "De omgedraaide kaart, {card}, kan pas aan het einde van de slag worden ingezet.",
    "The card turned up, the {card}, can only be used at the end of the trick.",
)
MEXICAN_RIGHT_NEEDED = Text(
    "Dit kan alleen als speler {seat} in dit spelletje een Marshall maakte en het eerst “wacht” "
    "zei.",
    "This needs a Marshall by player {seat} in this deal, and that he said “wait” first.",
)
MEXICAN_RIGHT = Text(
    "Speler {seat} mag in de rest van dit spelletje de omgedraaide kaart inzetten.",
    "Player {seat} may use the card turned up in the rest of this deal.",
)
THREE_DUE = Text(
    "{card} kon niet: er lag een heer aan slag, en de 3 van zijn kleur zat in de hand.",
    "The {card} could not be played: a king was winning, and the hand had the 3 of its suit.",
)
LAYS_OPEN = Text(
    "Speler {seat} legt zijn kaarten open tot het einde van het spelletje.",
    "Player {seat} lays his cards open for the rest of the deal.",
)
PASSES_ON = Text(
    "Iedereen geeft een kaart door: speler {seat} aan speler {other}, en zo verder.",
    "Everyone passes a card on: player {seat} to player {other}, and so on.",
)
WRONG_LEAD = Text(
    "Speler {seat} kwam voor zijn beurt uit: {points} strafpunt.",
    "Player {seat} led out of turn: a penalty of {points} point.",
)
TURNS = {
    1: Text("Er wordt nu met de klok mee gespeeld.", "Play now goes clockwise."),
    -1: Text("Er wordt nu tegen de klok in gespeeld.", "Play now goes anticlockwise."),
}
ROW = Text(
    "De kaarten vormen een rij: er volgt nog een rondje. Zijn de handen leeg, dan wint speler "
    "{seat} de hele slag.",
    "The cards form a row: another circuit follows. If the hands are empty, player {seat} wins "
    "the whole trick.",
)
NO_ROW = Text(
    "De kaarten vormen geen rij: de slag is uit.", "The cards form no row: the trick is over."
)
WORTH = Text("De slag telt voor {tricks} slagen.", "The trick counts for {tricks} tricks.")
FIRST_WIZARD = Text(
    "De eerste wizard wint, boven elke troef.", "The first wizard wins, above any trump."
)
ONLY_JOKERS = Text(
    "Er liggen alleen jokers: de eerste wint.", "There are only jokers: the first wins."
)


@dataclass(frozen=True, slots=True)
class FamilyPlay(SuitPlayVariant):
    """The play of one trick under special rules. Satisfies scoring.arbiter.Play.

    `direction` is that of this trick. `turned_up` is the card turned up, None if it is not
    known. `counts_turned_up`: it counts for Continuation (W-23). `mexican_by` is the seat that uses
    it by The Mexican, 0 for none (W-19). `turn` is the seat that was to lead, 0 for the seat that
    led (W-10).
    """

    rules: PlayRules
    direction: Direction = 1
    turned_up: Card | None = None
    counts_turned_up: bool = False
    mexican_by: int = 0
    turn: int = 0

    def seat_of(self, index: int) -> int:
        """Return the seat that plays the card of this index; circuits go on in the same order."""
        order = play.order_of_play(self.usual.leader, self.direction, self.seats)
        return order[index % self.seats]

    def win(self, trick: Sequence[AnyCard]) -> Win:
        """Return the winner with these cards; the card turned up may take the trick (W-19)."""
        laid, turned_up = only_cards(trick), self.turned_up
        if self._may_use_mexican(laid) and turned_up and play.mexican_wins(laid, turned_up):
            is_only = all(card.suit != turned_up.suit for card in laid)
            words = MEXICAN_ONLY if is_only else MEXICAN_HIGHEST
            return Win(
                self.mexican_by, turned_up, Ruling(words.format(card=turned_up.name), (MEXICAN,))
            )
        index = play.trick_winner(laid, self.usual.trump, self.rules)
        return Win(self.seat_of(index), laid[index], self._why(laid, index))

    def _may_use_mexican(self, trick: Sequence[Card]) -> bool:
        """Return whether a player uses the card turned up, and the trick ends here (W-19)."""
        return bool(self.mexican_by) and len(trick) % self.seats == 0 and not self.goes_on(trick)

    def _why(self, trick: Sequence[Card], index: int) -> Ruling:
        """Return the reason why the card of this index wins."""
        card, trump = trick[index], self.usual.trump
        if index in play.marshalls(trick, trump, self.rules):
            return Ruling(TWO_BEATS_ACE.format(card=card.name), (MARSHALL,))
        # Only a Marshall makes the winner differ from that of the usual play (W-18).
        if index != cards.trick_winner(trick, trump):
            return Ruling(ABOVE_THE_TWO.format(card=card.name), (MARSHALL,))
        return Ruling(why_it_wins(trick, index, trump), (WINS,))

    def playable(self, hand: Sequence[AnyCard], trick: Sequence[AnyCard]) -> tuple[AnyCard, ...]:
        """Return the cards of a hand that may be played on a trick."""
        return play.playable(only_cards(hand), only_cards(trick), self.usual.trump, self.rules)

    def why_not(
        self, card: AnyCard, instead: Sequence[AnyCard], trick: Sequence[AnyCard]
    ) -> Ruling:
        """Return the reason why a card could not be played: a suit or a three was due."""
        led, due = only_cards(trick)[0].suit, only_cards(instead)[0].suit
        # Following suit comes first (W-20). So a card that follows, or any card while another suit
        # than the one led was due, can only have broken the rule of King-Three.
        follows = isinstance(card, Card) and card.suit == led
        if follows or due != led:
            return Ruling(THREE_DUE.format(card=card_name(card)), (KING_THREE,))
        return self.usual.why_not(card, instead, trick)

    def goes_on(self, trick: Sequence[AnyCard]) -> bool:
        """Return whether another circuit follows under Continuation (W-23)."""
        counted = self.turned_up if self.counts_turned_up else None
        return play.goes_on(only_cards(trick), self.seats, self.rules, counted)

    def after(self, trick: Sequence[AnyCard], win: Win, *, is_over: bool) -> tuple[Ruling, ...]:
        """Return the consequences of the trick under the special rules, and the next lead."""
        laid = only_cards(trick)
        found = [
            *self._lead_rulings(),
            *self._marshall_rulings(laid, win),
            *self._king_rulings(laid),
        ]
        if is_over:
            found += self.usual.after(trick, win, is_over=is_over)
            found += self._winner_rulings(win)
        return (*found, *self._continuation_rulings(laid, win))

    def _lead_rulings(self) -> Iterator[Ruling]:
        """Yield the penalty for a lead out of turn (W-10)."""
        led = self.usual.leader
        if points := play.lead_points(led, self.turn or led, self.rules):
            yield Ruling(WRONG_LEAD.format(seat=led, points=-points), (SEVEN, OFFENCES))

    def _marshall_rulings(self, trick: Sequence[Card], win: Win) -> Iterator[Ruling]:
        """Yield the rights from a Marshall, and the outcome for the card turned up (W-19)."""
        if self.rules.mexican:
            for index in play.marshalls(trick, self.usual.trump, self.rules):
                yield Ruling(MEXICAN_RIGHT.format(seat=self.seat_of(index)), (MEXICAN,))
        # The page cannot know the earlier tricks, so the right itself is only mentioned.
        if self.mexican_by and self.turned_up:
            if win.card == self.turned_up:
                yield Ruling(MEXICAN_RIGHT_NEEDED.format(seat=self.mexican_by), (MEXICAN,))
            else:
                words = MEXICAN_LOSES if self._may_use_mexican(trick) else MEXICAN_LATER
                yield Ruling(words.format(card=self.turned_up.name), (MEXICAN,))

    def _king_rulings(self, trick: Sequence[Card]) -> Iterator[Ruling]:
        """Yield a ruling for each player that lays the cards open (W-20)."""
        for index in play.kings_laid_open(trick, self.usual.trump, self.rules):
            yield Ruling(LAYS_OPEN.format(seat=self.seat_of(index)), (KING_THREE,))

    def _winner_rulings(self, win: Win) -> Iterator[Ruling]:
        """Yield the consequences of a trick won by a seven or a nine (W-21, W-22)."""
        # The winner is always an ordinary card: wizards are not judged together with these (W-24).
        for card in only_cards([win.card]):
            direction = play.direction_after(self.direction, card, self.rules)
            if direction != self.direction:
                yield Ruling(TURNS[direction], (SEVEN,))
            if play.passes_on(card, self.rules):
                other = play.next_seat(win.seat, self.direction, self.seats)
                yield Ruling(PASSES_ON.format(seat=win.seat, other=other), (NINE,))

    def _continuation_rulings(self, trick: Sequence[Card], win: Win) -> Iterator[Ruling]:
        """Yield whether a complete circuit goes on, and the tricks that it counts for (W-23)."""
        if not self.rules.continuation or len(trick) % self.seats:
            return
        if self.goes_on(trick):
            yield Ruling(ROW.format(seat=win.seat), (CONTINUATION,))
        else:
            yield Ruling(NO_ROW, (CONTINUATION,))
        if (worth := play.tricks_worth(trick, self.seats)) > 1:
            yield Ruling(WORTH.format(tricks=worth), (CONTINUATION,))


@dataclass(frozen=True, slots=True)
class WizardPlay(SuitPlayVariant):
    """The play of one trick with wizards and jokers (W-24). Satisfies scoring.arbiter.Play."""

    def win(self, trick: Sequence[AnyCard]) -> Win:
        """Return the winner with these cards, in order of play."""
        index = wizard.trick_winner(trick, self.usual.trump)
        seat, card = self.seat_of(index), trick[index]
        if not isinstance(card, Card):
            words = FIRST_WIZARD if card == wizard.WIZARD else ONLY_JOKERS
            return Win(seat, card, Ruling(words, (WIZARD,)))
        ordinary = only_cards(trick)
        why = why_it_wins(ordinary, ordinary.index(card), self.usual.trump)
        # The rule of wizards and jokers is cited if any of them lies in the trick.
        rules = (WINS,) if len(ordinary) == len(trick) else (WINS, WIZARD)
        return Win(seat, card, Ruling(why, rules))

    def playable(self, hand: Sequence[AnyCard], trick: Sequence[AnyCard]) -> tuple[AnyCard, ...]:
        """Return the cards of a hand that may be played on a trick."""
        return wizard.playable(hand, trick)

    def why_not(
        self, card: AnyCard, instead: Sequence[AnyCard], trick: Sequence[AnyCard]
    ) -> Ruling:
        """Return the reason why a card could not be played: the suit to follow was in the hand."""
        led = wizard.suit_led(trick)
        assert led, "without a suit to follow every card may be played"
        return Ruling(why_not_followed(card, led, instead), (self.usual.cited.follow, WIZARD))
