"""Restoring substitutes: those of a round become those of an archive, and the log follows."""

from dataclasses import replace

from wk.archive.archive import ArchivedRound, ArchivedSubstitute
from wk.archive.restore_context import RestoreContext
from wk.auditlog.models import AuditLogEntry
from wk.players.queries import public_name
from wk.tournament.models import Round, Substitute


def restore_substitutes(round: Round, archived: ArchivedRound) -> None:
    """Make the substitutes of a round equal to those in the archive."""
    # Somebody may be shown by initials since the archive was written.
    wanted = [
        (table.number, replace(each, name=public_name(each.name)))
        for table in archived.tables
        for each in table.substitutes
    ]
    existing = Substitute.objects.filter(seat__round=round)
    rows = existing.select_related("seat__table").order_by("pk")
    found = [
        (each.seat.table.number, ArchivedSubstitute(each.seat.number, each.name, each.from_deal))
        for each in rows
    ]
    if sorted(found, key=lambda each: (each[0], each[1].order)) == wanted:
        return
    existing.delete()  # `relink_substitutions` links the log to the new rows
    seats = {(seat.table.number, seat.number): seat for seat in round.seats.select_related("table")}
    Substitute.objects.bulk_create(
        Substitute(seat=seats[table, each.seat], name=each.name, from_deal=each.from_deal)
        for table, each in wanted
    )


def relink_substitutions(context: RestoreContext) -> None:
    """Link log entries to the new rows of substitutes; mark those without a row as undone.

    Several substitutes may have the same round, name and first deal. So a match in the same seat
    comes first, then one for the same player, then any other. Only a single match is linked.
    """
    noted = context.tournament.log_entries.filter(
        kind=AuditLogEntry.Kind.SUBSTITUTED, undone_at=None
    )
    rows = Substitute.objects.filter(seat__round__tournament=context.tournament)
    keys = list(rows.values_list("pk", flat=True))
    known = {log_entry.payload["substitute"] for log_entry in noted}
    unlinked = list(rows.exclude(pk__in=known).select_related("seat__table"))
    lost = list(noted.exclude(payload__substitute__in=keys))
    for is_match in (_is_in_seat, _is_for_entry, _is_same_substitute):
        for log_entry in [*lost]:
            found = [
                each
                for each in unlinked
                if _is_same_substitute(log_entry, each) and is_match(log_entry, each)
            ]
            if len(found) == 1:
                lost.remove(log_entry)
                unlinked.remove(found[0])
                log_entry.payload = {**log_entry.payload, "substitute": found[0].pk}
                log_entry.save(update_fields=["payload"])
    removed = [log_entry.pk for log_entry in lost]
    AuditLogEntry.objects.filter(pk__in=removed).update(
        undone_by=context.author, undone_at=context.now
    )


def _is_in_seat(log_entry: AuditLogEntry, substitute: Substitute) -> bool:
    """Return whether the substitute is in the seat of the log entry, for any player."""
    return bool(
        log_entry.payload.get("at") == [substitute.seat.table.number, substitute.seat.number]
    )


def _is_for_entry(log_entry: AuditLogEntry, substitute: Substitute) -> bool:
    return substitute.seat.entry_id == log_entry.entry_id


def _is_same_substitute(log_entry: AuditLogEntry, substitute: Substitute) -> bool:
    """Return whether the substitute has the round, name and first deal of the log entry."""
    name = public_name(log_entry.payload["name"])
    logged = log_entry.round_id, name, log_entry.payload["from_deal"]
    return logged == (substitute.seat.round_id, substitute.name, substitute.from_deal)
