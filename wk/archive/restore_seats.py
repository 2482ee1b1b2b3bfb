"""Restoring seats: the seats of a round become those of an archive."""

from collections import defaultdict
from collections.abc import Collection, Mapping

from wk.archive.restore_context import RestoreContext
from wk.auditlog import seat_changes
from wk.auditlog.models import AuditLogEntry
from wk.scoreforms.models import ScoreForm
from wk.tournament.models import Entry, Round, Seat, Table
from wk.tournament.seating import after, seating, start_from


def reseat(context: RestoreContext, round: Round, wanted: Mapping[int, list[Entry]]) -> set[int]:
    """Make the seats of a round those of `wanted`; return the numbers of the changed tables.

    `wanted` has the entries of each table by its number, seat 1 first.
    """
    now: dict[int, list[Entry]] = defaultdict(list)
    for entry, (table, _seat) in seating(round).items():
        now[table].append(entry)
    moved = {number for number, entries in wanted.items() if now.get(number) != entries}
    if not moved and now.keys() == wanted.keys() and context.same_rules:
        return set()
    places = {e: (n, seat) for n, entries in wanted.items() for seat, e in enumerate(entries, 1)}
    undone = _log_entries_to_undo(context, round, places)
    replaced = {n for n in moved if undone is None and {*now.get(n, ())} != {*wanted[n]}}
    kept = _tables_to_keep(context, round, now, wanted, replaced)
    moved |= wanted.keys() - kept
    _store_seats(round, wanted, kept, moved)
    _mark_draw(context, round, undone)
    return moved


def _tables_to_keep(
    context: RestoreContext,
    round: Round,
    now: Mapping[int, list[Entry]],
    wanted: Mapping[int, list[Entry]],
    replaced: Collection[int],
) -> set[int]:
    """Return the numbers of the tables that are kept, with everything that belongs to them.

    A table with a form is kept unless it is one of `replaced`: those get other players, and not by
    undoing changes of the log. A table without a form is kept. If the rules change, or the sizes of
    the tables, no table is kept: the round may then have other deals (W-14).
    """
    sizes, wanted_sizes = ({len(entries) for entries in each.values()} for each in (now, wanted))
    if not context.same_rules or sizes != wanted_sizes:
        return set()
    forms = ScoreForm.objects.filter(table__round=round)
    with_form = set(forms.values_list("table__number", flat=True))
    return {n for n in now.keys() & wanted.keys() if n not in with_form or n not in replaced}


def _store_seats(
    round: Round, wanted: Mapping[int, list[Entry]], kept: Collection[int], moved: Collection[int]
) -> None:
    """Make the tables of a round again except those `kept`, and the seats of the `moved` tables."""
    round.tables.exclude(number__in=kept).delete()
    Table.objects.bulk_create(Table(round=round, number=n) for n in wanted if n not in kept)
    tables = {table.number: table for table in round.tables.all()}
    # All are deleted before any is made: a player may have only one seat in a round.
    Seat.objects.filter(round=round, table__number__in=moved).delete()
    Seat.objects.bulk_create(
        Seat(table=tables[number], round=round, number=seat, entry=entry)
        for number in sorted(moved)
        for seat, entry in enumerate(wanted[number], 1)
    )


def _log_entries_to_undo(
    context: RestoreContext, round: Round, wanted: Mapping[Entry, tuple[int, int]]
) -> list[AuditLogEntry] | None:
    """Return the log entries of the changes to undo, latest first, to reach the wanted seats.

    Return None if undoing changes does not lead to them: then they do not follow from the draw.
    """
    replaced = context.tournament.log_entries.filter(
        kind=AuditLogEntry.Kind.REPLACED, undone_at=None
    )
    undone = [c for c in replaced if c.payload["came"] in context.removed and c.entry is not None]
    left = {log_entry.payload["came"]: log_entry.entry for log_entry in undone}
    at = {left.get(entry.pk) or entry: place for entry, place in seating(round).items()}
    made = seat_changes.seat_change_entries(round)
    for log_entry, moves in zip(made, seat_changes.logged_moves(*made), strict=True):
        back = [move.back for move in moves]
        if at == wanted or not start_from(at, back):
            break
        at = after(at, back)
        undone.append(log_entry)
    return undone if at == wanted else None


def _mark_draw(context: RestoreContext, round: Round, undone: list[AuditLogEntry] | None) -> None:
    """Store whether the seats of a reseated round still follow from its draw.

    If they do, the log entries of the undone changes are marked. If not (`undone` is None), the lot
    number is deleted: drawing with it again would give other seats.
    """
    if undone is None:
        Round.objects.filter(pk=round.pk).update(seed=None, changed_by_hand=False)
        return
    keys = [log_entry.pk for log_entry in undone]
    AuditLogEntry.objects.filter(pk__in=keys).update(
        undone_by=context.author, undone_at=context.now
    )
    Round.objects.filter(pk=round.pk).update(changed_by_hand=seat_changes.is_changed_by_hand(round))
