"""What would go and what would come back if a moment were brought back, by tournament."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from zipfile import ZipFile

from scoring.game import Document
from wk.archive.archive import Archive
from wk.archive.jsontext import MOST_BYTES
from wk.archive.problems import ArchiveInvalid
from wk.archive.queries import archive_of
from wk.archive.reader import read
from wk.backups.folder import UNREADABLE, Backup
from wk.backups.opening import ARCHIVES
from wk.tournament.models import Round, Tournament

MOST_READ = 64_000_000  # bytes of all archives in a file; that of 300 players has half a million


@dataclass(frozen=True, slots=True)
class FormAt:
    """A form by its round and table, with the names of its players."""

    round: int
    table: int
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RoundChange:
    """A round whose state would change; None where it is not there."""

    number: int
    now: str | None
    then: str | None


@dataclass(frozen=True, slots=True)
class Change:
    """What would change of a tournament.

    - `is_gone`: it was not there at that moment. `is_back`: it is not there now.
    - `forms_gone` count now and not then, `forms_back` then and not now, `forms_other` both times
      with another content.
    - `players_gone` and `players_back`: who is on the list now, and who was then.
    """

    slug: str
    name: str
    is_gone: bool
    is_back: bool
    forms_gone: tuple[FormAt, ...] = ()
    forms_back: tuple[FormAt, ...] = ()
    forms_other: tuple[FormAt, ...] = ()
    players_gone: tuple[str, ...] = ()
    players_back: tuple[str, ...] = ()
    rounds: tuple[RoundChange, ...] = ()

    @property
    def is_same(self) -> bool:
        """Return whether nothing of it would change that is told here."""
        parts = (self.forms_gone, self.forms_back, self.forms_other, self.rounds)
        players = (self.players_gone, self.players_back)
        return not any((self.is_gone, self.is_back, *parts, *players))


def archives_in(path: Path) -> dict[str, Archive]:
    """Return the archives of the tournaments in a backup by their slugs; bad ones are left out.

    So are those for which the file unpacks to more than MOST_READ bytes: it may come from anywhere.
    """
    found, room = {}, MOST_READ
    try:
        with ZipFile(path) as file:
            for name in (each for each in file.namelist() if each.startswith(ARCHIVES)):
                with file.open(name) as member:
                    data = member.read(min(room, MOST_BYTES) + 1)
                room -= len(data)
                if room < 0:
                    break
                try:
                    archive = read(data)
                except ArchiveInvalid:
                    continue
                found[archive.slug] = archive
    except UNREADABLE:
        return {}
    return found


def changes(backup: Backup) -> tuple[Change, ...]:
    """Return what would change of each tournament; those of the backup first."""
    then = archives_in(backup.path)
    states = {each.slug: each.states for each in backup.manifest.tournaments}
    stored = {each.slug: each for each in Tournament.objects.order_by("date", "slug")}
    found = [
        _gone(each) if slug not in states else _change(each, then.get(slug), states[slug])
        for slug, each in stored.items()
    ]
    back = [each for each in backup.manifest.tournaments if each.slug not in stored]
    return (*found, *(Change(each.slug, each.name, False, True) for each in back))


def _gone(tournament: Tournament) -> Change:
    return Change(tournament.slug, tournament.name, is_gone=True, is_back=False)


def _change(tournament: Tournament, then: Archive | None, states: Mapping[str, str]) -> Change:
    now = archive_of(tournament)
    ours, theirs = _forms(now), _forms(then) if then else {}
    people, others = _people(now), _people(then) if then else {}
    both = ours.keys() & theirs.keys()
    return Change(
        slug=tournament.slug,
        name=tournament.name,
        is_gone=False,
        is_back=False,
        forms_gone=_placed(now, ours.keys() - both),
        forms_back=_placed(then, theirs.keys() - both) if then else (),
        forms_other=_placed(now, (each for each in both if ours[each] != theirs[each])),
        players_gone=_named(people, others),
        players_back=_named(others, people),
        rounds=_round_changes(tournament, states),
    )


def _forms(archive: Archive) -> dict[tuple[int, int], tuple[tuple[int, ...], Document]]:
    return {
        (round.number, table.number): (table.seats, table.form)
        for round in archive.rounds
        for table in round.tables
        if table.form is not None
    }


def _people(archive: Archive) -> dict[int, str]:
    return {each.number: f"{each.number} {each.name}" for each in archive.players}


def _named(these: Mapping[int, str], those: Mapping[int, str]) -> tuple[str, ...]:
    return tuple(name for number, name in sorted(these.items()) if those.get(number) != name)


def _placed(archive: Archive, places: Iterable[tuple[int, int]]) -> tuple[FormAt, ...]:
    people = {each.number: each.name for each in archive.players}
    wanted = {*places}
    return tuple(
        FormAt(round.number, table.number, tuple(people[each] for each in table.seats))
        for round in archive.rounds
        for table in round.tables
        if (round.number, table.number) in wanted
    )


def _round_changes(tournament: Tournament, then: Mapping[str, str]) -> tuple[RoundChange, ...]:
    now = dict(tournament.rounds.values_list("number", "state"))
    before = {int(number): state for number, state in then.items()}
    return tuple(
        RoundChange(number, _label(now.get(number)), _label(before.get(number)))
        for number in sorted({*now, *before})
        if now.get(number) != before.get(number)
    )


def _label(state: str | None) -> str | None:
    return str(dict(Round.State.choices).get(state, state)) if state else None
