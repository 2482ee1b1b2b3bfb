"""Rulings about one trick on the table: its winner, and the cards that could not be played.

Each game has an `Arbiter`, which asks its questions and plays its tricks. `judge` gives the verdict
for every game. Nothing is stored, and no form is needed.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from scoring.cards import AnyCard
from scoring.problems import Invalid, ProblemList
from scoring.questions import PLAY_MESSAGES, SEAT, QuestionGroup, card_text
from scoring.text import Text


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the rule book: its number in docs/rules.md, and its content in short."""

    number: str
    words: Text


@dataclass(frozen=True, slots=True)
class Ruling:
    """One sentence about a trick, and the rules from which it follows.

    `is_void` says that the trick does not count by it.
    """

    text: Text
    rules: tuple[Rule, ...]
    is_void: bool = False


@dataclass(frozen=True, slots=True)
class TableTrick:
    """A trick as it lies on the table.

    `choices` are the values of the questions, by path. `cards` are the codes of the cards in order
    of play, such as "KS". `hands` are the codes of the cards that a seat still holds, by seat, as
    far as they are known.
    """

    choices: Mapping[str, str]
    cards: tuple[str, ...] = ()
    hands: Mapping[int, tuple[str, ...]] | None = None


@dataclass(frozen=True, slots=True)
class Win:
    """The winning seat and card of a trick so far, and the reason."""

    seat: int
    card: AnyCard
    why: Ruling


@dataclass(frozen=True, slots=True)
class IllegalCard:
    """A card that could not be played: its index in the trick, its seat, and the reason.

    `instead` are the cards that the player could have played.
    """

    index: int
    seat: int
    card: AnyCard
    why: Ruling
    instead: tuple[AnyCard, ...]

    @property
    def player(self) -> Text:
        """The player in words, by the number of the seat."""
        return SEAT.format(seat=self.seat)


class Play(Protocol):
    """The play of one trick of a game, once every question is answered.

    Seats are counted clockwise from 1, cards of the trick from 0 in order of play.
    """

    @property
    def seats(self) -> int:
        """The number of players at the table."""

    @property
    def pack(self) -> Sequence[AnyCard]:
        """The cards that may be in a hand, each as often as the pack has it."""

    def seat_of(self, index: int) -> int:
        """Return the seat that plays the card of this index, from 0."""

    def win(self, trick: Sequence[AnyCard]) -> Win:
        """Return the winner with these cards, in order of play; there is at least one."""

    def playable(self, hand: Sequence[AnyCard], trick: Sequence[AnyCard]) -> tuple[AnyCard, ...]:
        """Return the cards of a hand that may be played after the cards of a trick so far."""

    def why_not(
        self, card: AnyCard, instead: Sequence[AnyCard], trick: Sequence[AnyCard]
    ) -> Ruling:
        """Return the reason why a card could not be played: one of `instead` was due."""

    def goes_on(self, trick: Sequence[AnyCard]) -> bool:
        """Return whether another circuit follows the complete circuits of a trick (W-23)."""

    def after(self, trick: Sequence[AnyCard], win: Win, *, is_over: bool) -> tuple[Ruling, ...]:
        """Return the consequences of a trick besides its winner, such as the next lead."""

    @property
    def penalty(self) -> Ruling:
        """The consequence of a card that could not be played."""


class Arbiter(Protocol):
    """The questions about a trick of a game, and the play that follows from the answers.

    `choices` are the answers as a page sent them, by the path of the question.
    """

    def groups(self, choices: Mapping[str, str]) -> tuple[QuestionGroup, ...]:
        """Return the questions in groups, with the values chosen so far. Raises nothing."""

    def seats(self, choices: Mapping[str, str]) -> int:
        """Return the number of players at the table. Raises nothing."""

    def pack(self, choices: Mapping[str, str]) -> Sequence[AnyCard]:
        """Return the cards that can be played, each as often as the pack has it. Raises nothing."""

    def play(self, choices: Mapping[str, str]) -> Play:
        """Return the play of a trick; raises Invalid if a choice is wrong or missing."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer about a trick.

    `headline` is the answer in one sentence, and `win` the winner; both are None without any card.
    `seats` has the seat of each card. `upcoming` are the seats that still play to this circuit, in
    order; none when the trick is over. `illegal` are the cards that could not be played, `penalty`
    is their consequence. `after` are the other consequences of the trick. If the trick `is_void`
    by the penalty, `headline` names the first card that could not be played, and nothing follows.
    """

    headline: Text | None
    win: Win | None
    seats: tuple[int, ...]
    upcoming: tuple[int, ...]
    illegal: tuple[IllegalCard, ...] = ()
    penalty: Ruling | None = None
    after: tuple[Ruling, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether the trick has all its cards."""
        return not self.upcoming

    @property
    def is_void(self) -> bool:
        """Whether the trick does not count, so that nobody wins it."""
        return self.penalty is not None and self.penalty.is_void

    @property
    def illegal_rules(self) -> tuple[Rule, ...]:
        """The rules about the cards that could not be played, each once."""
        penalty = [self.penalty] if self.penalty else []
        return _each_once([*(each.why for each in self.illegal), *penalty])

    @property
    def further_rules(self) -> tuple[Rule, ...]:
        """The rules of `after` that the winner and the illegal cards do not cite already."""
        cited = {*(self.win.why.rules if self.win else ()), *self.illegal_rules}
        return tuple(rule for rule in _each_once(self.after) if rule not in cited)


def _each_once(rulings: Iterable[Ruling]) -> tuple[Rule, ...]:
    """Return the rules of rulings in the order of their first citation."""
    return tuple({rule: None for ruling in rulings for rule in ruling.rules})


def judge(arbiter: Arbiter, laid: TableTrick) -> Verdict:
    """Return the answer about a trick as it was laid; it may be incomplete.

    Raises Invalid with every problem: a choice that is wrong or missing, or a card that is unknown,
    more often there than in the pack, or one too many for the trick.
    """
    play = arbiter.play(laid.choices)
    trick, hands = _read_cards(play, laid)
    seats = tuple(play.seat_of(index) for index in range(len(trick)))
    if not trick:
        return Verdict(None, None, seats, _upcoming(play, 0))
    # Under Continuation a complete circuit need not be the end of the trick (W-23).
    goes_on = len(trick) % play.seats == 0 and play.goes_on(trick)
    is_over = len(trick) % play.seats == 0 and not goes_on
    win = play.win(trick)
    illegal = _illegal_cards(play, trick, seats, hands)
    is_void = bool(illegal) and play.penalty.is_void
    return Verdict(
        _void(illegal[0]) if is_void else _headline(win, is_over=is_over, goes_on=goes_on),
        win,
        seats,
        () if is_over else _upcoming(play, len(trick)),
        illegal,
        play.penalty if illegal else None,
        () if is_void else play.after(trick, win, is_over=is_over),
    )


def _upcoming(play: Play, laid: int) -> tuple[int, ...]:
    """Return the seats that still play to the circuit after so many cards."""
    end = (laid // play.seats + 1) * play.seats
    return tuple(play.seat_of(index) for index in range(laid, end))


def _read_cards(
    play: Play, laid: TableTrick
) -> tuple[tuple[AnyCard, ...], dict[int, tuple[AnyCard, ...]]]:
    """Return the cards of the trick, and those of each hand; raises Invalid."""
    problems = ProblemList(PLAY_MESSAGES)
    known = {str(card): card for card in play.pack}
    left = Counter(play.pack)

    def read(path: str, codes: Iterable[str]) -> tuple[AnyCard, ...]:
        found = []
        for code in codes:
            if code not in known:
                # The code comes from an address, so it may be of any length.
                problems.add("CARD_UNKNOWN", path, card=code[:10])
                continue
            card = known[code]
            # A pack may have a card several times: four wizards, four jokers (W-24).
            left[card] -= 1
            if left[card] < 0:
                problems.add("CARD_TWICE", path, card=card_text(card))
            found.append(card)
        return tuple(found)

    trick = read("cards", laid.cards)
    hands = {seat: read(f"hands.{seat}", codes) for seat, codes in (laid.hands or {}).items()}
    circuits = range(play.seats, len(trick), play.seats)
    # Whether a trick is full depends on its cards, so it is asked only if all of them are known.
    if not problems.found:
        full = next((count for count in circuits if not play.goes_on(trick[:count])), None)
        if full:
            problems.add("TRICK_FULL", "cards", cards=full)
    if problems.found:
        raise Invalid(problems.found)
    return trick, hands


def _illegal_cards(
    play: Play,
    trick: tuple[AnyCard, ...],
    seats: tuple[int, ...],
    hands: Mapping[int, tuple[AnyCard, ...]],
) -> tuple[IllegalCard, ...]:
    """Return the cards that could not be played, by the hand of their player at that moment (W-16).

    That hand is the card itself, the player's later cards in the same trick, and the cards that the
    player is known to hold still.
    """
    found = []
    for index, (card, seat) in enumerate(zip(trick, seats, strict=True)):
        later = (trick[i] for i in range(index, len(trick)) if seats[i] == seat)
        held = (*later, *hands.get(seat, ()))
        instead = play.playable(held, trick[:index])
        if card not in instead:
            why = play.why_not(card, instead, trick[:index])
            found.append(IllegalCard(index, seat, card, why, instead))
    return tuple(found)


def _void(card: IllegalCard) -> Text:
    """Return the answer in one sentence about a trick that does not count."""
    words = Text("{card} van speler {seat} kon niet", "Player {seat} could not play {card}")
    return words.format(seat=card.seat, card=card_text(card.card))


def _headline(win: Win, *, is_over: bool, goes_on: bool) -> Text:
    """Return the answer in one sentence: the winner, or the player that is winning so far."""
    if is_over:
        words = Text("Speler {seat} wint met {card}", "Player {seat} wins with {card}")
    elif goes_on:
        words = Text(
            "De slag gaat door; speler {seat} ligt aan slag met {card}",
            "The trick goes on; player {seat} is winning with {card}",
        )
    else:
        words = Text(
            "Speler {seat} ligt aan slag met {card}", "Player {seat} is winning with {card}"
        )
    return words.format(seat=win.seat, card=card_text(win.card))
