"""The clock of a round and those of tables with more time, the same on every page."""

import datetime as dt

import pytest
from django.utils import timezone

from tests.hall.clock.clocks import again, table_at, timed
from tests.markup import on_one_line
from tests.rounds.prepared_rounds import hand_in_form
from tests.scoreforms.started_rounds import start_round
from wk.hall.clock import services as clock
from wk.hall.queries import news
from wk.tournament.models import Round, Table
from wk.tournament.seating import seat_round

NEWS = "/t/wk-test/hall/news/"
OF_TABLE = "/t/wk-test/rounds/1/tables/2/"
ELSEWHERE = ["", "standings/", "rounds/", "rounds/1/", "rounds/1/tables/1/", "players/6/"]
ENGLISH = {"Accept-Language": "en"}
MINUTE = dt.timedelta(minutes=1)


@pytest.fixture
def began(tournament):
    """A round of 75 minutes of which 70 are over; table 2 has 7 more."""
    moment = timezone.now() - 70 * MINUTE
    timed(tournament, began=moment)
    Table.objects.filter(number=2).update(extra_minutes=7)
    return moment


def page(client, address):
    return client.get(address, headers=ENGLISH).content.decode()


def bar(client, address):
    """What stands above a page, without its spaces: what is told, and what waits for places."""
    above = page(client, address).split('id="news"')[1].split("</div>")[0]
    told, _first, waiting = on_one_line(above).partition("<template")
    return told, waiting


def ends(text):
    """Until when the clocks run, in milliseconds."""
    return [int(part.split('"')[0]) for part in text.split('data-ends="')[1:]]


def milliseconds(moment):
    return int(moment.timestamp() * 1000)


def hour(moment):
    return f"{timezone.localtime(moment):%H:%M}"


def test_above_the_pages_of_a_table_stands_its_own_clock(client, clerk_client, began):
    own = began + 82 * MINUTE
    for who, address in ((client, OF_TABLE), (clerk_client, "/t/wk-test/forms/1/2/")):
        told, _waiting = bar(who, address)
        assert ends(told) == [milliseconds(own)]
        assert told.count("Round 1, table 2") == told.count("7 minutes more") == 1
        assert f">until {hour(own)}</b>" in told
        assert 'data-says=""' in told.split("data-ends")[1].split(">")[0]  # twelve are left


@pytest.mark.parametrize("address", ELSEWHERE)
def test_elsewhere_the_clock_of_the_round_and_who_has_more_time(client, began, address):
    own, of_all = (began + minutes * MINUTE for minutes in (82, 75))
    told, waiting = bar(client, f"/t/wk-test/{address}")
    assert ends(told) == [milliseconds(of_all)]
    assert f"<span>table 2: until {hour(own)}</span>" in told
    assert "Round 1, table" not in told
    assert ends(waiting) == [milliseconds(own)]
    assert waiting.count('data-own="1/2"') == waiting.count("7 minutes more") == 1


def test_a_clock_that_stands_still_tells_how_many_minutes(client, began):
    clock.pause(round=again(table_at(2).round.tournament), now=timezone.now())
    told, _waiting = bar(client, "/t/wk-test/")
    assert ">table 2: 7 minutes more<" in told
    assert bar(client, OF_TABLE)[0].count(">12 minutes</b>") == 1


def test_a_table_of_another_round_has_no_clock_of_its_own(client, tournament, began):
    entries = list(tournament.entries.all())
    later = seat_round(
        tournament=tournament, number=2, tables={1: entries[:5], 2: entries[5:]}, state="started"
    )
    Round.objects.filter(pk=later.pk).update(started_at=began, minutes=90)
    assert ends(bar(client, OF_TABLE)[0]) == [milliseconds(began + 90 * MINUTE)]
    assert bar(client, "/t/wk-test/")[1] == ""


def test_who_has_handed_in_is_not_waited_for(client, director, began):
    hand_in_form(2, director)
    told, waiting = bar(client, "/t/wk-test/")
    assert ("table 2" in told, waiting) == (False, "")
    # As on its phone, which keeps it.
    assert ends(bar(client, OF_TABLE)[0]) == [milliseconds(began + 82 * MINUTE)]


def test_of_many_the_first_few_are_named(client, db):
    made = start_round(5)
    timed(made, began=timezone.now())
    Table.objects.update(extra_minutes=3)
    told, waiting = bar(client, f"/t/{made.slug}/")
    named = [part.split(":")[0] for part in told.split("<span>table ")[1:]]
    assert (named, "<span>and 3 more tables</span>" in told) == (["1", "2"], True)
    assert len(ends(waiting)) == 5


@pytest.mark.parametrize("about", ["", "&round=1&table=2"])
def test_a_page_that_is_open_follows(client, tournament, began, about):
    asked = f"{NEWS}?version_token={{}}{about}"
    token = client.get(asked.format("")).context["news"].version_token
    assert f"?version_token={token}{about}".replace("&", "&amp;") in page(client, asked.format(""))
    assert client.get(asked.format(token)).status_code == 204
    clock.give_table_time(table=table_at(2), minutes=5, now=timezone.now())
    answer = client.get(asked.format(token), headers=ENGLISH)
    own = milliseconds(began + 87 * MINUTE)
    assert ends(answer.content.decode()).count(own) == 1 + bool(about)
    clock.take_table_time(table=table_at(2), now=timezone.now())
    answer = client.get(asked.format(answer.context["news"].version_token))
    assert ends(answer.content.decode()) == [milliseconds(began + 75 * MINUTE)]
    assert client.get(asked.format(answer.context["news"].version_token)).status_code == 204


@pytest.mark.parametrize(
    "about", ["round=1", "table=2", "round=x&table=2", "round=1&table=0", f"round=1&table={10**30}"]
)
def test_no_table_that_there_is(client, began, about):
    context = client.get(f"{NEWS}?{about}").context["news"]
    assert (context.own, [time.table for time in context.later]) == (None, [2])


@pytest.mark.parametrize("tables", [1, 40])
def test_any_number_of_tables_takes_as_many_queries(db, tables, django_assert_num_queries):
    made = start_round(tables)
    timed(made, began=timezone.now())
    Table.objects.update(extra_minutes=5)
    with django_assert_num_queries(3):  # announcements, the clock, the tables
        told = news(made, timezone.now(), (1, 1))
    assert (told.own.table, len(told.later)) == (1, tables)


def places(client, address):
    return [part.split('"')[0] for part in page(client, address).split('own-time" data-own="')[1:]]


def test_where_tables_stand_on_a_page_there_is_a_place_for_their_clocks(
    client, clerk_client, director, began
):
    assert places(client, "/t/wk-test/rounds/1/") == ["1/1", "1/2"]
    assert places(client, "/t/wk-test/players/6/") == ["1/2"]
    assert places(clerk_client, "/t/wk-test/forms/") == ["1/1", "1/2"]
    hand_in_form(2, director)
    assert places(clerk_client, "/t/wk-test/forms/") == ["1/1"]
    assert places(client, "/t/wk-test/players/6/") == []
    Round.objects.update(state=Round.State.CLOSED)
    assert places(client, "/t/wk-test/rounds/1/") == []
