"""Queries of the standings: the ranking after a round, and the results of each player."""

from collections.abc import Container, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from django.db.models import Exists, OuterRef, Q, QuerySet

from scoring.ranking import Tally, rank
from wk.tournament.models import BEGUN, Entry, Round, Seat, Tournament
from wk.tournament.name_search import namesakes, searchable
from wk.tournament.queries import last_begun

TOP_PLACES = 10  # withheld together; more if the last rank is shared


@dataclass(frozen=True, slots=True)
class ResultVisibility:
    """What a reader may see of the results of a tournament; it is decided here only.

    `rounds` are all rounds, in order. A reader without `sees_all` sees no result of a withheld
    round, and no standings with one. `tells_below`: such a reader sees the places below a withheld
    top; this needs every round closed and every form in.
    """

    tournament: Tournament
    rounds: tuple[Round, ...]
    sees_all: bool
    tells_below: bool = False

    @property
    def begun(self) -> tuple[Round, ...]:
        """Return the rounds that may have results."""
        return tuple(round for round in self.rounds if round.is_started)

    @property
    def withheld(self) -> tuple[Round, ...]:
        """Return the rounds of which results are withheld, or will be once they begin."""
        return tuple(round for round in self.rounds if round.withheld)

    @property
    def hidden(self) -> tuple[Round, ...]:
        """Return the rounds with results hidden from this reader."""
        return () if self.sees_all else tuple(r for r in self.withheld if r.is_started)

    @property
    def last(self) -> int:
        """Return the number of the last round with standings for this reader, 0 for none."""
        below = (Round.Withheld.TOP,) if self.tells_below else ()
        untold = [round.number for round in self.hidden if round.withheld not in below]
        return untold[0] - 1 if untold else max((round.number for round in self.begun), default=0)

    @property
    def newest(self) -> Round | None:
        """Return the round of which a director may withhold results next, None once it is final."""
        newest = self.rounds[-1] if self.rounds else None
        return newest if newest and newest.state != Round.State.FINAL else None


def result_visibility(tournament: Tournament, *, sees_all: bool) -> ResultVisibility:
    """Return what a reader may see: officials everything, the public what is not withheld.

    One query; one more for the public once every round is closed and a top is withheld. While forms
    come in a withheld top hides the round entirely: each form would move the players of one table
    among others with known totals, and so tell their results.
    """
    rounds = tuple(tournament.rounds.order_by("number"))
    public = ResultVisibility(tournament, rounds, sees_all)
    has_top = any(round.withheld == Round.Withheld.TOP for round in public.hidden)
    if not has_top or any(round.is_open for round in public.begun):
        return public
    settled = {round.number for round in public.begun} <= finished_rounds(tournament)
    return replace(public, tells_below=settled)


@dataclass(frozen=True, slots=True)
class RoundResult:
    """One player's result in one round.

    Points and match points are None until the form counts.
    """

    round: int
    table: int
    match_points: Fraction | None = None
    points: int | None = None
    totals_only: bool = False

    @property
    def is_in(self) -> bool:
        """Return whether the form of this table counts."""
        return self.points is not None


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of the standings. `rounds` has an item for each round, None without a seat."""

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
        """Return the name as it is searched and sorted."""
        return searchable(self.name)

    @property
    def has_totals_only(self) -> bool:
        """Return whether any form that counts has totals only."""
        return any(result and result.totals_only for result in self.rounds)


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings after a round (0: before the first one), in rank order.

    `complete`: the forms of all tables so far are in; `tables_to_come`: the number that are not.
    `open_rounds`: the rounds up to here that still take forms. `namesakes`: names that several
    players have, so that start numbers have to tell them apart. `hidden`: the number of rows at the
    top that are left out, because they are withheld; the totals of the others are then those of the
    public rounds.
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
        """Return whether any form is in; until then ranks mean nothing."""
        rounds = (result for row in self.rows for result in row.rounds)
        return self.hidden > 0 or any(result and result.is_in for result in rounds)

    @property
    def is_final(self) -> bool:
        """Return whether these are the final standings: complete, public, and closed to clerks."""
        return self.is_over and self.is_closed and not self.hidden

    @property
    def is_closed(self) -> bool:
        """Return whether none of these rounds takes a form, including earlier ones reopened."""
        return not self.open_rounds

    @property
    def is_over(self) -> bool:
        """Return whether every form of the tournament is in."""
        return self.complete and self.after_round == self.tournament.round_count

    @property
    def champions(self) -> tuple[Standing, ...]:
        """Return the winner, or all that are equal in everything (A16); empty until the end."""
        return self._placed(1)

    @property
    def runners_up(self) -> tuple[Standing, ...]:
        """Return the second and third; empty until the end."""
        return self._placed(2, 3)

    def _placed(self, *ranks: int) -> tuple[Standing, ...]:
        return tuple(row for row in self.rows if self.is_final and row.rank in ranks)

    @property
    def has_totals_only(self) -> bool:
        """Return whether any row rests on totals alone."""
        return any(row.has_totals_only for row in self.rows)


def finished_rounds(tournament: Tournament) -> set[int]:
    """Return the numbers of the rounds with no form still to come; one query."""
    to_come = Seat.objects.filter(round=OuterRef("pk"), result=None)
    rounds = tournament.rounds.started().filter(~Exists(to_come) | Q(state=Round.State.FINAL))
    return set(rounds.values_list("number", flat=True))


def standings(
    tournament: Tournament, after_round: int | None = None, *, seated_only: bool = False
) -> Standings:
    """Return the standings after a round, or as they are now; three queries at most.

    All entries are in it; with `seated_only`, once a round has begun, only those with a seat in a
    begun round. Only forms that count, of started rounds, add to it (WK-28, WK-29).
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


def standings_seen(sight: ResultVisibility, after_round: int | None = None) -> Standings:
    """Return the standings after a round, or as they are now, as far as a reader may see them.

    Entries without a seat in a begun round are left out.
    """
    last = sight.last if after_round is None else min(after_round, sight.last)
    whole = standings(sight.tournament, last, seated_only=True)
    hidden = {round.number for round in sight.hidden if round.number <= last}
    return _below_the_top(whole, hidden) if hidden and whole.has_results else whole


def _below_the_top(whole: Standings, hidden: Container[int]) -> Standings:
    """Return standings without the top places, and without the results of hidden rounds.

    Each table shares out a fixed number of match points. So new totals of the players below would
    reveal by subtraction those of the top. Their places alone reveal that only to somebody with a
    computer, and are what those players wait for.
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
    """Yield start number, result and state of the round for each seat in begun rounds up to `last`.

    The state matters as a form missing in a final round never comes (A17).
    """
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


def running_rounds() -> QuerySet[Round]:
    """Return the started rounds, of all tournaments, with forms still to come."""
    to_come = Seat.objects.filter(round=OuterRef("pk"), result=None)
    on = Round.objects.started().exclude(state=Round.State.FINAL)
    return on.filter(Exists(to_come)).select_related("tournament")
