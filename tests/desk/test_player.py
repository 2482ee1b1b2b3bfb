"""The page of one player at the desk."""

import pytest

from tests.desk.conftest import DESK, ENGLISH, text, told
from wk.tournament.models import Entry, Substitute


class TestOnePlayer:
    def test_a_misspelt_name_is_put_right_by_a_clerk(self, clerk_client, begun):
        data = {"name": "Anna Backer", "club": ""}
        response = clerk_client.post(f"{DESK}4/name/", data, headers=ENGLISH, follow=True)
        assert "4 Anna Bakker (De Slag) is now 4 Anna Backer." in text(response)
        assert Entry.objects.get(number=4).name == "Anna Backer"

    @pytest.mark.parametrize("name", ["", "x" * 81, "a\u200bb"])
    def test_but_not_into_nothing(self, clerk_client, begun, name):
        response = clerk_client.post(f"{DESK}4/name/", {"name": name})
        assert list(response.context["name_form"].errors) == ["name"]
        assert Entry.objects.get(number=4).name == "Anna Bakker"

    def test_he_leaves_and_comes_back(self, director_client, begun):
        page = text(director_client.post(f"{DESK}4/leave/", headers=ENGLISH, follow=True))
        assert "4 Anna Bakker</a>: round 2" in page
        assert Entry.objects.get(number=4).withdrawn_after == 1
        assert "let somebody take it over" in text(
            director_client.get(f"{DESK}4/", headers=ENGLISH)
        )
        director_client.post(f"{DESK}4/come-back/")
        assert Entry.objects.get(number=4).withdrawn_after is None

    def test_a17_somebody_plays_on(self, director_client, begun):
        data = {"name": "Piet Kok", "from_deal": "8"}
        page = director_client.post(f"{DESK}4/substitute/1/", data, headers=ENGLISH, follow=True)
        assert "Piet Kok plays on for 4 Anna Bakker in round 1, from deal 8." in text(page)
        assert "Piet Kok plays from deal 8" in text(
            director_client.get(f"{DESK}4/", headers=ENGLISH)
        )

    @pytest.mark.parametrize(
        ("data", "field"),
        [
            ({"name": ""}, "name"),
            ({"name": "Piet", "from_deal": "0"}, "from_deal"),
            ({"name": "Piet", "from_deal": "20"}, "from_deal"),
            ({"name": "Piet", "from_deal": "acht"}, "from_deal"),
            ({"name": "Piet\0"}, "name"),
        ],
    )
    def test_a_wrong_substitute(self, director_client, begun, data, field):
        response = director_client.post(f"{DESK}4/substitute/1/", data)
        assert list(response.context["substitute_form"].errors) == [field]
        assert not Substitute.objects.exists()

    def test_in_a_round_to_come_it_is_refused_in_words(self, director_client, begun):
        url = f"{DESK}4/substitute/2/"
        response = director_client.post(url, {"name": "Piet"}, headers=ENGLISH, follow=True)
        assert told(response) == ["Round 2 has not started yet: let somebody take the place over."]
        assert director_client.post(f"{DESK}4/substitute/3/", {"name": "X"}).status_code == 404

    def test_a18_somebody_takes_his_place(self, director_client, begun):
        director_client.post(f"{DESK}4/replace/", {"name": "Piet Kok"})
        came = begun.entries.get(number=11)
        assert list(came.seats.values_list("round__number", flat=True)) == [2]
        director_client.post(f"/t/wk-zaal/log/{begun.changes.get().pk}/undo/")
        assert begun.entries.get(number=4).seats.count() == 2
        assert begun.entries.count() == 10

    @pytest.mark.parametrize("data", [{"name": ""}, {"name": "Jan Kok", "club": "Tiel"}])
    def test_not_by_nobody_and_not_by_somebody_who_plays(self, director_client, begun, data):
        response = director_client.post(f"{DESK}4/replace/", data)
        assert len(response.context["newcomer_form"].errors) == 1
        assert begun.entries.count() == 10
