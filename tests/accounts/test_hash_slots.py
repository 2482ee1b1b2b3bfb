"""At most two password hashes at a time, in all processes together."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from threading import Barrier, Event

import pytest
from django.contrib.auth.hashers import (
    Argon2PasswordHasher,
    PBKDF2PasswordHasher,
    check_password,
    make_password,
)
from django.test import override_settings

from wk.accounts import hash_slots
from wk.accounts.hash_slots import MOST_WAITING, hash_slot
from wk.core.refusals import Busy
from wk.settings import PASSWORD_HASHERS

HOLD = """
import fcntl, sys
held = [open(path, "w") for path in sys.argv[1:]]
for slot in held:
    fcntl.flock(slot, fcntl.LOCK_EX)
print("held", flush=True)
sys.stdin.read()
"""


class OldArgon2(Argon2PasswordHasher):
    """The parameters of an earlier wk, but for its 100 MiB, which take long."""

    memory_cost = 1024


@pytest.fixture(autouse=True)
def folder(settings, tmp_path) -> Path:
    settings.DATA_DIR = tmp_path
    return tmp_path


@pytest.fixture
def other_process(folder):
    """Let another process hold slots, until the test ends."""
    with ExitStack() as stack:

        def hold(*numbers: int) -> subprocess.Popen[str]:
            paths = [str(folder / f"hash-slot-{number}") for number in numbers]
            command = [sys.executable, "-c", HOLD, *paths]
            pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
            process = stack.enter_context(subprocess.Popen(command, **pipes))
            assert process.stdout.readline() == "held\n"
            return process

        yield hold


def test_two_hashes_at_a_time_run_in_one_process():
    both_in, done = Barrier(3), Event()

    def hold():
        with hash_slot():
            both_in.wait()
            done.wait()

    with ThreadPoolExecutor(2) as pool:
        for _nth in range(2):
            pool.submit(hold)
        both_in.wait()
        with pytest.raises(Busy), hash_slot(patience=0):
            pass
        done.set()
    with hash_slot(patience=0):
        pass


def test_two_hashes_at_a_time_run_in_all_processes(other_process):
    process = other_process(1, 2)
    with pytest.raises(Busy), hash_slot(patience=0):
        pass
    process.kill()  # the system releases what a dead process held
    process.wait()
    with hash_slot(patience=0):
        pass


def test_the_second_slot_serves_while_another_process_has_the_first(other_process):
    other_process(1)
    with hash_slot(patience=0), hash_slot(patience=0):  # the inner block needs none of its own
        pass
    with hash_slot(patience=0):
        pass


def test_a_login_is_refused_when_too_many_wait_already(other_process):
    process = other_process(1, 2)
    all_in = Barrier(MOST_WAITING + hash_slots.SLOTS + 1)

    def wait():
        all_in.wait()
        with hash_slot(patience=60):
            pass

    with ThreadPoolExecutor(MOST_WAITING + hash_slots.SLOTS) as pool:
        waiting = [pool.submit(wait) for _nth in range(MOST_WAITING + hash_slots.SLOTS)]
        all_in.wait()
        while hash_slots._waiting < MOST_WAITING:
            pass
        with pytest.raises(Busy), hash_slot(patience=60):
            pass
        process.kill()
        assert [each.result() for each in waiting] == [None] * len(waiting)


def test_without_slot_files_the_limit_holds_within_the_process(settings, tmp_path):
    settings.DATA_DIR = tmp_path / "is-not-there"
    with hash_slot(patience=0):
        pass


def test_only_their_owner_can_read_slot_files(folder):
    with hash_slot():
        assert [f"{path.stat().st_mode:o}" for path in folder.iterdir()] == ["100600"]


@override_settings(PASSWORD_HASHERS=PASSWORD_HASHERS)
def test_new_hashes_have_the_parameters_of_owasp():
    made = make_password("vier-azen-op-tafel")
    assert made.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")
    assert (check_password("vier-azen-op-tafel", made), check_password("vier", made)) == (
        True,
        False,
    )


@pytest.mark.parametrize(
    "old", [OldArgon2().encode, partial(PBKDF2PasswordHasher().encode, iterations=1000)]
)
def test_an_older_hash_works_and_is_renewed_at_login(clerk, client, old):
    clerk.password = old("vier-azen-op-tafel", "salt" * 8)
    clerk.save()
    typed = {"username": "kees", "password": "vier-azen-op-tafel"}
    with override_settings(PASSWORD_HASHERS=PASSWORD_HASHERS):
        assert client.post("/login/", typed | {"password": "vier"}).status_code == 200
        assert client.post("/login/", typed).status_code == 302
    clerk.refresh_from_db()
    assert clerk.password.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")


def test_a_login_without_a_slot_gets_a_page(clerk, client, other_process, monkeypatch):
    other_process(1, 2)
    monkeypatch.setattr(hash_slots, "MOST_WAITING", 0)
    response = client.post("/login/", {"username": "kees", "password": "geheim-genoeg"})
    assert (response.status_code, response["Retry-After"]) == (429, "5")
    assert b"<h1>" in response.content
    assert "_auth_user_id" not in client.session
