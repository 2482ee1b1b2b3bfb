"""The public page of a table: its players, and the content of its form."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from wk.core.consistent_reads import at_one_moment
from wk.scoreforms.cells import Cell
from wk.scoreforms.differences import differing_cells
from wk.scoreforms.models import Check, Version
from wk.scoreforms.queries import current_versions, public_state
from wk.scoreforms.sheet import sheet
from wk.scoreforms.table_queries import seated, substitutes_at, table_at
from wk.tournament.models import Entry, Table
from wk.tournament.round_states import why_closed

MOST_CHANGES = 8  # cells of a correction that are listed one by one


@dataclass(frozen=True, slots=True)
class Correction:
    """The effect of a correction.

    `changes`: cells before and after. `more`: the number of changed cells that are not listed.
    `points`: entry, points before and points after, for each player with other points now.
    """

    version: Version
    changes: Sequence[Sequence[Cell]]
    more: int
    points: Sequence[tuple[Entry, int, int]]


@require_safe
@at_one_moment
def table_page(request: HttpRequest, slug: str, round: int, table: int) -> HttpResponse:
    """Show the players of a table and, once its form counts, the form deal by deal.

    If the results of the round are withheld, the public sees the players only.
    """
    form_table = table_at(slug, round, table)
    if not (form_table.round.is_public or request.user.is_authenticated):
        raise Http404
    is_hidden = bool(form_table.round.withheld) and not request.user.is_authenticated
    tables = [] if is_hidden else [form_table.pk]
    current = current_versions(tables).select_related("author").first()
    counted = current if current and current.is_counted else None
    entries = seated(form_table)
    closed = why_closed(form_table.round, request.user) if request.user.is_authenticated else ""
    content = counted.content if counted else {}
    context = {
        "tournament": form_table.round.tournament,
        "table": form_table,
        "entries": entries,
        "counted": counted,
        "is_hidden": is_hidden,
        "state": public_state(current),
        "closed": closed,
        "correction": _correction(form_table, entries, counted) if counted else None,
        "substitutes": substitutes_at(form_table),
        "partners": form_table.round.rules.partners != "none",
        "sheet": sheet(form_table.round.rules, entries, content).for_reading(),
    }
    return render(request, "scoreforms/table.html", context)


def _correction(table: Table, entries: tuple[Entry, ...], counted: Version) -> Correction | None:
    """Return the effect of a version that counts, None if it is no correction.

    A version that the director let count without review has a reason too, but is no correction.
    """
    if not counted.reason or counted.check_wanted not in (
        Version.CheckReason.NOT,
        Version.CheckReason.TOTALS,
    ):
        return None
    before = _before(counted)
    if before is None:
        return None
    rules, documents = table.round.rules, (before.content, counted.content)
    was, now = (rules.progress(document, len(entries)) for document in documents)
    # Deals and totals have no cells in common, so only like forms are compared cell by cell.
    is_alike = was.totals_only == now.totals_only
    changes = differing_cells(rules, entries, documents) if is_alike else ()
    both = zip(entries, was.totals, now.totals, strict=True)
    points = [each for each in both if each[1] != each[2]]
    more = max(0, len(changes) - MOST_CHANGES)
    return Correction(counted, changes[:MOST_CHANGES], more, points)


def _before(version: Version) -> Version | None:
    """Return the version that counted before a correction: the last one but second typings."""
    beside = Check.objects.filter(agrees=False, typed__form=version.form_id).values("typed")
    earlier = Version.objects.filter(form=version.form_id, number__lt=version.number)
    return earlier.exclude(pk__in=beside).order_by("number").last()
