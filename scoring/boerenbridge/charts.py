"""Tables of the rules for people: deals, points and match points."""

from collections.abc import Iterator

from scoring.boerenbridge.layout import MARK_WORDS
from scoring.boerenbridge.rules import DealRule, Rules
from scoring.cards import SUIT_WORDS
from scoring.layout import Chart
from scoring.result import results
from scoring.text import Text

YES = Text("ja", "yes")
NO = Text("nee", "no")
ALLOWED = Text("mag", "allowed")
BARRED = Text("mag niet", "barred")
TURNED_UP = Text("omgedraaide kaart", "card turned up")
NO_TRUMP = Text("geen", "none")
MADE = Text("{tricks} geboden en gehaald", "{tricks} bid and made")
MISSED = {
    1: Text("1 slag te veel of te weinig", "1 trick too many or too few"),
    2: Text("2 slagen te veel of te weinig", "2 tricks too many or too few"),
    3: Text("3 slagen te veel of te weinig", "3 tricks too many or too few"),
}
MISDEAL_BEFORE = Text(
    "verkeerd gedeeld, vóór het spelletje ontdekt: de gever",
    "misdeal, noticed before the deal: the dealer",
)
MISDEAL_DURING = Text(
    "verkeerd gedeeld, tijdens het spelletje ontdekt: elke schuldige",
    "misdeal, noticed during the deal: each of the guilty",
)


def charts_of(rules: Rules, players: int) -> tuple[Chart, ...]:
    """Return the tables of deals, of points for bids and infractions, and of match points.

    `players` is the number of players at the largest table of the round.
    """
    return (_deals(rules, players), _points(rules), _match_points(rules, players))


def _number(value: object) -> Text:
    written = str(value).replace("-", "\N{MINUS SIGN}")
    return Text(written, written)


def _deals(rules: Rules, players: int) -> Chart:
    # A game in which nobody bids blind has no such column.
    blind = any(deal.blind for deal in rules.deals)
    return Chart(
        Text(
            "De spelletjes van een ronde, met hoogstens {players} spelers aan een tafel",
            "The deals of a round, with at most {players} players at a table",
        ).format(players=players),
        (
            Text("spelletje", "deal"),
            Text("kaarten", "cards"),
            Text("troef", "trump"),
            *(Text("blind bieden", "bid blind"),) * blind,
            Text("bod samen = kaarten", "bids in all = cards"),
        ),
        tuple(
            (
                _number(number),
                _number(deal.cards),
                _trump(rules, deal),
                *(YES if deal.blind else NO,) * blind,
                BARRED if rules.is_restricted(deal.cards) else ALLOWED,
            )
            for number, deal in enumerate(rules.deals, 1)
        ),
    )


def _trump(rules: Rules, deal: DealRule) -> Text:
    if not deal.trump:
        return NO_TRUMP
    return SUIT_WORDS[rules.trump] if rules.trump else TURNED_UP


def _points(rules: Rules) -> Chart:
    return Chart(
        Text("Punten van een spelletje", "Points of a deal"),
        (Text("wat", "what"), Text("punten", "points")),
        tuple((words, _number(points)) for words, points in _worth(rules)),
    )


def _worth(rules: Rules) -> Iterator[tuple[Text, int]]:
    # A few examples show the rule; points go on in the same steps.
    for tricks in range(4):
        yield MADE.format(tricks=tricks), rules.points(tricks, tricks)
    # A miss costs the same above and below the bid (WK-18, W-6), so a bid of 0 stands for all.
    for missed, words in MISSED.items():
        yield words, rules.points(0, missed)
    for kind, points in rules.infractions:
        yield MARK_WORDS[kind], points
    if rules.misdeal:
        yield MISDEAL_BEFORE, -rules.misdeal.before
        yield MISDEAL_DURING, -rules.misdeal.during


def _match_points(rules: Rules, players: int) -> Chart:
    # Points that differ, best first: so no places are shared.
    each = results(range(players, 0, -1), rules.scale)
    return Chart(
        Text("Wedstrijdpunten aan een tafel", "Match points at a table"),
        (Text("rang", "place"), Text("wedstrijdpunten", "match points")),
        tuple((_number(result.place), _number(result.match_points)) for result in each),
    )
