"""Answers to an open entry page: its problems, its draft, and who else has it open."""

import datetime as dt
import re

from django.utils import timezone

from tests.scoreforms.entry.entry_requests import (
    CHECK,
    DRAFT,
    FORM,
    HIDDEN_FIELDS,
    PRESENT,
    form_request,
    totals_request,
)
from tests.scoreforms.submissions import NOW
from wk.scoreforms.drafts import mark_present, save_draft
from wk.scoreforms.models import Draft, ScoreForm


def test_the_check_answers_with_problems_and_stores_nothing(clerk_client, table):
    data = form_request(table, **{"deals.0.bids.1": "11", "first_dealer": ""})
    sheet = clerk_client.post(CHECK, data).context["sheet"]
    assert (sheet.wrong[0].code, sheet.wrong_paths) == ("BID_GT_CARDS", "deals.0.bids.1")
    assert "FIRST_DEALER_MISSING" in {p.code for p in sheet.missing}
    for hostile in ({}, {"deals.0.bids.0": "\0"}, {"players": "x" * 999}):
        assert clerk_client.post(CHECK, hostile).status_code == 200
    unreadable = clerk_client.post(CHECK, form_request(table, **{"written.2": "tien"})).context[
        "sheet"
    ]
    assert [(p.code, p.path) for p in unreadable.wrong] == [("CELL_UNREADABLE", "written.2")]
    assert ScoreForm.objects.count() == 0


def rows_in(answer):
    """Return the numbers of the deals of which an answer has the points."""
    return {int(row) for row in re.findall(r'id="points-(\d+)-', answer.content.decode())}


def test_an_answer_has_the_points_that_the_page_does_not_show_yet(clerk_client, table):
    sent = form_request(table)
    answer = clerk_client.post(CHECK, sent)
    assert rows_in(answer) == {1, 2}
    shown = answer.context["sheet"].row_tokens
    assert f'<input type="hidden" name="shown" value="{shown}">' in answer.content.decode()
    assert rows_in(clerk_client.post(CHECK, sent | {"shown": shown})) == set()
    emptied = {f"deals.1.{column}.{seat}": "" for column in ("bids", "tricks") for seat in range(5)}
    assert rows_in(clerk_client.post(CHECK, sent | emptied | {"shown": shown})) == {2}
    for odd in (shown.split()[0], "zz", "0" * 5000):
        assert rows_in(clerk_client.post(CHECK, sent | {"shown": odd})) >= {2}


def test_a_check_takes_four_queries(clerk_client, table, django_assert_num_queries):
    whole = form_request(table)
    # Session, user, table with seats, sizes; and the other results once the form is right.
    with django_assert_num_queries(4):
        clerk_client.post(CHECK, HIDDEN_FIELDS | {"first_dealer": "3"})
    with django_assert_num_queries(5):
        clerk_client.post(CHECK, whole)


def test_a_draft_is_saved_while_it_is_typed(clerk_client, clerk, table, django_assert_num_queries):
    sent = HIDDEN_FIELDS | {"first_dealer": "3", "written.1": "-6"}
    first = clerk_client.post(DRAFT, sent)
    kept = Draft.objects.get()
    at = timezone.localtime(kept.saved_at)
    assert first.json() == {"revision": 1, "at": f"{at:%H:%M:%S}"}
    assert (kept.author, kept.content) == (clerk, {"first_dealer": 3})
    assert kept.paper_totals == [None, -6, None, None, None]
    assert clerk_client.post(DRAFT, sent).json()["revision"] == 1  # the same once more
    page = clerk_client.get(FORM)
    assert page.context["sheet"].head[0].value == "3"
    assert [side.on_paper.value for side in page.context["sheet"].sides] == ["", "-6", "", "", ""]
    again = HIDDEN_FIELDS | {"first_dealer": "4", "expected_draft": "1"}
    with django_assert_num_queries(11):
        assert clerk_client.post(DRAFT, again).json()["revision"] == 2


def test_a_draft_changed_in_another_window_is_not_replaced(clerk_client, clerk, table):
    kept = {"document": {"first_dealer": 3}, "paper_totals": [88, None, None, None, None]}
    save_draft(table=table, author=clerk, now=NOW, **kept)
    answer = clerk_client.post(DRAFT, HIDDEN_FIELDS | {"first_dealer": "4"})
    said = answer.json()
    assert (answer.status_code, said["revision"], said["is_carried"]) == (409, 1, False)
    assert said["cells"] == {"first_dealer": "3", "written.0": "88"}
    assert Draft.objects.get().content == {"first_dealer": 3}


def test_an_invalid_draft_is_refused(clerk_client, table):
    for field, value in (
        ("players", ""),
        ("expected_version", "x"),
        ("deals.0.bids.0", "\0"),
        ("written.0", "tien"),
        ("deals.0.ruling", "Laat staan."),
    ):
        answer = clerk_client.post(DRAFT, HIDDEN_FIELDS | {"first_dealer": "3", field: value})
        assert (answer.status_code, list(answer.json())) == (422, ["message"])
    assert Draft.objects.count() == 0


def test_two_clerks_with_one_form_open_see_each_other(clerk_client, bea_client, bea, clerk, table):
    assert clerk_client.post(PRESENT).context["news"].others == ()
    assert bea_client.get(FORM).context["news"].others == (clerk,)
    assert bea_client.post(PRESENT).context["news"].others == (clerk,)
    page = clerk_client.get(FORM, headers={"Accept-Language": "en"}).content.decode()
    assert "bea has this form open too." in page
    assert bea_client.post(PRESENT, {"gone": "1"}).status_code == 204
    assert clerk_client.post(PRESENT).context["news"].others == ()


def test_a_clerk_not_heard_of_for_a_minute_is_no_longer_shown(bea_client, clerk, table):
    mark_present(table=table, user=clerk, now=timezone.now() - dt.timedelta(minutes=1))
    assert bea_client.get(FORM).context["news"].others == ()


def test_an_empty_form_of_totals_misses_every_total(clerk_client, table):
    shown = clerk_client.post(CHECK, totals_request([""] * 5)).context["sheet"]
    assert [p.code for p in shown.missing] == ["TOTAL_MISSING"] * 5
