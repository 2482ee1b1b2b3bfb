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
from wk.tournament.models import Player, Round, Tournament
from wk.tournament.seating import seat_round


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
        assert "No table has room for one more: the director draws again." in page
        assert 'href="/t/wk-zaal/rounds/2/"' in page

    def test_a_newcomer_in_a_round_that_is_played_hears_when_she_plays(
        self, clerk_client, round_started
    ):
        round_started.rounds.get(number=2).delete()
        page = self.page_of_newcomer(clerk_client, name="Joke Dijk")
        told = "Joke Dijk has no seat in round 1: it is being played. The first round to play in is"
        assert f"{told} round 2." in page
        assert "room for one more" not in page  # both tables have five players
        assert 'href="/t/wk-zaal/rounds/1/"' in page

    def test_a_table_of_four_is_named(self, clerk_client, director_client, ten_players):
        entries = list(ten_players.entries.all())
        tables = {1: entries[:5], 2: entries[5:9]}
        round = seat_round(tournament=ten_players, number=1, tables=tables, state="started")
        ten_players.entries.filter(number=10).delete()
        page = self.page_of_newcomer(clerk_client, name="Joke Dijk")
        assert "Table 2 has room for one more. As long as nothing is written, the director" in page
        ten_players.rounds.update(state=Round.State.DRAWN)
        shown = self.page_of_newcomer(director_client, name="Nel Bos")
        assert "Nel Bos has no seat in round 1 yet." in shown
        assert "Table 2 has room for one more: the director adds a player there by hand" in shown
        assert f'href="{round.get_absolute_url()}#change-by-hand"' in shown
        hidden = self.page_of_newcomer(clerk_client, name="Wim Tak")
        assert round.get_absolute_url() not in hidden  # a clerk does not see a draw

    def test_a_newcomer_in_the_last_round_has_nothing_to_play(self, clerk_client, round_started):
        round_started.rounds.get(number=2).delete()
        Tournament.objects.update(round_count=1)
        page = self.page_of_newcomer(clerk_client, name="Joke Dijk")
        assert "it is being played. It is the last round." in page

    def test_who_comes_in_late_hears_it_too(self, clerk_client, round_started):
        entry = enter(tournament=round_started, name="Joke Dijk", now=NOON)
        page = page_html(
            clerk_client.post(f"{DESK}check-in/", {"q": str(entry.number)}, headers=ENGLISH)
        )
        assert "Joke Dijk has no seat in round 1: it is being played." in page
        assert "Joke Dijk has no seat in round 2 yet." in page

    def test_who_has_a_seat_hears_nothing(self, clerk_client, round_started):
        page = page_html(clerk_client.post(f"{DESK}check-in/", {"q": "1"}, headers=ENGLISH))
        assert "has no seat" not in page

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
