"""Nouns of the standings: who stands where after a round, and what a player did in each."""

from collections.abc import Container, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from django.db.models import Exists, OuterRef, Q

from scoring.ranking import Tally, rank
from wk.tournament.models import BEGUN, Entry, Round, Seat, Tournament
from wk.tournament.queries import last_begun
from wk.tournament.search import namesakes, searchable

TOP_PLACES = 10  # that are held back together; more where the last of them is shared


@dataclass(frozen=True, slots=True)
class Sight:
    """What a reader may know of the results of a tournament: here it is decided, and nowhere else.

    `rounds` are all there are, in order. Who does not see all sees no result of a round that is
    held back, and no standings that tell of it. `tells_below`: nor the places below a top that is
    held back, before every round is closed and no form is to come.
    """

    tournament: Tournament
    rounds: tuple[Round, ...]
    sees_all: bool
    tells_below: bool = False

    @property
    def begun(self) -> tuple[Round, ...]:
        """The rounds that may have results."""
        return tuple(round for round in self.rounds if round.is_started)

    @property
    def withheld(self) -> tuple[Round, ...]:
        """The rounds of which something is held back, or will be once they begin."""
        return tuple(round for round in self.rounds if round.withheld)

    @property
    def hidden(self) -> tuple[Round, ...]:
        """The rounds whose results are kept from this reader."""
        return () if self.sees_all else tuple(r for r in self.withheld if r.is_started)

    @property
    def last(self) -> int:
        """The last round of which standings may tell, 0 for none."""
        below = (Round.Withheld.TOP,) if self.tells_below else ()
        untold = [round.number for round in self.hidden if round.withheld not in below]
        return untold[0] - 1 if untold else max((round.number for round in self.begun), default=0)

    @property
    def newest(self) -> Round | None:
        """The round whose results a director may want to hold back next; None once it is final."""
        newest = self.rounds[-1] if self.rounds else None
        return newest if newest and newest.state != Round.State.FINAL else None


def sight(tournament: Tournament, *, sees_all: bool) -> Sight:
    """Return what somebody may know: officials all, others what is public; one query, and one more
    for the public once every round is closed and a top is held back.

    As long as forms come in, each would move those of one table among all others, whose totals are
    known: that tells what the table made. So until then the round is hidden wholly.
    """
    rounds = tuple(tournament.rounds.order_by("number"))
    public = Sight(tournament, rounds, sees_all)
    has_top = any(round.withheld == Round.Withheld.TOP for round in public.hidden)
    if not has_top or any(round.is_open for round in public.begun):
        return public
    settled = {round.number for round in public.begun} <= finished_rounds(tournament)
    return replace(public, tells_below=settled)


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
    `open_rounds`: those of these rounds that still take forms. `namesakes`: the names that more
    than one has, who must be told apart by something else.
    `hidden`: how many rows at the top are left out, because they are not public yet; the totals
    of the others are then those of the rounds that are public.
    """

    tournament: Tournament
    after_round: int
    complete: bool
    tables_to_come: int
    open_rounds: tuple[int, ...]
    rows: tuple[Standing, ...]
    namesakes: frozenset[str]
    hidden: int = 0

    @property
    def has_results(self) -> bool:
        """Whether any form is in; until then nobody stands anywhere."""
        rounds = (result for row in self.rows for result in row.rounds)
        return self.hidden > 0 or any(result and result.is_in for result in rounds)

    @property
    def is_final(self) -> bool:
        """Whether this is how the tournament ended, down from the champion: no clerk corrects a
        form any more."""
        return self.is_over and self.is_closed and not self.hidden

    @property
    def is_closed(self) -> bool:
        """Whether none of these rounds takes a form any more, also no earlier one that was
        reopened."""
        return not self.open_rounds

    @property
    def is_over(self) -> bool:
        """Whether every form of the tournament is in."""
        return self.complete and self.after_round == self.tournament.round_count

    @property
    def champions(self) -> tuple[Standing, ...]:
        """Who won: nobody yet, one, or all who are equal in everything (A16)."""
        return self._placed(1)

    @property
    def runners_up(self) -> tuple[Standing, ...]:
        """Who came second and third."""
        return self._placed(2, 3)

    def _placed(self, *ranks: int) -> tuple[Standing, ...]:
        return tuple(row for row in self.rows if self.is_final and row.rank in ranks)

    @property
    def has_totals_only(self) -> bool:
        """Whether any row rests on totals alone."""
        return any(row.has_totals_only for row in self.rows)


def finished_rounds(tournament: Tournament) -> set[int]:
    """Return the numbers of the rounds of which no form is to come any more; one query."""
    to_come = Seat.objects.filter(round=OuterRef("pk"), result=None)
    rounds = tournament.rounds.started().filter(~Exists(to_come) | Q(state=Round.State.FINAL))
    return set(rounds.values_list("number", flat=True))


def standings(
    tournament: Tournament, after_round: int | None = None, *, seated_only: bool = False
) -> Standings:
    """Return the standings after a round, or as they are now; three queries at most.

    Every entry is in it; with `seated_only`, once a round has begun, who has sat down in one. Only
    forms that count, of started rounds, add to it (WK-28, WK-29).
    """
    last = last_begun(tournament) if after_round is None else after_round
    entries = {entry.number: entry for entry in tournament.entries.all()}
    rounds: dict[int, list[RoundResult | None]] = {number: [None] * last for number in entries}
    tables: dict[tuple[int, int], bool] = {}
    states: dict[int, str] = {}
    for number, result, state in _results(tournament, last):
        rounds[number][result.round - 1] = result
        tables[result.round, result.table] = result.is_in or state == Round.State.FINAL
        states[result.round] = state
    if seated_only and states:
        rounds = {number: results for number, results in rounds.items() if any(results)}
    to_come = sum(not is_settled for is_settled in tables.values())
    return Standings(
        tournament=tournament,
        after_round=last,
        complete=to_come == 0 and len(states) == last,
        tables_to_come=to_come,
        open_rounds=tuple(sorted(n for n, state in states.items() if state == Round.State.STARTED)),
        rows=_ranked(entries, rounds),
        namesakes=namesakes(entry.name for entry in entries.values()),
    )


def standings_seen(sight: Sight, after_round: int | None = None) -> Standings:
    """Return the standings after a round, or as they are now, as far as a reader may know them,
    without who never sat down."""
    last = sight.last if after_round is None else min(after_round, sight.last)
    whole = standings(sight.tournament, last, seated_only=True)
    hidden = {round.number for round in sight.hidden if round.number <= last}
    return _below_the_top(whole, hidden) if hidden and whole.has_results else whole


def _below_the_top(whole: Standings, hidden: Container[int]) -> Standings:
    """Return standings without the first places, and without what rounds that are hidden add.

    Each table shares out a known number of match points: from the new totals of those below anybody
    could subtract what is left for those of the top. Places alone tell that to nobody who does not
    set a computer to it, and are what those below wait for.
    """
    top = sum(row.rank <= TOP_PLACES for row in whole.rows)
    return replace(whole, rows=tuple(_told(row, hidden) for row in whole.rows[top:]), hidden=top)


def _told(row: Standing, hidden: Container[int]) -> Standing:
    rounds = tuple(_seat_only(result, hidden) for result in row.rounds)
    tally = _tally(row.number, rounds)
    return replace(row, rounds=rounds, match_points=tally.match_points, points=tally.points)


def _seat_only(result: RoundResult | None, hidden: Container[int]) -> RoundResult | None:
    return RoundResult(result.round, result.table) if result and result.round in hidden else result


def _results(tournament: Tournament, last: int) -> Iterable[tuple[int, RoundResult, str]]:
    """Yield start number and result of every seat in the rounds up to `last` that have begun, and
    the state of the round: when it is final, a form that is not in never comes (A17)."""
    seats = Seat.objects.filter(
        round__tournament=tournament, round__state__in=BEGUN, round__number__lte=last
    ).order_by()
    # The last three are None where there is no result yet.
    rows: Iterable[tuple[int, int, str, int, int | None, int | None, bool | None]] = (
        seats.values_list(
            "entry__number",
            "round__number",
            "round__state",
            "table__number",
            "result__half_points",
            "result__points",
            "result__totals_only",
        )
    )
    for number, round_number, state, table, halves, points, totals_only in rows:
        wp = None if halves is None else Fraction(halves, 2)
        result = RoundResult(round_number, table, wp, points, bool(totals_only))
        yield number, result, state


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
