"""Verbs on archives: bring one in, all or nothing, put a backup back, and keep what was there."""

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
from wk.archive.hall import Becoming, become_rounds, seat_new
from wk.archive.problems import SlugExists
from wk.archive.queries import archive_of
from wk.archive.roster import become_roster, forget
from wk.archive.storage import write_whole
from wk.archive.writer import write
from wk.scoreforms.models import ScoreForm
from wk.scoreforms.services import import_forms
from wk.tournament import changes
from wk.tournament.models import BEGUN, Change, Player, Round, Table, Tournament
from wk.tournament.refusal import Refusal
from wk.tournament.roster import NewEntry, enter_many
from wk.tournament.services import create_tournament


@dataclass(frozen=True, slots=True)
class Backup:
    """A tournament as it stood at one moment: its archive, and how far each round was, by number.

    `facts` tell the log of it: what an archive does not know is known there by its digest.
    """

    slug: str
    data: bytes
    states: Mapping[str, str]

    def keep(self, now: datetime) -> dict[str, Any]:
        """Write it to the folder of backups, and return it as facts for the log.

        Raises Refusal when it cannot be written.
        """
        folder: Path = settings.DATA_DIR / "backups"
        path = folder / f"{self.slug}-{localtime(now):%Y%m%d-%H%M%S-%f}.json"
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(path, self.data, may_replace=False)
        except OSError as error:
            why = error.strerror or str(error)
            raise Refusal(
                _("No backup could be written, so nothing has been changed: %(why)s") % {"why": why}
            ) from error
        digest = sha256(self.data).hexdigest()
        return {"backup": path.name, "digest": digest, "states": dict(self.states)}


def backup_of(tournament: Tournament, archive: Archive | None = None) -> Backup:
    """Return a backup of a tournament as it stands, not written yet; `archive` is what it is as
    one, where that is known."""
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
    """Store the tournament of a valid archive: players who were here before are known again.

    Its log has that. Raises SlugExists where there is a tournament of that slug, unless it is to
    be replaced: then a backup of it is written first, and Refusal raised if that is impossible.
    Players, seats and forms become those of the archive, and all that no archive knows stays as it
    is wherever it still fits; `anew`, nothing of what was there stays. `file` is the name of the
    archive, by which the log may know it as a backup.
    """
    old = Tournament.objects.select_for_update().filter(slug=archive.slug).first()
    if old and not replace:
        raise SlugExists(old.slug, old.name)
    facts: dict[str, Any] = {"backup": ""}
    if old and not anew:
        tournament, facts = old, _put_back(old, archive, file, author, now)
    elif old:
        facts, players = _taken_away(old, now)
        tournament = _brought_in(archive, now)
        # Who was in the replaced tournament only, and is not in the new one, is nobody any more.
        Player.objects.filter(pk__in=players, entries=None).delete()
    else:
        tournament = _brought_in(archive, now)
    changes.record(
        tournament=tournament,
        kind=Change.Kind.IMPORTED,
        about=tournament.name,
        author=author,
        now=now,
        facts=facts,
    )
    return tournament


def _brought_in(archive: Archive, now: datetime) -> Tournament:
    """Store a tournament that is not there."""
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
    """Let a tournament become what an archive says; return the backup of what it was, and who is
    off the list by it, as facts."""
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
    roster = become_roster(tournament=tournament, before=before.players, players=archive.players)
    how = Becoming(
        tournament=tournament,
        entries=roster.entries,
        gone={entry.pk for entry in roster.gone},
        states=states,
        same_rules=same_rules,
        author=author,
        now=now,
    )
    become_rounds(how, before=before.rounds, rounds=archive.rounds)
    forget(roster)
    return facts | roster.facts


def _known_states(
    tournament: Tournament, before: Archive, archive: Archive, file: str
) -> dict[int, Round.State]:
    """Return how far those rounds of an archive are of which that is known: as in the log where the
    archive is a backup that was noted there, and no less far than now where they hold just what
    they hold now; but a step that was a mistake goes back as long as nobody wrote anything.

    Several backups in a row may say the same: then the name of the file tells which, or the last.
    """
    digest = sha256(write(archive)).hexdigest()
    noted_all = tournament.changes.filter(facts__digest=digest).order_by("pk")
    noted = noted_all.filter(facts__backup=file).last() or noted_all.last()
    states = dict(noted.facts["states"]) if noted else {}
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
    """Take a tournament away; return the backup written of it, and the keys of its players."""
    _wait_for_forms(tournament)
    facts = backup_of(tournament).keep(now)
    players = list(tournament.entries.values_list("player", flat=True))
    tournament.delete()
    return facts, players


def _wait_for_forms(tournament: Tournament) -> None:
    """Hold all tables: a form that is being handed in holds its own, and is in the backup then."""
    list(tournament.rounds.order_by("pk").select_for_update())  # as all hold them before tables
    tables = Table.objects.filter(round__tournament=tournament).order_by("pk")
    list(tables.select_for_update(of=("self",)))


def states_of(
    rounds: Sequence[ArchivedRound], round_count: int, known: Mapping[int, Round.State]
) -> dict[int, Round.State]:
    """Return how far each round of an archive is, of `round_count`, where it is not `known`.

    An archive tells it by its forms. A round with a form has started, and so has every round before
    it. Where a later one has started or there is none, and every form so far is in, nobody has
    anything to do about it: it is final. None is final before those that come before it.
    """
    begun = [n for n, state in known.items() if state in BEGUN]
    begun += [r.number for r in rounds if any(t.has_begun for t in r.tables)]
    started = max(begun, default=0)
    last = started if started == round_count else started - 1
    states: dict[int, Round.State] = {}
    is_complete = are_final = True
    for each in rounds:
        is_complete = is_complete and all(table.form for table in each.tables)
        state = Round.State.FINAL if is_complete and each.number <= last else Round.State.FIXED
        state = known.get(each.number, state)
        if state == Round.State.FIXED and each.number <= started:
            state = Round.State.STARTED
        if state == Round.State.FINAL and not are_final:
            state = Round.State.CLOSED
        are_final = are_final and state == Round.State.FINAL
        states[each.number] = state
    return states
