"""Services of archives: import one, all or nothing; restore a backup; and keep a backup first."""

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
class Backup:
    """A tournament at one moment: its archive, and the state of each public round, by number.

    An archive does not hold the states of rounds. The log stores them with the digest of the
    archive, so that they are restored together with it.
    """

    slug: str
    data: bytes
    states: Mapping[str, str]

    def keep(self, now: datetime) -> dict[str, Any]:
        """Write the backup to the folder of backups, and return it as facts for the log.

        Raises ActionRefused if it cannot be written.
        """
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


def backup_of(tournament: Tournament, archive: Archive | None = None) -> Backup:
    """Return a backup of a tournament, not written yet; `archive`: its archive, if there is one."""
    states = tournament.rounds.public().values_list("number", "state")
    return Backup(
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
    anew: bool = False,
    file: str = "",
    author: User | None = None,
) -> Tournament:
    """Store the tournament of a valid archive, and note that in its log.

    Persons of earlier editions are recognised. If a tournament has this slug already, a backup is
    written first. Its players, seats and forms become those of the archive. What an archive does
    not hold stays as far as it fits, or is deleted with `anew`. `file` is the name of the archive;
    it tells backups with the same content apart.

    Raises SlugExists if a tournament has this slug and `replace` is false, and ActionRefused if no
    backup can be written.
    """
    old = next(iter(lock_rows(Tournament.objects.filter(slug=archive.slug))), None)
    if old and not replace:
        raise SlugExists(old.slug, old.name)
    facts: dict[str, Any] = {"backup": ""}
    if old and not anew:
        tournament, facts = old, _restore(old, archive, file, author, now)
    elif old:
        facts, players = _delete_with_backup(old, now)
        tournament = _store_new(archive, now)
        # Persons of the replaced tournament without any entry now are deleted.
        Player.objects.filter(pk__in=players, entries=None).delete()
    else:
        tournament = _store_new(archive, now)
    auditlog.record(
        tournament=tournament,
        kind=AuditLogEntry.Kind.IMPORTED,
        about=tournament.name,
        author=author,
        now=now,
        payload=facts,
    )
    return tournament


def _store_new(archive: Archive, now: datetime) -> Tournament:
    """Store a tournament that does not exist yet."""
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
    """Make a tournament equal to an archive.

    Return as facts for the log the backup that was written, and the removed entries.
    """
    _lock_forms(tournament)
    before = archive_of(tournament)
    facts = backup_of(tournament, before).keep(now)
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
    return facts | roster.facts


def _known_states(
    tournament: Tournament, before: Archive, archive: Archive, file: str
) -> dict[int, Round.State]:
    """Return the states of those rounds of an archive for which they are known.

    If the archive is a backup that the log knows, they are the states in the log. A round with the
    same content as now keeps its present state if that is further; but a round without any score
    form takes the state in the log. Several backups may have the same content: the name of the file
    tells them apart, else the last one is taken.
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
    """Delete a tournament; return the facts of its backup, and the keys of its persons."""
    _lock_forms(tournament)
    facts = backup_of(tournament).keep(now)
    players = list(tournament.entries.values_list("player", flat=True))
    tournament.delete()
    return facts, players


def _lock_forms(tournament: Tournament) -> None:
    """Lock all tables. A form that is being handed in holds its own lock, so it is waited for."""
    lock_rows(tournament.rounds.all())  # rounds before tables, as everywhere: no deadlock
    lock_rows(Table.objects.filter(round__tournament=tournament))


def states_of(
    rounds: Sequence[ArchivedRound], round_count: int, known: Mapping[int, Round.State]
) -> dict[int, Round.State]:
    """Return the state of each round of an archive; `known` states are taken over where possible.

    Other states follow from the forms. A round with a form or a substitute has started, and so has
    every round before it. A round is final if all forms up to it are in, and a later round has
    started or it is the last of `round_count`. No round is final before those that come before it.
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
