"""Papers in the office: a number or a code opens the form, and tells with whom the paper lies."""

import pytest
from django.urls import reverse

from tests.played import played
from tests.scoreforms.started_rounds import LIST, NOON, cards_by_table, tables_shown
from tests.scoreforms.submissions import submit
from wk.core.refusals import ActionRefused
from wk.scoreforms.models import PaperHolder, ScoreForm
from wk.scoreforms.papers.services import take_paper
from wk.tournament.sheet_codes import BOTTOM, SheetCode

TAKE = f"{LIST}papers/"


def holders():
    """Return with whom the papers lie, by the number of the table."""
    return dict(PaperHolder.objects.values_list("form__table__number", "official__username"))


def test_a_number_or_a_code_opens_the_form_and_tells_where_its_paper_is(
    clerk_client, bea_client, tournament
):
    code = SheetCode("wk-test", 1, 2, BOTTOM).text
    assert clerk_client.post(TAKE, {"round": "1", "table": " 1 "}).url == f"{LIST}1/1/"
    for _click in range(2):
        assert bea_client.post(TAKE, {"table": code}).url == f"{LIST}1/2/"
    assert holders() == {1: "kees", 2: "bea"}
    clerk_client.post(TAKE, {"table": code.lower()})
    assert holders() == {1: "kees", 2: "kees"}
    assert clerk_client.get(LIST, {"table": code}).url == f"{LIST}1/2/"


def test_the_same_paper_taken_twice_keeps_its_time(clerk, table):
    for later in (NOON, NOON.replace(hour=14)):
        take_paper(table=table, holder=clerk, now=later)
    assert PaperHolder.objects.get().taken_at == NOON


def test_the_list_tells_with_whom_each_paper_lies(clerk, bea, clerk_client, bea_client, tournament):
    one, other = tournament.rounds.get().tables.order_by("number")
    take_paper(table=one, holder=clerk, now=NOON)
    take_paper(table=other, holder=bea, now=NOON)
    cards = cards_by_table(clerk_client)
    found = {number: "paper: kees" in card for number, card in cards.items()}
    assert found == {1: True, 2: False}
    assert tables_shown(clerk_client, show="mine") == [1]
    assert tables_shown(bea_client, show="mine") == [2]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "required"),
        ("9", "There is no such table in this round."),
        ("twee", "Type the number of the table, or scan the code on its sheet."),
        ("9" * 30, "Type the number of the table, or scan the code on its sheet."),
        ("WK/OTHER/1/1/2", "This sheet is of another tournament."),
        ("WK/WK-TEST/7/1/2", "There is no such table in this round."),
    ],
)
def test_what_is_no_table_is_said_at_the_field(clerk_client, tournament, text, said):
    answer = clerk_client.post(TAKE, {"round": "1", "table": text})
    page = clerk_client.get(answer.url, headers={"accept-language": "en"})
    [error] = page.context["find"].errors["table"]
    assert error == said if said != "required" else page.context["find"].has_error("table", said)
    assert ScoreForm.objects.count() == 0


def test_papers_are_taken_by_officials_in_a_round_that_has_begun(
    client, clerk, clerk_client, table, tournament
):
    assert client.post(TAKE, {"table": "1"}).url == f"{reverse('accounts:login')}?next=/"
    assert clerk_client.get(TAKE).status_code == 405
    tournament.rounds.update(state="fixed")
    assert clerk_client.post(TAKE, {"table": "1"}).url == LIST
    with pytest.raises(ActionRefused):
        take_paper(table=table, holder=clerk, now=NOON)
    assert PaperHolder.objects.count() == 0


def test_a_paper_is_taken_also_when_all_forms_count(clerk, bea_client, tournament):
    """Papers for the review still move from hand to hand."""
    for table in tournament.rounds.get().tables.all():
        submit(table, played(table), clerk)
    words = bea_client.get(LIST).content.decode()
    assert ('name="table"' in words, "autofocus" in words) == (True, False)
    bea_client.post(TAKE, {"table": "2"})
    assert holders() == {2: "bea"}
