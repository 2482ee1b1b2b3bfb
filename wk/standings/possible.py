"""Queries of the ranks that are still possible, while the standings hold nothing back."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.game import Game
from scoring.possible import Contestant, OpenTable, Outlook, PossibleRanks, RankFinder
from scoring.tables import CannotSplit
from wk.draw import sizes_for
from wk.standings.odds import Odds, estimate
from wk.standings.queries import Standing, Standings
from wk.standings.visibility import ResultVisibility
from wk.tournament.models import Round, Seat
from wk.tournament.queries import playing

MOST_DECIDING = 3  # more tables are no news
MOST_FAVOURITES = 5
MOST_CONTENDERS = 5  # more players who can still win are no news either

# A round and a table number, with the start numbers of the players there.
Tables = dict[tuple[int, int], list[int]]


@dataclass(frozen=True, slots=True)
class Prospects:
    """The final ranks that a player can still have, and what the best of them takes.

    `can_win`: an outcome is known in which the player ends on rank 1. With many players and rounds
    to come, that rank may be neither excluded nor known to be possible. `table` is the number of
    the own open table, and `place` the lowest place there, not shared, with which rank `best` is
    possible. Both are None if that does not depend on one table, or if every place will do. `odds`
    is an estimate from so many `simulations`, None where there is none.
    """

    best: int
    worst: int
    can_win: bool = False
    table: int | None = None
    place: int | None = None
    odds: Odds | None = None
    simulations: int = 0


@dataclass(frozen=True, slots=True)
class Favourites:
    """The players who win most often in an estimate, each with the share of its `simulations`."""

    players: tuple[tuple[Standing, Fraction], ...]
    simulations: int


def possible_ranks(shown: Standings, visibility: ResultVisibility) -> Mapping[int, PossibleRanks]:
    """Return the possible ranks by start number; {} where they are not told (see `outlook`)."""
    whole = outlook(shown, visibility)
    return RankFinder(whole).ranks() if whole else {}


def prospects(shown: Standings, visibility: ResultVisibility, number: int) -> Prospects | None:
    """Return what one player can still reach, None where it is not told or everything is in."""
    whole = outlook(shown, visibility) if shown.has_results else None
    if whole is None or whole.is_settled:
        return None
    finder = RankFinder(whole)
    ranks = finder.ranks_of(number)
    found = Prospects(ranks.best, ranks.worst, finder.is_proven_winner(number))
    if odds := estimate(shown, whole):
        told = odds.odds_of(number, ranks)
        found = replace(found, odds=told, simulations=odds.simulations)
    place = finder.lowest_place_for_best(number)
    if place is None:
        return found
    [own] = [table for table in whole.tables if number in table.players]
    return found if place == len(own.players) else replace(found, table=own.number, place=place)


def favourites(shown: Standings, visibility: ResultVisibility) -> Favourites | None:
    """Return the players who win most often in the estimate, up to five, the likeliest first.

    The result is None where there is no estimate, where it is not told, and once it is decided.
    """
    whole = outlook(shown, visibility) if shown.tournament.odds and shown.has_results else None
    odds = estimate(shown, whole) if whole else None
    if whole is None or odds is None:
        return None
    finder = RankFinder(whole)
    rows = sorted(shown.rows, key=lambda row: (-odds.wins.get(row.number, 0), row.rank, row.number))
    found = [
        (row, share)
        for row in rows[:MOST_FAVOURITES]
        if (share := odds.odds_of(row.number, finder.ranks_of(row.number)).wins)
    ]
    return Favourites(tuple(found), odds.simulations) if found else None


def deciding_tables(shown: Standings, visibility: ResultVisibility) -> tuple[int, ...]:
    """Return the numbers of the tables that decide who wins, up to three of them, ascending.

    The result is empty if there are more, if it is decided, and where it is not told.
    """
    whole = _outlook_of_last_round(shown, visibility)
    tables = RankFinder(whole).deciding_tables() if whole else ()
    return tables if len(tables) <= MOST_DECIDING else ()


def contenders(shown: Standings, visibility: ResultVisibility) -> tuple[Standing, ...]:
    """Return the players who can still win, up to five of them, in rank order.

    One player alone cannot be overtaken any more. The result is empty if there are more, before
    forms of the last round come in, once all are in, and where it is not told.
    """
    whole = _outlook_of_last_round(shown, visibility)
    numbers = set(RankFinder(whole).contenders()) if whole else set()
    found = tuple(row for row in shown.rows if row.number in numbers)
    return found if len(found) <= MOST_CONTENDERS else ()


def _outlook_of_last_round(shown: Standings, visibility: ResultVisibility) -> Outlook | None:
    """Return the outlook while nothing but forms of the last round is to come, else None."""
    rounds_to_come = shown.after_round < shown.tournament.round_count
    # Tables of two rounds may have the same number.
    if rounds_to_come or len(shown.open_rounds) > 1 or not shown.not_counted:
        return None
    return outlook(shown, visibility) if shown.has_results else None


def outlook(shown: Standings, visibility: ResultVisibility) -> Outlook | None:
    """Return what is settled in these standings and what is to come; two queries at most.

    Those who take part now are taken to play on. The result is None for standings that are not
    those of now, and while the results of any round that has begun are withheld, for officials too.
    It is also None if the players cannot be divided over tables.
    """
    last = max((round.number for round in visibility.begun), default=0)
    is_withheld = any(round.withheld for round in visibility.begun)
    if is_withheld or shown.hidden or shown.after_round != last:
        return None
    public = [round for round in visibility.rounds if round.state != Round.State.DRAWN]
    tournament = shown.tournament
    free = max(0, tournament.round_count - len(public))
    rules = tournament.rules
    sits_on = set(playing(tournament).values_list("number", flat=True)) if free else set()
    try:
        sizes = sizes_for(len(sits_on), rules.table_sizes, tournament.fours) if free else ()
    except CannotSplit:
        return None
    tables = _open_tables(shown, visibility) | _confirmed_tables(public)
    whole = [
        Contestant(row.number, int(2 * row.match_points), row.points, row.number in sits_on)
        for row in shown.rows
    ]
    # Players who came after the first round have no row until they sit down.
    unseated = sits_on | {number for seated in tables.values() for number in seated}
    unseated -= {row.number for row in shown.rows}
    whole += [Contestant(number, 0, 0, number in sits_on) for number in sorted(unseated)]
    limits = rules.round_range(rules.table_sizes[0])
    return Outlook(
        contestants=tuple(whole),
        # Those of the newest round come first: most players sit there.
        tables=tuple(
            OpenTable(key[1], tuple(tables[key]), _places(rules, len(tables[key])))
            for key in sorted(tables, key=lambda key: (-key[0], key[1]))
        ),
        rounds=free,
        free_tables=tuple(_places(rules, size) for size in sizes),
        least=limits.least,
        most=limits.most,
    )


def _places(rules: Game, size: int) -> tuple[int, ...]:
    return tuple(int(2 * points) for points in rules.round_range(size).match_points)


def _open_tables(shown: Standings, visibility: ResultVisibility) -> Tables:
    """Return the tables of begun rounds whose form is still to come."""
    # In a final round a form that is missing does not come any more (A17).
    final = {round.number for round in visibility.begun if round.state == Round.State.FINAL}
    tables: Tables = defaultdict(list)
    for row in shown.rows:
        for result in row.rounds:
            if result and not result.counts and result.round not in final:
                tables[result.round, result.table].append(row.number)
    return tables


def _confirmed_tables(public: list[Round]) -> Tables:
    """Return the tables of public rounds that have not begun; one query if there are any."""
    confirmed = [round for round in public if not round.is_started]
    tables: Tables = defaultdict(list)
    if confirmed:
        seats = Seat.objects.filter(round__in=confirmed).order_by("number")
        for round, table, number in seats.values_list(
            "round__number", "table__number", "entry__number"
        ):
            tables[round, table].append(number)
    return tables
