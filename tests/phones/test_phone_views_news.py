"""The news for the phone of a table: announcements and its clock."""

import datetime as dt

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from tests.hall.clock.timed_rounds import noon_plus, start_clock, table_numbered
from tests.phones.phone_requests import key_of
from wk.hall.announcements.services import announce, take_back
from wk.phones.services import revoke_keys
from wk.tournament.models import Round, Table

NEWS = "/phone/news/"
NOTHING = {
    "announcements": [],
    "clock": None,
    "call": None,
    "next": None,
    "second": "",
    "counted": 0,
}


@pytest.fixture(autouse=True)
def _empty_cache():
    cache.clear()


def ask_news(number=1):
    """Ask for news with the key of a table."""
    client = Client(enforce_csrf_checks=True)
    return client.post(NEWS, {"key": key_of(table_numbered(number))})


def test_no_news_without_announcements_and_clock(tournament):
    assert ask_news().json() == NOTHING


def test_announcements_are_sent_until_they_are_taken_back(tournament, director):
    first, second = (
        announce(tournament=tournament, text=text, author=director, now=noon_plus(n))
        for n, text in enumerate(["De koffie staat klaar", "Over vijf minuten verder"])
    )
    assert ask_news().json()["announcements"] == [second.text, first.text]
    take_back(announcement=first, now=noon_plus(5))
    assert ask_news().json()["announcements"] == [second.text]


def test_the_clock_has_the_extra_time_of_the_table(tournament):
    began = timezone.now().replace(microsecond=0)
    start_clock(tournament, began=began)
    Table.objects.filter(number=2).update(extra_minutes=5)
    one, other = (ask_news(number).json()["clock"] for number in (1, 2))
    end = int((began + dt.timedelta(minutes=75)).timestamp() * 1000)
    assert (one["ends"], other["ends"]) == (end, end + 5 * 60_000)
    assert one["isPaused"] is False
    assert one["warnings"] == [
        {"from": 600, "says": "soon"},
        {"from": 300, "says": "last"},
        {"from": 0, "says": "over"},
    ]
    assert 0 <= one["now"] - began.timestamp() * 1000 < 60_000


def test_a_paused_clock_ends_later(tournament):
    now = timezone.now()
    start_clock(tournament, began=now - dt.timedelta(minutes=30))
    Round.objects.update(paused_at=now - dt.timedelta(minutes=10))
    told = ask_news().json()["clock"]
    assert (told["isPaused"], told["ends"] - told["now"]) == (True, 55 * 60_000)


def test_the_page_has_a_word_for_each_warning(client, tournament):
    start_clock(tournament, began=timezone.now())
    page = client.get("/phone/").content.decode()
    says = [each["says"] for each in ask_news().json()["clock"]["warnings"]]
    assert [page.count(f'data-word="says-{each}"') for each in [*says, "paused"]] == [2, 2, 2, 2]


def test_ended_announcements_are_not_sent(tournament, director):
    before = timezone.now() - dt.timedelta(minutes=10)
    for minutes in (10, 30):
        announce(
            tournament=tournament, text=str(minutes), minutes=minutes, author=director, now=before
        )
    assert ask_news().json()["announcements"] == ["30"]


def test_number_of_queries_of_news(tournament, director, django_assert_num_queries):
    start_clock(tournament, began=timezone.now())
    announce(tournament=tournament, text="Pauze", author=director, now=noon_plus(0))
    asked = {"key": key_of(table_numbered(1))}
    with django_assert_num_queries(
        5
    ):  # the key with its table, announcements, call, next seats, version
        Client().post(NEWS, asked)


def test_a_closed_round_sends_announcements_without_a_clock(tournament, director):
    start_clock(tournament, began=timezone.now())
    announce(tournament=tournament, text="Breng je formulier", author=director, now=noon_plus(0))
    Round.objects.update(state=Round.State.CLOSED)
    assert ask_news().json() == NOTHING | {"announcements": ["Breng je formulier"]}


@pytest.mark.parametrize("key", ["", "x", "A" * 24, "\0" * 24])
def test_a_wrong_key_gets_no_news(client, tournament, director, key):
    announce(tournament=tournament, text="Pauze", author=director, now=noon_plus(0))
    answer = client.post(NEWS, {"key": key})
    assert (answer.status_code, "Pauze" in answer.content.decode()) == (404, False)


def test_a_revoked_key_gets_no_news(tournament):
    asked = {"key": key_of(table_numbered(1))}
    revoke_keys(tables=[table_numbered(1)], now=timezone.now())
    assert Client().post(NEWS, asked).status_code == 404


def test_news_need_post(client):
    assert client.get(NEWS).status_code == 405
