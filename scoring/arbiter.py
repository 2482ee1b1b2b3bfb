"""Who wins a trick: what is asked about one trick on the table, and what is answered.

Each game has an `Arbiter`, which knows how its tricks are played. `judge` answers for any of them.
Nothing is stored, and no form is needed.
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
    """A rule of the rule book: its number in docs/rules.md, and what it says, in short."""

    number: str
    words: Text


@dataclass(frozen=True, slots=True)
class Ruling:
    """One sentence about a trick, and the rules that it follows from."""

    text: Text
    rules: tuple[Rule, ...]


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
    """Who is winning: the seat, the card, and why."""

    seat: int
    card: AnyCard
    why: Ruling


@dataclass(frozen=True, slots=True)
class IllegalCard:
    """A card that could not be played: its index in the trick, its seat, and why.

    `instead` are the cards that the player could have played.
    """

    index: int
    seat: int
    card: AnyCard
    why: Ruling
    instead: tuple[AnyCard, ...]

    @property
    def who(self) -> Text:
        """The player, by his seat."""
        return SEAT.format(seat=self.seat)


class Play(Protocol):
    """The play of one trick of a game, once every choice is made."""

    @property
    def seats(self) -> int:
        """The number of players at the table."""

    @property
    def pack(self) -> Sequence[AnyCard]:
        """The cards that may be in a hand, each as often as the pack has it."""

    def seat_of(self, index: int) -> int:
        """Return the seat that plays the card of this index, from 0."""

    def win(self, trick: Sequence[AnyCard]) -> Win:
        """Return who wins with these cards, in order of play; there is at least one."""

    def playable(self, hand: Sequence[AnyCard], trick: Sequence[AnyCard]) -> tuple[AnyCard, ...]:
        """Return the cards of a hand that may be played on a trick."""

    def why_not(
        self, card: AnyCard, instead: Sequence[AnyCard], trick: Sequence[AnyCard]
    ) -> Ruling:
        """Return why a card could not be played on a trick: one of `instead` was due."""

    def goes_on(self, trick: Sequence[AnyCard]) -> bool:
        """Return whether a complete circuit is followed by another one."""

    def after(self, trick: Sequence[AnyCard], win: Win, *, is_over: bool) -> tuple[Ruling, ...]:
        """Return what follows from the trick besides its winner, such as the next lead."""

    @property
    def penalty(self) -> Ruling:
        """What follows from a card that could not be played."""


class Arbiter(Protocol):
    """How the tricks of a game are played."""

    def groups(self, choices: Mapping[str, str]) -> tuple[QuestionGroup, ...]:
        """Return what is asked, with the values chosen so far. Raises nothing."""

    def seats(self, choices: Mapping[str, str]) -> int:
        """Return the number of players at the table. Raises nothing."""

    def pack(self, choices: Mapping[str, str]) -> Sequence[AnyCard]:
        """Return the cards that can be laid, each as often as the pack has it. Raises nothing."""

    def play(self, choices: Mapping[str, str]) -> Play:
        """Return the play of a trick; raises Invalid where a choice is wrong or missing."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer about a trick.

    `headline` is the answer in one sentence, None without any card. `seats` has the seat of each
    card. `upcoming` are the seats that still play to this circuit, in order; none when the trick is
    over. `broken` are the cards that could not be played, and `penalty` what follows from them.
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
        """Whether no further card belongs to the trick."""
        return not self.upcoming

    @property
    def illegal_rules(self) -> tuple[Rule, ...]:
        """The rules about the cards that could not be played, each once."""
        penalty = [self.penalty] if self.penalty else []
        return _each_once([*(each.why for each in self.illegal), *penalty])

    @property
    def further_rules(self) -> tuple[Rule, ...]:
        """The rules of `after` that are not among those of the winner and the broken cards."""
        told = {*(self.win.why.rules if self.win else ()), *self.illegal_rules}
        return tuple(rule for rule in _each_once(self.after) if rule not in told)


def _each_once(rulings: Iterable[Ruling]) -> tuple[Rule, ...]:
    return tuple({rule: None for ruling in rulings for rule in ruling.rules})


def judge(arbiter: Arbiter, laid: TableTrick) -> Verdict:
    """Return the answer about a trick.

    Raises Invalid with every problem: a choice that is wrong or missing, or a card that is unknown,
    there twice, or one too many.
    """
    play = arbiter.play(laid.choices)
    trick, hands = _read_cards(play, laid)
    seats = tuple(play.seat_of(index) for index in range(len(trick)))
    if not trick:
        return Verdict(None, None, seats, _upcoming(play, 0))
    goes_on = len(trick) % play.seats == 0 and play.goes_on(trick)
    is_over = len(trick) % play.seats == 0 and not goes_on
    win = play.win(trick)
    illegal = _illegal_cards(play, trick, seats, hands)
    return Verdict(
        _headline(win, is_over=is_over, goes_on=goes_on),
        win,
        seats,
        () if is_over else _upcoming(play, len(trick)),
        illegal,
        play.penalty if illegal else None,
        play.after(trick, win, is_over=is_over),
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
                problems.add("CARD_UNKNOWN", path, card=code[:10])
                continue
            card = known[code]
            left[card] -= 1
            if left[card] < 0:
                problems.add("CARD_TWICE", path, card=card_text(card))
            found.append(card)
        return tuple(found)

    trick = read("cards", laid.cards)
    hands = {seat: read(f"hands.{seat}", codes) for seat, codes in (laid.hands or {}).items()}
    circuits = range(play.seats, len(trick), play.seats)
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
    """Return the cards that could not be played.

    When a card was played its player held that card, what he played later to the same trick, and
    what he is known to hold still.
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


def _headline(win: Win, *, is_over: bool, goes_on: bool) -> Text:
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
