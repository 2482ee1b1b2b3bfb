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
from wk.archive.restore_players import forget, restore_players
from wk.archive.restore_rounds import RestoreContext, restore_rounds, seat_new
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

    `keep` returns facts for the log: by the digest of the archive the log knows these states again,
    which an archive does not hold.
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

    Persons of earlier editions are recognised. Raises SlugExists if a tournament has this slug and
    `replace` is false; else a backup of it is written first, with ActionRefused if that is
    impossible. Players, seats and forms become those of the archive; what an archive does not hold
    stays as far as it fits, or not at all with `anew`. `file` is the name of the archive, by which
    the log may know it as a backup.
    """
    old = next(iter(lock_rows(Tournament.objects.filter(slug=archive.slug))), None)
    if old and not replace:
        raise SlugExists(old.slug, old.name)
    facts: dict[str, Any] = {"backup": ""}
    if old and not anew:
        tournament, facts = old, _put_back(old, archive, file, author, now)
    elif old:
        facts, players = _taken_away(old, now)
        tournament = _brought_in(archive, now)
        # Persons of the replaced tournament without any entry now are deleted.
        Player.objects.filter(pk__in=players, entries=None).delete()
    else:
        tournament = _brought_in(archive, now)
    auditlog.record(
        tournament=tournament,
        kind=AuditLogEntry.Kind.IMPORTED,
        about=tournament.name,
        author=author,
        now=now,
        payload=facts,
    )
    return tournament


def _brought_in(archive: Archive, now: datetime) -> Tournament:
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
        for form in seat_new(tournament, each, entries, states[each.number])
    ]
    import_forms(forms=forms, now=now)
    return tournament


def _put_back(
    tournament: Tournament, archive: Archive, file: str, author: User | None, now: datetime
) -> dict[str, Any]:
    """Make a tournament equal to an archive.

    Return as facts the backup of what it was, and the entries that went off the list.
    """
    _wait_for_forms(tournament)
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
    how = RestoreContext(
        tournament=tournament,
        entries=roster.entries,
        gone={entry.pk for entry in roster.gone},
        states=states,
        same_rules=same_rules,
        author=author,
        now=now,
    )
    restore_rounds(how, before=before.rounds, rounds=archive.rounds)
    forget(roster)
    return facts | roster.facts


def _known_states(
    tournament: Tournament, before: Archive, archive: Archive, file: str
) -> dict[int, Round.State]:
    """Return the states of those rounds of an archive for which they are known.

    They are the states in the log if the archive is a backup that was noted there. Rounds with the
    same content as now are at least as far as now; except that a round goes back to its state in
    the log if nothing has been written in it. Several backups may have the same content: the name
    of the file tells them apart, else the last one is taken.
    """
    digest = sha256(write(archive)).hexdigest()
    noted_all = tournament.log_entries.filter(payload__digest=digest).order_by("pk")
    noted = noted_all.filter(payload__backup=file).last() or noted_all.last()
    states = dict(noted.payload["states"]) if noted else {}
    known = {int(number): Round.State(state) for number, state in states.items()}
    stands = dict(tournament.rounds.public().values_list("number", "state"))
    written = set(
        ScoreForm.objects.filter(table__round__tournament=tournament).values_list(
            "table__round__number", flat=True
        )
    )
    for number in (each.number for each in archive.rounds if each in before.rounds):
        if number in known and number not in written:
            continue
        now = Round.State(stands[number])
        known[number] = max(now, known.get(number, now), key=list(Round.State).index)
    return known


def _taken_away(tournament: Tournament, now: datetime) -> tuple[dict[str, Any], list[int]]:
    """Delete a tournament; return the facts of its backup, and the keys of its persons."""
    _wait_for_forms(tournament)
    facts = backup_of(tournament).keep(now)
    players = list(tournament.entries.values_list("player", flat=True))
    tournament.delete()
    return facts, players


def _wait_for_forms(tournament: Tournament) -> None:
    """Lock all tables: a form being handed in has locked its own, and so gets into the backup."""
    lock_rows(tournament.rounds.all())  # rounds first, as everywhere
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
