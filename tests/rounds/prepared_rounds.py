"""Rounds in any state, and forms that were handed in."""

import datetime as dt

from tests.played import played, store_results
from wk.auditlog.models import AuditLogEntry
from wk.rounds.draws import draw_service
from wk.rounds.lifecycle import transitions
from wk.rounds.lifecycle.readiness import readiness_of
from wk.scoreforms.models import ScoreForm, Version
from wk.scoreforms.services import Submission, hand_in
from wk.tournament.models import Round, Table
from wk.tournament.seating import seating

NOON = dt.datetime(2026, 11, 21, 12, tzinfo=dt.UTC)


def noon_plus(minutes):
    """Return the moment so many minutes after noon."""
    return NOON + dt.timedelta(minutes=minutes)


def hand_in_form(number, author, seed=1):
    """Hand in a played form for a table of round 1; return its version."""
    table = Table.objects.get(number=number, round__number=1)
    return hand_in(table=table, submission=Submission(played(table, seed), author, NOON), lot=1.0)


def count_form_of(table, author=None, seed=1):
    """Return a version that counts for a table.

    It is written straight into the database, ten times as fast as handing it in.
    """
    document, seats = played(table, seed), list(table.seats.order_by("number"))
    version = Version.objects.create(
        form=ScoreForm.objects.create(table=table),
        number=1,
        content=document,
        players=[seat.entry_id for seat in seats],
        is_counted=True,
        author=author,
        saved_at=NOON,
    )
    store_results(version, table.round.rules.progress(document, len(seats)).result)
    return version


def count_all_forms(round):
    """Make a form count for every table of a round."""
    for table in round.tables.order_by("number"):
        count_form_of(table)


def set_state(round, state):
    """Store a state of a round and return the round."""
    Round.objects.filter(pk=round.pk).update(state=state)
    round.refresh_from_db()
    return round


def issues_of(round):
    """Return the issues before the next step: the kind, its tables, players or round, and
    whether it blocks the step or needs confirmation."""
    return [
        (
            issue.kind,
            issue.tables or [entry.number for entry in issue.players] or issue.round,
            "blocks" if issue.blocks else "confirm" if issue.needs_confirmation else "",
        )
        for issue in readiness_of(round).issues
    ]


def logged_steps():
    """Return the steps in the log: round, state before, state after, author and reason."""
    kept = AuditLogEntry.objects.filter(kind=AuditLogEntry.Kind.STATE).order_by("pk")
    return [
        (c.about, c.payload["from"], c.payload["to"], c.author.username, c.reason) for c in kept
    ]


def draw_and_start(tournament, seed):
    """Draw the next round, confirm it and start it."""
    round = draw_service.draw_round(tournament=tournament, seed=seed)
    return transitions.start_round(round=transitions.confirm_round(round=round))


def seats_of(round):
    """Return table, seat and start number of each player of a round."""
    return list(round.seats.values_list("table__number", "number", "entry__number"))


def places_of(round):
    """Return the table and the seat of each start number."""
    return {entry.number: place for entry, place in seating(round).items()}
