"""Pages show which constraints a round breaks, or that it meets them all."""

import pytest
from django.urls import reverse

from tests.markup import messages_of
from tests.rounds.constraints.tournaments import (
    fix_seat,
    make_tournament,
    rounds_url,
    seat_of,
    separate_players,
)
from wk.players import services as roster
from wk.rounds.constraints import services as constraint_services
from wk.rounds.draw_quality import outcome
from wk.rounds.draws import draw_service as draws
from wk.rounds.lifecycle import transitions
from wk.tournament.models import FixedSeat
from wk.tournament.queries import seatings

pytestmark = pytest.mark.usefixtures("english")


@pytest.fixture
def confirmed(tournament_of_24):
    """Round 1, confirmed: its seats are public."""
    return transitions.confirm_round(round=draws.draw_round(tournament=tournament_of_24, seed=1))


def two_at_table_1(tournament_of_24):
    """Return two start numbers of table 1 in round 1, the lower one first."""
    return sorted(seatings(tournament_of_24)[0][0][:2])


def sit_together_words(one, other):
    """Return the words for two players who sit together at table 1."""
    return f"{one} Speler {one}, {other} Speler {other} sit together at table 1."


BROKEN = "Round 1 has been confirmed already, and this is not so in it:"


NOT_SO = "Not everything that was asked is so in round 1."


def html_of(client, name, *args):
    """Return the HTML of a page of the rounds."""
    return client.get(rounds_url(name, *args)).content.decode()


def test_a_must_broken_by_a_confirmed_round_is_shown_with_a_button_to_unconfirm(
    director_client, tournament_of_24, confirmed
):
    one, other = two_at_table_1(tournament_of_24)
    assert BROKEN not in html_of(director_client, "constraints")
    separate_players(tournament_of_24, one, other)
    page = html_of(director_client, "constraints")
    assert page.count(BROKEN) == page.count(sit_together_words(one, other)) == 1
    back = reverse("rounds:unconfirm", args=["wk", 1])
    assert page.count(f'action="{back}"') == 1
    director_client.post(back)
    page = html_of(director_client, "constraints")
    assert (BROKEN in page, "Round 1 has been drawn already." in page) == (False, True)


def test_a_must_broken_by_a_draw_is_shown_at_the_constraints_and_the_rounds(
    director_client, client, tournament_of_24
):
    draws.draw_round(tournament=tournament_of_24, seed=1)
    one, other = two_at_table_1(tournament_of_24)
    for page in ("constraints", "list"):
        assert sit_together_words(one, other) not in html_of(director_client, page)
    separate_players(tournament_of_24, one, other)
    page = html_of(director_client, "constraints")
    assert "Round 1 has been drawn already, and this is not so in it:" in page
    assert page.count(sit_together_words(one, other)) == 1
    assert f'<a href="{rounds_url("round", 1)}">To round 1</a>' in page
    assert reverse("rounds:unconfirm", args=["wk", 1]) not in page
    page = html_of(director_client, "list")
    assert page.count(NOT_SO) == page.count(sit_together_words(one, other)) == 1
    assert sit_together_words(one, other) not in html_of(client, "list")


def test_only_the_last_confirmed_round_can_be_unconfirmed(
    director_client, tournament_of_24, confirmed
):
    transitions.confirm_round(round=draws.draw_round(tournament=tournament_of_24, seed=2))
    separate_players(tournament_of_24, *two_at_table_1(tournament_of_24))
    page = html_of(director_client, "constraints")
    assert BROKEN in page
    assert reverse("rounds:unconfirm", args=["wk", 1]) not in page
    assert f'<a href="{rounds_url("round", 1)}">To round 1</a>' in page


@pytest.mark.parametrize(("round", "is_told"), [(None, True), (1, True), (2, False)])
def test_a_fixed_seat_is_broken_only_in_its_own_round(
    director_client, tournament_of_24, confirmed, round, is_told
):
    """A fixed seat for a confirmed round is refused now, but may have been stored before."""
    player = seatings(tournament_of_24)[0][0][0]
    FixedSeat.objects.create(
        entry=tournament_of_24.entries.get(number=player), table=3, round=round
    )
    page = html_of(director_client, "constraints")
    assert (BROKEN in page, f"{player} Speler {player} should sit at table 3" in page) == (
        is_told,
        is_told,
    )


def test_a_broken_wish_is_shown_on_the_page_of_the_round_only(
    director_client, tournament_of_24, confirmed
):
    separate_players(tournament_of_24, *two_at_table_1(tournament_of_24), is_hard=False)
    assert BROKEN not in html_of(director_client, "constraints")
    page = html_of(director_client, "round", 1)
    assert (NOT_SO in page, "Go back to the draw:" in page) == (True, False)


def test_officials_alone_see_a_broken_must_on_the_page_of_the_round(
    client, clerk_client, director_client, tournament_of_24, confirmed
):
    one, other = two_at_table_1(tournament_of_24)
    separate_players(tournament_of_24, one, other)
    told = [html_of(who, "round", 1) for who in (director_client, clerk_client, client)]
    assert [page.count(sit_together_words(one, other)) for page in told] == [1, 1, 0]
    assert [page.count(NOT_SO) for page in told] == [1, 1, 0]
    assert ["Go back to the draw:" in page for page in told] == [True, False, False]


def test_a_started_round_shows_no_broken_constraints(
    director_client, clerk_client, tournament_of_24, confirmed
):
    separate_players(tournament_of_24, *two_at_table_1(tournament_of_24))
    transitions.start_round(round=confirmed)
    assert BROKEN not in html_of(director_client, "constraints")
    for who in (director_client, clerk_client):
        assert NOT_SO not in html_of(who, "round", 1)


# Once all rounds are public, so is what was asked of the draw: two queries more.
@pytest.mark.parametrize(("asked", "queries"), [(1, 18), (3, 20)])
def test_number_of_queries_with_broken_musts(
    director_client, clerk_client, tournament_of_24, asked, queries, django_assert_num_queries
):
    for seed in range(asked):
        transitions.confirm_round(round=draws.draw_round(tournament=tournament_of_24, seed=seed))
    for table in range(asked):
        separate_players(tournament_of_24, *seatings(tournament_of_24)[0][table][:2])
    with django_assert_num_queries(20):
        director_client.get(rounds_url())
    with django_assert_num_queries(queries):
        clerk_client.get(rounds_url("round", 1))


@pytest.mark.slow
def test_the_page_of_a_draw_shows_its_quality_and_its_violations(director_client, tournament_of_24):
    separate_players(tournament_of_24, *range(1, 8), name="De Slag", is_hard=False)
    response = director_client.post(rounds_url("draw_all"), follow=True)
    assert len(messages_of(response)) == 2
    made = outcome(tournament_of_24, seatings(tournament_of_24), 3)
    assert response.context["violations"] == [each for each in made.violations if each.round == 1]
    page = response.content.decode()
    assert (page.count("Nobody meets anybody twice."), page.count("of 0)")) == (1, 0)
    fix_seat(tournament_of_24, 20, table=9)
    page = director_client.get(rounds_url("round", 1))
    first = page.context["violations"][0]
    table, chair = seat_of(tournament_of_24, 1, 20)
    chair = "NORTH (seat 1)" if chair == 1 else f"seat {chair}"
    assert (first.is_hard, first.text) == (
        True,
        f"20 Speler 20 should sit at table 9, but sits at table {table}, {chair}.",
    )


def test_an_impossible_draw_shows_the_conflict(director_client, tournament_of_24):
    fix_seat(tournament_of_24, 3, table=9)
    for name in ("draw", "draw_all"):
        page = director_client.post(rounds_url(name), follow=True)
        assert messages_of(page) == [
            "There is no such seat in round 1: 3 Speler 3: table 9. Nothing has been drawn."
        ]
    assert tournament_of_24.rounds.count() == 0


def test_number_of_queries_of_the_page_of_a_draw(director_client, db, django_assert_num_queries):
    made = make_tournament(30, clubs=10)
    constraint_services.separate_clubs(tournament=made)
    fix_seat(made, 1, table=1)
    draws.draw_all_rounds(tournament=made, seed=1)
    with django_assert_num_queries(20):
        director_client.get(rounds_url("round", 1))


def test_one_line_tells_that_all_constraints_are_met(director_client, tournament_of_24):
    separate_players(tournament_of_24, 1, 2)
    separate_players(tournament_of_24, 3, 4)
    separate_players(tournament_of_24, 5, 6, is_hard=False)
    fix_seat(tournament_of_24, 7, table=1, round=1)
    fix_seat(tournament_of_24, 8, seat=1)
    fix_seat(tournament_of_24, 9, table=2, round=2)
    separate_players(tournament_of_24, 23, 24)
    roster.withdraw(entry=tournament_of_24.entries.get(number=24))
    draws.draw_all_rounds(tournament=tournament_of_24, seed=1)
    said_so = [
        "All that was asked is so: 2 groups not together, 1 wish, 2 fixed seats.",
        "All that was asked is so: 2 groups not together, 1 wish, 2 fixed seats.",
        "All that was asked is so: 2 groups not together, 1 wish, 1 fixed seat.",
    ]
    for number, text in enumerate(said_so, 1):
        page = director_client.get(rounds_url("round", number))
        assert (page.context["facts"][-1].text, page.context["violations"]) == (text, [])
        assert page.content.decode().count(text) == 1


def test_no_such_line_without_constraints_or_with_a_broken_one(director_client, tournament_of_24):
    first = draws.draw_round(tournament=tournament_of_24, seed=1)
    asked = director_client.get(first.get_absolute_url()).context["facts"][-1].text
    assert asked == "Nothing was asked."
    table = [seat.entry.number for seat in first.tables.get(number=1).seats.all()]
    separate_players(tournament_of_24, *table[:2])
    separate_players(tournament_of_24, min({*range(1, 25)} - {*table}), table[0])
    page = director_client.get(first.get_absolute_url())
    told = page.context["facts"][-1].text
    assert (told, len(page.context["violations"])) == ("1 is not met.", 1)
