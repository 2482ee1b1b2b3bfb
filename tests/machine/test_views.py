"""The director's page about this computer: what each box tells, and who may see it."""

import re
import shutil
from collections import namedtuple

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.markup import on_one_line
from wk.backups.facts import wk_version
from wk.backups.folder import note
from wk.core import request_times
from wk.core.request_times import RequestCounter
from wk.core.second_laptop import FOLLOWER
from wk.machine import queries
from wk.machine.boxes import State
from wk.standby.kept import keep

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]
Usage = namedtuple("Usage", "total used free")


@pytest.fixture(autouse=True)
def counter(monkeypatch) -> RequestCounter:
    made = RequestCounter()
    monkeypatch.setattr(request_times, "COUNTER", made)
    return made


def box(client, kind):
    return next(each for each in client.get("/computer/").context["boxes"] if each.kind == kind)


def free(monkeypatch, count: int) -> None:
    usage = Usage(100_000_000_000, 100_000_000_000 - count, count)
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: usage)


def test_the_page_has_a_box_for_each_thing(director_client):
    with CaptureQueriesContext(connection) as captured:
        page = director_client.get("/computer/")
    kinds = [each.kind for each in page.context["boxes"]]
    assert kinds == [
        *("disk", "copies", "changes", "second-laptop"),
        *("database", "requests", "program"),
    ]
    text = on_one_line(page.content.decode())
    assert [text.count(f'id="{kind}"') for kind in kinds] == [1] * 7
    assert len(captured) == 3  # session, account, size of the database


def test_others_do_not_see_it(client, clerk_client, director_client):
    assert client.get("/computer/").url == "/login/?next=/computer/"
    assert clerk_client.get("/computer/").status_code == 403
    assert director_client.post("/computer/").status_code == 405


@pytest.mark.parametrize(
    ("count", "state", "told"),
    [
        (2_000_000_000, State.GOOD, "2.0 GB of 100 GB"),
        (1_999_999_999, State.LOOK, "2.0 GB of 100 GB"),
        (500_000_000, State.LOOK, "500 MB of 100 GB"),
        (499_000_000, State.BAD, "499 MB of 100 GB"),
    ],
)
def test_a_disk_that_is_nearly_full_says_what_to_do(
    director_client, monkeypatch, count, state, told
):
    free(monkeypatch, count)
    shown = box(director_client, "disk")
    assert (shown.state, shown.facts[0].value) == (state, told)
    assert len(shown.advice) == (state != State.GOOD)


def test_without_backups_and_without_a_second_place_it_says_so(director_client):
    shown = box(director_client, "copies")
    assert shown.state == State.LOOK
    assert [fact.value for fact in shown.facts] == ["none yet", "none"]
    assert shown.advice == (
        "If this computer breaks, its backups are gone with it. Choose a second place.",
    )
    assert shown.address == "/backups/"


def test_what_is_wrong_with_the_backups_stands_there(director_client):
    note(failure="No space left on device")
    shown = box(director_client, "copies")
    assert (shown.state, shown.advice) == (
        State.BAD,
        ("No backup could be written: No space left on device",),
    )


def test_what_was_changed_past_the_program_has_a_box_of_its_own(director_client):
    shown = box(director_client, "changes")
    assert (shown.state, shown.facts[0].value, shown.advice) == (State.GOOD, "no", ())
    note(log="This was changed outside Card champion: account wilma added.")
    shown = box(director_client, "changes")
    assert (shown.state, shown.heading, shown.address) == (State.BAD, "All changes", "/changes/")
    (told,) = shown.advice
    assert told.startswith("This was changed outside Card champion: account wilma added. If you ")
    assert "wilma" not in "".join(box(director_client, "copies").advice)


def test_a_computer_that_follows_stands_in_its_box(director_client, settings):
    unused = box(director_client, "second-laptop")
    told = [fact.value for fact in unused.facts]
    assert (unused.state, told) == (State.UNUSED, ["none (not needed)"])
    asked = {"address": "http://10.0.0.7:8000", "seen": timezone.now().timestamp(), "link": 0}
    keep(settings.DATA_DIR, FOLLOWER, asked)
    shown = box(director_client, "second-laptop")
    assert (shown.state, shown.facts[0].value) == (State.GOOD, "http://10.0.0.7:8000")
    keep(settings.DATA_DIR, FOLLOWER, asked | {"seen": asked["seen"] - 60})
    shown = box(director_client, "second-laptop")
    assert shown.state == State.BAD
    assert shown.advice == ("It is silent: see that it is on and on the same network.",)


def test_the_size_of_the_database_is_told(director_client):
    (fact,) = box(director_client, "database").facts
    assert (fact.label, bool(re.fullmatch(r"\d+(\.\d)? [kM]B", fact.value))) == ("Size", True)


def test_slow_and_failed_pages_are_counted_and_the_slowest_listed(director_client, counter):
    now = timezone.now().timestamp()
    counter.count("t/<slug:slug>/forms/", 0.2, has_failed=False, now=now)
    assert box(director_client, "requests").state == State.GOOD
    counter.slots.clear()
    counter.count("t/<slug:slug>/forms/", 2.25, has_failed=False, now=now)
    page = director_client.get("/computer/")
    shown = next(each for each in page.context["boxes"] if each.kind == "requests")
    assert (shown.state, [fact.value for fact in shown.facts]) == (State.LOOK, ["1", "1", "0"])
    named = [(each.name, each.address) for each in page.context["slow_pages"]]
    assert named == [("Score forms", "/t/…/forms/")]
    assert "2.25" in page.content.decode()
    counter.count("", 0.1, has_failed=True, now=now)
    failed = box(director_client, "requests")
    assert failed.state == State.BAD
    assert failed.advice[-1] == "1 page could not be shown: the window of Card champion says why."


def test_the_version_is_told(director_client):
    assert box(director_client, "program").facts[0].value == wk_version()


def test_it_is_linked_from_the_first_page(director_client, clerk_client):
    assert b'href="/computer/"' in director_client.get("/").content
    assert b'href="/computer/"' not in clerk_client.get("/").content


@pytest.mark.parametrize(
    ("count", "told"), [(0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (23_400_000, "23 MB")]
)
def test_sizes_are_short(count, told):
    assert queries.size(count) == told
