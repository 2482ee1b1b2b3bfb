"""Drafts of a form, and the officials who have it open."""

import datetime as dt

import pytest

from tests.played import played
from tests.scoreforms.submissions import NOW
from wk.scoreforms.drafts import EditConflict, mark_present, save_draft
from wk.scoreforms.models import Draft, Result


def test_a_draft_may_hold_anything_and_counts_for_nothing(table, clerk):
    content = {"deals": [{"bids": ["drie", 99]}]}
    draft = save_draft(table=table, document=content, author=clerk, now=NOW)
    assert (draft.content, draft.author, draft.revision, draft.deals_done) == (content, clerk, 1, 0)
    assert Result.objects.count() == 0


@pytest.mark.usefixtures("whole_game")
def test_a_draft_counts_its_finished_deals(table, clerk):
    document = played(table)
    half = document | {"deals": document["deals"][:9]}
    assert save_draft(table=table, document=half, author=clerk, now=NOW).deals_done == 9


def test_each_author_has_a_draft_of_his_own(table, clerk, bea):
    for number, author in enumerate((clerk, bea, None), 1):
        save_draft(table=table, document={"first_dealer": number}, author=author, now=NOW)
    assert {d.author: d.content["first_dealer"] for d in Draft.objects.all()} == {
        clerk: 1,
        bea: 2,
        None: 3,
    }


@pytest.mark.parametrize("is_phone", [False, True])
def test_an_outdated_draft_never_overwrites_a_newer_one(table, clerk, is_phone):
    author = None if is_phone else clerk
    first, second = {"first_dealer": 1}, {"first_dealer": 2}
    save_draft(table=table, document=first, author=author, now=NOW)
    with pytest.raises(EditConflict):
        save_draft(table=table, document=second, author=author, now=NOW)
    assert Draft.objects.get().content == first
    assert save_draft(table=table, document=first, author=author, now=NOW).revision == 1
    save_draft(table=table, document=second, author=author, now=NOW, expected=1)
    assert (Draft.objects.get().content, Draft.objects.get().revision) == (second, 2)


def test_officials_with_a_form_open_see_each_other_for_a_while(table, clerk, bea):
    assert mark_present(table=table, user=clerk, now=NOW) == ()
    assert mark_present(table=table, user=bea, now=NOW) == (clerk,)
    later = NOW + dt.timedelta(minutes=1)
    assert mark_present(table=table, user=bea, now=later) == ()
