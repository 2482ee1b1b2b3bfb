"""Searches that take long are sampled: each run tries other cases, and `--everything` all of them.

The first lines of a run print its seed; `--samples SEED` tries the same cases again. The fast run
samples more than the others do: of a test that uses the database it tries a sixth of the cases.
"""

import os
from collections import defaultdict
from collections.abc import Sequence
from random import Random, SystemRandom
from typing import TypeVar

Case = TypeVar("Case")
SEED, EVERYTHING = "WK_TEST_SAMPLES", "WK_TEST_EVERYTHING"


def pytest_addoption(parser):
    group = parser.getgroup("samples of searches that take long")
    group.addoption("--samples", type=int, metavar="SEED", help="the samples of an earlier run")
    group.addoption("--everything", action="store_true", help="no samples, but every case")


def pytest_configure(config):
    """Let the workers draw the same samples as this process: they inherit its environment."""
    if hasattr(config, "workerinput"):
        return
    seed = config.getoption("samples")
    os.environ[SEED] = str(SystemRandom().randrange(10**6) if seed is None else seed)
    os.environ[EVERYTHING] = "yes" if config.getoption("everything") else ""


def pytest_collection_modifyitems(config, items):
    """Try a sixth of the cases of each test with parameters and a database in the fast run.

    Such tables are half of what all fast tests take, and somebody waits for these. Every other run
    tries all cases.
    """
    if is_everything() or "not slow" not in config.option.markexpr:
        return
    tables = defaultdict(list)
    for item in items:
        if hasattr(item, "callspec") and uses_database(item):
            tables[item.parent, item.originalname].append(item)
    kept = {item for table in tables.values() for item in some(table, max(1, len(table) // 6))}
    left_out = {item for table in tables.values() for item in table} - kept
    config.hook.pytest_deselected(items=[*left_out])
    items[:] = [item for item in items if item not in left_out]


def uses_database(item) -> bool:
    """Return whether a test asks for the database, by a fixture or by its mark."""
    asks = {"db", "transactional_db"} & {*item.fixturenames}
    return bool(asks or item.get_closest_marker("django_db"))


def pytest_report_header():
    return "samples: every case" if is_everything() else f"samples: --samples={seed_of_run()}"


def seed_of_run() -> int:
    return int(os.environ[SEED])


def is_everything() -> bool:
    return bool(os.environ[EVERYTHING])


def some(cases: Sequence[Case], number: int) -> list[Case]:
    """Return `number` of the cases in their order, others in each run; or all of them."""
    if is_everything():
        return list(cases)
    chosen = Random(seed_of_run()).sample(range(len(cases)), min(number, len(cases)))
    return [cases[index] for index in sorted(chosen)]


def so_many(number: int, *, of: int) -> int:
    """Return how many times to try something: `number`, or `of` in a run of everything."""
    return of if is_everything() else number
