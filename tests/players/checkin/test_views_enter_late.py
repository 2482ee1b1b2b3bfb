"""Entering late players on the check-in page."""

import pytest
from django.urls import reverse

from tests.players.conftest import (
    DESK,
    ENGLISH,
    LIVE,
    NOON,
    page_html,
    sentence_of,
)
from wk.players.services import enter
from wk.tournament.models import Player


class TestEnterLatePage:
    def post_newcomer(self, client, **data):
        return client.post(f"{DESK}late/", data, headers=ENGLISH)

    def page_of_newcomer(self, client, **data):
        """Enter a newcomer; return the HTML of the page that follows."""
        answer = self.post_newcomer(client, **data)
        return page_html(client.get(answer.url, headers=ENGLISH))

    def test_one_request_enters_and_checks_in_a_newcomer(self, clerk_client, clerk, ten_players):
        page = self.page_of_newcomer(clerk_client, name="Joke Dijk", club="De Slag")
        entry = ten_players.entries.get(number=11)
        assert (entry.club, entry.is_announced, entry.checked_in_at is None) == (
            "De Slag",
            False,
            False,
        )
        assert "11 Joke Dijk has been entered and is here." in page
        undo = reverse(
            "auditlog:undo", args=["wk-zaal", ten_players.log_entries.get(author=clerk).pk]
        )
        assert undo in page
        clerk_client.post(undo)
        assert not ten_players.entries.filter(number=11).exists()

    def test_a_newcomer_without_a_seat_is_announced(self, clerk_client, round_started):
        page = self.page_of_newcomer(clerk_client, name="Joke Dijk")
        assert "Joke Dijk has no seat in round 2 yet." in page
        assert 'href="/t/wk-zaal/rounds/2/"' in page

    def test_the_page_enters_a_known_person_as_the_same_person(
        self, clerk_client, ten_players, earlier_edition
    ):
        piet = Player.objects.get(name="Piet van Dam")
        page = self.page_of_newcomer(
            clerk_client, name="Piet van Dam", club="Schoppenaas", player=piet.pk
        )
        assert "11 Piet van Dam has been entered and is here." in page
        assert ten_players.entries.get(number=11).player == piet

    def test_the_button_has_one_text_for_known_and_new_players(
        self, clerk_client, ten_players, earlier_edition
    ):
        page = page_html(clerk_client.get(DESK, {"q": "piet"}, headers=LIVE))
        assert page.count(">Enter and check in</button>") == 2
        assert 'aria-label="Enter and check in: Piet van Dam"' in page

    def test_a_player_entered_beforehand_is_not_checked_in(self, ten_players):
        enter(tournament=ten_players, name="Joke Dijk", now=NOON)
        assert sentence_of(ten_players.log_entries.get()) == "11 Joke Dijk has been entered."

    @pytest.mark.parametrize(
        ("data", "errors"),
        [
            ({"club": "Tiel"}, ["is_other"]),
            ({}, ["is_other", "club"]),
            ({"is_other": "on"}, ["club"]),
        ],
    )
    def test_a_namesake_needs_confirmation_and_a_club(
        self, clerk_client, ten_players, data, errors
    ):
        response = self.post_newcomer(clerk_client, name="jan kok", **data)
        assert list(response.context["form"].errors) == errors
        assert ten_players.entries.count() == 10

    def test_the_question_names_every_namesake(self, clerk_client, ten_players):
        self.post_newcomer(clerk_client, name="Jan Kok", club="Tiel", is_other="on")
        response = self.post_newcomer(clerk_client, name="Jan Kok", club="Rees")
        assert response.context["form"].errors["is_other"] == [
            "2 Jan Kok, 11 Jan Kok (Tiel) are on the list already. Is this somebody else?"
        ]

    def test_a_confirmed_namesake_is_entered(self, clerk_client, ten_players):
        self.post_newcomer(clerk_client, name="Jan Kok", club="Tiel", is_other="on")
        assert ten_players.entries.get(number=11).club == "Tiel"

    @pytest.mark.parametrize(
        ("data", "field"),
        [
            ({"name": ""}, "name"),
            ({"name": "x" * 81}, "name"),
            ({"name": "Joke\x07"}, "name"),
            ({"name": "Joke", "club": "\u202e"}, "club"),
            ({"name": "Joke", "player": "x"}, "player"),
            ({"name": "Joke", "player": "9" * 30}, "player"),
        ],
    )
    def test_an_invalid_newcomer_is_refused_at_the_field(
        self, clerk_client, ten_players, data, field
    ):
        assert list(self.post_newcomer(clerk_client, **data).context["form"].errors) == [field]
        assert ten_players.entries.count() == 10

    def test_a_person_on_the_list_cannot_be_entered_again(self, clerk_client, ten_players):
        here = ten_players.entries.get(number=1).player
        response = self.post_newcomer(clerk_client, name="Joke", player=here.pk)
        assert list(response.context["form"].errors) == ["player"]
