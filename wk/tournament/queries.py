"""Read queries about a tournament: its players, their seats, and its table sizes."""

from collections import defaultdict

from django.db.models import Max, Prefetch, Q, QuerySet
from django.shortcuts import get_object_or_404

from scoring.game import Game
from scoring.pairs import Pairs, pairs
from scoring.tables import CannotSplit
from wk.draw import sizes_for
from wk.tournament.models import MOST_ROUNDS, Entry, FixedSeat, Round, Seat, Table, Tournament


def round_at(slug: str, number: int) -> Round:
    """Return a round and its tournament by slug and number; raise 404 if there is none."""
    rounds = Round.objects.select_related("tournament")
    return get_object_or_404(rounds, tournament__slug=slug, number=number)


def last_begun(tournament: Tournament) -> int:
    """Return the number of the last round that has begun, 0 before the first."""
    return tournament.rounds.started().aggregate(last=Max("number"))["last"] or 0


def playing(tournament: Tournament) -> QuerySet[Entry]:
    """Return the entries to be seated in the next round, without the withdrawn ones (A18)."""
    return tournament.entries.filter(withdrawn_after=None)


def seatings(tournament: Tournament, before: int = MOST_ROUNDS + 1) -> list[list[list[int]]]:
    """Return start numbers by round, table and seat, of all rounds or those before one."""
    rows = (
        Seat.objects.filter(round__tournament=tournament, round__number__lt=before)
        .order_by("round__number", "table__number", "number")
        .values_list("round__number", "table__number", "entry__number")
    )
    rounds: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for round_number, table, number in rows:
        rounds[round_number][table].append(number)
    return [list(tables.values()) for tables in rounds.values()]


def pairs_of(tournament: Tournament) -> Pairs:
    """Return the fixed pairs of a tournament, by start number.

    They are the pairs of the public rounds, and of players without a seat in one. A draw that is
    not public yet settles no pairs.
    """
    public = tournament.rounds.public().count()
    numbers = playing(tournament).values_list("number", flat=True)
    return pairs(numbers, seatings(tournament, before=public + 1), gone(tournament))


def gone(tournament: Tournament) -> list[int]:
    """Return the start numbers of the withdrawn entries."""
    left = tournament.entries.exclude(withdrawn_after=None)
    return list(left.values_list("number", flat=True))


def table_sizes(tournament: Tournament, rules: Game) -> tuple[int, ...]:
    """Return the sizes of the tables of the next round, largest first (A14).

    Raises CannotSplit where the players cannot be divided over tables.
    """
    return sizes_for(playing(tournament).count(), rules.table_sizes, tournament.fours)


def as_played(tournament: Tournament, rules: Game) -> Game:
    """Return the rules for the tables of the last round, or of a first round if none is drawn."""
    last = tournament.rounds.order_by("number").last()
    try:
        sizes = last.table_sizes if last else table_sizes(tournament, rules)
    except CannotSplit:
        sizes = ()
    return rules.for_tables(sizes) if sizes and set(sizes) <= set(rules.table_sizes) else rules


def has_fixed_tables(tournament: Tournament, number: int) -> bool:
    """Return whether a player has a fixed table in a round."""
    places = FixedSeat.objects.filter(entry__in=playing(tournament), table__isnull=False)
    return places.filter(Q(round=None) | Q(round=number)).exists()


def tables_with_seats(round: Round) -> QuerySet[Table]:
    """Return the tables of a round with their seats and players, in three queries."""
    seats = Prefetch("seats", Seat.objects.select_related("entry").order_by("number"))
    return round.tables.prefetch_related(seats)


def unseated(round: Round) -> QuerySet[Entry]:
    """Return the players without a seat in a round, who were entered after its draw."""
    return playing(round.tournament).exclude(seats__round=round)
