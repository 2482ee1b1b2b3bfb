"""Queries of the standings: the ranking after a round, and the results of each player."""

from collections.abc import Container, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import starmap

from scoring.ranking import Tally, rank
from wk.standings.provisional import MissingForms, missing_of
from wk.standings.visibility import ResultVisibility
from wk.tournament.models import BEGUN, Entry, Round, Seat, Tournament
from wk.tournament.name_search import namesakes
from wk.tournament.queries import last_begun

MOST_FIRST = 15  # rows of a list of the first ten, if the tenth rank is shared
TOP_PLACES = 10  # withheld together; the top is larger if its last rank is shared


@dataclass(frozen=True, slots=True)
class RoundResult:
    """The result of one player in one round: numbers of round and table, points, match points.

    Points and match points are None until the form counts.
    """

    round: int
    table: int
    match_points: Fraction | None = None
    points: int | None = None
    totals_only: bool = False

    @property
    def counts(self) -> bool:
        """Return whether the form of this table counts."""
        return self.points is not None


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of the standings: the totals of a player, and the result of each round.

    `rounds` has an item for each round, None without a seat. `number` is the start number.
    `name_order` is the sort key of the name: lists that are sorted by name have the surname first.
    `rise`: the number of places up since the round `compared_with` of the standings, negative for
    down; None without a rank then.
    """

    rank: int
    shared: bool
    number: int
    name: str
    club: str
    withdrawn_after: int | None
    match_points: Fraction
    points: int
    rounds: tuple[RoundResult | None, ...]
    name_order: tuple[str, ...]
    rise: int | None = None

    @property
    def has_result(self) -> bool:
        """Return whether any form of this player counts."""
        return any(result and result.counts for result in self.rounds)

    @property
    def has_totals_only(self) -> bool:
        """Return whether any form that counts has totals only."""
        return any(result and result.totals_only for result in self.rounds)


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings after a round (0: before the first one), in rank order.

    `complete`: the forms of all tables up to this round count. `missing`: those that do not, None
    if all do. `open_rounds`: the rounds up to this one that still take forms.
    `namesakes`: names of several players, which are shown with start numbers. `hidden`: the number
    of rows at the top that are left out because they are withheld. The totals of the other rows are
    then those of the public rounds. `compared_with`: the last complete round before the newest
    results, by which each `rise` is measured; 0 for none.
    """

    tournament: Tournament
    after_round: int
    complete: bool
    missing: MissingForms | None
    open_rounds: tuple[int, ...]
    rows: tuple[Standing, ...]
    namesakes: frozenset[str]
    hidden: int = 0
    compared_with: int = 0

    @property
    def first_ten(self) -> tuple[Standing, ...]:
        """Return the first ten rows, with whoever shares the tenth rank unless these are many."""
        first = tuple(row for row in self.rows if row.rank <= TOP_PLACES)
        return first if len(first) <= MOST_FIRST else self.rows[:TOP_PLACES]

    @property
    def not_counted(self) -> int:
        """Return the number of tables with a form that does not count yet."""
        return self.missing.to_come + self.missing.to_look_at if self.missing else 0

    @property
    def scale(self) -> tuple[Fraction, ...]:
        """Return the match points of the places at the largest table, best first (WK-24)."""
        rules = self.tournament.rules
        return rules.round_range(max(rules.table_sizes)).match_points

    @property
    def has_results(self) -> bool:
        """Return whether any form counts; until then all players share rank 1."""
        return self.hidden > 0 or any(row.has_result for row in self.rows)

    @property
    def is_final(self) -> bool:
        """Return whether these are the final standings: complete, closed, and fully public."""
        return self.is_over and self.is_closed and not self.hidden

    @property
    def is_closed(self) -> bool:
        """Return whether none of these rounds takes forms; an earlier one may be open again."""
        return not self.open_rounds

    @property
    def is_over(self) -> bool:
        """Return whether every form of the tournament counts."""
        return self.complete and self.after_round == self.tournament.round_count

    @property
    def champions(self) -> tuple[Standing, ...]:
        """Return the players on rank 1, several if they are equal (A16); empty until the end."""
        return self._placed(1)

    @property
    def runners_up(self) -> tuple[Standing, ...]:
        """Return the players on ranks 2 and 3; empty until the end."""
        return self._placed(2, 3)

    def _placed(self, *ranks: int) -> tuple[Standing, ...]:
        return tuple(row for row in self.rows if self.is_final and row.rank in ranks)

    @property
    def has_totals_only(self) -> bool:
        """Return whether any row has a form with totals only."""
        return any(row.has_totals_only for row in self.rows)


def standings(
    tournament: Tournament, after_round: int | None = None, *, seated_only: bool = False
) -> Standings:
    """Return the standings after a round, or as they are now; four queries at most.

    All entries are in them. With `seated_only`, once a round has begun, only entries with a seat in
    a begun round are. Only forms that count, of begun rounds, add to the totals (WK-28, WK-29).
    """
    last = last_begun(tournament) if after_round is None else after_round
    entries = {entry.number: entry for entry in tournament.entries.all()}
    rounds: dict[int, list[RoundResult | None]] = {number: [None] * last for number in entries}
    tables: dict[tuple[int, int], bool] = {}
    states: dict[int, str] = {}
    for number, result, state in _results(tournament, last):
        rounds[number][result.round - 1] = result
        # A form that is missing in a final round is not to come any more (A17).
        tables[result.round, result.table] = result.counts or state == Round.State.FINAL
        states[result.round] = state
    if seated_only and states:
        rounds = {number: results for number, results in rounds.items() if any(results)}
    missing = missing_of(tournament, tables)
    before = _round_before(rounds, (round for (round, _), settled in tables.items() if not settled))
    return Standings(
        tournament=tournament,
        after_round=last,
        # A round without any seat has no state, and so the standings are not complete.
        complete=missing is None and len(states) == last,
        missing=missing,
        open_rounds=tuple(sorted(n for n, state in states.items() if state == Round.State.STARTED)),
        rows=_ranked(entries, rounds, before),
        namesakes=namesakes(entry.name for entry in entries.values()),
        compared_with=before,
    )


def visible_standings(visibility: ResultVisibility, after_round: int | None = None) -> Standings:
    """Return the standings after a round, or as they are now, as far as a reader may see them.

    Entries without a seat in a begun round are left out.
    """
    last = visibility.last if after_round is None else min(after_round, visibility.last)
    whole = standings(visibility.tournament, last, seated_only=True)
    hidden = {round.number for round in visibility.hidden if round.number <= last}
    return _below_the_top(whole, hidden) if hidden and whole.has_results else whole


def _below_the_top(whole: Standings, hidden: Container[int]) -> Standings:
    """Return standings without the top places, and without the results of hidden rounds.

    The totals of the players below the top are those before the hidden rounds. Each table shares a
    fixed number of match points (WK-25), so new totals would give those of the top by subtraction.
    The ranks below the top are shown, as they give away much less.
    """
    # A rank shared across the limit belongs to the top as a whole.
    top = sum(row.rank <= TOP_PLACES for row in whole.rows)
    return replace(
        whole,
        rows=tuple(_public_part(row, hidden) for row in whole.rows[top:]),
        hidden=top,
        compared_with=0,
    )


def _public_part(row: Standing, hidden: Container[int]) -> Standing:
    rounds = tuple(_seat_only(result, hidden) for result in row.rounds)
    tally = tally_of(row.number, rounds)
    # A rise could be one since a hidden round, and would give the rank after that away.
    return replace(
        row, rounds=rounds, match_points=tally.match_points, points=tally.points, rise=None
    )


def _seat_only(result: RoundResult | None, hidden: Container[int]) -> RoundResult | None:
    return RoundResult(result.round, result.table) if result and result.round in hidden else result


def _results(tournament: Tournament, last: int) -> Iterable[tuple[int, RoundResult, str]]:
    """Yield start number, result and state of the round for each seat in begun rounds up to `last`.

    The state shows whether a missing form is still to come: in a final round it is not (A17).
    """
    seats = Seat.objects.filter(
        round__tournament=tournament, round__state__in=BEGUN, round__number__lte=last
    ).order_by()
    # The last three are None if there is no result yet.
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


def _round_before(
    rounds: dict[int, list[RoundResult | None]], with_missing_forms: Iterable[int]
) -> int:
    """Return the last complete round before the newest results, 0 for none.

    Every round up to it is complete, so its ranks do not change any more.
    """
    results = (result for row in rounds.values() for result in row)
    newest = max((result.round for result in results if result and result.counts), default=1)
    return min([newest, *with_missing_forms]) - 1


def _ranked(
    entries: dict[int, Entry], rounds: dict[int, list[RoundResult | None]], before: int
) -> tuple[Standing, ...]:
    """Return the rows in rank order; `before` is the round by which a rise is measured."""
    seated = {number: r[:before] for number, r in rounds.items() if any(r[:before])}
    earlier = {each.tally.number: each.rank for each in rank(starmap(tally_of, seated.items()))}
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
            name_order=entries[ranked.tally.number].name_parts.order,
            rise=_difference(earlier.get(ranked.tally.number), ranked.rank),
        )
        for ranked in rank(starmap(tally_of, rounds.items()))
    )


def _difference(before: int | None, now: int) -> int | None:
    return None if before is None else before - now


def tally_of(number: int, results: Iterable[RoundResult | None]) -> Tally:
    """Return the totals of a player over these rounds; what does not count yet adds nothing."""
    played = [result for result in results if result]
    match_points = sum((r.match_points or Fraction(0) for r in played), start=Fraction(0))
    return Tally(number, match_points, sum(r.points or 0 for r in played))
