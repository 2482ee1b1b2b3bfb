"""Rounds through their pages: one drawn, changed, confirmed and started, and all at once."""

import pytest
from django.urls import reverse


class TestRounds:
    """A round through its pages."""

    @pytest.fixture
    def second(self, director_client, tournament):
        director_client.post(reverse("hall:draw", args=["wk-test"]))
        return tournament.rounds.get(number=2)

    def test_a_draw_is_the_directors_alone_until_it_is_fixed(self, client, director_client, second):
        page = reverse("tournament:round", args=["wk-test", 2])
        assert client.get(page).status_code == 404
        assert director_client.get(page).status_code == 200
        director_client.post(reverse("hall:fix", args=["wk-test", 2]))
        assert client.get(page).status_code == 200

    def test_a_draw_can_be_made_again_and_thrown_away(self, director_client, tournament, second):
        director_client.post(reverse("hall:redraw", args=["wk-test", 2]))
        again = tournament.rounds.get(number=2)
        assert again.seed != second.seed
        director_client.post(reverse("tournament:discard", args=["wk-test", 2]))
        assert tournament.rounds.count() == 1

    def test_players_change_places(self, director_client, second):
        here = second.seats.get(table__number=1, number=1).entry
        there = second.seats.get(table__number=2, number=1).entry
        url = reverse("tournament:swap", args=["wk-test", 2])
        director_client.post(url, {"first": here.pk, "second": there.pk})
        assert second.seats.get(table__number=1, number=1).entry == there

    @pytest.mark.parametrize("data", [{}, {"first": "x", "second": "y"}, {"first": "1"}])
    def test_a_wrong_swap_is_explained(self, director_client, second, data):
        url = reverse("tournament:swap", args=["wk-test", 2])
        response = director_client.post(url, data, follow=True)
        assert [m.level_tag for m in response.context["messages"]][-1] == "error"

    def test_who_came_after_the_draw_is_named(self, director_client, tournament, second):
        director_client.post(
            reverse("tournament:add_player", args=["wk-test"]), {"name": "Laatkomer"}
        )
        page = director_client.get(reverse("tournament:round", args=["wk-test", 2]))
        assert [e.name for e in page.context["unseated"]] == ["Laatkomer"]

    def test_a_refused_draw_is_explained(self, director_client, tournament, second):
        response = director_client.post(reverse("hall:draw", args=["wk-test"]), follow=True)
        assert [m.level_tag for m in response.context["messages"]][-1] == "error"

    def test_what_was_done_is_said(self, director_client, tournament, second):
        said = []
        for step in ("redraw", "fix", "unfix", "fix", "start"):
            url = reverse(f"hall:{step}", args=["wk-test", 2])
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
            reverse("tournament:rounds", args=["wk-test"]), headers={"accept-language": "en"}
        )
        assert page.context["cannot_draw"] == (
            "7 players cannot be divided over tables of 5 or 4. It can be done with 5 or 8."
        )
        assert reverse("hall:draw", args=["wk-test"]) not in page.content.decode()

    def test_started_at_last(self, director_client, tournament, second):
        for step in ("fix", "start"):
            director_client.post(reverse(f"hall:{step}", args=["wk-test", 2]))
        assert tournament.rounds.get(number=2).state == "started"


def test_all_rounds_are_drawn_at_once(director_client, tournament):
    page = director_client.get(reverse("tournament:rounds", args=["wk-test"])).content.decode()
    assert reverse("hall:draw_all", args=["wk-test"]) in page
    response = director_client.post(reverse("hall:draw_all", args=["wk-test"]))
    assert response.url == reverse("tournament:round", args=["wk-test", 2])
    assert [(r.number, r.state) for r in tournament.rounds.all()] == [
        (1, "started"),
        (2, "drawn"),
        (3, "drawn"),
    ]
    second = tournament.rounds.get(number=2)
    assert second.tables.count() == 2
    # The rounds page leads to the first that waits, not to the last.
    context = director_client.get(reverse("tournament:rounds", args=["wk-test"])).context
    assert context["waiting_for"] == second


def test_the_last_round_has_no_button_for_all_rounds(director_client, tournament):
    url = reverse("tournament:rounds", args=["wk-test"])
    tournament.round_count = 2
    tournament.save()
    page = director_client.get(url).content.decode()
    assert reverse("hall:draw", args=["wk-test"]) in page
    assert reverse("hall:draw_all", args=["wk-test"]) not in page


def test_a_later_round_waits_for_the_one_before_it(director_client, tournament):
    director_client.post(reverse("hall:draw_all", args=["wk-test"]))
    third = director_client.get(reverse("tournament:round", args=["wk-test", 3]))
    assert third.context["waiting_for"].number == 2
    assert reverse("hall:fix", args=["wk-test", 3]) not in third.content.decode()
    director_client.post(reverse("hall:fix", args=["wk-test", 3]))
    assert tournament.rounds.get(number=3).state == "drawn"
    second = director_client.get(reverse("tournament:round", args=["wk-test", 2]))
    assert second.context["later"] == [3]
    assert reverse("hall:fix", args=["wk-test", 2]) in second.content.decode()


@pytest.mark.parametrize(
    ("step", "left"), [("hall:redraw", [1, 2, 3]), ("tournament:discard", [1])]
)
def test_what_is_drawn_later_goes_along(director_client, tournament, step, left):
    director_client.post(reverse("hall:draw_all", args=["wk-test"]))
    before = list(tournament.rounds.filter(number=3).values_list("seed", flat=True))
    director_client.post(reverse(step, args=["wk-test", 2]))
    assert [round.number for round in tournament.rounds.all()] == left
    after = list(tournament.rounds.filter(number=3).values_list("seed", flat=True))
    assert before != after
