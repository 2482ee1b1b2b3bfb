"""The page of settings: the programme of the day, sounds, and payment at the desk."""

from decimal import Decimal

import pytest

from tests.tournament.test_views_round_settings import EDIT, FACTS
from wk.tournament.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]
TIMES = {"doors_at": "09:30", "round_1_at": "10:00", "prizes_at": "17:00"}


@pytest.fixture(autouse=True)
def drawn(tournament):
    tournament.rounds.update(seed=5)


def test_the_programme_and_the_rest_are_saved_on_one_page(director_client):
    extras = {"sounds": "on", "notes_payments": "on", "fee": "12.50"}
    answer = director_client.post(EDIT, FACTS | TIMES | extras | {"round_minutes": "75"})
    stored = Tournament.objects.get()
    assert (answer.status_code, stored.sounds, stored.notes_payments) == (302, True, True)
    assert (stored.fee, stored.round_minutes) == (Decimal("12.50"), 75)
    assert [(each["kind"], each["at"]) for each in stored.programme] == [
        ("doors", "09:30"),
        ("round", "10:00"),
        ("prizes", "17:00"),
    ]
    page = director_client.get(EDIT)
    assert page.context["programme"]["round_1_at"].value().hour == 10
    assert page.context["extras"]["fee"].value() == Decimal("12.50")
    director_client.post(EDIT, FACTS)
    stored = Tournament.objects.get()
    assert (stored.programme, stored.sounds, stored.notes_payments) == ([], False, False)


@pytest.mark.parametrize(
    "wrong",
    [{"round_1_at": "9 uur"}, {"prizes_at": "09:00"}, {"fee": "0"}, {"fee": "veel"}, {"name": ""}],
)
def test_a_wrong_field_of_any_group_saves_nothing_and_is_told_above(director_client, wrong):
    answer = director_client.post(EDIT, FACTS | TIMES | wrong)
    assert answer.status_code == 200
    (field,) = wrong
    assert f'<a href="#id_{field}">' in answer.content.decode()
    assert Tournament.objects.get().programme == []


def test_everybody_reads_the_programme_on_the_page_of_the_tournament_and_on_the_wall(
    client, director_client
):
    director_client.post(EDIT, FACTS | TIMES)
    for address in ("/t/wk-test/", "/t/wk-test/wall/?show=welcome"):
        page = client.get(address).content.decode()
        found = [word for word in ("09:30", "Doors open", "10:00", "17:00") if word in page]
        assert found == ["09:30", "Doors open", "10:00", "17:00"], address
