"""The page of one player at the check-in."""

import re

import pytest
from django.utils import timezone

from tests.markup import messages_of
from tests.players.conftest import DESK, ENGLISH, page_html
from wk.players.services import NewEntry, edit_entry, enter_many, entry_token, withdraw
from wk.tournament.models import Entry, Round, Substitute, Tournament


class TestPlayerPage:
    def test_a_clerk_corrects_a_name(self, clerk_client, round_started):
        data = {"name": "Anna Backer", "club": ""}
        response = clerk_client.post(f"{DESK}4/name/", data, headers=ENGLISH, follow=True)
        assert "4 Anna Bakker (De Slag) is now 4 Anna Backer." in page_html(response)
        assert Entry.objects.get(number=4).name == "Anna Backer"

    def test_an_invalid_name_is_refused(self, clerk_client, round_started):
        for name in ["", "x" * 81, "a\u200bb"]:
            response = clerk_client.post(f"{DESK}4/name/", {"name": name})
            assert list(response.context["name_form"].errors) == ["name"]
            assert Entry.objects.get(number=4).name == "Anna Bakker"

    def test_a_clerk_corrects_the_surname_for_lists_and_undoes_it(self, clerk_client, ten_players):
        page = clerk_client.get(f"{DESK}8/", headers=ENGLISH)
        form = page.context["name_form"]
        assert form.initial["surname"] == "Boer"
        assert "Lists have this player under B: Boer, Els de (number 8)." in page_html(page)
        data = {"name": "Els de Boer", "version_token": form.initial["version_token"]}
        wrong = clerk_client.post(f"{DESK}8/name/", data | {"surname": "Bo"}, headers=ENGLISH)
        assert wrong.context["name_form"].errors == {
            "surname": ["“Bo” is not a part of the name Els de Boer."]
        }
        data["surname"] = "de Boer"
        response = clerk_client.post(f"{DESK}8/name/", data, headers=ENGLISH, follow=True)
        assert "8 Els de Boer is on lists as de Boer, Els." in page_html(response)
        assert Entry.objects.get(number=8).surname == "de Boer"
        again = clerk_client.post(f"{DESK}8/name/", data | {"surname": ""})
        assert len(messages_of(again)) == 1  # the page was from before the correction
        log_entry = ten_players.log_entries.get()
        clerk_client.post(f"/t/wk-zaal/log/{log_entry.pk}/undo/", {"at_desk": "on"})
        assert Entry.objects.get(number=8).name_parts.listed == "Boer, Els de"

    def test_a_surname_left_as_shown_is_guessed_again_for_another_name(
        self, clerk_client, ten_players
    ):
        data = {"name": "Els de Boer Kok", "surname": "Boer"}
        clerk_client.post(f"{DESK}8/name/", data)
        assert Entry.objects.get(number=8).name_parts.listed == "Kok, Els de Boer"

    def test_the_page_lists_only_other_editions(self, clerk_client, ten_players, earlier_edition):
        known = earlier_edition.entries.get()
        enter_many(tournament=ten_players, rows=[NewEntry(known.player.name, known.player.club)])
        pages = [
            page_html(clerk_client.get(f"{DESK}{number}/", headers=ENGLISH)) for number in (10, 11)
        ]
        said = "<h2>Other editions</h2> <p>WK 2025</p>"
        assert [(page.count("ditions"), said in page) for page in pages] == [(0, False), (1, True)]

    def test_a_player_is_withdrawn_and_readmitted(self, director_client, round_started):
        page = page_html(director_client.post(f"{DESK}4/leave/", headers=ENGLISH, follow=True))
        assert "4 Anna Bakker</a>: round 2" in page
        assert Entry.objects.get(number=4).withdrawn_after == 1
        assert "Let somebody take it over" in page_html(
            director_client.get(f"{DESK}4/", headers=ENGLISH)
        )
        director_client.post(f"{DESK}4/come-back/")
        assert Entry.objects.get(number=4).withdrawn_after is None

    def test_undoing_a_check_in_is_offered_only_before_a_round_is_played(
        self, director_client, round_started
    ):
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

    def test_a17_a_substitute_is_entered_and_shown(self, director_client, round_started):
        data = {"name": "Piet Kok", "from_deal": "8"}
        page = director_client.post(f"{DESK}4/substitute/1/", data, headers=ENGLISH, follow=True)
        assert "Piet Kok plays on for 4 Anna Bakker in round 1, from deal 8." in page_html(page)
        assert "Piet Kok plays from deal 8" in page_html(
            director_client.get(f"{DESK}4/", headers=ENGLISH)
        )

    def test_an_invalid_substitute_is_refused_at_the_field(self, director_client, round_started):
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

    def test_a_substitute_in_a_round_to_come_is_refused(self, director_client, round_started):
        url = f"{DESK}4/substitute/2/"
        response = director_client.post(url, {"name": "Piet"}, headers=ENGLISH)
        assert messages_of(response) == [
            "Round 2 has not started yet: let somebody take the seat over."
        ]
        assert director_client.post(f"{DESK}4/substitute/3/", {"name": "X"}).status_code == 404

    def test_a18_a_newcomer_takes_the_seat_over_and_that_is_undone(
        self, director_client, round_started
    ):
        director_client.post(f"{DESK}4/replace/", {"name": "Piet Kok"})
        came = round_started.entries.get(number=11)
        assert list(came.seats.values_list("round__number", flat=True)) == [2]
        director_client.post(f"/t/wk-zaal/log/{round_started.log_entries.get().pk}/undo/")
        assert round_started.entries.get(number=4).seats.count() == 2
        assert round_started.entries.count() == 10

    @pytest.mark.parametrize(
        ("states", "named"),
        [
            ({}, ["from round 2"]),
            ({1: Round.State.CONFIRMED}, ["from round 1"]),
            ({2: Round.State.STARTED}, ["from round 3"]),
            ({1: Round.State.FINAL, 2: Round.State.FINAL}, ["from round 3"]),
        ],
    )
    def test_the_page_names_the_first_round_of_a_replacement(
        self, director_client, round_started, states, named
    ):
        for number, state in states.items():
            round_started.rounds.filter(number=number).update(state=state)
        page = page_html(director_client.get(f"{DESK}4/", headers=ENGLISH))
        assert re.findall(r"takes the seat over (from round \d)", page) == named

    def test_no_replacement_is_offered_after_the_last_round(self, director_client, round_started):
        Tournament.objects.update(round_count=2)
        round_started.rounds.update(state=Round.State.STARTED)
        page = page_html(director_client.get(f"{DESK}4/", headers=ENGLISH))
        assert "takes the seat over" not in page

    def test_an_invalid_replacement_is_refused(self, director_client, round_started):
        for data in [{"name": ""}, {"name": "Jan Kok", "club": "Tiel"}]:
            response = director_client.post(f"{DESK}4/replace/", data)
            assert len(response.context["newcomer_form"].errors) == 1
            assert round_started.entries.count() == 10


class TestChangedMeanwhile:
    """Changes made meanwhile by somebody else are neither overwritten nor repeated silently."""

    def test_a_name_changed_meanwhile_is_not_overwritten(self, clerk_client, round_started):
        page = clerk_client.get(f"{DESK}4/")
        token = page.context["name_form"].initial["version_token"]
        assert f'name="version_token" value="{token}"' in page_html(page)
        first = {"name": "Anna Backer", "club": "De Slag", "version_token": token}
        clerk_client.post(f"{DESK}4/name/", first)
        second = {"name": "Ans Bakker", "club": "De Slag", "version_token": token}
        response = clerk_client.post(f"{DESK}4/name/", second, headers=ENGLISH)
        assert messages_of(response) == [
            "Meanwhile somebody else changed this: it is 4 Anna Backer (De Slag) now. "
            "Look at it again."
        ]
        assert Entry.objects.get(number=4).name == "Anna Backer"
        assert round_started.log_entries.count() == 1

    def test_a_player_who_got_the_number_meanwhile_is_not_renamed(self, clerk_client, ten_players):
        token = entry_token(ten_players.entries.get(number=4))
        edit_entry(entry=ten_players.entries.get(number=4), name="Anna Bakker", club="", number=40)
        edit_entry(entry=ten_players.entries.get(number=5), name="Bram Smit", club="", number=4)
        clerk_client.post(
            f"{DESK}4/name/", {"name": "Ans Bakker", "club": "", "version_token": token}
        )
        assert not ten_players.entries.filter(name="Ans Bakker").exists()

    def test_a_fresh_page_can_change_the_name_again(self, clerk_client, round_started):
        for name in ("Anna Backer", "Ans Bakker"):
            token = clerk_client.get(f"{DESK}4/").context["name_form"].initial["version_token"]
            clerk_client.post(f"{DESK}4/name/", {"name": name, "version_token": token})
        assert Entry.objects.get(number=4).name == "Ans Bakker"

    def test_withdrawing_twice_is_answered_with_a_message(self, director_client, round_started):
        for said in ([], ["4 Anna Bakker has left already."]):
            url = f"{DESK}4/leave/"
            assert messages_of(director_client.post(url, headers=ENGLISH)) == said
        assert round_started.log_entries.count() == 1

    def test_readmitting_twice_is_answered_with_a_message(self, director_client, round_started):
        withdraw(entry=round_started.entries.get(number=4))
        for said in ([], ["4 Anna Bakker takes part already."]):
            url = f"{DESK}4/come-back/"
            assert messages_of(director_client.post(url, headers=ENGLISH)) == said
        assert round_started.log_entries.count() == 2
