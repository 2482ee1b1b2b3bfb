"""The clock of a round and of tables with extra time, the same on every page."""

import datetime as dt

import pytest
from django.utils import timezone

from tests.cases import cases
from tests.hall.clock.timed_rounds import reload_round, start_clock, table_numbered
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
OF_AN_OPEN_PAGE = ENGLISH | {"HX-Request": "true"}
MINUTE = dt.timedelta(minutes=1)


@pytest.fixture
def start_of_round(tournament):
    """The start of a round of 75 minutes, 70 minutes ago. Table 2 has 7 minutes more."""
    moment = timezone.now() - 70 * MINUTE
    start_clock(tournament, began=moment)
    Table.objects.filter(number=2).update(extra_minutes=7)
    return moment


def html_of(client, address, headers=ENGLISH):
    """Return a page in English."""
    return client.get(address, headers=headers).content.decode()


def asked_news(client, address=NEWS):
    """Return the news in English, as an open page asks for it."""
    return html_of(client, address, OF_AN_OPEN_PAGE)


def news_bar(client, address):
    """Return the HTML of the news above a page: the visible part and the part for places of
    tables."""
    above = html_of(client, address).split('id="news"')[1].split("</div>")[0]
    told, _first, waiting = on_one_line(above).partition("<template")
    return told, waiting


def ends_in(text):
    """Return the ends of the clocks in a text, in milliseconds."""
    return [int(part.split('"')[0]) for part in text.split('data-ends="')[1:]]


def milliseconds(moment):
    return int(moment.timestamp() * 1000)


def time_of_day(moment):
    """Return a moment as local hours and minutes."""
    return f"{timezone.localtime(moment):%H:%M}"


def test_pages_of_a_table_show_its_own_clock(client, clerk_client, start_of_round):
    own = start_of_round + 82 * MINUTE
    for who, address in ((client, OF_TABLE), (clerk_client, "/t/wk-test/forms/1/2/")):
        told, _waiting = news_bar(who, address)
        assert ends_in(told) == [milliseconds(own)]
        assert told.count("Round 1, table 2") == told.count("7 minutes more") == 1
        assert f">until {time_of_day(own)}</b>" in told
        assert 'data-says=""' in told.split("data-ends")[1].split(">")[0]  # twelve are left


def test_other_pages_show_the_clock_of_the_round_and_extra_time(client, start_of_round):
    own, of_all = (start_of_round + minutes * MINUTE for minutes in (82, 75))

    @cases("address", ELSEWHERE)
    def shows_them(address):
        told, waiting = news_bar(client, f"/t/wk-test/{address}")
        assert ends_in(told) == [milliseconds(of_all)]
        assert f"<span>table 2: until {time_of_day(own)}</span>" in told
        assert "Round 1, table" not in told
        assert ends_in(waiting) == [milliseconds(own)]
        assert waiting.count('data-own="1/2"') == waiting.count("7 minutes more") == 1

    shows_them()


def test_a_paused_clock_shows_the_minutes_left(client, start_of_round):
    clock.pause(round=reload_round(table_numbered(2).round.tournament), now=timezone.now())
    told, _waiting = news_bar(client, "/t/wk-test/")
    assert ">table 2: 7 minutes more<" in told
    assert news_bar(client, OF_TABLE)[0].count(">12 minutes</b>") == 1


def test_extra_time_of_an_earlier_round_is_not_shown(client, tournament, start_of_round):
    entries = list(tournament.entries.all())
    later = seat_round(
        tournament=tournament, number=2, tables={1: entries[:5], 2: entries[5:]}, state="started"
    )
    Round.objects.filter(pk=later.pk).update(started_at=start_of_round, minutes=90)
    assert ends_in(news_bar(client, OF_TABLE)[0]) == [milliseconds(start_of_round + 90 * MINUTE)]
    assert news_bar(client, "/t/wk-test/")[1] == ""


def test_extra_time_is_not_shown_after_the_form_came_in(client, director, start_of_round):
    hand_in_form(2, director)
    told, waiting = news_bar(client, "/t/wk-test/")
    assert ("table 2" in told, waiting) == (False, "")
    # As on its phone, which keeps it.
    assert ends_in(news_bar(client, OF_TABLE)[0]) == [milliseconds(start_of_round + 82 * MINUTE)]


def test_only_two_of_many_tables_with_extra_time_are_named(client, db):
    made = start_round(5)
    start_clock(made, began=timezone.now())
    Table.objects.update(extra_minutes=3)
    told, waiting = news_bar(client, f"/t/{made.slug}/")
    named = [part.split(":")[0] for part in told.split("<span>table ")[1:]]
    assert (named, "<span>and 3 more tables</span>" in told) == (["1", "2"], True)
    assert len(ends_in(waiting)) == 5


@pytest.mark.parametrize("query", ["", "?round=1&table=2"])
def test_the_news_of_an_open_page_has_the_time_of_its_table(
    client, tournament, start_of_round, query
):
    address = NEWS + query
    assert f'hx-get="{address.replace("&", "&amp;")}"' in asked_news(client, address)
    clock.give_table_time(table=table_numbered(2), minutes=5, now=timezone.now())
    own = milliseconds(start_of_round + 87 * MINUTE)
    assert ends_in(asked_news(client, address)).count(own) == 1 + bool(query)
    clock.take_table_time(table=table_numbered(2), now=timezone.now())
    assert ends_in(asked_news(client, address)) == [milliseconds(start_of_round + 75 * MINUTE)]


def test_the_bar_hears_of_forms_only_while_a_table_has_more_time(
    client, tournament, start_of_round, director
):
    """A form that comes in takes the time of its table off the bar, and changes nothing else."""
    assert 'data-live="results news"' in asked_news(client)
    hand_in_form(2, director)
    assert 'data-live="news"' in asked_news(client)


def test_an_unknown_table_gets_the_clock_of_the_round(client, start_of_round):

    @cases(
        "about",
        ["round=1", "table=2", "round=x&table=2", "round=1&table=0", f"round=1&table={10**30}"],
    )
    def gets_it(about):
        context = client.get(f"{NEWS}?{about}", headers=OF_AN_OPEN_PAGE).context["news"]
        assert (context.own, [time.table for time in context.later]) == (None, [2])

    gets_it()


@pytest.mark.parametrize("tables", [1, 40])
def test_number_of_queries(db, tables, django_assert_num_queries):
    made = start_round(tables)
    start_clock(made, began=timezone.now())
    Table.objects.update(extra_minutes=5)
    with django_assert_num_queries(3):  # announcements, the clock, the tables
        told = news(made, timezone.now(), (1, 1))
    assert (told.own.table, len(told.later)) == (1, tables)


def clock_places(client, address):
    """Return the tables for whose clocks a page has a place."""
    return [
        part.split('"')[0] for part in asked_news(client, address).split('own-time" data-own="')[1:]
    ]


def test_lists_of_tables_have_places_for_their_clocks(
    client, clerk_client, director, start_of_round
):
    assert clock_places(client, "/t/wk-test/rounds/1/") == ["1/1", "1/2"]
    assert clock_places(client, "/t/wk-test/players/6/") == ["1/2"]
    assert clock_places(clerk_client, "/t/wk-test/forms/") == ["1/1", "1/2"]
    hand_in_form(2, director)
    assert clock_places(clerk_client, "/t/wk-test/forms/") == ["1/1"]
    assert clock_places(client, "/t/wk-test/players/6/") == []
    Round.objects.update(state=Round.State.CLOSED)
    assert clock_places(client, "/t/wk-test/rounds/1/") == []
