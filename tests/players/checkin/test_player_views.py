"""The page of one player at the desk."""

import re

import pytest
from django.utils import timezone

from tests.players.conftest import DESK, ENGLISH, late, text, told
from tests.standings.tournaments import count_form
from wk.players.checkin.queries import empty_chairs
from wk.players.services import NewEntry, enter_many, withdraw
from wk.tournament.models import Entry, Round, Substitute, Tournament


class TestOnePlayer:
    def test_a_misspelt_name_is_put_right_by_a_clerk(self, clerk_client, begun):
        data = {"name": "Anna Backer", "club": ""}
        response = clerk_client.post(f"{DESK}4/name/", data, headers=ENGLISH, follow=True)
        assert "4 Anna Bakker (De Slag) is now 4 Anna Backer." in text(response)
        assert Entry.objects.get(number=4).name == "Anna Backer"

    def test_a_name_is_not_put_right_into_nothing(self, clerk_client, begun):
        for name in ["", "x" * 81, "a\u200bb"]:
            response = clerk_client.post(f"{DESK}4/name/", {"name": name})
            assert list(response.context["name_form"].errors) == ["name"]
            assert Entry.objects.get(number=4).name == "Anna Bakker"

    def test_only_other_editions_are_told(self, clerk_client, morning, earlier):
        known = earlier.entries.get()
        enter_many(tournament=morning, rows=[NewEntry(known.player.name, known.player.club)])
        pages = [text(clerk_client.get(f"{DESK}{number}/", headers=ENGLISH)) for number in (10, 11)]
        said = "<h2>Other editions</h2> <p>WK 2025</p>"
        assert [(page.count("ditions"), said in page) for page in pages] == [(0, False), (1, True)]

    def test_he_leaves_and_comes_back(self, director_client, begun):
        page = text(director_client.post(f"{DESK}4/leave/", headers=ENGLISH, follow=True))
        assert "4 Anna Bakker</a>: round 2" in page
        assert Entry.objects.get(number=4).withdrawn_after == 1
        assert "Let somebody take it over" in text(
            director_client.get(f"{DESK}4/", headers=ENGLISH)
        )
        director_client.post(f"{DESK}4/come-back/")
        assert Entry.objects.get(number=4).withdrawn_after is None

    def test_who_plays_or_has_stopped_is_not_said_to_be_missing(self, director_client, begun):
        Entry.objects.update(checked_in_at=None)
        director_client.post(f"{DESK}check-in/", {"q": "4"})
        away = f'action="{DESK}4/not-here/"'

        def offered():
            return away in director_client.get(f"{DESK}4/").content.decode()

        found = [offered()]
        Round.objects.update(state="drawn")
        found.append(offered())
        withdraw(entry=Entry.objects.get(number=4), author=None, now=timezone.now())
        found.append(offered())
        assert found == [False, True, False]

    def test_a17_somebody_plays_on(self, director_client, begun):
        data = {"name": "Piet Kok", "from_deal": "8"}
        page = director_client.post(f"{DESK}4/substitute/1/", data, headers=ENGLISH, follow=True)
        assert "Piet Kok plays on for 4 Anna Bakker in round 1, from deal 8." in text(page)
        assert "Piet Kok plays from deal 8" in text(
            director_client.get(f"{DESK}4/", headers=ENGLISH)
        )

    def test_a_wrong_substitute(self, director_client, begun):
        for data, field in [
            ({"name": ""}, "name"),
            ({"name": "Piet", "from_deal": "0"}, "from_deal"),
            ({"name": "Piet", "from_deal": "20"}, "from_deal"),
            ({"name": "Piet", "from_deal": "acht"}, "from_deal"),
            ({"name": "Piet\0"}, "name"),
        ]:
            response = director_client.post(f"{DESK}4/substitute/1/", data)
            assert list(response.context["substitute_form"].errors) == [field]
            assert not Substitute.objects.exists()

    def test_in_a_round_to_come_it_is_refused_in_words(self, director_client, begun):
        url = f"{DESK}4/substitute/2/"
        response = director_client.post(url, {"name": "Piet"}, headers=ENGLISH, follow=True)
        assert told(response) == ["Round 2 has not started yet: let somebody take the seat over."]
        assert director_client.post(f"{DESK}4/substitute/3/", {"name": "X"}).status_code == 404

    def test_a18_somebody_takes_his_place(self, director_client, begun):
        director_client.post(f"{DESK}4/replace/", {"name": "Piet Kok"})
        came = begun.entries.get(number=11)
        assert list(came.seats.values_list("round__number", flat=True)) == [2]
        director_client.post(f"/t/wk-zaal/log/{begun.log_entries.get().pk}/undo/")
        assert begun.entries.get(number=4).seats.count() == 2
        assert begun.entries.count() == 10

    @pytest.mark.parametrize(
        ("states", "named"),
        [
            ({}, ["from round 2"]),
            ({1: Round.State.CONFIRMED}, ["from round 1"]),
            ({2: Round.State.STARTED}, ["from round 3"]),
            ({1: Round.State.FINAL, 2: Round.State.FINAL}, ["from round 3"]),
        ],
    )
    def test_from_which_round_is_told(self, director_client, begun, states, named):
        for number, state in states.items():
            begun.rounds.filter(number=number).update(state=state)
        page = text(director_client.get(f"{DESK}4/", headers=ENGLISH))
        assert re.findall(r"takes the seat over (from round \d)", page) == named

    def test_after_the_last_round_nobody_can(self, director_client, begun):
        Tournament.objects.update(round_count=2)
        begun.rounds.update(state=Round.State.STARTED)
        page = text(director_client.get(f"{DESK}4/", headers=ENGLISH))
        assert "takes the seat over" not in page

    def test_no_place_is_taken_over_by_nobody_or_by_somebody_who_plays(
        self, director_client, begun
    ):
        for data in [{"name": ""}, {"name": "Jan Kok", "club": "Tiel"}]:
            response = director_client.post(f"{DESK}4/replace/", data)
            assert len(response.context["newcomer_form"].errors) == 1
            assert begun.entries.count() == 10


class TestOldNames:
    """A sheet that was printed before a name changed is printed again."""

    SAID = "the sheet of table 1 in round 2 still has the old name"
    LINK = 'href="/t/wk-zaal/rounds/2/sheets.pdf?tables=1"'

    def told(self, client, verb, **data):
        page = text(client.post(f"{DESK}4/{verb}/", data, headers=ENGLISH, follow=True))
        return page.count(self.SAID), page.count(self.LINK)

    def test_an_old_sheet_is_told_where_somebody_took_the_place_over(self, director_client, begun):
        assert self.told(director_client, "replace", name="Piet Kok") == (1, 1)

    def test_an_old_sheet_is_told_where_a_name_was_put_right(self, clerk_client, begun):
        assert self.told(clerk_client, "name", name="Anna Backer") == (1, 1)

    def test_no_old_sheet_is_told_where_only_the_club_was_put_right(self, clerk_client, begun):
        assert self.told(clerk_client, "name", name="Anna Bakker", club="Tiel") == (0, 0)

    @pytest.mark.parametrize("state", [Round.State.DRAWN, Round.State.STARTED])
    def test_no_old_sheet_is_told_before_printing_or_after_the_start(
        self, clerk_client, begun, state
    ):
        begun.rounds.filter(number=2).update(state=state)
        assert self.told(clerk_client, "name", name="Anna Backer") == (0, 0)

    def test_no_old_sheet_is_told_where_a_player_leaves_and_the_name_stays(
        self, director_client, begun
    ):
        assert self.told(director_client, "leave") == (0, 0)

    def test_old_sheets_of_each_confirmed_round_are_told(self, director_client, begun):
        begun.rounds.update(state=Round.State.CONFIRMED)
        page = director_client.post(f"{DESK}4/replace/", {"name": "Piet Kok"}, follow=True)
        assert [seat.round.number for seat in page.context["old_sheets"]] == [1, 2]

    def test_no_old_sheet_is_told_once_the_change_was_undone(self, director_client, begun):
        director_client.post(f"{DESK}4/replace/", {"name": "Piet Kok"})
        change = begun.log_entries.get()
        director_client.post(f"/t/wk-zaal/log/{change.pk}/undo/")
        assert director_client.get(DESK, {"change": change.pk}).context["old_sheets"] == []


class TestEmptyChairs:
    """Who leaves while a round is played leaves a chair empty there."""

    SAID = "4 Anna Bakker: round 1, table 1."
    LINK = f'href="{DESK}4/#plays-on"'

    def test_an_empty_chair_is_told_with_the_way_to_fill_it(self, director_client, begun):
        page = text(director_client.post(f"{DESK}4/leave/", headers=ENGLISH, follow=True))
        assert (page.count(self.SAID), page.count(self.LINK)) == (1, 1)
        there = text(director_client.get(f"{DESK}4/", headers=ENGLISH))
        assert there.count('<details id="plays-on" open>') == 1

    def test_no_empty_chair_is_told_once_somebody_plays_on(self, director_client, begun):
        data = {"name": "Piet Kok", "leaves": "on"}
        page = director_client.post(f"{DESK}4/substitute/1/", data, headers=ENGLISH, follow=True)
        assert "Piet Kok plays on for 4 Anna Bakker in round 1." in text(page)
        assert (self.SAID in text(page), empty_chairs(begun)) == (False, [])
        there = text(director_client.get(f"{DESK}4/", headers=ENGLISH))
        assert there.count('<details id="plays-on">') == 1

    @pytest.mark.parametrize(
        "state", [Round.State.CONFIRMED, Round.State.CLOSED, Round.State.FINAL]
    )
    def test_a_chair_is_empty_only_in_the_round_that_is_played(self, begun, state):
        withdraw(entry=begun.entries.get(number=4))
        assert [seat.entry.number for seat in empty_chairs(begun)] == [4]
        begun.rounds.filter(number=1).update(state=state)
        assert empty_chairs(begun) == []

    def test_no_chair_is_empty_at_a_table_whose_form_counts(self, begun):
        for number in (4, 9):
            withdraw(entry=begun.entries.get(number=number))
        count_form(begun.rounds.get(number=1).tables.get(number=1), [1, 2, 3, 4, 5])
        assert [seat.entry.number for seat in empty_chairs(begun)] == [9]


class TestTwiceOnTheList:
    WARNING = "There is another player of this name:"

    @pytest.fixture
    def twice(self, morning):
        return late(morning, "Anna Bakker", "Tiel", is_other=True)

    def test_one_is_taken_off_and_comes_back(self, director_client, morning, twice):
        page = text(director_client.get(f"{DESK}11/", headers=ENGLISH))
        assert (self.WARNING in page, "Take off the list" in page) == (True, True)
        page = director_client.post(f"{DESK}11/remove/", headers=ENGLISH, follow=True)
        assert "11 Anna Bakker is off the list." in text(page)
        assert self.WARNING not in text(director_client.get(f"{DESK}4/", headers=ENGLISH))
        director_client.post(f"/t/wk-zaal/log/{morning.log_entries.get(kind='removed').pk}/undo/")
        assert morning.entries.get(number=11).club == "Tiel"

    def test_who_does_not_take_part_is_nobody_to_be_taken_for(self, director_client, twice):
        withdraw(entry=twice)
        assert self.WARNING not in text(director_client.get(f"{DESK}4/", headers=ENGLISH))

    def test_who_played_and_left_still_is(self, director_client, begun):
        entry = late(begun, "Anna Bakker", "Tiel", is_other=True)
        withdraw(entry=entry)
        assert self.WARNING in text(director_client.get(f"{DESK}4/", headers=ENGLISH))

    def test_not_who_has_a_seat(self, director_client, begun):
        assert "Take off the list" not in text(director_client.get(f"{DESK}4/", headers=ENGLISH))
        page = director_client.post(f"{DESK}4/remove/", headers=ENGLISH, follow=True)
        assert told(page) == [
            "4 Anna Bakker has a seat already. Mark the player as withdrawn instead."
        ]
        assert page.redirect_chain == [(f"{DESK}4/", 302)]
        assert begun.entries.filter(number=4).exists()

    def test_a_clerk_is_not_offered_it(self, clerk_client, twice):
        assert "Take off the list" not in text(clerk_client.get(f"{DESK}11/", headers=ENGLISH))
