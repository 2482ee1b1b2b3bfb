"""Restoring a backup: which players it recognises, and who is on the list."""

from dataclasses import replace

import pytest

from tests.archive.restore_days import (
    at_minute,
    restore,
    without_rounds,
)
from wk.archive.queries import archive_of
from wk.auditlog.models import AuditLogEntry
from wk.auditlog.undo import undo_offers
from wk.players import services as roster
from wk.players.checkin import services as desk
from wk.rounds.draws import draw_service as draws
from wk.tournament.models import Entry, Player

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]


def test_a_player_entered_since_is_taken_off_the_list(day, director, clerk):
    archive = archive_of(day)
    day.rounds.filter(number__gt=2).delete()
    late = desk.enter_late(
        tournament=day, name="Nog Later", club="", author=clerk, now=at_minute(40)
    )
    nobody = roster.enter(tournament=day, name="Vergissing", author=clerk, now=at_minute(40))
    roster.remove_entry(entry=nobody, author=clerk, now=at_minute(41))
    restore(archive, director)
    assert not Entry.objects.filter(pk=late.pk).exists()
    assert not Player.objects.filter(name="Nog Later").exists()
    entered = AuditLogEntry.objects.get(kind="entered", about=str(late))
    (offer,) = undo_offers(day, [entered], director)
    assert offer.why_not == f"{late} is not on the list any more."


def test_a_player_renamed_since_is_recognised(day, director, clerk):
    archive = archive_of(day)
    keys = list(day.entries.order_by("number").values_list("pk", flat=True))
    three, four = (day.entries.get(number=n) for n in (3, 4))
    roster.edit_entry(
        entry=three, name="S. Drie", club="X", number=33, author=clerk, now=at_minute(40)
    )
    roster.edit_entry(
        entry=four, name="Speler 4", club="", number=3, author=clerk, now=at_minute(41)
    )
    restore(archive, director)
    assert list(day.entries.order_by("number").values_list("pk", flat=True)) == keys
    assert [e.checked_in_at for e in day.entries.filter(number__in=[3, 4])] == [at_minute(0)] * 2
    assert Player.objects.get(pk=three.player_id).name == "Speler 3"
    assert day.entries.get(number=3).fixed_seats.count() == 1


def test_a_corrected_surname_stays_if_the_restored_name_has_it(day, director):
    """An archive has no surnames."""
    archive = archive_of(day)
    three, four = (day.entries.get(number=n) for n in (3, 4))
    roster.edit_entry(entry=three, name="Speler 3", club="", number=3, surname="3")
    roster.edit_entry(entry=four, name="Speler De 4", club="", number=4, surname="De 4")
    restore(archive, director)
    for entry, surname in ((three, "3"), (four, "")):
        entry.refresh_from_db()
        assert (entry.surname, entry.player.surname) == (surname, surname)


def test_another_name_under_a_start_number_is_another_player(day, director):
    whole = archive_of(day)
    players = tuple(replace(p, name="Iemand") if p.number == 9 else p for p in whole.players)
    key = day.entries.get(number=9).pk
    restore(replace(whole, players=players), director)
    nine = day.entries.get(number=9)
    assert (nine.name, nine.checked_in_at, nine.pk == key) == ("Iemand", None, False)


def test_withdrawals_are_as_in_the_backup(day, director):
    leaves, stays = (day.entries.get(number=n) for n in (1, 2))
    roster.withdraw(entry=leaves, author=director, now=at_minute(40))
    archive = archive_of(day)
    roster.readmit(entry=leaves, author=director, now=at_minute(41))
    roster.withdraw(entry=stays, author=director, now=at_minute(42))
    restore(archive, director)
    left = day.entries.filter(number__in=[1, 2]).order_by("number")
    assert list(left.values_list("withdrawn_after", flat=True)) == [2, None]
    second = AuditLogEntry.objects.filter(kind="withdrawn").order_by("pk").last()
    (offer,) = undo_offers(day, [second], director)
    assert offer.why_not == "2 Speler 2 takes part again already."


def test_a_player_entered_again_is_the_same_person(nine_started, director):
    morning = without_rounds(nine_started)
    restore(morning, director, now=at_minute(3))
    draws.discard_round(round=nine_started.rounds.get(), author=director, now=at_minute(4))
    first = nine_started.entries.get(number=1)
    roster.remove_entry(entry=first, author=director, now=at_minute(5))
    desk.enter_late(
        tournament=nine_started, name=first.name, club="", author=director, now=at_minute(6)
    )
    again = nine_started.entries.get(name=first.name)
    restore(morning, director, now=at_minute(7))
    here = nine_started.entries.get(number=1)
    assert (here.pk, here.player_id, here.checked_in_at) == (
        again.pk,
        again.player_id,
        at_minute(6),
    )
