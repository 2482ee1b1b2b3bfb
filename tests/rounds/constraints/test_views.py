"""The pages on which an organiser asks something of the draws, and reads what became of it."""

import pytest
from django.urls import reverse

from tests.rounds.constraints.tournaments import (
    fix_seat,
    make_tournament,
    messages_of,
    rounds_url,
    seat_of,
    separate_players,
)
from wk import draw
from wk.players import services as roster
from wk.players.services import NewEntry
from wk.rounds.constraints import services as constraint_services
from wk.rounds.constraints.messages import constraints_of
from wk.rounds.draw_quality import outcome
from wk.rounds.draws import draw_service as draws
from wk.rounds.lifecycle import transitions
from wk.tournament.models import FixedSeat, Tournament
from wk.tournament.queries import seatings

pytestmark = pytest.mark.usefixtures("english")


@pytest.fixture
def hall(db) -> Tournament:
    """24 players: four tables of five and one of four."""
    return make_tournament(24)


def asked_apart(**changes):
    return {f"apart-{k}": v for k, v in {"players": "1, 2", "is_hard": "must", **changes}.items()}


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
        rounds_url("separate"), asked_apart(players=typed, name="Familie De Wit", is_hard="wish")
    )
    assert response.url == rounds_url()
    assert constraints_of(hall) == [draw.Separation(frozenset(numbers), False, "Familie De Wit")]


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
        ({"is_hard": "maybe"}, "is_hard", "maybe"),
    ],
)
def test_what_is_wrong_with_a_group_is_told(director_client, hall, changes, field, error):
    page = director_client.post(rounds_url("separate"), asked_apart(**changes))
    assert page.status_code == 200
    assert error in page.context["apart"].errors[field][0]
    assert constraints_of(hall) == []


def test_two_of_one_name_are_told_apart_by_their_numbers(director_client, hall):
    roster.enter_many(tournament=hall, rows=[NewEntry("Jan"), NewEntry("Jan"), NewEntry("Jantje")])
    page = director_client.post(rounds_url("separate"), asked_apart(players="Jan, 1"))
    assert "25 Jan, 26 Jan" in page.context["apart"].errors["players"][0]
    director_client.post(rounds_url("separate"), asked_apart(players="26 Jan, 1"))
    assert constraints_of(hall) == [draw.Separation(frozenset((1, 26)))]


def test_a_place_is_fixed(director_client, hall):
    typed = asked_place(hall, seat="1", round="2")
    assert director_client.post(rounds_url("fix_seat"), typed).url == rounds_url()
    assert constraints_of(hall) == [draw.FixedSeat(3, table=1, seat=1, round=2)]
    director_client.post(rounds_url("fix_seat"), asked_place(hall, table="", seat="2"))
    assert draw.FixedSeat(3, seat=2) in constraints_of(hall)


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
    page = director_client.post(rounds_url("fix_seat"), asked_place(hall, **changes))
    assert (page.status_code, list(page.context["place_form"].errors)) == (200, [field])
    assert constraints_of(hall) == []


def test_a_place_given_twice_is_told(director_client, hall):
    fix_seat(hall, 3, table=1)
    page = director_client.post(rounds_url("fix_seat"), asked_place(hall))
    assert page.context["place_form"].non_field_errors() == ["This seat has been given already."]


def test_what_is_asked_is_taken_away(director_client, hall):
    group, fixed = separate_players(hall, 1, 2), fix_seat(hall, 3, table=1)
    assert director_client.post(rounds_url("remove_separation", group.pk)).url == rounds_url()
    assert director_client.post(rounds_url("remove_fixed_seat", fixed.pk)).url == rounds_url()
    assert constraints_of(hall) == []
    assert director_client.post(rounds_url("remove_separation", group.pk)).status_code == 404
    assert director_client.post(rounds_url("remove_fixed_seat", fixed.pk)).status_code == 404


def test_what_another_tournament_asks_is_left_alone(director_client, hall):
    other = make_tournament(8, slug="ander")
    group, fixed = separate_players(other, 1, 2), fix_seat(other, 3, table=1)
    assert director_client.post(rounds_url("remove_separation", group.pk)).status_code == 404
    assert director_client.post(rounds_url("remove_fixed_seat", fixed.pk)).status_code == 404
    stranger = asked_place(hall, entry=other.entries.first().pk)
    page = director_client.post(rounds_url("fix_seat"), stranger)
    assert list(page.context["place_form"].errors) == ["entry"]
    assert len(constraints_of(other)) == 2


def test_clubs_are_kept_apart_by_one_press(director_client, db):
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


def test_with_partners_the_page_has_no_forms(director_client, db):
    make_tournament(16, game="rubber-bridge")
    page = director_client.get(rounds_url())
    assert "Where people play with partners" in page.content.decode()
    assert rounds_url("separate") not in page.content.decode()


def test_the_page_takes_as_many_queries_for_many_as_for_few(
    director_client, db, django_assert_num_queries
):
    made = make_tournament(30, clubs=10)
    constraint_services.separate_clubs(tournament=made)
    draws.draw_round(tournament=made, seed=1)
    for number in range(1, 9):
        fix_seat(made, number, table=1 + number % 5)
    with django_assert_num_queries(19):
        director_client.get(rounds_url())


def test_the_page_is_for_directors_to_look_at(client, clerk_client, director_client, hall):
    assert (
        director_client.get(rounds_url()).status_code
        == director_client.head(rounds_url()).status_code
        == 200
    )
    assert clerk_client.get(rounds_url()).status_code == 403
    assert client.get(rounds_url()).url == f"{reverse('accounts:login')}?next={rounds_url()}"
    assert director_client.post(rounds_url()).status_code == 405
    assert director_client.get(rounds_url(slug="nergens")).status_code == 404


def test_the_page_is_found_from_the_rounds_and_the_players(director_client, clerk_client, hall):
    for page in (rounds_url("list"), reverse("players:list", args=["wk"])):
        assert rounds_url() in director_client.get(page).content.decode()
        assert rounds_url() not in clerk_client.get(page).content.decode()


def test_fixed_places_stand_by_the_names_of_their_players(director_client, hall):
    for number, name in ((1, "zoë Bos"), (2, "Émile Vos"), (3, "Zeger Dam"), (4, "anna Kok")):
        hall.entries.filter(number=number).update(name=name)
        fix_seat(hall, number, seat=2)
    shown = director_client.get(rounds_url()).context["places"]
    assert [each.entry.number for each, _words in shown] == [4, 2, 3, 1]


# A round that is confirmed and breaks what is asked since


@pytest.fixture
def confirmed(hall):
    """Round 1, of which everyone knows the seats."""
    return transitions.confirm_round(round=draws.draw_round(tournament=hall, seed=1))


def together(hall):
    """Two who sit at table 1 of round 1, in order of start number."""
    return sorted(seatings(hall)[0][0][:2])


def sit_together(one, other):
    return f"{one} Speler {one}, {other} Speler {other} sit together at table 1."


BROKEN = "Round 1 has been confirmed already, and this is not so in it:"
NOT_SO = "Not everything that was asked is so in round 1."


def shown(client, name, *args):
    return client.get(rounds_url(name, *args)).content.decode()


def test_a_must_that_a_confirmed_round_breaks_is_told_with_the_way_back(
    director_client, hall, confirmed
):
    one, other = together(hall)
    assert BROKEN not in shown(director_client, "constraints")
    separate_players(hall, one, other)
    page = shown(director_client, "constraints")
    assert page.count(BROKEN) == page.count(sit_together(one, other)) == 1
    back = reverse("rounds:unconfirm", args=["wk", 1])
    assert page.count(f'action="{back}"') == 1
    director_client.post(back)
    page = shown(director_client, "constraints")
    assert (BROKEN in page, "Round 1 has been drawn already." in page) == (False, True)


def test_a_must_that_a_draw_breaks_is_told_where_it_is_asked_and_at_the_rounds(
    director_client, client, hall
):
    draws.draw_round(tournament=hall, seed=1)
    one, other = together(hall)
    for page in ("constraints", "list"):
        assert sit_together(one, other) not in shown(director_client, page)
    separate_players(hall, one, other)
    page = shown(director_client, "constraints")
    assert "Round 1 has been drawn already, and this is not so in it:" in page
    assert page.count(sit_together(one, other)) == 1
    assert f'<a href="{rounds_url("round", 1)}">To round 1</a>' in page
    assert reverse("rounds:unconfirm", args=["wk", 1]) not in page
    page = shown(director_client, "list")
    assert page.count(NOT_SO) == page.count(sit_together(one, other)) == 1
    assert sit_together(one, other) not in shown(client, "list")


def test_of_two_confirmed_rounds_only_the_last_goes_back(director_client, hall, confirmed):
    transitions.confirm_round(round=draws.draw_round(tournament=hall, seed=2))
    separate_players(hall, *together(hall))
    page = shown(director_client, "constraints")
    assert BROKEN in page
    assert reverse("rounds:unconfirm", args=["wk", 1]) not in page
    assert f'<a href="{rounds_url("round", 1)}">To round 1</a>' in page


@pytest.mark.parametrize(("round", "is_told"), [(None, True), (1, True), (2, False)])
def test_a_fixed_place_counts_in_its_round(director_client, hall, confirmed, round, is_told):
    """It cannot be asked any more of a round that is confirmed, but may have been before."""
    player = seatings(hall)[0][0][0]
    FixedSeat.objects.create(entry=hall.entries.get(number=player), table=3, round=round)
    page = shown(director_client, "constraints")
    assert (BROKEN in page, f"{player} Speler {player} should sit at table 3" in page) == (
        is_told,
        is_told,
    )


def test_a_wish_is_told_on_the_page_of_the_round_only(director_client, hall, confirmed):
    separate_players(hall, *together(hall), is_hard=False)
    assert BROKEN not in shown(director_client, "constraints")
    page = shown(director_client, "round", 1)
    assert (NOT_SO in page, "Go back to the draw:" in page) == (True, False)


def test_officials_are_told_on_the_page_of_the_round_and_nobody_else(
    client, clerk_client, director_client, hall, confirmed
):
    one, other = together(hall)
    separate_players(hall, one, other)
    told = [shown(who, "round", 1) for who in (director_client, clerk_client, client)]
    assert [page.count(sit_together(one, other)) for page in told] == [1, 1, 0]
    assert [page.count(NOT_SO) for page in told] == [1, 1, 0]
    assert ["Go back to the draw:" in page for page in told] == [True, False, False]


def test_a_round_that_has_started_is_past_mending(director_client, clerk_client, hall, confirmed):
    separate_players(hall, *together(hall))
    transitions.start_round(round=confirmed)
    assert BROKEN not in shown(director_client, "constraints")
    for who in (director_client, clerk_client):
        assert NOT_SO not in shown(who, "round", 1)


@pytest.mark.parametrize("asked", [1, 3])
def test_what_is_broken_takes_as_many_queries_for_many_as_for_few(
    director_client, clerk_client, hall, asked, django_assert_num_queries
):
    for seed in range(asked):
        transitions.confirm_round(round=draws.draw_round(tournament=hall, seed=seed))
    for table in range(asked):
        separate_players(hall, *seatings(hall)[0][table][:2])
    with django_assert_num_queries(19):
        director_client.get(rounds_url())
    with django_assert_num_queries(18):
        clerk_client.get(rounds_url("round", 1))


# The page of a draw


@pytest.mark.slow
def test_the_page_of_a_draw_says_what_was_reached_and_what_is_not_so(director_client, hall):
    separate_players(hall, *range(1, 8), name="De Slag", is_hard=False)
    response = director_client.post(rounds_url("draw_all"), follow=True)
    assert len(messages_of(response)) == 2
    made = outcome(hall, seatings(hall), 3)
    assert response.context["quality"] == made.quality
    assert response.context["violations"] == [each for each in made.violations if each.round == 1]
    page = response.content.decode()
    assert (page.count("Nobody meets anybody twice."), page.count("of 0)")) == (1, 0)
    fix_seat(hall, 20, table=9)
    page = director_client.get(rounds_url("round", 1))
    first = page.context["violations"][0]
    table, chair = seat_of(hall, 1, 20)
    chair = "NORTH" if chair == 1 else f"seat {chair}"
    assert (first.is_hard, first.text) == (
        True,
        f"20 Speler 20 should sit at table 9, but sits at table {table}, {chair}.",
    )


def test_a_change_by_hand_says_what_it_costs(director_client, hall):
    draws.draw_all_rounds(tournament=hall, seed=1)
    first, second = seatings(hall)[1][0][:1], seatings(hall)[1][1][:1]
    typed = {"player": first[0], "other": second[0]}
    there = director_client.post(rounds_url("change_seats", 2), typed, follow=True)
    now = outcome(hall, seatings(hall), 3).quality
    assert now.repeat_meetings > 0
    assert f"Repeat meetings: {now.repeat_meetings}, before 0." in messages_of(there)[0]
    back = director_client.post(rounds_url("change_seats", 2), typed, follow=True)
    assert f"Repeat meetings: 0, before {now.repeat_meetings}." in messages_of(back)[0]


def test_a_draw_that_cannot_be_is_explained_on_the_page(director_client, hall):
    fix_seat(hall, 3, table=9)
    for name in ("draw", "draw_all"):
        page = director_client.post(rounds_url(name), follow=True)
        assert messages_of(page) == [
            "There is no such seat in round 1: 3 Speler 3: table 9. Nothing has been drawn."
        ]
    assert hall.rounds.count() == 0


def test_the_page_of_a_draw_takes_as_many_queries_for_many_as_for_few(
    director_client, db, django_assert_num_queries
):
    made = make_tournament(30, clubs=10)
    constraint_services.separate_clubs(tournament=made)
    fix_seat(made, 1, table=1)
    draws.draw_all_rounds(tournament=made, seed=1)
    with django_assert_num_queries(18):
        director_client.get(rounds_url("round", 1))


def test_what_was_asked_and_is_so_is_told_in_one_line(director_client, hall):
    separate_players(hall, 1, 2)
    separate_players(hall, 3, 4)
    separate_players(hall, 5, 6, is_hard=False)
    fix_seat(hall, 7, table=1, round=1)
    fix_seat(hall, 8, seat=1)
    fix_seat(hall, 9, table=2, round=2)
    separate_players(hall, 23, 24)
    roster.withdraw(entry=hall.entries.get(number=24))
    draws.draw_all_rounds(tournament=hall, seed=1)
    said_so = [
        "All that was asked is so: 2 groups not together, 1 wish, 2 fixed seats.",
        "All that was asked is so: 2 groups not together, 1 wish, 2 fixed seats.",
        "All that was asked is so: 2 groups not together, 1 wish, 1 fixed seat.",
    ]
    for number, text in enumerate(said_so, 1):
        page = director_client.get(rounds_url("round", number))
        assert (page.context["constraints_met"], page.context["violations"]) == (text, [])
        assert page.content.decode().count(text) == 1


def test_where_something_is_not_so_or_nothing_was_asked_it_is_not_told(director_client, hall):
    first = draws.draw_round(tournament=hall, seed=1)
    assert director_client.get(first.get_absolute_url()).context["constraints_met"] == ""
    table = [seat.entry.number for seat in first.tables.get(number=1).seats.all()]
    separate_players(hall, *table[:2])
    separate_players(hall, min({*range(1, 25)} - {*table}), table[0])
    page = director_client.get(first.get_absolute_url())
    assert (page.context["constraints_met"], len(page.context["violations"])) == ("", 1)
