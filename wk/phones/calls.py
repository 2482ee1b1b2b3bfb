"""Queries of calls for the director: those that wait, and that of one table for its phone."""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from wk.phones.models import TableCall
from wk.tournament.models import Round, Table, Tournament

# For so long after an official went there the phone of the table says that somebody comes.
COMING = timedelta(minutes=5)


def open_calls(tournament: Tournament) -> QuerySet[TableCall]:
    """Return the calls that wait in rounds being played, the oldest first, with their tables."""
    waiting = TableCall.objects.filter(ended_at=None, table__round__state=Round.State.STARTED)
    found = waiting.filter(table__round__tournament=tournament)
    return found.select_related("table__round").order_by("at", "pk")


def call_data(table: Table, now: datetime) -> dict[str, Any] | None:
    """Return the call of a table for its phone, None for none; one query.

    `state` is waiting, or coming for a while after an official said that he goes there.
    """
    newest = TableCall.objects.filter(table=table).order_by("-at", "-pk").first()
    if newest is None or newest.is_taken_back or not table.round.is_open:
        return None
    if newest.ended_at is not None and (
        newest.ended_by_id is None or newest.ended_at <= now - COMING
    ):
        return None  # it ended with its round, or long ago
    return {
        "press": newest.press,
        "state": "waiting" if newest.ended_at is None else "coming",
        "at": f"{timezone.localtime(newest.at):%H:%M}",
    }
