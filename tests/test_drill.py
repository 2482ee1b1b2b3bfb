"""The drill attacks a server of its own, and counts what fails."""

import os
import subprocess
import sys

import pytest

from tests.bench.http import Answer
from tests.cases import cases
from tests.database import ROOT
from tests.drill.__main__ import drills
from tests.drill.presses import counted
from tests.drill.promises import ATTACKS, PROMISES
from tests.drill.rows import LINE, Row, lines, renewed, table
from tests.drill.visitors import is_in, is_sound, seconds_to_wait


def drill(*arguments: str) -> subprocess.CompletedProcess[str]:
    outside = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    command = [sys.executable, "-m", "tests.drill", *arguments]
    return subprocess.run(command, cwd=ROOT, env=outside, capture_output=True, text=True)


@pytest.mark.browser
def test_a_row_of_the_table_is_tried_on_a_server():
    done = drill("guessed-codes")
    cells = [line.split(" | ") for line in done.stdout.splitlines() if " | " in line]
    command = "`bin/drill guessed-codes` |"
    assert (done.returncode, done.stderr) == (0, "guessed-codes …\n")
    assert [(promise, figure.partition(";")[0], name) for promise, figure, name in cells] == [
        ("| promise", "figure", "command |"),
        (
            "| The start code cannot be guessed.",
            "301 tried, 0 failed",
            command,
        ),
    ]


@pytest.mark.slow
def test_a_row_that_is_not_there_is_told():
    done = drill("nothing")
    assert (done.returncode, "invalid choice: 'nothing'" in done.stderr) == (2, True)


def test_each_promise_has_its_row_and_each_group_its_rows():
    assert list(PROMISES) == list(drills())
    assert {*ATTACKS} < {*PROMISES}


def test_a_row_tells_what_failed_and_what_could_not_be_tried():
    rows = {
        "a": Row("It holds.", 5, 0, "all\nwell"),
        "b": Row("It does not.", 1000, 12, "5 | 7"),
        "c": Row("It is not known.", 0, 0, "there is no C compiler"),
    }
    assert list(lines(rows).values()) == [
        "| It holds. | 5 tried, 0 failed; all well | `bin/drill a` |",
        "| It does not. | 1000 tried, **12 FAILED**; 5 / 7 | `bin/drill b` |",
        "| It is not known. | not tried here: there is no C compiler | `bin/drill c` |",
    ]


def test_the_table_of_a_page_is_renewed_row_by_row():
    page = f"Before.\n\n{table(lines({'b': Row('B.', 1, 1, 'x')}).values())}\n\nAfter.\n"
    new = {"a": Row("A.", 2, 0, "y"), "c": Row("C.", 3, 0, "z")}
    known = lines(new) | lines({"b": Row("B.", 1, 1, "x")})
    made = table(known[name] for name in "cba")
    assert renewed(page, new, "cba") == f"Before.\n\n{made}\n\nAfter.\n"
    assert renewed(page, {}, "cba") == page


def test_the_table_in_the_docs_has_rows_of_promises_that_hold():
    page = (ROOT / "docs" / "operations.md").read_text()
    found = {line[1]: line[0] for line in LINE.finditer(page)}
    assert list(found) == [name for name in PROMISES if name in found]
    assert [name for name, line in found.items() if "FAILED" in line] == []
    assert {"power-cuts", "full-disk", "clock-back", "restore"} <= found.keys()


@cases(
    ("status", "accepted", "sound"),
    [(200, False, True), (302, True, False), (429, False, True), (500, False, False)],
)
def test_what_became_of_a_try(status, accepted, sound):
    answer = Answer(status, {"retry-after": "5"}, (), b"")
    assert (is_in(answer), is_sound(answer), seconds_to_wait(answer)) == (accepted, sound, 5)
    assert seconds_to_wait(Answer(status, {}, (), b"")) == 0


def test_cases_of_tests_are_counted_as_tries(tmp_path):
    report = tmp_path / "report.xml"
    report.write_text(
        "<testsuites><testsuite><testcase/><testcase><failure/></testcase>"
        "<testcase><skipped/></testcase><testcase><error/></testcase></testsuite></testsuites>"
    )
    assert counted("presses", report, 30) == Row("presses", 90, 2, "3 cases, each 30 times")
