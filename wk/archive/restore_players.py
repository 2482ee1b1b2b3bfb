"""Making the players of a tournament equal to those of an archive.

A player in both keeps his entry, with all that an archive does not hold: arrival, players kept
apart, fixed places, and changes in the log.
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
from wk.tournament.models import Entry, Player, Tournament
from wk.tournament.name_search import folded

Known = Mapping[int, Mapping[str, Any]]
"""Number, name and club of players, as facts, by the key of the entry."""
Value = TypeVar("Value")

TEMPORARY_NUMBERS = 10**9  # above all start numbers, for entries that wait for their new number


@dataclass(frozen=True, slots=True)
class Roster:
    """The players of an archive as entries, by start number, and the entries it does not have.

    `removed`: the entries that are not in the archive. `facts`: those entries as facts for the log.
    """

    entries: dict[int, Entry]
    removed: list[Entry]
    facts: dict[str, Any]


def restore_players(
    *, tournament: Tournament, before: Sequence[ArchivedPlayer], players: Sequence[ArchivedPlayer]
) -> Roster:
    """Give a tournament these players; `before` are those it has now, as an archive has them.

    A player of the archive who was removed from the list before gets the old entry back. The
    removed entries have temporary start numbers and may still have seats: `delete_removed` deletes
    them.
    """
    there = {entry.pk: entry for entry in tournament.entries.order_by("pk")}
    written = {player.number: player.withdrawn_after for player in before}
    left = {key: written.get(entry.number) for key, entry in there.items()}
    states = player_states(tournament)
    listed = {key: auditlog.name_payload(entry) for key, entry in there.items()}
    known = _recognised(
        players, listed, states.removed, [*_earlier_names(tournament, states.removed)]
    )
    removed = [entry for key, entry in there.items() if key not in known.values()]
    facts = {"entries": _snapshots(removed), "last": max(there, default=0)}
    for key in known.values() - there.keys():
        there[key] = enter_again(tournament, states.removed[key], states)
        left[key] = there[key].withdrawn_after
    kept_entries = {number: there[key] for number, key in known.items()}
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
    return Roster(kept_entries | {entry.number: entry for entry in new}, removed, facts)


def _snapshots(removed: Sequence[Entry]) -> list[dict[str, Any]]:
    """Return all facts of removed entries for the log: another archive may restore them."""
    prefetch_related_objects(removed, "log_entries", "separations", "fixed_seats")
    return [auditlog.entry_snapshot(entry) for entry in removed]


def delete_removed(roster: Roster) -> None:
    """Delete the entries that are not in the archive, and persons left without any entry."""
    Entry.objects.filter(pk__in=[entry.pk for entry in roster.removed]).delete()
    persons = [entry.player_id for entry in roster.removed]
    Player.objects.filter(pk__in=persons, entries=None).delete()


def _recognised(
    players: Sequence[ArchivedPlayer],
    listed: Known,
    unlisted: Known,
    earlier: Sequence[tuple[Any, int]],
) -> dict[int, int]:
    """Return the keys of the entries that players of an archive have already, by start number.

    `listed` are the entries on the list, `unlisted` those removed from it; the first come first. A
    player is recognised by number and name, the present ones or those that he had before an edit
    (`earlier`); else by name and club, if no other player shares these.
    """
    numbers = {(player.number, folded(player.name)): player.number for player in players}
    found: dict[int, int] = {}
    taken: set[int] = set()
    for known in (listed, unlisted):
        now = (((facts["number"], folded(facts["name"])), key) for key, facts in known.items())
        for name, key in (*now, *earlier):
            number = numbers.get(name)
            if number is not None and number not in found and key not in taken and key in known:
                found[number] = key
                taken.add(key)
    # A player who was removed from the list and entered again has another number.
    for known in (listed, unlisted):
        free = {key: facts for key, facts in known.items() if key not in taken}
        alike = _unique((folded(f["name"]), folded(f["club"]), key) for key, f in free.items())
        wanted = _unique(
            (folded(p.name), folded(p.club), p) for p in players if p.number not in found
        )
        for name_and_club in wanted.keys() & alike.keys():
            found[wanted[name_and_club].number] = alike[name_and_club]
            taken.add(alike[name_and_club])
    return found


def _unique(rows: Iterable[tuple[str, str, Value]]) -> dict[tuple[str, str], Value]:
    """Return the values with a unique name and club, by name and club."""
    by_name: dict[tuple[str, str], list[Value]] = defaultdict(list)
    for name, club, value in rows:
        by_name[name, club].append(value)
    return {key: values[0] for key, values in by_name.items() if len(values) == 1}


def _earlier_names(
    tournament: Tournament, unlisted: Known
) -> Iterator[tuple[tuple[int, str], int]]:
    """Yield earlier numbers and names of entries with their keys, latest change first."""
    of = {log_entry: key for key, facts in unlisted.items() for log_entry in facts["changes"]}
    edited = tournament.log_entries.filter(kind=AuditLogEntry.Kind.EDITED)
    for log_entry in edited.order_by("-at", "-pk"):
        for facts in (log_entry.payload["before"], log_entry.payload["after"]):
            yield (
                (facts["number"], folded(facts["name"])),
                log_entry.entry_id or of.get(log_entry.pk, 0),
            )


def _free_start_numbers(entries: Sequence[Entry]) -> None:
    """Give entries temporary start numbers, as the database never allows a number twice."""
    for place, entry in enumerate(entries):
        entry.number = TEMPORARY_NUMBERS + place
    Entry.objects.bulk_update(entries, ["number"], batch_size=200)


def _update_entries(
    kept: Sequence[tuple[Entry, ArchivedPlayer]], left: Mapping[int, int | None]
) -> None:
    """Set number, name, club and withdrawal of the entries that stay to those in the archive.

    `left`: the withdrawal that an archive would have had for each before, by the key of the entry.
    """
    changed = []
    for entry, player in kept:
        was = (entry.number, entry.name, entry.club, entry.withdrawn_after)
        if (entry.name, entry.club) != (player.name, player.club):
            person = Player.objects.filter(pk=entry.player_id, name=entry.name, club=entry.club)
            person.update(name=player.name, club=player.club)
        entry.number, entry.name, entry.club = player.number, player.name, player.club
        # An archive has a withdrawal after the last seat of a player at the earliest. So the
        # stored value changes only if the archive has another one than it would have now.
        if left[entry.pk] != player.withdrawn_after:
            entry.withdrawn_after = player.withdrawn_after
        if was != (entry.number, entry.name, entry.club, entry.withdrawn_after):
            changed.append(entry)
    fields = ["number", "name", "club", "withdrawn_after"]
    Entry.objects.bulk_update(changed, fields, batch_size=200)
