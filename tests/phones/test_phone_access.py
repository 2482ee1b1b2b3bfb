"""What the table's page asks is answered to who has its key, while it may be used."""

import pytest
from django.utils import timezone

from tests.phones.hall import ASKED, ask, key_of, sent
from tests.played import played
from wk.phones import phone_views
from wk.phones.services import take_back
from wk.tournament.models import Round, Tournament


@pytest.mark.parametrize("name", ASKED)
@pytest.mark.parametrize("key", ["", "x", "A" * 24, "../../etc", "\0" * 24, "é" * 24, "A" * 9999])
def test_a_wrong_key_opens_nothing(phone, table, name, key):
    answer = ask(phone, name, sent(table, key=key))
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown")
    assert list(answer.json()) == ["code", "message"]


@pytest.mark.parametrize("name", ASKED)
def test_a_revoked_key_says_no_more_than_an_unknown_one(phone, table, name):
    data = sent(table, played(table))
    take_back(tables=[table], now=timezone.now())
    answer = ask(phone, name, data)
    unknown = ask(phone, name, data | {"key": "A" * 24})
    assert (answer.status_code, answer.content) == (404, unknown.content)


@pytest.mark.parametrize("name", ASKED)
def test_a_phone_is_told_when_tables_do_not_use_one(phone, table, name):
    Tournament.objects.update(phones=Tournament.Phones.OFF)
    answer = ask(phone, name, sent(table, played(table)))
    assert (answer.status_code, answer.json()["code"]) == (403, "off")


@pytest.mark.parametrize("name", ASKED)
@pytest.mark.parametrize("state", [Round.State.DRAWN, Round.State.FIXED])
def test_a_phone_waits_for_its_round(phone, table, name, state):
    Round.objects.update(state=state)
    answer = ask(phone, name, sent(table, played(table)))
    assert (answer.status_code, answer.json()["code"]) == (409, "early")
    assert "Anna" not in answer.content.decode()


@pytest.mark.parametrize("name", ASKED)
def test_an_account_is_no_key(director_client, table, name):
    assert ask(director_client, name, sent(table, key="A" * 24)).status_code == 404


@pytest.mark.parametrize("name", ASKED)
def test_nothing_of_it_is_kept_on_the_way(phone, table, name):
    answer = ask(phone, name, sent(table, played(table)))
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    assert answer.cookies == {}
    assert key_of(table) not in answer.content.decode()


def test_a_phone_that_asks_all_the_time_has_to_wait(phone, table, other_table, monkeypatch):
    monkeypatch.setattr(phone_views, "MOST_A_MINUTE", 2)
    codes = {ask(phone, "state", sent(table)).status_code for _ in range(5)}
    assert codes == {200, 429}  # five requests are never in three minutes
    assert ask(phone, "state", sent(other_table)).status_code == 200
