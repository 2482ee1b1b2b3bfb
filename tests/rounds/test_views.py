"""The list of rounds and the page of a round."""

import datetime as dt
import re

import pytest
from django.urls import reverse

from tests.markup import on_one_line
from tests.rounds.prepared_rounds import count_all_forms
from wk.players.services import NewEntry, enter_many
from wk.tournament.models import Round
from wk.tournament.seating import seat_round

ENGLISH = {"accept-language": "en"}
NOON = dt.datetime(2026, 11, 21, 12, tzinfo=dt.UTC)


@pytest.fixture
def not_come_words(director_client, tournament):
    """Return a function that reads who has not come in yet, "" for nobody."""

    def read_page():
        page = reverse("rounds:list", args=["wk-test"])
        shown = director_client.get(page, headers={"accept-language": "en"})
        text = " ".join(shown.content.decode().split())
        _before, found, after = text.partition("<strong>Please note</strong> ")
        assert (
            f'<a href="{reverse("players:checkin", args=["wk-test"])}">To the desk' in after
        ) == (found != "")
        return after.partition(" A player who does not come is drawn too")[0]

    return read_page


def test_nobody_is_missed_while_the_desk_is_not_used(not_come_words):
    assert not_come_words() == ""


def test_a_few_missing_players_are_named(tournament, not_come_words):
    tournament.entries.exclude(number=3).update(checked_in_at=NOON)
    assert not_come_words() == "1 player has not come in yet: 3 Cor."
    tournament.entries.filter(number=4).update(checked_in_at=None)
    assert not_come_words() == "2 players have not come in yet: 3 Cor, 4 Dirk."


def test_many_missing_players_are_counted(tournament, not_come_words):
    enter_many(tournament=tournament, rows=[NewEntry("Joost")])
    tournament.entries.filter(number=1).update(checked_in_at=NOON)
    assert not_come_words() == "9 players have not come in yet."


def test_a_withdrawn_player_is_not_missed(tournament, not_come_words):
    tournament.entries.exclude(number=3).update(checked_in_at=NOON)
    tournament.entries.filter(number=3).update(withdrawn_after=0)
    assert not_come_words() == ""


@pytest.mark.parametrize("path", ["/t/wk-test/rounds/", "/t/wk-test/"])
def test_the_next_step_of_a_draw_is_to_confirm_it(director_client, tournament, path):
    tournament.rounds.update(state="final")
    entries = list(tournament.entries.all())
    seat_round(tournament=tournament, number=2, tables={1: entries[:5], 2: entries[5:]}, seed=1)
    page = director_client.get(path, headers={"accept-language": "en"})
    assert "<h2>Look at the draw of round 2 and confirm it</h2>" in page.content.decode()


# One next step for all pages

ROUNDS, OVERVIEW = "/t/wk-test/rounds/", "/t/wk-test/"
STEP = re.compile(r'<section class="next-step">(.*?)</section>')


def words_of(html):
    """Return the words of a part of a page."""
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def step_on(client, page):
    """Return the words of the next step on a page; there is one."""
    (shown,) = STEP.findall(on_one_line(client.get(page, headers=ENGLISH).content.decode()))
    return words_of(shown)


@pytest.mark.parametrize(
    ("state", "step"),
    [
        (Round.State.STARTED, "Next step in round 1 2 forms are still to come"),
        (Round.State.CLOSED, "Next step Make round 1 final"),
        (Round.State.CONFIRMED, "Next step Print the sheets and start round 1"),
        (Round.State.DRAWN, "Next step Look at the draw of round 1 and confirm it"),
        (Round.State.FINAL, "Next step Draw round 2"),
    ],
)
def test_the_rounds_and_the_first_page_have_one_next_step(director_client, tournament, state, step):
    tournament.rounds.update(state=state)
    for page in (ROUNDS, OVERVIEW, "/"):
        assert step_on(director_client, page).removeprefix("WK Test ").startswith(step), page


def test_a_draw_ahead_stands_below_the_round_that_is_played(director_client, tournament):
    page = on_one_line(director_client.get(ROUNDS, headers=ENGLISH).content.decode())
    ahead = page[page.index('<section class="panel"') :]
    assert words_of(ahead).startswith("After that Draw round 2 Round 1 is not closed yet.")
    assert '<button class="secondary">Draw round 2</button>' in ahead
    assert page.count("Draw round 2") == 2


def test_the_next_draw_stands_beside_a_round_that_is_not_final(director_client, tournament):
    tournament.rounds.update(state=Round.State.CLOSED)
    button = '<a class="button secondary" href="/t/wk-test/rounds/">Draw round 2</a>'
    pages = [
        on_one_line(director_client.get(page, headers=ENGLISH).content.decode())
        for page in (OVERVIEW, ROUNDS)
    ]
    assert [page.count(button) for page in pages] == [1, 0]  # the rounds have it below
    tournament.round_count = 1
    tournament.save()
    last = on_one_line(director_client.get(OVERVIEW, headers=ENGLISH).content.decode())
    assert "Draw round 2" not in last


def test_the_archive_is_offered_at_the_end(director_client, clerk_client, tournament):
    count_all_forms(tournament.rounds.get())
    tournament.rounds.update(state=Round.State.FINAL)
    tournament.round_count = 1
    tournament.save()
    for client, count in ((director_client, 1), (clerk_client, 0)):
        assert step_on(client, OVERVIEW).count("Save this tournament as a file") == count


def test_a_clerk_sees_the_forms_as_next_step_and_no_draw(clerk_client, tournament):
    assert step_on(clerk_client, ROUNDS).startswith("Next step in round 1 2 forms are still")
    tournament.rounds.update(state=Round.State.FINAL)
    page = clerk_client.get(ROUNDS, headers=ENGLISH).content.decode()
    assert ("next-step" in page, "After that" in page) == (False, False)


def test_the_public_sees_no_next_step_on_the_rounds(client, tournament):
    page = client.get(ROUNDS, headers=ENGLISH).content.decode()
    assert ("next-step" in page, "Next step" in page) == (False, False)


@pytest.mark.parametrize("state", [None, Round.State.DRAWN, Round.State.CONFIRMED])
def test_the_first_page_tells_who_is_not_here_before_a_round(director_client, tournament, state):
    if state:
        tournament.rounds.update(state=state)
    else:
        tournament.rounds.all().delete()
    for page in (OVERVIEW, "/"):
        assert "come in yet" not in step_on(director_client, page)  # the desk is not used
    tournament.entries.filter(number__in=[1, 2]).update(checked_in_at=NOON)
    for page in (OVERVIEW, "/"):
        told = "Please note 7 players have not come in yet. To the desk"
        assert told in step_on(director_client, page)
    part = director_client.get("/t/wk-test/attention/", headers=ENGLISH)
    token = part.context["attention"].version_token
    tournament.entries.filter(number=3).update(checked_in_at=NOON)
    answer = director_client.get("/t/wk-test/attention/", {"version_token": token}, headers=ENGLISH)
    assert "6 players have not come in yet." in on_one_line(answer.content.decode())


def test_nobody_is_missed_while_a_round_is_played(director_client, tournament):
    tournament.entries.filter(number=1).update(checked_in_at=NOON)
    assert "come in yet" not in step_on(director_client, OVERVIEW)


def test_the_last_round_has_no_button_for_all_rounds(director_client, tournament):
    url = reverse("rounds:list", args=["wk-test"])
    tournament.round_count = 2
    tournament.save()
    page = director_client.get(url).content.decode()
    assert reverse("rounds:draw", args=["wk-test"]) in page
    assert reverse("rounds:draw_all", args=["wk-test"]) not in page


# What everyone may know of a draw
