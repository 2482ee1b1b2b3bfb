"""A name that is mistyped at the desk: who may be meant is offered, and nobody is there twice."""

import pytest

from tests.players.conftest import DESK, ENGLISH, LIVE, late, text, told
from wk.players.services import NewEntry, edit_entry, enter_many, entry_token, withdraw
from wk.tournament.models import Entry, Player, Substitute

ASKED = "Did you mean …?"


class TestLooking:
    def look(self, client, q):
        return client.get(DESK, {"q": q}, headers=LIVE | ENGLISH)

    def test_who_may_be_meant_is_offered(self, clerk_client, morning):
        response = self.look(clerk_client, "ana baker")
        page = text(response)
        assert "“ana baker” is not on the list." in page
        assert (page.count(ASKED), page.count(">Is here</button>")) == (1, 1)
        assert 'aria-label="4 Anna Bakker is here"' in page
        assert 'name="name" value="Ana Baker"' in page  # and he may be somebody new all the same
        assert " autofocus" not in page

    def test_nobody_is_offered_beside_who_is_found_or_for_nothing(self, clerk_client, morning):
        for q in ["anna bakker", "bakker", "4", "99", "zzz", "4 anna"]:
            enter_many(tournament=morning, rows=[NewEntry("Anna Baker")])
            response = self.look(clerk_client, q)
            assert (ASKED in text(response), response.context["near"]) == (False, [])

    def test_nobody_is_offered_beside_a_person_who_is_known_so(
        self, clerk_client, morning, earlier
    ):
        enter_many(tournament=earlier, rows=[NewEntry("Ana Baker")])
        page = text(self.look(clerk_client, "ana baker"))
        assert (ASKED in page, "<b>Ana Baker</b>" in page) == (False, True)

    def test_a_person_of_an_earlier_edition_is_offered_too(self, clerk_client, morning, earlier):
        page = text(self.look(clerk_client, "piet van dm"))
        assert (page.count(ASKED), page.count("<b>Piet van Dam</b>")) == (1, 1)
        assert 'aria-label="Enter and check in: Piet van Dam"' in page

    @pytest.mark.parametrize("players", [0, 200])
    def test_as_few_queries_as_for_who_is_found(
        self, clerk_client, morning, earlier, players, django_assert_num_queries
    ):
        enter_many(tournament=earlier, rows=[NewEntry(f"Iemand {n}") for n in range(players)])
        with django_assert_num_queries(5):
            self.look(clerk_client, "ana baker")
        with django_assert_num_queries(6):  # of which editions he is known
            self.look(clerk_client, "piet van dm")


class TestPressing:
    def press(self, client, q):
        return client.post(f"{DESK}check-in/", {"q": q}, headers=LIVE | ENGLISH)

    def test_nobody_is_checked_in_by_a_guess(self, clerk_client, morning):
        """However often Enter is pressed: a guess is chosen by hand."""
        page = text(self.press(clerk_client, "ana baker"))
        assert not morning.entries.exclude(checked_in_at=None).exists()
        assert 'aria-label="4 Anna Bakker is here"' in page
        assert " autofocus" not in page

    def test_a_known_person_who_is_guessed_comes_before_somebody_new(
        self, clerk_client, morning, earlier
    ):
        _before, after = text(self.press(clerk_client, "piet van dm")).split(" autofocus")
        assert after.startswith(' aria-label="Enter and check in: Piet van Dam"')

    def test_what_stands_on_a_card_is_a_name(self, clerk_client, morning):
        self.press(clerk_client, "4 Anna Bakker")
        assert morning.entries.get(number=4).checked_in_at is not None


class TestNewcomers:
    QUESTION = "4 Anna Bakker (De Slag) is on the list already. Is this somebody else?"

    def late(self, client, **data):
        return client.post(f"{DESK}late/", data, headers=ENGLISH, follow=True)

    def test_who_may_be_somebody_on_the_list_is_asked_for(self, clerk_client, morning):
        response = self.late(clerk_client, name="Ana Bakker")
        assert response.context["form"].errors == {"is_other": [self.QUESTION]}
        page = text(response)
        assert (page.count(ASKED), page.count('aria-label="4 Anna Bakker is here"')) == (1, 1)
        assert "hx-post" not in page.split(ASKED)[1].split("</ul>")[0]  # no #search-answer is there
        assert morning.entries.count() == 10

    def test_a_newcomer_is_entered_once_he_is_said_to_be_another(self, clerk_client, morning):
        self.late(clerk_client, name="Ana Bakker", club="De Slag", is_other="on")
        assert morning.entries.get(number=11).name == "Ana Bakker"

    @pytest.mark.parametrize("name", ["Anna Dekker", "Cor Bakker", "Jan Vos"])
    def test_a_newcomer_with_another_name_is_not_asked_about(self, clerk_client, morning, name):
        self.late(clerk_client, name=name)
        assert morning.entries.get(number=11).name == name

    @pytest.mark.parametrize(
        ("there", "name"), [("Nieuw 0", "Nieuw0"), ("Speler 0001", "Speler 001")]
    )
    def test_a_name_that_differs_by_a_space_or_a_nought_is_asked_about(
        self, clerk_client, morning, there, name
    ):
        late(morning, there)
        assert list(self.late(clerk_client, name=name).context["form"].errors) == ["is_other"]
        assert morning.entries.count() == 11

    def test_a_known_person_with_a_name_like_another_is_asked_about(
        self, clerk_client, morning, earlier
    ):
        late(morning, "Piet van Damm")
        person = Player.objects.get(name="Piet van Dam")
        response = self.late(clerk_client, name="Piet van Dam", player=person.pk)
        assert list(response.context["form"].errors) == ["is_other"]

    def test_a_newcomer_who_takes_a_place_over_is_asked_about(self, director_client, begun):
        data = {"name": "Ana Bakker"}
        response = director_client.post(f"{DESK}5/replace/", data, headers=ENGLISH)
        assert response.context["newcomer_form"].errors == {"is_other": [self.QUESTION]}
        director_client.post(f"{DESK}5/replace/", data | {"is_other": "on"})
        assert begun.entries.get(number=11).name == "Ana Bakker"


class TestWhoPlaysOn:
    """In the seat of 4 Anna Bakker, at table 1."""

    def put(self, client, **data):
        url = f"{DESK}4/substitute/1/"
        return client.post(url, data, headers=ENGLISH)

    def errors(self, response):
        return response.context["substitute_form"].errors

    @pytest.mark.parametrize(
        ("name", "said"),
        [
            ("femke vos", "9 Femke Vos sits at table 2"),
            ("Femke Voss", "9 Femke Vos sits at table 2"),
            ("Anna Bakker", "4 Anna Bakker sits at table 1"),
        ],
    )
    def test_nobody_who_sits_in_this_round(self, director_client, begun, name, said):
        question = f"{said} in this round. Is this somebody else?"
        assert self.errors(self.put(director_client, name=name)) == {"is_other": [question]}
        assert not Substitute.objects.exists()
        self.put(director_client, name=name, is_other="on", from_deal="8")
        assert list(Substitute.objects.values_list("name", "from_deal")) == [(name, 8)]

    def test_who_is_on_the_list_and_free_may(self, director_client, begun):
        late(begun, "Joke Dijk")
        self.put(director_client, name="Joke Dijk")
        assert Substitute.objects.get().name == "Joke Dijk"

    def test_who_may_be_free_and_mistyped_is_asked_for(self, director_client, begun):
        late(begun, "Joke Dijk")
        response = self.put(director_client, name="Joke Dyk")
        text = "11 Joke Dijk is on the list already. Is this somebody else?"
        assert self.errors(response) == {"is_other": [text]}

    def test_of_two_namesakes_who_sits_is_asked_for(self, director_client, begun):
        late(begun, "Femke Vos", "Tiel", is_other=True)
        question = "9 Femke Vos sits at table 2 in this round. Is this somebody else?"
        assert self.errors(self.put(director_client, name="Femke Vos")) == {"is_other": [question]}


class TestTwoDesks:
    """What somebody else did meanwhile is not overwritten or done again without a word."""

    def test_a_name_that_was_changed_meanwhile_stays(self, clerk_client, begun):
        page = clerk_client.get(f"{DESK}4/")
        token = page.context["name_form"].initial["version_token"]
        assert f'name="version_token" value="{token}"' in text(page)
        first = {"name": "Anna Backer", "club": "De Slag", "version_token": token}
        clerk_client.post(f"{DESK}4/name/", first)
        second = {"name": "Ans Bakker", "club": "De Slag", "version_token": token}
        response = clerk_client.post(f"{DESK}4/name/", second, headers=ENGLISH, follow=True)
        assert told(response) == [
            "Meanwhile somebody else changed this: it is 4 Anna Backer (De Slag) now. "
            "Look at it again."
        ]
        assert Entry.objects.get(number=4).name == "Anna Backer"
        assert begun.log_entries.count() == 1

    def test_who_has_the_number_by_now_is_not_renamed(self, clerk_client, morning):
        token = entry_token(morning.entries.get(number=4))
        edit_entry(entry=morning.entries.get(number=4), name="Anna Bakker", club="", number=40)
        edit_entry(entry=morning.entries.get(number=5), name="Bram Smit", club="", number=4)
        clerk_client.post(
            f"{DESK}4/name/", {"name": "Ans Bakker", "club": "", "version_token": token}
        )
        assert not morning.entries.filter(name="Ans Bakker").exists()

    def test_a_name_is_changed_from_a_page_that_is_fresh_again(self, clerk_client, begun):
        for name in ("Anna Backer", "Ans Bakker"):
            token = clerk_client.get(f"{DESK}4/").context["name_form"].initial["version_token"]
            clerk_client.post(f"{DESK}4/name/", {"name": name, "version_token": token})
        assert Entry.objects.get(number=4).name == "Ans Bakker"

    def test_who_left_has_left_already(self, director_client, begun):
        for said in ([], ["4 Anna Bakker has left already."]):
            url = f"{DESK}4/leave/"
            assert told(director_client.post(url, headers=ENGLISH, follow=True)) == said
        assert begun.log_entries.count() == 1

    def test_who_came_back_takes_part_already(self, director_client, begun):
        withdraw(entry=begun.entries.get(number=4))
        for said in ([], ["4 Anna Bakker takes part already."]):
            url = f"{DESK}4/come-back/"
            assert told(director_client.post(url, headers=ENGLISH, follow=True)) == said
        assert begun.log_entries.count() == 2
