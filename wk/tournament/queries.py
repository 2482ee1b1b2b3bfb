"""Queries about a tournament: its rounds, players, seats and table sizes."""

from collections import defaultdict

from django.db.models import Max, Prefetch, Q, QuerySet
from django.shortcuts import get_object_or_404

from scoring.game import Game
from scoring.pairs import Pairs, pairs
from scoring.tables import CannotSplit
from wk.draw import sizes_for
from wk.tournament.models import MOST_ROUNDS, Entry, FixedSeat, Round, Seat, Table, Tournament


def round_at(slug: str, number: int) -> Round:
    """Return a round with its tournament, by slug and number. Raises Http404 if there is none."""
    rounds = Round.objects.select_related("tournament")
    return get_object_or_404(rounds, tournament__slug=slug, number=number)


def last_begun(tournament: Tournament) -> int:
    """Return the number of the last round that has begun, 0 before the first."""
    return tournament.rounds.started().aggregate(last=Max("number"))["last"] or 0


def playing(tournament: Tournament) -> QuerySet[Entry]:
    """Return the entries that take part: all but the withdrawn ones (A18)."""
    return tournament.entries.filter(withdrawn_after=None)


def seatings(tournament: Tournament, before: int = MOST_ROUNDS + 1) -> list[list[list[int]]]:
    """Return the start numbers of all seats, as a list by round, table and seat.

    Only rounds with a number below `before` are in it.
    """
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

    Partners in a public round stay partners. The other players are paired by start number. A draw
    that is not public yet does not count.
    """
    # Rounds are confirmed in order: the public ones are the first.
    public = tournament.rounds.public().count()
    numbers = playing(tournament).values_list("number", flat=True)
    return pairs(numbers, seatings(tournament, before=public + 1), withdrawn_numbers(tournament))


def withdrawn_numbers(tournament: Tournament) -> list[int]:
    """Return the start numbers of the withdrawn entries."""
    left = tournament.entries.exclude(withdrawn_after=None)
    return list(left.values_list("number", flat=True))


def table_sizes(tournament: Tournament, rules: Game) -> tuple[int, ...]:
    """Return the sizes of the tables of the next round, largest first (A14).

    Raises CannotSplit if the players cannot be divided over tables of the allowed sizes.
    """
    return sizes_for(playing(tournament).count(), rules.table_sizes, tournament.fours)


def as_played(tournament: Tournament, rules: Game) -> Game:
    """Return the rules as played at the tables of the last round; before it, of the next one."""
    last = tournament.rounds.order_by("number").last()
    try:
        sizes = last.table_sizes if last else table_sizes(tournament, rules)
    except CannotSplit:
        sizes = ()
    # Rules that a director tries may not allow the tables of today.
    return rules.for_tables(sizes) if sizes and set(sizes) <= set(rules.table_sizes) else rules


def has_fixed_tables(tournament: Tournament, number: int) -> bool:
    """Return whether any player has a fixed table in the round of this number."""
    places = FixedSeat.objects.filter(entry__in=playing(tournament), table__isnull=False)
    return places.filter(Q(round=None) | Q(round=number)).exists()


def tables_with_seats(round: Round) -> QuerySet[Table]:
    """Return the tables of a round with their seats and players, in three queries."""
    seats = Prefetch("seats", Seat.objects.select_related("entry").order_by("number"))
    return round.tables.prefetch_related(seats)


def unseated(round: Round) -> QuerySet[Entry]:
    """Return the entries that take part but have no seat in a round: entered after its draw."""
    return playing(round.tournament).exclude(seats__round=round)
