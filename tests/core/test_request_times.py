"""How long requests took: counted by page, for an hour, in all processes."""

import json
import os

import pytest

from wk.core import request_times
from wk.core.request_times import SLOT, PageTimes, RequestCounter, counted_pages, running_since

NOW = 1_000_000.0


@pytest.fixture(autouse=True)
def counter(monkeypatch) -> RequestCounter:
    made = RequestCounter(began=NOW - 50)
    monkeypatch.setattr(request_times, "COUNTER", made)
    return made


@pytest.fixture
def folder(settings, tmp_path):
    settings.SHARED_PAGES = str(tmp_path)
    return tmp_path


def test_requests_are_counted_by_page(counter):
    for route, seconds, has_failed in (
        ("", 0.01, False),
        ("", 1.0, False),
        ("t/<slug:slug>/", 0.999, True),
    ):
        counter.count(route, seconds, has_failed=has_failed, now=NOW)
    assert counted_pages(NOW) == {
        "": PageTimes(count=2, slow=1, failed=0, slowest=1.0),
        "t/<slug:slug>/": PageTimes(count=1, slow=0, failed=1, slowest=0.999),
    }


def test_what_is_older_than_an_hour_is_forgotten(counter):
    for slots_ago in range(8, -1, -1):
        counter.count("", slots_ago, has_failed=False, now=NOW - slots_ago * SLOT)
    assert counted_pages(NOW) == {"": PageTimes(count=6, slow=5, failed=0, slowest=5)}
    assert len(counter.slots) == 6
    assert counted_pages(NOW + SLOT)[""].count == 5


def test_each_process_tells_the_others_what_it_counted(counter, folder):
    counter.count("", 0.5, has_failed=False, now=NOW)
    (own,) = folder.iterdir()
    assert own.name == f"times-{os.getpid()}.json"
    other = folder / "times-1.json"
    slot = int(NOW // SLOT)
    values = {
        "began": NOW - 90,
        "slots": {slot: {"": [3, 1, 0, 2.5]}, slot - 6: {"": [9, 9, 9, 9]}},
    }
    other.write_text(json.dumps(values))
    os.utime(other, (NOW, NOW))
    assert counted_pages(NOW) == {"": PageTimes(count=4, slow=1, failed=0, slowest=2.5)}
    assert running_since(NOW) == NOW - 90
    os.utime(other, (NOW - 3601, NOW - 3601))
    assert counted_pages(NOW)[""].count == 1


@pytest.mark.parametrize("text", ["", "{", "[]", '{"began": 1, "slots": {"x": {}}}', "{}"])
def test_a_file_that_cannot_be_read_is_left_out(counter, folder, text):
    (folder / "times-1.json").write_text(text)
    os.utime(folder / "times-1.json", (NOW, NOW))
    assert counted_pages(NOW) == {}


def test_the_file_is_not_written_at_each_request(counter, folder):
    for _time in range(3):
        counter.count("", 0.5, has_failed=False, now=NOW)
    (own,) = folder.iterdir()
    slots = json.loads(own.read_text())["slots"]
    assert list(slots.values()) == [{"": [1, 0, 0, 0.5]}]


def test_a_folder_that_is_gone_stops_no_request(counter, settings, tmp_path):
    settings.SHARED_PAGES = str(tmp_path / "gone")
    counter.count("", 0.5, has_failed=False, now=NOW)
    assert counted_pages(NOW)[""].count == 1


@pytest.mark.django_db
def test_a_request_is_counted_under_its_route_and_nothing_else(counter, client, tournament):
    assert client.get("/t/wk-test/players/7/?q=Anna").status_code == 200
    assert client.get("/nowhere/").status_code == 404
    (slot,) = counter.slots.values()
    assert list(slot) == ["t/<slug:slug>/players/<int:number>/"]
    assert "Anna" not in counter._as_json()
