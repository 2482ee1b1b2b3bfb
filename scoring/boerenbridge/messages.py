"""The messages for problems of a Boerenbridge form or its options, by code.

The codes are those of rules.md 1.6, with similar ones for misdeals, penalties and options.
"""

from scoring.problems import TRICK_MESSAGES
from scoring.text import Text

MESSAGES: dict[str, Text] = TRICK_MESSAGES | {
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
        "“{value}” is geen bod: een bod is een getal.",
        "“{value}” is not a bid: a bid is a number.",
    ),
    "BID_IS_MARK": Text(
        "{value} typ je bij de slagen, niet bij het bod. Hier hoort het bod.",
        "Type {value} at the tricks, not at the bid. The bid belongs here.",
    ),
    "BID_NEGATIVE": Text("Een bod is ten minste 0.", "A bid is at least 0."),
    "BID_GT_CARDS": Text(
        "Een bod van {value} kan niet met {cards} kaarten.",
        "A bid of {value} cannot be made with {cards} cards.",
    ),
    "BID_SUM_EQUALS_CARDS": Text(
        "Samen is er {cards} geboden: dat mag niet met {cards} kaarten, tenzij de wedstrijdleider"
        " dat beslist.",
        "The bids add up to {cards}: they may not with {cards} cards, unless the director rules"
        " so.",
    ),
    "TRICKS_SUM_NOT_CARDS": Text(
        "De slagen zijn samen {total}; het moeten er {cards} zijn.",
        "The tricks add up to {total}; there must be {cards}.",
    ),
    "TRICKS_WITH_INFRACTION": Text(
        "Bij K of V blijven de slagen leeg: ook geen 0.",
        "With K or V the tricks stay empty: not even a 0.",
    ),
    "UNKNOWN_INFRACTION": Text("Onbekende overtreding: “{kind}”.", "Unknown infraction: “{kind}”."),
    "MIXED_INFRACTIONS": Text(
        "Er staan twee soorten overtreding. Schrijf de eerste op: die stopte het spelletje.",
        "There are two kinds of infraction. Write down the first: it stopped the deal.",
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
    "TOTAL_ODD": Text(
        "Een totaal is altijd even; {value} is oneven.", "A total is always even; {value} is odd."
    ),
    "TOTAL_TOO_HIGH": Text("Een totaal is ten hoogste {most}.", "A total is at most {most}."),
    "TOTAL_TOO_LOW": Text("Een totaal is ten minste {least}.", "A total is at least {least}."),
    "TOTALS_IMPOSSIBLE": Text(
        "Samen zijn deze totalen {total}; een tafel haalt er ten hoogste {most}.",
        "Together these totals are {total}; a table makes {most} at most.",
    ),
    "TOTALS_TOO_FAR_APART": Text(
        "Hoogste en laagste passen niet bij elkaar: {best} voor de beste {high} samen en {worst}"
        " voor de laatste {low} scheelt meer dan {most}, en dat kan niet aan één tafel.",
        "Highest and lowest do not go together: {best} for the best {high} and {worst} for the"
        " last {low} differ by more than {most}, which no table can.",
    ),
    "UNLIKELY_ALL_MADE": Text(
        "Alle {deals} spelletjes gehaald. Dat komt bijna nooit voor: klopt het?",
        "All {deals} deals made. That hardly ever happens: is it right?",
    ),
    "UNLIKELY_TOTAL_HIGH": Text(
        "{value} is heel veel: wie elk spelletje haalt met zijn deel van de slagen heeft {high}.",
        "{value} is a lot: who makes every deal with his share of the tricks has {high}.",
    ),
    "UNLIKELY_TOTAL_LOW": Text(
        "{value} is heel weinig: wie elk spelletje één slag mist heeft {low}.",
        "{value} is very little: who misses every deal by one trick has {low}.",
    ),
    "UNLIKELY_TOTALS_TOGETHER": Text(
        "Samen zijn deze totalen {total}; als alles gewoon is uitgespeeld haalt een tafel er"
        " ten hoogste {most}.",
        "Together these totals are {total}; when everything is played out a table makes {most}"
        " at most.",
    ),
    "MISDEAL_STAGE_MISSING": Text(
        "Wanneer is ontdekt dat er verkeerd gedeeld was?", "When was the misdeal noticed?"
    ),
    "UNKNOWN_MISDEAL": Text(
        "Dat er verkeerd gedeeld was, is ontdekt vóór het spelletje (before) of tijdens (during),"
        " niet “{value}”.",
        "A misdeal was noticed before or during the deal, not “{value}”.",
    ),
    "MISDEAL_SEATS_MISSING": Text(
        "Wie was schuldig aan het verkeerd delen?", "Who caused the misdeal?"
    ),
    "MISDEAL_SEATS_NOT_NEEDED": Text(
        "Vóór het spelletje betaalt alleen de gever: wie schuldig was wordt niet opgeschreven.",
        "Before the deal only the dealer pays: nobody is written down as guilty.",
    ),
    "MISDEAL_SEAT_NOT_AT_TABLE": Text(
        "De schuldige “{value}” zit niet aan deze tafel.",
        "The guilty player “{value}” is not at this table.",
    ),
    "MISDEAL_SEAT_TWICE": Text(
        "Schuldige {value} staat er twee keer.", "Guilty player {value} is there twice."
    ),
    "PENALTY_SEAT_MISSING": Text("Voor wie is deze straf?", "Whose penalty is this?"),
    "PENALTY_SEAT_NOT_AT_TABLE": Text(
        "Plaats “{value}” is niet aan deze tafel.", "Seat “{value}” is not at this table."
    ),
    "PENALTY_POINTS_MISSING": Text(
        "De punten van de straf ontbreken.", "The points of the penalty are missing."
    ),
    "PENALTY_POINTS_INVALID": Text(
        "“{value}” kan niet: een straf is een heel getal, geen 0,"
        " en ten hoogste {most} punten eraf of erbij.",
        "“{value}” is not possible: a penalty is a whole number, not 0,"
        " of at most {most} points off or on.",
    ),
    "TOO_MANY_PENALTIES": Text(
        "Een spelletje heeft ten hoogste {most} straffen; hier staan er {found}.",
        "A deal has at most {most} penalties; there are {found} here.",
    ),
    "DEALS_OUT_OF_RANGE": Text(
        "Een ronde heeft 1 tot en met {most} spelletjes; hier staan er {found}.",
        "A round has 1 to {most} deals; there are {found} here.",
    ),
    "DEALS_UNREADABLE": Text(
        "Spelletje {number} is geen spelletje: “{value}”. Schrijf het aantal kaarten,"
        " met een z voor zonder troef en een b voor blind, zoals 10z.",
        "Deal {number} is no deal: “{value}”. Write the number of cards,"
        " with a z for no trump and a b for blind, such as 10z.",
    ),
    "NO_TABLE_FITS": Text(
        "Spelletje {number} heeft {cards} kaarten: zelfs aan een tafel van {players}"
        " krijgt ieder er ten hoogste {most}.",
        "Deal {number} has {cards} cards: even at a table of {players}"
        " nobody gets more than {most}.",
    ),
    "WP_UNREADABLE": Text(
        "“{value}” zijn geen wedstrijdpunten: schrijf twee tot {places} hele getallen"
        " van 0 tot en met {most}, de eerste rang voorop, zoals 5 4 3 2 1.",
        "“{value}” are no match points: write two to {places} whole numbers"
        " from 0 to {most}, the first place first, such as 5 4 3 2 1.",
    ),
    "WP_STEPS_UNEQUAL": Text(
        "De wedstrijdpunten gaan met gelijke stappen omlaag, zoals 5 4 3 2 1.",
        "Match points go down in equal steps, such as 5 4 3 2 1.",
    ),
}
