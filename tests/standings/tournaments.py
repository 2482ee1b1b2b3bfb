"""Tournaments with results, written straight into the database.

The value of a form is tested elsewhere. Here the points are given.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Mapping, Sequence

from scoring.result import results
from tests.listed_players import tournament_with_players
from tests.played import results_of
from wk.players.services import NewEntry
from wk.scoreforms.models import Result, ScoreForm, Version
from wk.tournament.models import Entry, Round, Seat, Table, Tournament
from wk.tournament.seating import seat_round

MOMENT = dt.datetime(2026, 11, 21, 12, tzinfo=dt.UTC)
NASTY = "<script>alert('x')</script>"


def make_tournament(
    names: Sequence[str | NewEntry], *, slug: str = "hal", rounds: int = 3
) -> Tournament:
    """Make a tournament with players 1, 2, 3 … of these names: new persons, also where a name is
    known from another tournament."""
    people = [name if isinstance(name, NewEntry) else NewEntry(name) for name in names]
    facts = {"slug": slug, "round_count": rounds}
    return tournament_with_players(f"WK {slug}", dt.date(2026, 11, 21), people, **facts)[0]


def play_round(
    tournament: Tournament,
    number: int,
    tables: Mapping[int, Mapping[int, int] | Sequence[int]],
    *,
    state: Round.State = Round.State.STARTED,
    totals_only: bool = False,
) -> Round:
    """Make a round. Each table has its start numbers, with their points where the form is in."""
    entries: dict[int, Entry] = {entry.number: entry for entry in tournament.entries.all()}
    seated = {table: [entries[n] for n in numbers] for table, numbers in tables.items()}
    round = seat_round(tournament=tournament, number=number, tables=seated, state=state)
    count_forms(
        {
            table: [*points.values()]
            for table in round.tables.all()
            if isinstance(points := tables[table.number], Mapping)
        },
        totals_only=totals_only,
    )
    return round


def one_round_of_two_tables() -> Tournament:
    """Return a tournament with one round of two tables: 1 and 5 win, 3 and 7 have equal results, 9
    has no seat.

    Numbers 4 and 8 are both called Dirk.
    """
    names = ["Anna", "Bram", "Cor", "Dirk", NewEntry("Els", "De Slag"), "Femke", "Hans", "Dirk"]
    made = make_tournament([*names, "Ingrid"], rounds=1)
    play_round(made, 1, {1: {1: 90, 2: 60, 3: 40, 4: 10}, 2: {5: 94, 6: 54, 7: 40, 8: -6}})
    return made


def two_closed_rounds() -> Tournament:
    """Return a tournament of two rounds of one table, both closed."""
    made = make_tournament("abcd", rounds=2)
    for number in (1, 2):
        play_round(made, number, {1: {1: 40, 2: 30, 3: 20, 4: 10}})
    close_rounds(made)
    return made


def close_rounds(tournament: Tournament) -> None:
    """Close the started rounds."""
    tournament.rounds.open().update(state=Round.State.CLOSED)


def count_form(table, points: Sequence[int], *, totals_only: bool = False) -> None:
    """Make a form that counts, with points for each seat."""
    count_forms({table: points}, totals_only=totals_only)


def count_forms(tables: Mapping[Table, Sequence[int]], *, totals_only: bool = False) -> None:
    """Make a form that counts for each of these tables of a round, with points for each seat."""
    forms = ScoreForm.objects.bulk_create(ScoreForm(table=table) for table in tables)
    versions = Version.objects.bulk_create(
        Version(form=form, number=1, content={}, is_counted=True, saved_at=MOMENT) for form in forms
    )
    seats = defaultdict(list)
    for seat in Seat.objects.filter(table__in=tables).order_by("number"):
        seats[seat.table_id].append(seat)
    Result.objects.bulk_create(
        result
        for version, (table, points) in zip(versions, tables.items(), strict=True)
        for result in results_of(version, seats[table.pk], results(points), totals_only=totals_only)
    )
