"""Searches that take long are sampled: each run tries other cases, and `--everything` all of them.

The first lines of a run print its seed; `--samples SEED` tries the same cases again. The fast run
samples more than the others do: it tries a sixth of the cases of every table, and half of the other
tests of a module that use the database. `--with-database` leaves out the tests that use none:
they say the same on every database server.
"""

import os
import re
from collections import defaultdict
from collections.abc import Sequence
from random import Random, SystemRandom
from typing import TypeVar

import pytest

Case = TypeVar("Case")
SEED, EVERYTHING, FAST = "WK_TEST_SAMPLES", "WK_TEST_EVERYTHING", "WK_TEST_FAST"
# A module of which every test is slow.
SLOW_MODULE = re.compile(r"^pytestmark = pytest\.mark\.(browser|slow)$", re.MULTILINE)


def pytest_addoption(parser):
    group = parser.getgroup("samples of searches that take long")
    group.addoption("--samples", type=int, metavar="SEED", help="the samples of an earlier run")
    group.addoption("--everything", action="store_true", help="no samples, but every case")
    group.addoption("--with-database", action="store_true", help="only tests that use a database")


def pytest_configure(config):
    """Let the workers draw the same samples as this process: they inherit its environment."""
    if hasattr(config, "workerinput"):
        return
    seed = config.getoption("samples")
    os.environ[SEED] = str(SystemRandom().randrange(10**6) if seed is None else seed)
    os.environ[EVERYTHING] = "yes" if config.getoption("everything") else ""
    os.environ[FAST] = "yes" if "not slow" in config.option.markexpr else ""


def pytest_ignore_collect(collection_path):
    """Do not even import a module of slow tests in the fast run: it has none to try."""
    if is_fast() and collection_path.suffix == ".py":
        return bool(SLOW_MODULE.search(collection_path.read_text())) or None
    return None


@pytest.hookimpl(trylast=True)  # of the cases that are not slow
def pytest_collection_modifyitems(config, items):
    """Try a sixth of the cases of each test with parameters in the fast run, and half of the other
    tests that use the database.

    These are nine tenths of what all fast tests take, and somebody waits for these. Every other run
    tries all; with `--with-database` all that use the database.
    """
    tables, alone = defaultdict(list), defaultdict(list)
    for item in items:
        if hasattr(item, "callspec"):
            tables[item.parent, item.originalname].append(item)
        elif uses_database(item):
            alone[item.parent].append(item)
    kept = {item for table in tables.values() for item in of_table(table)}
    kept |= {item for tests in alone.values() for item in of_module(tests)}
    left_out = {item for group in (*tables.values(), *alone.values()) for item in group} - kept
    if config.getoption("with_database"):
        left_out |= {item for item in items if not uses_database(item)}
    if left_out:
        config.hook.pytest_deselected(items=[*left_out])
        items[:] = [item for item in items if item not in left_out]


def uses_database(item) -> bool:
    """Return whether a test asks for a database, by a fixture or by its mark."""
    asks = {"db", "transactional_db", "real_database"} & {*item.fixturenames}
    return bool(asks or item.get_closest_marker("django_db"))


def pytest_report_header():
    return "samples: every case" if is_everything() else f"samples: --samples={seed_of_run()}"


def seed_of_run() -> int:
    return int(os.environ[SEED])


def is_everything() -> bool:
    return bool(os.environ[EVERYTHING])


def is_fast() -> bool:
    """Return whether this is the run that leaves out all slow tests."""
    return bool(os.environ[FAST]) and not is_everything()


def of_table(cases: Sequence[Case]) -> list[Case]:
    """Return the cases of a table that are tried: all of them, or a sixth in the fast run."""
    return some(cases, max(1, len(cases) // 6)) if is_fast() else list(cases)


def of_module(tests: Sequence[Case]) -> list[Case]:
    """Return the tests of a module that are tried: all of them, or half in the fast run."""
    return some(tests, len(tests) - len(tests) // 2) if is_fast() else list(tests)


def some(cases: Sequence[Case], number: int) -> list[Case]:
    """Return `number` of the cases in their order, others in each run; or all of them."""
    if is_everything():
        return list(cases)
    chosen = Random(seed_of_run()).sample(range(len(cases)), min(number, len(cases)))
    return [cases[index] for index in sorted(chosen)]


def so_many(number: int, *, of: int) -> int:
    """Return how many times to try something: `number`, or `of` in a run of everything."""
    return of if is_everything() else number
