"""Mistyped names on the check-in page: similar players are offered, nobody is entered twice."""

import pytest

from tests.players.conftest import DESK, ENGLISH, LIVE, enter_late_player, page_html
from wk.players.services import NewEntry, enter_many
from wk.tournament.models import Player

QUESTION_LINE = "Did you mean …?"


class TestSearchSimilar:
    def get_search(self, client, q):
        return client.get(DESK, {"q": q}, headers=LIVE | ENGLISH)

    def test_similar_players_are_offered(self, clerk_client, ten_players):
        response = self.get_search(clerk_client, "ana baker")
        page = page_html(response)
        assert "“ana baker” is not on the list." in page
        assert (page.count(QUESTION_LINE), page.count(">Is here</button>")) == (1, 1)
        assert 'aria-label="4 Anna Bakker is here"' in page
        assert 'name="name" value="Ana Baker"' in page  # and he may be somebody new all the same
        assert " autofocus" not in page

    def test_no_similar_player_is_offered_beside_a_match(self, clerk_client, ten_players):
        for q in ["anna bakker", "bakker", "4", "99", "zzz", "4 anna"]:
            enter_many(tournament=ten_players, rows=[NewEntry("Anna Baker")])
            response = self.get_search(clerk_client, q)
            assert (QUESTION_LINE in page_html(response), response.context["near"]) == (False, [])

    def test_no_similar_player_is_offered_beside_a_known_person(
        self, clerk_client, ten_players, earlier_edition
    ):
        enter_many(tournament=earlier_edition, rows=[NewEntry("Ana Baker")])
        page = page_html(self.get_search(clerk_client, "ana baker"))
        assert (QUESTION_LINE in page, "<b>Ana Baker</b>" in page) == (False, True)

    def test_a_similar_person_of_an_earlier_edition_is_offered(
        self, clerk_client, ten_players, earlier_edition
    ):
        page = page_html(self.get_search(clerk_client, "piet van dm"))
        assert (page.count(QUESTION_LINE), page.count("<b>Piet van Dam</b>")) == (1, 1)
        assert 'aria-label="Enter and check in: Piet van Dam"' in page

    @pytest.mark.parametrize("players", [0, 200])
    def test_similar_names_take_the_same_number_of_queries_for_any_number(
        self, clerk_client, ten_players, earlier_edition, players, django_assert_num_queries
    ):
        enter_many(
            tournament=earlier_edition, rows=[NewEntry(f"Iemand {n}") for n in range(players)]
        )
        with django_assert_num_queries(5):
            self.get_search(clerk_client, "ana baker")
        with django_assert_num_queries(6):  # of which editions he is known
            self.get_search(clerk_client, "piet van dm")


class TestPostSimilar:
    def post_search(self, client, q):
        return client.post(f"{DESK}check-in/", {"q": q}, headers=LIVE | ENGLISH)

    def test_enter_never_checks_in_a_similar_player(self, clerk_client, ten_players):
        """A similar player is only checked in with a button of his own."""
        page = page_html(self.post_search(clerk_client, "ana baker"))
        assert not ten_players.entries.exclude(checked_in_at=None).exists()
        assert 'aria-label="4 Anna Bakker is here"' in page
        assert " autofocus" not in page

    def test_a_similar_known_person_comes_before_a_newcomer(
        self, clerk_client, ten_players, earlier_edition
    ):
        _before, after = page_html(self.post_search(clerk_client, "piet van dm")).split(
            " autofocus"
        )
        assert after.startswith(' aria-label="Enter and check in: Piet van Dam"')

    def test_the_text_of_a_card_checks_its_player_in(self, clerk_client, ten_players):
        self.post_search(clerk_client, "4 Anna Bakker")
        assert ten_players.entries.get(number=4).checked_in_at is not None


class TestNewcomerSimilar:
    QUESTION = "4 Anna Bakker (De Slag) is on the list already. Is this somebody else?"

    def post_newcomer(self, client, **data):
        return client.post(f"{DESK}late/", data, headers=ENGLISH)

    def test_a_newcomer_with_a_similar_name_must_be_confirmed(self, clerk_client, ten_players):
        response = self.post_newcomer(clerk_client, name="Ana Bakker")
        assert response.context["form"].errors == {"is_other": [self.QUESTION]}
        page = page_html(response)
        assert (page.count(QUESTION_LINE), page.count('aria-label="4 Anna Bakker is here"')) == (
            1,
            1,
        )
        assert (
            "hx-post" not in page.split(QUESTION_LINE)[1].split("</ul>")[0]
        )  # no #search-answer is there
        assert ten_players.entries.count() == 10

    def test_a_confirmed_newcomer_is_entered(self, clerk_client, ten_players):
        self.post_newcomer(clerk_client, name="Ana Bakker", club="De Slag", is_other="on")
        assert ten_players.entries.get(number=11).name == "Ana Bakker"

    @pytest.mark.parametrize("name", ["Anna Dekker", "Cor Bakker", "Jan Vos"])
    def test_a_newcomer_with_a_different_name_needs_no_confirmation(
        self, clerk_client, ten_players, name
    ):
        self.post_newcomer(clerk_client, name=name)
        assert ten_players.entries.get(number=11).name == name

    @pytest.mark.parametrize(
        ("there", "name"), [("Nieuw 0", "Nieuw0"), ("Speler 0001", "Speler 001")]
    )
    def test_a_name_with_another_space_or_zero_must_be_confirmed(
        self, clerk_client, ten_players, there, name
    ):
        enter_late_player(ten_players, there)
        assert list(self.post_newcomer(clerk_client, name=name).context["form"].errors) == [
            "is_other"
        ]
        assert ten_players.entries.count() == 11

    def test_a_known_person_with_a_similar_name_must_be_confirmed(
        self, clerk_client, ten_players, earlier_edition
    ):
        enter_late_player(ten_players, "Piet van Damm")
        person = Player.objects.get(name="Piet van Dam")
        response = self.post_newcomer(clerk_client, name="Piet van Dam", player=person.pk)
        assert list(response.context["form"].errors) == ["is_other"]

    def test_a_replacement_with_a_similar_name_must_be_confirmed(
        self, director_client, round_started
    ):
        data = {"name": "Ana Bakker"}
        response = director_client.post(f"{DESK}5/replace/", data, headers=ENGLISH)
        assert response.context["newcomer_form"].errors == {"is_other": [self.QUESTION]}
        director_client.post(f"{DESK}5/replace/", data | {"is_other": "on"})
        assert round_started.entries.get(number=11).name == "Ana Bakker"
