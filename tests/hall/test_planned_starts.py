"""The times of the programme in the hall and on the wall, until a round has begun."""

import datetime as dt

import pytest

from tests.standings.reading import text_of
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
        (Round.State.CONFIRMED, "begins at 10:00", "Round 1 at 10:00: where do I sit?"),
        (Round.State.STARTED, "Round 2 begins when all forms", "Round 1: where do I sit?"),
        (Round.State.CLOSED, "Round 2 begins at 13:30.", "Round 1: where do I sit?"),
    ],
)
def test_what_follows_has_its_time(client, state, in_hall, on_wall):
    Round.objects.update(state=state)
    assert in_hall in text_of(client.get(HALL))
    assert on_wall in text_of(client.get(SEATS))


def test_without_a_programme_a_round_begins_soon(client):
    Tournament.objects.update(programme=[])
    Round.objects.update(state=Round.State.CONFIRMED)
    assert "begins soon" in text_of(client.get(HALL))
    assert "Round 1: where do I sit?" in text_of(client.get(SEATS))


def test_the_page_of_the_tournament_has_the_programme_only_where_there_is_one(client, tournament):
    assert "Programme" in text_of(client.get("/t/wk-test/"))
    Tournament.objects.update(programme=[])
    assert "Programme" not in text_of(client.get("/t/wk-test/"))
