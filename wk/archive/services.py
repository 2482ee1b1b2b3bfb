"""Actions on archives: import one, put one back, and keep one before a step."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from wk.accounts.models import User
from wk.archive.archive import Archive, ArchivedRound
from wk.archive.problems import SlugExists
from wk.archive.queries import archive_of
from wk.archive.restore_context import RestoreContext
from wk.archive.restore_players import delete_removed, restore_players
from wk.archive.restore_rounds import restore_rounds, store_new_round
from wk.archive.storage import write_whole
from wk.archive.writer import write
from wk.auditlog import services as auditlog
from wk.auditlog.models import AuditLogEntry
from wk.core.refusals import ActionRefused
from wk.core.row_locks import lock_rows
from wk.players.services import NewEntry, enter_many
from wk.scoreforms.counting import import_forms
from wk.scoreforms.models import ScoreForm
from wk.tournament.models import BEGUN, Player, Round, Table, Tournament
from wk.tournament.services import create_tournament


@dataclass(frozen=True, slots=True)
class StepArchive:
    """A tournament at one moment.

    `data` is the file of its archive. `states` has the state of each public round, by number as
    text. An archive does not hold these states, so the log stores them with the digest of the file;
    an import of the same file restores them.
    """

    slug: str
    data: bytes
    states: Mapping[str, str]

    def keep(self, now: datetime) -> dict[str, Any]:
        """Write the file beside the backups; return its name and states for the log.

        Raises ActionRefused if the file cannot be written.
        """
        # Microseconds in the name: two archives may be of the same second.
        folder: Path = settings.DATA_DIR / "backups"
        path = folder / f"{self.slug}-{localtime(now):%Y%m%d-%H%M%S-%f}.json"
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(path, self.data, may_replace=False)
        except OSError as error:
            why = error.strerror or str(error)
            raise ActionRefused(
                _("No backup could be written, so nothing has been changed: %(why)s") % {"why": why}
            ) from error
        digest = sha256(self.data).hexdigest()
        return {"backup": path.name, "digest": digest, "states": dict(self.states)}


def step_archive_of(tournament: Tournament, archive: Archive | None = None) -> StepArchive:
    """Return the archive to keep of a tournament, not written yet; `archive` if it is at hand."""
    states = tournament.rounds.public().values_list("number", "state")
    return StepArchive(
        slug=tournament.slug,
        data=write(archive or archive_of(tournament)),
        states={str(number): state for number, state in states},
    )


@transaction.atomic
def import_archive(
    *,
    archive: Archive,
    now: datetime,
    replace: bool = False,
    discard_old: bool = False,
    file: str = "",
    author: User | None = None,
) -> Tournament:
    """Store the tournament of a valid archive with a log entry, and return it.

    If a tournament has this slug already, a backup of it is written first. Then its players, seats
    and forms become those of the archive. Settings, photos, the log and other values that are in no
    archive stay if they still fit. With `discard_old` the tournament is deleted and made again.

    `file` is the name of the file: it identifies one of several backups with the same content.

    Raises SlugExists if a tournament has this slug and `replace` is false. Raises ActionRefused if
    the backup cannot be written.
    """
    # lock_row would refuse if there is no tournament yet.
    old = next(iter(lock_rows(Tournament.objects.filter(slug=archive.slug))), None)
    if old and not replace:
        raise SlugExists(old.slug, old.name)
    payload: dict[str, Any] = {"backup": ""}
    if old and not discard_old:
        tournament, payload = old, _restore(old, archive, file, author, now)
    elif old:
        payload, players = _delete_with_backup(old, now)
        tournament = _store_new(archive, now)
        # Persons are deleted after the import, which may have given them an entry again.
        Player.objects.filter(pk__in=players, entries=None).delete()
    else:
        tournament = _store_new(archive, now)
    auditlog.record(
        tournament=tournament,
        kind=AuditLogEntry.Kind.IMPORTED,
        about=tournament.name,
        author=author,
        now=now,
        payload=payload,
    )
    return tournament


def _store_new(archive: Archive, now: datetime) -> Tournament:
    """Store the tournament of an archive as a new one."""
    tournament = create_tournament(
        name=archive.name,
        slug=archive.slug,
        date=archive.date,
        venue=archive.venue,
        game=archive.game,
        options=archive.options,
        round_count=archive.round_count,
    )
    rows = [NewEntry(p.name, p.club, p.number, p.withdrawn_after) for p in archive.players]
    entries = {entry.number: entry for entry in enter_many(tournament=tournament, rows=rows)}
    states = states_of(archive.rounds, archive.round_count, {})
    forms = [
        form
        for each in archive.rounds
        for form in store_new_round(tournament, each, entries, states[each.number])
    ]
    import_forms(forms=forms, now=now)
    return tournament


def _restore(
    tournament: Tournament, archive: Archive, file: str, author: User | None, now: datetime
) -> dict[str, Any]:
    """Make a tournament equal to an archive, after writing a backup.

    Return the payload for the log: the backup, and snapshots of the removed entries.
    """
    lock_parts(tournament)
    before = archive_of(tournament)
    payload = step_archive_of(tournament, before).keep(now)
    states = states_of(
        archive.rounds, archive.round_count, _known_states(tournament, before, archive, file)
    )
    same_rules = (before.game, before.options) == (archive.game, archive.options)
    for field in ("name", "date", "venue", "game", "round_count"):
        setattr(tournament, field, getattr(archive, field))
    tournament.options = dict(archive.options)
    tournament.save()
    roster = restore_players(tournament=tournament, before=before.players, players=archive.players)
    context = RestoreContext(
        tournament=tournament,
        entries=roster.entries,
        removed={entry.pk for entry in roster.removed},
        states=states,
        same_rules=same_rules,
        author=author,
        now=now,
    )
    restore_rounds(context, before=before.rounds, rounds=archive.rounds)
    delete_removed(roster)
    return payload | roster.payload


def _known_states(
    tournament: Tournament, before: Archive, archive: Archive, file: str
) -> dict[int, Round.State]:
    """Return the known states of rounds of an archive, by number.

    If the log has a backup with the same content, its states are taken. If it has several, the one
    with this `file` name is taken, or else the latest. A round with the same content as now keeps
    its present state if that is further. But a round without any score form takes the state of the
    backup.
    """
    digest = sha256(write(archive)).hexdigest()
    same_digest = tournament.log_entries.filter(payload__digest=digest).order_by("pk")
    log_entry = same_digest.filter(payload__backup=file).last() or same_digest.last()
    states = dict(log_entry.payload["states"]) if log_entry else {}
    known = {int(number): Round.State(state) for number, state in states.items()}
    states_now = dict(tournament.rounds.public().values_list("number", "state"))
    written = set(
        ScoreForm.objects.filter(table__round__tournament=tournament).values_list(
            "table__round__number", flat=True
        )
    )
    for number in (each.number for each in archive.rounds if each in before.rounds):
        if number in known and number not in written:
            continue
        now = Round.State(states_now[number])
        known[number] = max(now, known.get(number, now), key=list(Round.State).index)
    return known


def _delete_with_backup(tournament: Tournament, now: datetime) -> tuple[dict[str, Any], list[int]]:
    """Delete a tournament after a backup; return the payload of that, and keys of persons."""
    lock_parts(tournament)
    payload = step_archive_of(tournament).keep(now)
    players = list(tournament.entries.values_list("player", flat=True))
    tournament.delete()
    return payload, players


def lock_parts(tournament: Tournament) -> None:
    """Lock all rounds, tables and entries of a tournament that is locked, while its rows change.

    So no form can be handed in meanwhile, and no key is made for a table or player that goes.
    """
    # In the order of every service: two requests never wait for each other.
    lock_rows(tournament.rounds.all())
    lock_rows(Table.objects.filter(round__tournament=tournament))
    lock_rows(tournament.entries.all())


def states_of(
    rounds: Sequence[ArchivedRound], round_count: int, known: Mapping[int, Round.State]
) -> dict[int, Round.State]:
    """Return the state of each round of an archive, by number.

    `known` states are used where possible; other states follow from the forms:

    - A round with a form or a substitute has started, and so has every round before it.
    - A round is final if all forms up to it are in, and a later round has started. The last round,
      of `round_count`, is final if all forms are in.
    - No round is final if an earlier one is not.
    """
    begun = [n for n, state in known.items() if state in BEGUN]
    begun += [r.number for r in rounds if any(t.has_begun for t in r.tables)]
    started = max(begun, default=0)
    last = started if started == round_count else started - 1
    states: dict[int, Round.State] = {}
    is_complete = are_final = True
    for each in rounds:
        is_complete = is_complete and all(table.form for table in each.tables)
        state = Round.State.FINAL if is_complete and each.number <= last else Round.State.CONFIRMED
        state = known.get(each.number, state)
        if state == Round.State.CONFIRMED and each.number <= started:
            state = Round.State.STARTED
        if state == Round.State.FINAL and not are_final:
            state = Round.State.CLOSED
        are_final = are_final and state == Round.State.FINAL
        states[each.number] = state
    return states
