"""What the tests of the clock share: a round of the small tournament that has one."""

import datetime as dt

from wk.tournament.models import Round, Table, Tournament

NOON = dt.datetime(2026, 11, 21, 12, tzinfo=dt.UTC)  # 13:00 in Amsterdam


def at(minutes, seconds=0):
    return NOON + dt.timedelta(minutes=minutes, seconds=seconds)


def timed(tournament, began=NOON, minutes=75):
    """Let round 1 have a clock since `began`, or none without minutes; return the round."""
    Tournament.objects.filter(pk=tournament.pk).update(round_minutes=minutes)
    Round.objects.filter(tournament=tournament, number=1).update(started_at=began, minutes=minutes)
    tournament.refresh_from_db()
    return again(tournament)


def again(tournament):
    """Round 1 as it is now."""
    return Round.objects.select_related("tournament").get(tournament=tournament, number=1)


def table_at(number):
    return Table.objects.select_related("round__tournament").get(number=number, round__number=1)
