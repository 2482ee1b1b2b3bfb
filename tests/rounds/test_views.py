"""Rounds through their pages: one drawn, changed, confirmed and started, and all at once; and what
everyone is told of a draw."""

import datetime as dt

import pytest
from django.urls import reverse

from wk.draw import DrawQuality, evaluate
from wk.players.services import NewEntry, enter_many
from wk.rounds.draws import draw_service as draws
from wk.rounds.lifecycle import transitions
from wk.rounds.seat_swaps import services as seat_swaps
from wk.tournament.models import Round, Tournament
from wk.tournament.queries import seatings
from wk.tournament.seating import seat_round
from wk.tournament.services import create_tournament

NOON = dt.datetime(2026, 11, 21, 12, tzinfo=dt.UTC)


class TestRounds:
    """A round through its pages."""

    @pytest.fixture
    def second(self, director_client, tournament):
        director_client.post(reverse("rounds:draw", args=["wk-test"]))
        return tournament.rounds.get(number=2)

    def test_a_draw_is_the_directors_alone_until_it_is_fixed(self, client, director_client, second):
        page = reverse("rounds:round", args=["wk-test", 2])
        assert client.get(page).status_code == 404
        assert director_client.get(page).status_code == 200
        director_client.post(reverse("rounds:confirm", args=["wk-test", 2]))
        assert client.get(page).status_code == 200

    def test_a_draw_can_be_made_again_and_thrown_away(self, director_client, tournament, second):
        director_client.post(reverse("rounds:redraw", args=["wk-test", 2]))
        again = tournament.rounds.get(number=2)
        assert again.seed != second.seed
        director_client.post(reverse("rounds:discard", args=["wk-test", 2]))
        assert tournament.rounds.count() == 1

    def test_players_change_places(self, director_client, second):
        here = second.seats.get(table__number=1, number=1).entry
        there = second.seats.get(table__number=2, number=1).entry
        url = reverse("rounds:change_seats", args=["wk-test", 2])
        director_client.post(url, {"player": here.number, "other": there.number})
        assert second.seats.get(table__number=1, number=1).entry == there

    @pytest.mark.parametrize(
        "data", [{}, {"player": "x", "other": "y"}, {"player": "1", "other": "1"}]
    )
    def test_a_wrong_swap_is_explained(self, director_client, second, data):
        url = reverse("rounds:change_seats", args=["wk-test", 2])
        response = director_client.post(url, data, follow=True)
        assert [m.level_tag for m in response.context["messages"]][-1] == "error"

    def test_who_came_after_the_draw_is_named(self, director_client, tournament, second):
        director_client.post(reverse("players:add", args=["wk-test"]), {"name": "Laatkomer"})
        page = director_client.get(reverse("rounds:round", args=["wk-test", 2]))
        assert [e.name for e in page.context["unseated"]] == ["Laatkomer"]

    def test_a_refused_draw_is_explained(self, director_client, tournament, second):
        response = director_client.post(reverse("rounds:draw", args=["wk-test"]), follow=True)
        assert [m.level_tag for m in response.context["messages"]][-1] == "error"

    def test_what_was_done_is_said(self, director_client, tournament, second):
        said = []
        for step in ("redraw", "confirm", "unconfirm", "confirm", "start"):
            url = reverse(f"rounds:{step}", args=["wk-test", 2])
            page = director_client.post(url, follow=True, headers={"accept-language": "en"})
            said.append(str(list(page.context["messages"])[-1]))
        assert said == [
            "Round 2 has been drawn again.",
            "The draw of round 2 is confirmed.",
            "The draw of round 2 can be changed again.",
            "The draw of round 2 is confirmed.",
            "Round 2 has started.",
        ]

    def test_a_draw_that_cannot_be_made_is_not_offered(self, director_client, tournament):
        tournament.entries.filter(number__gt=7).update(withdrawn_after=1)
        page = director_client.get(
            reverse("rounds:list", args=["wk-test"]), headers={"accept-language": "en"}
        )
        assert page.context["cannot_draw"] == (
            "7 players cannot be divided over tables of 5 or 4. It can be done with 5 or 8."
        )
        assert reverse("rounds:draw", args=["wk-test"]) not in page.content.decode()

    def test_started_at_last(self, director_client, tournament, second):
        for step in ("confirm", "start"):
            director_client.post(reverse(f"rounds:{step}", args=["wk-test", 2]))
        assert tournament.rounds.get(number=2).state == "started"


class TestNotCome:
    """Before a draw it is told who has not come in, once the desk is used."""

    @pytest.fixture
    def said(self, director_client, tournament):
        """Return what the step says of them, "" for nothing."""

        def told():
            page = reverse("rounds:list", args=["wk-test"])
            shown = director_client.get(page, headers={"accept-language": "en"})
            text = " ".join(shown.content.decode().split())
            _before, found, after = text.partition("<strong>Please note</strong> ")
            assert (
                f'<a href="{reverse("players:checkin", args=["wk-test"])}">To the desk' in after
            ) == (found != "")
            return after.partition(" A player who does not come is drawn too")[0]

        return told

    def test_nobody_while_the_desk_is_not_used(self, said):
        assert said() == ""

    def test_of_few_their_names(self, tournament, said):
        tournament.entries.exclude(number=3).update(checked_in_at=NOON)
        assert said() == "1 player has not come in yet: 3 Cor."
        tournament.entries.filter(number=4).update(checked_in_at=None)
        assert said() == "2 players have not come in yet: 3 Cor, 4 Dirk."

    def test_of_many_a_count(self, tournament, said):
        enter_many(tournament=tournament, rows=[NewEntry("Joost")])
        tournament.entries.filter(number=1).update(checked_in_at=NOON)
        assert said() == "9 players have not come in yet."

    def test_who_left_is_not_waited_for(self, tournament, said):
        tournament.entries.exclude(number=3).update(checked_in_at=NOON)
        tournament.entries.filter(number=3).update(withdrawn_after=0)
        assert said() == ""


@pytest.mark.parametrize("path", ["/t/wk-test/rounds/", "/t/wk-test/"])
def test_a_draw_is_looked_at_before_it_is_confirmed(director_client, tournament, path):
    tournament.rounds.update(state="final")
    entries = list(tournament.entries.all())
    seat_round(tournament=tournament, number=2, tables={1: entries[:5], 2: entries[5:]}, seed=1)
    page = director_client.get(path, headers={"accept-language": "en"})
    assert "<h2>Look at the draw of round 2 and confirm it</h2>" in page.content.decode()


def test_all_rounds_are_drawn_at_once(director_client, tournament):
    page = director_client.get(reverse("rounds:list", args=["wk-test"])).content.decode()
    assert reverse("rounds:draw_all", args=["wk-test"]) in page
    response = director_client.post(reverse("rounds:draw_all", args=["wk-test"]))
    assert response.url == reverse("rounds:round", args=["wk-test", 2])
    assert [(r.number, r.state) for r in tournament.rounds.all()] == [
        (1, "started"),
        (2, "drawn"),
        (3, "drawn"),
    ]
    second = tournament.rounds.get(number=2)
    assert second.tables.count() == 2
    # The rounds page leads to the first that waits, not to the last.
    context = director_client.get(reverse("rounds:list", args=["wk-test"])).context
    assert context["waiting_for"] == second


def test_the_last_round_has_no_button_for_all_rounds(director_client, tournament):
    url = reverse("rounds:list", args=["wk-test"])
    tournament.round_count = 2
    tournament.save()
    page = director_client.get(url).content.decode()
    assert reverse("rounds:draw", args=["wk-test"]) in page
    assert reverse("rounds:draw_all", args=["wk-test"]) not in page


def test_a_later_round_waits_for_the_one_before_it(director_client, tournament):
    director_client.post(reverse("rounds:draw_all", args=["wk-test"]))
    third = director_client.get(reverse("rounds:round", args=["wk-test", 3]))
    assert third.context["waiting_for"].number == 2
    assert reverse("rounds:confirm", args=["wk-test", 3]) not in third.content.decode()
    director_client.post(reverse("rounds:confirm", args=["wk-test", 3]))
    assert tournament.rounds.get(number=3).state == "drawn"
    second = director_client.get(reverse("rounds:round", args=["wk-test", 2]))
    assert second.context["later"] == [3]
    assert reverse("rounds:confirm", args=["wk-test", 2]) in second.content.decode()


@pytest.mark.parametrize(("step", "left"), [("rounds:redraw", [1, 2, 3]), ("rounds:discard", [1])])
def test_what_is_drawn_later_goes_along(director_client, tournament, step, left):
    director_client.post(reverse("rounds:draw_all", args=["wk-test"]))
    before = list(tournament.rounds.filter(number=3).values_list("seed", flat=True))
    director_client.post(reverse(step, args=["wk-test", 2]))
    assert [round.number for round in tournament.rounds.all()] == left
    after = list(tournament.rounds.filter(number=3).values_list("seed", flat=True))
    assert before != after


# What everyone may know of a draw


class TestTold:
    """The line of a public round: what its draw reached, and its lot number."""

    @pytest.fixture
    def tournament(self, db):
        made = create_tournament(name="WK", slug="wk-test", date=dt.date(2026, 11, 21))
        enter_many(tournament=made, rows=[NewEntry(f"Speler {n}") for n in range(1, 26)])
        return made

    @pytest.fixture
    def line(self, client):
        """Return what a page of a round tells everyone of its draw, "" for nothing."""

        def told(number, who=client):
            page = reverse("rounds:round", args=["wk-test", number])
            text = who.get(page, headers={"accept-language": "en"}).content.decode()
            _before, _class, after = text.partition('draw-report">')
            return " ".join(after.split("</p>")[0].split()) if after else ""

        return told

    def test_what_it_reached_and_its_lot_number_are_told_once_it_is_confirmed(
        self, client, clerk_client, director_client, tournament, line
    ):
        draws.draw_round(tournament=tournament, seed=7)
        assert line(1, director_client) == ""
        confirm(tournament, 1)
        first = "The first round is seated by lot. {}".format
        waits = "The lot number is told once round 3 is confirmed: it would tell those seats."
        told = [line(1, who) for who in (client, clerk_client, director_client)]
        assert told == [first(waits), first(waits), first("Lot number 7.")]
        start(tournament, 1)
        draws.draw_round(tournament=tournament, seed=123)
        confirm(tournament, 2)
        assert line(2, director_client) == "Nobody meets anybody twice. Lot number 7."  # it goes on
        assert line(2) == f"Nobody meets anybody twice. {waits}"
        start(tournament, 2)
        draws.draw_round(tournament=tournament, seed=124)
        confirm(tournament, 3)
        assert line(1) == first("Lot number 7.")

    def test_what_costs_meetings_is_told_beside_the_least_there_could_be(
        self, director, tournament, line
    ):
        tournament.entries.filter(number__gt=10).update(withdrawn_after=0)
        for number in (1, 2):
            draws.draw_round(tournament=tournament, seed=number)
            confirm(tournament, number)
            start(tournament, number)
        assert evaluate(seatings(tournament), drawn=1).quality == DrawQuality(8, 8, 0, 0)
        text = "8 times two players meet again; fewer cannot be."
        waits = "The lot number is told once round 3 is confirmed: it would tell those seats."
        assert line(2) == f"{text} {waits}"

    def test_rounds_changed_by_hand_say_so(self, director, tournament, line):
        round = draws.draw_round(tournament=tournament, seed=7)
        here, there = (round.seats.get(table__number=n, number=1).entry for n in (1, 2))
        seat_swaps.swap_seats(round=round, first=here, second=there, author=director, now=NOON)
        confirm(tournament, 1)
        assert line(1).startswith("The first round is seated by lot. Changed by hand. The lot")

    def test_of_rounds_drawn_at_once_the_lot_number_is_told_when_all_are_public(
        self, tournament, line
    ):
        """With it, and the list, everyone could tell the seats of the others."""
        draws.draw_all_rounds(tournament=tournament, seed=7)
        waits = "The lot number is told once round 3 is confirmed: it would tell those seats."
        for number in (1, 2):
            confirm(tournament, number)
            assert line(number).endswith(waits)
            assert "Lot number" not in line(number)
        draws.redraw_round(round=at(tournament, 3), seed=8)
        assert [line(number).split()[-1] for number in (1, 2)] == ["7.", "7."]
        draws.discard_round(round=at(tournament, 3))
        assert line(1).endswith(waits)  # it may be drawn to go on from 7 again
        draws.draw_round(tournament=tournament, seed=8)
        draws.redraw_round(round=at(tournament, 3), seed=8)
        confirm(tournament, 3)
        assert line(3) == "Nobody meets anybody twice. Lot number 8."

    def test_a_round_without_a_lot_number_was_not_drawn_here(self, tournament, line):
        entries = list(tournament.entries.all())[:10]
        for number in (1, 2):
            seat_round(
                tournament=tournament,
                number=number,
                tables={1: entries[:5], 2: entries[5:]},
                state=Round.State.CONFIRMED,
            )
        assert (line(1), line(2)) == ("", "20 times two players meet again.")

    def test_a_round_without_tables_has_nothing_to_tell(self, client, tournament, line):
        Round.objects.create(tournament=tournament, number=1, state=Round.State.CONFIRMED, seed=5)
        assert line(1) == ""

    def test_by_standings_that_were_held_back_since_it_tells_nothing(self, tournament, line):
        """The seats at a table follow from the ranks of its players and the lot number."""
        tournament.last_round = Tournament.LastRound.STANDINGS
        tournament.save()
        entries = list(tournament.entries.all())
        tables = {n: entries[5 * n - 5 : 5 * n] for n in range(1, 6)}
        for number in (1, 2, 3):
            seat_round(
                tournament=tournament, number=number, tables=tables, seed=number, state="final"
            )
        told = (
            "By the standings as they were at the draw: the best sit together. "
            "150 times two players meet again. "
        )
        assert line(3) == f"{told}Lot number 3."
        tournament.rounds.filter(number=3).update(withheld=Round.Withheld.ALL)
        assert line(3) == f"{told}Lot number 3."  # its own results are in no draw
        tournament.rounds.filter(number=1).update(withheld=Round.Withheld.ALL)
        assert (line(3), line(1)) == ("", "The first round is seated by lot. Lot number 1.")

    @pytest.mark.parametrize("rounds", [1, 3])
    def test_any_round_takes_as_many_queries(
        self, client, tournament, rounds, django_assert_num_queries
    ):
        for number in range(1, rounds + 1):
            draws.draw_round(tournament=tournament, seed=number)
            confirm(tournament, number)
            start(tournament, number)
        page = reverse("rounds:round", args=["wk-test", rounds])
        with django_assert_num_queries(10):
            client.get(page)


def at(tournament, number=2):
    return tournament.rounds.select_related("tournament").get(number=number)


def confirm(tournament, number):
    transitions.confirm_round(round=at(tournament, number))


def start(tournament, number):
    transitions.start_round(round=at(tournament, number))
