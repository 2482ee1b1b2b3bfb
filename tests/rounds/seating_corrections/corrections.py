"""Corrections of seats, and what is stored before and after them."""

import datetime as dt
from itertools import islice

import pytest

from tests.listed_players import tournament_with_players
from wk.auditlog.models import AuditLogEntry
from wk.core.refusals import ActionRefused
from wk.players.services import NewEntry
from wk.rounds.seating_corrections import services as seating_corrections
from wk.rounds.seating_corrections.effect import CorrectionKind
from wk.scoreforms.models import Check, Draft, Result, Version
from wk.tournament.models import Entry, Round, Seat, Substitute, Table
from wk.tournament.seating import seat_round

NOW = dt.datetime(2026, 11, 21, 20, 0, tzinfo=dt.UTC)
LATER = NOW + dt.timedelta(minutes=5)
NAMES, OWN = CorrectionKind.NAMES, CorrectionKind.OWN
LATER_FIRST = "Seats have changed since. Undo the later changes first."

# Number 3, drawn in the middle of table 1, played as the fifth at table 2.
SITS = [(1, 1), (1, 2), (1, 4), (1, 5), (2, 6), (2, 7), (2, 8), (2, 9), (2, 3)]


def make_round(*sizes, game="wk-boerenbridge"):
    """Return a started round with tables of these sizes, seated in the order of start numbers."""
    people = [NewEntry(f"Speler {chr(65 + index)}") for index in range(sum(sizes))]
    made, entries = tournament_with_players("WK Test", NOW.date(), people, game=game)
    seated = iter(entries)
    tables = {number: list(islice(seated, size)) for number, size in enumerate(sizes, 1)}
    seat_round(tournament=made, number=1, tables=tables, state=Round.State.STARTED)
    return made.rounds.get()


def table_numbered(number):
    """Return the table with this number."""
    return Table.objects.get(number=number)


def entry_numbered(number):
    """Return the entry with this start number."""
    return Entry.objects.get(number=number)


def results_by_seat():
    """Return points and place at the table, by table and seat."""
    rows = Result.objects.values_list("seat__table__number", "seat__number", "points", "place")
    return {row[:2]: row[2:] for row in rows}


def versions_without_players():
    """Return every version without its players."""
    rows = Version.objects.order_by("pk").values()
    return [{name: value for name, value in row.items() if name != "players"} for row in rows]


def players_of_versions():
    """Return the start numbers of the players of each version."""
    numbers = dict(Entry.objects.values_list("pk", "number"))
    rows = Version.objects.order_by("pk").values_list("players", flat=True)
    return [[numbers[key] for key in players] for players in rows]


def logged_corrections():
    """Return the log entries of corrections, undone or not."""
    return AuditLogEntry.objects.filter(kind=AuditLogEntry.Kind.SEATED)


def check_refused(call, match):
    """Check that a call is refused with this reason and stores nothing."""
    before, noted = everything_stored(), list(logged_corrections().order_by("pk").values())
    with pytest.raises(ActionRefused, match=match):
        call()
    assert (everything_stored(), list(logged_corrections().order_by("pk").values())) == (
        before,
        noted,
    )


def correct_swap(round, one, other, *others, author, how=NAMES, **more):
    """Correct players who sat in each other's seats."""
    asked = swap_arguments(one, other, *others)
    return seating_corrections.correct_swap(
        round=round, **asked, how=how, author=author, now=NOW, **more
    )


def swap_arguments(one, other, *others):
    """Return the players as arguments of a correction. Each sat in the seat of the next."""
    return {
        "first": entry_numbered(one),
        "second": entry_numbered(other),
        "others": [entry_numbered(n) for n in others],
    }


def correct_table(round, number, table, author, **more):
    """Correct a player who sat at another table as one more."""
    return seating_corrections.correct_table(
        round=round,
        player=entry_numbered(number),
        table=table,
        author=author,
        now=NOW,
        **more,
    )


def undo_correction(log_entry, author):
    """Undo a correction, given by its log entry."""
    return seating_corrections.undo(log_entry=log_entry, author=author, now=LATER)


def players_by_table():
    """Return table and start number of each seat, in seat order."""
    rows = Seat.objects.order_by("table__number", "number")
    return list(rows.values_list("table__number", "entry__number"))


def everything_stored():
    """Return all rows of a round, without the keys of drafts and results."""
    drafts = Draft.objects.order_by("form", "author")
    results = Result.objects.order_by("seat")
    return (
        list(Seat.objects.order_by("pk").values()),
        [{k: v for k, v in row.items() if k != "id"} for row in drafts.values()],
        list(Version.objects.order_by("pk").values()),
        [{k: v for k, v in row.items() if k != "id"} for row in results.values()],
        list(Check.objects.order_by("pk").values()),
        list(Substitute.objects.values()),
    )
