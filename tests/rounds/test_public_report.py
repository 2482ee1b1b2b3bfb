"""Everyone reads how a public round was drawn: its quality and its draw number."""

import datetime as dt

import pytest
from django.urls import reverse

from tests.rounds.constraints.tournaments import make_tournament
from wk.draw import DrawQuality, evaluate
from wk.rounds.draws import draw_service as draws
from wk.rounds.lifecycle import transitions
from wk.rounds.seat_swaps import services as seat_swaps
from wk.tournament.models import Round, Tournament
from wk.tournament.queries import seatings
from wk.tournament.seating import seat_round

NOON = dt.datetime(2026, 11, 21, 12, tzinfo=dt.UTC)
AGAIN = (
    ". The computer drew with it: with the same players and wishes it gives the same seats, so"
    " anybody can check the draw."
)  # after a draw number


@pytest.fixture
def tournament(db):
    return make_tournament(25, slug="wk-test")


@pytest.fixture
def report_of(client):
    """Return a function that reads the report on the page of a round, "" for none."""

    def read_page(number, who=client):
        page = reverse("rounds:round", args=["wk-test", number])
        text = who.get(page, headers={"accept-language": "en"}).content.decode()
        _before, _class, after = text.partition('draw-report">')
        told, _end, behind = after.partition("</p>")
        _before, _class, number_told = behind.partition('<details class="draw-check">')
        _summary, _paragraph, said = number_told.partition('<p class="soft">')
        return " ".join(f"{told} {said.partition('</p>')[0]}".split())

    return read_page


def test_a_confirmed_round_shows_its_quality_and_later_its_draw_number(
    client, clerk_client, director_client, tournament, report_of
):
    draws.draw_round(tournament=tournament, seed=7)
    assert report_of(1, director_client) == ""
    confirm(tournament, 1)
    first = "The first round is seated by lot. {}".format
    waits = (
        "The draw number, with which anybody can check this draw, is told once round 3 is"
        " confirmed: it would tell those seats."
    )
    read_page = [report_of(1, who) for who in (client, clerk_client, director_client)]
    assert read_page == [first(waits), first(waits), "The first round is seated by lot."]
    start(tournament, 1)
    draws.draw_round(tournament=tournament, seed=123)
    confirm(tournament, 2)
    assert (
        report_of(2, director_client) == "Nobody meets anybody twice."
    )  # the director has the number in what checks the draw
    assert report_of(2) == f"Nobody meets anybody twice. {waits}"
    start(tournament, 2)
    draws.draw_round(tournament=tournament, seed=124)
    confirm(tournament, 3)
    assert report_of(1) == first(f"Draw number 7{AGAIN}")


def test_repeat_meetings_are_shown_beside_their_lower_bound(director, tournament, report_of):
    tournament.entries.filter(number__gt=10).update(withdrawn_after=0)
    for number in (1, 2):
        draws.draw_round(tournament=tournament, seed=number)
        confirm(tournament, number)
        start(tournament, number)
    assert evaluate(seatings(tournament), drawn=1).quality == DrawQuality(8, 8, 0, 0)
    text = "8 times two players meet again; fewer cannot be."
    waits = (
        "The draw number, with which anybody can check this draw, is told once round 3 is"
        " confirmed: it would tell those seats."
    )
    assert report_of(2) == f"{text} {waits}"


def test_a_round_changed_by_hand_says_so(director, tournament, report_of):
    round = draws.draw_round(tournament=tournament, seed=7)
    here, there = (round.seats.get(table__number=n, number=1).entry for n in (1, 2))
    seat_swaps.swap_seats(round=round, first=here, second=there, author=director, now=NOON)
    confirm(tournament, 1)
    assert report_of(1).startswith("The first round is seated by lot. Changed by hand. The draw")


def test_the_draw_number_of_all_rounds_is_shown_when_all_are_public(tournament, report_of):
    """From the draw number and the list of players everyone could work out the seats of the other
    rounds."""
    draws.draw_all_rounds(tournament=tournament, seed=7)
    waits = (
        "The draw number, with which anybody can check this draw, is told once round 3 is"
        " confirmed: it would tell those seats."
    )
    for number in (1, 2):
        confirm(tournament, number)
        assert report_of(number).endswith(waits)
        assert "Draw number" not in report_of(number)
    draws.redraw_round(round=round_of(tournament, 3), seed=8)
    for number in (1, 2):
        assert report_of(number).endswith(f"Draw number 7{AGAIN}")
    draws.discard_round(round=round_of(tournament, 3))
    assert report_of(1).endswith(waits)  # it may be drawn to go on from 7 again
    draws.draw_round(tournament=tournament, seed=8)
    draws.redraw_round(round=round_of(tournament, 3), seed=8)
    confirm(tournament, 3)
    assert report_of(3) == f"Nobody meets anybody twice. Draw number 8{AGAIN}"


def test_a_round_without_a_draw_number_shows_only_its_meetings(tournament, report_of):
    entries = list(tournament.entries.all())[:10]
    for number in (1, 2):
        seat_round(
            tournament=tournament,
            number=number,
            tables={1: entries[:5], 2: entries[5:]},
            state=Round.State.CONFIRMED,
        )
    assert (report_of(1), report_of(2)) == ("", "20 times two players meet again.")


def test_a_round_without_tables_shows_nothing(client, tournament, report_of):
    Round.objects.create(tournament=tournament, number=1, state=Round.State.CONFIRMED, seed=5)
    assert report_of(1) == ""


def test_a_round_by_standings_that_are_held_back_shows_nothing(tournament, report_of):
    """The seats at a table follow from the ranks of its players and the draw number."""
    tournament.last_round = Tournament.LastRound.STANDINGS
    tournament.save()
    entries = list(tournament.entries.all())
    tables = {n: entries[5 * n - 5 : 5 * n] for n in range(1, 6)}
    for number in (1, 2, 3):
        seat_round(tournament=tournament, number=number, tables=tables, seed=number, state="final")
    read_page = (
        "By the standings as they were at the draw: the best sit together. "
        "150 times two players meet again. "
    )
    assert report_of(3) == f"{read_page}Draw number 3{AGAIN}"
    tournament.rounds.filter(number=3).update(withheld=Round.Withheld.ALL)
    assert report_of(3) == f"{read_page}Draw number 3{AGAIN}"  # its own results are in no draw
    tournament.rounds.filter(number=1).update(withheld=Round.Withheld.ALL)
    assert (report_of(3), report_of(1)) == (
        "",
        f"The first round is seated by lot. Draw number 1{AGAIN}",
    )


@pytest.mark.parametrize(("rounds", "queries"), [(1, 10), (2, 10), (3, 12)])
def test_number_of_queries(client, tournament, rounds, queries, django_assert_num_queries):
    for number in range(1, rounds + 1):
        draws.draw_round(tournament=tournament, seed=number)
        confirm(tournament, number)
        start(tournament, number)
    page = reverse("rounds:round", args=["wk-test", rounds])
    with django_assert_num_queries(queries):
        client.get(page)


def round_of(tournament, number=2):
    return tournament.rounds.select_related("tournament").get(number=number)


def confirm(tournament, number):
    transitions.confirm_round(round=round_of(tournament, number))


def start(tournament, number):
    transitions.start_round(round=round_of(tournament, number))
