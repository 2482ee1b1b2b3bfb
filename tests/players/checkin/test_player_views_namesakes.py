"""Namesakes on the page of a player, and of a substitute."""

import pytest

from tests.markup import messages_of
from tests.players.conftest import DESK, ENGLISH, enter_late_player, page_html
from wk.players.services import withdraw
from wk.tournament.models import Substitute


class TestNamesakes:
    WARNING = "There is another player of this name:"

    @pytest.fixture
    def namesake(self, ten_players):
        return enter_late_player(ten_players, "Anna Bakker", "Tiel", is_other=True)

    def test_a_namesake_is_removed_and_restored(self, director_client, ten_players, namesake):
        page = page_html(director_client.get(f"{DESK}11/", headers=ENGLISH))
        assert (self.WARNING in page, "Take off the list" in page) == (True, True)
        page = director_client.post(f"{DESK}11/remove/", headers=ENGLISH, follow=True)
        assert "11 Anna Bakker is off the list." in page_html(page)
        assert self.WARNING not in page_html(director_client.get(f"{DESK}4/", headers=ENGLISH))
        director_client.post(
            f"/t/wk-zaal/log/{ten_players.log_entries.get(kind='removed').pk}/undo/"
        )
        assert ten_players.entries.get(number=11).club == "Tiel"

    def test_a_withdrawn_namesake_gives_no_warning(self, director_client, namesake):
        withdraw(entry=namesake)
        assert self.WARNING not in page_html(director_client.get(f"{DESK}4/", headers=ENGLISH))

    def test_a_withdrawn_namesake_with_results_gives_a_warning(
        self, director_client, round_started
    ):
        entry = enter_late_player(round_started, "Anna Bakker", "Tiel", is_other=True)
        withdraw(entry=entry)
        assert self.WARNING in page_html(director_client.get(f"{DESK}4/", headers=ENGLISH))

    def test_a_seated_player_cannot_be_removed(self, director_client, round_started):
        assert "Take off the list" not in page_html(
            director_client.get(f"{DESK}4/", headers=ENGLISH)
        )
        answer = director_client.post(f"{DESK}4/remove/", headers=ENGLISH)
        assert messages_of(answer) == [
            "4 Anna Bakker has a seat already. Mark the player as withdrawn instead."
        ]
        assert (answer.status_code, answer.url) == (302, f"{DESK}4/")
        assert round_started.entries.filter(number=4).exists()

    def test_a_clerk_is_offered_no_removal(self, clerk_client, namesake):
        assert "Take off the list" not in page_html(clerk_client.get(f"{DESK}11/", headers=ENGLISH))


class TestSubstituteNames:
    """Substitutes for 4 Anna Bakker at table 1."""

    def post_substitute(self, client, **data):
        url = f"{DESK}4/substitute/1/"
        return client.post(url, data, headers=ENGLISH)

    def form_errors(self, response):
        return response.context["substitute_form"].errors

    @pytest.mark.parametrize(
        ("name", "said"),
        [
            ("femke vos", "9 Femke Vos sits at table 2"),
            ("Femke Voss", "9 Femke Vos sits at table 2"),
            ("Anna Bakker", "4 Anna Bakker sits at table 1"),
        ],
    )
    def test_a_substitute_named_like_a_seated_player_must_be_confirmed(
        self, director_client, round_started, name, said
    ):
        question = f"{said} in this round. Is this somebody else?"
        assert self.form_errors(self.post_substitute(director_client, name=name)) == {
            "is_other": [question]
        }
        assert not Substitute.objects.exists()
        self.post_substitute(director_client, name=name, is_other="on", from_deal="8")
        assert list(Substitute.objects.values_list("name", "from_deal")) == [(name, 8)]

    def test_a_substitute_may_be_a_listed_player_without_a_seat(
        self, director_client, round_started
    ):
        enter_late_player(round_started, "Joke Dijk")
        self.post_substitute(director_client, name="Joke Dijk")
        assert Substitute.objects.get().name == "Joke Dijk"

    def test_a_substitute_with_a_similar_name_must_be_confirmed(
        self, director_client, round_started
    ):
        enter_late_player(round_started, "Joke Dijk")
        response = self.post_substitute(director_client, name="Joke Dyk")
        text = "11 Joke Dijk is on the list already. Is this somebody else?"
        assert self.form_errors(response) == {"is_other": [text]}

    def test_a_substitute_is_asked_about_the_seated_namesake(self, director_client, round_started):
        enter_late_player(round_started, "Femke Vos", "Tiel", is_other=True)
        question = "9 Femke Vos sits at table 2 in this round. Is this somebody else?"
        assert self.form_errors(self.post_substitute(director_client, name="Femke Vos")) == {
            "is_other": [question]
        }
