"""Queries of one score form: its table, and the players of it."""

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from wk.auditlog import seat_changes
from wk.auditlog.models import AuditLogEntry
from wk.core.formatting import signed
from wk.scoreforms.column_mapping import seats_at
from wk.scoreforms.models import Version
from wk.tournament.models import Entry, Round, Seat, Substitute, Table
from wk.tournament.name_search import distinct_names


def seated(table: Table) -> tuple[Entry, ...]:
    """Return the entries at a table, in seat order."""
    return tuple(seat.entry for seat in seats_at(table))


def entries_of_version(round: Round, version: Version) -> tuple[Entry, ...]:
    """Return the entries for which a version of a round was written, in seat order.

    A placeholder stands for an entry that has been removed from the list. Its name comes from the
    log of a change of seats, or is a text about the removal. One query, and two more if an entry
    was removed.
    """
    known = Entry.objects.in_bulk(version.players)
    if any(key not in known for key in version.players):
        made = round.log_entries.filter(kind=AuditLogEntry.Kind.SEATED)
        moved = {
            move.entry.pk: move.entry
            for moves in seat_changes.logged_moves(*made)
            for move in moves
        }
        known = moved | known
    removed = _("somebody who is not on the list any more")
    return tuple(known.get(key) or Entry(pk=key, number=0, name=removed) for key in version.players)


def substitutes_at(table: Table) -> list[Substitute]:
    """Return the substitutes at a table, by the deal from which they played (A17); one query."""
    substitutes = Substitute.objects.filter(seat__table=table).select_related("seat")
    return sorted(substitutes, key=lambda each: (each.from_deal or 0, each.pk))


def table_at(slug: str, round: int, number: int) -> Table:
    """Return a table by the slug and the numbers in an address, or raise 404."""
    return get_object_or_404(
        Table.objects.select_related("round__tournament"),
        round__tournament__slug=slug,
        round__number=round,
        number=number,
    )


def table_with_seats(slug: str, round: int, number: int) -> tuple[Table, tuple[Seat, ...]]:
    """Return a table as `table_at` does, and its seats in order with their entries; one query."""
    seats = tuple(
        Seat.objects.filter(
            table__round__tournament__slug=slug, table__round__number=round, table__number=number
        )
        .select_related("entry", "table__round__tournament")
        .order_by("number")
    )
    return (seats[0].table if seats else table_at(slug, round, number)), seats


def points_text(version: Version) -> str:
    """Return the points of each player by a version that counts, for a comparison with the paper.

    Namesakes have their start numbers.
    """
    names = distinct_names([result.seat.entry for result in version.seat_results])
    both = zip(names, version.seat_results, strict=True)
    return ", ".join(f"{name} {signed(result.points)}" for name, result in both)
