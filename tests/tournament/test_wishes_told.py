"""What the pages of the draws say of what was asked: whether it is so, and what it costs."""

import pytest
from django.urls import reverse

from tests.tournament.asked import apart, make, place, said, seat, url
from wk.tournament import draws, roster, wishes
from wk.tournament.models import FixedPlace, Tournament
from wk.tournament.queries import seatings
from wk.tournament.reached import outcome

pytestmark = [pytest.mark.usefixtures("english"), pytest.mark.slow]


@pytest.fixture
def hall(db) -> Tournament:
    """24 players: four tables of five and one of four."""
    return make(24)


# A round that is confirmed and breaks what is asked since


@pytest.fixture
def confirmed(hall):
    """Round 1, of which everyone knows the seats."""
    return draws.fix_round(round=draws.draw_round(tournament=hall, seed=1))


def together(hall):
    """Two who sit at table 1 of round 1, in order of start number."""
    return sorted(seatings(hall)[0][0][:2])


def sit_together(one, other):
    return f"{one} Speler {one}, {other} Speler {other} sit together at table 1."


BROKEN = "Round 1 has been confirmed already, and this is not so in it:"
NOT_SO = "Not everything that was asked is so in round 1."


def shown(client, name, *args):
    return client.get(url(name, *args)).content.decode()


def test_a_must_that_a_confirmed_round_breaks_is_told_with_the_way_back(
    director_client, hall, confirmed
):
    one, other = together(hall)
    assert BROKEN not in shown(director_client, "wishes")
    apart(hall, one, other)
    page = shown(director_client, "wishes")
    assert page.count(BROKEN) == page.count(sit_together(one, other)) == 1
    back = reverse("hall:unfix", args=["wk", 1])
    assert page.count(f'action="{back}"') == 1
    director_client.post(back)
    page = shown(director_client, "wishes")
    assert (BROKEN in page, "Round 1 has been drawn already." in page) == (False, True)


def test_a_must_that_a_draw_breaks_is_told_where_it_is_asked_and_at_the_rounds(
    director_client, client, hall
):
    draws.draw_round(tournament=hall, seed=1)
    one, other = together(hall)
    for page in ("wishes", "rounds"):
        assert sit_together(one, other) not in shown(director_client, page)
    apart(hall, one, other)
    page = shown(director_client, "wishes")
    assert "Round 1 has been drawn already, and this is not so in it:" in page
    assert page.count(sit_together(one, other)) == 1
    assert f'<a href="{url("round", 1)}">To round 1</a>' in page
    assert reverse("hall:unfix", args=["wk", 1]) not in page
    page = shown(director_client, "rounds")
    assert page.count(NOT_SO) == page.count(sit_together(one, other)) == 1
    assert sit_together(one, other) not in shown(client, "rounds")


def test_of_two_confirmed_rounds_only_the_last_goes_back(director_client, hall, confirmed):
    draws.fix_round(round=draws.draw_round(tournament=hall, seed=2))
    apart(hall, *together(hall))
    page = shown(director_client, "wishes")
    assert BROKEN in page
    assert reverse("hall:unfix", args=["wk", 1]) not in page
    assert f'<a href="{url("round", 1)}">To round 1</a>' in page


@pytest.mark.parametrize(("round", "is_told"), [(None, True), (1, True), (2, False)])
def test_a_fixed_place_counts_in_its_round(director_client, hall, confirmed, round, is_told):
    """It cannot be asked any more of a round that is confirmed, but may have been before."""
    player = seatings(hall)[0][0][0]
    FixedPlace.objects.create(entry=hall.entries.get(number=player), table=3, round=round)
    page = shown(director_client, "wishes")
    assert (BROKEN in page, f"{player} Speler {player} should sit at table 3" in page) == (
        is_told,
        is_told,
    )


def test_a_wish_is_told_on_the_page_of_the_round_only(director_client, hall, confirmed):
    apart(hall, *together(hall), is_must=False)
    assert BROKEN not in shown(director_client, "wishes")
    page = shown(director_client, "round", 1)
    assert (NOT_SO in page, "Go back to the draw:" in page) == (True, False)


def test_officials_are_told_on_the_page_of_the_round_and_nobody_else(
    client, clerk_client, director_client, hall, confirmed
):
    one, other = together(hall)
    apart(hall, one, other)
    told = [shown(who, "round", 1) for who in (director_client, clerk_client, client)]
    assert [page.count(sit_together(one, other)) for page in told] == [1, 1, 0]
    assert [page.count(NOT_SO) for page in told] == [1, 1, 0]
    assert ["Go back to the draw:" in page for page in told] == [True, False, False]


def test_a_round_that_has_started_is_past_mending(director_client, clerk_client, hall, confirmed):
    apart(hall, *together(hall))
    draws.start_round(round=confirmed)
    assert BROKEN not in shown(director_client, "wishes")
    for who in (director_client, clerk_client):
        assert NOT_SO not in shown(who, "round", 1)


@pytest.mark.parametrize("asked", [1, 3])
def test_what_is_broken_takes_as_many_queries_for_many_as_for_few(
    director_client, clerk_client, hall, asked, django_assert_num_queries
):
    for seed in range(asked):
        draws.fix_round(round=draws.draw_round(tournament=hall, seed=seed))
    for table in range(asked):
        apart(hall, *seatings(hall)[0][table][:2])
    with django_assert_num_queries(19):
        director_client.get(url())
    with django_assert_num_queries(19):
        clerk_client.get(url("round", 1))


# The page of a draw


@pytest.mark.slow
def test_the_page_of_a_draw_says_what_was_reached_and_what_is_not_so(director_client, hall):
    apart(hall, *range(1, 8), name="De Slag", is_must=False)
    response = director_client.post(url("draw_all"), follow=True)
    assert len(said(response)) == 2
    made = outcome(hall, seatings(hall), 3)
    assert response.context["reached"] == made.reached
    assert response.context["unkept"] == [each for each in made.unkept if each.round == 1]
    page = response.content.decode()
    assert (page.count("Nobody meets anybody twice."), page.count("of 0)")) == (1, 0)
    place(hall, 20, table=9)
    page = director_client.get(url("round", 1))
    first = page.context["unkept"][0]
    table, chair = seat(hall, 1, 20)
    chair = "NORTH" if chair == 1 else f"seat {chair}"
    assert (first.is_must, first.text) == (
        True,
        f"20 Speler 20 should sit at table 9, and sits at table {table}, {chair}.",
    )


def test_a_change_by_hand_says_what_it_costs(director_client, hall):
    draws.draw_all_rounds(tournament=hall, seed=1)
    first, second = seatings(hall)[1][0][:1], seatings(hall)[1][1][:1]
    typed = {"player": first[0], "other": second[0]}
    there = director_client.post(url("move", 2), typed, follow=True)
    now = outcome(hall, seatings(hall), 3).reached
    assert now.met > 0
    assert f"Repeat meetings: {now.met}, before 0." in said(there)[0]
    back = director_client.post(url("move", 2), typed, follow=True)
    assert f"Repeat meetings: 0, before {now.met}." in said(back)[0]


def test_a_draw_that_cannot_be_is_explained_on_the_page(director_client, hall):
    place(hall, 3, table=9)
    for name in ("draw", "draw_all"):
        page = director_client.post(url(name), follow=True)
        assert said(page) == [
            "There is no such place in round 1: 3 Speler 3: table 9. Nothing has been drawn."
        ]
    assert hall.rounds.count() == 0


def test_the_page_of_a_draw_takes_as_many_queries_for_many_as_for_few(
    director_client, db, django_assert_num_queries
):
    made = make(30, clubs=10)
    wishes.keep_clubs_apart(tournament=made)
    place(made, 1, table=1)
    draws.draw_all_rounds(tournament=made, seed=1)
    with django_assert_num_queries(20):
        director_client.get(url("round", 1))


def test_what_was_asked_and_is_so_is_told_in_one_line(director_client, hall):
    apart(hall, 1, 2)
    apart(hall, 3, 4)
    apart(hall, 5, 6, is_must=False)
    place(hall, 7, table=1, round=1)
    place(hall, 8, seat=1)
    place(hall, 9, table=2, round=2)
    apart(hall, 23, 24)
    roster.withdraw(entry=hall.entries.get(number=24))
    draws.draw_all_rounds(tournament=hall, seed=1)
    said_so = [
        "All that was asked is so: 2 groups apart, 1 wish, 2 fixed places.",
        "All that was asked is so: 2 groups apart, 1 wish, 2 fixed places.",
        "All that was asked is so: 2 groups apart, 1 wish, 1 fixed place.",
    ]
    for number, text in enumerate(said_so, 1):
        page = director_client.get(url("round", number))
        assert (page.context["kept"], page.context["unkept"]) == (text, [])
        assert page.content.decode().count(text) == 1


def test_where_something_is_not_so_or_nothing_was_asked_it_is_not_told(director_client, hall):
    first = draws.draw_round(tournament=hall, seed=1)
    assert director_client.get(first.get_absolute_url()).context["kept"] == ""
    table = [seat.entry.number for seat in first.tables.get(number=1).seats.all()]
    apart(hall, *table[:2])
    apart(hall, min({*range(1, 25)} - {*table}), table[0])
    page = director_client.get(first.get_absolute_url())
    assert (page.context["kept"], len(page.context["unkept"])) == ("", 1)
