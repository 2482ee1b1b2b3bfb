"""Handing in takes few queries, at any number of tables and versions."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.played import played
from tests.scoreforms.entry.entry_requests import (
    HIDDEN_FIELDS,
    form_request,
    update_tournament,
    version_states,
)
from tests.scoreforms.started_rounds import shorten, start_round
from tests.scoreforms.submissions import with_two_other_cells
from wk.scoreforms.models import Draft, Presence, Result
from wk.tournament.models import Table

INPUT = re.compile(r'<input type="hidden" name="([a-z_]+)" value="([^"]*)"')


@pytest.fixture(params=[1, 6])
def table(request, db) -> Table:
    """Table 1 of a round of one table, and of a round of six, in a game of two deals."""
    made = start_round(tables=request.param)
    shorten(made)
    return made.rounds.get().tables.get(number=1)


def form_address(table):
    return f"/t/wk-test/forms/1/{table.number}/"


def page_request(client, table, cells):
    """Return what the page of a form sends, once it has saved these cells as a draft."""
    address = form_address(table)
    page = client.get(address, {"copy": "1"}).content.decode()
    hidden = {name: value for name, value in INPUT.findall(page) if name != "csrfmiddlewaretoken"}
    data = hidden | cells
    client.post(f"{address}present/")
    saved = client.post(f"{address}draft/", data | {"expected_draft": "0"}).json()
    return data | {"expected_draft": str(saved["revision"]), "action": "count"}


def statements(client, table, data):
    """Return the SQL with which a page is handed in; it must be accepted."""
    with CaptureQueriesContext(connection) as queries:
        answer = client.post(form_address(table), data)
    assert answer.status_code == 302
    return [each["sql"] for each in queries]


def cells_of(table, document):
    return table.round.rules.to_cells(document)


def test_a_form_is_handed_in_with_fifteen_queries(clerk_client, table):
    data = page_request(clerk_client, table, cells_of(table, played(table)))
    sql = statements(clerk_client, table, data)
    # Session, user, table with seats, sizes; save point, lock, seats with round, sizes, versions,
    # best result, version, results, draft, presence, release.
    assert len(sql) == 15
    assert (version_states(), Result.objects.count()) == ([(1, True, False, "office")], 5)
    assert (Draft.objects.count(), Presence.objects.count()) == (0, 0)


def test_a_form_handed_in_again_stores_nothing(clerk_client, table):
    data = page_request(clerk_client, table, cells_of(table, played(table)))
    statements(clerk_client, table, data)
    sql = statements(clerk_client, table, data)
    assert len(sql) == 12
    assert [each.split()[0] for each in sql].count("INSERT") == 0
    assert version_states() == [(1, True, False, "office")]


def test_a_correction_takes_six_queries_more(clerk_client, director_client, table):
    first = page_request(clerk_client, table, cells_of(table, played(table)))
    statements(clerk_client, table, first)
    other = cells_of(table, with_two_other_cells(table)[0])
    data = page_request(director_client, table, other) | {"reason": "Kolom verwisseld"}
    # The version and the drafts on the page, open checks, the version before, its results, and
    # what players found not right.
    assert len(statements(director_client, table, data)) == 21
    assert version_states() == [(1, False, False, "office"), (2, True, False, "office")]


def test_a_second_typing_takes_one_query_more(clerk_client, bea_client, table):
    update_tournament(table, second_check="every", check_method="blind")
    pages = [
        page_request(client, table, cells_of(table, document))
        for client, document in (
            (clerk_client, played(table)),
            (bea_client, with_two_other_cells(table)[0]),
        )
    ]
    # A form that waits has no results.
    assert len(statements(clerk_client, table, pages[0])) == 14
    assert len(statements(bea_client, table, pages[1])) == 16
    assert version_states() == [(1, False, True, "office"), (2, False, False, "second")]


def test_an_equal_second_typing_takes_four_queries_more(clerk_client, bea_client, table):
    update_tournament(table, second_check="every", check_method="blind")
    cells = cells_of(table, played(table))
    first, second = (page_request(each, table, cells) for each in (clerk_client, bea_client))
    statements(clerk_client, table, first)
    assert len(statements(bea_client, table, second)) == 19
    assert version_states() == [(1, True, False, "office")]


def test_the_first_draft_takes_two_queries_more_than_the_next(clerk_client, table):
    address = f"{form_address(table)}draft/"
    sent = HIDDEN_FIELDS | {"first_dealer": "3"}
    for data, queries in ((sent, 13), (sent | {"first_dealer": "4", "expected_draft": "1"}, 11)):
        with CaptureQueriesContext(connection) as asked:
            assert clerk_client.post(address, data).status_code == 200
        assert len(asked) == queries


def test_a_whole_draft_is_shown_with_eleven_queries(clerk_client, table):
    page_request(clerk_client, table, form_request(table))
    with CaptureQueriesContext(connection) as asked:
        assert clerk_client.get(form_address(table)).status_code == 200
    assert len(asked) == 11
