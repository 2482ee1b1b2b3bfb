"""A plugin of pytest that runs the tests with faults put into the program.

`--mutants-map FILE` runs the tests once and writes which of them reach each fault, and for how long
each runs. `--mutants-kill FILE` takes one fault after the other, in a process of its own that ends
at the first test that fails, and writes what became of each.
"""

import builtins
import gc
import importlib
import json
import os
import signal
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from types import CodeType, FunctionType

import pytest

from tests.mutants.changes import PROBE, Mutant, changed, probed, unchanged

ROOT = Path.cwd()


def pytest_addoption(parser):
    group = parser.getgroup("mutants")
    group.addoption("--mutants", help="file with the faults")
    group.addoption("--mutants-map", help="where to write which tests reach each fault")
    group.addoption("--mutants-kill", help="where to write what became of each fault")
    group.addoption("--mutants-reached", help="what --mutants-map wrote")
    group.addoption("--mutants-part", default="0/1", help="take part K of N")
    group.addoption("--mutants-seconds", type=float, default=300, help="of tests for one fault")


def pytest_configure(config):
    if config.getoption("mutants_map"):
        config.pluginmanager.register(Mapper(config))
    if config.getoption("mutants_kill"):
        config.pluginmanager.register(Killer(config))


def read_mutants(config) -> dict[int, Mutant]:
    rows = json.loads(Path(config.getoption("mutants")).read_text())
    return {number: Mutant(**row) for number, row in enumerate(rows)}


def load_modules(mutants):
    """Import the modules of all faults; a command's module is imported only when it runs."""
    for file in sorted({mutant.file for mutant in mutants.values()}):
        importlib.import_module(file.removesuffix(".py").replace("/", "."))


def is_mine(config, text) -> bool:
    """Tell whether something belongs to this part of several."""
    part, of = map(int, config.getoption("mutants_part").split("/"))
    return sum(text.encode()) % of == part


def put_in(code: CodeType) -> list[tuple[FunctionType, CodeType]]:
    """Give every function of a module that is loaded the code that it has in `code`; return what
    each had before."""
    fresh = {}

    def gather(code):
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                fresh[constant.co_qualname, constant.co_firstlineno] = constant
                gather(constant)

    gather(code)
    gc.unfreeze()  # a run of the tests freezes what it has loaded, which hides it
    before = []
    # `isinstance` would ask proxies what they stand for, which some cannot say any more.
    for function in [f for f in gc.get_objects() if type(f) is FunctionType]:
        old = function.__code__
        new = fresh.get((old.co_qualname, old.co_firstlineno))
        if old.co_filename != code.co_filename or new is None:
            continue
        if new.co_freevars != old.co_freevars:
            continue
        before.append((function, old))
        function.__code__ = new
    return before


class Mapper:
    """Notes which tests reach which fault."""

    def __init__(self, config):
        self.config = config
        self.mutants = read_mutants(config)
        self.reached: dict[int, list[str]] = defaultdict(list)
        self.seconds: dict[str, float] = defaultdict(float)
        self.failed: set[str] = set()
        self.now: set[int] = set()

    def pytest_collection_modifyitems(self, items):
        items[:] = [i for i in items if is_mine(self.config, i.nodeid.split("::")[0])]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session):
        load_modules(self.mutants)
        setattr(builtins, PROBE, lambda number: self.now.add(number))
        by_file = defaultdict(dict)
        for number, mutant in self.mutants.items():
            by_file[mutant.file][number] = mutant
        for file, wanted in by_file.items():
            if not put_in(probed(ROOT, file, wanted)):
                raise LookupError(f"No function of {file} is loaded.")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item):
        self.now = set()
        begun = time.process_time()
        result = yield
        self.seconds[item.nodeid] += time.process_time() - begun
        for number in self.now:
            self.reached[number].append(item.nodeid)
        return result

    def pytest_runtest_logreport(self, report):
        if report.failed:
            self.failed.add(report.nodeid)

    def pytest_sessionfinish(self):
        told = {
            "reached": self.reached,
            "seconds": self.seconds,
            "failed": sorted(self.failed),
        }
        Path(self.config.getoption("mutants_map")).write_text(json.dumps(told))


class Killer:
    """Runs the tests that reach a fault, for one fault after the other."""

    def __init__(self, config):
        self.config = config
        self.is_child = False
        self.told = None

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session):
        config = self.config
        known = json.loads(Path(config.getoption("mutants_reached")).read_text())
        failing, seconds = set(known["failed"]), known["seconds"]
        items = {item.nodeid: item for item in session.items}
        self.make_database(session.items)
        load_modules(read_mutants(config))
        result = Path(config.getoption("mutants_kill"))
        done = json.loads(result.read_text()) if result.exists() else {}
        for number, mutant in read_mutants(config).items():
            if mutant.key in done or not is_mine(config, str(number)):
                continue
            names = [n for n in known["reached"].get(str(number), []) if n not in failing]
            names = sorted((n for n in names if n in items), key=lambda n: seconds[n])
            left, chosen = config.getoption("mutants_seconds"), []
            for name in names:
                left -= seconds[name]
                if left > 0:
                    chosen.append(items[name])
            if not done:
                self.check_that_all_is_well_without(mutant, chosen)
            outcome = self.outcome(changed, mutant, chosen)
            outcome["tests"], outcome["left_out"] = len(chosen), len(names) - len(chosen)
            done[mutant.key] = outcome
            result.write_text(json.dumps(done, indent=1))
            sys.stderr.write(f"{number} {outcome['outcome']} {mutant.key}\n")
        return True

    def make_database(self, items):
        """Let one test make the database, which every process then inherits."""
        item = next(i for i in items if "db" in i.fixturenames)
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=item.session)

    def check_that_all_is_well_without(self, mutant, items):
        """Raise an error if the tests notice a fault where none was put in."""
        outcome = self.outcome(unchanged, mutant, items)
        if outcome["outcome"] == "killed":
            raise RuntimeError(f"The tests fail without any fault: {outcome['by']}")

    def outcome(self, code_of, mutant, items):
        """Return what became of a fault: "killed", "survived", "unreached" or "invalid"."""
        if not items:
            return {"outcome": "unreached"}
        try:
            code = code_of(ROOT, mutant)
        except (SyntaxError, LookupError, AssertionError) as error:
            return {"outcome": "invalid", "by": str(error)}
        reading, writing = os.pipe()
        with tempfile.TemporaryDirectory() as files:
            child = os.fork()
            if not child:
                os.close(reading)
                self.live_with(code, items, writing, Path(files))
            os.close(writing)
            with os.fdopen(reading) as stream:
                told = stream.read()
            os.waitpid(child, 0)
        return json.loads(told) if told else {"outcome": "killed", "by": "the process ended"}

    def live_with(self, code, items, writing, files):
        """Put the fault in and run the tests, in a process that ends with the first that fails."""

        def tell(outcome, by=""):
            os.write(writing, json.dumps({"outcome": outcome, "by": by}).encode())
            os._exit(0)

        self.told = tell
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        self.config._tmp_path_factory._basetemp = files
        try:
            if not put_in(code):
                tell("invalid", "no function of that name is loaded")
        except BaseException as error:
            tell("invalid", repr(error))
        signal.signal(signal.SIGPROF, lambda *_: tell("killed", "took too long"))
        signal.setitimer(signal.ITIMER_PROF, 2 * self.config.getoption("mutants_seconds"))
        try:
            for item, after in zip(items, [*items[1:], items[-1]], strict=True):
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
        except BaseException as error:
            tell("killed", repr(error))
        tell("survived")

    def pytest_runtest_logreport(self, report):
        if self.told and report.failed:
            self.told("killed", report.nodeid)
