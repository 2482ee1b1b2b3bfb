"""Players and facts of a tournament."""

import datetime as dt

import pytest

from wk.core.refusals import ActionRefused
from wk.tournament import services
from wk.tournament.models import Tournament


def create(name="WK 2027", **changes):
    return services.create_tournament(name=name, date=dt.date(2027, 11, 20), **changes)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "slug"),
    [("WK Boerenbridge", "wk-boerenbridge-2027"), ("WK 2027", "wk-2027"), ("♠♠♠", "wk-2027")],
)
def test_the_slug_is_made_from_name_and_year(name, slug):
    assert create(name).slug == slug


def test_a_taken_slug_gets_a_number(db):
    assert [create().slug, create().slug, create().slug] == ["wk-2027", "wk-2027-2", "wk-2027-3"]


def test_a_slug_is_unique(tournament):
    with pytest.raises(ActionRefused):
        create(slug="wk-test")
    other = create(slug="wk-ander")
    with pytest.raises(ActionRefused):
        services.update_tournament(tournament=other, slug="wk-test")
    assert set(Tournament.objects.values_list("slug", flat=True)) == {"wk-test", "wk-ander"}


def test_the_game_is_fixed_by_the_first_draw(tournament):
    with pytest.raises(ActionRefused):
        services.update_tournament(tournament=tournament, game="another")
    assert Tournament.objects.get().game == "wk-boerenbridge"


def test_the_number_of_rounds_is_at_least_those_drawn(tournament):
    services.update_tournament(tournament=tournament, round_count=1)
    with pytest.raises(ActionRefused):
        services.update_tournament(tournament=tournament, round_count=0)
    assert Tournament.objects.get().round_count == 1
