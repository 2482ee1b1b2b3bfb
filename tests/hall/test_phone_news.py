"""What the phone of a table is told besides its form: announcements, and its time."""

import datetime as dt

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from tests.hall.clock.clocks import at, table_at, timed
from tests.phones.hall import key_of
from wk.hall.announcements.services import announce, take_back
from wk.phones.services import revoke_keys
from wk.tournament.models import Round, Table

NEWS = "/phone/news/"


@pytest.fixture(autouse=True)
def _nobody_asked_yet():
    cache.clear()


def ask(number=1):
    client = Client(enforce_csrf_checks=True)
    return client.post(NEWS, {"key": key_of(table_at(number))})


def test_nothing_is_said_and_no_clock_runs(tournament):
    assert ask().json() == {"announcements": [], "clock": None}


def test_what_the_director_says_until_it_is_taken_back(tournament, director):
    first, second = (
        announce(tournament=tournament, text=text, author=director, now=at(n))
        for n, text in enumerate(["De koffie staat klaar", "Over vijf minuten verder"])
    )
    assert ask().json()["announcements"] == [second.text, first.text]
    take_back(announcement=first, now=at(5))
    assert ask().json()["announcements"] == [second.text]


def test_the_time_of_the_table_itself(tournament):
    began = timezone.now().replace(microsecond=0)
    timed(tournament, began=began)
    Table.objects.filter(number=2).update(extra_minutes=5)
    one, other = (ask(number).json()["clock"] for number in (1, 2))
    end = int((began + dt.timedelta(minutes=75)).timestamp() * 1000)
    assert (one["ends"], other["ends"]) == (end, end + 5 * 60_000)
    assert one["isPaused"] is False
    assert one["warnings"] == [
        {"from": 600, "says": "soon"},
        {"from": 300, "says": "last"},
        {"from": 0, "says": "over"},
    ]
    assert 0 <= one["now"] - began.timestamp() * 1000 < 60_000


def test_a_clock_that_stands_still_ends_as_much_later(tournament):
    now = timezone.now()
    timed(tournament, began=now - dt.timedelta(minutes=30))
    Round.objects.update(paused_at=now - dt.timedelta(minutes=10))
    told = ask().json()["clock"]
    assert (told["isPaused"], told["ends"] - told["now"]) == (True, 55 * 60_000)


def test_the_page_has_a_word_for_each_warning(client, tournament):
    timed(tournament, began=timezone.now())
    page = client.get("/phone/").content.decode()
    says = [each["says"] for each in ask().json()["clock"]["warnings"]]
    assert [page.count(f'data-word="says-{each}"') for each in [*says, "paused"]] == [2, 2, 2, 2]


def test_what_has_ended_is_told_no_more(tournament, director):
    before = timezone.now() - dt.timedelta(minutes=10)
    for minutes in (10, 30):
        announce(
            tournament=tournament, text=str(minutes), minutes=minutes, author=director, now=before
        )
    assert ask().json()["announcements"] == ["30"]


def test_it_takes_few_queries(tournament, director, django_assert_num_queries):
    timed(tournament, began=timezone.now())
    announce(tournament=tournament, text="Pauze", author=director, now=at(0))
    asked = {"key": key_of(table_at(1))}
    with django_assert_num_queries(2):  # the key with its table, announcements
        Client().post(NEWS, asked)


def test_a_round_that_is_over_says_what_there_is_to_say(tournament, director):
    timed(tournament, began=timezone.now())
    announce(tournament=tournament, text="Breng je formulier", author=director, now=at(0))
    Round.objects.update(state=Round.State.CLOSED)
    assert ask().json() == {"announcements": ["Breng je formulier"], "clock": None}


@pytest.mark.parametrize("key", ["", "x", "A" * 24, "\0" * 24])
def test_a_wrong_key_hears_nothing(client, tournament, director, key):
    announce(tournament=tournament, text="Pauze", author=director, now=at(0))
    answer = client.post(NEWS, {"key": key})
    assert (answer.status_code, "Pauze" in answer.content.decode()) == (404, False)


def test_nor_does_one_that_was_taken_back(tournament):
    asked = {"key": key_of(table_at(1))}
    revoke_keys(tables=[table_at(1)], now=timezone.now())
    assert Client().post(NEWS, asked).status_code == 404


def test_it_is_only_posted(client):
    assert client.get(NEWS).status_code == 405
