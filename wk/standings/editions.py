"""The other editions of a player, with the result where it is final and public."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Count, Exists, F, OuterRef, Q, Sum

from scoring.ranking import Ranked, Tally, rank
from wk.players.queries import other_editions
from wk.tournament.models import Entry, Round, Seat


@dataclass(frozen=True, slots=True)
class Edition:
    """The entry of a player in another tournament.

    `result` is the final rank with the totals, None while it is not final or not public, and for
    who never sat down. `players` is the number of those who are ranked.
    """

    entry: Entry
    result: Ranked | None
    players: int


def editions(entry: Entry) -> tuple[Edition, ...]:
    """Return the other editions of a player, the latest first; three queries at most."""
    others = tuple(other_editions(entry))
    ranked = _final_ranks({other.tournament_id for other in others}) if others else {}
    return tuple(
        Edition(other, ranks.get(other.number), len(ranks))
        for other in others
        for ranks in [ranked.get(other.tournament_id, {})]
    )


def _final_ranks(tournaments: Iterable[int]) -> Mapping[int, Mapping[int, Ranked]]:
    """Return the final ranks by start number, of each of these tournaments that has them."""
    seats = Seat.objects.filter(round__tournament__in=_final(tournaments)).order_by()
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


def _final(tournaments: Iterable[int]) -> list[int]:
    """Return those of these tournaments of which everybody may see the final standings.

    Every round is closed with all its forms, and nothing is withheld.
    """
    # In a final round a form that is missing does not come any more (A17).
    to_come = Seat.objects.filter(round=OuterRef("pk"), result=None)
    over = (
        Round.objects.filter(tournament__in=tournaments)
        .filter(Q(state=Round.State.FINAL) | Q(state=Round.State.CLOSED) & ~Exists(to_come))
        .filter(withheld=Round.Withheld.NOTHING)
        .order_by()
    )
    counted = over.values("tournament").annotate(count=Count("pk"))
    final = counted.filter(count=F("tournament__round_count"))
    return list(final.values_list("tournament", flat=True))
