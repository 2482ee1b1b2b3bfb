"""Checking players in on the page, and undoing it."""

import pytest

from tests.markup import messages_of
from tests.players.conftest import (
    DESK,
    ENGLISH,
    LIVE,
    LOG,
    NOON,
    check_in_numbers,
    page_html,
    sentence_of,
)
from wk.players.services import NewEntry, enter_many, withdraw
from wk.tournament.models import Round


class TestCheckInPage:
    def post_search(self, client, typed, **headers):
        return client.post(f"{DESK}check-in/", {"q": typed}, headers=headers or LIVE)

    @pytest.mark.parametrize(
        "typed", ["4", "anna", "BAKK ann", "http://testserver/t/wk-zaal/card/4/"]
    )
    def test_a_name_number_or_card_checks_a_player_in(
        self, clerk_client, clerk, ten_players, typed
    ):
        page = page_html(self.post_search(clerk_client, typed))
        assert "<strong>Is here</strong>" in page
        assert '<b class="hero">1</b> of 10 are here' in page
        assert [e.number for e in ten_players.entries.exclude(checked_in_at=None)] == [4]
        noted = ten_players.log_entries.get()
        assert (sentence_of(noted), noted.author) == ("4 Anna Bakker is here.", clerk)

    def test_a_second_desk_sees_since_when_the_player_is_here(
        self, clerk_client, director_client, ten_players
    ):
        check_in_numbers(ten_players, 4)
        for client in (clerk_client, director_client):
            page = page_html(self.post_search(client, "anna"))
            assert "Was here already" in page
            assert "since 12:00" in page
        assert ten_players.entries.get(number=4).checked_in_at == NOON
        assert ten_players.log_entries.count() == 1

    def test_without_scripts_the_whole_page_is_returned(self, clerk_client, ten_players):
        page = page_html(self.post_search(clerk_client, "anna", **ENGLISH))
        assert "<strong>Is here</strong>" in page
        assert "<title>" in page

    def test_several_matches_check_nobody_in(self, clerk_client, ten_players):
        response = self.post_search(clerk_client, "jan")
        assert [e.name for e in response.context["matches"]] == ["Jan Kok", "Jan Kokkelink"]
        page = page_html(response)
        assert '<p class="message info" id="who-is-it" tabindex="-1" autofocus>' in page
        assert page.count(" autofocus") == 1  # a second Enter chooses neither
        assert not ten_players.entries.exclude(checked_in_at=None).exists()

    def test_a_person_of_another_edition_is_quieter_than_who_is_on_the_list(
        self, clerk_client, ten_players, earlier_edition
    ):
        enter_many(tournament=earlier_edition, rows=[NewEntry("Anna Bakkers")])
        page = page_html(clerk_client.get(DESK, {"q": "anna"}, headers=LIVE))
        assert '<button class="secondary" aria-label="Enter and check in: Anna Bakkers"' in page
        assert '<button aria-label="4 Anna Bakker is here">Is here</button>' in page
        page = page_html(self.post_search(clerk_client, "piet van dam"))
        assert '<button autofocus aria-label="Enter and check in: Piet van Dam"' in page
        assert page.count("<button autofocus") == 1

    def test_an_unknown_name_is_offered_as_a_newcomer(self, clerk_client, ten_players):
        page = page_html(self.post_search(clerk_client, "Joke Dijk"))
        assert "“Joke Dijk” is not on the list." in page
        assert 'name="name" value="Joke Dijk"' in page

    def test_a_person_of_an_earlier_edition_is_offered(
        self, clerk_client, ten_players, earlier_edition
    ):
        page = page_html(self.post_search(clerk_client, "piet van dam"))
        assert "WK 2025" in page
        assert "Schoppenaas" in page

    @pytest.mark.parametrize(
        ("typed", "said"),
        [
            ("99", "Nobody has start number 99."),
            ("http://x/t/wk-2025/card/4/", "This card is of another tournament."),
        ],
    )
    def test_an_unknown_number_or_foreign_card_is_explained(
        self, clerk_client, ten_players, typed, said
    ):
        assert said in page_html(self.post_search(clerk_client, typed))
        assert not ten_players.entries.exclude(checked_in_at=None).exists()

    @pytest.mark.parametrize(
        "typed", ["", " ", "nul\0", "x" * 301, "\ud800".encode("utf-8", "replace"), "%", "(" * 99]
    )
    def test_any_other_text_checks_nobody_in(self, clerk_client, ten_players, typed):
        assert self.post_search(clerk_client, typed).status_code == 200
        assert not ten_players.entries.exclude(checked_in_at=None).exists()

    def test_typed_html_is_escaped(self, clerk_client, ten_players):
        page = page_html(self.post_search(clerk_client, "<script>alert(1)</script>"))
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert" in page

    def test_a_withdrawn_player_is_marked_as_not_taking_part(self, clerk_client, ten_players):
        withdraw(entry=ten_players.entries.get(number=4))
        assert "is noted as not taking part" in page_html(self.post_search(clerk_client, "anna"))

    def test_the_answer_names_the_next_seat(self, clerk_client, round_started):
        assert "Round 1: table 1, seat 4" in page_html(self.post_search(clerk_client, "anna"))
        round_started.rounds.filter(number=1).update(state=Round.State.CLOSED)
        assert "Round 2: table 1, seat 4" in page_html(self.post_search(clerk_client, "anna"))

    def test_undoing_a_check_in_at_the_desk_adds_no_log_entry(
        self, clerk_client, clerk, ten_players
    ):
        page = page_html(self.post_search(clerk_client, "anna"))
        log_entry = ten_players.log_entries.get()
        url = f"{LOG}{log_entry.pk}/undo/"
        assert f'action="{url}"' in page
        answer = clerk_client.post(url, {"at_desk": "on"}, headers=ENGLISH)
        assert (answer.status_code, answer.url) == (302, DESK)
        assert messages_of(answer) == ["Undone: 4 Anna Bakker is here."]
        assert not ten_players.entries.exclude(checked_in_at=None).exists()
        assert [c.undone_by for c in ten_players.log_entries.all()] == [clerk]

    def test_undoing_an_earlier_check_in_adds_a_log_entry(self, clerk_client, clerk, ten_players):
        check_in_numbers(ten_players, 4)
        assert f'action="{DESK}4/not-here/"' in page_html(self.post_search(clerk_client, "anna"))
        page = clerk_client.post(f"{DESK}4/not-here/", headers=ENGLISH, follow=True)
        log_entry = ten_players.log_entries.get(kind="check_in_undone")
        assert (page.context["log_entry"], page.context["can_undo"]) == (log_entry, True)
        assert log_entry.author == clerk
        assert not ten_players.entries.exclude(checked_in_at=None).exists()
        answer = clerk_client.post(f"{LOG}{log_entry.pk}/undo/", {"at_desk": "on"})
        assert (answer.status_code, answer.url) == (302, DESK)
        assert ten_players.entries.get(number=4).checked_in_at == NOON

    def test_undoing_a_check_in_twice_adds_one_log_entry(self, clerk_client, ten_players):
        check_in_numbers(ten_players, 4)
        pages = [
            clerk_client.post(f"{DESK}4/not-here/", headers=ENGLISH, follow=True) for _ in range(2)
        ]
        assert ["log_entry" in page.context for page in pages] == [True, False]
        assert messages_of(pages[1]) == ["4 Anna Bakker is not noted as present any more."]
        assert ten_players.log_entries.filter(kind="check_in_undone").count() == 1

    def test_entering_a_late_player_adds_one_log_entry(self, clerk_client, ten_players):
        clerk_client.post(f"{DESK}late/", {"name": "Joke Dijk"})
        assert "Was here already" in page_html(self.post_search(clerk_client, "joke"))
        assert [sentence_of(log_entry) for log_entry in ten_players.log_entries.all()] == [
            "11 Joke Dijk has been entered and is here."
        ]
