"""A phone asks for the director, and its news tell of that and of the next seats."""

import pytest
from django.test import Client
from django.utils import timezone

from tests.phones.phone_requests import key_of, post_to_phone
from wk.phones.models import TableCall
from wk.phones.services import revoke_keys
from wk.tournament.models import Entry, Round, Tournament
from wk.tournament.seating import seat_round

PRESS = "0123456789abcdef01234567"


def post_call(phone, table, **fields):
    return post_to_phone(phone, "call", {"key": key_of(table), "press": PRESS} | fields)


def test_a_table_calls_and_takes_it_back(phone, table):
    for _ in range(2):
        answer = post_call(phone, table)
        call = answer.json()["call"]
        assert (answer.status_code, call["press"], call["state"]) == (200, PRESS, "waiting")
    news = post_to_phone(phone, "news", {"key": key_of(table)}).json()
    assert news["call"] == call
    for _ in range(2):
        assert post_call(phone, table, back="1").json() == {"call": None}
    assert TableCall.objects.get().is_taken_back is True


def test_only_the_key_of_a_table_calls(phone, table, director_client):
    for client in (phone, director_client):
        answer = post_to_phone(client, "call", {"key": "A" * 24, "press": PRESS})
        assert (answer.status_code, answer.json()["code"]) == (404, "unknown")
    asked = {"key": key_of(table), "press": PRESS}
    revoke_keys(tables=[table], now=timezone.now())
    assert post_to_phone(phone, "call", asked).status_code == 404
    assert Client().get("/phone/call/").status_code == 405
    assert TableCall.objects.count() == 0


@pytest.mark.parametrize("press", ["", "short", "x" * 41, "no spaces here", "\0" * 24])
def test_a_press_without_a_name_is_refused(phone, table, press):
    answer = post_call(phone, table, press=press)
    assert (answer.status_code, answer.json()["code"]) == (400, "unreadable")


def test_calls_are_refused_before_and_after_the_round_and_on_paper_only(phone, table):
    for state, code in (("confirmed", "early"), ("closed", "closed"), ("final", "closed")):
        Round.objects.update(state=state)
        answer = post_call(phone, table)
        assert (answer.status_code, answer.json()["code"]) == (409, code)
    Round.objects.update(state=Round.State.STARTED)
    Tournament.objects.update(phones=Tournament.Phones.OFF)
    assert (post_call(phone, table).status_code, TableCall.objects.count()) == (403, 0)


def test_a_table_that_calls_very_often_is_told_so(phone, table):
    for number in range(3):
        post_call(phone, table, press=f"press-no-{number}")
        post_call(phone, table, press=f"press-no-{number}", back="1")
    answer = post_call(phone, table)
    assert (answer.status_code, answer.json()["code"]) == (409, "refused")


# The seats of the next round


@pytest.fixture
def next_round(tournament):
    """Round 2, in which the table of Anna to Els is mixed with the other one."""
    entries = {each.number: each for each in Entry.objects.all()}
    seats = {1: [6, 2, 7, 1, 8], 2: [4, 5, 9, 3]}
    tables = {table: [entries[number] for number in numbers] for table, numbers in seats.items()}
    return seat_round(tournament=tournament, number=2, tables=tables, state=Round.State.CONFIRMED)


def told_next(phone, table):
    return post_to_phone(phone, "news", {"key": key_of(table)}).json()["next"]


def test_the_phone_tells_where_its_players_sit_next(phone, table, next_round):
    told = told_next(phone, table)
    assert told["round"] == 2
    assert [tuple(each.values()) for each in told["seats"]] == [
        (1, "Anna", 1, 4),
        (2, "Bram", 1, 2),
        (3, "Cor", 2, 4),
        (4, "Dirk", 2, 1),
        (5, "Els", 2, 2),
    ]


def test_the_phone_tells_no_seats_that_are_not_public(phone, table, next_round):
    Round.objects.filter(number=2).update(state=Round.State.DRAWN)
    assert told_next(phone, table) is None
    Round.objects.filter(number=2).delete()
    assert told_next(phone, table) is None


def test_the_state_has_the_way_to_the_standings(phone, table):
    asked = {"key": key_of(table)}
    state = post_to_phone(phone, "state", asked).json()
    assert [state[name] for name in ("slug", "standings", "isLast")] == [
        "wk-test",
        "/t/wk-test/standings/",
        False,
    ]
    Tournament.objects.update(round_count=1)
    assert post_to_phone(phone, "state", asked).json()["isLast"] is True
