"""The drill attacks a server of its own, and counts what fails."""

import os
import subprocess
import sys

import pytest

from tests.bench.http import Answer
from tests.cases import cases
from tests.database import ROOT
from tests.drill.presses import counted
from tests.drill.rows import Row, table
from tests.drill.visitors import is_in, is_sound, seconds_to_wait


def drill(*arguments: str) -> subprocess.CompletedProcess[str]:
    outside = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    command = [sys.executable, "-m", "tests.drill", *arguments]
    return subprocess.run(command, cwd=ROOT, env=outside, capture_output=True, text=True)


@pytest.mark.browser
def test_a_row_of_the_table_is_tried_on_a_server():
    done = drill("attack", "--row=guessed-codes")
    cells = [line.split(" | ") for line in done.stdout.splitlines() if " | " in line]
    assert (done.returncode, done.stderr) == (0, "guessed-codes …\n")
    assert [[cell.strip() for cell in row[:3]] for row in cells] == [
        ["what was tried", "tried", "failed"],
        ["start codes guessed", "301", "0"],
    ]


@pytest.mark.slow
def test_a_row_that_is_not_there_is_told():
    done = drill("attack", "--row=nothing")
    assert (done.returncode, "invalid choice: 'nothing'" in done.stderr) == (2, True)


def test_columns_have_one_width():
    rows = [Row("a", 5, 0, "all well"), Row("a longer one", 1000, 12, "")]
    assert table(rows).splitlines() == [
        "what was tried | tried | failed | figure",
        "---------------+-------+--------+---------",
        "a              |     5 |      0 | all well",
        "a longer one   |  1000 |     12 |",
    ]


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
