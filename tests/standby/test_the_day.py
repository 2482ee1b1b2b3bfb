"""A day with 120 players: the first laptop dies for good in round 3, the second ends it."""

import pytest
from django.db import connection, transaction
from django.utils import timezone

from tests.bench.clerk import Clerk, Submission
from tests.conftest import shared_folder
from tests.drill.standby import Typed, lost_forms, open_office, typing
from tests.played import played
from tests.standby.laptops import Laptop, follow, take, wait_for
from tests.standby.test_two_laptops import open_tables
from wk.accounts.models import User
from wk.core.acting import acting
from wk.scoreforms import services
from wk.scoreforms.models import Version
from wk.standings.queries import standings
from wk.tournament.models import Table, Tournament

pytestmark = [
    pytest.mark.slow,
    pytest.mark.browser,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has its own means"),
]


def address_of(table: Table) -> str:
    """Return the address of the form of a table."""
    return f"/t/{table.round.tournament.slug}/forms/{table.round.number}/{table.number}/"


def papers_of(laptop: Laptop) -> dict[Submission, object]:
    """Return the papers of the tables of which no form is in, each with its document."""
    found = {}
    keys = open_tables(laptop)
    with laptop.database():
        for table in Table.objects.filter(pk__in=keys).select_related("round__tournament"):
            document = played(table, table.number)
            cells = tuple(table.round.rules.to_cells(document).items())
            found[Submission(address_of(table), cells)] = document
    return found


def ranks() -> list[tuple[int, str]]:
    """Return the rank and the name of every player."""
    return [(row.rank, row.name) for row in standings(Tournament.objects.get()).rows]


def ranks_in_the_end(laptop: Laptop) -> list[tuple[int, str]]:
    """Return the ranks with the papers of all open tables handed in; nothing of that stays."""
    keys = open_tables(laptop)
    with laptop.database(), acting(task="test"), transaction.atomic():
        author = User.objects.get(username="klerk1")
        for table in Table.objects.filter(pk__in=keys):
            written = services.Submission(played(table, table.number), author, timezone.now())
            services.hand_in(table=table, submission=written)
        found = ranks()
        transaction.set_rollback(True)
    return found


def test_the_day_ends_with_the_right_champion_at_the_second(
    tmp_path, tmp_path_factory, django_db_blocker
):
    unblock = django_db_blocker.unblock
    first = Laptop(
        tmp_path / "first",
        practice=["--players 120 --seed 1"],
        made=shared_folder(tmp_path_factory),
        unblock=unblock,
    )
    papers = papers_of(first)
    assert len(papers) == 12
    clerks = open_office(first, 4)
    expected = ranks_in_the_end(first)
    assert papers_of(first) == papers  # nothing of that stays
    # One process is enough to end the day; tests/standby/test_two_laptops.py takes over with two.
    second = Laptop(
        tmp_path / "second", first=first.address, options=["--workers=1"], unblock=unblock
    )
    follow(first, second)
    typed = Typed()
    with typing(clerks, list(papers), typed):
        wait_for(lambda: len(typed.at) >= 4)
        first.kill()
    assert take(second)[0] == 200
    wait_for(lambda: second.status("/") == 200)
    lost = lost_forms(second, papers, typed)
    with second.database():
        there = {address_of(each.form.table) for each in Version.objects.filter(is_counted=True)}
    again = Clerk(second.url)
    again.cookies |= clerks[0].cookies  # the sessions came along
    for paper in papers:
        if paper.address in lost or paper.address not in there:
            again.type_in(paper, 0)
    again.connection.close()
    assert again.seen.errors == []
    with second.database():
        assert ranks() == expected
    second.stop()
