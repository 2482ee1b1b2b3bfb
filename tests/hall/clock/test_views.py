"""The buttons of the clock for directors."""

import datetime as dt

import pytest
from django.contrib.messages import get_messages
from django.urls import reverse
from django.utils import timezone

from tests.hall.clock.timed_rounds import noon_plus, reload_round, start_clock, table_numbered
from wk.hall.clock.forms import EndForm
from wk.tournament.clock import clock_of
from wk.tournament.models import Round

HALL = "/t/wk-test/hall/"
ALL = ["pause", "go-on", "more", "table", "table/back", "end"]


def clock_url(name, number=1):
    return f"/t/wk-test/rounds/{number}/clock/{name}/"


@pytest.fixture
def now():
    return timezone.now()


@pytest.fixture
def round(tournament, now):
    """Round 1, half an hour after its start."""
    return start_clock(tournament, began=now - dt.timedelta(minutes=30))


def press(client, name, **data):
    """Press a button; return the messages for the next page."""
    response = client.post(clock_url(name), data, headers={"Accept-Language": "en"})
    assert response.url == HALL
    del client.cookies["messages"]  # as that page would, which has its own tests
    return [(each.level_tag, str(each)) for each in get_messages(response.wsgi_request)]


def test_the_clock_is_paused_and_resumed(director_client, tournament, round):
    assert press(director_client, "pause") == [("success", "The clock stands still.")]
    assert reload_round(tournament).paused_at is not None
    assert press(director_client, "pause") == [("error", "The clock stands still already.")]
    assert press(director_client, "go-on") == [("success", "The clock goes on.")]
    assert reload_round(tournament).paused_at is None
    assert press(director_client, "go-on") == [("error", "The clock is running already.")]


def test_more_time_for_everyone(director_client, tournament, round):
    said = press(director_client, "more", minutes="5")
    assert said == [("success", "Everyone has 5 minutes more.")]
    assert reload_round(tournament).minutes == 80


def test_more_time_for_one_table_and_back(director_client, tournament, round):
    said = press(director_client, "table", table="2", minutes="1")
    assert said == [("success", "Table 2 has 1 minute more.")]
    assert (table_numbered(1).extra_minutes, table_numbered(2).extra_minutes) == (0, 1)
    said = press(director_client, "table/back", table="2")
    assert said == [("success", "Table 2 ends with the others.")]
    assert table_numbered(2).extra_minutes == 0


def test_the_end_is_set(director_client, tournament, round, now):
    end = timezone.localtime(now + dt.timedelta(minutes=40)).replace(second=0, microsecond=0)
    said = press(director_client, "end", end=f"{end:%H:%M}")
    assert said == [("success", f"The round ends at {end:%H:%M}.")]
    assert clock_of(reload_round(tournament), now).ends_at == end


@pytest.mark.parametrize(
    ("now", "end", "moment"),
    [
        (noon_plus(0), "13:01", noon_plus(1)),  # noon in Greenwich is 13:00 in Amsterdam
        (noon_plus(0), "23:59", noon_plus(659)),
        (noon_plus(0), "13:00", noon_plus(24 * 60)),
        (noon_plus(0), "12:59", noon_plus(24 * 60 - 1)),
        (noon_plus(640), "00:30", noon_plus(690)),
    ],
)
def test_a_time_of_day_means_the_next_such_moment(now, end, moment):
    form = EndForm({"end": end})
    assert form.is_valid()
    assert form.moment(now) == moment


def test_invalid_input_changes_nothing(director_client, round):
    for name, data in [
        ("more", {}),
        ("more", {"minutes": "0"}),
        ("more", {"minutes": "61"}),
        ("more", {"minutes": "-5"}),
        ("more", {"minutes": "vijf"}),
        ("more", {"minutes": "9" * 400}),
        ("table", {"minutes": "5"}),
        ("table", {"minutes": "5", "table": "3"}),
        ("table", {"minutes": "5", "table": "0"}),
        ("table", {"minutes": "5", "table": "\0"}),
        ("table", {"minutes": "0", "table": "1"}),
        ("table/back", {}),
        ("table/back", {"table": "99"}),
        ("end", {}),
        ("end", {"end": "25:00"}),
        ("end", {"end": "straks"}),
        ("end", {"end": "\0"}),
    ]:
        before = list(Round.objects.values()), table_numbered(1).extra_minutes
        ((level, _words),) = press(director_client, name, **data)
        assert level == "error"
        assert (list(Round.objects.values()), table_numbered(1).extra_minutes) == before


def test_only_directors_change_the_clock(client, clerk_client, round):
    for name in ALL:
        before = list(Round.objects.values())
        assert clerk_client.post(clock_url(name)).status_code == 403
        assert client.post(clock_url(name)).url == f"{reverse('accounts:login')}?next=/"
        assert list(Round.objects.values()) == before


def test_clock_actions_need_post(director_client, round):
    for name in ALL:
        assert director_client.get(clock_url(name)).status_code == 405


def test_an_unknown_round_is_not_found(director_client, round):
    for name in ALL:
        assert director_client.post(clock_url(name, number=9)).status_code == 404
