"""A backup put back: seats and how far rounds are as they were; what is held back stays so."""

from dataclasses import replace
from hashlib import sha256

import pytest

from tests.archive.days import (
    FIXED,
    LATE,
    at,
    every_row,
    fill,
    put_back,
    roster_of,
    step,
    table,
    text,
)
from wk.archive.queries import archive_of
from wk.archive.services import import_archive
from wk.archive.writer import write
from wk.auditlog.models import AuditLogEntry
from wk.hall.ceremony.services import release, withhold
from wk.phones.models import TableKey
from wk.phones.services import keys_for
from wk.rounds.draws import draw_service as draws
from wk.rounds.seat_swaps import services as seat_swaps
from wk.scoreforms.models import Draft, Photo, Result, Version
from wk.tournament.models import Round, Substitute, Table, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]


# Rounds


def test_a_round_that_has_begun_since_goes_back_to_its_draw(day, director, clerk, backups):
    seats = sorted(day.rounds.get(number=2).seats.values_list())
    keys = sorted(TableKey.objects.values_list())
    put_back(backups(13), director)
    second = day.rounds.get(number=2)
    assert (second.state, second.started_at, second.minutes) == ("drawn", None, None)
    assert (second.seed, second.withheld) == (7, "all")
    assert sorted(second.seats.values_list()) == seats
    assert sorted(TableKey.objects.values_list()) == keys
    assert list(day.rounds.values_list("number", "state")) == [(1, "final"), (2, "drawn")]
    assert set(second.tables.values_list("extra_minutes", flat=True)) == {0}
    counted = Version.objects.filter(is_counted=True, form__table__round=second)
    assert (counted.count(), Photo.objects.count(), Draft.objects.count()) == (0, 1, 0)
    assert not Substitute.objects.exists()


def test_who_put_the_wrong_backup_back_puts_back_what_stood_there(day, director, backups):
    kept = ("Tournament", "Entry", "Round", "Table", "Seat", "TableKey", "Photo", "Separation")
    before = {name: rows for name, rows in every_row().items() if name in kept}
    put_back(backups(13), director, now=at(500))
    put_back(backups(500), director)
    after = {name: rows for name, rows in every_row().items() if name in kept}
    clocks = {"started_at": None, "minutes": None}
    day.rounds.filter(number=2).update(**clocks)
    assert {n: after[n] for n in kept if n not in ("Round", "Table")} == {
        n: before[n] for n in kept if n not in ("Round", "Table")
    }
    states = day.rounds.values_list("number", "state", "seed", "withheld")
    assert list(states) == [(1, "final", 7, ""), (2, "closed", 7, "all")]


def test_a_draw_that_was_changed_by_hand_since_is_as_it_was(day, director, backups):
    archive, file = backups(10), FIXED
    put_back(archive, director, now=at(400), file=file)
    step("unconfirm", 1, director, 401)
    first = day.rounds.get(number=1)
    a, b = (day.entries.get(number=n) for n in (1, 9))
    seat_swaps.swap_seats(round=first, first=a, second=b, author=director, now=at(402))
    step("confirm", 1, director, 403)
    put_back(archive, director, file=file)
    first.refresh_from_db()
    # One change was made before the backup, and still stands; the other one is undone by it.
    assert (first.seed, first.changed_by_hand) == (7, True)
    made = AuditLogEntry.objects.filter(kind="seated").order_by("pk")
    assert [(c.undone_by, c.undone_at) for c in made] == [(None, None), (director, LATE)]


def test_a_round_that_was_drawn_again_since_has_no_lot_number(day, director, backups):
    put_back(backups(10), director, now=at(400), file=FIXED)
    step("unconfirm", 1, director, 401)
    draws.redraw_round(round=day.rounds.get(number=1), seed=8, author=director, now=at(402))
    put_back(backups(10), director, file=FIXED)
    first = day.rounds.get(number=1)
    assert (first.state, first.seed) == ("confirmed", None)


@pytest.mark.parametrize("table_of_archive", [1, 2])
def test_seats_that_changed_take_their_results_along(day, director, table_of_archive):
    archive = archive_of(day)
    tables = archive.rounds[0].tables
    turned = replace(tables[table_of_archive - 1], seats=tables[table_of_archive - 1].seats[::-1])
    changed = tuple(turned if t.number == turned.number else t for t in tables)
    first = replace(archive.rounds[0], tables=changed)
    place = table(1, table_of_archive)
    points = list(
        Result.objects.filter(seat__table=place)
        .order_by("seat__number")
        .values_list("points", flat=True)
    )
    put_back(replace(archive, rounds=(first, *archive.rounds[1:])), director)
    now = Result.objects.filter(seat__table=place).order_by("seat__number")
    assert list(now.values_list("points", flat=True)) == points
    assert list(now.values_list("seat__entry__number", flat=True)) == list(turned.seats)
    assert day.rounds.get(number=1).seed is None


def test_under_other_rules_nothing_of_a_table_stays(director):
    made = roster_of(8)
    Tournament.objects.update(game="bollen")
    draws.draw_all_rounds(tournament=Tournament.objects.get(), seed=3, author=director, now=at(0))
    step("confirm", 1, director, 1)
    keys_for(tables=Table.objects.all(), now=at(2))
    other = replace(archive_of(Tournament.objects.get()), options={"base": 7})
    put_back(other, director)
    assert (made.rounds.get().seed, TableKey.objects.count()) == (3, 0)


# What is held back


def test_results_stay_held_back_when_their_round_went_and_came_back(day, director, backups):
    new = replace(archive_of(day), rounds=(), round_count=1)
    put_back(new, director, now=at(500))
    assert list(day.rounds.values_list("number", "state")) == [(1, "drawn")]
    put_back(backups(500), director)
    assert list(day.rounds.values_list("withheld", flat=True)) == ["", "all"]


def test_what_was_released_stays_released(day, director, backups):
    release(tournament=day, author=director, now=at(40))
    put_back(backups(27), director)
    assert set(day.rounds.values_list("withheld", flat=True)) == {""}


def test_the_public_sees_no_more_than_before(day, director, backups, client):
    pages = ("standings/", "rounds/2/", "forms/2/1/", "players/1/", "")
    seen = [text(client.get(f"/t/hal/{page}")) for page in pages]
    step("reopen", 2, director, 30, reason="Tafel 2 speelde nog")
    fill(table(2, 2), director)
    put_back(backups(27), director)
    assert [text(client.get(f"/t/hal/{page}")) for page in pages] == seen
    release(tournament=day, author=director, now=LATE)
    assert text(client.get("/t/hal/standings/")) != seen[0]


def test_the_first_ten_of_a_round_that_is_the_last_no_more_are_held_back_with_all(day, director):
    day.rounds.filter(number=2).update(withheld="top")
    put_back(replace(archive_of(day), round_count=2), director, now=at(400))
    assert day.rounds.get(number=2).withheld == "top"
    put_back(replace(archive_of(day), round_count=3), director)
    assert day.rounds.get(number=2).withheld == "all"


def test_seats_that_tell_what_is_held_back_are_not_shown_again(director):
    made = roster_of(5)
    Tournament.objects.update(last_round="standings", round_count=2)
    made.refresh_from_db()
    draws.draw_round(tournament=made, seed=1, author=director, now=at(0))
    for minutes, name in enumerate(("confirm", "start")):
        step(name, 1, director, minutes)
    fill(table(1, 1), director)
    draws.draw_round(tournament=made, seed=2, author=director, now=at(3))
    Round.objects.filter(number=2).update(state="confirmed")
    archive = archive_of(made)
    Round.objects.filter(number=2).update(state="drawn")
    withhold(round=made.rounds.get(number=1), what="all", author=director, now=at(5))
    import_archive(archive=archive, now=LATE, replace=True)
    assert list(made.rounds.values_list("state", flat=True)) == ["started", "drawn"]


# How far rounds are


def test_a_backup_that_the_log_knows_brings_back_how_far_rounds_were(day, director, backups):
    """Its forms alone would tell that round 2, with one missing, goes on."""
    step("reopen", 2, director, 30, reason="Tafel 2 speelde nog")
    fill(table(2, 2), director)
    step("close", 2, director, 31)
    step("make_final", 2, director, 32)
    put_back(backups(27), director)
    assert list(day.rounds.values_list("state", flat=True)) == ["final", "closed"]


def test_a_round_that_was_reopened_since_is_as_far_as_it_was(day, director, backups):
    step("reopen", 1, director, 30, reason="Toch nog eens kijken")
    put_back(backups(27), director)
    assert list(day.rounds.values_list("state", flat=True)) == ["final", "closed"]


def test_a_round_that_is_final_since_with_the_same_forms_stays_final(day, director, backups):
    put_back(backups(12), director)
    assert list(day.rounds.values_list("state", flat=True)) == ["final", "drawn"]


@pytest.mark.parametrize(("file", "state"), [(FIXED, "confirmed"), ("anders.json", "started")])
def test_of_two_backups_that_say_the_same_the_name_tells_which_it_is(
    day, director, backups, file, state
):
    assert backups(10) == backups(11)
    put_back(backups(10), director, file=file)
    assert day.rounds.get(number=1).state == state


def test_the_log_keeps_of_each_backup_what_it_does_not_say_itself(day, backups):
    facts = AuditLogEntry.objects.filter(kind="state", payload__to="closed").first().payload
    assert facts["states"] == {"1": "final", "2": "closed"}
    assert facts["digest"] == sha256(write(backups(27))).hexdigest()


def test_of_an_archive_that_nobody_knows_the_forms_tell(day, director):
    whole = archive_of(day)
    renamed = replace(whole, name="Met de hand", rounds=whole.rounds[:1])
    one = renamed.rounds[0]
    half = replace(one, tables=(replace(one.tables[0], form=None), *one.tables[1:]))
    put_back(replace(renamed, rounds=(half,)), director)
    assert list(day.rounds.values_list("state", flat=True)) == ["started", "drawn"]


def test_no_round_is_final_after_one_that_is_not(day, director):
    step("reopen", 2, director, 30, reason="Tafel 2 speelde nog")
    fill(table(2, 2), director)
    step("close", 2, director, 31)
    step("make_final", 2, director, 32)
    whole = archive_of(day)
    one = whole.rounds[0]
    half = replace(one, tables=(replace(one.tables[0], form=None), *one.tables[1:]))
    put_back(replace(whole, rounds=(half, *whole.rounds[1:])), director)
    assert list(day.rounds.values_list("state", flat=True)) == ["started", "closed"]
