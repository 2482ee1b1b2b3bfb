"""A director lets the second take over: who may, what it takes along, and what stops it."""

import datetime as dt
import os
from base64 import b64encode
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from django.conf import settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.db import connection
from django.test import override_settings

from wk.chain.models import Link
from wk.chain.rows import values_of
from wk.chain.verifying import verify
from wk.core.refusals import ActionRefused
from wk.standby.feed import Feed
from wk.standby.kept import FOLLOWING, MIRROR, SECOND, TAKEN, keep, kept, locked
from wk.standby.mirror import Mirror
from wk.standby.queries import progress
from wk.standby.role import is_following, mirror_path
from wk.standby.taking_over import MOST_OF_ALL, MOST_TRIES, take_over

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has its own means"),
]
NOW = dt.datetime(2026, 11, 21, 14, 0, tzinfo=dt.UTC)
GONE = "http://127.0.0.1:9"  # nobody answers there
HALL = "192.168.1.66"


class OtherHasher(PBKDF2PasswordHasher):
    """One that stored hashes are to be renewed by."""

    algorithm, iterations = "other", 1


@pytest.fixture
def second(hall, tmp_path_factory):
    """A second that has everything of a first that is gone, and its folder of data."""
    data = tmp_path_factory.mktemp("second")
    step = Feed().step(have="", files_tag="", hashes=b"")
    assert step
    Mirror(data).apply(*step)
    keep(data, SECOND, {"first": GONE, "token": "t"})
    connection.close()
    with override_settings(DATA_DIR=data, STANDBY_OF=GONE):
        yield data


@pytest.fixture
def answering_first(second):
    """Let something answer at the address of the first; return the paths that it was asked."""
    asked = []

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path.partition("?")[0])
            self.send_error(404)

        do_POST = do_GET  # noqa: N815

        def log_message(self, *_words) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    Thread(target=server.serve_forever, daemon=True).start()
    with override_settings(STANDBY_OF=f"http://127.0.0.1:{server.server_port}"):
        yield asked
    server.shutdown()
    server.server_close()


def take(**more) -> None:
    values = {"name": "dora", "password": "geheim-1", "code": "", "insists": False, "reason": ""}
    take_over(**values | {"address": "127.0.0.1", "port": "8001", "now": NOW} | more)


def refusal(**more) -> str:
    with pytest.raises(ActionRefused) as refused:
        take(**more)
    return str(refused.value)


def is_first() -> bool:
    return not is_following(settings.DATA_DIR, settings.STANDBY_OF)


def test_capitals_of_a_name_make_no_difference(second):
    take(name="Dora")
    assert (is_first(), kept(second, TAKEN)["by"]) == (True, "dora")
    take(name="nobody")  # done twice is done once


def test_a_password_with_a_hash_that_is_to_be_renewed_is_right(second):
    own = settings.PASSWORD_HASHERS
    with override_settings(PASSWORD_HASHERS=[f"{__name__}.OtherHasher", *own]):
        take()
    assert is_first()


def test_only_a_director_with_an_open_account_takes_over(hall, second):
    words = "That is not the name and the password of a director."
    for more in ({"name": "kees", "password": "geheim-2"}, {"password": "x"}, {"name": "piet"}):
        assert refusal(**more) == words
    assert not is_first()


def test_wrong_passwords_from_the_hall_stop_nobody_at_the_laptop(second):
    for _try in range(MOST_TRIES):
        assert "name and the password" in refusal(password="fout", address=HALL)
    assert refusal(address=HALL) == "Too many wrong passwords. Wait a few minutes."
    take()
    assert is_first()


def test_the_log_tells_from_where_wrong_passwords_came(second):
    for _try in range(2):
        refusal(password="fout", address=HALL)
    later = NOW + dt.timedelta(minutes=7)
    refusal(name="kees", password="geheim-2", address=HALL, now=later)
    refusal(password="fout", now=later)
    take(now=later)
    connection.close()
    events = Link.objects.filter(table_name="chain_event").order_by("number")
    told = [(each.address, values_of(each.after)["about"]) for each in events]
    assert told[-3:] == [
        (HALL, "3 POST standby:take_over"),
        ("127.0.0.1", "1 POST standby:take_over"),
        ("127.0.0.1", GONE),
    ]
    assert verify().misfit is None


def test_many_devices_together_try_no_more_than_one_may_guess(second):
    for number in range(MOST_OF_ALL):
        refusal(password="fout", address=f"192.168.1.{number}")
    assert refusal(address=HALL) == "Too many wrong passwords. Wait a few minutes."
    refusal(password="fout", address="fe80::1")
    take(address="::1")
    assert is_first()


def test_wrong_passwords_are_forgotten_after_a_while(second):
    for _try in range(MOST_TRIES):
        refusal(password="fout", address=HALL)
    take(address=HALL, now=NOW + dt.timedelta(minutes=7))
    assert is_first()


def test_files_of_other_names_are_not_written(second):
    known = kept(second, MIRROR)
    odd = {name: b64encode(b"odd").decode() for name in ("../beside", "wk.txt")}
    keep(second, MIRROR, known | {"files": known["files"] | odd})
    take()
    assert [name for name in odd if (second / name).exists()] == []
    assert (second / "secret-key").read_text() == "geheim"
    assert os.stat(second / "secret-key").st_mode & 0o777 == 0o600


def test_a_broken_copy_takes_nothing_from_a_first_that_answers(answering_first):
    path = mirror_path(settings.DATA_DIR)
    content = bytearray(path.read_bytes())
    half = len(content) // 8192 * 4096
    content[half:] = b"\xff" * (len(content) - half)
    path.write_bytes(content)
    words = refusal(insists=True, reason="Its screen is broken")
    assert words.startswith("The copy of the database is broken: ")
    assert answering_first == []
    assert not is_first()


def test_a_full_disk_takes_nothing_from_a_first_that_answers(answering_first, monkeypatch):
    monkeypatch.setattr("wk.standby.taking_over.ROOM", 1e12)
    words = refusal(insists=True, reason="Its screen is broken")
    assert words == "The copy cannot be written: No space left on device"
    assert answering_first == []


def test_a_first_that_answers_is_told_once_a_director_insists(answering_first):
    assert "The first laptop answers" in refusal()
    assert "Say why" in refusal(insists=True)
    assert answering_first == ["/standby/term/"] * 2
    take(insists=True, reason="Its screen is broken")
    assert answering_first[3:] == ["/standby/overtaken/", "/standby/feed/"] * 2
    assert is_first()


def test_the_page_tells_if_what_follows_has_ended(second):
    keep(second, "progress", {"trouble": "", "seen": NOW.timestamp(), "link": 1})
    assert progress(NOW).trouble == "ended"
    with locked(second, FOLLOWING):
        assert (progress(NOW).trouble, progress(NOW).is_fresh) == ("", True)
