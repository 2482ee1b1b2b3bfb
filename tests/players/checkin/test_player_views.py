"""The page of one player at the check-in."""

import re

import pytest
from django.utils import timezone

from tests.markup import messages_of
from tests.players.conftest import DESK, ENGLISH, enter_late_player, page_html
from tests.standings.tournaments import count_form
from wk.players.checkin.queries import empty_chairs
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
        assert "Lists have: Boer, Els de · 8." in page_html(page)
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


class TestOldSheets:
    """After a change of name the page warns of sheets that were printed with the old name."""

    SAID = "the sheet of table 1 in round 2 still has the old name"
    LINK = 'href="/t/wk-zaal/rounds/2/print/sheets/?tables=1"'

    def sheet_mentions(self, client, verb, **data):
        page = page_html(client.post(f"{DESK}4/{verb}/", data, headers=ENGLISH, follow=True))
        return page.count(self.SAID), page.count(self.LINK)

    def test_a_replacement_warns_of_the_printed_sheet(self, director_client, round_started):
        assert self.sheet_mentions(director_client, "replace", name="Piet Kok") == (1, 1)

    def test_a_corrected_name_warns_of_the_printed_sheet(self, clerk_client, round_started):
        assert self.sheet_mentions(clerk_client, "name", name="Anna Backer") == (1, 1)

    def test_a_corrected_club_does_not_warn_of_the_sheet(self, clerk_client, round_started):
        assert self.sheet_mentions(clerk_client, "name", name="Anna Bakker", club="Tiel") == (0, 0)

    @pytest.mark.parametrize("state", [Round.State.DRAWN, Round.State.STARTED])
    def test_no_sheet_is_mentioned_before_confirmation_or_after_the_start(
        self, clerk_client, round_started, state
    ):
        round_started.rounds.filter(number=2).update(state=state)
        assert self.sheet_mentions(clerk_client, "name", name="Anna Backer") == (0, 0)

    def test_a_withdrawal_does_not_warn_of_the_sheet(self, director_client, round_started):
        assert self.sheet_mentions(director_client, "leave") == (0, 0)

    def test_old_sheets_of_every_confirmed_round_are_listed(self, director_client, round_started):
        round_started.rounds.update(state=Round.State.CONFIRMED)
        page = director_client.post(f"{DESK}4/replace/", {"name": "Piet Kok"}, follow=True)
        assert [seat.round.number for seat in page.context["old_sheets"]] == [1, 2]

    def test_an_undone_change_lists_no_old_sheets(self, director_client, round_started):
        director_client.post(f"{DESK}4/replace/", {"name": "Piet Kok"})
        change = round_started.log_entries.get()
        director_client.post(f"/t/wk-zaal/log/{change.pk}/undo/")
        assert director_client.get(DESK, {"change": change.pk}).context["old_sheets"] == []


class TestEmptyChairs:
    """A player who withdraws during a round leaves an empty chair at his table."""

    SAID = "4 Anna Bakker: round 1, table 1."
    LINK = f'href="{DESK}4/#plays-on"'

    def test_an_empty_chair_is_named_with_a_link_to_fill_it(self, director_client, round_started):
        page = page_html(director_client.post(f"{DESK}4/leave/", headers=ENGLISH, follow=True))
        assert (page.count(self.SAID), page.count(self.LINK)) == (1, 1)
        there = page_html(director_client.get(f"{DESK}4/", headers=ENGLISH))
        assert there.count('<details id="plays-on" open>') == 1

    def test_a_chair_with_a_substitute_is_not_named(self, director_client, round_started):
        data = {"name": "Piet Kok", "leaves": "on"}
        page = director_client.post(f"{DESK}4/substitute/1/", data, headers=ENGLISH, follow=True)
        assert "Piet Kok plays on for 4 Anna Bakker in round 1." in page_html(page)
        assert (self.SAID in page_html(page), empty_chairs(round_started)) == (False, [])
        there = page_html(director_client.get(f"{DESK}4/", headers=ENGLISH))
        assert there.count('<details id="plays-on">') == 1

    @pytest.mark.parametrize(
        "state", [Round.State.CONFIRMED, Round.State.CLOSED, Round.State.FINAL]
    )
    def test_chairs_are_empty_only_in_a_started_round(self, round_started, state):
        withdraw(entry=round_started.entries.get(number=4))
        assert [seat.entry.number for seat in empty_chairs(round_started)] == [4]
        round_started.rounds.filter(number=1).update(state=state)
        assert empty_chairs(round_started) == []

    def test_a_table_with_a_counted_form_has_no_empty_chair(self, round_started):
        for number in (4, 9):
            withdraw(entry=round_started.entries.get(number=number))
        count_form(round_started.rounds.get(number=1).tables.get(number=1), [1, 2, 3, 4, 5])
        assert [seat.entry.number for seat in empty_chairs(round_started)] == [9]


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
