"""The state of all players of a tournament, computed from the database and the audit log.

The undo rules judge many log entries by one state. So a page of the log takes a few queries.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from wk.auditlog.models import AuditLogEntry
from wk.auditlog.queries import keys_of
from wk.tournament.letters import folded
from wk.tournament.models import BEGUN, Entry, Seat, Tournament

WITHDRAWAL_KINDS = (
    AuditLogEntry.Kind.WITHDRAWN,
    AuditLogEntry.Kind.READMITTED,
    AuditLogEntry.Kind.SUBSTITUTED,
    AuditLogEntry.Kind.REPLACED,
)
Snapshot = Mapping[str, Any]

# Log entries of these kinds may remove players. An import removes those not in the archive.
REMOVAL_KINDS = (AuditLogEntry.Kind.REMOVED, AuditLogEntry.Kind.IMPORTED)


@dataclass(frozen=True, slots=True)
class PlayerStates:
    """The state of all players of a tournament, by the key of the entry.

    - `entries`: the entries on the list.
    - `seats`: the rounds in which the player has a seat, and whether each round has begun.
    - `withdrawn_by`: the key of the log entry that last withdrew the player.
    - `check_in_undone_by`: the key of the log entry that last undid the player's check-in.
    - `removed`: the snapshots of removed players who were not entered again since.
    - `undone_check_ins`: key and time (ISO text) of each check-in that was undone.
    - `undone_withdrawals`: key and `withdrawn_after` of each withdrawal that was undone.
    """

    entries: Mapping[int, Entry]
    seats: Mapping[int, Mapping[int, bool]]
    withdrawn_by: Mapping[int, int]
    check_in_undone_by: Mapping[int | None, int]
    removed: Mapping[int, Snapshot]
    undone_check_ins: frozenset[tuple[int, str | None]]
    undone_withdrawals: frozenset[tuple[int, int | None]]


def player_states(tournament: Tournament) -> PlayerStates:
    """Return the present state of all players of a tournament; three queries."""
    rows = Seat.objects.filter(round__tournament=tournament).order_by("round__number")
    seats: dict[int, dict[int, bool]] = defaultdict(dict)
    for entry, number, state in rows.values_list("entry", "round__number", "round__state"):
        seats[entry][number] = state in BEGUN
    kinds = (
        *WITHDRAWAL_KINDS,
        *REMOVAL_KINDS,
        AuditLogEntry.Kind.EDITED,
        AuditLogEntry.Kind.CHECK_IN_UNDONE,
    )
    wanted = Q(kind__in=kinds) | Q(kind=AuditLogEntry.Kind.CHECKED_IN, undone_at__isnull=False)
    # By key, the order in which they were made: several may have the same time.
    log_entries = list(tournament.log_entries.filter(wanted).order_by("pk"))
    standing = [log_entry for log_entry in log_entries if log_entry.undone_at is None]
    undone = [(key, c) for c in log_entries if c.undone_at is not None for key in keys_of(c)]
    entries = {entry.pk: entry for entry in tournament.entries.all()}
    return PlayerStates(
        entries,
        seats,
        _left_by(log_entry for log_entry in standing if log_entry.kind in WITHDRAWAL_KINDS),
        {c.entry_id: c.pk for c in standing if c.kind == AuditLogEntry.Kind.CHECK_IN_UNDONE},
        _removed(entries, log_entries),
        frozenset(
            (k, c.at.isoformat()) for k, c in undone if c.kind == AuditLogEntry.Kind.CHECKED_IN
        ),
        frozenset(
            (k, c.payload["after"]) for k, c in undone if c.kind == AuditLogEntry.Kind.WITHDRAWN
        ),
    )


def _left_by(standing: Iterable[AuditLogEntry]) -> dict[int, int]:
    """Return the key of the log entry that last withdrew each player, by the key of the entry.

    `standing` are log entries that are not undone, oldest first. A readmission ends a withdrawal.
    """
    withdrawn_by: dict[int, int] = {}
    for log_entry in standing:
        for key in keys_of(log_entry):
            if log_entry.kind == AuditLogEntry.Kind.READMITTED:
                withdrawn_by.pop(key, None)
            elif _withdraws(log_entry):
                withdrawn_by[key] = log_entry.pk
    return withdrawn_by


def _withdraws(log_entry: AuditLogEntry) -> bool:
    """Return whether a log entry withdrew its players, and not an earlier one."""
    if log_entry.kind == AuditLogEntry.Kind.SUBSTITUTED:
        return bool(log_entry.payload["leaves"])
    return (
        log_entry.kind == AuditLogEntry.Kind.WITHDRAWN
        or log_entry.payload["withdrawn_after"] is None
    )


def still_removed(log_entry: AuditLogEntry, states: PlayerStates) -> list[Snapshot]:
    """Return the latest snapshots of the players of a log entry who are still off the list."""
    return [states.removed[key] for key in keys_of(log_entry) if key in states.removed]


def _removed(
    entries: Mapping[int, Entry], log_entries: Sequence[AuditLogEntry]
) -> dict[int, Snapshot]:
    """Return the snapshots of removed players who were not entered again since, by key.

    A removed player counts as entered again in three cases: the entry is back, the person has
    another entry, or a player of the same name and club has been entered since. A namesake who was
    on the list before the removal is another person.
    """
    removals: dict[int, list[AuditLogEntry]] = defaultdict(list)
    last: dict[int, tuple[AuditLogEntry, Snapshot]] = {}
    for log_entry in log_entries:
        if log_entry.kind in REMOVAL_KINDS:
            for snapshot in log_entry.payload.get("entries", ()):
                removals[snapshot["key"]].append(log_entry)
                if log_entry.undone_at is None:
                    last[snapshot["key"]] = log_entry, snapshot
    names = _names(
        entries, {key: snapshot for key, (_change, snapshot) in last.items()}, log_entries
    )
    keys_by_name: dict[tuple[str, str], set[int]] = defaultdict(set)
    for key in entries:
        for name in names[key]:
            keys_by_name[name].add(key)
    listed_persons = {entry.player_id for entry in entries.values()}
    return {
        key: snapshot
        for key, (log_entry, snapshot) in last.items()
        if key not in entries
        and snapshot["player"] not in listed_persons
        and not any(
            _is_later(other, log_entry)
            or any(_is_between(key, log_entry, each) for each in removals[other])
            for name in names[key]
            for other in keys_by_name[name]
        )
    }


def _names(
    entries: Mapping[int, Entry],
    removed: Mapping[int, Snapshot],
    log_entries: Sequence[AuditLogEntry],
) -> dict[int, set[tuple[str, str]]]:
    """Return all names with clubs that each player has or had, in folded form, by key."""
    names: dict[int, set[tuple[str, str]]] = defaultdict(set)
    for key, entry in entries.items():
        names[key].add((folded(entry.known_name), folded(entry.club)))
    # Log entries of a removed player have no entry; the snapshot lists their keys.
    key_of = {change: key for key, snapshot in removed.items() for change in snapshot["changes"]}
    rows = [*removed.items()]
    for log_entry in log_entries:
        if log_entry.kind == AuditLogEntry.Kind.EDITED:
            key = log_entry.entry_id or key_of.get(log_entry.pk, 0)
            rows += [(key, log_entry.payload["before"]), (key, log_entry.payload["after"])]
    for key, snapshot in rows:
        names[key].add((folded(snapshot["name"]), folded(snapshot["club"])))
    return names


def _is_later(key: int, log_entry: AuditLogEntry) -> bool:
    """Return whether the entry with this key was made after a removal.

    A log entry without `last` gives False.
    """
    return bool(key > log_entry.payload.get("last", key))


def _is_between(key: int, log_entry: AuditLogEntry, earlier: AuditLogEntry) -> bool:
    """Return whether two namesakes, each removed once, are one person.

    They are if the player removed by `log_entry`, with this key, was on the list only while the
    player removed by `earlier` was off it.
    """
    is_back = earlier.undone_at is not None and earlier.undone_at <= log_entry.at
    return _is_later(key, earlier) and not is_back
