"""The check of a backup: its file is opened, and its database asked whether everything fits."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.db import connection
from django.utils.translation import gettext as _

from scoring.game import Game
from wk.backups.databases import CannotCopy, reading, row_counts, run_tool
from wk.backups.facts import is_migrated
from wk.backups.manifest import Manifest
from wk.backups.opening import OpenBackup, opened
from wk.chain.verifying import verify
from wk.core.refusals import ActionRefused
from wk.scoreforms.models import Result, Version
from wk.tournament.models import Round, Seat

MOST_NAMED = 5  # faults of one kind
SCRATCH = 816_205  # a number that nothing else of wk locks by (`pg_advisory_lock`)


@dataclass(frozen=True, slots=True)
class Findings:
    """What is wrong with a backup as sentences, and what does not fit in its log of changes.

    A backup without `problems` is good. `log` is one sentence, "" if all fits: somebody changed
    something past wk, which a director has to hear. Such a backup is as whole as any other, so it
    is kept and can come back.
    """

    problems: list[str]
    log: str = ""


def findings_of(path: Path, work: Path) -> Findings:
    """Check a backup, whose members are extracted into the folder `work`.

    Raises OSError if the disk has no room for them: that says nothing of the backup.
    """
    try:
        with opened(path, work) as backup, database_of(backup):
            problems = problems_of_database(backup.manifest)
            return Findings(problems, "" if problems else log_fault())
    except (ActionRefused, CannotCopy) as error:
        return Findings([str(error)])


def problems_of_database(manifest: Manifest | None = None) -> list[str]:
    """Return what is wrong with the database of this thread as sentences.

    With the manifest of a backup its rows are counted too. In a database of unknown origin anything
    may stand: what cannot be read is wrong as well.
    """
    try:
        rows = wrong_rows(manifest) if manifest else ()
        return [*rows, *(words for check in CHECKS for words in check())]
    except Exception as error:
        return [_("The database cannot be read: %(why)s.") % {"why": error}]


def log_fault() -> str:
    """Return what does not fit in the log of all changes, "" for nothing or with an older wk."""
    misfit = verify().misfit if is_migrated() else None
    return misfit.words if misfit else ""


@contextmanager
def database_of(backup: OpenBackup) -> Iterator[None]:
    """Let the queries of the block read the database of a backup.

    For PostgreSQL it is restored into a database of its own, which is deleted afterwards; the user
    of wk has to be allowed to make one. Raises CannotCopy, or ActionRefused if the backup is of
    another kind of database.
    """
    if backup.manifest.vendor != connection.vendor:
        words = _("The backup is of %(kind)s, and Card champion runs on %(other)s here.")
        kinds = {"kind": backup.manifest.vendor, "other": connection.vendor}
        raise ActionRefused(words % kinds)
    if connection.vendor == "sqlite":
        with reading(backup.database):
            yield
        return
    scratch = f"{connection.settings_dict['NAME']}_check"
    with _scratch_alone():
        run_tool("dropdb", "--if-exists", scratch)
        run_tool("createdb", "--template=template0", scratch)
        try:
            options = ("--exit-on-error", "--no-owner", "--no-acl", f"--dbname={scratch}")
            run_tool("pg_restore", *options, str(backup.database))
            with reading(scratch):
                yield
        finally:
            run_tool("dropdb", "--if-exists", scratch)


@contextmanager
def _scratch_alone() -> Iterator[None]:
    """Let no other program on the same database, on no machine, have its scratch database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [SCRATCH])
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [SCRATCH])


def wrong_rows(manifest: Manifest) -> Iterator[str]:
    """Yield a sentence for each table that has not as many rows as the manifest says."""
    found = row_counts()
    for table in sorted({*found, *manifest.rows}):
        counts = {"table": table, "count": found.get(table), "other": manifest.rows.get(table)}
        if counts["count"] != counts["other"]:
            yield _("%(table)s has %(count)s rows and should have %(other)s.") % counts


def broken_pages() -> Iterator[str]:
    """Yield what SQLite finds wrong with its file."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA integrity_check({MOST_NAMED})")
            yield from (row[0] for row in cursor.fetchall() if row[0] != "ok")


def lost_references() -> Iterator[str]:
    """Yield a sentence for rows that refer to a row that is not there."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA foreign_key_check")
            for table, row, other, _number in cursor.fetchmany(MOST_NAMED):
                words = _("Row %(row)s of %(table)s refers to a row of %(other)s that is missing.")
                yield words % {"row": row, "table": table, "other": other}


def wrong_results() -> Iterator[str]:
    """Yield a sentence for each form whose stored results are not those of its content.

    A backup of an older wk is not asked: its tables may be other ones.
    """
    if not is_migrated():
        return
    rules: dict[int, Game] = {}
    counted = Version.objects.filter(is_counted=True).order_by("pk")
    for version in counted.select_related("form__table__round__tournament"):
        table = version.form.table
        if table.round_id not in rules:
            rules[table.round_id] = table.round.rules
        seats = Seat.objects.filter(table=table).order_by("number").values_list("pk", flat=True)
        stored = Result.objects.filter(seat__in=seats).order_by("seat__number")
        fields = ("version", "points", "place", "half_points", "totals_only")
        progress = rules[table.round_id].progress(version.content, len(seats))
        fresh = [
            (version.pk, each.points, each.place, each.match_points * 2, progress.totals_only)
            for each in progress.result
        ]
        if list(stored.values_list(*fields)) != fresh:
            words = _("The stored results of %(form)s are not those of its deals.")
            yield words % {"form": _named(table.round, table.number)}


def _named(round: Round, table: int) -> str:
    place = {"tournament": round.tournament, "round": round.number, "table": table}
    return _("%(tournament)s, round %(round)d table %(table)d") % place


# What is asked of a database, and must fit before it comes back.
CHECKS: tuple[Callable[[], Iterator[str]], ...] = (broken_pages, lost_references, wrong_results)
