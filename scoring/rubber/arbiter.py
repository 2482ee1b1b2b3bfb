"""The tricks of rubber bridge: the strain is trump, and the declarer plays the dummy's cards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.arbiter import Play, Rule, Ruling, Win
from scoring.cards import DECK, SUITS, AnyCard, Suit
from scoring.layout import Choice, Field
from scoring.pairs import TABLE, opposite
from scoring.problems import Invalid
from scoring.questions import (
    Question,
    QuestionGroup,
    checked,
    seat_choices,
    table_questions,
    trump_chosen,
    trump_question,
)
from scoring.rubber.contracts import STRAINS, Contract
from scoring.rubber.play import player_of
from scoring.suitplay import CitedRules, SuitPlay, SuitPlayVariant
from scoring.text import Text

# The suits from low to high, as they are bid (B-1).
SUITS_OF_STRAINS: tuple[Suit, ...] = tuple(
    suit for strain in STRAINS for suit in SUITS if suit == strain
)
NO_TRUMP = Text("SA, geen troef", "NT, no trump")
DECLARER_LABEL = Text("welke speler is de leider?", "which player is declarer?")
DECLARER_HELP = Text("alleen nodig om de dummy te kennen", "only needed to know the dummy")
UNKNOWN = Choice("", Text("niet gezegd", "not said"))
FOR_THE_PAIR = Text(
    "De slag is voor spelers {one} en {other}.", "The trick goes to players {one} and {other}."
)
DUMMY_WINS = Text(
    "Speler {seat} is de dummy: speler {declarer} speelt ook die kaarten.",
    "Player {seat} is the dummy: player {declarer} plays those cards as well.",
)

PLAY = Rule(
    "B-10",
    Text(
        "Wie een kaart van de gevraagde kleur heeft, moet die kleur spelen; anders mag elke kaart. "
        "De hoogste troef wint de slag, zonder troef de hoogste kaart van de gevraagde kleur. De "
        "winnaar komt uit in de volgende slag.",
        "A player with a card of the suit led must play that suit; without one any card may be "
        "played. The highest trump wins the trick, without a trump the highest card of the suit "
        "led. The winner leads to the next trick.",
    ),
)
DUMMY = Rule(
    "B-11",
    Text(
        "De leider speelt ook de kaarten van de dummy. Wint de dummy, dan komt de dummy uit.",
        "The declarer plays the cards of the dummy as well. If the dummy wins, the dummy leads.",
    ),
)
NO_PENALTY = Rule(
    "B-12",
    Text(
        "De bronnen noemen geen straf voor verzaken. De wedstrijdleider beslist.",
        "The sources name no penalty for a revoke. The director decides.",
    ),
)
CITED_RULES = CitedRules(
    wins=PLAY,
    follow=PLAY,
    lead=PLAY,
    penalty=Ruling(
        Text("Wat dit kost, beslist de wedstrijdleider.", "The director decides what this costs."),
        (NO_PENALTY,),
    ),
)


@dataclass(frozen=True, slots=True)
class RubberArbiter:
    """The tricks of rubber bridge. Satisfies scoring.arbiter.Arbiter."""

    def groups(self, choices: Mapping[str, str]) -> tuple[QuestionGroup, ...]:
        """Return the questions in groups, with the values chosen so far."""
        table, seats = table_questions((TABLE,), choices)
        trump = trump_question(choices, NO_TRUMP, SUITS_OF_STRAINS)
        declarer = Question(
            Field(
                "declarer",
                "choice",
                DECLARER_LABEL,
                choices=(UNKNOWN, *seat_choices(seats)),
                help=DECLARER_HELP,
            ),
            choices.get("declarer", ""),
        )
        return (QuestionGroup((*table, trump, declarer)),)

    def seats(self, choices: Mapping[str, str]) -> int:
        """Return the number of players at the table."""
        return TABLE

    def pack(self, choices: Mapping[str, str]) -> Sequence[AnyCard]:
        """Return the 52 cards."""
        return DECK

    def play(self, choices: Mapping[str, str]) -> Play:
        """Return the play of a trick; raises Invalid if a choice is wrong or missing."""
        values, problems = checked(self.groups(choices))
        trump = trump_chosen(values, problems)
        if problems.found:
            raise Invalid(problems.found)
        usual = SuitPlay(TABLE, int(values["leader"]), trump, CITED_RULES)
        return RubberPlay(usual, int(values["declarer"] or 0))


@dataclass(frozen=True, slots=True)
class RubberPlay(SuitPlayVariant):
    """The play of one trick of rubber bridge. Satisfies scoring.arbiter.Play.

    `declarer` is a seat, 0 if it was not chosen. The dummy takes its turn like any other seat.
    """

    declarer: int = 0

    @property
    def contract(self) -> Contract:
        """A contract with this declarer and trump; its level does not matter to a trick."""
        return Contract(self.declarer or 1, 1, self.usual.trump or "NT")

    def after(self, trick: Sequence[AnyCard], win: Win, *, is_over: bool) -> tuple[Ruling, ...]:
        """Return the pair that wins, the next lead, and the player of the dummy's cards."""
        if not is_over:
            return ()
        one, other = sorted((win.seat, opposite(win.seat)))
        pair = Ruling(FOR_THE_PAIR.format(one=one, other=other), ())
        found = (pair, *self.usual.after(trick, win, is_over=is_over))
        if not self.declarer or player_of(self.contract, win.seat) == win.seat:
            return found
        words = DUMMY_WINS.format(seat=win.seat, declarer=self.declarer)
        return (*found, Ruling(words, (DUMMY,)))
