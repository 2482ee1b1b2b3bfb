"""The rules that verdicts on a trick cite, in words, for every game of the family.

The words shorten those of docs/rules.md; the numbers are the same.
"""

from scoring.arbiter import Rule, Ruling
from scoring.suitplay import CitedRules
from scoring.text import Text

WK_TRUMP = Rule("WK-1", Text("Schoppen is altijd troef.", "Spades are always trump."))
WK_FOLLOW = Rule(
    "WK-16",
    Text(
        "Wie een kaart van de gevraagde kleur heeft, moet die kleur spelen. Wie er geen heeft, mag "
        "troeven of een andere kaart weggooien.",
        "A player with a card of the suit led must play that suit. A player without one may trump "
        "or throw away another card.",
    ),
)
WK_REVOKE = Rule(
    "WK-21",
    Text(
        "Na verzaken stopt het spelletje meteen. De verzaker krijgt −10, de anderen de punten van "
        "hun bod alsof het gehaald is.",
        "After a revoke the deal stops at once. The offender gets −10, the others the points of "
        "their bids as if made.",
    ),
)
WK_IN_TIME = Rule(
    "WK-22",
    Text(
        "Verzaken kan worden gemeld tot de score van het spelletje genoteerd is.",
        "A revoke can be claimed until the score of the deal is noted.",
    ),
)
WK_WINS = Rule(
    "WK-30",
    Text(
        "De hoogste schoppen wint de slag. Zonder schoppen wint de hoogste kaart van de gevraagde "
        "kleur. De winnaar komt uit in de volgende slag.",
        "The highest spade wins the trick. Without a spade the highest card of the suit led wins. "
        "The winner leads to the next trick.",
    ),
)
WK_BOOK = CitedRules(
    wins=WK_WINS,
    follow=WK_FOLLOW,
    lead=WK_WINS,
    trump=(WK_TRUMP,),
    penalty=Ruling(
        Text(
            "Is dit gemeld voordat de score genoteerd is, dan is het verzaken: het spelletje stopt "
            "en deze slag telt niet.",
            "Claimed before the score is noted, this is a revoke: the deal stops and this trick "
            "does not count.",
        ),
        (WK_REVOKE, WK_IN_TIME),
        is_void=True,
    ),
)

FOLLOW = Rule(
    "W-16",
    Text(
        "Wie een kaart van de gevraagde kleur heeft, moet die kleur spelen. Troeven hoeft niet.",
        "A player with a card of the suit led must play that suit. Nobody has to trump.",
    ),
)
WINS = Rule(
    "W-17",
    Text(
        "De hoogste troef wint de slag. Zonder troef wint de hoogste kaart van de gevraagde kleur. "
        "De winnaar komt uit in de volgende slag.",
        "The highest trump wins the trick. Without a trump the highest card of the suit led wins. "
        "The winner leads to the next trick.",
    ),
)
OFFENCES = Rule(
    "W-10",
    Text(
        "Andere overtredingen kosten een of meer punten, naar het oordeel van de schrijver. Dat "
        "oordeel is definitief. Bij de 7-regel kost voor zijn beurt uitkomen 1 punt.",
        "Other offences cost one or more points, at the discretion of the scorer. That decision "
        "is final. Under the rule of seven a lead out of turn costs 1 point.",
    ),
)
CITED_RULES = CitedRules(
    wins=WINS,
    follow=FOLLOW,
    lead=WINS,
    penalty=Ruling(
        Text(
            "De schrijver bepaalt wat dit kost; wat er met het spelletje gebeurt, beslist de "
            "wedstrijdleider.",
            "The scorer decides what this costs; what becomes of the deal, the director decides.",
        ),
        (OFFENCES,),
    ),
)

MARSHALL = Rule(
    "W-18",
    Text(
        "Marshall: de 2 verslaat het aas van dezelfde kleur zolang dat aas aan slag ligt. Een "
        "hogere kaart van die kleur na de 2, of een troef, verslaat de 2 weer.",
        "Marshall: the 2 beats the ace of its suit while that ace is winning. A later card of the "
        "suit that is higher than the 2, or a trump, beats the 2 again.",
    ),
)
MEXICAN = Rule(
    "W-19",
    Text(
        "The Mexican: wie een Marshall maakte, mag in dat spelletje aan het einde van een slag de "
        "omgedraaide kaart inzetten. Die wint als enige of hoogste troef. Wie het eerst “wacht” "
        "zegt, gaat voor.",
        "The Mexican: after a Marshall a player may use the card turned up, at the end of a trick "
        "of the same deal. It wins as the only or the highest trump. The first to say “wait” goes "
        "first.",
    ),
)
KING_THREE = Rule(
    "W-20",
    Text(
        "Koning-Drie: ligt een heer aan slag, dan moet wie de 3 van die kleur heeft en mag spelen, "
        "die 3 spelen. De speler van de heer legt dan zijn kaarten open, tot het einde van het "
        "spelletje.",
        "King-Three: while a king is winning, a player with the 3 of its suit must play it if that "
        "card may be played. The player of the king then lays his cards open for the rest of the "
        "deal.",
    ),
)
NINE = Rule(
    "W-21",
    Text(
        "Na een slag die met een 9 gewonnen is, geeft iedereen een kaart naar keuze door aan de "
        "volgende speler in de speelrichting.",
        "After a trick won with a 9 everyone passes a card of his choice on to the next player in "
        "the direction of play.",
    ),
)
SEVEN = Rule(
    "W-22",
    Text(
        "Een slag die met een 7 gewonnen is, keert de speelrichting om.",
        "A trick won with a 7 reverses the direction of play.",
    ),
)
CONTINUATION = Rule(
    "W-23",
    Text(
        "Continuatie: vormen alle kaarten van de slag een rij zonder gat, dan volgt nog een "
        "rondje. Na het aas komt de 2. De slag telt voor het aantal rondjes.",
        "Continuation: while all cards of the trick form a row without a gap, another circuit "
        "follows. The 2 comes after the ace. The trick counts for the number of its circuits.",
    ),
)
WIZARD = Rule(
    "W-24",
    Text(
        "De eerste wizard wint de slag, ook van troef. Een joker verliest van elke andere kaart; "
        "liggen er alleen jokers, dan wint de eerste. Beide mogen altijd gespeeld worden.",
        "The first wizard wins the trick, above trump too. A joker loses to any other card; among "
        "jokers alone the first wins. Both may always be played.",
    ),
)
