"""The list of rounds and the page of a round."""

import datetime as dt

import pytest
from django.urls import reverse

from wk.players.services import NewEntry, enter_many
from wk.tournament.seating import seat_round

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


def test_the_last_round_has_no_button_for_all_rounds(director_client, tournament):
    url = reverse("rounds:list", args=["wk-test"])
    tournament.round_count = 2
    tournament.save()
    page = director_client.get(url).content.decode()
    assert reverse("rounds:draw", args=["wk-test"]) in page
    assert reverse("rounds:draw_all", args=["wk-test"]) not in page


# What everyone may know of a draw
