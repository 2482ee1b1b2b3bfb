"""Nouns of the standings: who stands where after a round, and what a player did in each."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db.models import Exists, Max, OuterRef, Prefetch, QuerySet

from scoring.ranking import Tally, rank
from wk.tournament.models import Entry, Round, Seat, Tournament
from wk.tournament.search import searchable


@dataclass(frozen=True, slots=True)
class RoundResult:
    """One player in one round. Points and match points are None while the form is to come."""

    round: int
    table: int
    match_points: Fraction | None = None
    points: int | None = None
    totals_only: bool = False

    @property
    def is_in(self) -> bool:
        """Whether the form of this table counts already."""
        return self.points is not None


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of the standings. `rounds` has one place for each round, None if he did not sit."""

    rank: int
    shared: bool
    number: int
    name: str
    club: str
    withdrawn_after: int | None
    match_points: Fraction
    points: int
    rounds: tuple[RoundResult | None, ...]

    @property
    def search_name(self) -> str:
        """The name as it is searched and sorted."""
        return searchable(self.name)

    @property
    def has_totals_only(self) -> bool:
        """Whether a form counts of which only the totals were taken."""
        return any(result and result.totals_only for result in self.rounds)


@dataclass(frozen=True, slots=True)
class Standings:
    """Where everyone stood after a round (0: before the first one), in rank order.

    `complete`: the form of every table so far is in; `tables_to_come`: how many are not.
    """

    tournament: Tournament
    after_round: int
    complete: bool
    tables_to_come: int
    rows: tuple[Standing, ...]

    @property
    def has_results(self) -> bool:
        """Whether any form is in; until then nobody stands anywhere."""
        return any(result and result.is_in for row in self.rows for result in row.rounds)

    @property
    def namesakes(self) -> frozenset[str]:
        """The names that more than one has: who they are must be told by something else."""
        counts = Counter(row.name for row in self.rows)
        return frozenset(name for name, count in counts.items() if count > 1)

    @property
    def is_final(self) -> bool:
        """Whether this is how the tournament ended."""
        return self.complete and self.after_round == self.tournament.round_count

    @property
    def champions(self) -> tuple[Standing, ...]:
        """Who won: nobody yet, one, or all who are equal in everything (A16)."""
        return tuple(row for row in self.rows if self.is_final and row.rank == 1)

    @property
    def runners_up(self) -> tuple[Standing, ...]:
        """Who came second and third."""
        return tuple(row for row in self.rows if self.is_final and row.rank in (2, 3))

    @property
    def has_totals_only(self) -> bool:
        """Whether any row rests on totals alone."""
        return any(row.has_totals_only for row in self.rows)


def last_started(tournament: Tournament) -> int:
    """Return the number of the last round that has started, 0 for none."""
    started = tournament.rounds.started()
    return started.aggregate(last=Max("number"))["last"] or 0


def finished_rounds(tournament: Tournament) -> set[int]:
    """Return the numbers of the rounds of which every form is in; one query."""
    to_come = Seat.objects.filter(round=OuterRef("pk"), result=None)
    rounds = tournament.rounds.started().filter(~Exists(to_come))
    return set(rounds.values_list("number", flat=True))


def running_rounds() -> QuerySet[Round]:
    """Return the rounds, of all tournaments, that have started and of which forms are to come."""
    to_come = Seat.objects.filter(round=OuterRef("pk"), result=None)
    return Round.objects.started().filter(Exists(to_come)).select_related("tournament")


def standings(tournament: Tournament, after_round: int | None = None) -> Standings:
    """Return the standings after a round, or as they are now; three queries at most.

    Every entry is in it. Only forms that count, of started rounds, add to it (WK-28, WK-29).
    """
    last = last_started(tournament) if after_round is None else after_round
    entries = {entry.number: entry for entry in tournament.entries.all()}
    rounds: dict[int, list[RoundResult | None]] = {number: [None] * last for number in entries}
    tables: dict[tuple[int, int], bool] = {}
    for number, result in _results(tournament, last):
        rounds[number][result.round - 1] = result
        tables[result.round, result.table] = result.is_in
    to_come = sum(not is_in for is_in in tables.values())
    played = {round_number for round_number, _table in tables}
    return Standings(
        tournament=tournament,
        after_round=last,
        complete=to_come == 0 and len(played) == last,
        tables_to_come=to_come,
        rows=_ranked(entries, rounds),
    )


def _results(tournament: Tournament, last: int) -> Iterable[tuple[int, RoundResult]]:
    """Yield start number and result of every seat in the started rounds up to `last`."""
    seats = Seat.objects.filter(
        round__tournament=tournament, round__state=Round.State.STARTED, round__number__lte=last
    ).order_by()
    # The last three are None where there is no result yet.
    rows: Iterable[tuple[int, int, int, int | None, int | None, bool | None]] = seats.values_list(
        "entry__number",
        "round__number",
        "table__number",
        "result__half_points",
        "result__points",
        "result__totals_only",
    )
    for number, round_number, table, halves, points, totals_only in rows:
        wp = None if halves is None else Fraction(halves, 2)
        yield number, RoundResult(round_number, table, wp, points, bool(totals_only))


def _ranked(
    entries: dict[int, Entry], rounds: dict[int, list[RoundResult | None]]
) -> tuple[Standing, ...]:
    return tuple(
        Standing(
            rank=ranked.rank,
            shared=ranked.shared,
            number=ranked.tally.number,
            name=entries[ranked.tally.number].name,
            club=entries[ranked.tally.number].club,
            withdrawn_after=entries[ranked.tally.number].withdrawn_after,
            match_points=ranked.tally.match_points,
            points=ranked.tally.points,
            rounds=tuple(rounds[ranked.tally.number]),
        )
        for ranked in rank(_tally(number, results) for number, results in rounds.items())
    )


def _tally(number: int, results: Iterable[RoundResult | None]) -> Tally:
    played = [result for result in results if result]
    match_points = sum((r.match_points or Fraction(0) for r in played), start=Fraction(0))
    return Tally(number, match_points, sum(r.points or 0 for r in played))


@dataclass(frozen=True, slots=True)
class PlayerRound:
    """What the public may know of one player in one round: his seat, None if he has none, and all
    seats of his table in order."""

    round: Round
    seat: Seat | None
    table_seats: tuple[Seat, ...]

    @property
    def is_in(self) -> bool:
        """Whether the form of his table counts already."""
        return self.seat is not None and hasattr(self.seat, "result")

    @property
    def shares_place(self) -> bool:
        """Whether somebody else at the table came in the same place."""
        if self.seat is None or not self.is_in:
            return False
        places = [seat.result.place for seat in self.table_seats]
        return places.count(self.seat.result.place) > 1


def player_rounds(entry: Entry) -> tuple[PlayerRound, ...]:
    """Return the rounds of a player that are fixed or started, in order; three queries."""
    own: QuerySet[Seat, Any] = entry.seats.select_related("table", "result").prefetch_related(
        Prefetch("table__seats", Seat.objects.select_related("entry", "result").order_by("number"))
    )
    rounds = (
        Round.objects.filter(tournament=entry.tournament_id)
        .exclude(state=Round.State.DRAWN)
        .order_by("number")
        .prefetch_related(Prefetch("seats", own))
    )
    return tuple(_player_round(round, next(iter(round.seats.all()), None)) for round in rounds)


def _player_round(round: Round, seat: Seat | None) -> PlayerRound:
    return PlayerRound(round, seat, tuple(seat.table.seats.all()) if seat else ())


def other_editions(entry: Entry) -> QuerySet[Entry]:
    """Return the same person's entries in other tournaments, the latest first."""
    return (
        Entry.objects.filter(player=entry.player_id)
        .exclude(pk=entry.pk)
        .select_related("tournament")
        .order_by("-tournament__date", "tournament__name")
    )
