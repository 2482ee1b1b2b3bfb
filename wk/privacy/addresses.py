"""Network addresses and failed logins, forgotten after some time."""

import json
from datetime import datetime

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.db import transaction

from wk.chain.models import EPOCH, Event, Link
from wk.chain.rows import Row, values_of
from wk.chain.wiping import wipe
from wk.core.row_locks import lock_rows
from wk.scoreforms.models import Version
from wk.tournament.models import Table

DAYS = 90  # that an address is kept
EVENT, VERSION = Event._meta.db_table, Version._meta.db_table


def forget_addresses(*, before: datetime) -> int:
    """Forget from where somebody did what before a moment, and who could not log in.

    Return the number of links that changed. What was done, when and by which account stays. While
    nothing is as old as that no writer waits.
    """
    return _forget(before) if _has_older(before) else 0


def _has_older(before: datetime) -> bool:
    """Return whether anything is older than a moment."""
    at = int((before - EPOCH).total_seconds() * 1_000_000)
    tries = (AccessAttempt, AccessFailureLog, AccessLog)
    return (
        Link.objects.filter(at__lt=at).exists()
        or Version.objects.filter(saved_at__lt=before).exclude(address="").exists()
        or any(model.objects.filter(attempt_time__lt=before).exists() for model in tries)
    )


@transaction.atomic
def _forget(before: datetime) -> int:
    at = int((before - EPOCH).total_seconds() * 1_000_000)
    old = Link.objects.filter(at__lt=at, table_name=EVENT, before="")
    keys = {*old.values_list("row_key", flat=True)}
    failed = Event.objects.filter(pk__in=keys, kind=Event.Kind.FAILED_LOGIN)
    events = {*failed.values_list("pk", flat=True)}
    versions = {*Version.objects.filter(saved_at__lt=before).values_list("pk", flat=True)}
    told = Version.objects.filter(saved_at__lt=before).exclude(address="")
    tables = list(told.values_list("form__table", flat=True).distinct())
    lock_rows(Table.objects.filter(pk__in=tables).only("pk"))  # as who writes a form does
    told.update(address="")
    Event.objects.filter(pk__in=events).exclude(about="").update(about="")
    for model in (AccessAttempt, AccessFailureLog, AccessLog):
        model.objects.filter(attempt_time__lt=before).delete()
    if not _is_needed(at, events, versions):
        return 0

    def redact(row: Row, text: str) -> str:
        if row.table == EVENT and row.key in events:
            return _without(text, "about")
        if row.table == VERSION and row.key in versions:
            return _without(text, "address")
        return text

    about = f"addresses until {before:%Y-%m-%d}"
    return wipe(redact=redact, about=about, reason=f"older than {before:%Y-%m-%d}", before=at).links


def _is_needed(at: int, events: set[int], versions: set[int]) -> bool:
    """Return whether a link holds what is to be forgotten."""
    if Link.objects.filter(at__lt=at).exclude(address="").exists():
        return True
    told = Link.objects.filter(table_name__in=(EVENT, VERSION)).values_list(
        "table_name", "row_key", "before", "after"
    )
    return any(
        values_of(text).get("about" if table == EVENT else "address")
        for table, key, *texts in told.iterator()
        if key in (events if table == EVENT else versions)
        for text in texts
    )


def _without(text: str, column: str) -> str:
    values = values_of(text)
    if not values.get(column):
        return text
    return json.dumps(values | {column: ""}, ensure_ascii=False)
