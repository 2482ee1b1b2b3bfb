"""Who plays on in somebody's seat stands beside whose result it is, wherever the seat is shown."""

import datetime as dt

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.archive.samples import form
from wk.scoreforms.queries import substitutes_at
from wk.scoreforms.services import import_forms
from wk.tournament.models import Seat, Substitute

NOW = dt.datetime(2026, 11, 21, 14, tzinfo=dt.UTC)
FROM_8, THE_REST = "from deal 8 played by Piet Kok", "the rest played by Ada"
TABLE = "/t/wk-test/rounds/1/tables/1/"
ENTER = "/t/wk-test/forms/1/1/"
PLAYER = "/t/wk-test/players/{}/"


@pytest.fixture
def came(tournament) -> Seat:
    """Piet plays on for Cor (3), in seat 3 of table 1."""
    seat = Seat.objects.get(round__tournament=tournament, entry__number=3)
    Substitute.objects.create(seat=seat, name="Piet Kok", from_deal=8)
    return seat


def page(client, address: str) -> str:
    answer = client.get(address, headers={"Accept-Language": "en"})
    assert answer.status_code == 200
    return answer.content.decode()


def rows_with(html: str, words: str) -> list[str]:
    """The start numbers of the players beside whom something stands."""
    parts = html.split(words)[:-1]
    return [part.rpartition('<span class="no">')[2].partition("</span>")[0] for part in parts]


@pytest.mark.parametrize(
    ("address", "times"),
    [
        (TABLE, 1),
        (ENTER, 1),
        (f"{ENTER}?totals=1", 1),
        (PLAYER.format(3), 1),
        (PLAYER.format(1), 1),
        (PLAYER.format(6), 0),
        ("/t/wk-test/rounds/1/tables/2/", 0),
    ],
)
def test_it_stands_with_his_seat(clerk_client, came, address, times):
    """On the pages of the others at his table too."""
    assert rows_with(page(clerk_client, address), FROM_8) == ["3"] * times


@pytest.mark.parametrize("address", [TABLE, PLAYER.format(4)])
def test_everyone_may_see_it(client, came, address):
    assert FROM_8 in page(client, address)


def test_it_stays_once_the_form_counts(client, director_client, came):
    import_forms(forms=[(came.table, form())], now=NOW)
    assert rows_with(page(client, TABLE), FROM_8) == ["3", "3"]
    assert rows_with(page(client, PLAYER.format(3)), FROM_8) == ["3"]
    assert rows_with(page(director_client, f"{ENTER}history/"), FROM_8) == ["3"]


def test_several_stand_in_the_order_in_which_they_came(client, came):
    Substitute.objects.create(seat=came, name="Bea", from_deal=15)
    Substitute.objects.create(seat=came, name="Ada")
    names = [substitute.name for substitute in substitutes_at(came.table)]
    assert names == ["Ada", "Piet Kok", "Bea"]
    html = page(client, TABLE)
    assert [rows_with(html, words) for words in (FROM_8, THE_REST)] == [["3"]] * 2


def test_a_name_is_shown_as_it_is_written(client, came):
    Substitute.objects.update(name="<b>Piet</b>")
    assert "played by &lt;b&gt;Piet&lt;/b&gt;" in page(client, TABLE)


@pytest.mark.parametrize("address", [TABLE, ENTER, PLAYER.format(3)])
def test_they_take_no_more_queries_however_many(
    clerk_client, tournament, address, django_assert_num_queries
):
    with CaptureQueriesContext(connection) as before:
        page(clerk_client, address)
    for seat in Seat.objects.filter(round__tournament=tournament):
        Substitute.objects.create(seat=seat, name="Piet Kok", from_deal=8)
    with django_assert_num_queries(len(before)):
        assert page(clerk_client, address).count(FROM_8) >= 5
