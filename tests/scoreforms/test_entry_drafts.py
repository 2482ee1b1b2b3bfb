"""The clerk's page while a form is typed: drafts that are kept, and who else has it open."""

import datetime as dt

import pytest
from django.utils import timezone

from tests.played import played
from tests.scoreforms.entering import DRAFT, ENTER, HIDDEN, PRESENT, set_up, typed
from wk.scoreforms.drafts import save_draft
from wk.scoreforms.models import Draft, Presence, ScoreForm

pytestmark = pytest.mark.slow

# Drafts as they are typed.


def test_a_draft_is_kept_as_it_is_typed(clerk_client, clerk, table, django_assert_num_queries):
    first = clerk_client.post(DRAFT, HIDDEN | {"first_dealer": "3", "written.1": "-6"})
    kept = Draft.objects.get()
    at = timezone.localtime(kept.saved_at)
    assert first.json() == {"revision": 1, "at": f"{at:%H:%M:%S}"}
    assert (kept.author, kept.content) == (clerk, {"first_dealer": 3})
    assert kept.written == [None, -6, None, None, None]
    page = clerk_client.get(ENTER)
    assert page.context["sheet"].head[0].value == "3"
    assert [side.on_paper.value for side in page.context["sheet"].sides] == ["", "-6", "", "", ""]
    again = HIDDEN | {"first_dealer": "4", "expected_draft": "1"}
    with django_assert_num_queries(15):
        assert clerk_client.post(DRAFT, again).json()["revision"] == 2


def test_the_same_draft_twice_is_kept_once(clerk_client, table):
    answers = [clerk_client.post(DRAFT, HIDDEN | {"first_dealer": "3"}) for _ in range(2)]
    assert [answer.json()["revision"] for answer in answers] == [1, 1]


def test_who_has_just_handed_in_is_not_told_that_he_was_typing(clerk_client, table):
    clerk_client.post(DRAFT, HIDDEN | {"first_dealer": "3"})
    refused = clerk_client.post(ENTER, HIDDEN | {"first_dealer": "3", "expected_draft": "1"})
    assert refused.status_code == 200
    pages = (refused, clerk_client.get(ENTER))
    assert ['id="drop-draft"' in page.content.decode() for page in pages] == [False, True]


def test_a_draft_typed_on_elsewhere_is_not_replaced(clerk_client, table):
    clerk_client.post(DRAFT, HIDDEN | {"first_dealer": "3", "written.0": "88"})
    answer = clerk_client.post(DRAFT, HIDDEN | {"first_dealer": "4"})
    said = answer.json()
    assert (answer.status_code, said["revision"]) == (409, 1)
    assert said["cells"] == {"first_dealer": "3", "written.0": "88"}
    assert Draft.objects.get().content == {"first_dealer": 3}


@pytest.mark.parametrize(
    "changes",
    [
        {"players": ""},
        {"expected_version": "x"},
        {"deals.0.bids.0": "\0"},
        {"written.0": "tien"},
        {"deals.0.ruling": "Laat staan."},
    ],
)
def test_a_draft_that_cannot_be_kept_is_refused(clerk_client, table, changes):
    answer = clerk_client.post(DRAFT, HIDDEN | {"first_dealer": "3"} | changes)
    assert (answer.status_code, list(answer.json())) == (422, ["message"])
    assert Draft.objects.count() == 0


@pytest.mark.parametrize("path", [DRAFT, PRESENT])
def test_the_background_asks_officials_only_and_by_post(client, clerk_client, table, path):
    assert client.post(path, headers={"HX-Request": "true"}).status_code == 401
    assert client.post(path).status_code == 302
    assert clerk_client.get(path).status_code == 405
    assert clerk_client.post(path.replace("/1/1/", "/1/9/")).status_code == 404
    assert ScoreForm.objects.count() == 0


def test_one_throws_away_ones_own_draft(clerk_client, bea_client, bea, table):
    for client in (clerk_client, bea_client):
        client.post(DRAFT, HIDDEN | {"first_dealer": "3"})
    assert clerk_client.post(ENTER, HIDDEN | {"action": "drop"}).url == ENTER
    assert Draft.objects.get().author == bea


def test_the_draft_of_somebody_else_is_offered(clerk_client, bea_client, bea, table):
    bea_client.post(DRAFT, typed(table) | {"deals.3.bids.0": ""})
    page = clerk_client.get(ENTER)
    (offered,) = page.context["desk"].offers
    assert (offered.author, offered.deals_done) == (bea, 18)
    assert not any(row.is_written for row in page.context["sheet"].rows)
    page = clerk_client.get(ENTER, {"draft": offered.pk})
    assert page.context["sheet"].rows[18].is_written
    assert page.context["is_unsaved"]


@pytest.mark.parametrize(
    ("is_phone", "cells", "said"),
    [
        (False, {"first_dealer": "3"}, "bea has begun this form, last at"),
        (True, {"first_dealer": "3"}, "The table’s phone has begun this form, last at"),
        (False, None, "bea has typed 19 deals of this form, last at"),
        (True, None, "The table’s phone has 19 deals of this form, last at"),
    ],
)
def test_where_nothing_whole_was_typed_nothing_is_counted(
    clerk_client, bea, table, is_phone, cells, said
):
    set_up(table, phones="form")
    rules = table.round.rules
    document = rules.from_cells(cells, 5) if cells else played(table)
    author = None if is_phone else bea
    save_draft(table=table, document=document, author=author, now=timezone.now())
    page = clerk_client.get(ENTER, headers={"accept-language": "en"}).content.decode()
    assert page.count(said) == 1


@pytest.mark.parametrize("draft", ["0", "x", "9" * 30, "77"])
def test_a_draft_that_is_not_offered_is_not_shown(clerk_client, table, draft):
    page = clerk_client.get(ENTER, {"draft": draft})
    assert not any(row.is_written for row in page.context["sheet"].rows)


@pytest.mark.parametrize(("phones", "count"), [("compare", 0), ("form", 1)])
def test_what_the_paper_is_compared_with_is_not_offered(clerk_client, table, phones, count):
    set_up(table, phones=phones)
    save_draft(table=table, document={"first_dealer": 3}, author=None, now=timezone.now())
    assert len(clerk_client.get(ENTER).context["desk"].offers) == count


@pytest.mark.parametrize(
    ("second_check", "method", "count"),
    [("none", "blind", 1), ("every", "sight", 1), ("every", "blind", 0)],
)
def test_what_has_to_be_typed_twice_is_not_typed_from_a_draft_of_somebody_else(
    clerk_client, bea, table, second_check, method, count
):
    set_up(table, second_check=second_check, check_method=method)
    save_draft(table=table, document={"first_dealer": 3}, author=bea, now=timezone.now())
    assert len(clerk_client.get(ENTER).context["desk"].offers) == count


# Who else has the form before him.


def test_two_clerks_on_one_form_see_each_other(clerk_client, bea_client, bea, clerk, table):
    assert clerk_client.post(PRESENT).context["others"] == ()
    assert bea_client.get(ENTER).context["others"] == (clerk,)
    assert bea_client.post(PRESENT).context["others"] == (clerk,)
    page = clerk_client.get(ENTER, headers={"Accept-Language": "en"}).content.decode()
    assert "bea has this form open too." in page
    assert bea_client.post(PRESENT, {"gone": "1"}).status_code == 204
    assert clerk_client.post(PRESENT).context["others"] == ()


def test_who_was_not_heard_of_for_a_while_is_gone(clerk_client, bea_client, table):
    clerk_client.post(PRESENT)
    Presence.objects.update(seen_at=timezone.now() - dt.timedelta(minutes=1))
    assert bea_client.get(ENTER).context["others"] == ()


def test_nobody_is_present_before_the_round(clerk_client, table):
    table.round.tournament.rounds.update(state="fixed")
    assert clerk_client.post(PRESENT).context["others"] == ()
    assert Presence.objects.count() == 0
