"""Presses of buttons that come twice, and pages that are read while they change.

They are the tests of `tests/presses`, with every case, on SQLite and on PostgreSQL.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

from tests.database import ROOT
from tests.drill.rows import Row

# As often as the tests with every case press, close and change.
AT_ONCE, CLOSED, CHANGES = 30, 24, 200
IN_TURN = ("tests/presses/test_in_turn.py",)
MANY = ("tests/presses/test_at_once.py",)
MEANWHILE = ("tests/presses/test_pages_meanwhile.py", "-k=as_at_one_moment")
CLOSING = ("tests/accounts/test_services.py", "-k=many_who_close_each_other")
ON_SQLITE: tuple[str, ...] = ()
ON_POSTGRESQL = ("bin/with-postgres",)


def pressed_twice(made: Path) -> Row:
    """Press every button twice, one after the other, from its page and by a script."""
    from tests.presses.buttons import BUTTONS

    row = _row("buttons pressed twice", made, IN_TURN, 1)
    return replace(row, tried=2 * len(BUTTONS), figure=f"{len(BUTTONS)} buttons")


def pressed_at_once(made: Path) -> Row:
    """Press every button thirty times at the same moment, on SQLite."""
    return _row("buttons pressed at once", made, MANY, AT_ONCE)


def pressed_at_once_on_postgresql(made: Path) -> Row:
    """Press every button thirty times at the same moment, on PostgreSQL."""
    what = "buttons pressed at once, PostgreSQL"
    return _row(what, made, MANY, AT_ONCE, ON_POSTGRESQL)


def closed_by_each_other(made: Path) -> Row:
    """Let directors close each other's accounts at the same moment, on PostgreSQL."""
    return _row("directors who close each other", made, CLOSING, CLOSED, ON_POSTGRESQL)


def read_meanwhile(made: Path) -> Row:
    """Read every page while somebody else changes what it shows, on SQLite."""
    return _row("changes while all pages are read", made, MEANWHILE, CHANGES)


def read_meanwhile_on_postgresql(made: Path) -> Row:
    """Read every page while somebody else changes what it shows, on PostgreSQL."""
    what = "changes while all pages are read, PostgreSQL"
    return _row(what, made, MEANWHILE, CHANGES, ON_POSTGRESQL)


def forged_presses(made: Path) -> Row:
    """Press every button with something forged, replayed, or by the wrong account."""
    from tests.presses.buttons import BUTTONS

    row = _row("", made, ("tests/presses/test_forged.py",), 1)
    what = "sessions, tokens, cookies and keys; replayed without an account; by a clerk"
    return replace(row, tried=len(BUTTONS), figure=f"every button: forged {what}")


def every_address_by_every_role(made: Path) -> Row:
    """Ask for every address by every role, with each method."""
    from tests.accounts.addresses import ADDRESSES

    row = _row("", made, ("tests/accounts/test_policy.py",), 1)
    return replace(row, figure=f"{len(ADDRESSES)} addresses, each by three roles")


def withheld(made: Path) -> Row:
    """Compare all that the public can read, while something is withheld."""
    tests = ("tests/standings/test_visibility_leaks.py", "tests/standings/test_kept_leaks.py")
    return _row("", made, tests, 1)


def _row(
    what: str,
    made: Path,
    tests: Sequence[str],
    times: int,
    database: Sequence[str] = ON_SQLITE,
) -> Row:
    """Run tests with every case; a case tries so many times, and fails as a whole."""
    if database and not list(Path("/usr/lib/postgresql").glob("*/bin/initdb")):
        return Row(what, 0, 0, "no PostgreSQL here")
    report = made / "presses.xml"
    report.unlink(missing_ok=True)
    command = [*database, sys.executable, "-m", "pytest", "-q", "--everything", *tests]
    done = subprocess.run(
        [*command, f"--junitxml={report}"],
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if name != "DATABASE_URL"},
        capture_output=True,
        text=True,
    )
    if done.returncode:
        sys.stderr.write(f"{done.stdout}{done.stderr}")
    if not report.exists():
        return Row(what, times, times, f"the tests ended with {done.returncode}")
    return counted(what, report, times)


def counted(what: str, report: Path, times: int) -> Row:
    """Return what a report of pytest tells: its cases, and those of them that failed."""
    cases = ElementTree.parse(report).iter("testcase")
    ran = [case for case in cases if case.find("skipped") is None]
    failed = sum(bool(case.findall("failure") or case.findall("error")) for case in ran)
    return Row(what, len(ran) * times, failed, f"{len(ran)} cases, each {times} times")
