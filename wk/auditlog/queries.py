"""Read queries of the audit log."""

from django.db.models import Q, QuerySet

from wk.auditlog.models import AuditLogEntry
from wk.tournament.models import Entry, Tournament

# The log leaves these kinds out unless they are asked for: a morning has a check-in of each player.
CHECK_IN_KINDS = (AuditLogEntry.Kind.CHECKED_IN, AuditLogEntry.Kind.CHECK_IN_UNDONE)
# The kinds of log entries that may be about several players at once.
KINDS_OF_SEVERAL = (
    AuditLogEntry.Kind.ENTERED,
    AuditLogEntry.Kind.REMOVED,
    AuditLogEntry.Kind.WITHDRAWN,
    AuditLogEntry.Kind.CHECKED_IN,
)


def keys_of(log_entry: AuditLogEntry) -> list[int]:
    """Return the keys of the players' entries that a log entry is about: none, one or several."""
    several = [row["key"] for row in log_entry.payload.get("entries", ())]
    return several or ([log_entry.entry_id] if log_entry.entry_id else [])


def log_of(tournament: Tournament) -> QuerySet[AuditLogEntry]:
    """Return the log entries of a tournament with their authors, latest first."""
    found = tournament.log_entries.select_related(
        "author", "undone_by", "round__tournament", "entry"
    )
    return found.order_by("-at", "-pk")


def log_of_player(entry: Entry) -> list[AuditLogEntry]:
    """Return the log entries about a player, alone or with others, latest first; one query."""
    alone = Q(entry=entry) | Q(payload__came=entry.pk)
    found = log_of(entry.tournament).filter(alone | Q(entry=None, kind__in=KINDS_OF_SEVERAL))
    return [c for c in found if c.entry_id or entry.pk in keys_of(c)]
