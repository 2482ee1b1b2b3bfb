"""The settings of the review are stored; the log tells what is kept of photos from then on."""

from datetime import datetime
from typing import Any

from django.db import transaction

from wk.accounts.models import User
from wk.auditlog import services as auditlog
from wk.auditlog.models import AuditLogEntry
from wk.core.row_locks import lock_row
from wk.tournament.models import Tournament
from wk.tournament.services import update_tournament


@transaction.atomic
def store_settings(
    *, tournament: Tournament, author: User, now: datetime, **settings: Any
) -> Tournament:
    """Store settings of the review, by name of the field; the log tells a change of consent.

    Raises ActionRefused as `update_tournament` does.
    """
    before = lock_row(Tournament.objects.filter(pk=tournament.pk))
    stored = update_tournament(tournament=tournament, **settings)
    if stored.keeps_examples != before.keeps_examples:
        auditlog.record(
            tournament=stored,
            kind=AuditLogEntry.Kind.EXAMPLES,
            about=stored.name,
            author=author,
            now=now,
            payload={"how": "kept" if stored.keeps_examples else "stopped"},
        )
    return stored
