"""Who was not announced, and how players are called; and how each is undone."""

import pytest
from django.urls import reverse
from django.utils.translation import override

from tests.players.conftest import (
    DESK,
    ENGLISH,
    LATER,
    LIVE,
    NOON,
    late,
    said,
    seated,
    text,
    undone,
)
from wk.auditlog.undo import undo
from wk.core.refusals import ActionRefused
from wk.players.checkin.names import with_capitals
from wk.players.services import NewEntry, edit_entry, enter, enter_list, remove_entry
from wk.tournament.models import Entry, Player, Round
from wk.tournament.seating import seat_round


class TestEnteringLate:
    def test_he_is_there_and_was_not_announced(self, morning, clerk):
        entry = late(morning, author=clerk)
        assert (entry.number, entry.checked_in_at, entry.is_announced) == (11, NOON, False)
        log_entry = morning.log_entries.get()
        assert (log_entry.kind, log_entry.author, log_entry.at) == ("entered", clerk, NOON)

    def test_who_is_recognised_is_the_same_person(self, morning, earlier):
        piet = Player.objects.get(name="Piet van Dam")
        assert late(morning, "Piet v. Dam", player=piet).player == piet

    @pytest.mark.parametrize("is_other", [False, True])
    def test_two_desks_enter_one_person_once(self, morning, earlier, is_other):
        piet = Player.objects.get(name="Piet van Dam")
        late(morning, "Piet", player=piet)
        with pytest.raises(ActionRefused):
            late(morning, "Piet van Dam", player=piet, is_other=is_other)
        assert morning.entries.count() == 11

    def test_a_namesake_is_entered_only_when_he_is_said_to_be_another(self, morning):
        with pytest.raises(ActionRefused):
            late(morning, "jan  kok", "Tiel")
        other = late(morning, "Jan Kok", "Tiel", is_other=True)
        assert other.player != morning.entries.get(number=2).player

    def test_undone_he_was_never_there(self, morning, director):
        late(morning)
        log_entry = undone(morning, director)
        assert (log_entry.undone_by, log_entry.undone_at) == (director, LATER)
        assert not Entry.objects.filter(number=11).exists()
        assert not Player.objects.filter(name="Joke Dijk").exists()

    def test_entering_is_not_undone_once_the_newcomer_has_a_seat(self, morning):
        entry = late(morning)
        seat_round(tournament=morning, number=1, tables={1: [entry]})
        with pytest.raises(ActionRefused):
            undone(morning)
        assert morning.log_entries.get().undone_at is None

    def test_nothing_is_undone_twice(self, morning):
        late(morning)
        entered = morning.log_entries.get()
        undo(log_entry=entered, author=None, now=LATER)
        with pytest.raises(ActionRefused):
            undo(log_entry=entered, author=None, now=LATER)

    def test_nobody_is_entered_as_a_person_who_is_known_no_longer(self, morning, earlier):
        piet = Player.objects.get(name="Piet van Dam")
        remove_entry(entry=earlier.entries.get())
        with pytest.raises(ActionRefused):
            late(morning, "Piet van Dam", player=piet)
        assert morning.entries.count() == 10


class TestThePage:
    def late(self, client, **data):
        return client.post(f"{DESK}late/", data, headers=ENGLISH, follow=True)

    def test_a_newcomer_is_entered_and_checked_in_in_one_step(self, clerk_client, clerk, morning):
        page = text(self.late(clerk_client, name="Joke Dijk", club="De Slag"))
        entry = morning.entries.get(number=11)
        assert (entry.club, entry.is_announced, entry.checked_in_at is None) == (
            "De Slag",
            False,
            False,
        )
        assert "11 Joke Dijk has been entered and is here." in page
        undo = reverse("auditlog:undo", args=["wk-zaal", morning.log_entries.get(author=clerk).pk])
        assert undo in page
        clerk_client.post(undo)
        assert not morning.entries.filter(number=11).exists()

    def test_that_he_has_no_place_yet_is_said(self, clerk_client, begun):
        page = text(self.late(clerk_client, name="Joke Dijk"))
        assert "Joke Dijk has no seat in round 2 yet." in page
        assert 'href="/t/wk-zaal/rounds/2/"' in page

    def test_somebody_who_is_known_is_entered_as_that_person(self, clerk_client, morning, earlier):
        piet = Player.objects.get(name="Piet van Dam")
        page = text(
            self.late(clerk_client, name="Piet van Dam", club="Schoppenaas", player=piet.pk)
        )
        assert "11 Piet van Dam has been entered and is here." in page
        assert morning.entries.get(number=11).player == piet

    def test_known_or_new_the_button_says_the_same(self, clerk_client, morning, earlier):
        page = text(clerk_client.get(DESK, {"q": "piet"}, headers=LIVE))
        assert page.count(">Enter and check in</button>") == 2
        assert 'aria-label="Enter and check in: Piet van Dam"' in page

    def test_who_is_entered_beforehand_is_not_here(self, morning):
        enter(tournament=morning, name="Joke Dijk", now=NOON)
        assert said(morning.log_entries.get()) == "11 Joke Dijk has been entered."

    @pytest.mark.parametrize(
        ("data", "errors"),
        [
            ({"club": "Tiel"}, ["is_other"]),
            ({}, ["is_other", "club"]),
            ({"is_other": "on"}, ["club"]),
        ],
    )
    def test_a_namesake_is_to_be_told_apart(self, clerk_client, morning, data, errors):
        response = self.late(clerk_client, name="jan kok", **data)
        assert list(response.context["form"].errors) == errors
        assert morning.entries.count() == 10

    def test_of_two_namesakes_both_are_named(self, clerk_client, morning):
        self.late(clerk_client, name="Jan Kok", club="Tiel", is_other="on")
        response = self.late(clerk_client, name="Jan Kok", club="Rees")
        assert response.context["form"].errors["is_other"] == [
            "2 Jan Kok, 11 Jan Kok (Tiel) are on the list already. Is this somebody else?"
        ]

    def test_a_namesake_who_is_said_to_be_another_is_entered(self, clerk_client, morning):
        self.late(clerk_client, name="Jan Kok", club="Tiel", is_other="on")
        assert morning.entries.get(number=11).club == "Tiel"

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
    def test_a_wrong_newcomer_is_refused_at_his_field(self, clerk_client, morning, data, field):
        assert list(self.late(clerk_client, **data).context["form"].errors) == [field]
        assert morning.entries.count() == 10

    def test_somebody_who_is_here_is_not_entered_again(self, clerk_client, morning):
        here = morning.entries.get(number=1).player
        response = self.late(clerk_client, name="Joke", player=here.pk)
        assert list(response.context["form"].errors) == ["player"]


class TestListOfPlayers:
    @pytest.fixture
    def listed(self, morning, director):
        rows = [NewEntry("Piet Kok"), NewEntry("Joke Dijk"), NewEntry("Karin Peters")]
        return enter_list(tournament=morning, rows=rows, author=director, now=NOON)

    def test_it_is_one_change(self, morning, listed, director):
        log_entry = morning.log_entries.get()
        assert (said(log_entry), log_entry.author, log_entry.at) == (
            "3 players have been entered from a list: 11 Piet Kok to 13 Karin Peters.",
            director,
            NOON,
        )
        undone(morning)
        assert morning.entries.count() == 10

    def test_who_went_off_it_since_is_no_hindrance(self, morning, listed):
        remove_entry(entry=listed[1])
        undo(log_entry=morning.log_entries.get(kind="entered"), author=None, now=LATER)
        assert morning.entries.count() == 10

    def test_all_stay_where_one_has_a_seat(self, morning, listed):
        round = seated(morning, 1, Round.State.DRAWN)
        round.tables.last().seats.create(round=round, number=6, entry=listed[2])
        with override("en"), pytest.raises(ActionRefused) as refused:
            undo(log_entry=morning.log_entries.get(), author=None, now=LATER)
        assert str(refused.value) == "Karin Peters has a seat in round 1."
        assert morning.entries.count() == 13

    def test_a_list_of_nobody_is_not_noted(self, morning, director):
        enter_list(tournament=morning, rows=[], author=director, now=NOON)
        assert not morning.log_entries.exists()


class TestHowHeIsWritten:
    @pytest.mark.parametrize(
        ("typed", "written"),
        [
            ("jan de vries", "Jan de Vries"),
            ("JAN VAN DER BERG", "Jan van der Berg"),
            ("jan van den berg-de wit", "Jan van den Berg-de Wit"),
            ("anne-marie in 't veld", "Anne-Marie in 't Veld"),
            ("piet op ’t hof", "Piet op ’t Hof"),
            ("els ter horst ten kate", "Els ter Horst ten Kate"),
            ("kees van het reve", "Kees van het Reve"),
            ("j.d. van dam", "J.D. van Dam"),
            ("jan v.d. berg", "Jan v.d. Berg"),
            ("guy d'hondt", "Guy d'Hondt"),
            ("pat o'neill", "Pat O'Neill"),
            ("ijsbrand ijzer", "IJsbrand IJzer"),
            ("émile élan", "Émile Élan"),
            ("van dam", "Van Dam"),
            ("'t hart", "'t Hart"),
            (" jan  kok ", "Jan Kok"),
            ("Jan De Vries", "Jan De Vries"),
            ("jan de Vries", "jan de Vries"),
            ("McKay", "McKay"),
            ("", ""),
            ("7", "7"),
        ],
    )
    def test_with_the_usual_capitals_where_there_was_no_choice(self, typed, written):
        assert with_capitals(typed) == written

    def test_the_desk_shows_it_before_he_is_entered(self, clerk_client, morning):
        page = text(clerk_client.get(DESK, {"q": "joke van dijk"}, headers=LIVE))
        assert 'name="name" value="Joke van Dijk"' in page
        assert "“joke van dijk” is not on the list." in page

    def test_what_was_chosen_there_stays(self, clerk_client, morning):
        clerk_client.post(f"{DESK}late/", {"name": "joke van dijk"})
        assert morning.entries.get(number=11).name == "joke van dijk"


class TestNames:
    def test_a_correction_is_noted_and_undone(self, morning):
        edit_entry(entry=morning.entries.get(number=5), name="Bram Smid", club="Élan", number=50)
        assert said(morning.log_entries.get()) == "5 Bram Smit is now 50 Bram Smid (Élan)."
        undone(morning)
        entry = morning.entries.get(number=5)
        assert (entry.name, entry.club, entry.player.name) == ("Bram Smit", "", "Bram Smit")

    def test_nothing_changed_is_nothing_noted(self, morning):
        edit_entry(entry=morning.entries.get(number=5), name="Bram Smit", club="", number=5)
        assert not morning.log_entries.exists()

    def test_a_correction_is_not_undone_when_the_name_was_changed_again(self, morning):
        entry = morning.entries.get(number=5)
        for name in ("Bram Smid", "Bram Smidt"):
            edit_entry(entry=entry, name=name, club="", number=5)
        with pytest.raises(ActionRefused):
            undo(log_entry=morning.log_entries.last(), author=None, now=LATER)

    def test_a_correction_is_not_undone_when_the_number_was_given_away(self, morning):
        edit_entry(entry=morning.entries.get(number=5), name="Bram Smit", club="", number=50)
        edit_entry(entry=morning.entries.get(number=6), name="Cor Visser", club="", number=5)
        with pytest.raises(ActionRefused):
            undo(log_entry=morning.log_entries.last(), author=None, now=LATER)
