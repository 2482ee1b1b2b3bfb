"""What a run of the tests says of itself at its end: how long it took, and which tests are slow
without the label.

`slow` means: takes more than a second. What fixtures of a module or of the whole run take is not
counted for the test that happened to come first.
"""

import shutil
import time
from collections import defaultdict

import pytest

from tests.browser import EVIDENCE

SLOW = 1.0  # seconds
SHARED = pytest.StashKey[float]()  # seconds that fixtures of wider scope took for this test


def pytest_configure(config):
    if not hasattr(config, "workerinput"):
        shutil.rmtree(EVIDENCE, ignore_errors=True)
        config.pluginmanager.register(Report())


def pytest_unconfigure(config):
    """Name the folder with what browsers showed, in the last line of the run."""
    if not hasattr(config, "workerinput") and EVIDENCE.exists():
        config.get_terminal_writer().line(f"What the browsers showed: {EVIDENCE}")


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef, request):
    """Note beside a test what was set up for more than this test."""
    begun = time.perf_counter()
    result = yield
    if fixturedef.scope != "function":
        request.node.session.stash[SHARED] += time.perf_counter() - begun
    return result


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item):
    item.session.stash[SHARED] = 0.0
    result = yield
    item.user_properties.append(("shared", item.session.stash[SHARED]))
    return result


class Report:
    """Adds up what every test took, on the process that reports."""

    def __init__(self):
        self.seconds = defaultdict(float)
        self.shared = {}
        self.labels = {}

    def pytest_runtest_logreport(self, report):
        self.seconds[report.nodeid] += report.duration
        self.shared[report.nodeid] = sum(
            value for name, value in report.user_properties if name == "shared"
        )
        self.labels[report.nodeid] = set(report.keywords) & {"slow", "browser"}

    def pytest_terminal_summary(self, terminalreporter):
        write = terminalreporter.write_line
        terminalreporter.section("times")
        kinds = {"browser": 0.0, "slow": 0.0, "other": 0.0}
        counts = dict.fromkeys(kinds, 0)
        for name, seconds in self.seconds.items():
            kind = next((k for k in kinds if k in self.labels[name]), "other")
            kinds[kind] += seconds
            counts[kind] += 1
        total = sum(kinds.values()) / 60
        each = ", ".join(f"{k} {s / 60:.1f} ({counts[k]})" for k, s in kinds.items() if counts[k])
        write(f"worker-minutes {total:.1f}: {each}")
        own = {name: s - self.shared[name] for name, s in self.seconds.items()}
        for name, seconds in sorted(own.items(), key=lambda row: -row[1]):
            if seconds > SLOW and "slow" not in self.labels[name]:
                write(f"not labelled slow, but took {seconds:.1f} s: {name}", yellow=True)
