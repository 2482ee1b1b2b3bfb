"""Actions on the list of players: enter, edit, remove, withdraw, readmit.

Each is one transaction, writes the audit log, and raises ActionRefused if it is not allowed. All
lock the tournament first: a draw does so too, and never sees half of a change.
"""

import datetime as dt
from collections.abc import Iterable, Sequence
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
from wk.tournament.initials import stored_name
from wk.tournament.models import Entry, Player, Seat, Tournament
from wk.tournament.name_search import with_same_name_and_club
from wk.tournament.queries import last_begun
from wk.tournament.surnames import corrected_surname


@dataclass(frozen=True, slots=True)
class NewEntry:
    """A player to enter.

    - `number`: the start number, None for the next free one.
    - `player`: the person that an official chose, None to find the person by name and club.
    - `surname`: the part of the name under which lists have it, "" to leave it to the person found
      or to a guess.
    - the other fields: as in `Entry`.
    """

    name: str
    club: str = ""
    number: int | None = None
    withdrawn_after: int | None = None
    checked_in_at: dt.datetime | None = None
    is_announced: bool = True
    player: Player | None = None
    surname: str = ""


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
    """Enter one player; the person is found by name and club. `now` None stands for the present.

    Raises ActionRefused if a player of this name and club is on the list, and as `enter_many`.
    """
    locked = lock_row(Tournament.objects.filter(pk=tournament.pk))
    refuse_same_player([each.known() for each in locked.entries.all()], name, club)
    row = NewEntry(name, club, number)
    return enter_one(tournament=tournament, row=row, author=author, now=now or timezone.now())


def refuse_same_player(entries: Iterable[Entry], name: str, club: str) -> None:
    """Raise ActionRefused if nothing tells a new player apart from one of these entries."""
    if same := with_same_name_and_club(entries, name, club):
        raise ActionRefused(_("%(name)s is in this tournament already.") % {"name": same[0]})


@transaction.atomic
def enter_one(
    *, tournament: Tournament, row: NewEntry, author: User | None, now: dt.datetime
) -> Entry:
    """Enter one player with a log entry; return the entry."""
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
    """Enter the players of a list as `enter_many` does, with one log entry for all of them."""
    entries = enter_many(tournament=tournament, rows=rows)
    if entries:
        payload = {"entries": auditlog.entries_payload(entries)}
        auditlog.record_players(AuditLogEntry.Kind.ENTERED, entries, payload, author, now)
    return entries


@transaction.atomic
def enter_many(*, tournament: Tournament, rows: Sequence[NewEntry]) -> list[Entry]:
    """Enter players without a log entry; return their entries in the order of `rows`.

    Raises ActionRefused if a start number is taken or given twice.
    """
    lock_row(Tournament.objects.filter(pk=tournament.pk))
    taken = set(tournament.entries.values_list("number", flat=True))
    given = [row.number for row in rows if row.number is not None]
    clash = sorted({n for n in given if n in taken or given.count(n) > 1}) if given else []
    if clash:
        raise ActionRefused(_("Start number %(number)d is taken.") % {"number": clash[0]})
    # Free numbers follow the highest one; gaps are not filled.
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
            **stored_name(
                row.name,
                corrected_surname(row.name, row.surname or player.known_surname),
                by_initials=player.by_initials,
            ),
            club=row.club,
            withdrawn_after=row.withdrawn_after,
            checked_in_at=row.checked_in_at,
            is_announced=row.is_announced,
        )
        for row, player, number in zip(rows, players, numbers, strict=True)
    )


def _players_for(tournament: Tournament, rows: Sequence[NewEntry]) -> list[Player]:
    """Return the person of each row: the chosen one, a known one, or a new one."""
    index = PlayerIndex(tournament)
    known = [row.player or index.take(row.name, row.club) for row in rows]
    fresh = iter(
        Player.objects.bulk_create(
            Player(name=row.name, surname=corrected_surname(row.name, row.surname), club=row.club)
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
    surname: str | None = None,
    version_token: str = "",
    author: User | None = None,
    now: dt.datetime | None = None,
) -> Entry:
    """Correct the name, surname, club or start number of an entry; return it.

    The person gets the same names and club. `surname` is the part of the name under which lists
    have it, "" for a guess, None for the present one. It becomes a guess if it is not in the name.
    `version_token` is that of the entry as the page showed it, "" for no check. Raises
    ActionRefused if the entry has changed since, or if the start number is taken.
    """
    entry = _locked_entry(entry)
    if version_token and version_token != entry_token(entry):
        text = _("Meanwhile somebody else changed this: it is %(name)s now. Look at it again.")
        raise ActionRefused(text % {"name": f"{entry} ({entry.club})" if entry.club else entry})
    others = Entry.objects.filter(tournament=entry.tournament_id).exclude(pk=entry.pk)
    if others.filter(number=number).exists():
        raise ActionRefused(_("Start number %(number)d is taken.") % {"number": number})
    before = auditlog.name_payload(entry)
    surname = corrected_surname(name, entry.known_surname if surname is None else surname)
    stored = stored_name(name, surname, by_initials=entry.by_initials)
    for column, value in stored.items():
        setattr(entry, column, value)
    entry.club, entry.number = club, number
    if auditlog.name_payload(entry) == before:
        return entry
    entry.save(update_fields=[*stored, "club", "number"])
    Player.objects.filter(pk=entry.player_id).update(**stored, club=club)
    payload = {"before": before, "after": auditlog.name_payload(entry)}
    auditlog.record_players(AuditLogEntry.Kind.EDITED, [entry], payload, author, now)
    return entry


def entry_token(entry: Entry) -> str:
    """Return the version token of the name, surname, club and start number of an entry."""
    return version_token(auditlog.name_payload(entry))


@transaction.atomic
def remove_entry(
    *, entry: Entry, author: User | None = None, now: dt.datetime | None = None
) -> None:
    """Remove a player from the list, as `remove_entries` does."""
    remove_entries(entries=[entry], author=author, now=now)


@transaction.atomic
def remove_entries(
    *, entries: Sequence[Entry], author: User | None = None, now: dt.datetime | None = None
) -> AuditLogEntry:
    """Remove players from the list, all or none; return the log entry, which keeps their data.

    Persons without any other entry are deleted. Raises ActionRefused if a player has a seat.
    """
    locked = _locked_entries(entries)
    prefetch_related_objects(locked, *auditlog.IN_SNAPSHOT)
    # Entries with a higher key than `last` were made after this removal (`undo_state`).
    last = locked[0].tournament.entries.aggregate(last=Max("pk"))["last"]
    payload = {"entries": [auditlog.entry_snapshot(entry) for entry in locked], "last": last}
    log_entry = auditlog.record_players(AuditLogEntry.Kind.REMOVED, locked, payload, author, now)
    delete_entries(locked)
    return log_entry


def delete_entries(entries: Sequence[Entry]) -> None:
    """Delete entries, and persons without any other entry. This writes no log entry.

    Raises ActionRefused if one of the entries has a seat.
    """
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
    """Withdraw a player, and return the entry.

    The results stay, and the player is not seated again (A18).
    """
    withdraw_entries(entries=[entry], author=author, now=now)
    entry.refresh_from_db()  # the update went to the database only
    return entry


@transaction.atomic
def withdraw_entries(
    *, entries: Sequence[Entry], author: User | None = None, now: dt.datetime | None = None
) -> AuditLogEntry | None:
    """Withdraw players with one log entry; return it, None if all had withdrawn already."""
    locked = [entry for entry in _locked_entries(entries) if entry.withdrawn_after is None]
    if not locked:
        return None
    last = last_begun(locked[0].tournament)
    Entry.objects.filter(pk__in=[entry.pk for entry in locked]).update(withdrawn_after=last)
    payload = {"after": last, "entries": auditlog.entries_payload(locked)}
    return auditlog.record_players(AuditLogEntry.Kind.WITHDRAWN, locked, payload, author, now)


@transaction.atomic
def readmit(*, entry: Entry, author: User | None = None, now: dt.datetime | None = None) -> Entry:
    """Let a withdrawn player take part again; return the entry."""
    entry = _locked_entry(entry)
    if entry.withdrawn_after is None:
        return entry
    payload = {"before": entry.withdrawn_after}
    entry.withdrawn_after = None
    entry.save(update_fields=["withdrawn_after"])
    auditlog.record_players(AuditLogEntry.Kind.READMITTED, [entry], payload, author, now)
    return entry


def _locked_entry(entry: Entry) -> Entry:
    """Return the entry as it is now, locked after its tournament."""
    (locked,) = _locked_entries([entry])
    return locked


def _locked_entries(entries: Sequence[Entry]) -> list[Entry]:
    """Return entries of one tournament as they are now, locked after the tournament; two queries.

    The order is that of `entries`. Raises ActionRefused if one of them is off the list by now.
    """
    keys = [entry.pk for entry in entries]
    # One key is enough to find the tournament.
    lock_row(Tournament.objects.filter(entries__in=keys[:1]))
    rows = Entry.objects.filter(pk__in=keys).select_related("tournament", "player")
    locked = {entry.pk: entry for entry in lock_rows(rows)}
    if len(locked) < len(set(keys)):
        raise ActionRefused(_("This has changed meanwhile. Look at it again."))
    return [locked[key] for key in keys]
