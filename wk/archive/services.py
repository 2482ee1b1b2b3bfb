"""Verbs on archives: bring one in, all or nothing, and keep what it replaces."""

from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from scoring.game import Document
from wk.accounts.models import User
from wk.archive.archive import Archive, ArchivedRound
from wk.archive.problems import SlugExists
from wk.archive.queries import archive_of
from wk.archive.storage import write_whole
from wk.archive.writer import write
from wk.scoreforms.services import import_forms
from wk.tournament import changes
from wk.tournament.draws import seat_round
from wk.tournament.models import Change, Entry, Player, Round, Substitute, Table, Tournament
from wk.tournament.refusal import Refusal
from wk.tournament.roster import NewEntry, enter_many
from wk.tournament.services import create_tournament


@transaction.atomic
def import_archive(
    *, archive: Archive, now: datetime, replace: bool = False, author: User | None = None
) -> Tournament:
    """Store the tournament of a valid archive: players who were here before are known again.

    Its log begins with that. Raises SlugExists where there is a tournament of that slug, unless it
    is to be replaced: then a backup of it is written first, and Refusal raised if that is
    impossible.
    """
    old = Tournament.objects.select_for_update().filter(slug=archive.slug).first()
    if old and not replace:
        raise SlugExists(old.slug, old.name)
    backup, players = _replaced(old, now) if old else (None, [])
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
    # Who was in the replaced tournament only, and is not in the new one, is nobody any more.
    Player.objects.filter(pk__in=players, entries=None).delete()
    _seat(tournament, archive, entries, now)
    changes.record(
        tournament=tournament,
        kind=Change.Kind.IMPORTED,
        about=tournament.name,
        author=author,
        now=now,
        facts={"backup": backup.name if backup else ""},
    )
    return tournament


def _replaced(tournament: Tournament, now: datetime) -> tuple[Path, list[int]]:
    """Take a tournament away; return the backup written of it, and the keys of its players."""
    # A form that is being handed in holds its table: wait for it, so that it is in the backup.
    tables = Table.objects.filter(round__tournament=tournament).order_by("pk")
    list(tables.select_for_update(of=("self",)))
    backup = back_up(tournament=tournament, now=now)
    players = list(tournament.entries.values_list("player", flat=True))
    tournament.delete()
    return backup, players


def back_up(*, tournament: Tournament, now: datetime) -> Path:
    """Write the archive of a tournament to the folder of backups and return its file.

    Raises Refusal when it cannot be written.
    """
    folder: Path = settings.DATA_DIR / "backups"
    path = folder / f"{tournament.slug}-{localtime(now):%Y%m%d-%H%M%S-%f}.json"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(path, write(archive_of(tournament)), may_replace=False)
    except OSError as error:
        why = error.strerror or str(error)
        raise Refusal(
            _("No backup could be written, so nothing has been changed: %(why)s") % {"why": why}
        ) from error
    return path


def _seat(
    tournament: Tournament, archive: Archive, entries: dict[int, Entry], now: datetime
) -> None:
    """Store rounds, tables, seats, substitutes and forms."""
    forms: list[tuple[Table, Document]] = []
    states = _states(archive)
    for archived in archive.rounds:
        made = seat_round(
            tournament=tournament,
            number=archived.number,
            tables={t.number: [entries[n] for n in t.seats] for t in archived.tables},
            state=states[archived.number],
        )
        tables = {table.number: table for table in made.tables.all()}
        forms += [(tables[t.number], t.form) for t in archived.tables if t.form]
        _store_substitutes(made, archived)
    import_forms(forms=forms, now=now)


def _states(archive: Archive) -> dict[int, Round.State]:
    """Return how far each round is: an archive tells it by its forms.

    A round with a form has started, and so has every round before it. Where a later one has started
    or there is none, and every form so far is in, nobody has anything to do about it: it is final.
    """
    rounds = archive.rounds
    started = max((r.number for r in rounds if any(t.has_begun for t in r.tables)), default=0)
    last = started if started == archive.round_count else started - 1
    states, is_complete = {}, True
    for each in rounds:
        is_complete = is_complete and all(table.form for table in each.tables)
        if is_complete and each.number <= last:
            states[each.number] = Round.State.FINAL
        else:
            is_begun = each.number <= started
            states[each.number] = Round.State.STARTED if is_begun else Round.State.FIXED
    return states


def _store_substitutes(round: Round, archived: ArchivedRound) -> None:
    """Store who played on for somebody in a round."""
    came = [(table.number, each) for table in archived.tables for each in table.substitutes]
    if not came:
        return
    seats = {(seat.table.number, seat.number): seat for seat in round.seats.select_related("table")}
    Substitute.objects.bulk_create(
        Substitute(seat=seats[table, each.seat], name=each.name, from_deal=each.from_deal)
        for table, each in came
    )
