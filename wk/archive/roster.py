"""The roster of a tournament becomes the one that an archive has.

Who is on both stays who he is, with all that an archive does not know of him: when he came, who is
kept apart from him, where he has a fixed place, what the log has of him.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from wk.archive.archive import ArchivedPlayer
from wk.tournament.models import Change, Entry, Player, Tournament
from wk.tournament.queries import folded
from wk.tournament.roster import NewEntry, enter_many

Someone = TypeVar("Someone", Entry, ArchivedPlayer)

OUT_OF_THE_WAY = 10**9  # no start number is so large: there they wait who change theirs


@dataclass(frozen=True, slots=True)
class Roster:
    """Who plays by an archive, by start number, and who was on the list and is not in it."""

    entries: dict[int, Entry]
    gone: list[Entry]


def become_roster(
    *, tournament: Tournament, before: Sequence[ArchivedPlayer], players: Sequence[ArchivedPlayer]
) -> Roster:
    """Let a tournament have these players; `before` are those it has now, as an archive has them.

    Those of `gone` have no number any more, and may still have seats: `forget` takes them off.
    """
    there = list(tournament.entries.order_by("pk"))
    stays = _known_again(tournament, there, players)
    kept = {entry.pk for entry in stays.values()}
    gone = [entry for entry in there if entry.pk not in kept]
    written = {player.number: player.withdrawn_after for player in before}
    left = {entry.pk: written.get(entry.number) for entry in there}
    _step_aside([*gone, *(e for number, e in stays.items() if e.number != number)])
    _call([(stays[p.number], p) for p in players if p.number in stays], left)
    rows = [
        NewEntry(p.name, p.club, p.number, p.withdrawn_after)
        for p in players
        if p.number not in stays
    ]
    new = enter_many(tournament=tournament, rows=rows)
    return Roster(stays | {entry.number: entry for entry in new}, gone)


def forget(roster: Roster) -> None:
    """Take who is not in the archive off the list; a person without editions goes too."""
    Entry.objects.filter(pk__in=[entry.pk for entry in roster.gone]).delete()
    persons = [entry.player_id for entry in roster.gone]
    Player.objects.filter(pk__in=persons, entries=None).delete()


def _known_again(
    tournament: Tournament, there: Sequence[Entry], players: Sequence[ArchivedPlayer]
) -> dict[int, Entry]:
    """Return who of those that are there is which player of the archive, by its number: of the same
    number and name, or called so once, as the log has it."""
    called = {(player.number, folded(player.name)): player.number for player in players}
    found: dict[int, Entry] = {}
    taken: set[int] = set()
    by_key = {entry.pk: entry for entry in there}
    now = (((entry.number, folded(entry.name)), entry.pk) for entry in there)
    for name, key in (*now, *_called_once(tournament)):
        number = called.get(name)
        if number is not None and number not in found and key not in taken and key in by_key:
            found[number] = by_key[key]
            taken.add(key)
    # Who was taken off the list and entered again has another number.
    alike = _once((folded(e.name), folded(e.club), e) for e in there if e.pk not in taken)
    wanted = _once((folded(p.name), folded(p.club), p) for p in players if p.number not in found)
    return found | {wanted[who].number: alike[who] for who in wanted.keys() & alike.keys()}


def _once(rows: Iterable[tuple[str, str, Someone]]) -> dict[tuple[str, str], Someone]:
    """Return who is the only one of his name and club, by those."""
    by_name: dict[tuple[str, str], list[Someone]] = defaultdict(list)
    for name, club, who in rows:
        by_name[name, club].append(who)
    return {called: who[0] for called, who in by_name.items() if len(who) == 1}


def _called_once(tournament: Tournament) -> Iterator[tuple[tuple[int, str], int]]:
    """Yield how players were called before somebody changed that, the latest first, and who."""
    edited = tournament.changes.filter(kind=Change.Kind.EDITED).exclude(entry=None)
    for change in edited.order_by("-at", "-pk"):
        for facts in (change.facts["before"], change.facts["after"]):
            yield (facts["number"], folded(facts["name"])), change.entry_id or 0


def _step_aside(entries: Sequence[Entry]) -> None:
    """Free the start numbers of these players: no two have the same, not even half-way."""
    for place, entry in enumerate(entries):
        entry.number = OUT_OF_THE_WAY + place
    Entry.objects.bulk_update(entries, ["number"], batch_size=200)


def _call(kept: Sequence[tuple[Entry, ArchivedPlayer]], left: Mapping[int, int | None]) -> None:
    """Let players who stay be called as in the archive, and play or have left as there; `left` is
    what an archive would have said of that before, by their keys."""
    changed = []
    for entry, player in kept:
        was = (entry.number, entry.name, entry.club, entry.withdrawn_after)
        if (entry.name, entry.club) != (player.name, player.club):
            person = Player.objects.filter(pk=entry.player_id, name=entry.name, club=entry.club)
            person.update(name=player.name, club=player.club)
        entry.number, entry.name, entry.club = player.number, player.name, player.club
        # Who left while he had a seat stands in an archive as who left after that round.
        if left[entry.pk] != player.withdrawn_after:
            entry.withdrawn_after = player.withdrawn_after
        if was != (entry.number, entry.name, entry.club, entry.withdrawn_after):
            changed.append(entry)
    fields = ["number", "name", "club", "withdrawn_after"]
    Entry.objects.bulk_update(changed, fields, batch_size=200)
