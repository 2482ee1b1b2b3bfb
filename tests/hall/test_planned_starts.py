"""The times of the programme in the hall and on the wall, until a round has begun."""

import datetime as dt
import re
from unittest import mock

import pytest
from django.utils import timezone

from tests.standings.reading import text_of
from wk.hall.queries import news
from wk.tournament.coming_start import coming_start
from wk.tournament.models import Round, Tournament
from wk.tournament.programme import Kind, ProgrammePoint, stored

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]
HALL, SEATS = "/t/wk-test/hall/", "/t/wk-test/wall/?show=seats"


@pytest.fixture(autouse=True)
def programme(tournament):
    points = [
        ProgrammePoint(Kind.ROUND, dt.time(10), round=1),
        ProgrammePoint(Kind.ROUND, dt.time(13, 30), round=2),
    ]
    Tournament.objects.update(programme=stored(points))


@pytest.mark.parametrize(
    ("state", "in_hall", "on_wall"),
    [
        (Round.State.CONFIRMED, "begins at 10:00", "Round 1: at which table am I?"),
        (Round.State.STARTED, "Round 2 can begin once all forms", "Round 1: at which table am I?"),
        (Round.State.CLOSED, "Round 2 begins at 13:30.", "Round 1: at which table am I?"),
    ],
)
def test_what_follows_has_its_time(client, state, in_hall, on_wall):
    Round.objects.update(state=state)
    with mock.patch("django.utils.timezone.now", return_value=at(9, 59)):
        assert in_hall in text_of(client.get(HALL))
        assert on_wall in text_of(client.get(SEATS))


@pytest.mark.parametrize("page", ["rounds/", "rounds/1/"])
def test_visitors_read_in_a_confirmed_round_when_it_begins(client, page):
    Round.objects.update(state=Round.State.CONFIRMED)
    for moment, told in ((at(9, 59), "begins at 10:00"), (at(10, 0), "begins soon")):
        with mock.patch("django.utils.timezone.now", return_value=moment):
            html = client.get(f"/t/wk-test/{page}").content.decode()
        badges = re.findall(r'<span class="badge (?:confirmed )?start">([^<]*)<', html)
        assert [words.strip() for words in badges] == [told]


def test_a_time_that_has_passed_is_told_no_more(client):
    Round.objects.update(state=Round.State.CONFIRMED)
    with mock.patch("django.utils.timezone.now", return_value=at(10, 0)):
        hall = client.get(HALL).content.decode()
        wall = text_of(client.get(SEATS))
    assert re.findall(r'<span class="badge confirmed start">([^<]*)<', hall) == ["begins soon"]
    assert "Round 1: at which table am I?" in wall


def test_without_a_programme_a_round_begins_soon(client):
    Tournament.objects.update(programme=[])
    Round.objects.update(state=Round.State.CONFIRMED)
    assert "begins soon" in text_of(client.get(HALL))
    assert "Round 1: at which table am I?" in text_of(client.get(SEATS))


def test_the_page_of_the_tournament_has_the_programme_only_where_there_is_one(client, tournament):
    assert "Programme" in text_of(client.get("/t/wk-test/"))
    Tournament.objects.update(programme=[])
    assert "Programme" not in text_of(client.get("/t/wk-test/"))


# The bar above every page counts down to the next start, on the day of the tournament

DAY, ONE_DAY = dt.date(2026, 11, 21), dt.timedelta(days=1)
PAGES = ["", "hall/", "wall/", "standings/", "players/1/"]


def at(hours, minutes, day=DAY):
    return timezone.make_aware(dt.datetime.combine(day, dt.time(hours, minutes)))


def told_at(client, moment, page=""):
    """Return the words in sight in the bar at a moment, and when it is no longer true."""
    with mock.patch("django.utils.timezone.now", return_value=moment):
        html = client.get(f"/t/wk-test/{page}").content.decode()
        found = news(Tournament.objects.get(), moment)
    bar = html.split('id="news"')[1].split("<main")[0]
    bar = re.sub(r"<b [^>]* hidden>[^<]*</b>", "", bar)
    return " ".join(re.sub(r"<[^>]*>", " ", bar.partition(">")[2]).split()), found.changes_at(
        moment
    )


def test_every_page_counts_down_to_the_planned_start(client):
    Round.objects.update(state=Round.State.CONFIRMED)
    for page in PAGES:
        words, changes = told_at(client, at(9, 48), page)
        assert words.startswith("Round 1 begins at 10:00"), page
        assert changes == at(10, 0)


@pytest.mark.parametrize(
    ("state", "moment", "told", "changes"),
    [
        (Round.State.CONFIRMED, at(9, 59), "Round 1 begins at 10:00", at(10, 0)),
        (
            Round.State.CONFIRMED,
            at(10, 1),
            "Round 1 begins at 10:00 Round 1 begins soon",
            at(0, 0, DAY + ONE_DAY),
        ),
        (Round.State.CONFIRMED, at(20, 0, DAY - ONE_DAY), "", at(0, 0)),
        (Round.State.CONFIRMED, at(9, 0, DAY + ONE_DAY), "", None),
        (Round.State.STARTED, at(10, 5), "", None),
        (Round.State.CLOSED, at(13, 20), "Round 2 begins at 13:30", at(13, 30)),
    ],
)
def test_the_start_of_the_next_round_is_told_on_its_day(client, state, moment, told, changes):
    Round.objects.update(state=state)
    words, until = told_at(client, moment)
    assert (words, until) == (told, changes)


def test_a_start_soon_after_midnight_is_told_in_the_evening(client):
    point = ProgrammePoint(Kind.ROUND, dt.time(0, 30), round=1)
    Tournament.objects.update(programme=stored([point]))
    Round.objects.update(state=Round.State.CONFIRMED)
    before = DAY - ONE_DAY
    assert told_at(client, at(21, 29, before)) == ("", at(21, 30, before))
    assert told_at(client, at(21, 30, before)) == ("Round 1 begins at 00:30", at(0, 30))


def test_a_start_that_is_late_comes_soon(client):
    Round.objects.update(state=Round.State.CONFIRMED)
    with mock.patch("django.utils.timezone.now", return_value=at(10, 1)):
        late = client.get("/t/wk-test/").content.decode()
    with mock.patch("django.utils.timezone.now", return_value=at(9, 59)):
        early = client.get("/t/wk-test/").content.decode()
    soon = r'<b data-from="0" data-says=""(.*)>\s*Round 1 begins soon</b>'
    assert (re.findall(soon, late), re.findall(soon, early)) == ([""], [" hidden"])


def test_after_the_last_round_of_the_programme_nothing_is_told(client):
    Round.objects.update(state=Round.State.FINAL, number=2)
    assert told_at(client, at(15, 0)) == ("", None)


def test_without_a_programme_nothing_is_asked(client, django_assert_num_queries):
    Tournament.objects.update(programme=[])
    made = Tournament.objects.get()
    with django_assert_num_queries(0):
        assert coming_start(made, at(9, 0)) is None
