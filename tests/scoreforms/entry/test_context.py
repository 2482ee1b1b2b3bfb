"""Which drafts of others the entry page offers."""

import pytest

from tests.played import played
from tests.scoreforms.entry.entry_requests import (
    FORM,
    form_request,
    is_empty_page,
    update_tournament,
    version_states,
)
from tests.scoreforms.submissions import NOW, submit
from wk.scoreforms.drafts import save_draft
from wk.scoreforms.entry.context import entry_context
from wk.scoreforms.models import Check, Draft


def test_the_draft_of_another_clerk_is_offered(clerk_client, bea, table):
    document = played(table)
    document["deals"][0]["bids"][0] = None
    offered = save_draft(table=table, document=document, author=bea, now=NOW)
    page = clerk_client.get(FORM)
    assert [(o.pk, o.author, o.deals_done) for o in page.context["context"].offered_drafts] == [
        (offered.pk, bea, 1)
    ]
    assert is_empty_page(page)
    page = clerk_client.get(FORM, {"draft": offered.pk})
    assert page.context["sheet"].rows[1].is_written
    assert page.context["is_unsaved"]
    for wrong in ("0", "x", "9" * 30, str(offered.pk + 1)):
        assert is_empty_page(clerk_client.get(FORM, {"draft": wrong}))


@pytest.mark.parametrize(
    ("is_phone", "is_whole", "said"),
    [
        (False, False, "bea has begun this form, last at"),
        (True, False, "The table’s phone has begun this form, last at"),
        (False, True, "bea has typed 2 deals of this form, last at"),
        (True, True, "The table’s phone has 2 deals of this form, last at"),
    ],
)
def test_the_entry_page_shows_how_far_another_draft_is(
    clerk_client, bea, table, is_phone, is_whole, said
):
    update_tournament(table, phones="form")
    document = played(table) if is_whole else {"first_dealer": 3}
    save_draft(table=table, document=document, author=None if is_phone else bea, now=NOW)
    page = clerk_client.get(FORM, headers={"accept-language": "en"}).content.decode()
    assert page.count(said) == 1


@pytest.mark.parametrize(
    ("is_phone", "wishes", "offers"),
    [
        (True, {"phones": "compare"}, 0),
        (True, {"phones": "form"}, 1),
        (False, {"second_check": "none", "check_method": "blind"}, 1),
        (False, {"second_check": "every", "check_method": "sight"}, 1),
        (False, {"second_check": "every", "check_method": "blind"}, 0),
    ],
)
def test_a_draft_is_not_offered_to_a_blind_reviewer(bea, clerk, table, is_phone, wishes, offers):
    update_tournament(table, **wishes)
    author = None if is_phone else bea
    save_draft(table=table, document={"first_dealer": 3}, author=author, now=NOW)
    assert len(entry_context(clerk, "wk-test", 1, 1).offered_drafts) == offers


def test_a_blind_review_begins_with_an_empty_form(bea_client, director, clerk, table):
    update_tournament(table, second_check="every", check_method="blind", phones="form")
    for author in (None, director):
        save_draft(table=table, document={"first_dealer": 3}, author=author, now=NOW)
    submit(table, played(table), clerk)
    page = bea_client.get(FORM)
    assert is_empty_page(page)
    assert (page.context["context"].offered_drafts, page.context["context"].is_blind) == ((), True)
    draft = Draft.objects.get(author=director)
    page = bea_client.get(FORM, {"draft": draft.pk, "copy": "1"})
    assert page.context["sheet"].head[0].value == ""
    bea_client.post(FORM, form_request(table, expected_version="1"))
    assert version_states() == [(1, True, False, "office")]
    assert Check.objects.get().agrees
