"""Read queries of the audit log."""

from django.db.models import Q, QuerySet

from wk.auditlog.models import AuditLogEntry
from wk.tournament.models import Entry, Tournament

# The log hides these kinds by default: a morning has a check-in of every player.
CHECK_IN_KINDS = (AuditLogEntry.Kind.CHECKED_IN, AuditLogEntry.Kind.CHECK_IN_UNDONE)
# A log entry of these kinds may be about several players at once.
KINDS_OF_SEVERAL = (
    AuditLogEntry.Kind.ENTERED,
    AuditLogEntry.Kind.REMOVED,
    AuditLogEntry.Kind.WITHDRAWN,
    AuditLogEntry.Kind.CHECKED_IN,
)


def keys_of(log_entry: AuditLogEntry) -> list[int]:
    """Return the keys of the entries (players) of a log entry: none, one or several.

    A log entry about several players lists them in its payload, and has no `entry`.
    """
    # ENTERED of one player has no list in its payload, and REMOVED has only the list.
    several = [row["key"] for row in log_entry.payload.get("entries", ())]
    return several or ([log_entry.entry_id] if log_entry.entry_id else [])


def log_of(tournament: Tournament) -> QuerySet[AuditLogEntry]:
    """Return the log entries of a tournament with their authors, latest first."""
    found = tournament.log_entries.select_related(
        "author", "undone_by", "round__tournament", "entry"
    )
    return found.order_by("-at", "-pk")


def log_of_player(entry: Entry) -> list[AuditLogEntry]:
    """Return the log entries about a player, alone or with others, latest first; one query.

    A replacement is also about the newcomer; `came` in its payload is the key of the newcomer.
    """
    alone = Q(entry=entry) | Q(payload__came=entry.pk)
    found = log_of(entry.tournament).filter(alone | Q(entry=None, kind__in=KINDS_OF_SEVERAL))
    # SQLite cannot search a list in JSON, so log entries of several players are filtered here.
    return [each for each in found if each.entry_id or entry.pk in keys_of(each)]
