"""The pages on which an organiser asks something of the draws, and reads what became of it."""

import pytest
from django.urls import reverse

from tests.tournament.asked import apart, make, place, said, url
from wk.tournament import draws, roster, wishes
from wk.tournament.asking import musts_of
from wk.tournament.constraints import Apart as ApartMust
from wk.tournament.constraints import Place
from wk.tournament.models import Tournament
from wk.tournament.roster import NewEntry

pytestmark = [pytest.mark.usefixtures("english"), pytest.mark.slow]


@pytest.fixture
def hall(db) -> Tournament:
    """24 players: four tables of five and one of four."""
    return make(24)


def asked_apart(**changes):
    return {f"apart-{k}": v for k, v in {"players": "1, 2", "is_must": "must", **changes}.items()}


def asked_place(tournament, **changes):
    player = tournament.entries.get(number=3).pk
    return {f"place-{k}": v for k, v in {"entry": player, "table": "1", **changes}.items()}


@pytest.mark.parametrize(
    ("typed", "numbers"),
    [
        ("1, 2", {1, 2}),
        ("2\n1\n\n2;", {1, 2}),
        ("Speler 3, 12 Speler 12", {3, 12}),
        ("speler  10\r\n5", {5, 10}),
        ("Zoë, 1", {1, 25}),
        ("zoe, 1", {1, 25}),
    ],
)
def test_a_group_is_named_by_names_or_numbers(director_client, hall, typed, numbers):
    roster.enter(tournament=hall, name="Zoë van Dam")
    response = director_client.post(
        url("keep_apart"), asked_apart(players=typed, name="Familie De Wit", is_must="wish")
    )
    assert response.url == url()
    assert musts_of(hall) == [ApartMust(frozenset(numbers), False, "Familie De Wit")]


@pytest.mark.parametrize(
    ("changes", "field", "error"),
    [
        ({"players": ""}, "players", "required"),
        ({"players": "1"}, "players", "two players"),
        ({"players": "1, 1"}, "players", "two players"),
        ({"players": "1, Nemo"}, "players", "“Nemo”"),
        ({"players": "1, 99"}, "players", "“99”"),
        ({"players": "1, 2 Nemo"}, "players", "“2 Nemo”"),
        ({"players": "1, ²"}, "players", "“²”"),
        ({"players": "1, Speler"}, "players", "“Speler” may be several players: 1 Speler 1,"),
        ({"players": "x" * 20_001}, "players", "20000"),
        ({"name": "x" * 81}, "name", "80"),
        ({"is_must": "maybe"}, "is_must", "maybe"),
    ],
)
def test_what_is_wrong_with_a_group_is_told(director_client, hall, changes, field, error):
    page = director_client.post(url("keep_apart"), asked_apart(**changes))
    assert page.status_code == 200
    assert error in page.context["apart"].errors[field][0]
    assert musts_of(hall) == []


def test_two_of_one_name_are_told_apart_by_their_numbers(director_client, hall):
    roster.enter_many(tournament=hall, rows=[NewEntry("Jan"), NewEntry("Jan"), NewEntry("Jantje")])
    page = director_client.post(url("keep_apart"), asked_apart(players="Jan, 1"))
    assert "25 Jan, 26 Jan" in page.context["apart"].errors["players"][0]
    director_client.post(url("keep_apart"), asked_apart(players="26 Jan, 1"))
    assert musts_of(hall) == [ApartMust(frozenset((1, 26)))]


def test_a_place_is_fixed(director_client, hall):
    typed = asked_place(hall, seat="1", round="2")
    assert director_client.post(url("fix_place"), typed).url == url()
    assert musts_of(hall) == [Place(3, table=1, seat=1, round=2)]
    director_client.post(url("fix_place"), asked_place(hall, table="", seat="2"))
    assert Place(3, seat=2) in musts_of(hall)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"entry": ""}, "entry"),
        ({"entry": "0"}, "entry"),
        ({"table": ""}, "table"),
        ({"table": "0"}, "table"),
        ({"table": "9" * 30}, "table"),
        ({"seat": "6"}, "seat"),
        ({"seat": "x"}, "seat"),
        ({"round": "4"}, "round"),
    ],
)
def test_what_is_wrong_with_a_place_is_told(director_client, hall, changes, field):
    page = director_client.post(url("fix_place"), asked_place(hall, **changes))
    assert (page.status_code, list(page.context["place_form"].errors)) == (200, [field])
    assert musts_of(hall) == []


def test_a_place_given_twice_is_told(director_client, hall):
    place(hall, 3, table=1)
    page = director_client.post(url("fix_place"), asked_place(hall))
    assert page.context["place_form"].non_field_errors() == ["This place has been given already."]


def test_what_is_asked_is_taken_away(director_client, hall):
    group, fixed = apart(hall, 1, 2), place(hall, 3, table=1)
    assert director_client.post(url("remove_apart", group.pk)).url == url()
    assert director_client.post(url("remove_place", fixed.pk)).url == url()
    assert musts_of(hall) == []
    assert director_client.post(url("remove_apart", group.pk)).status_code == 404
    assert director_client.post(url("remove_place", fixed.pk)).status_code == 404


def test_what_another_tournament_asks_is_left_alone(director_client, hall):
    other = make(8, slug="ander")
    group, fixed = apart(other, 1, 2), place(other, 3, table=1)
    assert director_client.post(url("remove_apart", group.pk)).status_code == 404
    assert director_client.post(url("remove_place", fixed.pk)).status_code == 404
    stranger = asked_place(hall, entry=other.entries.first().pk)
    page = director_client.post(url("fix_place"), stranger)
    assert list(page.context["place_form"].errors) == ["entry"]
    assert len(musts_of(other)) == 2


def test_clubs_are_kept_apart_by_one_press(director_client, db):
    made = make(12, clubs=4)
    response = director_client.post(url("keep_clubs_apart"), follow=True)
    assert made.kept_apart.filter(is_must=False).count() == 4
    assert len(said(response)) == 1


def test_tables_of_four_are_chosen_on_the_page(director_client, db):
    made = make(44)
    page = director_client.get(url())
    choices = [value for value, _text in page.context["fours"].fields["fours"].choices]
    assert choices == ["", 1, 6, 11]
    for typed, stored in (("6", 6), ("", None)):
        director_client.post(url("choose_fours"), {"tables-fours": typed})
        assert Tournament.objects.get(pk=made.pk).fours == stored
    page = director_client.post(url("choose_fours"), {"tables-fours": "7"})
    assert list(page.context["fours"].errors) == ["fours"]
    draws.fix_round(round=draws.draw_round(tournament=made, seed=1))
    page = director_client.post(url("choose_fours"), {"tables-fours": "6"}, follow=True)
    assert len(said(page)) == 1
    assert Tournament.objects.get(pk=made.pk).fours is None


def test_with_partners_the_page_has_no_forms(director_client, db):
    make(16, game="rubber-bridge")
    page = director_client.get(url())
    assert "Where people play with partners" in page.content.decode()
    assert url("keep_apart") not in page.content.decode()


@pytest.mark.slow
def test_the_page_takes_as_many_queries_for_many_as_for_few(
    director_client, db, django_assert_num_queries
):
    made = make(30, clubs=10)
    wishes.keep_clubs_apart(tournament=made)
    for number in range(1, 9):
        place(made, number, table=1 + number % 5)
    draws.draw_round(tournament=made, seed=1)
    with django_assert_num_queries(19):
        director_client.get(url())


def test_the_page_is_for_directors_to_look_at(client, clerk_client, director_client, hall):
    assert director_client.get(url()).status_code == director_client.head(url()).status_code == 200
    assert clerk_client.get(url()).status_code == 403
    assert client.get(url()).url == f"{reverse('accounts:login')}?next={url()}"
    assert director_client.post(url()).status_code == 405
    assert director_client.get(url(slug="nergens")).status_code == 404


def test_the_page_is_found_from_the_rounds_and_the_players(director_client, clerk_client, hall):
    for name in ("rounds", "players"):
        assert url() in director_client.get(url(name)).content.decode()
        assert url() not in clerk_client.get(url(name)).content.decode()


def test_fixed_places_stand_by_the_names_of_their_players(director_client, hall):
    for number, name in ((1, "zoë Bos"), (2, "Émile Vos"), (3, "Zeger Dam"), (4, "anna Kok")):
        hall.entries.filter(number=number).update(name=name)
        place(hall, number, seat=2)
    shown = director_client.get(url()).context["places"]
    assert [each.entry.number for each, _words in shown] == [4, 2, 3, 1]
