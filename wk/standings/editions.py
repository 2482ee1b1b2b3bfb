"""The other editions of a player, with the result where it is final and public."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Sum

from scoring.ranking import Ranked, Tally, rank
from wk.players.queries import other_editions
from wk.standings.years.queries import final_of
from wk.tournament.models import Entry, Seat, Tournament


@dataclass(frozen=True, slots=True)
class OtherEdition:
    """The entry of a player in another tournament.

    `result` is the final rank with the totals, None while it is not final or not public, and for
    who never sat down. `players` is the number of those who are ranked.
    """

    entry: Entry
    result: Ranked | None
    players: int


def editions(entry: Entry) -> tuple[OtherEdition, ...]:
    """Return the other editions of a player, the latest first; three queries at most."""
    others = tuple(other_editions(entry))
    ranked = _ranks(final_of(other.tournament for other in others)) if others else {}
    return tuple(
        OtherEdition(other, ranks.get(other.number), len(ranks))
        for other in others
        for ranks in [ranked.get(other.tournament_id, {})]
    )


def _ranks(tournaments: Iterable[Tournament]) -> Mapping[int, Mapping[int, Ranked]]:
    """Return the ranks by start number, by the key of each of these tournaments.

    Names are left out: each form that comes in makes the page of every player anew.
    """
    seats = Seat.objects.filter(round__tournament__in=tournaments).order_by()
    totals = seats.values_list("round__tournament", "entry__number").annotate(
        Sum("result__half_points"), Sum("result__points")
    )
    tallies: dict[int, list[Tally]] = defaultdict(list)
    for tournament, number, halves, points in totals:
        tallies[tournament].append(Tally(number, Fraction(halves or 0, 2), points or 0))
    return {
        tournament: {each.tally.number: each for each in rank(found)}
        for tournament, found in tallies.items()
    }
