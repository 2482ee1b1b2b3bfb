"""The questions before a trick can be judged, and its cards as people see them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring.cards import SIGNS, SUIT_WORDS, SUITS, AnyCard, Card, Suit
from scoring.layout import YES, Choice, Field
from scoring.problems import COMMON_MESSAGES, ProblemList
from scoring.text import Text

TITLE = Text("Wie wint de slag?", "Who wins the trick?")
SEAT = Text("speler {seat}", "player {seat}")
PLAYERS_LABEL = Text("spelers aan tafel", "players at the table")
LEADER_LABEL = Text("welke speler komt uit?", "which player leads?")
LEADER_HELP = Text("spelers zijn geteld met de klok mee", "players are counted clockwise")
TRUMP_LABEL = Text("troef", "trump")
NO_TRUMP = Text("geen troef", "no trump")
SUIT_NAMES: dict[Suit, Text] = {
    suit: Text(f"{SIGNS[suit]} {name.nl}", f"{SIGNS[suit]} {name.en}")
    for suit, name in SUIT_WORDS.items()
}

PLAY_MESSAGES: dict[str, Text] = COMMON_MESSAGES | {
    "CHOICE_UNKNOWN": Text("Kies een van de mogelijkheden.", "Choose one of the possibilities."),
    "CARD_UNKNOWN": Text(
        "“{card}” is geen kaart van dit spel.", "“{card}” is not a card of this game."
    ),
    "CARD_TWICE": Text(
        "{card} staat er te vaak: elke kaart is er maar één keer.",
        "{card} is there too often: there is only one of each card.",
    ),
    "TRICK_FULL": Text(
        "De slag is al compleet: er liggen {cards} kaarten.",
        "The trick is complete already: {cards} cards lie on the table.",
    ),
    "TRUMP_MISSING": Text("Kies eerst de troef.", "Choose the trump first."),
    "TRUMP_NOT_IN_CONTRACT": Text(
        "Bij {contract} is er geen troef.", "There is no trump in {contract}."
    ),
    "TRUMP_OF_CONTRACT": Text(
        "Bij {contract} is er altijd een troef: kies die.",
        "There always is a trump in {contract}: choose it.",
    ),
    "TURNED_UP_MISSING": Text(
        "Kies ook welke kaart is omgedraaid: die doet hier mee.",
        "Choose the card turned up as well: it counts here.",
    ),
    "TURNED_UP_WITHOUT_TRUMP": Text(
        "Zonder troef ligt er geen omgedraaide kaart.",
        "Without trump there is no card turned up.",
    ),
    "WIZARDS_ALONE": Text(
        "Wizards en jokers gaan hier niet samen met andere bijzondere regels.",
        "Wizards and jokers do not go together with other special rules here.",
    ),
}


@dataclass(frozen=True, slots=True)
class Question:
    """A choice to be made before a trick can be judged: its field, and the value chosen so far."""

    field: Field
    value: str


@dataclass(frozen=True, slots=True)
class QuestionGroup:
    """Questions that belong together; `label` is None for those that always matter."""

    questions: tuple[Question, ...]
    label: Text | None = None


@dataclass(frozen=True, slots=True)
class Face:
    """A card as people see it: its code, the sign of its suit, the print on it, and its name."""

    code: str
    sign: str
    printed: Text
    name: Text
    is_red: bool


# The cards of W-24, by their codes in scoring.cards.
SPECIAL_NAMES = {"W": Text("wizard", "wizard"), "J": Text("joker", "joker")}


def face(card: AnyCard) -> Face:
    """Return a card as people see it."""
    if isinstance(card, Card):
        return Face(str(card), SIGNS[card.suit], card.printed, card.name, card.suit in "HD")
    # A wizard or joker has no suit to show, and no colour.
    name = card_name(card)
    return Face(card, "", name, name, False)


def card_text(card: AnyCard) -> Text:
    """Return a card as a sentence names it: "♠ H", "wizard"."""
    return card.text if isinstance(card, Card) else SPECIAL_NAMES[card]


def card_name(card: AnyCard) -> Text:
    """Return a card in words: "schoppen heer", "wizard"."""
    return card.name if isinstance(card, Card) else SPECIAL_NAMES[card]


def seat_choices(seats: int) -> tuple[Choice, ...]:
    """Return the seats of a table as choices: their numbers."""
    return tuple(Choice(str(seat), Text(str(seat), str(seat))) for seat in range(1, seats + 1))


def table_questions(
    sizes: Sequence[int], choices: Mapping[str, str]
) -> tuple[tuple[Question, ...], int]:
    """Return the questions about the table, and the number of its players.

    `sizes` are the possible numbers of players, the preferred one first. With a single size nothing
    is asked about it. A wrong number of players counts as the preferred one here; `checked` reports
    it.
    """
    value = choices.get("players") or str(sizes[0])
    seats = next((size for size in sizes if str(size) == value), sizes[0])
    leader = choices.get("leader") or "1"
    lead = Question(
        Field("leader", "choice", LEADER_LABEL, choices=seat_choices(seats), help=LEADER_HELP),
        leader,
    )
    if len(sizes) == 1:
        return (lead,), seats
    numbers = tuple(Choice(str(size), Text(str(size), str(size))) for size in sorted(sizes))
    players = Question(Field("players", "choice", PLAYERS_LABEL, choices=numbers), value)
    return (players, lead), seats


def checked(groups: Iterable[QuestionGroup]) -> tuple[dict[str, str], ProblemList]:
    """Return the chosen values by path, and a problem for each value that is no possible choice.

    A question that was not answered has the value "" and no problem here.
    """
    problems = ProblemList(PLAY_MESSAGES)
    values = {}
    for question in (question for group in groups for question in group.questions):
        field, value = question.field, question.value
        possible = [YES] if field.kind == "yes" else [each.value for each in field.choices]
        if value and value not in possible:
            problems.add("CHOICE_UNKNOWN", field.path)
        values[field.path] = value
    return values, problems


def trump_question(
    choices: Mapping[str, str], no_trump: Text = NO_TRUMP, suits: Sequence[Suit] = SUITS
) -> Question:
    """Return the question about the trump suit; "N" stands for a deal without trump.

    `suits` are in the order in which the page offers them.
    """
    named = [Choice(suit, SUIT_NAMES[suit]) for suit in suits]
    field = Field("trump", "choice", TRUMP_LABEL, choices=(*named, Choice("N", no_trump)))
    return Question(field, choices.get("trump", ""))


def trump_chosen(values: Mapping[str, str], problems: ProblemList) -> Suit | None:
    """Return the suit chosen as trump, None for no trump; add TRUMP_MISSING without an answer."""
    if not values["trump"]:
        problems.add("TRUMP_MISSING", "trump")
    return next((suit for suit in SUITS if suit == values["trump"]), None)
