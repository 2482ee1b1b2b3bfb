"""The measuring of speed works, and sees what goes wrong."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.utils import timezone

from tests.bench.clerk import beginnings, hidden
from wk.scoreforms.models import Result, Version
from wk.scoreforms.services import Submission, hand_in
from wk.tournament.models import Table

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.browser
def test_clerks_hand_in_at_once_and_nothing_is_lost():
    outside = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    command = [sys.executable, "-m", "tests.bench", "clerks", "--seconds=0.5", "--clerks=3"]
    done = subprocess.run(command, cwd=ROOT, env=outside, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(r"^sqlite, 3 clerks, as fast as it goes, \d+ s, ", done.stdout, re.M)
    handed_in = int(re.search(r"^hand-in +(\d+),", done.stdout, re.M)[1])
    forms = int(re.search(r"^errors 0, lost or wrong 0 of (\d+) forms$", done.stdout, re.M)[1])
    assert handed_in >= forms >= 3


def test_what_a_page_sends_along():
    page = (
        '<input type="hidden" name="players" value="1 2 &amp; 3"><input name="seen" value="x">'
        '<input type="hidden" name="mode" value="">'
    )
    assert hidden(page) == {"players": "1 2 & 3", "mode": ""}


def test_a_form_is_typed_from_its_beginning():
    cells = {str(n): "x" for n in range(10)}
    typed = [sum(map(bool, so_far.values())) for so_far in beginnings(cells)]
    assert typed == [2, 4, 6, 8, 10]


@pytest.mark.slow
def test_what_is_lost_or_wrong_is_seen(clerk):
    from tests.bench import clerks

    tournament = clerks.make_tournament(5)
    papers = clerks.write_papers(tournament)
    by_address = {paper.address: paper for paper in papers}
    paper, other = by_address["/t/wk/forms/1/1/"], by_address["/t/wk/forms/2/1/"]
    document = papers[paper]
    table = Table.objects.get(round__number=1, number=1)
    written = Submission(document, clerk, timezone.now())
    version = hand_in(table=table, submission=written)

    def wrong(*acknowledged):
        return clerks.wrong_forms(tournament, papers, set(acknowledged))

    assert wrong(paper.address) == []
    assert wrong() == [f"{paper.address}: never acknowledged", "1 forms have results"]
    lost = wrong(paper.address, other.address)
    assert lost == [f"{other.address}: 0 versions", "1 forms have results"]
    Result.objects.filter(seat__number=2).update(points=-1)
    assert wrong(paper.address) == [f"{paper.address}: not its results"]
    Version.objects.filter(pk=version.pk).update(content={})
    assert wrong(paper.address) == [f"{paper.address}: 1 versions"]
