"""One tournament of a backup brought back: all its rows, and no row of another one.

What has not changed since is not touched. Rows of other tournaments, accounts and what people are
typing stay as they are.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import ForeignKey, Model
from django.utils.translation import gettext as _

from wk.accounts.models import Press, User
from wk.archive.services import lock_parts, step_archive_of
from wk.auditlog import services as auditlog
from wk.auditlog.models import AuditLogEntry
from wk.backups.checks import database_of
from wk.backups.databases import using
from wk.backups.facts import content_token
from wk.backups.folder import Backup, backups, work_folder
from wk.backups.opening import opened
from wk.backups.privacy import kept_private
from wk.backups.restoring import Accounts, is_same_line, prepare
from wk.backups.tournament_rows import TournamentRows, Values, rows_of, whole_rows
from wk.core.refusals import ActionRefused
from wk.core.row_locks import lock_rows
from wk.tournament.models import Entry, Player, Seat, Table, Tournament

# What was handed out or typed since stays, if what it is for is there in both: the code of a table
# is on its sheet, and a draft is in somebody's browser. By model: the row that it is for.
STAYS: Mapping[str, str] = {
    "phones.TableKey": "table_id",
    "phones.PlayerKey": "entry_id",
    "scoreforms.Draft": "form_id",
}


@dataclass(frozen=True, slots=True)
class Exchange:
    """What is done to the rows of one model: which go, and which come as they were."""

    model: type[Model]
    gone: tuple[int, ...]
    back: tuple[Model, ...]


@dataclass(frozen=True, slots=True)
class Source:
    """A tournament of a backup that is open, checked, and has the tables of this wk.

    - `database`: the connection to the database of the backup.
    - `accounts`: when each account of the backup was made, by its key.
    - `past`: the rows of the tournament in the backup, but for columns of bytes.
    """

    backup: Backup
    slug: str
    database: BaseDatabaseWrapper
    accounts: Accounts
    past: TournamentRows


@contextmanager
def prepared(*, backup: Backup, slug: str) -> Iterator[Source]:
    """Give the block a tournament of a backup, to bring it back.

    Opening and checking take seconds, and nobody waits for them: on SQLite every writer would wait
    for a transaction that began before. Raises ActionRefused if the backup is not good.
    """
    own = connections[DEFAULT_DB_ALIAS]
    with work_folder("restore") as work, opened(backup.path, work) as source:
        accounts = prepare(source)
        with database_of(source):
            database, past = connections[DEFAULT_DB_ALIAS], rows_of(slug)
            with using(own):
                yield Source(backup, slug, database, accounts, past)


def restore_tournament(*, backup: Backup, slug: str, author: User, now: datetime) -> Tournament:
    """Make all rows of a tournament what they were in a backup; return it.

    Raises ActionRefused if the backup is not good, and as `restore_prepared` does.
    """
    with prepared(backup=backup, slug=slug) as source:
        return restore_prepared(source=source, author=author, now=now)


@transaction.atomic
def restore_prepared(*, source: Source, author: User, now: datetime) -> Tournament:
    """Make all rows of a tournament what they were in an open backup; return it.

    What stood there is kept as an archive; the log names it, and the newest backup if it has that.
    Raises ActionRefused if the backup has not that tournament, or is of another wk.
    """
    slug, past = source.slug, source.past
    # What names persons is changed at the end; presses are locked before tournaments.
    lock_rows(Press.objects.only("pk"))
    # All of them: persons who are not named are sought in their other tournaments too.
    stored = [each for each in lock_rows(Tournament.objects.all()) if each.slug == slug]
    for each in stored:  # who writes a form meanwhile waits, and finds what came back
        lock_parts(each)
    present = rows_of(slug)
    if not is_same_line(source.accounts):
        raise ActionRefused(_("This backup is of another computer. Read its archive in."))
    if not past.of(Tournament):
        raise ActionRefused(_("This backup does not have that tournament."))
    with using(source.database):
        exchanges = list(_exchanges(present, past))
    lock_rows(Player.objects.filter(pk__in=present.persons.keys() | past.persons.keys()))
    _refuse_taken(past, present)
    kept = _kept(stored[0], now) if stored else {"backup": ""}
    with kept_private():
        _exchange(exchanges, past)
    tournament = Tournament.objects.get(slug=slug)
    auditlog.record(
        tournament=tournament,
        kind=AuditLogEntry.Kind.IMPORTED,
        about=tournament.name,
        author=author,
        now=now,
        payload={**kept, "moment": source.backup.name},
    )
    return tournament


def _kept(tournament: Tournament, now: datetime) -> dict[str, Any]:
    """Keep what stands there as an archive; return what the log stores of it.

    The newest backup is named if it holds the same: the page of backups leads back to it.
    """
    found = step_archive_of(tournament).keep(now)
    newest = next(iter(backups()), None)
    is_same = newest is not None and newest.manifest.token == content_token()
    return found | ({"kept": newest.name} if newest and is_same else {})


def _refuse_taken(past: TournamentRows, present: TournamentRows) -> None:
    """Raise ActionRefused if another tournament has a key of the rows that come back."""
    for model, rows in past.rows.items():
        new = rows.keys() - present.of(model).keys()
        if model._base_manager.filter(pk__in=new).exists():
            raise ActionRefused(_("This backup is of another computer. Read its archive in."))


def _exchanges(present: TournamentRows, past: TournamentRows) -> Iterator[Exchange]:
    """Yield what is to be done of each model. The database of this thread is the backup."""
    for model, rows in past.rows.items():
        now = present.of(model)
        stay = _staying(model, present, past)
        wanted = {key: row for key, row in rows.items() if not _gives_way(model, row, now, stay)}
        same = {key for key, row in wanted.items() if now.get(key) == row}
        gone = now.keys() - same - stay
        yield Exchange(model, tuple(gone), tuple(whole_rows(model, wanted.keys() - same)))


def _staying(model: type[Model], present: TournamentRows, past: TournamentRows) -> set[int]:
    """Return the keys of the rows that stay as they are now."""
    column = STAYS.get(model._meta.label)
    if column is None:
        return set()
    owner = model._meta.get_field(column.removesuffix("_id")).related_model
    assert isinstance(owner, type)
    return {
        key
        for key, row in present.of(model).items()
        if _is_for_the_same(owner, row[column], present, past)
    }


def _is_for_the_same(
    owner: type[Model], key: int, present: TournamentRows, past: TournamentRows
) -> bool:
    """Return whether a table, player or form is the same now and then."""
    now, then = present.of(owner).get(key), past.of(owner).get(key)
    if now is None or then is None:
        return False
    if owner is Table:
        return (now["round_id"], now["number"]) == (then["round_id"], then["number"])
    if owner is Entry:
        return bool(now["player_id"] == then["player_id"])
    return bool(now["table_id"] == then["table_id"]) and (
        _seats_at(now["table_id"], present) == _seats_at(then["table_id"], past)
    )


def _seats_at(table: int, rows: TournamentRows) -> set[tuple[int, int]]:
    seats = rows.of(Seat).values()
    return {(row["number"], row["entry_id"]) for row in seats if row["table_id"] == table}


def _gives_way(model: type[Model], row: Values, now: Mapping[int, Values], stay: set[int]) -> bool:
    """Return whether a row of the backup does not come back, as another one for the same stays."""
    column = STAYS.get(model._meta.label)
    if column is None:
        return False
    taken = {(now[key][column], now[key].get("author_id")) for key in stay}
    return (row[column], row.get("author_id")) in taken


def _exchange(exchanges: list[Exchange], past: TournamentRows) -> None:
    """Delete and store the rows. References are looked at when the transaction ends."""
    gone = next(each.gone for each in exchanges if each.model is Entry)
    persons = {*Entry.objects.filter(pk__in=gone).values_list("player_id", flat=True)}
    _forget_presences(exchanges)
    for each in reversed(exchanges):
        rows = each.model._base_manager.filter(pk__in=each.gone)
        rows._raw_delete(rows.db)  # without what refers to them
    _bring_persons(past)
    accounts = {*User.objects.values_list("pk", flat=True)}
    for each in exchanges:
        fitting = [row for row in each.back if _has_accounts(row, accounts)]
        each.model._base_manager.bulk_create(fitting, batch_size=200)
    Player.objects.filter(pk__in=persons, entries=None).delete()


def _forget_presences(exchanges: list[Exchange]) -> None:
    """Nobody has a form open that is gone."""
    presence = apps.get_model("scoreforms.Presence")
    forms = next(each for each in exchanges if each.model._meta.label == "scoreforms.ScoreForm")
    gone = {*forms.gone} - {row.pk for row in forms.back}
    presence._base_manager.filter(form__in=gone).delete()


def _bring_persons(past: TournamentRows) -> None:
    """Store the persons that are not there any more; the others stay as they are now."""
    there = {*Player.objects.filter(pk__in=past.persons).values_list("pk", flat=True)}
    rows = [Player(**row) for key, row in past.persons.items() if key not in there]
    Player.objects.bulk_create(rows)


def _has_accounts(row: Model, accounts: set[int]) -> bool:
    """Return whether a row can come back; one of an account that is gone loses its author."""
    for each in row._meta.local_concrete_fields:
        if isinstance(each, ForeignKey) and each.related_model is User:
            if getattr(row, each.attname) in (None, *accounts):
                continue
            if not each.null:
                return False
            setattr(row, each.attname, None)
    return True
