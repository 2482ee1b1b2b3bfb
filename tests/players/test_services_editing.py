"""Correcting the name, surname, club and number of a player, and undoing that."""

from functools import partial

import pytest

from tests.players.conftest import (
    LATER,
    sentence_of,
    undo_last,
)
from wk.auditlog.undo import undo
from wk.core.refusals import ActionRefused
from wk.players import services as roster
from wk.players.services import (
    edit_entry,
)
from wk.tournament.models import Entry, Player


class TestEditEntry:
    def test_a_correction_is_logged_and_undone(self, ten_players):
        edit_entry(
            entry=ten_players.entries.get(number=5), name="Bram Smid", club="Élan", number=50
        )
        assert (
            sentence_of(ten_players.log_entries.get()) == "5 Bram Smit is now 50 Bram Smid (Élan)."
        )
        undo_last(ten_players)
        entry = ten_players.entries.get(number=5)
        assert (entry.name, entry.club, entry.player.name) == ("Bram Smit", "", "Bram Smit")

    def test_a_corrected_surname_is_logged_kept_and_undone(self, ten_players):
        """The person keeps it for the next edition. A name without it is guessed again."""
        who = ten_players.entries.get(number=8)
        person = Player.objects.filter(pk=who.player_id)
        correct = partial(edit_entry, entry=who, club="", number=8)
        correct(name="Els de Boer", surname="de boer")
        assert sentence_of(ten_players.log_entries.first()) == (
            "8 Els de Boer is on lists as de Boer, Els."
        )
        correct(name="Elsje de Boer")
        assert ten_players.entries.get(number=8).name_parts.listed == "de Boer, Elsje"
        assert person.get().surname == "de Boer"
        correct(name="Elsje de Wit")
        assert ten_players.entries.get(number=8).name_parts.listed == "Wit, Elsje de"
        assert person.get().surname == ""
        correct(name="Elsje de Wit", surname="Wit")  # as guessed: nothing to store or log
        assert ten_players.log_entries.count() == 3
        for listed in ("de Boer, Elsje", "de Boer, Els", "Boer, Els de"):
            last = ten_players.log_entries.filter(undone_at=None).latest("pk")
            undo(log_entry=last, author=None, now=LATER)
            entry = ten_players.entries.get(number=8)
            assert (entry.name_parts.listed, entry.surname) == (listed, person.get().surname)

    def test_undo_keeps_a_surname_that_another_edition_gave_the_person_since(self, ten_players):
        who = ten_players.entries.get(number=8)
        edit_entry(entry=who, name="Els de Boer", club="", number=8, surname="de Boer")
        person = Player.objects.filter(pk=who.player_id)
        person.update(surname="Els de Boer")  # a later edition, by the same name and club
        undo_last(ten_players)
        assert ten_players.entries.get(number=8).surname == ""
        assert person.get().surname == "Els de Boer"

    def test_a_correction_from_before_there_were_surnames_can_be_undone(self, ten_players):
        edit_entry(entry=ten_players.entries.get(number=8), name="Els Boer", club="", number=8)
        payload = ten_players.log_entries.get().payload
        assert {*payload["before"], *payload["after"]} == {"name", "club", "number"}
        undo_last(ten_players)
        assert ten_players.entries.get(number=8).name == "Els de Boer"

    def test_a_removed_player_comes_back_with_the_surname(self, ten_players):
        who = ten_players.entries.get(number=8)
        edit_entry(entry=who, name="Els de Boer", club="", number=8, surname="de Boer")
        roster.remove_entry(entry=who)
        undo_last(ten_players)
        entry = ten_players.entries.get(number=8)
        assert (entry.surname, entry.player.surname) == ("de Boer", "de Boer")

    def test_an_unchanged_entry_is_not_logged(self, ten_players):
        edit_entry(entry=ten_players.entries.get(number=5), name="Bram Smit", club="", number=5)
        assert not ten_players.log_entries.exists()

    def test_a_correction_cannot_be_undone_after_a_later_one(self, ten_players):
        entry = ten_players.entries.get(number=5)
        for name in ("Bram Smid", "Bram Smidt"):
            edit_entry(entry=entry, name=name, club="", number=5)
        with pytest.raises(ActionRefused):
            undo(log_entry=ten_players.log_entries.last(), author=None, now=LATER)

    def test_a_correction_cannot_be_undone_once_the_number_is_taken(self, ten_players):
        edit_entry(entry=ten_players.entries.get(number=5), name="Bram Smit", club="", number=50)
        edit_entry(entry=ten_players.entries.get(number=6), name="Cor Visser", club="", number=5)
        with pytest.raises(ActionRefused):
            undo(log_entry=ten_players.log_entries.last(), author=None, now=LATER)


def test_a_corrected_name_is_corrected_for_the_person_too(tournament):
    entry = tournament.entries.get(number=1)
    roster.edit_entry(entry=entry, name="Annie", club="De Slag", number=77)
    player = Player.objects.get(pk=entry.player_id)
    assert (player.name, player.club) == ("Annie", "De Slag")
    assert Entry.objects.get(number=77).name == "Annie"
