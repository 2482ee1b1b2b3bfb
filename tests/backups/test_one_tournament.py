"""One tournament of a backup comes back in all its rows; others are not touched."""

import datetime as dt
from threading import Thread

import pytest
from django.apps import apps
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.backups.conftest import is_sqlite
from tests.backups.rows import all_rows
from tests.backups.test_services import moment, with_manifest
from tests.played import played
from tests.presses.test_lock_order import LOCKED
from tests.samples import some
from tests.writers import at_once, two_writers
from wk.accounts.models import User
from wk.auditlog.models import AuditLogEntry
from wk.backups import services
from wk.backups.databases import reading
from wk.backups.manifest import Why
from wk.backups.one_tournament import prepared, restore_prepared, restore_tournament
from wk.backups.opening import opened
from wk.backups.tournament_rows import owned_models, rows_of
from wk.chain.verifying import verify
from wk.core.acting import acting
from wk.core.refusals import ActionRefused
from wk.hall.models import Announcement
from wk.phones.models import TableKey
from wk.players.services import NewEntry, enter, enter_many, withdraw
from wk.rounds.draws.draw_service import draw_round
from wk.rounds.lifecycle import services as lifecycle
from wk.rounds.lifecycle.readiness import readiness_of
from wk.scoreforms.drafts import save_draft
from wk.scoreforms.models import Draft, Photo, Presence, ScoreForm, Version
from wk.scoreforms.services import Submission, hand_in
from wk.tournament.models import Entry, Player, Round, Table, Tournament
from wk.tournament.services import create_tournament

pytestmark = pytest.mark.usefixtures("real_database")
ONLY_SQLITE = pytest.mark.skipif(not is_sqlite, reason="reads the file of the backup")
NOW = moment(600)
SLUG = "wk-test"


def account(name) -> User:
    return User.objects.get(username=name)


def round_now() -> Round:
    return Round.objects.select_related("tournament").get(tournament__slug=SLUG)


def take(step):
    """Take a step of the round, whatever it asks before."""
    token = readiness_of(round_now()).version_token
    more = {"confirmed_token": token} if token else {}
    step(round=round_now(), author=account("dora"), now=timezone.now(), **more)


def type_in(*numbers):
    for number in numbers:
        table = Table.objects.get(round=round_now(), number=number)
        typed = Submission(played(table), account("kees"), timezone.now())
        hand_in(table=table, submission=typed)


def photograph():
    form = ScoreForm.objects.filter(table__round=round_now()).first()
    facts = {"width": 4, "height": 3, "taken_at": timezone.now()}
    Photo.objects.create(form=form, picture=bytes(range(256)) * 40, **facts)


def draw():
    draw_round(tournament=Tournament.objects.get(slug=SLUG), seed=7, author=account("dora"))


def announce():
    Announcement.objects.create(
        tournament=Tournament.objects.get(slug=SLUG), text="Koffie", at=timezone.now()
    )


# The day of a round: at the end of each of these there is a moment.
DAY = {
    "before the draw": lambda: None,
    "drawn": draw,
    "confirmed": lambda: take(lifecycle.confirm),
    "started": lambda: take(lifecycle.start),
    "half typed": lambda: (type_in(1), photograph(), announce()),
    "typed": lambda: type_in(2),
    "closed": lambda: take(lifecycle.close),
    "final": lambda: take(lifecycle.make_final),
}


@pytest.fixture
def day(real_database):
    """A tournament with nine players before its draw, and another one with a round of its own."""
    User.objects.create_user("dora", password="geheim-1", role=User.Role.DIRECTOR)
    User.objects.create_user("kees", password="geheim-2")
    for name, slug in (("WK Test", SLUG), ("Ander", "ander")):
        made = create_tournament(name=name, slug=slug, date=dt.date(2026, 11, 21), round_count=1)
        enter_many(tournament=made, rows=[NewEntry(f"{name} {n}") for n in range(1, 10)])
    other = Tournament.objects.get(slug="ander")
    draw_round(tournament=other, seed=1, author=account("dora"))
    return made


def moments_of_day():
    """Play the day; return its backups by what was done before, with the rows at that moment."""
    found = {}
    for minute, (name, act) in enumerate(DAY.items()):
        act()
        made = services.make_backup(why=Why.HAND, now=moment(minute))
        found[name] = made, rows_of(SLUG), rows_of("ander")
    return found


def without_new_line(rows):
    """Return the rows of a tournament without the line of the log that was written last."""
    found = {model._meta.label: dict(each) for model, each in rows.rows.items()}
    newest = found["auditlog.AuditLogEntry"].pop(AuditLogEntry.objects.latest("pk").pk)
    assert newest["payload"]["moment"].startswith("wk-")
    return found


def labelled(rows):
    return {model._meta.label: dict(each) for model, each in rows.rows.items()}


@pytest.mark.slow
def test_all_rows_are_as_they_were_at_each_moment_of_a_day(day):
    moments = moments_of_day()
    # From the end to the beginning, and from there on to some in turn.
    for minute, name in enumerate([*reversed(moments), *some([*moments], 3)]):
        made, then, other = moments[name]
        now = NOW + dt.timedelta(minutes=minute)
        restore_tournament(backup=made, slug=SLUG, author=account("dora"), now=now)
        assert without_new_line(rows_of(SLUG)) == labelled(then), name
        assert labelled(rows_of("ander")) == labelled(other), name
        assert verify().misfit is None, name


@pytest.mark.slow
@ONLY_SQLITE
def test_the_rows_are_those_of_the_database_in_the_backup(day, tmp_path):
    """Whatever reads them: the table of the photos too, with its bytes."""
    moments = moments_of_day()
    made, *_rest = moments["half typed"]
    labels = {model._meta.label for model in owned_models()}
    restore_tournament(backup=made, slug=SLUG, author=None, now=NOW)
    AuditLogEntry.objects.latest("pk").delete()
    after = all_rows()
    work = tmp_path / "work"
    work.mkdir()
    with opened(made.path, work) as backup, reading(backup.database):
        before = all_rows()
    assert {label: after[label] for label in labels} == {label: before[label] for label in labels}


@pytest.mark.slow
def test_a_round_that_was_not_there_is_not_there_again(day):
    """Its state stood neither in the archive nor in the log."""
    before = services.make_backup(why=Why.HAND, now=moment(0))
    draw()
    drawn = services.make_backup(why=Why.HAND, now=moment(1))
    take(lifecycle.confirm)
    restore_tournament(backup=drawn, slug=SLUG, author=None, now=NOW - dt.timedelta(minutes=1))
    assert round_now().state == "drawn"
    restore_tournament(backup=before, slug=SLUG, author=None, now=NOW)
    assert not Round.objects.filter(tournament__slug=SLUG).exists()


@pytest.mark.slow
def test_what_did_not_change_is_not_touched(day):
    draw()
    made = services.make_backup(why=Why.HAND, now=moment(0))
    enter(tournament=Tournament.objects.get(slug=SLUG), name="Nina Nieuw")
    links = apps.get_model("chain.Link").objects
    before = links.count()
    restore_tournament(backup=made, slug=SLUG, author=None, now=NOW)
    # The entry, the person and the line of the log go; the line of the log about that comes.
    assert links.count() - before == 4


def test_persons_come_back_and_those_without_an_entry_go(day):
    made = services.make_backup(why=Why.HAND, now=moment(0))
    old = Entry.objects.get(tournament__slug=SLUG, number=9)
    person = old.player_id
    old.delete()
    Player.objects.filter(pk=person).delete()
    enter(tournament=Tournament.objects.get(slug=SLUG), name="Nina Nieuw")
    restore_tournament(backup=made, slug=SLUG, author=None, now=NOW)
    assert Entry.objects.get(tournament__slug=SLUG, number=9).player_id == person
    assert not Player.objects.filter(name="Nina Nieuw").exists()


def test_a_tournament_that_was_deleted_comes_back(day):
    draw()
    made, then = services.make_backup(why=Why.HAND, now=moment(0)), rows_of(SLUG)
    Tournament.objects.get(slug=SLUG).delete()
    done = restore_tournament(backup=made, slug=SLUG, author=None, now=NOW)
    assert done.name == "WK Test"
    assert without_new_line(rows_of(SLUG)) == labelled(then)


def test_what_is_typed_and_what_was_printed_since_stays(day):
    draw()
    take(lifecycle.confirm)
    take(lifecycle.start)
    made = services.make_backup(why=Why.HAND, now=moment(0))
    table = Table.objects.get(round=round_now(), number=1)
    TableKey.objects.all().delete()
    key = TableKey.objects.create(table=table, created_at=timezone.now())
    type_in(2)
    restore_tournament(backup=made, slug=SLUG, author=None, now=NOW)
    assert TableKey.objects.get(table=table).key == key.key
    assert not Version.objects.exists()
    save_draft(table=table, document={"deals": []}, author=account("kees"), now=NOW)
    later = services.make_backup(why=Why.HAND, now=moment(1))
    draft = Draft.objects.get()
    Draft.objects.update(content={"deals": [{"dealer": 2}]}, revision=4)
    Presence.objects.create(form=draft.form, user=account("kees"), seen_at=NOW)
    restore_tournament(backup=later, slug=SLUG, author=None, now=NOW + dt.timedelta(minutes=1))
    assert (Draft.objects.get().revision, Presence.objects.count()) == (4, 1)


def test_an_account_that_is_gone_is_no_author_any_more(day):
    draw()
    made = services.make_backup(why=Why.HAND, now=moment(0))
    withdraw(entry=Entry.objects.filter(tournament__slug=SLUG).first(), author=account("dora"))
    eva = User.objects.create_user("eva", password="geheim-3", role=User.Role.DIRECTOR)
    AuditLogEntry.objects.filter(kind="drawn", tournament__slug=SLUG).update(author=eva)
    account("dora").delete()
    restore_tournament(backup=made, slug=SLUG, author=eva, now=NOW)
    assert AuditLogEntry.objects.get(kind="drawn", tournament__slug=SLUG).author is None


def test_what_stood_there_is_kept_and_named_in_the_log(day, tmp_path):
    made = services.make_backup(why=Why.HAND, now=moment(0))
    draw()
    restore_tournament(backup=made, slug=SLUG, author=account("dora"), now=NOW)
    told = AuditLogEntry.objects.latest("pk")
    assert (told.kind, told.author, told.payload["moment"]) == (
        "imported",
        account("dora"),
        made.name,
    )
    assert (tmp_path / "backups" / told.payload["backup"]).is_file()
    assert "kept" not in told.payload  # no backup holds what stood there


def test_the_newest_backup_is_named_if_it_holds_what_stood_there(day):
    made = services.make_backup(why=Why.HAND, now=moment(0))
    draw()
    kept = services.make_backup(why=Why.RESTORE, now=moment(2))
    restore_tournament(backup=made, slug=SLUG, author=account("dora"), now=NOW)
    told = AuditLogEntry.objects.latest("pk")
    assert (told.payload["kept"], told.kept_backup) == (kept.name, kept.name)


def test_a_backup_without_the_tournament_or_with_a_broken_file_changes_nothing(day):
    made = services.make_backup(why=Why.HAND, now=moment(0))
    before = all_rows()
    with pytest.raises(ActionRefused, match="does not have that tournament"):
        restore_tournament(backup=made, slug="geen", author=None, now=NOW)
    with_manifest(made.path, migrations=[*made.manifest.migrations, "tournament.9999_later"])
    with pytest.raises(ActionRefused, match="is of a newer Card champion"):
        restore_tournament(backup=made, slug=SLUG, author=None, now=NOW)
    assert all_rows() == before
    assert list(made.path.parent.glob("*.json")) == []


def test_a_backup_of_another_computer_is_refused(day):
    made = services.make_backup(why=Why.HAND, now=moment(0))
    User.objects.update(date_joined=NOW)
    with pytest.raises(ActionRefused, match="of another computer"):
        restore_tournament(backup=made, slug=SLUG, author=None, now=NOW)


@pytest.mark.slow
def test_rows_whose_keys_another_tournament_has_are_refused(day):
    made = services.make_backup(why=Why.HAND, now=moment(0))
    entry = Entry.objects.filter(tournament__slug=SLUG).first()
    other = Tournament.objects.get(slug="ander")
    Entry.objects.filter(pk=entry.pk).update(tournament=other, number=99)
    with pytest.raises(ActionRefused, match="of another computer"):
        restore_tournament(backup=made, slug=SLUG, author=None, now=NOW)


def test_what_is_written_while_a_backup_is_opened_goes_too(day):
    """Nobody waits for its check; what is there is judged when everybody waits."""
    made = services.make_backup(why=Why.HAND, now=moment(0))
    with prepared(backup=made, slug=SLUG) as source:
        assert not connection.in_atomic_block
        enter(tournament=Tournament.objects.get(slug=SLUG), name="Nina Nieuw")
        restore_prepared(source=source, author=account("dora"), now=NOW)
    assert not Player.objects.filter(name="Nina Nieuw").exists()
    with prepared(backup=made, slug=SLUG) as source:
        User.objects.update(date_joined=NOW)
        with pytest.raises(ActionRefused, match="of another computer"):
            restore_prepared(source=source, author=account("dora"), now=NOW)


def does_somebody_wait() -> bool:
    """Return whether a connection to PostgreSQL waits for the lock of another one."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return cursor.fetchone() != (0,)


@pytest.mark.slow
@two_writers
def test_presses_are_locked_before_tournaments_as_by_who_takes_a_person_out(hall):
    """Else the two could wait for each other for ever."""
    made = services.make_backup(why=Why.HAND, now=moment(0))
    with CaptureQueriesContext(connection) as asked:
        restore_tournament(backup=made, slug=SLUG, author=account("dora"), now=NOW)
    found = [LOCKED.search(query["sql"]) for query in asked.captured_queries]
    assert [match[1] for match in found if match][:2] == ["accounts_press", "tournament_tournament"]


@pytest.mark.slow
@two_writers
def test_who_hands_a_form_in_meanwhile_waits_and_finds_what_came_back(hall):
    made = services.make_backup(why=Why.HAND, now=moment(0))
    type_in(2)
    table, found = Table.objects.get(round=round_now(), number=2), []
    typed = Submission(played(table, 5), account("kees"), timezone.now())
    clerk = Thread(target=lambda: found.extend(at_once(lambda: type_again(table, typed))))
    with transaction.atomic():
        restore_tournament(backup=made, slug=SLUG, author=account("dora"), now=NOW)
        clerk.start()
        while clerk.is_alive() and not does_somebody_wait():
            pass
    clerk.join()
    assert found == [""]
    versions = Version.objects.filter(form__table__number=2, form__table__round=round_now())
    assert list(versions.values_list("content", "is_counted")) == [(typed.document, True)]


def type_again(table: Table, typed: Submission) -> None:
    with acting(task="test"):
        hand_in(table=table, submission=typed)
