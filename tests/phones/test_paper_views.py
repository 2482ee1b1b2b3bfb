"""An official scans the code of a table: the paper lies with him, and the form opens."""

import pytest
from django.contrib.messages import get_messages
from django.urls import reverse

from tests.phones.phone_requests import key_of
from wk.scoreforms.models import PaperHolder

PAPER = "/phone/paper/"


def test_the_code_of_a_table_says_that_its_paper_lies_with_the_official(clerk_client, clerk, table):
    page = clerk_client.get(PAPER, headers={"accept-language": "en"})
    assert page.content.decode().count("You are logged in as kees.") == 1
    for _click in range(2):
        answer = clerk_client.post(PAPER, {"key": key_of(table)})
        assert answer.url == "/t/wk-test/forms/1/1/"
    paper = PaperHolder.objects.get()
    assert (paper.form.table, paper.official) == (table, clerk)


@pytest.mark.parametrize("key", ["", "x", "A" * 22])
def test_a_code_of_no_table_is_refused(clerk_client, tournament, key):
    assert clerk_client.post(PAPER, {"key": key}).status_code == 404
    assert PaperHolder.objects.count() == 0


def test_before_the_round_starts_the_paper_lies_with_nobody(clerk_client, table, tournament):
    tournament.rounds.update(state="fixed")
    answer = clerk_client.post(PAPER, {"key": key_of(table)})
    [message] = get_messages(answer.wsgi_request)
    assert (message.level_tag, PaperHolder.objects.count()) == ("error", 0)


def test_nobody_without_an_account_has_the_button(client, clerk_client, table):
    asked = client.get(PAPER, headers={"HX-Request": "true"})
    assert (asked.status_code, asked.content) == (401, b"")
    answer = client.post(PAPER, {"key": key_of(table)})
    assert answer.url.startswith(reverse("accounts:login"))
    assert clerk_client.put(PAPER).status_code == 405
    assert PaperHolder.objects.count() == 0
