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
Someone = TypeVar("Someone")

OUT_OF_THE_WAY = 10**9  # above all start numbers: held by an entry until it gets its new one


@dataclass(frozen=True, slots=True)
class Roster:
    """The players of an archive as entries, by start number, and the entries it does not have.

    `gone`: entries on the list that are not in the archive; `facts`: those entries as facts for the
    log.
    """

    entries: dict[int, Entry]
    gone: list[Entry]
    facts: dict[str, Any]


def restore_players(
    *, tournament: Tournament, before: Sequence[ArchivedPlayer], players: Sequence[ArchivedPlayer]
) -> Roster:
    """Give a tournament these players; `before` are those it has now, as an archive has them.

    A player of the archive taken off the list before gets back his old entry. The entries of `gone`
    have no start number any more, and may still have seats: `forget` deletes them.
    """
    there = {entry.pk: entry for entry in tournament.entries.order_by("pk")}
    written = {player.number: player.withdrawn_after for player in before}
    left = {key: written.get(entry.number) for key, entry in there.items()}
    states = player_states(tournament)
    on = {key: auditlog.name_payload(entry) for key, entry in there.items()}
    known = _known_again(players, on, states.removed, [*_called_once(tournament, states.removed)])
    gone = [entry for key, entry in there.items() if key not in known.values()]
    facts = {"entries": _kept(gone), "last": max(there, default=0)}
    for key in known.values() - there.keys():
        there[key] = enter_again(tournament, states.removed[key], states)
        left[key] = there[key].withdrawn_after
    stays = {number: there[key] for number, key in known.items()}
    _step_aside([*gone, *(e for number, e in stays.items() if e.number != number)])
    _call([(stays[p.number], p) for p in players if p.number in stays], left)
    rows = [
        NewEntry(p.name, p.club, p.number, p.withdrawn_after)
        for p in players
        if p.number not in stays
    ]
    new = enter_many(tournament=tournament, rows=rows)
    return Roster(stays | {entry.number: entry for entry in new}, gone, facts)


def _kept(gone: Sequence[Entry]) -> list[dict[str, Any]]:
    """Return all facts of entries that go off the list: another archive may bring them back."""
    prefetch_related_objects(gone, "log_entries", "separations", "fixed_seats")
    return [auditlog.entry_snapshot(entry) for entry in gone]


def forget(roster: Roster) -> None:
    """Delete the entries that are not in the archive, and persons left without any entry."""
    Entry.objects.filter(pk__in=[entry.pk for entry in roster.gone]).delete()
    persons = [entry.player_id for entry in roster.gone]
    Player.objects.filter(pk__in=persons, entries=None).delete()


def _known_again(
    players: Sequence[ArchivedPlayer], on: Known, off: Known, once: Sequence[tuple[Any, int]]
) -> dict[int, int]:
    """Return the keys of the known players of an archive, by start number.

    Entries on the list come first, then those that went off it. A player is known by number and
    name, of now or of earlier (`once`); else by name and club, if nobody shares these.
    """
    called = {(player.number, folded(player.name)): player.number for player in players}
    found: dict[int, int] = {}
    taken: set[int] = set()
    for known in (on, off):
        now = (((facts["number"], folded(facts["name"])), key) for key, facts in known.items())
        for name, key in (*now, *once):
            number = called.get(name)
            if number is not None and number not in found and key not in taken and key in known:
                found[number] = key
                taken.add(key)
    # A player taken off the list and entered again has another number.
    for known in (on, off):
        free = {key: facts for key, facts in known.items() if key not in taken}
        alike = _once((folded(f["name"]), folded(f["club"]), key) for key, f in free.items())
        wanted = _once(
            (folded(p.name), folded(p.club), p) for p in players if p.number not in found
        )
        for who in wanted.keys() & alike.keys():
            found[wanted[who].number] = alike[who]
            taken.add(alike[who])
    return found


def _once(rows: Iterable[tuple[str, str, Someone]]) -> dict[tuple[str, str], Someone]:
    """Return the values with a unique name and club, by name and club."""
    by_name: dict[tuple[str, str], list[Someone]] = defaultdict(list)
    for name, club, who in rows:
        by_name[name, club].append(who)
    return {called: who[0] for called, who in by_name.items() if len(who) == 1}


def _called_once(tournament: Tournament, off: Known) -> Iterator[tuple[tuple[int, str], int]]:
    """Yield earlier numbers and names of entries with their keys, latest change first."""
    of = {log_entry: key for key, facts in off.items() for log_entry in facts["changes"]}
    edited = tournament.log_entries.filter(kind=AuditLogEntry.Kind.EDITED)
    for log_entry in edited.order_by("-at", "-pk"):
        for facts in (log_entry.payload["before"], log_entry.payload["after"]):
            yield (
                (facts["number"], folded(facts["name"])),
                log_entry.entry_id or of.get(log_entry.pk, 0),
            )


def _step_aside(entries: Sequence[Entry]) -> None:
    """Move the start numbers of these entries out of the way: they are unique at every moment."""
    for place, entry in enumerate(entries):
        entry.number = OUT_OF_THE_WAY + place
    Entry.objects.bulk_update(entries, ["number"], batch_size=200)


def _call(kept: Sequence[tuple[Entry, ArchivedPlayer]], left: Mapping[int, int | None]) -> None:
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
        # An archive moves a withdrawal behind the last seat: only a real difference is stored.
        if left[entry.pk] != player.withdrawn_after:
            entry.withdrawn_after = player.withdrawn_after
        if was != (entry.number, entry.name, entry.club, entry.withdrawn_after):
            changed.append(entry)
    fields = ["number", "name", "club", "withdrawn_after"]
    Entry.objects.bulk_update(changed, fields, batch_size=200)
