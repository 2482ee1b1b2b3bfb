"""The layout of a Boerenbridge form: its rows and cells."""

from functools import lru_cache

from scoring.boerenbridge.notation import heading, sign, sign_words
from scoring.boerenbridge.penalties import MOST_PENALTIES, MOST_POINTS
from scoring.boerenbridge.rules import FREE_UP_TO, DealRule, InfractionKind, Rules
from scoring.layout import (
    Choice,
    Field,
    FigureColumn,
    Layout,
    Mark,
    Numbers,
    Paper,
    Row,
    Side,
    Sum,
    SumColumn,
    numbers_between,
)
from scoring.problems import Place
from scoring.slip import signed
from scoring.text import Text

# Written in the offender's tricks: K for kaarten (wrong cards), V for verzaken (revoke).
MARKS: dict[str, InfractionKind] = {"K": "wrong-cards", "V": "revoke"}
MARK_WORDS: dict[InfractionKind, Text] = {
    "wrong-cards": Text("onjuist aantal kaarten", "wrong number of cards"),
    "revoke": Text("verzaakt", "revoked"),
}
FIRST_DEALER = Text("eerste gever", "first dealer")
BID = Text("bod", "bid")
TRICKS = Text("slagen", "tricks")
POINTS = Text("punten", "points")
TOTAL = Text("totaal", "total")
# On paper, where a column is as wide as a number written by hand.
SHORT_HEADINGS = (BID, Text("slag", "tricks"), Text("punt", "pts"), TOTAL)
BIDS_TOGETHER = Text("bod samen", "bids in all")
NEVER_THE_CARDS = Text("nooit gelijk aan de kaarten", "never equal to the cards")
NOT_THE_CARDS = Text(
    "niet gelijk aan de kaarten, bij meer dan {cards} kaarten",
    "not equal to the cards, with more than {cards} cards",
)
SCORING = Text(
    "goed: {base} + {per_trick} per slag · anders {miss} per slag verschil",
    "right: {base} + {per_trick} a trick · else {miss} for each trick off",
)
RULING = Text("beslissing van de wedstrijdleider", "director’s ruling")
MISDEAL = Text("verkeerd gedeeld, ontdekt", "misdeal, noticed")
GUILTY = Text("schuldig aan verkeerd delen", "guilty of the misdeal")
STAGES = (
    Choice("before", Text("vóór het spelletje", "before the deal")),
    Choice("during", Text("tijdens het spelletje", "during the deal")),
)
PENALTY_SEAT = Text("straf voor plaats", "penalty for seat")
PENALTY_POINTS = Text("strafpunten, met een min", "penalty points, with a minus")
PENALTY_WHY = Text("reden van de straf", "reason of the penalty")


def marks(rules: Rules) -> dict[str, InfractionKind]:
    """Return the letters that may stand in place of tricks, each with its infraction."""
    known = dict(rules.infractions)
    return {letter: kind for letter, kind in MARKS.items() if kind in known}


# A layout has some hundreds of cells, and every page of a form needs it.
@lru_cache(maxsize=256)
def form_layout(rules: Rules, seats: int, penalties: tuple[int, ...] = ()) -> Layout:
    """Return the form of a table with so many seats.

    It has a row for each deal, with bid and tricks of each seat, and its notes. The tricks of a
    deal must add up to its cards (W-12). Restricted bids must not (WK-14, W-5).
    `penalties` has the number of penalties written in each deal, from the first; a deal has cells
    for one more.
    """
    written = (*penalties, *[0] * (len(rules.deals) - len(penalties)))
    return Layout(
        head=(Field("first_dealer", "seat", FIRST_DEALER, most=seats),),
        row_heading=heading(rules.deals),
        sides=tuple(Side((seat,)) for seat in range(1, seats + 1)),
        columns=(BID, TRICKS),
        figures=(FigureColumn(POINTS, TOTAL),),
        rows=tuple(
            _row(rules, rule, index, seats, written[index])
            for index, rule in enumerate(rules.deals)
        ),
        marks=tuple(
            Mark(letter, MARK_WORDS[kind], dict(rules.infractions)[kind])
            for letter, kind in marks(rules).items()
        ),
        paper=_paper(rules),
    )


def _paper(rules: Rules) -> Paper:
    scoring = SCORING.format(
        base=rules.base, per_trick=rules.per_trick, miss=signed(-rules.per_miss)
    )
    bids = SumColumn(BIDS_TOGETHER, help=_restriction(rules))
    return Paper(SHORT_HEADINGS, bids, scoring, numbers=_numbers(rules))


def _numbers(rules: Rules) -> Numbers:
    """Return the points of a deal and of all deals, from all tricks missed to all bid and won."""
    least = [rules.points(0, cards) for cards in rules.cards]
    most = [rules.points(cards, cards) for cards in rules.cards]
    return numbers_between((min(least), max(most)), (sum(least), sum(most)))


def _restriction(rules: Rules) -> Text | None:
    """Return the deals in which the bids may not add up to the cards, in words (WK-14, W-5)."""
    free = FREE_UP_TO[rules.restriction]
    if free >= max(rules.cards, default=0):
        return None
    return NOT_THE_CARDS.format(cards=free) if free else NEVER_THE_CARDS


def _is_turn(rules: Rules, index: int) -> bool:
    """Return whether a deal is the only one of one card, amid deals of more (WK-1)."""
    is_amid = 0 < index < len(rules.deals) - 1
    return is_amid and rules.cards[index] == 1 and rules.cards.count(1) == 1


def _row(rules: Rules, rule: DealRule, index: int, seats: int, penalties: int) -> Row:
    path, deal = f"deals.{index}", index + 1
    sides = tuple(
        tuple(
            Field(f"{path}.{column}.{seat}", "number", label, Place(deal, seat + 1), rule.cards)
            for column, label in (("bids", BID), ("tricks", TRICKS))
        )
        for seat in range(seats)
    )
    notes: tuple[Field, ...] = ()
    if rules.misdeal:
        notes = (
            *_misdeal_fields(path, deal, seats),
            *_penalty_fields(path, deal, seats, penalties),
        )
    # Only a forbidden total of bids can need a ruling, which the director alone writes (A10).
    if rules.is_restricted(rule.cards):
        notes = (*notes, Field(f"{path}.ruling", "text", RULING, Place(deal), reserved=True))
    tricks = Sum(tuple(f"{path}.tricks.{seat}" for seat in range(seats)), rule.cards)
    bids = Sum(tuple(f"{path}.bids.{seat}" for seat in range(seats)), rule.cards)
    barred = (bids,) if rules.is_restricted(rule.cards) else ()
    return Row(
        deal,
        path,
        sign(rule),
        sides,
        notes=notes,
        sums=(tricks,),
        barred=barred,
        said=sign_words(rule),
        is_double_ruled=_is_turn(rules, index),
    )


def _misdeal_fields(path: str, deal: int, seats: int) -> tuple[Field, ...]:
    stage = Field(f"{path}.misdeal.stage", "choice", MISDEAL, Place(deal), choices=STAGES)
    guilty = (
        Field(f"{path}.misdeal.seats.{seat}", "yes", GUILTY, Place(deal, seat + 1))
        for seat in range(seats)
    )
    return (stage, *guilty)


def _penalty_fields(path: str, deal: int, seats: int, written: int) -> tuple[Field, ...]:
    place = Place(deal)
    return tuple(
        field
        for slot in (f"{path}.penalties.{n}" for n in range(min(written + 1, MOST_PENALTIES)))
        for field in (
            Field(f"{slot}.seat", "seat", PENALTY_SEAT, place, seats),
            Field(f"{slot}.points", "number", PENALTY_POINTS, place, MOST_POINTS),
            Field(f"{slot}.why", "text", PENALTY_WHY, place),
        )
    )
