"""Restoring players: the players of a tournament become those of an archive.

A player who is in both keeps the entry, with everything that an archive does not hold: check-in,
separations, fixed seats and log entries.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.db.models import prefetch_related_objects

from wk.archive.archive import ArchivedPlayer
from wk.auditlog import services as auditlog
from wk.auditlog.models import AuditLogEntry
from wk.players.services import NewEntry, enter_many
from wk.players.undo import enter_again
from wk.players.undo_state import player_states
from wk.tournament.initials import NAME_COLUMNS, stored_name
from wk.tournament.letters import folded
from wk.tournament.models import Entry, Player, Tournament
from wk.tournament.surnames import corrected_surname

NameData = Mapping[int, Mapping[str, Any]]
"""Number, name and club of players, by the key of the entry."""
Value = TypeVar("Value")

TEMPORARY_NUMBERS = 10**9  # above all start numbers


@dataclass(frozen=True, slots=True)
class Roster:
    """The entries after restoring the players of an archive.

    - `entries`: the entries of its players, by start number.
    - `removed`: the entries of players who are not in the archive.
    - `payload`: snapshots of the removed entries, for the payload of the log entry.
    """

    entries: dict[int, Entry]
    removed: list[Entry]
    payload: dict[str, Any]


def restore_players(
    *, tournament: Tournament, before: Sequence[ArchivedPlayer], players: Sequence[ArchivedPlayer]
) -> Roster:
    """Make `players` the players of a tournament; `before` are its present players.

    A player of the archive who was removed from the list earlier gets the old entry back. Entries
    that are not in the archive get temporary start numbers. They may still have seats, so
    `delete_removed` deletes them after the rounds are restored.
    """
    on_list = {entry.pk: entry for entry in tournament.entries.order_by("pk")}
    written = {player.number: player.withdrawn_after for player in before}
    left = {key: written.get(entry.number) for key, entry in on_list.items()}
    states = player_states(tournament)
    listed = {key: auditlog.name_payload(entry) for key, entry in on_list.items()}
    # An archive has the initials of those who were shown by them when it was written.
    shown = [((e.number, folded(e.name)), key) for key, e in on_list.items() if e.by_initials]
    earlier = [*shown, *_earlier_names(tournament, states.removed)]
    known = _matching_entries(players, listed, states.removed, earlier)
    removed = [entry for key, entry in on_list.items() if key not in known.values()]
    payload = {"entries": _snapshots(removed), "last": max(on_list, default=0)}
    for key in known.values() - on_list.keys():
        on_list[key] = enter_again(tournament, states.removed[key], states)
        left[key] = on_list[key].withdrawn_after
    kept_entries = {number: on_list[key] for number, key in known.items()}
    _free_start_numbers(
        [*removed, *(e for number, e in kept_entries.items() if e.number != number)]
    )
    _update_entries(
        [(kept_entries[p.number], p) for p in players if p.number in kept_entries], left
    )
    rows = [
        NewEntry(p.name, p.club, p.number, p.withdrawn_after)
        for p in players
        if p.number not in kept_entries
    ]
    new = enter_many(tournament=tournament, rows=rows)
    return Roster(kept_entries | {entry.number: entry for entry in new}, removed, payload)


def _snapshots(removed: Sequence[Entry]) -> list[dict[str, Any]]:
    """Return snapshots of entries for the log: another archive may restore these players."""
    prefetch_related_objects(removed, *auditlog.IN_SNAPSHOT)
    return [auditlog.entry_snapshot(entry) for entry in removed]


def delete_removed(roster: Roster) -> None:
    """Delete the entries that are not in the archive, and persons without any other entry."""
    Entry.objects.filter(pk__in=[entry.pk for entry in roster.removed]).delete()
    persons = [entry.player_id for entry in roster.removed]
    Player.objects.filter(pk__in=persons, entries=None).delete()


def _matching_entries(
    players: Sequence[ArchivedPlayer],
    listed: NameData,
    unlisted: NameData,
    earlier: Sequence[tuple[Any, int]],
) -> dict[int, int]:
    """Return the keys of the entries that belong to players of an archive, by start number.

    `listed` are the entries on the list, `unlisted` those removed from it. Entries on the list are
    matched first. A player is matched by number and name: the present ones, or those before an edit
    (`earlier`). Otherwise a player is matched by name and club, if these are unique.
    """
    numbers = {(player.number, folded(player.name)): player.number for player in players}
    found: dict[int, int] = {}
    taken: set[int] = set()
    for known in (listed, unlisted):
        now = (((data["number"], folded(data["name"])), key) for key, data in known.items())
        for name, key in (*now, *earlier):
            number = numbers.get(name)
            if number is not None and number not in found and key not in taken and key in known:
                found[number] = key
                taken.add(key)
    # By name and club: a player who was removed and entered again has another number.
    for known in (listed, unlisted):
        free = {key: data for key, data in known.items() if key not in taken}
        alike = _unique((folded(f["name"]), folded(f["club"]), key) for key, f in free.items())
        wanted = _unique(
            (folded(p.name), folded(p.club), p) for p in players if p.number not in found
        )
        for name_and_club in wanted.keys() & alike.keys():
            found[wanted[name_and_club].number] = alike[name_and_club]
            taken.add(alike[name_and_club])
    return found


def _unique(rows: Iterable[tuple[str, str, Value]]) -> dict[tuple[str, str], Value]:
    """Return the values whose name and club occur once, by name and club."""
    by_name: dict[tuple[str, str], list[Value]] = defaultdict(list)
    for name, club, value in rows:
        by_name[name, club].append(value)
    return {key: values[0] for key, values in by_name.items() if len(values) == 1}


def _earlier_names(
    tournament: Tournament, unlisted: NameData
) -> Iterator[tuple[tuple[int, str], int]]:
    """Yield the numbers and names before and after each edit, with the key of the entry.

    The latest edit comes first.
    """
    # Log entries of a removed player have no entry; the snapshot lists their keys.
    of = {log_entry: key for key, data in unlisted.items() for log_entry in data["changes"]}
    edited = tournament.log_entries.filter(kind=AuditLogEntry.Kind.EDITED)
    for log_entry in edited.order_by("-at", "-pk"):
        for data in (log_entry.payload["before"], log_entry.payload["after"]):
            yield (
                (data["number"], folded(data["name"])),
                log_entry.entry_id or of.get(log_entry.pk, 0),
            )


def _free_start_numbers(entries: Sequence[Entry]) -> None:
    """Give entries temporary start numbers.

    The database never allows a number twice, not even while players exchange theirs.
    """
    for place, entry in enumerate(entries):
        entry.number = TEMPORARY_NUMBERS + place
    Entry.objects.bulk_update(entries, ["number"], batch_size=200)


def _update_entries(
    kept: Sequence[tuple[Entry, ArchivedPlayer]], left: Mapping[int, int | None]
) -> None:
    """Set number, name, club and withdrawal of the kept entries to those in the archive.

    `left`: the withdrawal of each entry as an archive has it now, by the key of the entry.
    """
    changed = []
    for entry, player in kept:
        was = (entry.number, entry.known_name, entry.club, entry.withdrawn_after)
        # What has the initials of a name says nothing of it: the name stays.
        name = entry.known_name if player.name == entry.name else player.name
        if (entry.known_name, entry.club) != (name, player.club):
            person = Player.objects.filter(pk=entry.player_id, name=entry.name, club=entry.club)
            # An archive has no surnames: a corrected one stays if the new name still has it.
            surname = corrected_surname(name, entry.known_surname)
            stored = stored_name(name, surname, by_initials=entry.by_initials)
            person.update(**stored, club=player.club)
            for column, value in stored.items():
                setattr(entry, column, value)
        entry.number, entry.club = player.number, player.club
        # In an archive a withdrawal is never before the last seat of the player. So it may differ
        # from the stored value without any change. Therefore two archives are compared here.
        if left[entry.pk] != player.withdrawn_after:
            entry.withdrawn_after = player.withdrawn_after
        if was != (entry.number, entry.known_name, entry.club, entry.withdrawn_after):
            changed.append(entry)
    fields = ["number", *NAME_COLUMNS, "club", "withdrawn_after"]
    Entry.objects.bulk_update(changed, fields, batch_size=200)
