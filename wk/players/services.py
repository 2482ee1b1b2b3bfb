"""Actions on the list of players: enter, edit, remove, withdraw, readmit.

Each is one transaction, and raises ActionRefused where it is not allowed.
"""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max, prefetch_related_objects
from django.utils import timezone
from django.utils.translation import gettext as _

from wk.accounts.models import User
from wk.auditlog import services as auditlog
from wk.auditlog.models import AuditLogEntry
from wk.core.refusals import ActionRefused
from wk.core.row_locks import lock_row, lock_rows
from wk.core.version_token import version_token
from wk.players.queries import PlayerIndex
from wk.tournament.models import Entry, Player, Seat, Tournament
from wk.tournament.queries import last_begun


@dataclass(frozen=True, slots=True)
class NewEntry:
    """A player to enter; start number None means the next free one.

    `player` is the person where an official named one; else name and club find the person.
    """

    name: str
    club: str = ""
    number: int | None = None
    withdrawn_after: int | None = None
    checked_in_at: dt.datetime | None = None
    is_announced: bool = True
    player: Player | None = None


@transaction.atomic
def enter(
    *,
    tournament: Tournament,
    name: str,
    club: str = "",
    number: int | None = None,
    author: User | None = None,
    now: dt.datetime | None = None,
) -> Entry:
    """Enter one player; a player of an earlier edition is the same person again."""
    row = NewEntry(name, club, number)
    return enter_one(tournament=tournament, row=row, author=author, now=now or timezone.now())


@transaction.atomic
def enter_one(
    *, tournament: Tournament, row: NewEntry, author: User | None, now: dt.datetime
) -> Entry:
    """Enter one player, and store that in the audit log."""
    (entry,) = enter_many(tournament=tournament, rows=[row])
    auditlog.record(
        tournament=tournament,
        kind=AuditLogEntry.Kind.ENTERED,
        about=str(entry),
        author=author,
        now=now,
        entry=entry,
        payload={"is_here": row.checked_in_at is not None},
    )
    return entry


@transaction.atomic
def enter_list(
    *, tournament: Tournament, rows: Sequence[NewEntry], author: User | None, now: dt.datetime
) -> list[Entry]:
    """Enter the players of a list as `enter_many` does, stored as one change."""
    entries = enter_many(tournament=tournament, rows=rows)
    if entries:
        facts = {"entries": auditlog.listed(entries)}
        auditlog.note_players(AuditLogEntry.Kind.ENTERED, entries, facts, author, now)
    return entries


@transaction.atomic
def enter_many(*, tournament: Tournament, rows: Sequence[NewEntry]) -> list[Entry]:
    """Enter players in this order; without a start number each gets the next free one.

    Raises ActionRefused when a start number is taken.
    """
    lock_row(Tournament.objects.filter(pk=tournament.pk))
    taken = set(tournament.entries.values_list("number", flat=True))
    given = [row.number for row in rows if row.number is not None]
    clash = sorted({n for n in given if n in taken or given.count(n) > 1}) if given else []
    if clash:
        raise ActionRefused(_("Start number %(number)d is taken.") % {"number": clash[0]})
    fresh = max(taken | set(given), default=0)
    numbers = []
    for row in rows:
        if row.number is None:
            fresh += 1
        numbers.append(fresh if row.number is None else row.number)
    players = _players_for(tournament, rows)
    return Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            player=player,
            number=number,
            name=row.name,
            club=row.club,
            withdrawn_after=row.withdrawn_after,
            checked_in_at=row.checked_in_at,
            is_announced=row.is_announced,
        )
        for row, player, number in zip(rows, players, numbers, strict=True)
    )


def _players_for(tournament: Tournament, rows: Sequence[NewEntry]) -> list[Player]:
    """Return the person of each row: a known one, or a new one."""
    index = PlayerIndex(tournament)
    known = [row.player or index.take(row.name, row.club) for row in rows]
    fresh = iter(
        Player.objects.bulk_create(
            Player(name=row.name, club=row.club)
            for row, player in zip(rows, known, strict=True)
            if player is None
        )
    )
    return [player or next(fresh) for player in known]


@transaction.atomic
def edit_entry(
    *,
    entry: Entry,
    name: str,
    club: str,
    number: int,
    mark: str = "",
    author: User | None = None,
    now: dt.datetime | None = None,
) -> Entry:
    """Correct name, club or start number of an entry, and the name and club of the person too.

    `mark` is that of the entry when the edit began. Raises ActionRefused when the entry has changed
    since.
    """
    entry = _held_entry(entry)
    if mark and mark != mark_of(entry):
        text = _("Meanwhile somebody else changed this: it is %(name)s now. Look at it again.")
        raise ActionRefused(text % {"name": f"{entry} ({entry.club})" if entry.club else entry})
    others = Entry.objects.filter(tournament=entry.tournament_id).exclude(pk=entry.pk)
    if others.filter(number=number).exists():
        raise ActionRefused(_("Start number %(number)d is taken.") % {"number": number})
    before = auditlog.called(entry)
    entry.name, entry.club, entry.number = name, club, number
    if auditlog.called(entry) == before:
        return entry
    entry.save(update_fields=["name", "club", "number"])
    Player.objects.filter(pk=entry.player_id).update(name=name, club=club)
    facts = {"before": before, "after": auditlog.called(entry)}
    auditlog.note_players(AuditLogEntry.Kind.EDITED, [entry], facts, author, now)
    return entry


def mark_of(entry: Entry) -> str:
    """Return a mark that changes with the name, club or start number of an entry."""
    return version_token(auditlog.called(entry))


@transaction.atomic
def remove_entry(
    *, entry: Entry, author: User | None = None, now: dt.datetime | None = None
) -> None:
    """Remove a player without a seat from the list; a person without editions goes too."""
    remove_entries(entries=[entry], author=author, now=now)


@transaction.atomic
def remove_entries(
    *, entries: Sequence[Entry], author: User | None = None, now: dt.datetime | None = None
) -> AuditLogEntry:
    """Remove players without a seat from the list, all or none; the log keeps their data."""
    there = _held_entries(entries)
    prefetch_related_objects(there, "log_entries", "separations", "fixed_seats")
    last = there[0].tournament.entries.aggregate(last=Max("pk"))["last"]
    facts = {"entries": [auditlog.kept(entry) for entry in there], "last": last}
    change = auditlog.note_players(AuditLogEntry.Kind.REMOVED, there, facts, author, now)
    take_off(there)
    return change


def take_off(entries: Sequence[Entry]) -> None:
    """Delete entries without a log entry. Raises ActionRefused if one of them has a seat."""
    keys = [entry.pk for entry in entries]
    if seat := Seat.objects.filter(entry__in=keys).select_related("entry").first():
        raise ActionRefused(
            _("%(name)s has a seat already. Mark the player as withdrawn instead.")
            % {"name": seat.entry}
        )
    players = [entry.player_id for entry in entries]
    Entry.objects.filter(pk__in=keys).delete()
    Player.objects.filter(pk__in=players, entries=None).delete()


@transaction.atomic
def withdraw(*, entry: Entry, author: User | None = None, now: dt.datetime | None = None) -> Entry:
    """Withdraw a player: the results stay, and the player is not seated again (A18)."""
    withdraw_entries(entries=[entry], author=author, now=now)
    entry.refresh_from_db()
    return entry


@transaction.atomic
def withdraw_entries(
    *, entries: Sequence[Entry], author: User | None = None, now: dt.datetime | None = None
) -> AuditLogEntry | None:
    """Withdraw players as one change; return None where all had withdrawn before."""
    there = [entry for entry in _held_entries(entries) if entry.withdrawn_after is None]
    if not there:
        return None
    last = last_begun(there[0].tournament)
    Entry.objects.filter(pk__in=[entry.pk for entry in there]).update(withdrawn_after=last)
    facts = {"after": last, "entries": auditlog.listed(there)}
    return auditlog.note_players(AuditLogEntry.Kind.WITHDRAWN, there, facts, author, now)


@transaction.atomic
def readmit(*, entry: Entry, author: User | None = None, now: dt.datetime | None = None) -> Entry:
    """Let a withdrawn player take part again."""
    entry = _held_entry(entry)
    if entry.withdrawn_after is None:
        return entry
    facts = {"before": entry.withdrawn_after}
    entry.withdrawn_after = None
    entry.save(update_fields=["withdrawn_after"])
    auditlog.note_players(AuditLogEntry.Kind.READMITTED, [entry], facts, author, now)
    return entry


def _held_entry(entry: Entry) -> Entry:
    """Return the present entry, its tournament locked: it and a draw wait for each other."""
    (there,) = _held_entries([entry])
    return there


def _held_entries(entries: Sequence[Entry]) -> list[Entry]:
    """Return the present entries of one tournament, locked as `_held_entry` does; two queries.

    Raises ActionRefused when one of them is off the list by now.
    """
    keys = [entry.pk for entry in entries]
    lock_row(Tournament.objects.filter(entries__in=keys[:1]))
    rows = Entry.objects.filter(pk__in=keys).select_related("tournament", "player")
    there = {entry.pk: entry for entry in lock_rows(rows)}
    if len(there) < len(set(keys)):
        raise ActionRefused(_("This has changed meanwhile. Look at it again."))
    return [there[key] for key in keys]
