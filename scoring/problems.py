"""Problems of a form: a stable code, a place on the form, and words for people."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Self

from scoring.cells import is_integer
from scoring.text import Text


@dataclass(frozen=True, slots=True)
class Place:
    """A place on a form: a deal and a seat, both from 1; 0 for no deal or no seat in particular."""

    deal: int = 0
    seat: int = 0

    def __str__(self) -> str:
        """Return the place as programs read it: "deal 7 seat 3", or "" for the whole form."""
        return self.text.en.replace(",", "")

    @property
    def text(self) -> Text:
        """The place in words for people."""
        parts = []
        if self.deal:
            parts.append(Text("spelletje {n}", "deal {n}").format(n=self.deal))
        if self.seat:
            parts.append(Text("plaats {n}", "seat {n}").format(n=self.seat))
        return Text(", ".join(p.nl for p in parts), ", ".join(p.en for p in parts))


WHOLE_FORM = Place()


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing on a form that is wrong, missing or unlikely, with its `text` for people.

    `path` names the cell, as the form's layout does ("deals.6.bids.2"), or the row ("deals.6").
    """

    code: str
    place: Place
    path: str
    text: Text

    @property
    def is_missing(self) -> bool:
        """Whether a value still has to be written, rather than corrected."""
        return self.code.endswith("_MISSING")

    @property
    def is_unlikely(self) -> bool:
        """Whether the value is possible, and only has to be compared with the paper."""
        return self.code.startswith("UNLIKELY_")

    @property
    def identity(self) -> tuple[str, str, str]:
        """What makes this the same problem of the same form: its code, its path and its words."""
        return self.code, self.path, self.text.nl


class Invalid(ValueError):
    """The refusal of a form or of a set of options, with every problem found."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(f"{p.place}: {p.code}" for p in self.problems))


class ProblemList:
    """The problems found so far in one reading; `messages` has the words for each code."""

    def __init__(self, messages: Mapping[str, Text]) -> None:
        self.messages = messages
        self.found: list[Problem] = []

    def add(
        self, code: str, path: str = "", *, deal: int = 0, seat: int = 0, **values: object
    ) -> Self:
        """Add the problem `code` at the cell `path`; `values` fill the names in its message."""
        text = self.messages[code].format(**values)
        self.found.append(Problem(code, Place(deal, seat), path, text))
        return self


# Codes that every game shares. Each game has its own beside its rules; registry.MESSAGES has all.
COMMON_MESSAGES: dict[str, Text] = {
    "CELL_UNREADABLE": Text("Dit kan niet bewaard worden: {why}", "This cannot be kept: {why}"),
    "NOT_AN_OBJECT": Text(
        "Hier hoort een object te staan, tussen accolades.",
        "An object is expected here, between braces.",
    ),
    "NOT_A_LIST": Text(
        "Hier hoort een lijst te staan, tussen blokhaken.",
        "A list is expected here, between brackets.",
    ),
    "NOT_A_TEXT": Text("Hier hoort een tekst te staan.", "A text is expected here."),
    "TEXT_TOO_LONG": Text(
        "De tekst is langer dan {longest} tekens.", "The text is longer than {longest} characters."
    ),
    "UNKNOWN_KEY": Text("Onbekend gegeven: “{key}”.", "Unknown key: “{key}”."),
    "UNKNOWN_OPTION": Text(
        "Dit spel kent de instelling “{key}” niet.", "This game has no option “{key}”."
    ),
    "OPTION_INVALID": Text(
        "“{value}” kan hier niet: {expected}.", "“{value}” is not possible here: {expected}."
    ),
    "TOTALS_NOT_AS_SEATED": Text(
        "Er staan {found} totalen voor {seats} spelers.",
        "There are {found} totals for {seats} players.",
    ),
    "TOTALS_WITH_DEALS": Text(
        "Een formulier heeft spelletjes of alleen totalen, niet allebei.",
        "A form has deals or only totals, not both.",
    ),
    "TOTAL_MISSING": Text("Het totaal ontbreekt.", "The total is missing."),
    "TOTAL_NOT_INTEGER": Text(
        "“{value}” is geen totaal: het is een heel getal.",
        "“{value}” is not a total: that is a whole number.",
    ),
    "WRITTEN_TOTAL_DIFFERS": Text(
        "Op papier staat {written}, de spelletjes geven {computed}.",
        "The paper says {written}, the deals come to {computed}.",
    ),
    "UNLIKELY_FAR": Text(
        "{points} punten is ongewoon: gemiddeld is het hier {mean}, en bijna iedereen heeft"
        " {low} tot {high}.",
        "{points} points is unusual: the average here is {mean}, and nearly everybody has"
        " {low} to {high}.",
    ),
    "TABLE_SIZE": Text(
        "Aan deze tafel zitten {seats} spelers; dit spel is voor {sizes}.",
        "This table has {seats} players; the game is for {sizes}.",
    ),
    "PLAYER_TWICE": Text("Speler {number} staat er twee keer.", "Player {number} is there twice."),
    "UNKNOWN_PLAYER": Text("Er is geen speler {number}.", "There is no player {number}."),
    "PLAYERS_NOT_AS_SEATED": Text(
        "De spelers op het formulier zijn niet die van deze tafel.",
        "The players on the form are not those of this table.",
    ),
}

# The shared codes, and those of every game in which tricks are counted.
TRICK_MESSAGES: dict[str, Text] = COMMON_MESSAGES | {
    "DEAL_MISSING": Text("Dit spelletje is nog leeg.", "This deal is still empty."),
    "TRICKS_MISSING": Text(
        "De slagen ontbreken; ook 0 wordt opgeschreven.",
        "The tricks are missing; 0 is written down too.",
    ),
    "TRICKS_NOT_INTEGER": Text(
        "“{value}” is geen aantal slagen: het is een heel getal.",
        "“{value}” is not a number of tricks: that is a whole number.",
    ),
    "TRICKS_NEGATIVE": Text("Een aantal slagen is ten minste 0.", "Tricks are at least 0."),
    "TRICKS_GT_CARDS": Text(
        "{value} slagen kan niet met {cards} kaarten.",
        "{value} tricks cannot be won with {cards} cards.",
    ),
}


def count_fault(value: object, most: int) -> str:
    """Return the fault of a written number of tricks or of a bid, "" if it is right.

    The fault is the end of a code, such as "NEGATIVE" of TRICKS_NEGATIVE. `most` is the number of
    cards in a hand.
    """
    if value is None:
        return "MISSING"
    if not is_integer(value):
        return "NOT_INTEGER"
    if value < 0:
        return "NEGATIVE"
    return "GT_CARDS" if value > most else ""
