"""The pages of backups: working, denied, invalid, wrong method."""

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.backups.conftest import is_sqlite, table_at, type_form
from tests.backups.test_services import moment, with_manifest
from tests.markup import messages_of, on_one_line
from tests.officials import logged_in
from tests.played import played
from wk.accounts.models import User
from wk.backups import mounts, services
from wk.backups.folder import backups, note, state
from wk.backups.manifest import Why
from wk.backups.second_place import second_place
from wk.hall.attention.items import items_of
from wk.players.services import enter
from wk.scoreforms.models import Version
from wk.tournament.models import Entry, Round, Tournament

pytestmark = pytest.mark.usefixtures("real_database")
PRESS = {"press": "0123456789abcdef"}
BACKS_UP = "wk.backups.middleware.BackupBefore"


@pytest.fixture
def dora(hall):
    client = logged_in(User.objects.get(username="dora"))
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def text_of(response):
    assert response.status_code == 200
    return on_one_line(response.content.decode())


def test_the_page_lists_the_moments(dora):
    first = services.make_backup(why=Why.HAND, now=moment(0))
    services.check(first.path)
    second = services.make_backup(why=Why.START, about="2", now=moment(61))
    text = text_of(dora.get("/backups/"))
    assert text.count('class="badge final"') == 1
    for words in ("10:00:00", "made by hand", "11:01:00", "before round 2 was started"):
        assert text.count(words) >= 1
    assert text.index(second.name) < text.index(first.name)
    assert "every 5 minutes" in text


def test_a_backup_is_made_by_the_button_once(dora):
    for _time in range(2):
        response = dora.post("/backups/make/", PRESS)
        assert (response.status_code, response.url) == (302, "/backups/")
    assert messages_of(response) == ["Everything is in a new backup, which is good."]
    (made,) = backups()
    assert (made.manifest.why, made.problems) == (Why.HAND, ())


def test_a_moment_tells_what_goes_and_what_comes_back(dora):
    hall = Tournament.objects.get()
    type_form(2, User.objects.get(username="kees"))
    made = services.make_backup(why=Why.TIME, now=moment(0))
    Version.objects.filter(form__table__number=2).delete()
    other = played(table_at(1), 2)
    Version.objects.filter(form__table__number=1).update(content=other)
    enter(tournament=hall, name="Nina Nieuw")
    Entry.objects.filter(number=9).update(name="Ingrid Anders")
    Round.objects.update(state=Round.State.CLOSED)
    text = text_of(dora.get(f"/backups/at/{made.name}/"))
    for words in (
        "1 form comes back",
        "Round 1 table 2 <small>Femke, Gijs, Hans, Ingrid</small>",
        "1 form is again as it was",
        "Round 1: closed → <strong>started</strong>",
        "9 Ingrid Anders, 10 Nina Nieuw",
        "9 Ingrid</dd>",
    ):
        assert text.count(words) == 1


def test_a_moment_tells_of_whole_tournaments(dora):
    made = services.make_backup(why=Why.TIME, now=moment(0))
    Tournament.objects.get().delete()
    text = text_of(dora.get(f"/backups/at/{made.name}/"))
    assert "comes back as a whole: it is not there now" in text


@pytest.mark.slow
def test_a_moment_is_brought_back_by_one_button(dora):
    made = services.make_backup(why=Why.HAND, now=moment(0))
    type_form(2, User.objects.get(username="kees"))
    response = dora.post(f"/backups/at/{made.name}/back/", PRESS)
    assert (response.status_code, response.url) == (302, "/backups/")
    assert messages_of(response) == [
        "All is as it was at 10:00. What was there until now is a moment too."
    ]
    assert Version.objects.count() == 1
    assert text_of(dora.get("/backups/")).count("before another moment was brought back") == 1
    kept = backups()[0]
    clock = f"{timezone.localtime(kept.manifest.made_at):%H:%M}"
    log = text_of(dora.get("/t/wk-test/log/"))
    assert log.count(f"What stood here before is kept as the backup of {clock}.") == 1
    assert f'href="/backups/#{kept.name}"' in log
    assert f'<tr id="{kept.name}">' in text_of(dora.get("/backups/"))
    again = dora.post(f"/backups/at/{made.name}/back/", PRESS)
    assert messages_of(again)[-1] == "You pressed twice: it was done once."


def test_only_one_tournament_is_brought_back(dora):
    hall = Tournament.objects.get()
    made = services.make_backup(why=Why.HAND, now=moment(0))
    enter(tournament=hall, name="Nina Nieuw")
    type_form(2, User.objects.get(username="kees"))
    Tournament.objects.create(name="Ander", slug="ander", date=moment(0), round_count=1)
    response = dora.post(f"/backups/at/{made.name}/back/wk-test/")
    assert response.url == "/backups/"
    assert Entry.objects.count() == 9
    assert Version.objects.filter(is_counted=True).count() == 1
    assert Tournament.objects.filter(slug="ander").exists()
    wrong = dora.post(f"/backups/at/{made.name}/back/ander/")
    assert messages_of(wrong)[-1] == "This backup does not have that tournament."


def test_a_backup_is_opened_before_anybody_waits_for_the_press(dora):
    """`once` begins a transaction: with one of its own pages a broken backup is refused before."""
    made = services.make_backup(why=Why.HAND, now=moment(0))
    page, token = f"/backups/at/{made.name}/back/wk-test/", {"csrfmiddlewaretoken": "a" * 64}
    enter(tournament=Tournament.objects.get(), name="Nina Nieuw")
    for _time in range(2):
        answer = dora.post(page, token)
    assert (answer.url, Entry.objects.count()) == ("/backups/", 9)
    assert messages_of(answer)[-1] == "You pressed twice: it was done once."
    with_manifest(made.path, migrations=[*made.manifest.migrations, "tournament.9999_later"])
    with CaptureQueriesContext(connection) as asked:
        answer = dora.post(page, {"csrfmiddlewaretoken": "b" * 64})
    assert messages_of(answer)[-1].endswith("Bring it back with that one.")
    assert [each["sql"] for each in asked if "accounts_press" in each["sql"]] == []


@pytest.mark.parametrize("name", ["none", "wk-20261121-100000-000000.zip", "..%2fsecret-key"])
def test_a_backup_that_is_not_there(dora, name):
    assert dora.get(f"/backups/at/{name}/").status_code == 404
    response = dora.post(f"/backups/at/{name}/back/", PRESS)
    if response.status_code != 404:
        assert messages_of(response) == [
            "This backup is not there any more. Look at the list again."
        ]


def test_a_second_place_is_typed_at_the_machine_and_chosen_elsewhere(dora, tmp_path):
    stick = tmp_path.parent / f"{tmp_path.name}-place"
    stick.mkdir()
    elsewhere = {"REMOTE_ADDR": "192.168.1.77"}
    refused = dora.post("/backups/place/", {"folder": str(stick)}, **elsewhere)
    assert messages_of(refused) == ["That disk is not there. Look at the list again."]
    assert second_place() is None
    chosen = dora.post("/backups/place/", {"folder": str(stick)})
    assert messages_of(chosen)[-1] == f"Backups are copied to {stick}/wk-backups."
    assert f"{stick}/wk-backups" in text_of(dora.get("/backups/"))
    dora.post("/backups/place/forget/")
    assert second_place() is None


def test_a_disk_that_the_machine_shows_is_chosen_from_any_laptop(dora, tmp_path, monkeypatch):
    stick = tmp_path.parent / f"{tmp_path.name}-nas"
    stick.mkdir()
    listed = tmp_path / "mounts"
    listed.write_text(f"/dev/sda1 / ext4 rw 0 0\n//nas/wk {stick} cifs rw 0 0\n")
    monkeypatch.setattr(mounts, "MOUNTS", listed)
    elsewhere = {"REMOTE_ADDR": "192.168.1.77"}
    text = text_of(dora.get("/backups/", **elsewhere))
    assert text.count(f'name="folder" value="{stick}"') == 1
    assert "on the network" in text
    assert "Another folder" not in text
    chosen = dora.post("/backups/place/", {"folder": str(stick)}, **elsewhere)
    assert messages_of(chosen) == [f"Backups are copied to {stick}/wk-backups."]


def test_the_pages_take_few_queries(dora):
    made = [services.make_backup(why=Why.HAND, now=moment(each)) for each in range(3)]
    counts = []
    for address in ("/backups/", f"/backups/at/{made[0].name}/"):
        with CaptureQueriesContext(connection) as captured:
            dora.get(address)
        counts.append(len(captured))
    # On PostgreSQL a page says that it reads one moment.
    assert counts == [2, 10 if is_sqlite else 11]


def test_what_is_wrong_with_backups_needs_the_director(hall):
    assert items_of(hall) == ()
    note(failure="No space left on device")
    (item,) = items_of(hall)
    assert (item.kind, item.address) == ("backup", "/backups/")
    assert item.sentence == "No backup could be written: No space left on device"
    note(failure="", kept_at=(timezone.now() - 16 * moment_span()).isoformat())
    (item,) = items_of(hall)
    assert item.sentence.startswith("No backup has been made by itself since ")
    note(kept_at=timezone.now().isoformat(), checks={"wk-b.zip": ["Oh."], "wk-a.zip": []})
    (item,) = items_of(hall)
    assert item.sentence == "The newest backup is not good: Oh."


def moment_span():
    return moment(1) - moment(0)


def test_a_backup_is_made_before_a_step_of_a_round(dora):
    middleware = [*settings.MIDDLEWARE, BACKS_UP]
    Round.objects.update(state=Round.State.CONFIRMED)
    kees = logged_in(User.objects.get(username="kees"))
    with override_settings(MIDDLEWARE=middleware):
        refused = kees.post("/t/wk-test/rounds/1/start/")
        step = dora.post("/t/wk-test/rounds/1/unfix/")
        dora.get("/t/wk-test/rounds/1/")
    assert (refused.status_code, step.status_code) == (403, 302)
    assert Round.objects.get().state == Round.State.DRAWN
    (made,) = backups()
    assert (made.manifest.why, made.manifest.about) == (Why.UNCONFIRM, "1")
    assert made.manifest.tournaments[0].states == {"1": "confirmed"}


def test_a_backup_that_fails_stops_no_step(dora):
    Round.objects.update(state=Round.State.CONFIRMED)
    (settings.DATA_DIR / "second-place").mkdir()  # it cannot be copied
    with override_settings(MIDDLEWARE=[*settings.MIDDLEWARE, BACKS_UP]):
        dora.post("/t/wk-test/rounds/1/unfix/")
    assert Round.objects.get().state == Round.State.DRAWN
    assert backups() == []
    kinds = [each.kind for each in items_of(Tournament.objects.get())]
    assert kinds == ["backup", "stopped"]


@pytest.mark.skipif(not is_sqlite, reason="by SQLite's own file")
def test_a_database_that_cannot_be_read_as_a_whole_stops_no_step(dora):
    Round.objects.update(state=Round.State.CONFIRMED)
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE hall_ceremonystep")
    with override_settings(MIDDLEWARE=[*settings.MIDDLEWARE, BACKS_UP]):
        dora.post("/t/wk-test/rounds/1/unfix/")
    assert Round.objects.get().state == Round.State.DRAWN
    words = "The database is of another version of the program."
    assert state()["failure"]["en"] == f"{words} (no such table: hall_ceremonystep)"


def test_clerks_and_the_public_see_nothing_of_it(hall):
    made = services.make_backup(why=Why.HAND)
    addresses = ["/backups/", f"/backups/at/{made.name}/"]
    kees = logged_in(User.objects.get(username="kees"))
    assert [kees.get(each).status_code for each in addresses] == [403, 403]
    assert [Client().get(each).status_code for each in addresses] == [302, 302]
