"""The tricks of kleurenwiezen, with or without trump, as the contract determines (K-1, K-5)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.arbiter import Play, Rule, Ruling
from scoring.cards import DECK, AnyCard, Suit
from scoring.layout import Choice, Field
from scoring.problems import Invalid
from scoring.questions import (
    Question,
    QuestionGroup,
    checked,
    table_questions,
    trump_chosen,
    trump_question,
)
from scoring.suitplay import CitedRules, SuitPlay
from scoring.text import Text
from scoring.whist.contracts import BY_KEY, CONTRACTS, SEATS

SUITS: tuple[Suit, ...] = ("H", "D", "C", "S")  # K-2, high to low
CONTRACT_LABEL = Text("contract", "contract")
CONTRACT_HELP = Text(
    "dan wordt ook gekeken of er troef is", "then it is checked whether there is a trump"
)
ANY_CONTRACT = Choice("", Text("niet gezegd", "not said"))

PLAY = Rule(
    "K-5",
    Text(
        "Wie een kaart van de gevraagde kleur heeft, moet die kleur spelen; anders mag elke kaart, "
        "kopen hoeft niet. De hoogste troef wint de slag, zonder troef de hoogste kaart van de "
        "gevraagde kleur. De winnaar komt uit in de volgende slag.",
        "A player with a card of the suit led must play that suit; without one any card may be "
        "played, and nobody has to trump. The highest trump wins the trick, without a trump the "
        "highest card of the suit led. The winner leads to the next trick.",
    ),
)
TRUMP = Rule(
    "K-1",
    Text(
        "Bij samen, solo, abondance en troel is er troef, bij soloslim naar keuze, bij miserie en "
        "piccolo niet.",
        "Together, solo, abundance and troel have a trump, solo slam as the declarer likes, misère "
        "and piccolo none.",
    ),
)
NO_PENALTY = Rule(
    "K-6",
    Text(
        "De bron noemt geen straf voor verzaken. De scheidsrechter beslist.",
        "The source names no penalty for a revoke. The referee decides.",
    ),
)
CITED_RULES = CitedRules(
    wins=PLAY,
    follow=PLAY,
    lead=PLAY,
    trump=(TRUMP,),
    penalty=Ruling(
        Text("Wat dit kost, beslist de scheidsrechter.", "The referee decides what this costs."),
        (NO_PENALTY,),
    ),
)


@dataclass(frozen=True, slots=True)
class WhistArbiter:
    """The tricks of kleurenwiezen. Satisfies scoring.arbiter.Arbiter."""

    def groups(self, choices: Mapping[str, str]) -> tuple[QuestionGroup, ...]:
        """Return the questions in groups, with the values chosen so far."""
        table, _seats = table_questions((SEATS,), choices)
        contracts = tuple(Choice(each.key, each.name) for each in CONTRACTS)
        contract = Question(
            Field(
                "contract",
                "choice",
                CONTRACT_LABEL,
                choices=(ANY_CONTRACT, *contracts),
                help=CONTRACT_HELP,
            ),
            choices.get("contract", ""),
        )
        return (QuestionGroup((*table, contract, trump_question(choices, suits=SUITS))),)

    def seats(self, choices: Mapping[str, str]) -> int:
        """Return the number of players at the table."""
        return SEATS

    def pack(self, choices: Mapping[str, str]) -> Sequence[AnyCard]:
        """Return the 52 cards."""
        return DECK

    def play(self, choices: Mapping[str, str]) -> Play:
        """Return the play of a trick.

        A contract without trump answers the question about the trump by itself. Raises Invalid if a
        choice is wrong or missing, or if the trump does not go with the contract (K-1).
        """
        values, problems = checked(self.groups(choices))
        contract = BY_KEY.get(values["contract"])
        if contract and contract.trump == "none" and not values["trump"]:
            values["trump"] = "N"
        trump = trump_chosen(values, problems)
        if contract and contract.trump == "none" and trump:
            problems.add("TRUMP_NOT_IN_CONTRACT", "trump", contract=contract.name)
        if contract and contract.trump == "trump" and values["trump"] == "N":
            problems.add("TRUMP_OF_CONTRACT", "trump", contract=contract.name)
        if problems.found:
            raise Invalid(problems.found)
        return SuitPlay(SEATS, int(values["leader"]), trump, CITED_RULES)
