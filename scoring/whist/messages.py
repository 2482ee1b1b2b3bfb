"""The messages for problems of a form or the options of kleurenwiezen, by code."""

from scoring.problems import TRICK_MESSAGES
from scoring.text import Text

MESSAGES: dict[str, Text] = TRICK_MESSAGES | {
    "TOO_MANY_DEALS": Text(
        "Een ronde heeft {deals} spelletjes; hier staan er {found}.",
        "A round has {deals} deals; there are {found} here.",
    ),
    "TOO_MANY_PASSED": Text(
        "Meer dan {most} keer rondgepast past niet op een formulier.",
        "More than {most} passed deals do not fit a form.",
    ),
    "PASSED_INVALID": Text(
        "Rondgepast is waar, of het wordt weggelaten.", "Passed is true, or it is left out."
    ),
    "PASSED_WITH_MORE": Text(
        "Als allen pasten, wordt er verder niets opgeschreven.",
        "Where all passed, nothing else is written.",
    ),
    "CONTRACT_MISSING": Text("Welk spel werd er gespeeld?", "Which contract was played?"),
    "UNKNOWN_CONTRACT": Text(
        "“{value}” is geen spel in het puntenrooster.", "“{value}” is no contract of the grid."
    ),
    "DECLARERS_MISSING": Text(
        "Wie speelde dit spel? Zet bij elke speler een kruisje: {wanted}.",
        "Who played this contract? Put a cross for each player: {wanted}.",
    ),
    "TOO_MANY_DECLARERS": Text(
        "Dit spel wordt gespeeld door ten hoogste {wanted}; er staan er {found}.",
        "This contract is played by {wanted} at most; there are {found}.",
    ),
    "DECLARERS_NOT_AT_TABLE": Text(
        "De speler “{value}” zit niet aan deze tafel.",
        "The player “{value}” is not at this table.",
    ),
    "DECLARER_TWICE": Text("Speler {value} staat er twee keer.", "Player {value} is there twice."),
    "TRICKS_TOO_MANY": Text(
        "Hier staan te veel getallen: {found} in plaats van {wanted}.",
        "There are too many numbers here: {found} instead of {wanted}.",
    ),
    "TRICKS_SUM_GT_CARDS": Text(
        "Samen zijn dit {total} slagen; er zijn er maar {cards}.",
        "Together these are {total} tricks; there are only {cards}.",
    ),
    "TRICKS_SUM_NOT_CARDS": Text(
        "De slagen zijn samen {total}; het moeten er {cards} zijn.",
        "The tricks add up to {total}; there must be {cards}.",
    ),
    "UNLIKELY_TRICKS": Text(
        "{short} slagen tekort: zijn alle slagen geteld, die van beide spelers samen?",
        "{short} tricks short: were all tricks counted, those of both players together?",
    ),
    "REFEREE_NOT_NOTED": Text(
        "Boven troel hoort een scheidsrechter: wie keurde dit spel goed?",
        "Above troel a referee is called: who approved this contract?",
    ),
    "REFEREE_NOT_NEEDED": Text(
        "Bij dit spel hoort geen scheidsrechter: klopt het spel?",
        "This contract needs no referee: is it the right one?",
    ),
    "TOTAL_TOO_HIGH": Text("Een totaal is ten hoogste {most}.", "A total is at most {most}."),
    "TOTAL_TOO_LOW": Text("Een totaal is ten minste {least}.", "A total is at least {least}."),
    "TOTALS_NOT_ZERO": Text(
        "Samen zijn de totalen {total}; met dit puntenrooster is dat altijd 0.",
        "Together the totals are {total}; with this grid that is always 0.",
    ),
    "DEALS_NOT_IN_FOURS": Text(
        "“{value}” kan hier niet: een veelvoud van 4, ten hoogste {most}.",
        "“{value}” is not possible here: a multiple of 4, at most {most}.",
    ),
    "UNKNOWN_GRID": Text(
        "Er is geen puntenrooster “{value}”.", "There is no points grid “{value}”."
    ),
    "ZERO_SUM_NOT_YES_OR_NO": Text(
        "“{value}” kan hier niet: ja of nee.", "“{value}” is not possible here: yes or no."
    ),
    "GRID_LINE_MISSING": Text(
        "De punten van “{contract}” ontbreken.", "The points of “{contract}” are missing."
    ),
    "GRID_POINTS_INVALID": Text(
        "“{value}” kan hier niet: een heel getal van −{most} tot {most}.",
        "“{value}” is not possible here: a whole number from −{most} to {most}.",
    ),
    "GRID_POINTS_NOT_USED": Text(
        "Dit getal telt hier niet mee: laat het leeg.",
        "This number does not count here: leave it empty.",
    ),
}
