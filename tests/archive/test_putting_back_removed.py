"""A backup that brings back who went off the list since: nobody is on it twice, nobody loses his
day."""

from dataclasses import replace

import pytest

from tests.archive.days import at, put_back, roster_of
from tests.standings.tournaments import make_tournament
from wk.archive.queries import archive_of
from wk.auditlog.models import AuditLogEntry
from wk.auditlog.queries import log_of_player
from wk.auditlog.undo import undo, undo_offers
from wk.core.refusals import ActionRefused
from wk.players import services as roster
from wk.players.checkin import services as desk
from wk.rounds.constraints.services import fix_seat, separate
from wk.tournament.models import Entry, FixedSeat, Player, Separation, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]


@pytest.fixture
def nine(db):
    """Nine players on the list, nothing drawn."""
    return Tournament.objects.get(pk=roster_of(9).pk)


def called(tournament):
    return [(entry.number, entry.name) for entry in tournament.entries.order_by("number")]


def removed(tournament, *numbers, author=None, minute=2):
    entries = list(tournament.entries.filter(number__in=numbers))
    return roster.remove_entries(entries=entries, author=author, now=at(minute))


def renamed(tournament, number, name, minute=1):
    entry = tournament.entries.get(number=number)
    return roster.edit_entry(entry=entry, name=name, club="", number=number, now=at(minute))


def why_not(log_entry, author):
    """Why a change cannot be undone, as the log offers it and as is told to who tries."""
    (offer,) = undo_offers(log_entry.tournament, [log_entry], author)
    assert not offer.is_open
    with pytest.raises(ActionRefused) as refused:
        undo(log_entry=log_entry, author=author, now=at(9))
    assert str(refused.value) == offer.why_not
    return offer.why_not


def test_who_was_renamed_and_removed_is_himself_again(nine, director):
    morning, names = archive_of(nine), called(nine)
    entry = renamed(nine, 2, "Speler Twee")
    log_entry = removed(nine, 2)
    put_back(morning, director, now=at(3))
    assert called(nine) == names
    assert nine.entries.get(number=2).pk == entry.pk
    assert why_not(log_entry, director) == "2 Speler 2 is in this tournament already."
    assert called(nine) == names


def test_and_the_log_knows_him(nine, director):
    morning = archive_of(nine)
    desk.check_in(entries=nine.entries.filter(number=2), author=director, now=at(0))
    renamed(nine, 2, "Speler Twee")
    removed(nine, 2)
    put_back(morning, director, now=at(3))
    back = nine.entries.get(number=2)
    assert back.checked_in_at == at(0)
    assert [c.kind for c in log_of_player(back)] == ["removed", "edited", "checked_in"]


@pytest.mark.parametrize("is_undone_first", [False, True])
def test_of_several_only_those_are_put_back_whom_no_archive_brought(
    nine, director, is_undone_first
):
    morning = archive_of(nine)
    late = desk.enter_late(tournament=nine, name="Late Gast", club="", author=director, now=at(1))
    log_entry = removed(nine, 2, 3, late.number)
    put_back(morning, director, now=at(3))
    if is_undone_first:
        removed(nine, 3, minute=4)
        undo(log_entry=nine.log_entries.latest("pk"), author=director, now=at(5))
    touched = undo(log_entry=log_entry, author=director, now=at(6))
    assert touched == [late.pk]
    assert called(nine) == [*((n, f"Speler {n}") for n in range(1, 10)), (10, "Late Gast")]


def test_whom_an_archive_brought_back_can_be_removed_and_put_back_again(nine, director):
    morning = archive_of(nine)
    key = nine.entries.get(number=2).pk
    first = removed(nine, 2)
    put_back(morning, director, now=at(3))
    second = removed(nine, 2, minute=4)
    undo(log_entry=second, author=director, now=at(5))
    assert nine.entries.get(number=2).pk == key
    assert why_not(first, director) == "2 Speler 2 is in this tournament already."


class TestNamesakes:
    """1 Jan and 2 Jan are two persons; who is entered while one is off the list is that one."""

    @pytest.fixture
    def two(self, db):
        return Tournament.objects.get(pk=make_tournament(["Jan", "Jan", "Eva"]).pk)

    @pytest.mark.parametrize("number", [1, 2])
    def test_who_went_comes_back_as_himself(self, two, director, number):
        morning = archive_of(two)
        keys = dict(two.entries.values_list("number", "pk"))
        log_entry = removed(two, number)
        put_back(morning, director, now=at(3))
        assert dict(two.entries.values_list("number", "pk")) == keys
        assert why_not(log_entry, director) == f"{number} Jan is in this tournament already."

    def test_who_stayed_is_not_taken_for_who_went(self, two, director):
        morning = archive_of(two)
        first, second = two.entries.filter(name="Jan").order_by("number")
        without = replace(morning, players=tuple(p for p in morning.players if p.number != 2))
        removed(two, 1)
        put_back(without, director, now=at(3))
        assert list(two.entries.filter(name="Jan").values_list("number", "pk")) == [(1, first.pk)]
        put_back(morning, director, now=at(4))
        assert two.entries.get(number=2).pk == second.pk

    def test_who_was_entered_again_stays_who_he_is(self, two, director):
        morning = archive_of(two)
        log_entry = removed(two, 3)
        again = roster.enter(tournament=two, name="Eva", now=at(3))
        put_back(morning, director, now=at(4))
        assert two.entries.get(number=3).pk == again.pk
        assert why_not(log_entry, director) == "3 Eva is in this tournament already."


def test_a_person_of_earlier_editions_stays_that_one(nine, director):
    person = Player.objects.get(entries__number=2)
    earlier = make_tournament(["Speler 2"], slug="eerder")
    Entry.objects.filter(tournament=earlier).update(player=person)
    morning = archive_of(nine)
    removed(nine, 2)
    put_back(morning, director, now=at(3))
    assert nine.entries.get(number=2).player == person


def test_a_person_who_was_entered_under_another_name_too_is_nobody_twice(nine, director):
    person = Player.objects.get(entries__number=2)
    earlier = make_tournament(["Speler 2"], slug="eerder")
    Entry.objects.filter(tournament=earlier).update(player=person)
    removed(nine, 2)
    desk.enter_late(
        tournament=nine, name="Piet", club="", player=person, author=director, now=at(3)
    )
    both = archive_of(nine)
    row = replace(both.players[0], number=2, name="Speler 2")
    both = replace(both, players=tuple(sorted((*both.players, row), key=lambda p: p.number)))
    removed(nine, 10, minute=4)
    put_back(both, director, now=at(5))
    assert called(nine) == [*((n, f"Speler {n}") for n in range(1, 10)), (10, "Piet")]
    assert nine.entries.filter(player=person).count() == 1


class TestTheWrongFile:
    """An older backup takes who came since off the list; the right one brings him back."""

    def day(self, nine, director):
        """The archive of nine, and that with a tenth who is here, at table 1 and not with 1."""
        morning = archive_of(nine)
        late = desk.enter_late(tournament=nine, name="Gast", club="", author=director, now=at(1))
        fix_seat(entry=late, table=1, seat=None)
        separate(tournament=nine, entries=[nine.entries.get(number=1), late])
        return morning, archive_of(nine)

    def known(self, nine):
        tenth = nine.entries.get(number=10)
        places = list(FixedSeat.objects.filter(entry=tenth).values_list("table", "seat"))
        apart = [sorted(e.number for e in a.entries.all()) for a in Separation.objects.all()]
        log = [log_entry.pk for log_entry in log_of_player(tenth)]
        return tenth.pk, tenth.checked_in_at, tenth.is_announced, places, apart, log

    def test_who_came_is_here_still(self, nine, director):
        wrong, right = self.day(nine, director)
        before = self.known(nine)
        for minute in (3, 5):
            put_back(wrong, director, now=at(minute))
            assert len(called(nine)) == 9
            put_back(right, director, now=at(minute + 1))
            assert self.known(nine) == before

    def test_and_so_are_changes_undone_that_were_about_him(self, nine, director):
        wrong, right = self.day(nine, director)
        put_back(wrong, director, now=at(3))
        entered = nine.log_entries.get(kind=AuditLogEntry.Kind.ENTERED)
        assert why_not(entered, director) == "10 Gast is not on the list any more."
        put_back(right, director, now=at(4))
        undo(log_entry=entered, author=director, now=at(5))
        assert len(called(nine)) == 9

    def test_a_removal_can_be_undone_after_the_right_one(self, nine, director):
        wrong = archive_of(nine)
        log_entry = removed(nine, 2)
        right = archive_of(nine)
        put_back(wrong, director, now=at(3))
        why_not(log_entry, director)
        put_back(right, director, now=at(4))
        undo(log_entry=log_entry, author=director, now=at(5))
        assert called(nine) == [(n, f"Speler {n}") for n in range(1, 10)]
