"""Pages of a closed and of a final round: what they say, and what they offer to clerks and
directors."""

import pytest

from tests.cases import cases
from tests.markup import messages_of, without_space_beside_blocks
from tests.played import played
from tests.rounds.prepared_rounds import (
    NOON,
    count_all_forms,
    count_form_of,
    hand_in_form,
    set_state,
)
from wk.scoreforms.models import Draft, Presence, Version
from wk.scoreforms.services import Submission, hand_in

pytestmark = pytest.mark.usefixtures("english")

CLOSED = "Round 1 is closed. Only the director can still change something."
FINAL = "Round 1 is final. Only when the director reopens it, it can change."
REOPEN = "Round 1 is final. Reopen it first, then you can change something."  # for a director
LIST = "/t/wk-test/forms/"
FORM = f"{LIST}1/1/"
HISTORY = f"{FORM}history/"
PILE = f"{LIST}pile/"
TABLE = "/t/wk-test/rounds/1/tables/1/"


def test_a_clerk_who_opens_a_form_of_a_closed_round_is_sent_to_the_table(clerk_client, round):
    for state, why in [("closed", CLOSED), ("final", FINAL)]:
        set_state(round, state)
        for asked in (FORM, f"{LIST}?table=1"):
            response = clerk_client.get(asked, follow=True)
            assert response.redirect_chain[-1] == (TABLE, 302)
            assert response.content.decode().count(why) == 1


def test_the_director_may_open_a_form_of_a_closed_round_not_of_a_final_one(director_client, round):
    for state, opens in [("closed", True), ("final", False)]:
        set_state(round, state)
        response = director_client.get(FORM)
        assert (response.status_code, response.get("Location")) == (
            (200, None) if opens else (302, TABLE)
        )


def test_a_form_typed_while_the_round_closed_stays_on_the_page(clerk_client, round, table):
    page = {"expected_version": "0", "expected_draft": "0", "players": "1 2 3 4 5"}
    cells = table.round.rules.to_cells(played(table)) | page
    set_state(round, "closed")
    answer = clerk_client.post(f"{FORM}draft/", cells)
    assert (answer.status_code, answer.json()) == (422, {"message": CLOSED})
    answer = clerk_client.post(f"{FORM}present/")
    assert (answer.status_code, Presence.objects.count()) == (200, 0)
    page = clerk_client.post(FORM, cells | {"action": "count"})
    assert (page.status_code, messages_of(page)) == (200, [CLOSED])
    assert page.context["form"].document() == played(table)
    assert (Version.objects.count(), Draft.objects.count()) == (0, 0)


def test_the_page_of_a_table_links_to_the_form_only_in_an_open_round(clerk_client, round):
    for state, why, offers in [
        ("started", "Enter the form", True),
        ("closed", CLOSED, False),
        ("final", FINAL, False),
    ]:
        set_state(round, state)
        page = clerk_client.get(TABLE).content.decode()
        assert ("Only" in page, page.count(why), FORM in page) == (not offers, 1, offers)


def test_the_director_may_correct_and_restore_until_the_round_is_final(
    director_client, round, table, clerk, director
):
    count_form_of(table, clerk)
    paper = Submission(played(table, seed=2), director, NOON)
    hand_in(table=table, submission=paper, expected_version=1, reason="Verschreven")

    states = [("started", "", True), ("closed", "", True), ("final", REOPEN, False)]

    @cases("state, why, offers", states)
    def offers_until_final(state, why, offers):
        set_state(round, state)
        page = director_client.get(TABLE)
        assert (page.context["closed"], f'href="{FORM}"' in page.content.decode()) == (why, offers)
        page = director_client.get(HISTORY, {"version": 1})
        assert (page.context["closed"], "restore" in page.context) == (why, offers)

    offers_until_final()


def test_the_public_does_not_see_that_a_round_is_final(client, round):
    set_state(round, "final")
    assert FINAL not in client.get(TABLE).content.decode()


@pytest.mark.parametrize(("page", "seed"), [("second", 0), ("settle", 2)])
def test_only_the_director_reviews_forms_of_a_closed_round(
    clerk_client, director_client, tournament, round, bea, director, page, seed
):
    tournament.second_check = "every"
    tournament.save()
    hand_in_form(1, bea)
    if seed:
        hand_in_form(1, director, seed)
    set_state(round, "closed")
    shown = clerk_client.get(PILE)
    assert (shown.content.decode().count(CLOSED), shown.context["first"]) == (1, None)
    asked = clerk_client.get(f"{FORM}{page}/", follow=True)
    assert (asked.redirect_chain, asked.content.decode().count(CLOSED)) == ([(TABLE, 302)], 1)
    assert CLOSED not in director_client.get(PILE).content.decode()
    assert director_client.get(f"{FORM}{page}/").status_code == 200


def test_the_list_of_a_closed_round_says_so_and_has_no_table_field(clerk_client, round):
    states = [("started", [], True), ("closed", [CLOSED], False), ("final", [FINAL], False)]

    @cases("state, why, has_field", states)
    def says_so(state, why, has_field):
        set_state(round, state)
        page = clerk_client.get(LIST).content.decode()
        assert [each for each in (CLOSED, FINAL) if each in page] == why
        assert ('id="id_table"' in page) == has_field

    says_so()


def test_an_open_list_is_updated_when_its_round_closes(clerk_client, round):
    token = clerk_client.get(LIST).context["version_token"]
    asked = {"version_token": token}, {"HX-Request": "true"}
    assert clerk_client.get(LIST, asked[0], headers=asked[1]).status_code == 204
    set_state(round, "closed")
    part = clerk_client.get(LIST, asked[0], headers=asked[1])
    assert (part.status_code, CLOSED in part.content.decode()) == (200, True)


def test_the_list_links_the_director_to_the_next_step(director_client, round):
    count_all_forms(round)

    @cases(
        "state, text, leads",
        [
            ("started", "All forms are in: close the round", "/t/wk-test/rounds/1/"),
            ("closed", "Make round 1 final", "/t/wk-test/rounds/1/"),
            ("final", "All forms are in", "/t/wk-test/rounds/"),
        ],
    )
    def links_to_it(state, text, leads):
        set_state(round, state)
        page = without_space_beside_blocks(director_client.get(LIST).content.decode())
        assert f"<h2>{text}</h2>" in page
        assert f'id="to-next" href="{leads}"' in page

    links_to_it()
