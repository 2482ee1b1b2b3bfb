"""The page of settings of a game, and the conversion between its cells and options."""

from collections.abc import Mapping

from scoring.boerenbridge.notation import deals_line, deals_option
from scoring.boerenbridge.options import MOST_POINTS, values
from scoring.boerenbridge.rules import Restriction
from scoring.boerenbridge.variants import Variant
from scoring.cells import filled, number_or_text
from scoring.game import Options
from scoring.layout import Choice, Field, Layout
from scoring.text import Text

RESTRICTION_WORDS: dict[Restriction, Text] = {
    "always": Text("in elk spelletje", "in every deal"),
    "above-3": Text("met meer dan 3 kaarten", "with more than 3 cards"),
    "never": Text("nooit: iedereen is vrij", "never: everyone is free"),
}


def _number(path: str, label: Text) -> Field:
    return Field(path, "number", label, most=MOST_POINTS)


SETTINGS = Layout(
    head=(
        Field(
            "deals",
            "text",
            Text("spelletjes", "deals"),
            help=Text(
                "Het aantal kaarten van elk spelletje, met een z voor zonder troef en een b voor"
                " blind: 1b 2 3 4 5 6 6z 6 5 4 3 2 1. Leeg: zoals het spel het zelf kent, met"
                " zo veel kaarten als de grootste tafel van de ronde toelaat.",
                "The number of cards of each deal, with a z for no trump and a b for blind:"
                " 1b 2 3 4 5 6 6z 6 5 4 3 2 1. Empty: as the game itself has them, with as many"
                " cards as the largest table of the round allows.",
            ),
        ),
        _number("base", Text("punten voor een goed bod", "points for a right bid")),
        _number(
            "per_trick",
            Text("punten erbij voor elke slag ervan", "points more for each trick of it"),
        ),
        _number(
            "per_miss",
            Text(
                "punten eraf voor elke slag te veel of te weinig",
                "points off for each trick too many or too few",
            ),
        ),
        Field(
            "restriction",
            "choice",
            Text(
                "het totaal van de biedingen mag niet gelijk zijn aan de kaarten",
                "the total of the bids may not equal the cards",
            ),
            choices=tuple(Choice(value, text) for value, text in RESTRICTION_WORDS.items()),
        ),
        Field(
            "wp",
            "numbers",
            Text("wedstrijdpunten per rang aan tafel", "match points by place at the table"),
            help=Text(
                "De eerste rang voorop, met gelijke stappen omlaag: 5 4 3 2 1."
                " Voor rangen daaronder gaan de stappen door.",
                "The first place first, in equal steps downwards: 5 4 3 2 1."
                " For the places below the steps go on.",
            ),
        ),
        _number(
            "misdeal_before",
            Text(
                "verkeerd gedeeld, vóór het spelletje ontdekt: punten eraf voor de gever",
                "misdeal noticed before the deal: points off for the dealer",
            ),
        ),
        _number(
            "misdeal_during",
            Text(
                "verkeerd gedeeld, tijdens het spelletje ontdekt: punten eraf voor elke schuldige",
                "misdeal noticed during the deal: points off for each of the guilty",
            ),
        ),
    )
)


def settings_of(variant: Variant) -> Layout:
    """Return the page of settings of a game for an organiser; empty if its rules are fixed."""
    return SETTINGS if variant.has_settings else Layout()


def options_from_cells(variant: Variant, cells: Mapping[str, str]) -> Options:
    """Return the options written in the cells of the settings, a mapping of path to text.

    A value that makes no sense is kept as written.
    """
    written = filled(cells)
    options: Options = {}
    for field in settings_of(variant).head:
        # An empty cell leaves its option out, so the default holds.
        if field.path not in written:
            continue
        text = written[field.path]
        if field.path == "deals":
            options["deals"] = deals_option(text)
        elif field.kind == "numbers":
            options[field.path] = [number_or_text(each) for each in text.split()]
        elif field.kind == "number":
            options[field.path] = number_or_text(text)
        else:
            options[field.path] = text
    return options


def options_to_cells(variant: Variant, options: object) -> dict[str, str]:
    """Return the text of the cells of the settings by path, with defaults filled in.

    The deals have no default: those of the game itself follow from the tables of a round.
    """
    given = options if isinstance(options, dict) else {}
    cells: dict[str, str] = {}
    for field in settings_of(variant).head:
        if field.path == "deals":
            cells["deals"] = deals_line(given.get("deals", []))
        else:
            cells[field.path] = _written(given.get(field.path, values(variant.rules)[field.path]))
    return {path: text for path, text in cells.items() if text}


def _written(value: object) -> str:
    if isinstance(value, list):
        return " ".join(str(each) for each in value)
    return "" if value is None else str(value)
