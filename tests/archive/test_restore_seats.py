"""Restoring a backup: seats, and the log entries of seat changes."""

from dataclasses import replace

import pytest

from tests.archive.restore_days import (
    CONFIRMED_BACKUP,
    RESTORED_AT,
    at_minute,
    restore,
    table_at,
    take_step,
    tournament_of,
)
from wk.archive.queries import archive_of
from wk.auditlog.models import AuditLogEntry
from wk.phones.models import TableKey
from wk.phones.services import keys_for
from wk.players import replacements
from wk.rounds.draws import draw_service as draws
from wk.rounds.seat_swaps import services as seat_swaps
from wk.scoreforms.models import Result
from wk.tournament.models import Table, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]


def test_a_replacement_since_the_backup_is_marked_as_undone(director, clerk):
    made = tournament_of(9)
    draws.draw_round(tournament=made, seed=5, author=director, now=at_minute(0))
    take_step("confirm", 1, director, 1)
    archive = archive_of(made)
    replacements.replace(
        entry=made.entries.get(number=4),
        name="Nieuw",
        club="",
        author=director,
        now=at_minute(2),
    )
    restore(archive, director)
    assert AuditLogEntry.objects.get(kind="replaced").undone_at == RESTORED_AT
    round = made.rounds.get()
    assert (round.seed, round.changed_by_hand, made.entries.count()) == (5, False, 9)
    assert round.seats.filter(entry__number=4).count() == 1


def test_seat_changes_since_the_backup_are_marked_as_undone(day, director, backups):
    archive, file = backups(10), CONFIRMED_BACKUP
    restore(archive, director, now=at_minute(400), file=file)
    take_step("unconfirm", 1, director, 401)
    first = day.rounds.get(number=1)
    a, b = (day.entries.get(number=n) for n in (1, 9))
    seat_swaps.swap_seats(round=first, first=a, second=b, author=director, now=at_minute(402))
    take_step("confirm", 1, director, 403)
    restore(archive, director, file=file)
    first.refresh_from_db()
    # One change was made before the backup, and still stands; the other one is undone by it.
    assert (first.seed, first.changed_by_hand) == (7, True)
    made = AuditLogEntry.objects.filter(kind="seated").order_by("pk")
    assert [(c.undone_by, c.undone_at) for c in made] == [(None, None), (director, RESTORED_AT)]


def test_a_round_drawn_again_since_has_no_draw_number(day, director, backups):
    restore(backups(10), director, now=at_minute(400), file=CONFIRMED_BACKUP)
    take_step("unconfirm", 1, director, 401)
    draws.redraw_round(round=day.rounds.get(number=1), seed=8, author=director, now=at_minute(402))
    restore(backups(10), director, file=CONFIRMED_BACKUP)
    first = day.rounds.get(number=1)
    assert (first.state, first.seed) == ("confirmed", None)


@pytest.mark.parametrize("table_of_archive", [1, 2])
def test_results_move_to_the_seats_of_the_archive(day, director, table_of_archive):
    archive = archive_of(day)
    tables = archive.rounds[0].tables
    turned = replace(tables[table_of_archive - 1], seats=tables[table_of_archive - 1].seats[::-1])
    changed = tuple(turned if t.number == turned.number else t for t in tables)
    first = replace(archive.rounds[0], tables=changed)
    place = table_at(1, table_of_archive)
    points = list(
        Result.objects.filter(seat__table=place)
        .order_by("seat__number")
        .values_list("points", flat=True)
    )
    restore(replace(archive, rounds=(first, *archive.rounds[1:])), director)
    now = Result.objects.filter(seat__table=place).order_by("seat__number")
    assert list(now.values_list("points", flat=True)) == points
    assert list(now.values_list("seat__entry__number", flat=True)) == list(turned.seats)
    assert day.rounds.get(number=1).seed is None


def test_under_other_rules_tables_keep_no_phone_keys(director):
    made = tournament_of(8)
    Tournament.objects.update(game="bollen")
    draws.draw_all_rounds(
        tournament=Tournament.objects.get(), seed=3, author=director, now=at_minute(0)
    )
    take_step("confirm", 1, director, 1)
    keys_for(tables=Table.objects.all(), now=at_minute(2))
    other = replace(archive_of(Tournament.objects.get()), options={"base": 7})
    restore(other, director)
    assert (made.rounds.get().seed, TableKey.objects.count()) == (3, 0)
