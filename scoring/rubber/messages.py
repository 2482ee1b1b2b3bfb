"""The messages for problems of a form of rubber bridge, by code (B-9)."""

from scoring.problems import TRICK_MESSAGES
from scoring.text import Text

MESSAGES: dict[str, Text] = TRICK_MESSAGES | {
    "TOO_MANY_CONTRACTS": Text(
        "Een formulier heeft ten hoogste {deals} spelletjes; hier staan er {found}.",
        "A form has at most {deals} deals; there are {found} here.",
    ),
    "DEAL_AFTER_RUBBER": Text(
        "De robber is na spelletje {last} al gewonnen: hierna wordt niet meer gespeeld.",
        "The rubber was won in deal {last}: no more deals are played.",
    ),
    "SECOND_GAME_MISSING": Text(
        "Nog geen paar heeft twee manches. Is er eerder gestopt, kruis dat dan aan.",
        "No pair has two games yet. If play stopped early, cross the box that says so.",
    ),
    "RUBBER_IS_FINISHED": Text(
        "Er staat dat er eerder gestopt is, maar de robber is gewonnen.",
        "It says that play stopped early, but the rubber was won.",
    ),
    "NOT_YES_OR_NO": Text(
        "“{value}” kan hier niet: zet een kruisje of laat het leeg.",
        "“{value}” is not possible here: cross the box or leave it empty.",
    ),
    "PASSED_WITH_CONTRACT": Text(
        "Een rondgepast spelletje heeft verder niets.",
        "A deal that was passed out has nothing else.",
    ),
    "DECLARER_MISSING": Text("Wie was de leider?", "Who was the declarer?"),
    "DECLARER_NOT_AT_TABLE": Text(
        "De leider is een plaats van 1 tot en met 4.", "The declarer is a seat from 1 to 4."
    ),
    "LEVEL_MISSING": Text("Hoe hoog was het bod?", "How high was the bid?"),
    "LEVEL_INVALID": Text(
        "“{value}” is geen bod: dat is van 1 tot en met 7.",
        "“{value}” is not a bid: that is from 1 to 7.",
    ),
    "STRAIN_MISSING": Text("Wat was troef, of was het SA?", "What was trump, or was it NT?"),
    "STRAIN_UNKNOWN": Text(
        "“{value}” kan hier niet: klaveren, ruiten, harten, schoppen of SA.",
        "“{value}” is not possible here: clubs, diamonds, hearts, spades or NT.",
    ),
    "DOUBLED_UNKNOWN": Text(
        "“{value}” kan hier niet: 1 is een doublet, 2 een redoublet, leeg is geen van beide.",
        "“{value}” is not possible here: 1 is a double, 2 a redouble, empty is neither.",
    ),
    "HONOURS_NOT_PLAYED": Text(
        "In dit toernooi tellen honneurs niet.", "Honours do not count in this tournament."
    ),
    "HONOURS_TWICE": Text(
        "Maar één speler kan in een spelletje honneurs hebben.",
        "Only one player can have honours in a deal.",
    ),
    "HONOURS_SEAT_MISSING": Text("Wie had de honneurs?", "Who had the honours?"),
    "HONOURS_SEAT_NOT_AT_TABLE": Text(
        "Wie de honneurs had is een plaats van 1 tot en met 4.",
        "Who had the honours is a seat from 1 to 4.",
    ),
    "HONOURS_POINTS_MISSING": Text(
        "Voor hoeveel honneurs? 100 of 150.", "Honours of how many points? 100 or 150."
    ),
    "HONOURS_POINTS_UNKNOWN": Text(
        "Honneurs zijn 100 of 150 punten, niet “{value}”.",
        "Honours are 100 or 150 points, not “{value}”.",
    ),
    "HONOURS_OF_TRUMP_AT_NT": Text(
        "Bij SA zijn alleen vier azen honneurs, voor 150.",
        "At NT only four aces are honours, for 150.",
    ),
    "HONOURS_TRICKS_FEW": Text(
        "Met deze honneurs wint een paar ten minste {least} slagen; hier zijn het er {tricks}."
        " Kijk de plaats en de slagen nog eens na.",
        "With these honours a pair wins at least {least} tricks; here it has {tricks}."
        " Check the seat and the tricks.",
    ),
    "UNLIKELY_DOWN": Text(
        "{short} down: zijn alle slagen geteld, ook de eerste zes?",
        "{short} down: were all tricks counted, the first six too?",
    ),
    "UNLIKELY_TOTAL": Text(
        "{value} is heel veel voor één robber: meer dan {most} komt bijna nooit voor.",
        "{value} is a lot for one rubber: more than {most} hardly ever happens.",
    ),
    "TOTALS_PARTNERS_DIFFER": Text(
        "Partners hebben hetzelfde totaal: plaats {partner} heeft {value}.",
        "Partners have the same total: seat {partner} has {value}.",
    ),
    "TOTALS_SUM_NOT_ZERO": Text(
        "Wat het ene paar wint verliest het andere: {one} en {other} kan niet samen.",
        "What one pair wins the other loses: {one} and {other} do not go together.",
    ),
    "TOTAL_NOT_TENS": Text(
        "Punten gaan met tientallen: {value} kan niet.", "Points go by tens: {value} cannot be."
    ),
}
