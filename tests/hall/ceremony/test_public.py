"""What the public sees of a ceremony: the place announced last, and nothing of the others."""

import re
from itertools import product

import pytest
from django.utils import timezone

from tests.hall.ceremony.conftest import let_announce
from tests.samples import some
from tests.standings.conftest import twelve_players
from tests.standings.reading import text_of
from tests.standings.test_visibility_leaks import everything_public
from tests.standings.tournaments import close_rounds
from tests.standings.withheld import ALL, NAMES, NOTHING, ORDER, TOP, total_points, withhold
from wk.hall.ceremony import services as results
from wk.hall.models import CEREMONY_CURTAIN, CEREMONY_END, CeremonyStep
from wk.hall.wall.scenes import Scene
from wk.prizes.services import add_category
from wk.publication.mirror import Mirror
from wk.publication.versions import current_versions
from wk.scoreforms.models import Result

__all__ = ["twelve_players"]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english", "kept_pages")]
WALL = "/t/hal/wall/"
NAME = {place: NAMES[number - 1] for place, number in enumerate(ORDER, 1)}
POINTS = {place: total_points(number) for place, number in enumerate(ORDER, 1)}


@pytest.fixture(params=[TOP, ALL])
def secret(twelve_players, request):
    """Two closed rounds; results of the last one are held back."""
    close_rounds(twelve_players)
    withhold(twelve_players, request.param)
    return twelve_players


def test_the_prizes_have_no_place_before_the_results_are_public(client, secret):
    category = add_category(tournament=secret, name="Winnaars", counts="everybody", prizes=12)
    assert category.prizes == 12
    for place in (None, CEREMONY_CURTAIN, 10, 3, 1, CEREMONY_END):
        if place is not None:
            let_announce(secret, place, first=10)
        page = client.get("/t/hal/prizes/").content.decode()
        assert ("Winnaars" in page, [name for name in NAMES if name in page]) == (True, [])
    withhold(secret, NOTHING)
    page = client.get("/t/hal/prizes/").content.decode()
    assert [name for name in NAMES if name in page] == NAMES


def places_in(text):
    """Return the places of which the total points occur in a text."""
    return {place for place, points in POINTS.items() if re.search(rf"\b{points}\b", text)}


def walls(client):
    """Yield the text of the wall, whole and as the part that an open wall asks for; and of some
    others: with a number, and with a scene that was chosen there."""
    first, *others = product(["", "2/"], ["", *(f"?show={scene}" for scene in Scene)])
    for screen, scene in [first, *some(others, 2)]:
        for headers in ({}, {"HX-Request": "true"}):
            yield client.get(f"{WALL}{screen}{scene}", headers=headers).content.decode()


@pytest.mark.slow
def test_the_wall_has_the_place_announced_last_and_no_other(client, secret):
    assert {place for page in walls(client) for place in places_in(page)} == set()
    for place in (10, 9, 3, 1, 2):  # and one step back
        let_announce(secret, place, first=10)
        for page in walls(client):
            assert [name for name in NAMES if name in page] == [NAME[place]]
            assert places_in(page) <= {place, place + 1} - {11}
            assert place in places_in(page)


@pytest.mark.slow
@pytest.mark.parametrize("first", [10, 1])
def test_before_the_first_place_the_wall_has_its_number_and_nobody(client, secret, first):
    let_announce(secret, CEREMONY_CURTAIN, first)
    for page in walls(client):
        assert [name for name in NAMES if name in page] == []
        assert places_in(page) == set()
    assert f"Place {first}" in text_of(client.get(WALL))


@pytest.mark.parametrize(("first", "named"), [(10, [1, 2, 3]), (2, [1, 2]), (1, [1])])
def test_at_the_end_the_wall_has_the_winners_that_were_announced(client, secret, first, named):
    let_announce(secret, CEREMONY_END, first)
    page = text_of(client.get(WALL))
    assert {place for place in NAME if NAME[place] in page} == {*named}
    assert places_in(page) == {*named}
    withhold(secret, NOTHING)
    assert places_in(text_of(client.get(WALL))) == {*NAME}


def test_the_first_place_tells_nothing_of_the_one_below_it(client, director_client, secret):
    """Which of equal match points had more is told by the points of both."""
    tenth, below = (
        Result.objects.get(seat__round__number=2, seat__entry__number=ORDER[place])
        for place in (9, 10)
    )
    below.half_points = tenth.half_points
    below.save()
    let_announce(secret, 10, first=10)
    for page in (client.get(WALL), director_client.get("/t/hal/ceremony/10/")):
        assert "as many match points" not in text_of(page)
    let_announce(secret, 10, first=11)
    assert "as many match points as number 11" in text_of(client.get(WALL))


@pytest.mark.slow
def test_after_a_correction_the_wall_has_its_curtain_again(client, secret):
    let_announce(secret, 5, first=10)
    Result.objects.filter(seat__round__number=2, seat__entry__number=ORDER[4]).update(points=287)
    assert {place for page in walls(client) for place in places_in(page)} == set()
    assert "Still secret" in text_of(client.get(WALL))


def test_a_step_shows_on_kept_walls_at_once_and_a_deleted_one_no_more(client, secret):
    client.get(WALL)
    let_announce(secret, 4)
    assert NAME[4] in text_of(client.get(WALL))
    let_announce(secret, 3)
    page = text_of(client.get(WALL))
    assert (NAME[3] in page, NAME[4] in page) == (True, False)
    CeremonyStep.objects.all().delete()
    assert NAME[3] not in text_of(client.get(WALL))


@pytest.mark.slow
@pytest.mark.parametrize("place", [3, CEREMONY_END])
def test_what_is_held_back_again_is_on_no_wall_any_more(client, secret, director, place):
    let_announce(secret, place, first=10)
    if place == CEREMONY_END:
        withhold(secret, NOTHING)  # it had been made public
    last = secret.rounds.get(number=2)
    again = ALL if last.withheld != ALL else TOP
    results.withhold(round=last, what=again, author=director, now=timezone.now())
    allowed = {11, 12} if again == TOP else set()
    assert {place for page in walls(client) for place in places_in(page)} <= allowed
    assert not CeremonyStep.objects.exists()


@pytest.mark.slow
@pytest.mark.parametrize("secret", some([TOP, ALL], 1), indirect=True)
def test_no_other_page_and_no_file_has_an_announced_place(client, secret, tmp_path):
    """Phones follow when the results are made public."""
    let_announce(secret, 4, first=10)
    read = everything_public(client)
    assert {address for address, body in read.items() if places_in(body)} <= {
        address for address in read if address.startswith(WALL)
    }
    assert NAME[4] in read[WALL]
    mirror = Mirror(tmp_path / "mirror")
    mirror.prepare()
    mirror.update_first(current_versions())
    mirror.update_rest(current_versions())
    written = {name: (mirror.folder / name).read_bytes() for name in mirror.written}
    found = {name for name, body in written.items() if places_in(body.decode(errors="ignore"))}
    assert found <= {name for name in written if "/wall/" in name}
