"""A day with 120 players: the first laptop dies for good in round 3, the second ends it."""

import json

import pytest
from django.db import connection

from tests.bench.clerk import Clerk, Submission
from tests.drill.standby import Typed, lost_forms, open_office, typing
from tests.played import played
from tests.standby.laptops import Laptop, follow, take, wait_for
from tests.standby.test_two_laptops import open_tables, type_form
from wk.scoreforms.models import Version
from wk.tournament.models import Table, Tournament

pytestmark = [
    pytest.mark.slow,
    pytest.mark.browser,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has its own means"),
]


def papers_of(laptop: Laptop) -> dict[Submission, object]:
    """Return the papers of the tables of which no form is in, each with its document."""
    found = {}
    keys = open_tables(laptop)
    with laptop.database():
        for table in Table.objects.filter(pk__in=keys).select_related("round__tournament"):
            document = played(table, table.number)
            address = f"/t/{table.round.tournament.slug}/forms/{table.round.number}/{table.number}/"
            cells = tuple(table.round.rules.to_cells(document).items())
            found[Submission(address, cells)] = document
    return found


def standings(laptop: Laptop) -> list[tuple[int, str]]:
    """Return the rank and the name of every player."""
    with laptop.database():
        slug = Tournament.objects.get().slug
    told = json.loads(laptop.manage("standings", slug, "--format", "json"))
    return [(row["rank"], row["name"]) for row in told["standings"]]


def test_the_day_ends_with_the_right_champion_at_the_second(tmp_path, django_db_blocker):
    unblock = django_db_blocker.unblock
    first = Laptop(tmp_path / "first", unblock=unblock)
    first.practise("--players 120 --seed 1")
    papers = papers_of(first)
    assert len(papers) == 12
    control = Laptop(tmp_path / "control", unblock=unblock)
    control.stop()
    control.practise("--players 120 --seed 1")
    clerks = open_office(first, 4)
    open_office(control, 1)
    for table in open_tables(control):
        type_form_of(control, table)
    second = Laptop(tmp_path / "second", first=first.address, unblock=unblock)
    follow(first, second)
    typed = Typed()
    with typing(clerks, list(papers), typed):
        wait_for(lambda: len(typed.at) >= 4)
        first.kill()
    assert take(second)[0] == 200
    wait_for(lambda: second.status("/") == 200)
    lost = lost_forms(second, papers, typed)
    with second.database():
        there = {
            f"/t/{each.form.table.round.tournament.slug}/forms/{each.form.table.round.number}/"
            f"{each.form.table.number}/"
            for each in Version.objects.filter(is_counted=True)
        }
    again = Clerk(second.url)
    again.cookies |= clerks[0].cookies  # the sessions came along
    for paper in papers:
        if paper.address in lost or paper.address not in there:
            again.type_in(paper, 0)
    again.connection.close()
    assert again.seen.errors == []
    assert standings(second) == standings(control)
    second.stop()


def type_form_of(laptop: Laptop, table: int) -> None:
    """Hand in the form of a table as its paper has it."""
    with laptop.database():
        number = Table.objects.get(pk=table).number
    type_form(laptop, table, number, author="klerk1")
