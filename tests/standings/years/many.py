"""Many editions of one championship, written straight into the database."""

import datetime as dt
from collections.abc import Sequence

from scoring.result import results
from tests.played import results_of
from tests.standings.tournaments import MOMENT
from wk.scoreforms.models import Result, ScoreForm, Version
from wk.tournament.models import Entry, Player, Round, Seat, Table, Tournament

GIVEN = ["Anna", "Bram", "Cor", "Dirk", "Els", "Femke", "Gijs", "Hans", "Ingrid", "Joke"]
SURNAMES = ["Aalders", "de Boer", "van den Berg", "Vermeulen-Oosterhout", "Łoza", "Smit", "Yıldız"]


def many_editions(
    count: int, players: int, *, contents: Sequence[object] = ({},), rounds: int = 3
) -> list[Tournament]:
    """Make editions of the last years, all final, the earliest first.

    Each has so many players, in tables of five, and a tenth of them are others than in the edition
    before. The forms have these contents in turn; the points are made up.
    """
    total = players + count * players // 10
    people = Player.objects.bulk_create(
        Player(name=f"{GIVEN[n % 10]} {SURNAMES[n % 7]}{n // 70 or ''}", club=f"Club {n % 9}")
        for n in range(total)
    )
    made = []
    for at in range(count):
        year = 2026 - count + at
        tournament = Tournament.objects.create(
            name=f"WK {year}", slug=f"wk-{year}", date=dt.date(year, 11, 21), round_count=rounds
        )
        first = at * players // 10
        entries = Entry.objects.bulk_create(
            Entry(tournament=tournament, player=each, number=n, name=each.name, club=each.club)
            for n, each in enumerate(people[first : first + players], 1)
        )
        for number in range(1, rounds + 1):
            _play(tournament, number, entries, contents)
        made.append(tournament)
    return made


def _play(
    tournament: Tournament, number: int, entries: Sequence[Entry], contents: Sequence[object]
) -> None:
    round = Round.objects.create(tournament=tournament, number=number, state=Round.State.FINAL)
    places = range(len(entries) // 5)
    tables = Table.objects.bulk_create(Table(round=round, number=n + 1) for n in places)
    seats = Seat.objects.bulk_create(
        Seat(table=tables[n], round=round, number=seat + 1, entry=entries[seat * len(places) + n])
        for n in places
        for seat in range(5)
    )
    forms = ScoreForm.objects.bulk_create(ScoreForm(table=table) for table in tables)
    versions = Version.objects.bulk_create(
        Version(
            form=form,
            number=1,
            content=contents[(number * 7 + n) % len(contents)],
            is_counted=True,
            saved_at=MOMENT,
        )
        for n, form in enumerate(forms)
    )
    found: list[Result] = []
    for n, version in enumerate(versions):
        points = [(37 * n + 101 * seat + 53 * number + tournament.pk) % 211 for seat in range(5)]
        found += results_of(version, seats[5 * n : 5 * n + 5], results([2 * p for p in points]))
    Result.objects.bulk_create(found)
