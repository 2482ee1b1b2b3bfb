"""bin/run takes the address of the first laptop, and nothing else."""

import subprocess

import pytest

from tests.database import ROOT
from wk.standby.kept import MIRROR, OVERTAKEN, TAKEN, keep
from wk.standby.role import is_following


def run(*arguments: str) -> tuple[int, str]:
    done = subprocess.run(["bin/run", *arguments], cwd=ROOT, capture_output=True, text=True)
    return done.returncode, done.stderr


@pytest.mark.parametrize("address", ["", "192.168.1.10:8000", "ftp://first", "http://"])
def test_an_address_that_is_none_is_told(address):
    words = (
        "wk: --standby needs the address of the first laptop, such as http://192.168.1.10:8000\n"
    )
    assert run("--standby", address) == (2, words)


def test_another_option_is_told():
    words = "wk: bin/run knows --standby http://FIRST:8000 and nothing else, not --stand\n"
    assert run("--stand") == (2, words)


FIRST = "http://192.168.1.10:8000"


def test_who_took_over_follows_that_laptop_no_more(tmp_path):
    assert (is_following(tmp_path, ""), is_following(tmp_path, FIRST)) == (False, True)
    keep(tmp_path, TAKEN, {"first": FIRST})
    assert is_following(tmp_path, FIRST) is False
    assert is_following(tmp_path, "http://192.168.1.12:8000") is True
    # Whoever was stopped within a take-over has still its copy, and is not the one yet.
    (tmp_path / "standby" / "mirror.sqlite3").touch()
    keep(tmp_path, MIRROR, {})
    assert is_following(tmp_path, FIRST) is True
    # A laptop that was overtaken itself may follow again.
    (tmp_path / "standby" / "mirror.sqlite3").unlink()
    keep(tmp_path, OVERTAKEN, {"term": 3})
    assert is_following(tmp_path, FIRST) is True
    assert is_following(tmp_path, "") is False
