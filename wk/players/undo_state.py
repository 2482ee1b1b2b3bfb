"""Read queries about all players of a tournament at once: its list, removals, withdrawals.

They tell whether a change can be undone, for many changes in a few queries.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from wk.auditlog.models import AuditLogEntry
from wk.auditlog.queries import keys_of
from wk.tournament.models import BEGUN, Entry, Seat, Tournament
from wk.tournament.name_search import folded

STAYING = (
    AuditLogEntry.Kind.WITHDRAWN,
    AuditLogEntry.Kind.READMITTED,
    AuditLogEntry.Kind.SUBSTITUTED,
    AuditLogEntry.Kind.REPLACED,
)
Facts = Mapping[str, Any]

# Importing an archive removes the players it does not hold.
REMOVING = (AuditLogEntry.Kind.REMOVED, AuditLogEntry.Kind.IMPORTED)


@dataclass(frozen=True, slots=True)
class PlayerStates:
    """The state of all players of a tournament, by key.

    - `entries`: the entries on the list.
    - `seats`: for each, the rounds with a seat, and whether each round has begun.
    - `left_by`: for each, the change by which the player left.
    - `taken_back_by`: for each, the change by which a check-in was last taken back.
    - `off`: the removed players not entered again since, as facts.
    - The undone check-ins, by key and moment, and the undone withdrawals, by key and round.
    """

    entries: Mapping[int, Entry]
    seats: Mapping[int, Mapping[int, bool]]
    left_by: Mapping[int, int]
    taken_back_by: Mapping[int | None, int]
    off: Mapping[int, Facts]
    undone_arrivals: frozenset[tuple[int, str | None]]
    undone_leaves: frozenset[tuple[int, int | None]]


def player_states(tournament: Tournament) -> PlayerStates:
    """Return the state of all players; three queries."""
    rows = Seat.objects.filter(round__tournament=tournament).order_by("round__number")
    seats: dict[int, dict[int, bool]] = defaultdict(dict)
    for entry, number, state in rows.values_list("entry", "round__number", "round__state"):
        seats[entry][number] = state in BEGUN
    kinds = (*STAYING, *REMOVING, AuditLogEntry.Kind.EDITED, AuditLogEntry.Kind.CHECK_IN_UNDONE)
    wanted = Q(kind__in=kinds) | Q(kind=AuditLogEntry.Kind.CHECKED_IN, undone_at__isnull=False)
    made = list(tournament.log_entries.filter(wanted).order_by("pk"))
    standing = [change for change in made if change.undone_at is None]
    undone = [(key, c) for c in made if c.undone_at is not None for key in keys_of(c)]
    entries = {entry.pk: entry for entry in tournament.entries.all()}
    return PlayerStates(
        entries,
        seats,
        _left_by(change for change in standing if change.kind in STAYING),
        {c.entry_id: c.pk for c in standing if c.kind == AuditLogEntry.Kind.CHECK_IN_UNDONE},
        _off(entries, made),
        frozenset(
            (k, c.at.isoformat()) for k, c in undone if c.kind == AuditLogEntry.Kind.CHECKED_IN
        ),
        frozenset(
            (k, c.payload["after"]) for k, c in undone if c.kind == AuditLogEntry.Kind.WITHDRAWN
        ),
    )


def _left_by(standing: Iterable[AuditLogEntry]) -> dict[int, int]:
    """Return the change by which each player left, without players readmitted since.

    Only a readmission lets a player take part again.
    """
    left_by: dict[int, int] = {}
    for change in standing:
        for key in keys_of(change):
            if change.kind == AuditLogEntry.Kind.READMITTED:
                left_by.pop(key, None)
            elif _lets_leave(change):
                left_by[key] = change.pk
    return left_by


def _lets_leave(change: AuditLogEntry) -> bool:
    """Return whether a player left by this change; not if the player had left before."""
    if change.kind == AuditLogEntry.Kind.SUBSTITUTED:
        return bool(change.payload["leaves"])
    return change.kind == AuditLogEntry.Kind.WITHDRAWN or change.payload["withdrawn_after"] is None


def away(change: AuditLogEntry, field: PlayerStates) -> list[Facts]:
    """Return the players removed by a change and still off the list, as facts of their
    last state.
    """
    return [field.off[key] for key in keys_of(change) if key in field.off]


def _off(entries: Mapping[int, Entry], made: Sequence[AuditLogEntry]) -> dict[int, Facts]:
    """Return the removed players not entered again since, by key, as `PlayerStates.off`.

    A namesake already on the list at the time of the removal is another person.
    """
    went: dict[int, list[AuditLogEntry]] = defaultdict(list)
    last: dict[int, tuple[AuditLogEntry, Facts]] = {}
    for change in made:
        if change.kind in REMOVING:
            for facts in change.payload.get("entries", ()):
                went[facts["key"]].append(change)
                if change.undone_at is None:
                    last[facts["key"]] = change, facts
    names = _names(entries, {key: facts for key, (_change, facts) in last.items()}, made)
    called: dict[tuple[str, str], set[int]] = defaultdict(set)
    for key in entries:
        for name in names[key]:
            called[name].add(key)
    here = {entry.player_id for entry in entries.values()}
    return {
        key: facts
        for key, (change, facts) in last.items()
        if key not in entries
        and facts["player"] not in here
        and not any(
            _is_later(other, change) or any(_is_between(key, change, each) for each in went[other])
            for name in names[key]
            for other in called[name]
        )
    }


def _names(
    entries: Mapping[int, Entry], off: Mapping[int, Facts], made: Sequence[AuditLogEntry]
) -> dict[int, set[tuple[str, str]]]:
    """Return the names with clubs, present and earlier, of each player ever on the list, by key."""
    names: dict[int, set[tuple[str, str]]] = defaultdict(set)
    for key, entry in entries.items():
        names[key].add((folded(entry.name), folded(entry.club)))
    whose = {change: key for key, facts in off.items() for change in facts["changes"]}
    rows = [*off.items()]
    for change in made:
        if change.kind == AuditLogEntry.Kind.EDITED:
            key = change.entry_id or whose.get(change.pk, 0)
            rows += [(key, change.payload["before"]), (key, change.payload["after"])]
    for key, facts in rows:
        names[key].add((folded(facts["name"]), folded(facts["club"])))
    return names


def _is_later(key: int, change: AuditLogEntry) -> bool:
    """Return whether the entry with this key was made after a change that removed others."""
    return bool(key > change.payload.get("last", key))


def _is_between(key: int, change: AuditLogEntry, earlier: AuditLogEntry) -> bool:
    """Return whether two namesakes are one person.

    That is so if the player of `change` was on the list only while the player of `earlier` was off
    it.
    """
    is_back = earlier.undone_at is not None and earlier.undone_at <= change.at
    return _is_later(key, earlier) and not is_back
