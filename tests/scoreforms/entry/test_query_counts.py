"""Handing in takes few queries, at any number of tables and versions."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.played import played
from tests.scoreforms.entry.entry_requests import (
    HIDDEN_FIELDS,
    update_tournament,
    version_states,
)
from tests.scoreforms.started_rounds import shorten, start_round
from tests.scoreforms.submissions import submit, with_two_other_cells
from wk.scoreforms.drafts import mark_present, save_draft
from wk.scoreforms.models import Draft, Presence, Result
from wk.tournament.models import Table


@pytest.fixture(params=[1, 6])
def table(request, db) -> Table:
    """Table 1 of a round of one table, and of a round of six, in a game of two deals."""
    made = start_round(tables=request.param)
    shorten(made)
    return made.rounds.get().tables.get(number=1)


def form_address(table):
    return f"/t/wk-test/forms/1/{table.number}/"


def page_request(user, table, document, expected_version="0"):
    """Return what the page of a form sends to somebody who has it open, with this document that is
    his draft already."""
    mark_present(table=table, user=user, now=timezone.now())
    draft = save_draft(table=table, document=document, author=user, now=timezone.now())
    return (
        HIDDEN_FIELDS
        | table.round.rules.to_cells(document)
        | {
            "seat_keys": " ".join(str(seat.pk) for seat in table.seats.order_by("number")),
            "mode": "deals",
            "expected_version": expected_version,
            "expected_draft": str(draft.revision),
            "action": "count",
        }
    )


def statements(client, table, data):
    """Return the SQL with which a page is handed in; it must be accepted."""
    with CaptureQueriesContext(connection) as queries:
        answer = client.post(form_address(table), data)
    assert answer.status_code == 302
    return [each["sql"] for each in queries]


def test_a_form_is_handed_in_with_fifteen_queries(clerk, clerk_client, table):
    data = page_request(clerk, table, played(table))
    sql = statements(clerk_client, table, data)
    # Session, user, table with seats, sizes; save point, lock, seats with round, sizes, versions,
    # best result, version, results, draft, presence, release.
    assert len(sql) == 15
    assert (version_states(), Result.objects.count()) == ([(1, True, False, "office")], 5)
    assert (Draft.objects.count(), Presence.objects.count()) == (0, 0)


def test_a_form_handed_in_again_stores_nothing(clerk, clerk_client, table):
    data = page_request(clerk, table, played(table))
    statements(clerk_client, table, data)
    sql = statements(clerk_client, table, data)
    assert len(sql) == 12
    assert [each.split()[0] for each in sql].count("INSERT") == 0
    assert version_states() == [(1, True, False, "office")]


def test_a_correction_takes_six_queries_more(clerk, director, director_client, table):
    submit(table, played(table), clerk)
    other = with_two_other_cells(table)[0]
    data = page_request(director, table, other, "1") | {"reason": "Kolom verwisseld"}
    # The version and the drafts on the page, open checks, the version before, its results, and
    # what players found not right.
    assert len(statements(director_client, table, data)) == 21
    assert version_states() == [(1, False, False, "office"), (2, True, False, "office")]


def test_a_second_typing_takes_two_queries_more(clerk, bea, clerk_client, bea_client, table):
    update_tournament(table, second_check="every", check_method="blind")
    pages = [
        page_request(user, table, document)
        for user, document in ((clerk, played(table)), (bea, with_two_other_cells(table)[0]))
    ]
    # A form that waits has no results.
    assert len(statements(clerk_client, table, pages[0])) == 14
    # The check, and who typed the form before, for the words.
    assert len(statements(bea_client, table, pages[1])) == 17
    assert version_states() == [(1, False, True, "office"), (2, False, False, "second")]


def test_an_equal_second_typing_takes_five_queries_more(clerk, bea, bea_client, table):
    update_tournament(table, second_check="every", check_method="blind")
    second = page_request(bea, table, played(table))
    submit(table, played(table), clerk)
    assert len(statements(bea_client, table, second)) == 20
    assert version_states() == [(1, True, False, "office")]


def test_the_first_draft_takes_one_query_more_than_the_next(clerk_client, table):
    address = f"{form_address(table)}draft/"
    sent = HIDDEN_FIELDS | {"first_dealer": "3"}
    for data, queries in ((sent, 12), (sent | {"first_dealer": "4", "expected_draft": "1"}, 11)):
        with CaptureQueriesContext(connection) as asked:
            assert clerk_client.post(address, data).status_code == 200
        assert len(asked) == queries


def test_a_whole_draft_is_shown_with_eleven_queries(clerk, clerk_client, table):
    page_request(clerk, table, played(table))
    with CaptureQueriesContext(connection) as asked:
        assert clerk_client.get(form_address(table)).status_code == 200
    assert len(asked) == 11
