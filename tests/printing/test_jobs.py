"""Each PDF is made by a process of its own; two are made at a time, the same one once."""

import fcntl
import os
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from time import time

import pytest
from django.conf import settings
from pypdf import PdfReader

from tests.printing.makers import kill_makers_of, made_here, makers_of, slots_taken
from wk.core.refusals import Busy
from wk.printing.jobs import FOLDER, KEPT, MOST, Paper, State, find, start, wait
from wk.printing.maker import SLOTS

PAPER = Paper("cards", "wk-test", None, "wk-test", "/again/", 2, "", is_all=True)
pytestmark = pytest.mark.slow
LONG_ENOUGH = 60.0  # seconds
A_LOOK = 0.3  # seconds: a PDF whose turn has come would have begun


@pytest.fixture(autouse=True)
def folder(makers):
    """The folder of the PDFs; whatever is made there ends with the test."""
    found = Path(settings.DATA_DIR) / FOLDER
    yield found
    kill_makers_of(found)


def test_a_process_makes_the_pdf_for_its_owner_alone_and_is_gone(folder):
    key = start(PAPER, ["<p>Anna", "<p>Bram"])
    (maker,) = makers_of(folder, key)
    assert maker != os.getpid()
    job = wait(key, LONG_ENOUGH)
    assert (job.state, job.done, job.paper) == (State.READY, 2, PAPER)
    pages = PdfReader(BytesIO(job.files.pdf.read_bytes())).pages
    assert [page.extract_text() for page in pages] == ["Anna", "Bram"]
    with open(job.files.job) as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # comes when the process ends
    assert start(PAPER, ["<p>Anna", "<p>Bram"]) == key
    assert makers_of(folder, key) == []
    # Only their owner can read the files.
    rights = {
        path.name.rpartition(".")[2]: path.stat().st_mode & 0o777 for path in folder.iterdir()
    }
    assert folder.stat().st_mode & 0o777 == 0o700
    assert rights == dict.fromkeys(["job", "pdf", "progress", "lock", "turn", "slot-1"], 0o600)


def test_the_same_paper_is_made_once(folder):
    with slots_taken(folder):
        keys = [start(PAPER, ["<p>Anna"]) for _press in range(3)]
        other = start(PAPER, ["<p>Bram"])
        assert len(set(keys)) == 1
        assert (len(makers_of(folder, keys[0])), len(makers_of(folder))) == (1, 2)
        assert other != keys[0]


def test_papers_with_the_same_pages_for_other_tournaments_are_two(folder):
    with slots_taken(folder):
        keys = [start(each, ["<p>Anna"]) for each in (PAPER, replace(PAPER, tournament="wk-2"))]
        assert [find(key).paper.tournament for key in keys] == ["wk-test", "wk-2"]


def test_a_pdf_waits_while_two_are_being_made(folder):
    with slots_taken(folder, SLOTS - 1):
        assert wait(start(PAPER, ["<p>Anna"]), LONG_ENOUGH).state is State.READY
    with slots_taken(folder):
        waiting = [start(PAPER, [f"<p>{name}"]) for name in ("Bram", "Cor", "Dirk")]
        assert [wait(key, A_LOOK).state for key in waiting] == [State.WAITING] * 3
    assert [wait(key, LONG_ENOUGH).state for key in waiting] == [State.READY] * 3


def test_a_maker_that_was_killed_leaves_its_slot_and_a_new_try_works(folder):
    pages = ["<p>Anna"] * 100
    key = start(PAPER, pages)
    while (job := wait(key, 0)).state is State.WAITING:
        pass
    assert job.state is State.MAKING
    kill_makers_of(folder, key)
    assert wait(key, LONG_ENOUGH).state is State.FAILED
    with slots_taken(folder):  # comes when both are free
        assert start(PAPER, pages) == key
        assert wait(key, A_LOOK).state is State.WAITING
    assert wait(key, LONG_ENOUGH).state is State.READY


def test_a_maker_that_was_killed_while_it_waited_has_failed(folder):
    with slots_taken(folder):
        first, second = (start(PAPER, [f"<p>{name}"]) for name in ("Anna", "Bram"))
        kill_makers_of(folder, first)
        assert wait(first, LONG_ENOUGH).state is State.FAILED
        assert find(second).state is State.WAITING
    assert wait(second, LONG_ENOUGH).state is State.READY


def age(path):
    """Let a file be as old as a PDF that is not kept any longer."""
    written = time() - KEPT - 1
    os.utime(path, (written, written))


def test_an_old_pdf_is_removed(folder):
    with made_here():
        old, fresh = (find(start(PAPER, [f"<p>{name}"])).files for name in ("Anna", "Bram"))
    age(old.pdf)
    assert (find(old.key), find(fresh.key).state) == (None, State.READY)
    assert {path.stem for path in folder.glob("*.*")} == {fresh.key}


def test_a_pdf_that_waits_is_never_too_old(folder):
    with slots_taken(folder):
        key = start(PAPER, ["<p>Anna"])
        age(find(key).files.job)
        assert find(key).state is State.WAITING


def test_a_pdf_that_was_never_made_is_removed(folder):
    with slots_taken(folder):
        job = find(start(PAPER, ["<p>Anna"]))
        kill_makers_of(folder, job.key)
        assert wait(job.key, LONG_ENOUGH).state is State.FAILED
    age(job.files.job)
    assert find(job.key) is None


@pytest.mark.parametrize("key", ["", "unknown", "../wk", "slot-1"])
def test_what_was_not_asked_for_is_not_found(folder, key):
    with slots_taken(folder):
        start(PAPER, ["<p>Anna"])
        assert find(key) is None


def test_more_than_can_wait_are_refused(folder):
    with slots_taken(folder):
        keys = [start(PAPER, [f"<p>{number}"]) for number in range(MOST)]
        with pytest.raises(Busy):
            start(PAPER, ["<p>one more"])
        assert start(PAPER, ["<p>0"]) == keys[0]
        kill_makers_of(folder, keys[0])
        assert wait(keys[0], LONG_ENOUGH).state is State.FAILED
        start(PAPER, ["<p>one more"])
