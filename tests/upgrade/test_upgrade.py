"""A database with tournaments in full swing, written by the program of an earlier commit, is
upgraded by the program of today: nothing is lost, and everybody sees what was there before.

Facts (archives, standings, addresses, the log, what undoing does) stay as they were recorded. The
texts of pages may be changed on purpose; one command renews them, and prints what changes:

    python -m tests.upgrade.record --words

Each run looks at a sixth of the pages of each kind, at all of those that undoing is seen on, and
it undoes a sixth of the acts that can be undone. `record.py` tells how another database is
recorded. The database is one of SQLite; that of a PostgreSQL server is upgraded by the same
migrations, without a recorded one.
"""

import json
import os
import re
import sqlite3
from collections import defaultdict
from contextlib import closing

import pytest

from tests.conftest import shared_folder
from tests.database import made_once
from tests.samples import some
from tests.upgrade.look import ROLES
from tests.upgrade.record import (
    DATABASE,
    RECORDS,
    differences,
    recorded,
    restore,
    seen_after_upgrade,
)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        bool(os.environ.get("DATABASE_URL")), reason="the recorded database is one of SQLite"
    ),
]

FACTS_OF_ALL = ("archives", "standings", "phones", "logs_in")
NEVER_UNDONE, OF_ROUNDS = {"state", "drawn", "imported"}, {"hand", "reseat"}
# Of single players, tables and forms: those of each tournament are a kind by themselves.
OF_ONE = re.compile(r"/(players|desk)/\d+/|/tables/\d+/|/forms/\d+/\d+/")
# What undoing does is seen on these, and they offer it; or they have the keys of phones.
ALWAYS = re.compile(r"/t/[\w-]+/(desk/|log/(\?arrivals=on)?|(rounds|phones)/\d+/)?")
BY_ADDRESS, BY_ACT = ("answers", "files", "pages", "log"), ("undo", "undo_pages")
MOST, SHOWN = 25, 1500  # places, and characters of each, that a failing test shows


@pytest.fixture(scope="module", params=sorted(RECORDS.iterdir()), ids=lambda path: path.name)
def record(request):
    """The folder of a recorded database, named after the commit whose program wrote it."""
    return request.param


def kind_of(address):
    """Return what is the same for all pages of a kind: the address without tournament and numbers,
    but with the tournament where there are many of it."""
    of_one, rest = OF_ONE.search(address), re.sub(r"^/t/[^/]+", "", address)
    return re.sub(r"/\d+|=\d+", "", address if of_one else rest)


def looked_at(addresses):
    """Return the addresses that this run looks at: a sixth of each kind, and those of ALWAYS."""
    kinds = defaultdict(list)
    for address in addresses:
        kinds[kind_of(address)].append(address)
    few = {each for kind in kinds.values() for each in some(kind, -(-len(kind) // 6))}
    return [each for each in addresses if each in few or ALWAYS.fullmatch(each)]


@pytest.fixture(scope="module")
def before(record):
    """What was seen, when the database was recorded, at the addresses that this run looks at, and
    of the acts that it undoes."""
    seen = recorded(record)
    undone = some([*seen["undo"]], len(seen["undo"]) // 6)
    for part in BY_ACT:
        seen[part] = {each: seen[part][each] for each in undone}
    for role in ROLES:
        addresses = {*looked_at(seen["answers"][role])}
        for part in BY_ADDRESS:
            found = seen[part][role]
            seen[part][role] = {each: found[each] for each in found if each in addresses}
    return seen


@pytest.fixture(scope="module")
def after(record, before, tmp_path_factory):
    """What is seen of the database after it was upgraded. All processes of a run share it: it takes
    longer than anything else in a run."""

    def look(path):
        addresses = {role: [*found] for role, found in before["answers"].items()}
        kept = [each for each in recorded(record)["undo"] if each not in before["undo"]]
        seen = seen_after_upgrade(record, tmp_path_factory.mktemp("upgraded"), addresses, kept)
        path.write_text(json.dumps(seen), "utf-8")

    seen = made_once(shared_folder(tmp_path_factory) / f"upgraded-{record.name}.json", look)
    return json.loads(seen.read_text("utf-8"))


def assert_same(before, after):
    """Fail with all that differs, line by line: the first of many places say it best."""
    if found := [*differences(before, after)]:
        places = "\n".join(text[:SHOWN] for text in found[:MOST])
        pytest.fail(f"{len(found)} places differ:\n{places}", pytrace=False)


@pytest.mark.parametrize("part", FACTS_OF_ALL)
def test_facts_are_those_recorded(before, after, part):
    """Archives to the byte, standings after each round, the forms on phones, and passwords."""
    assert_same(before[part], after[part])


def test_archives_are_read_in_again_as_they_were(before, after):
    assert_same(before["read_again"], after["read_again"])


@pytest.mark.parametrize("role", ROLES)
def test_each_address_answers_as_before(before, after, role):
    assert_same(before["answers"][role], after["answers"][role])


@pytest.mark.parametrize("role", ROLES)
def test_photos_and_files_are_the_same(before, after, role):
    assert_same(before["files"][role], after["files"][role])


@pytest.mark.parametrize("role", ROLES)
def test_the_log_offers_to_undo_what_it_offered(before, after, role):
    assert_same(before["log"][role], after["log"][role])


def test_undoing_does_what_it_did(before, after):
    """Each of the latest acts that can be undone: what becomes of archive, standings and log."""
    assert_same(before["undo"], after["undo"])


def test_undoing_shows_on_pages_what_it_showed(before, after):
    assert_same(before["undo_pages"], after["undo_pages"])


@pytest.mark.parametrize("role", ROLES)
def test_pages_show_what_they_showed(before, after, role):
    assert_same(before["pages"][role], after["pages"][role])


def test_of_each_kind_of_act_that_can_be_undone_some_were(tmp_path):
    """The words are those of the recorded rows, and stay so whatever the program calls them."""
    first = RECORDS / "cd12535"
    restore(first, tmp_path)
    with closing(sqlite3.connect(tmp_path / DATABASE)) as database:
        kinds = dict(database.execute("SELECT id, kind FROM tournament_change"))
    undoing = recorded(first)["undo"]
    of_log = {name for name, facts in undoing.items() if "/log/" in name and facts["log"]}
    assert {kinds[key_of(name)] for name in of_log} == {*kinds.values()} - NEVER_UNDONE
    assert {name.split("/")[-4] for name in {*undoing} - of_log if "/rounds/" in name} == OF_ROUNDS


def key_of(name):
    """Return the key of the act in the address that undoes it."""
    return int(name.split("/")[-3])
