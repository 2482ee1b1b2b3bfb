"""What players say beside the form under review, and the answer of the office."""

import pytest
from django.contrib.messages import get_messages
from django.urls import reverse

from tests.markup import on_one_line
from tests.played import played
from tests.scoreforms.objections.saying import cell, said
from tests.scoreforms.submissions import message_levels, submit, with_two_other_cells
from wk.scoreforms.models import Draft, Objection, Version
from wk.tournament.models import Round

FORM = "/t/wk-test/forms/1/1/"
REVIEW, PILE, LIST = f"{FORM}second/", "/t/wk-test/forms/pile/", "/t/wk-test/forms/"
BID = "deals.0.bids.0"


@pytest.fixture
def version(table, clerk) -> Version:
    return submit(table, played(table), clerk)


@pytest.fixture
def objection(version) -> Objection:
    return said(1, BID, cell(version, BID)[1], "Wij schreven <iets> anders")


def address(objection):
    return f"{FORM}objections/{objection.pk}/"


def page_text(client, path):
    return on_one_line(client.get(path, headers={"accept-language": "en"}).content.decode())


def test_the_answer_is_for_officials_and_by_a_button(
    client, clerk_client, director_client, objection
):
    path = address(objection)
    sent = {"answer": "Nee."}
    assert client.post(path, sent).url.startswith(f"{reverse('accounts:login')}?next=")
    assert clerk_client.get(path).status_code == 405
    assert clerk_client.post(f"{FORM}objections/999/", sent).status_code == 404
    assert clerk_client.post(path.replace("/1/1/", "/1/2/"), sent).status_code == 404
    assert list(Objection.objects.open()) == [objection]


def test_the_queue_has_a_form_that_a_player_finds_not_right(
    clerk_client, objection, django_assert_num_queries
):
    pile = page_text(clerk_client, PILE)
    assert "a player says: not right" in pile
    assert f'href="{REVIEW}"' in pile
    assert "Of 1 form that counts a player says: not right." in pile
    assert "Begin with the newest" in pile
    with django_assert_num_queries(8):
        clerk_client.get(PILE)
    listed = page_text(clerk_client, LIST)
    assert "player: not right" in listed
    assert "<h2>1 form is not right, a player says</h2>" in listed


def test_the_page_of_the_form_shows_who_says_what(clerk_client, director_client, objection):
    page = page_text(clerk_client, REVIEW)
    for text in (
        "Anna</b>",
        "Deal 1, bid",
        f"<dd>{objection.stood}</dd>",
        f"<dd><b>{objection.wanted}</b></dd>",
        "Wij schreven &lt;iets&gt; anders",
        "with the player’s card",
        f'action="{address(objection)}"',
    ):
        assert text in page
    assert "looked-at" not in page  # there is nothing to review
    correct = f'href="{FORM}?objection={objection.pk}"'
    assert (correct in page, correct in page_text(director_client, REVIEW)) == (False, True)


def test_an_answer_closes_it_and_the_page_leads_on(clerk_client, clerk, objection):
    answered = clerk_client.post(address(objection), {"answer": "Het papier zegt het."})
    assert (answered.status_code, answered.url) == (302, REVIEW)
    objection.refresh_from_db()
    assert (objection.answer, objection.answered_by) == ("Het papier zegt het.", clerk)
    after = clerk_client.get(REVIEW, follow=True)
    assert after.redirect_chain == [(PILE, 302)]
    assert message_levels(after) == ["success", "info"]
    assert list(after.context["forms"]) == []


@pytest.mark.parametrize("words", ["", "   ", "x" * 301, "a\u200bb"])
def test_an_answer_without_readable_words_is_refused(clerk_client, objection, words):
    answered = clerk_client.post(address(objection), {"answer": words})
    assert answered.url == REVIEW
    assert [each.level_tag for each in get_messages(answered.wsgi_request)] == ["error"]
    assert list(Objection.objects.open()) == [objection]


def test_the_second_official_is_told_that_he_is_late(clerk_client, director_client, objection):
    clerk_client.post(address(objection), {"answer": "Nee."})
    late = director_client.post(address(objection), {"answer": "Ja."}, follow=True)
    assert message_levels(late) == ["error", "info"]
    assert Objection.objects.get().answer == "Nee."


def test_in_a_closed_round_only_the_director_sees_and_answers(
    clerk_client, director_client, objection
):
    Round.objects.update(state=Round.State.CLOSED)
    assert clerk_client.get(REVIEW).url == "/t/wk-test/rounds/1/tables/1/"
    assert director_client.get(REVIEW).status_code == 200
    clerk_client.post(address(objection), {"answer": "Nee."})
    assert list(Objection.objects.open()) == [objection]


def test_the_director_corrects_on_the_page_of_the_form(director_client, table, version):
    document, changed = with_two_other_cells(table)
    path, (_stood, wanted) = next(iter(changed.items()))
    objection = said(1, path, wanted)
    page = director_client.get(f"{FORM}?objection={objection.pk}")
    shown = {c.field.path: c.value for row in page.context["sheet"].rows for c in row.every_cell}
    assert (shown[path], page.context["is_unsaved"]) == (wanted, True)
    assert "1 Anna" in page.content.decode()
    rules = table.round.rules
    sent = rules.to_cells(document) | {
        "action": "count",
        "players": "1 2 3 4 5",
        "expected_version": "1",
        "reason": "Verkeerd gelezen",
    }
    assert director_client.post(FORM, sent).status_code == 302
    objection.refresh_from_db()
    assert (objection.is_corrected, objection.answer) == (True, "Verkeerd gelezen")


@pytest.mark.parametrize("key", ["999", "0", "x", str(2**63)])
def test_the_page_of_the_form_without_such_an_objection_shows_the_form(
    director_client, version, key
):
    page = director_client.get(f"{FORM}?objection={key}")
    assert page.status_code == 200
    assert "objection" not in page.context


def test_a_form_that_has_to_be_typed_blind_shows_nothing_of_it(
    bea_client, clerk, table, set_review
):
    set_review("every", "blind", phones="form")
    submit(table, played(table), None)
    version = Version.objects.get()
    objection = said(1, BID, cell(version, BID)[1], "Geheim", is_from_table=True)
    pile = page_text(bea_client, PILE)
    assert "a player says: not right" in pile
    assert "Geheim" not in pile
    blank = bea_client.get(f"{FORM}?objection={objection.pk}", headers={"accept-language": "en"})
    typed = blank.content.decode()
    assert "Geheim" not in typed
    assert "It is written in below" not in typed
    assert {c.value for row in blank.context["sheet"].rows for c in row.every_cell} == {""}


def test_a_draft_of_his_own_shows_a_blind_official_nothing_of_it_either(
    bea_client, bea, table, set_review
):
    set_review("every", "blind", phones="form")
    submit(table, played(table), None)
    objection = said(1, BID, cell(Version.objects.get(), BID)[1], "Geheim", is_from_table=True)
    document, _changed = with_two_other_cells(table)
    Draft.objects.create(
        form=objection.form, author=bea, content=document, saved_at=objection.said_at
    )
    with_it, without = (
        bea_client.get(address).context for address in (f"{FORM}?objection={objection.pk}", FORM)
    )
    assert "objection" not in with_it
    assert [[c.value for c in row.every_cell] for row in with_it["sheet"].rows] == [
        [c.value for c in row.every_cell] for row in without["sheet"].rows
    ]


def test_a_waiting_form_is_reviewed_with_what_the_table_says(clerk_client, table, set_review):
    set_review("none", phones="compare")
    submit(table, played(table), None)
    version = Version.objects.get()
    said(1, BID, cell(version, BID)[1], is_from_table=True)
    page = page_text(clerk_client, REVIEW)
    assert "looked-at" in page
    assert "with the code of the table" in page
    answered = clerk_client.post(REVIEW, {"version": "1"}, follow=True)
    assert message_levels(answered)[0] == "success"
    assert len(Objection.objects.open()) == 1  # it counts, and the player has still no answer
    assert "a player says: not right" in page_text(clerk_client, PILE)


def test_answered_ones_stay_below(director_client, version, objection):
    director_client.post(address(objection), {"answer": "Staat er echt."})
    said(2, "deals.0.bids.1", cell(version, "deals.0.bids.1")[1])
    page = page_text(director_client, REVIEW)
    assert "1 answered" in page
    assert "Staat er echt." in page


def test_two_typings_are_settled_beside_what_players_say(director_client, clerk, bea, table):
    version = submit(table, played(table), clerk)
    said(1, BID, cell(version, BID)[1], "Wij schreven iets anders")
    submit(table, with_two_other_cells(table)[0], bea)
    assert director_client.get(REVIEW).url == f"{FORM}settle/"
    assert "Wij schreven iets anders" in page_text(director_client, f"{FORM}settle/")
    answered = director_client.post(f"{FORM}settle/", {"whole": "0"}, follow=True)
    assert message_levels(answered) == ["success"]
    assert len(Objection.objects.open()) == 1  # what counts is as it was: he has no answer yet
