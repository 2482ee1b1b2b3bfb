"""The tricks of Boerenbridge: spades in the championship, special rules in the family."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.arbiter import Play
from scoring.boerenbridge.familyplay import FamilyPlay, WizardPlay
from scoring.boerenbridge.play import PlayRules
from scoring.boerenbridge.trickrules import CITED_RULES, WK_BOOK
from scoring.boerenbridge.wizard import WIZARD_DECK
from scoring.cards import DECK, PRINTED, RANKS, AnyCard, Card, Suit
from scoring.layout import YES, Choice, Field
from scoring.problems import Invalid, ProblemList
from scoring.questions import (
    Question,
    QuestionGroup,
    checked,
    seat_choices,
    table_questions,
    trump_chosen,
    trump_question,
)
from scoring.suitplay import SuitPlay
from scoring.text import Text

SPECIAL_LABEL = Text("bijzondere regels", "special rules")
SPECIAL: dict[str, tuple[Text, Text]] = {
    "marshall": (
        Text("Marshall", "Marshall"),
        Text("de 2 verslaat het aas van die kleur", "the 2 beats the ace of its suit"),
    ),
    "mexican": (
        Text("The Mexican", "The Mexican"),
        Text(
            "met Marshall: wie die maakt, mag de omgedraaide kaart inzetten",
            "with Marshall: who makes one may use the card turned up",
        ),
    ),
    "king_three": (
        Text("Koning-Drie", "King-Three"),
        Text(
            "op een heer die aan slag ligt, moet de 3 van die kleur",
            "the 3 of its suit must be played on a king that is winning",
        ),
    ),
    "nine": (
        Text("9-regel", "rule of nine"),
        Text("na winst met een 9 gaat een kaart door", "after a 9 wins, a card is passed on"),
    ),
    "seven": (
        Text("7-regel", "rule of seven"),
        Text("winst met een 7 keert de richting om", "a 7 that wins reverses the direction"),
    ),
    "continuation": (
        Text("Continuatie", "Continuation"),
        Text("bij een rij zonder gat nog een rondje", "after a row without a gap, once more round"),
    ),
    "wizards": (
        Text("wizards en jokers", "wizards and jokers"),
        Text("vier van elk in het spel", "four of each in the pack"),
    ),
}
TURNED_COUNTS_LABEL = Text(
    "de omgedraaide kaart telt mee voor Continuatie", "the card turned up counts for Continuation"
)
DIRECTION_LABEL = Text("speelrichting", "direction of play")
DIRECTIONS = (
    Choice("clockwise", Text("met de klok mee", "clockwise")),
    Choice("anticlockwise", Text("tegen de klok in", "anticlockwise")),
)
TURNED_UP_LABEL = Text("omgedraaide kaart", "card turned up")
TURNED_UP_HELP = Text("van de troefkleur", "of the trump suit")
MEXICAN_BY_LABEL = Text(
    "welke speler zet de omgedraaide kaart in?", "which player uses the card turned up?"
)
NOBODY = Choice("", Text("niemand", "nobody"))
NOT_SAID = Choice("", Text("doet niet mee", "does not count"))
TURN_LABEL = Text("welke speler was aan de beurt om uit te komen?", "whose turn was it to lead?")
TURN_HELP = Text("van belang bij de 7-regel", "matters under the rule of seven")
THE_SAME = Choice("", Text("wie uitkwam", "who led"))
RANK_CHOICES = tuple(Choice(rank, PRINTED.get(rank, Text(rank, rank))) for rank in RANKS)


@dataclass(frozen=True, slots=True)
class BoerenbridgeArbiter:
    """The tricks of one game of the family. Satisfies scoring.arbiter.Arbiter.

    `sizes` are the possible numbers of players, the preferred one first. `trump` is the suit that
    is always trump, None if a card is turned up (W-2). A game with a fixed trump has no special
    rules (WK-1).
    """

    sizes: tuple[int, ...]
    trump: Suit | None

    def groups(self, choices: Mapping[str, str]) -> tuple[QuestionGroup, ...]:
        """Return the questions in groups, with the values chosen so far."""
        table, seats = table_questions(self.sizes, choices)
        if self.trump:
            return (QuestionGroup(table),)
        trump = trump_question(choices)
        return (
            QuestionGroup((*table, trump)),
            QuestionGroup(_special(choices, seats), SPECIAL_LABEL),
        )

    def seats(self, choices: Mapping[str, str]) -> int:
        """Return the number of players at the table."""
        return table_questions(self.sizes, choices)[1]

    def pack(self, choices: Mapping[str, str]) -> Sequence[AnyCard]:
        """Return the cards that can be played: all but the card turned up, if it is known (W-2)."""
        if self.trump:
            return DECK
        turned_up = _turned_up(choices)
        cards = WIZARD_DECK if choices.get("wizards") else DECK
        return tuple(card for card in cards if card != turned_up)

    def play(self, choices: Mapping[str, str]) -> Play:
        """Return the play of a trick; raises Invalid if a choice is wrong or missing."""
        groups = self.groups(choices)
        values, problems = checked(groups)
        trump = self.trump or trump_chosen(values, problems)
        if not self.trump:
            _check_special(values, problems)
        if problems.found:
            raise Invalid(problems.found)
        # A game with one size of table has no question about the players.
        seats, leader = int(values.get("players", self.sizes[0])), int(values["leader"])
        cited = WK_BOOK if self.trump else CITED_RULES
        usual = SuitPlay(seats, leader, trump, cited, self.pack(choices))
        if self.trump:
            return usual
        if values["wizards"]:
            return WizardPlay(usual)
        return FamilyPlay(
            usual,
            _play_rules(values),
            # The direction may already be reversed by an earlier seven of the deal (W-22).
            1 if values["direction"] == "clockwise" else -1,
            _turned_up(values),
            counts_turned_up=bool(values["turned_counts"]),
            mexican_by=int(values["mexican_by"] or 0),
            turn=int(values["turn"] or leader),
        )


def _special(choices: Mapping[str, str], seats: int) -> tuple[Question, ...]:
    """Return the questions about the special rules (W-18 to W-24)."""
    boxes = tuple(Field(path, "yes", label, help=help) for path, (label, help) in SPECIAL.items())
    fields = (
        *boxes,
        Field("turned_counts", "yes", TURNED_COUNTS_LABEL),
        Field(
            "turned_up",
            "choice",
            TURNED_UP_LABEL,
            choices=(NOT_SAID, *RANK_CHOICES),
            help=TURNED_UP_HELP,
        ),
        Field("mexican_by", "choice", MEXICAN_BY_LABEL, choices=(NOBODY, *seat_choices(seats))),
    )
    turn = Field(
        "turn", "choice", TURN_LABEL, choices=(THE_SAME, *seat_choices(seats)), help=TURN_HELP
    )
    fields = (*fields, turn)
    direction = Question(
        Field("direction", "choice", DIRECTION_LABEL, choices=DIRECTIONS),
        choices.get("direction") or "clockwise",
    )
    return (*(Question(field, choices.get(field.path, "")) for field in fields), direction)


def _check_special(values: Mapping[str, str], problems: ProblemList) -> None:
    """Note a missing card turned up, and rules that do not go together (W-19, W-23, W-24)."""
    # Both uses of the card turned up need to know that card.
    needs_card = values["turned_counts"] or values["mexican_by"]
    if values["turned_up"] and values["trump"] == "N":
        problems.add("TURNED_UP_WITHOUT_TRUMP", "turned_up")
    elif needs_card and not values["turned_up"]:
        problems.add("TURNED_UP_MISSING", "turned_up")
    # Wizards and jokers belong to a variant of their own (W-24).
    others = [path for path in SPECIAL if path != "wizards" and values[path]]
    if values["wizards"] and (
        others or needs_card or values["turn"] or values["direction"] != "clockwise"
    ):
        problems.add("WIZARDS_ALONE", "wizards")


def _play_rules(values: Mapping[str, str]) -> PlayRules:
    """Return the special rules in use.

    The Mexican needs Marshall, from which its right comes (W-19). A card turned up that counts
    needs Continuation (W-23).
    """
    mexican = bool(values["mexican"] or values["mexican_by"])
    return PlayRules(
        marshall=values["marshall"] == YES or mexican,
        mexican=mexican,
        king_three=values["king_three"] == YES,
        nine=values["nine"] == YES,
        seven=values["seven"] == YES,
        continuation=values["continuation"] == YES or bool(values["turned_counts"]),
    )


def _turned_up(choices: Mapping[str, str]) -> Card | None:
    """Return the card turned up, a rank of the trump suit; None if it is not known."""
    rank, suit = choices.get("turned_up", ""), choices.get("trump", "")
    return next((card for card in DECK if (card.rank, card.suit) == (rank, suit)), None)
