"""Restoring forms: the forms of a round become those of an archive."""

from collections.abc import Collection, Mapping

from scoring.game import Document
from wk.archive.archive import ArchivedTable
from wk.archive.restore_context import RestoreContext
from wk.scoreforms.column_mapping import players_at
from wk.scoreforms.counting import count, import_forms, uncount
from wk.scoreforms.form_lock import locked_form
from wk.scoreforms.models import Draft, ScoreForm, Version
from wk.tournament.models import Round, Table


def restore_versions(
    context: RestoreContext,
    round: Round,
    tables: tuple[ArchivedTable, ...],
    before: Mapping[int, Document | None],
    moved: Collection[int],
) -> None:
    """Make the forms of a round equal to those in the archive.

    `before` has the present form of each table, by its number. `moved` are the numbers of tables
    with changed seats: their drafts are deleted, because the columns of a draft are in seat order.
    """
    rows = {table.number: table for table in round.tables.all()}
    existing = {
        form.table.number: form
        for form in ScoreForm.objects.filter(table__round=round).select_related("table")
    }
    Draft.objects.filter(form__table__round=round, form__table__number__in=moved).delete()
    fresh: list[tuple[Table, Document]] = []
    without: list[int] = []
    for table in tables:
        is_same = before.get(table.number) == table.form and table.number not in moved
        if is_same or (table.form is None and table.number not in existing):
            continue
        if table.form is None:
            without.append(table.number)
        elif form := existing.get(table.number):
            form.table.round = round
            count(
                locked_form(form),
                _version_to_count(context, form, table.form),
                by=context.author,
                now=context.now,
            )
        else:
            fresh.append((rows[table.number], table.form))
    import_forms(forms=fresh, now=context.now)
    uncount_tables(context, round, without)


def _version_to_count(context: RestoreContext, form: ScoreForm, document: Document) -> Version:
    """Return the version that is to count: the present one if it is equal, else a new one.

    It is equal if it has the same content for the same players.
    """
    counted, wanted = form.counted, (document, players_at(form.table))
    if counted is not None and (counted.content, counted.players) == wanted:
        return counted
    return Version(content=document, saved_at=context.now, source=Version.Source.ARCHIVE)


def uncount_tables(context: RestoreContext, round: Round, tables: Collection[int]) -> None:
    """Make the forms of these tables no longer count or wait; their versions stay readable."""
    versions = Version.objects.filter(form__table__round=round, form__table__number__in=tables)
    uncount(versions, by=context.author, now=context.now)
