"""Read queries of the audit log."""

from django.db.models import Q, QuerySet

from wk.auditlog.models import AuditLogEntry
from wk.tournament.models import Entry, Tournament

# A morning has so many of these that the log leaves them out unless they are asked for.
ARRIVALS = (AuditLogEntry.Kind.CHECKED_IN, AuditLogEntry.Kind.CHECK_IN_UNDONE)
# The kinds of changes that may be about several players at once.
TOGETHER = (
    AuditLogEntry.Kind.ENTERED,
    AuditLogEntry.Kind.REMOVED,
    AuditLogEntry.Kind.WITHDRAWN,
    AuditLogEntry.Kind.CHECKED_IN,
)


def keys_of(change: AuditLogEntry) -> list[int]:
    """Return the keys of the entries a change is about: one, or several."""
    several = [facts["key"] for facts in change.payload.get("entries", ())]
    return several or ([change.entry_id] if change.entry_id else [])


def log_of(tournament: Tournament) -> QuerySet[AuditLogEntry]:
    """Return the changes of a tournament with their authors, latest first."""
    found = tournament.log_entries.select_related(
        "author", "undone_by", "round__tournament", "entry"
    )
    return found.order_by("-at", "-pk")


def log_of_player(entry: Entry) -> list[AuditLogEntry]:
    """Return the changes of an entry, alone or with others, latest first; one query."""
    his = Q(entry=entry) | Q(payload__came=entry.pk)
    found = log_of(entry.tournament).filter(his | Q(entry=None, kind__in=TOGETHER))
    return [c for c in found if c.entry_id or entry.pk in keys_of(c)]
