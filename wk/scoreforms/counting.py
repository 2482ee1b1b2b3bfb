"""The version of a form that counts, and its results: both are stored in one transaction."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from scoring.game import Document
from scoring.layout import Progress
from scoring.result import SeatResult
from wk.accounts.models import User
from wk.scoreforms.column_mapping import check_same_players
from wk.scoreforms.form_lock import LockedForm
from wk.scoreforms.models import Result, ScoreForm, Version
from wk.scoreforms.objections.services import settle
from wk.scoreforms.review.queries import open_checks
from wk.tournament.models import Seat, Table


def count(
    form: LockedForm,
    version: Version,
    *,
    by: User | None,
    now: datetime,
    progress: Progress | None = None,
) -> Version:
    """Let a version, stored or new, count, and replace the results of the form by its results.

    The open checks of the form are stored as adjudicated by `by`, None for the table's phone. The
    draft of `by` is deleted. The objections of players that this version fulfils are answered by
    it. `progress` is that of the version's content; without it the content is read for it. Raises
    ActionRefused if the version was written for other players than those at the table now.
    """
    # A form without a version has no checks and no results.
    if form.versions:
        # Checks are open only at a version that counts or waits, so they end before that changes.
        checks = open_checks().filter(version__form=form.score_form)
        checks.update(adjudicated_by=by, adjudicated_at=now)
    store_version(form, version, is_counted=True)
    check_same_players(version, form.players)
    if form.versions:
        Result.objects.filter(seat__in=form.seats).delete()
    results = _results(version, form.seats, progress or form.progress(version.content))
    Result.objects.bulk_create(results)
    version.seat_results = tuple(results)
    if form.versions:
        settle(form, version, by=by, now=now)
    form.score_form.drafts.filter(author=by).delete()
    return version


def uncount(versions: QuerySet[Version], *, by: User | None, now: datetime) -> None:
    """Let none of these versions count or wait any more, and end their open checks.

    The caller must have a transaction that locked the tables.
    """
    open_checks().filter(version__in=versions).update(adjudicated_by=by, adjudicated_at=now)
    Result.objects.filter(version__in=versions).delete()
    versions.update(is_counted=False, is_waiting=False)


def store_version(
    form: LockedForm, version: Version, *, is_counted: bool = False, is_waiting: bool = False
) -> None:
    """Store a version; a new one gets the next number of its form.

    If it counts or waits, no other version of the form counts or waits any more.
    """
    # The others are updated first: the database allows only one version that counts, and one that
    # waits.
    if (is_counted or is_waiting) and any(each.pk != version.pk for each in form.versions):
        others = form.score_form.versions.exclude(pk=version.pk)
        others.update(is_counted=False, is_waiting=False)
    version.is_counted, version.is_waiting = is_counted, is_waiting
    if not version.number:
        last = form.versions[-1].number if form.versions else 0
        version.form, version.number, version.players = form.score_form, last + 1, form.players
    version.save()


@transaction.atomic
def import_forms(*, forms: Sequence[tuple[Table, Document]], now: datetime) -> None:
    """Store valid forms from an archive for tables without a form; all of them count.

    The tables are of one tournament.
    """
    if not forms:
        return
    tables = [table for table, _document in forms]
    rows = ScoreForm.objects.bulk_create(ScoreForm(table=table) for table in tables)
    seats: dict[int, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(round__in={t.round_id for t in tables}).order_by("number"):
        seats[seat.table_id].append(seat)
    versions = Version.objects.bulk_create(
        Version(
            form=row,
            number=1,
            content=document,
            players=[seat.entry_id for seat in seats[table.pk]],
            saved_at=now,
            is_counted=True,
            source=Version.Source.ARCHIVE,
        )
        for row, (table, document) in zip(rows, forms, strict=True)
    )
    rounds = {table.round_id: table.round for table in tables}
    Result.objects.bulk_create(
        result
        for table, version in zip(tables, versions, strict=True)
        for result in _results(
            version,
            seats[table.pk],
            rounds[table.round_id].rules.progress(version.content, len(seats[table.pk])),
        )
    )


def _results(version: Version, seats: Sequence[Seat], progress: Progress) -> list[Result]:
    """Return the results of a version, one for each seat, in seat order."""
    return [
        _result(seat, version, outcome, progress.totals_only)
        for seat, outcome in zip(seats, progress.result, strict=True)
    ]


def _result(seat: Seat, version: Version, outcome: SeatResult, totals_only: bool) -> Result:
    return Result(
        seat=seat,
        version=version,
        points=outcome.points,
        place=outcome.place,
        half_points=int(outcome.match_points * 2),  # exact: match points come in halves (WK-25)
        totals_only=totals_only,
    )
