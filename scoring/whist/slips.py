"""Usual mistakes of a scorer of kleurenwiezen with pen and paper."""

from collections.abc import Iterator, Sequence

from scoring.slip import Slip, instead
from scoring.text import Text
from scoring.whist.contracts import SEATS
from scoring.whist.deals import Deal, FormRow
from scoring.whist.grids import Grid

# The kinds of mistake, the likelier ones first.
PLUS = Text("een + voor een −", "a + for a −")
MINUS = Text("een − voor een +", "a − for a +")
FORGOTTEN = Text("de punten van de tegenspelers vergeten", "the points of opponents forgotten")
NO_FURTHER = Text(
    "zonder de slagen boven of onder het bod", "without the tricks above or below the bid"
)
LIKELY_FIRST = (PLUS, MINUS, FORGOTTEN, NO_FURTHER)
Mistake = tuple[Text, int]  # the kind of mistake, and the points written because of it


def slips_of(grid: Grid, entries: Sequence[FormRow]) -> tuple[Slip, ...]:
    """Return the usual mistakes that are possible in the known deals, likelier kinds first."""
    found: list[tuple[int, Slip]] = []
    for number, deal in enumerate(entries, 1):
        if not isinstance(deal, Deal):
            continue
        right = grid.points(deal.contract, deal.declarers, deal.tricks)
        bare = grid.points(deal.contract, deal.declarers, without_further(deal))
        for index in range(SEATS):
            is_opponent = index + 1 not in deal.declarers
            for kind, points in _mistakes(right[index], bare[index], is_opponent=is_opponent):
                if points != right[index]:
                    text = instead(kind, points, right[index])
                    slip = Slip(number, index + 1, points - right[index], text)
                    found.append((LIKELY_FIRST.index(kind), slip))
    return tuple(slip for _rank, slip in sorted(found, key=lambda each: each[0]))


def without_further(deal: Deal) -> tuple[int, ...]:
    """Return the tricks of a deal without overtricks, or with one undertrick only."""
    contract = deal.contract
    if contract.is_exact:
        return deal.tricks
    return tuple(contract.target - (not contract.is_made(won)) for won in deal.tricks)


def _mistakes(right: int, bare: int, *, is_opponent: bool) -> Iterator[Mistake]:
    yield PLUS if right < 0 else MINUS, -right
    if is_opponent:
        yield FORGOTTEN, 0
    yield NO_FURTHER, bare
