"""Backups put back one after the other, and after what was done by mistake."""

from dataclasses import replace

import pytest

from tests.archive.days import at, fill, put_back, roster_of, step
from wk.archive.queries import archive_of
from wk.auditlog.undo import undo
from wk.hall.ceremony.services import withhold
from wk.players import replacements
from wk.players import services as roster
from wk.players.checkin import services as desk
from wk.rounds.draws import draw_service as draws
from wk.scoreforms.models import Version
from wk.tournament.models import Round, Substitute, Table, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def nine(director):
    """Nine players and a round that has begun, drawn by lot 7."""
    made = roster_of(9)
    Tournament.objects.update(round_count=1)
    draws.draw_round(
        tournament=Tournament.objects.get(pk=made.pk), seed=7, author=director, now=at(0)
    )
    step("confirm", 1, director, 1)
    step("start", 1, director, 2)
    return Tournament.objects.get(pk=made.pk)


def empty(tournament):
    """The tournament of this morning, without a round."""
    return replace(archive_of(tournament), rounds=())


@pytest.mark.parametrize("drawn_again", [False, True])
def test_a_round_that_comes_back_in_another_row_is_held_back_still(nine, director, drawn_again):
    withhold(round=nine.rounds.get(), what="all", author=director, now=at(3))
    for table in Table.objects.all():
        fill(table, director)
    step("close", 1, director, 4)
    closed = archive_of(nine)
    put_back(empty(nine), director, now=at(5))
    draws.discard_round(round=nine.rounds.get(), author=director, now=at(6))
    if drawn_again:
        draws.draw_round(tournament=nine, seed=8, author=director, now=at(7))
    put_back(closed, director, now=at(8))
    assert nine.rounds.get().withheld == "all"


def test_who_was_entered_again_is_the_same_person(nine, director):
    morning = empty(nine)
    put_back(morning, director, now=at(3))
    draws.discard_round(round=nine.rounds.get(), author=director, now=at(4))
    first = nine.entries.get(number=1)
    roster.remove_entry(entry=first, author=director, now=at(5))
    desk.enter_late(tournament=nine, name=first.name, club="", author=director, now=at(6))
    again = nine.entries.get(name=first.name)
    put_back(morning, director, now=at(7))
    here = nine.entries.get(number=1)
    assert (here.pk, here.player_id, here.checked_in_at) == (again.pk, again.player_id, at(6))


def test_those_who_played_on_come_back_in_their_order(nine, director):
    seat = nine.rounds.get().seats.first()
    for minute, name in ((3, "Ab"), (4, "Bea")):
        replacements.substitute(
            seat=seat, name=name, from_deal=None, author=director, now=at(minute)
        )
    both = archive_of(nine)
    first = nine.log_entries.filter(kind="substituted").order_by("pk").first()
    undo(log_entry=first, author=director, now=at(5))
    put_back(both, director, now=at(6))
    assert list(Substitute.objects.order_by("pk").values_list("name", flat=True)) == ["Ab", "Bea"]


@pytest.mark.parametrize("is_written", [False, True])
def test_a_start_by_mistake_goes_back_while_nothing_is_written(nine, director, backups, is_written):
    if is_written:
        fill(Table.objects.first(), director)
        Version.objects.all().delete()
    put_back(backups(1), director, now=at(5), file="hal-20261121-100100-000000.json")
    assert nine.rounds.get().state == ("started" if is_written else "confirmed")


def test_what_was_typed_for_others_does_not_stay_at_their_table(nine, director):
    fixed = archive_of(nine)
    nine.rounds.update(state=Round.State.DRAWN)
    draws.redraw_round(round=nine.rounds.get(), seed=99, author=director, now=at(4))
    step("confirm", 1, director, 5)
    step("start", 1, director, 6)
    fill(Table.objects.get(number=1), director)
    put_back(fixed, director, now=at(7))
    assert not Version.objects.exists()
