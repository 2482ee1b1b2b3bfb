"""What the tests of steps share: a round in any state, and forms that are in."""

import datetime as dt

from tests.played import played
from wk.hall.missing import step_of
from wk.scoreforms.services import Paper, hand_in
from wk.tournament.models import Change, Round, Table

NOON = dt.datetime(2026, 11, 21, 12, tzinfo=dt.UTC)


def at(minutes):
    return NOON + dt.timedelta(minutes=minutes)


def form_in(number, author, seed=1):
    """Hand in the form of a table of round 1 as somebody typed it."""
    table = Table.objects.get(number=number, round__number=1)
    return hand_in(table=table, paper=Paper(played(table, seed), author, NOON), lot=1.0)


def in_state(round, state):
    Round.objects.filter(pk=round.pk).update(state=state)
    round.refresh_from_db()
    return round


def gaps(round):
    """What is missing before the next step: kind, what it is about, and whether it asks or bars."""
    return [
        (
            gap.kind,
            gap.tables or [entry.number for entry in gap.players] or gap.round,
            "bars" if gap.bars else "asks" if gap.asks else "",
        )
        for gap in step_of(round).gaps
    ]


def log():
    kept = Change.objects.filter(kind=Change.Kind.STATE).order_by("pk")
    return [(c.about, c.facts["from"], c.facts["to"], c.author.username, c.reason) for c in kept]
