"""The pages on which a director draws rounds by lot."""

import pytest
from django.urls import reverse

from tests.markup import last_message_level, messages_of

WHY = {"reason": "Er kwam iemand bij"}


@pytest.fixture
def drawn_round(director_client, tournament):
    director_client.post(reverse("rounds:draw", args=["wk-test"]))
    return tournament.rounds.get(number=2)


def test_only_directors_see_a_draw_until_it_is_confirmed(client, director_client, drawn_round):
    page = reverse("rounds:round", args=["wk-test", 2])
    assert client.get(page).status_code == 404
    assert director_client.get(page).status_code == 200
    director_client.post(reverse("rounds:confirm", args=["wk-test", 2]))
    assert client.get(page).status_code == 200


def test_a_draw_is_redrawn_and_discarded(director_client, tournament, drawn_round):
    director_client.post(reverse("rounds:redraw", args=["wk-test", 2]), WHY)
    again = tournament.rounds.get(number=2)
    assert again.seed != drawn_round.seed
    director_client.post(reverse("rounds:discard", args=["wk-test", 2]), WHY)
    assert tournament.rounds.count() == 1


@pytest.mark.parametrize("reason", ["", "  ", "x" * 301])
@pytest.mark.parametrize("step", ["redraw", "discard"])
def test_a_draw_is_not_thrown_away_without_a_reason(
    director_client, tournament, drawn_round, step, reason
):
    url = reverse(f"rounds:{step}", args=["wk-test", 2])
    answer = director_client.post(url, {"reason": reason}, headers={"accept-language": "en"})
    assert messages_of(answer) == ["A reason is needed, of at most 300 characters."]
    assert tournament.rounds.get(number=2).seed == drawn_round.seed


def test_why_a_draw_was_thrown_away_stands_in_the_log_and_on_its_page(
    director_client, tournament, drawn_round
):
    for step, reason in (("redraw", "Jan vergeten"), ("discard", "Te vroeg"), ("draw", "")):
        args = ["wk-test"] if step == "draw" else ["wk-test", 2]
        url = reverse(f"rounds:{step}", args=args)
        director_client.post(url, {"reason": reason} if reason else {})
    entries = tournament.log_entries.filter(kind="drawn").order_by("pk")
    assert [entry.reason for entry in entries] == ["", "Jan vergeten", "Te vroeg", ""]
    page = director_client.get(reverse("rounds:round", args=["wk-test", 2]))
    earlier = page.context["proof"].earlier
    assert [each.why for each in earlier] == ["Jan vergeten", "", "Te vroeg"]
    shown = page.content.decode()
    assert [shown.count(why) for why in ("Jan vergeten", "Te vroeg")] == [1, 1]


def test_two_players_are_swapped_on_the_page(director_client, drawn_round):
    here = drawn_round.seats.get(table__number=1, number=1).entry
    there = drawn_round.seats.get(table__number=2, number=1).entry
    url = reverse("rounds:change_seats", args=["wk-test", 2])
    director_client.post(url, {"player": here.number, "other": there.number})
    assert drawn_round.seats.get(table__number=1, number=1).entry == there


@pytest.mark.parametrize("data", [{}, {"player": "x", "other": "y"}, {"player": "1", "other": "1"}])
def test_an_invalid_swap_gives_an_error_message(director_client, drawn_round, data):
    url = reverse("rounds:change_seats", args=["wk-test", 2])
    assert last_message_level(director_client.post(url, data)) == "error"


def test_players_entered_after_the_draw_are_listed(director_client, tournament, drawn_round):
    director_client.post(reverse("players:add", args=["wk-test"]), {"name": "Laatkomer"})
    page = director_client.get(reverse("rounds:round", args=["wk-test", 2]))
    assert [e.name for e in page.context["unseated"]] == ["Laatkomer"]


def test_a_refused_draw_gives_an_error_message(director_client, tournament, drawn_round):
    response = director_client.post(reverse("rounds:draw", args=["wk-test"]))
    assert last_message_level(response) == "error"


def test_each_step_gives_its_message(director_client, tournament, drawn_round):
    said = []
    for step in ("redraw", "confirm", "unconfirm", "confirm", "start"):
        url = reverse(f"rounds:{step}", args=["wk-test", 2])
        answer = director_client.post(url, WHY, headers={"accept-language": "en"})
        said += messages_of(answer)
    assert said == [
        "Round 2 has been drawn again.",
        "The draw of round 2 is confirmed.",
        "The draw of round 2 can be changed again.",
        "The draw of round 2 is confirmed.",
        "Round 2 has started.",
    ]


def test_no_button_for_a_number_of_players_that_cannot_be_seated(director_client, tournament):
    tournament.entries.filter(number__gt=7).update(withdrawn_after=1)
    page = director_client.get(
        reverse("rounds:list", args=["wk-test"]), headers={"accept-language": "en"}
    )
    assert page.context["cannot_draw"] == (
        "7 players cannot be divided over tables of 5 or 4. It can be done with 5 or 8."
    )
    assert reverse("rounds:draw", args=["wk-test"]) not in page.content.decode()


def test_a_round_is_confirmed_and_started_on_its_page(director_client, tournament, drawn_round):
    for step in ("confirm", "start"):
        director_client.post(reverse(f"rounds:{step}", args=["wk-test", 2]))
    assert tournament.rounds.get(number=2).state == "started"


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
    drawn_round = tournament.rounds.get(number=2)
    assert drawn_round.tables.count() == 2
    # The rounds page leads to the first that waits, not to the last.
    context = director_client.get(reverse("rounds:list", args=["wk-test"])).context
    assert context["waiting_for"] == drawn_round


def test_a_later_draw_is_confirmed_after_the_one_before_it(director_client, tournament):
    director_client.post(reverse("rounds:draw_all", args=["wk-test"]))
    third = director_client.get(reverse("rounds:round", args=["wk-test", 3]))
    assert third.context["waiting_for"].number == 2
    assert reverse("rounds:confirm", args=["wk-test", 3]) not in third.content.decode()
    director_client.post(reverse("rounds:confirm", args=["wk-test", 3]))
    assert tournament.rounds.get(number=3).state == "drawn"
    drawn_round = director_client.get(reverse("rounds:round", args=["wk-test", 2]))
    assert drawn_round.context["later"] == [3]
    assert reverse("rounds:confirm", args=["wk-test", 2]) in drawn_round.content.decode()


@pytest.mark.parametrize(("step", "left"), [("rounds:redraw", [1, 2, 3]), ("rounds:discard", [1])])
def test_redraw_and_discard_take_later_draws_along(director_client, tournament, step, left):
    director_client.post(reverse("rounds:draw_all", args=["wk-test"]))
    before = list(tournament.rounds.filter(number=3).values_list("seed", flat=True))
    director_client.post(reverse(step, args=["wk-test", 2]), WHY)
    assert [round.number for round in tournament.rounds.all()] == left
    after = list(tournament.rounds.filter(number=3).values_list("seed", flat=True))
    assert before != after
