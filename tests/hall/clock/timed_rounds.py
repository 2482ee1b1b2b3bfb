"""Round 1 of the small tournament with a clock."""

import datetime as dt

from wk.tournament.models import Round, Table, Tournament

NOON = dt.datetime(2026, 11, 21, 12, tzinfo=dt.UTC)  # 13:00 in Amsterdam


def noon_plus(minutes, seconds=0):
    """Return the moment so many minutes and seconds after noon."""
    return NOON + dt.timedelta(minutes=minutes, seconds=seconds)


def start_clock(tournament, began=NOON, minutes=75):
    """Let the clock of round 1 start at `began`, or remove it where minutes is None; return the
    round."""
    Tournament.objects.filter(pk=tournament.pk).update(round_minutes=minutes)
    Round.objects.filter(tournament=tournament, number=1).update(started_at=began, minutes=minutes)
    tournament.refresh_from_db()
    return reload_round(tournament)


def reload_round(tournament):
    """Return round 1 as it is stored now."""
    return Round.objects.select_related("tournament").get(tournament=tournament, number=1)


def table_numbered(number):
    """Return a table of round 1."""
    return Table.objects.select_related("round__tournament").get(number=number, round__number=1)
