"""What can be wrong with a Boerenbridge form, by code (rules.md 1.6), in words for people."""

from scoring.problems import COMMON_MESSAGES
from scoring.text import Text

MESSAGES: dict[str, Text] = COMMON_MESSAGES | {
    "FIRST_DEALER_MISSING": Text("Wie deelde het eerste spelletje?", "Who dealt the first deal?"),
    "FIRST_DEALER_NOT_AT_TABLE": Text(
        "De eerste gever is een plaats van 1 tot en met {seats}.",
        "The first dealer is a seat from 1 to {seats}.",
    ),
    "DEALER_NOT_IN_ROTATION": Text(
        "De gever volgt uit de eerste gever: hier is dat plaats {dealer}.",
        "The dealer follows from the first dealer: here it is seat {dealer}.",
    ),
    "CARDS_NOT_IN_SEQUENCE": Text(
        "Dit spelletje gaat om {cards} kaarten.", "This deal is of {cards} cards."
    ),
    "DEAL_MISSING": Text("Dit spelletje is nog leeg.", "This deal is still empty."),
    "TOO_MANY_DEALS": Text(
        "Een ronde heeft {deals} spelletjes; hier staan er {found}.",
        "A round has {deals} deals; there are {found} here.",
    ),
    "BIDS_NOT_AS_SEATED": Text(
        "Er staan {found} biedingen voor {seats} spelers.",
        "There are {found} bids for {seats} players.",
    ),
    "TRICKS_NOT_AS_SEATED": Text(
        "Er staan slagen van {found} spelers; er zitten er {seats}.",
        "There are tricks of {found} players; {seats} are seated.",
    ),
    "BID_MISSING": Text("Het bod ontbreekt.", "The bid is missing."),
    "BID_NOT_INTEGER": Text(
        "“{value}” is geen bod: het is een heel getal.",
        "“{value}” is not a bid: that is a whole number.",
    ),
    "BID_NEGATIVE": Text("Een bod is ten minste 0.", "A bid is at least 0."),
    "BID_GT_CARDS": Text(
        "Een bod van {value} kan niet met {cards} kaarten.",
        "A bid of {value} cannot be made with {cards} cards.",
    ),
    "BID_SUM_EQUALS_CARDS": Text(
        "Samen is er {cards} geboden: dat mag nooit gelijk zijn aan het aantal kaarten."
        " Alleen de wedstrijdleider kan het laten staan.",
        "The bids add up to {cards}: they may never equal the number of cards."
        " Only the director can let it stand.",
    ),
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
    "TRICKS_SUM_NOT_CARDS": Text(
        "De slagen zijn samen {total}; het moeten er {cards} zijn.",
        "The tricks add up to {total}; there must be {cards}.",
    ),
    "TRICKS_WITH_INFRACTION": Text(
        "Een spelletje dat gestopt is heeft geen slagen, ook geen 0.",
        "A deal that was stopped has no tricks, not even a 0.",
    ),
    "UNKNOWN_INFRACTION": Text("Onbekende overtreding: “{kind}”.", "Unknown infraction: “{kind}”."),
    "MIXED_INFRACTIONS": Text(
        "Twee soorten overtreding in één spelletje: schrijf de eerste op, die het stopte.",
        "Two kinds of infraction in one deal: write down the first, which stopped it.",
    ),
    "OFFENDER_MISSING": Text("Wie beging de overtreding?", "Who committed the infraction?"),
    "OFFENDER_NOT_AT_TABLE": Text(
        "De overtreder “{value}” zit niet aan deze tafel.",
        "The offender “{value}” is not at this table.",
    ),
    "OFFENDER_TWICE": Text(
        "Overtreder {value} staat er twee keer.", "Offender {value} is there twice."
    ),
    "RULING_NOT_NEEDED": Text(
        "Een beslissing hoort alleen bij een verboden totaal van de biedingen.",
        "A ruling belongs only with a forbidden total of bids.",
    ),
    "WRONG_CARDS_AFTER_NOTED": Text(
        "Dit spelletje was al genoteerd: het blijft staan.",
        "This deal was noted already: it stands.",
    ),
    "REVOKE_AFTER_NOTED": Text(
        "Dit spelletje was al genoteerd: het kan geen verzaking meer worden.",
        "This deal was noted already: it cannot become a revoke any more.",
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
    "TOTAL_ODD": Text(
        "Een totaal is altijd even; {value} is oneven.", "A total is always even; {value} is odd."
    ),
    "TOTAL_TOO_HIGH": Text("Een totaal is ten hoogste {most}.", "A total is at most {most}."),
    "TOTAL_TOO_LOW": Text("Een totaal is ten minste {least}.", "A total is at least {least}."),
    "TOTALS_IMPOSSIBLE": Text(
        "Samen zijn deze totalen {total}; een tafel haalt er ten hoogste {most}.",
        "Together these totals are {total}; a table makes {most} at most.",
    ),
}
