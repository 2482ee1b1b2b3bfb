"""Making the seats of a round equal to those of an archive."""

from collections import defaultdict
from collections.abc import Collection, Mapping

from wk.archive.restore_context import RestoreContext
from wk.auditlog import seat_changes
from wk.auditlog.models import AuditLogEntry
from wk.scoreforms.models import ScoreForm
from wk.tournament.models import Entry, Round, Seat, Table
from wk.tournament.seating import after, seating, start_from


def reseat(context: RestoreContext, round: Round, wanted: Mapping[int, list[Entry]]) -> set[int]:
    """Seat players as wanted in a round; return the numbers of the tables with changed seats."""
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
    """Return the numbers of the tables that are kept, with all that depends on them.

    A table without a form is kept. A table with a form is kept unless it is one of those `replaced`
    by other players: if its players are the same in any order, or if undoing changes of the log
    leads to the wanted seats. No table is kept if tables have other sizes or rules than before, as
    the round may then be played differently.
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
    """Store the tables of a round other than those kept, and the seats of the `moved` tables."""
    round.tables.exclude(number__in=kept).delete()
    Table.objects.bulk_create(Table(round=round, number=n) for n in wanted if n not in kept)
    tables = {table.number: table for table in round.tables.all()}
    Seat.objects.filter(round=round, table__number__in=moved).delete()
    Seat.objects.bulk_create(
        Seat(table=tables[number], round=round, number=seat, entry=entry)
        for number in sorted(moved)
        for seat, entry in enumerate(wanted[number], 1)
    )


def _log_entries_to_undo(
    context: RestoreContext, round: Round, wanted: Mapping[Entry, tuple[int, int]]
) -> list[AuditLogEntry] | None:
    """Return the log entries of the changes that have to be undone to reach the wanted seats.

    None if undoing changes does not lead to them: these seats are not those of the draw then.
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
    """Store whether the seats of a reseated round are still those of its draw.

    If they are, the changes by which they differed are marked as undone. Otherwise the lot number
    is deleted: drawing with it again would give other seats.
    """
    if undone is None:
        Round.objects.filter(pk=round.pk).update(seed=None, changed_by_hand=False)
        return
    keys = [log_entry.pk for log_entry in undone]
    AuditLogEntry.objects.filter(pk__in=keys).update(
        undone_by=context.author, undone_at=context.now
    )
    Round.objects.filter(pk=round.pk).update(changed_by_hand=seat_changes.is_changed_by_hand(round))
