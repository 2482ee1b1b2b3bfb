"""The page on which a director asks for constraints."""

import pytest
from django.urls import reverse

from tests.cases import cases
from tests.markup import messages_of
from tests.rounds.constraints.tournaments import (
    fix_seat,
    make_tournament,
    rounds_url,
    separate_players,
)
from wk import draw
from wk.players import services as roster
from wk.players.services import NewEntry
from wk.rounds.constraints import services as constraint_services
from wk.rounds.constraints.messages import constraints_of
from wk.rounds.draws import draw_service as draws
from wk.rounds.lifecycle import transitions
from wk.tournament.models import Tournament

pytestmark = pytest.mark.usefixtures("english")


def separation_data(**changes):
    """Return the fields of a form that keeps players 1 and 2 apart."""
    return {f"apart-{k}": v for k, v in {"players": "1, 2", "is_hard": "must", **changes}.items()}


def fixed_seat_data(tournament, **changes):
    """Return the fields of a form that seats player 3 at table 1."""
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
        ("Dam, Zoe van\r\nAb Dam, 1", {1, 25, 26}),  # as on a list
    ],
)
def test_a_group_is_typed_as_names_or_start_numbers(
    director_client, tournament_of_24, typed, numbers
):
    for name in ("Zoë van Dam", "Ab Dam"):
        roster.enter(tournament=tournament_of_24, name=name)
    response = director_client.post(
        rounds_url("separate"),
        separation_data(players=typed, name="Familie De Wit", is_hard="wish"),
    )
    assert response.url == rounds_url()
    assert constraints_of(tournament_of_24) == [
        draw.Separation(frozenset(numbers), False, "Familie De Wit")
    ]


def test_an_invalid_group_shows_the_error_at_its_field(director_client, tournament_of_24):

    @cases(
        "changes, field, error",
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
            ({"is_hard": "maybe"}, "is_hard", "maybe"),
        ],
    )
    def shows_the_error(changes, field, error):
        page = director_client.post(rounds_url("separate"), separation_data(**changes))
        assert page.status_code == 200
        assert error in page.context["apart"].errors[field][0]
        assert constraints_of(tournament_of_24) == []

    shows_the_error()


def test_namesakes_are_told_apart_by_their_start_numbers(director_client, tournament_of_24):
    roster.enter_many(
        tournament=tournament_of_24, rows=[NewEntry("Jan"), NewEntry("Jan"), NewEntry("Jantje")]
    )
    page = director_client.post(rounds_url("separate"), separation_data(players="Jan, 1"))
    assert "25 Jan, 26 Jan" in page.context["apart"].errors["players"][0]
    director_client.post(rounds_url("separate"), separation_data(players="26 Jan, 1"))
    assert constraints_of(tournament_of_24) == [draw.Separation(frozenset((1, 26)))]


def test_a_seat_is_fixed_on_the_page(director_client, tournament_of_24):
    typed = fixed_seat_data(tournament_of_24, seat="1", round="2")
    assert director_client.post(rounds_url("fix_seat"), typed).url == rounds_url()
    assert constraints_of(tournament_of_24) == [draw.FixedSeat(3, table=1, seat=1, round=2)]
    director_client.post(
        rounds_url("fix_seat"), fixed_seat_data(tournament_of_24, table="", seat="2")
    )
    assert draw.FixedSeat(3, seat=2) in constraints_of(tournament_of_24)


def test_an_invalid_fixed_seat_shows_the_error_at_its_field(director_client, tournament_of_24):

    @cases(
        "changes, field",
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
    def shows_the_error(changes, field):
        page = director_client.post(
            rounds_url("fix_seat"), fixed_seat_data(tournament_of_24, **changes)
        )
        assert (page.status_code, list(page.context["place_form"].errors)) == (200, [field])
        assert constraints_of(tournament_of_24) == []

    shows_the_error()


def test_a_fixed_seat_given_twice_is_refused(director_client, tournament_of_24):
    fix_seat(tournament_of_24, 3, table=1)
    page = director_client.post(rounds_url("fix_seat"), fixed_seat_data(tournament_of_24))
    assert page.context["place_form"].non_field_errors() == ["This seat has been given already."]


def test_constraints_are_removed_on_the_page(director_client, tournament_of_24):
    group, fixed = separate_players(tournament_of_24, 1, 2), fix_seat(tournament_of_24, 3, table=1)
    assert director_client.post(rounds_url("remove_separation", group.pk)).url == rounds_url()
    assert director_client.post(rounds_url("remove_fixed_seat", fixed.pk)).url == rounds_url()
    assert constraints_of(tournament_of_24) == []
    assert director_client.post(rounds_url("remove_separation", group.pk)).status_code == 404
    assert director_client.post(rounds_url("remove_fixed_seat", fixed.pk)).status_code == 404


def test_constraints_of_another_tournament_cannot_be_changed(director_client, tournament_of_24):
    other = make_tournament(8, slug="ander")
    group, fixed = separate_players(other, 1, 2), fix_seat(other, 3, table=1)
    assert director_client.post(rounds_url("remove_separation", group.pk)).status_code == 404
    assert director_client.post(rounds_url("remove_fixed_seat", fixed.pk)).status_code == 404
    stranger = fixed_seat_data(tournament_of_24, entry=other.entries.first().pk)
    page = director_client.post(rounds_url("fix_seat"), stranger)
    assert list(page.context["place_form"].errors) == ["entry"]
    assert len(constraints_of(other)) == 2


def test_one_button_keeps_all_clubs_apart(director_client, db):
    made = make_tournament(12, clubs=4)
    response = director_client.post(rounds_url("separate_clubs"), follow=True)
    assert made.separations.filter(is_hard=False).count() == 4
    assert len(messages_of(response)) == 1


def test_tables_of_four_are_chosen_on_the_page(director_client, db):
    made = make_tournament(44)
    page = director_client.get(rounds_url())
    choices = [value for value, _text in page.context["fours"].fields["fours"].choices]
    assert choices == ["", 1, 6, 11]
    for typed, stored in (("6", 6), ("", None)):
        director_client.post(rounds_url("choose_fours"), {"tables-fours": typed})
        assert Tournament.objects.get(pk=made.pk).fours == stored
    page = director_client.post(rounds_url("choose_fours"), {"tables-fours": "7"})
    assert list(page.context["fours"].errors) == ["fours"]
    transitions.confirm_round(round=draws.draw_round(tournament=made, seed=1))
    page = director_client.post(rounds_url("choose_fours"), {"tables-fours": "6"}, follow=True)
    assert len(messages_of(page)) == 1
    assert Tournament.objects.get(pk=made.pk).fours is None


def test_once_all_rounds_have_begun_the_page_says_that_wishes_change_nothing(director_client, db):
    made = make_tournament(25, round_count=1)
    separate_players(made, 1, 2)
    transitions.confirm_round(round=draws.draw_round(tournament=made, seed=1))
    asks = [f'action="{rounds_url(name)}"' for name in ("separate", "fix_seat")]
    for is_over in (False, True):
        page = director_client.get(rounds_url()).content.decode()
        assert ["nothing left to ask of a draw" in page, *(ask in page for ask in asks)] == [
            is_over,
            not is_over,
            not is_over,
        ]
        assert "1 Speler 1, 2 Speler 2" in page
        if not is_over:
            transitions.start_round(round=made.rounds.get())


def test_the_page_has_no_forms_where_players_have_partners(director_client, db):
    make_tournament(16, game="rubber-bridge")
    page = director_client.get(rounds_url())
    assert "Where people play with partners" in page.content.decode()
    assert rounds_url("separate") not in page.content.decode()


def test_number_of_queries(director_client, db, django_assert_num_queries):
    made = make_tournament(30, clubs=10)
    constraint_services.separate_clubs(tournament=made)
    draws.draw_round(tournament=made, seed=1)
    for number in range(1, 9):
        fix_seat(made, number, table=1 + number % 5)
    with django_assert_num_queries(20):
        director_client.get(rounds_url())


def test_only_directors_see_the_page_and_only_by_get(
    client, clerk_client, director_client, tournament_of_24
):
    assert (
        director_client.get(rounds_url()).status_code
        == director_client.head(rounds_url()).status_code
        == 200
    )
    assert clerk_client.get(rounds_url()).status_code == 403
    assert client.get(rounds_url()).url == f"{reverse('accounts:login')}?next={rounds_url()}"
    assert director_client.post(rounds_url()).status_code == 405
    assert director_client.get(rounds_url(slug="nergens")).status_code == 404


def test_rounds_and_players_link_to_the_page(director_client, clerk_client, tournament_of_24):
    for page in (rounds_url("list"), reverse("players:list", args=["wk"])):
        assert rounds_url() in director_client.get(page).content.decode()
        assert rounds_url() not in clerk_client.get(page).content.decode()


def test_fixed_seats_are_sorted_by_surname(director_client, tournament_of_24):
    for number, name in ((1, "zoë Bos"), (2, "Émile Vos"), (3, "Zeger Dam"), (4, "anna Kok")):
        tournament_of_24.entries.filter(number=number).update(name=name)
        fix_seat(tournament_of_24, number, seat=2)
    shown = director_client.get(rounds_url()).context["places"]
    assert [each.entry.number for _who, each, _words in shown] == [1, 3, 4, 2]


def test_two_of_one_name_are_told_apart_by_number_and_club(director_client, tournament_of_24):
    for number, club in ((3, "De Slag"), (4, "Tiel"), (5, "")):
        tournament_of_24.entries.filter(number=number).update(name="Jan Kok", club=club)
    separate_players(tournament_of_24, 2, 3, 4)
    fix_seat(tournament_of_24, 4, seat=2)
    fix_seat(tournament_of_24, 5, seat=3)
    context = director_client.get(rounds_url()).context
    ((_group, who),) = context["groups"]
    assert who == "2 Speler 2, 3 Jan Kok (De Slag), 4 Jan Kok (Tiel)"
    assert [who for who, _place, _words in context["places"]] == ["4 Jan Kok (Tiel)", "5 Jan Kok"]
    page = director_client.post(rounds_url("separate"), separation_data(players="1, Jan Kok"))
    assert page.context["apart"].errors["players"] == [
        "“Jan Kok” may be several players: 3 Jan Kok (De Slag), 4 Jan Kok (Tiel), 5 Jan Kok. "
        "Type the number."
    ]
