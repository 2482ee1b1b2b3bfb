"""Restoring players who were removed since the backup: nobody is entered twice, and everybody
keeps his check-in, constraints and log."""

from dataclasses import replace

import pytest

from tests.archive.restore_days import at_minute, restore, tournament_of
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
    return Tournament.objects.get(pk=tournament_of(9).pk)


def names_by_number(tournament):
    return [(entry.number, entry.name) for entry in tournament.entries.order_by("number")]


def remove_players(tournament, *numbers, author=None, minute=2):
    entries = list(tournament.entries.filter(number__in=numbers))
    return roster.remove_entries(entries=entries, author=author, now=at_minute(minute))


def rename_player(tournament, number, name, minute=1):
    entry = tournament.entries.get(number=number)
    return roster.edit_entry(entry=entry, name=name, club="", number=number, now=at_minute(minute))


def undo_refusal(log_entry, author):
    """Return why a change cannot be undone; the log and a refused attempt must say the same."""
    (offer,) = undo_offers(log_entry.tournament, [log_entry], author)
    assert not offer.is_open
    with pytest.raises(ActionRefused) as refused:
        undo(log_entry=log_entry, author=author, now=at_minute(9))
    assert str(refused.value) == offer.why_not
    return offer.why_not


def test_a_renamed_and_removed_player_is_recognised(nine, director):
    morning, names = archive_of(nine), names_by_number(nine)
    entry = rename_player(nine, 2, "Speler Twee")
    log_entry = remove_players(nine, 2)
    restore(morning, director, now=at_minute(3))
    assert names_by_number(nine) == names
    assert nine.entries.get(number=2).pk == entry.pk
    assert undo_refusal(log_entry, director) == "2 Speler 2 is in this tournament already."
    assert names_by_number(nine) == names


def test_the_log_of_a_restored_player_stays_his(nine, director):
    morning = archive_of(nine)
    desk.check_in(entries=nine.entries.filter(number=2), author=director, now=at_minute(0))
    rename_player(nine, 2, "Speler Twee")
    remove_players(nine, 2)
    restore(morning, director, now=at_minute(3))
    back = nine.entries.get(number=2)
    assert back.checked_in_at == at_minute(0)
    assert [c.kind for c in log_of_player(back)] == ["removed", "edited", "checked_in"]


@pytest.mark.parametrize("is_undone_first", [False, True])
def test_undoing_a_removal_enters_only_players_still_missing(nine, director, is_undone_first):
    morning = archive_of(nine)
    late = desk.enter_late(
        tournament=nine, name="Late Gast", club="", author=director, now=at_minute(1)
    )
    log_entry = remove_players(nine, 2, 3, late.number)
    restore(morning, director, now=at_minute(3))
    if is_undone_first:
        remove_players(nine, 3, minute=4)
        undo(log_entry=nine.log_entries.latest("pk"), author=director, now=at_minute(5))
    touched = undo(log_entry=log_entry, author=director, now=at_minute(6))
    assert touched == [late.pk]
    assert names_by_number(nine) == [*((n, f"Speler {n}") for n in range(1, 10)), (10, "Late Gast")]


def test_a_restored_player_can_be_removed_again_and_that_undone(nine, director):
    morning = archive_of(nine)
    key = nine.entries.get(number=2).pk
    first = remove_players(nine, 2)
    restore(morning, director, now=at_minute(3))
    second = remove_players(nine, 2, minute=4)
    undo(log_entry=second, author=director, now=at_minute(5))
    assert nine.entries.get(number=2).pk == key
    assert undo_refusal(first, director) == "2 Speler 2 is in this tournament already."


class TestRestoreNamesakes:
    """1 Jan and 2 Jan are two persons."""

    @pytest.fixture
    def two(self, db):
        return Tournament.objects.get(pk=make_tournament(["Jan", "Jan", "Eva"]).pk)

    @pytest.mark.parametrize("number", [1, 2])
    def test_the_removed_one_of_two_namesakes_is_recognised(self, two, director, number):
        morning = archive_of(two)
        keys = dict(two.entries.values_list("number", "pk"))
        log_entry = remove_players(two, number)
        restore(morning, director, now=at_minute(3))
        assert dict(two.entries.values_list("number", "pk")) == keys
        assert undo_refusal(log_entry, director) == f"{number} Jan is in this tournament already."

    def test_the_remaining_namesake_is_not_taken_for_the_removed_one(self, two, director):
        morning = archive_of(two)
        first, second = two.entries.filter(name="Jan").order_by("number")
        without = replace(morning, players=tuple(p for p in morning.players if p.number != 2))
        remove_players(two, 1)
        restore(without, director, now=at_minute(3))
        assert list(two.entries.filter(name="Jan").values_list("number", "pk")) == [(1, first.pk)]
        restore(morning, director, now=at_minute(4))
        assert two.entries.get(number=2).pk == second.pk

    def test_a_player_entered_again_keeps_his_row(self, two, director):
        morning = archive_of(two)
        log_entry = remove_players(two, 3)
        again = roster.enter(tournament=two, name="Eva", now=at_minute(3))
        restore(morning, director, now=at_minute(4))
        assert two.entries.get(number=3).pk == again.pk
        assert undo_refusal(log_entry, director) == "3 Eva is in this tournament already."


def test_a_restored_entry_keeps_its_person_of_earlier_editions(nine, director):
    person = Player.objects.get(entries__number=2)
    earlier = make_tournament(["Speler 2"], slug="eerder")
    Entry.objects.filter(tournament=earlier).update(player=person)
    morning = archive_of(nine)
    remove_players(nine, 2)
    restore(morning, director, now=at_minute(3))
    assert nine.entries.get(number=2).player == person


def test_a_person_entered_under_another_name_is_not_entered_twice(nine, director):
    person = Player.objects.get(entries__number=2)
    earlier = make_tournament(["Speler 2"], slug="eerder")
    Entry.objects.filter(tournament=earlier).update(player=person)
    remove_players(nine, 2)
    desk.enter_late(
        tournament=nine,
        name="Piet",
        club="",
        player=person,
        author=director,
        now=at_minute(3),
    )
    both = archive_of(nine)
    row = replace(both.players[0], number=2, name="Speler 2")
    both = replace(both, players=tuple(sorted((*both.players, row), key=lambda p: p.number)))
    remove_players(nine, 10, minute=4)
    restore(both, director, now=at_minute(5))
    assert names_by_number(nine) == [*((n, f"Speler {n}") for n in range(1, 10)), (10, "Piet")]
    assert nine.entries.filter(player=person).count() == 1


class TestRestoreAfterAnOlderBackup:
    """An older backup removes a late player from the list, and a newer one enters him again."""

    def day(self, nine, director):
        """Return the archive of nine players, and the one with a checked-in tenth player, who has
        a fixed seat at table 1 and is separated from number 1."""
        morning = archive_of(nine)
        late = desk.enter_late(
            tournament=nine, name="Gast", club="", author=director, now=at_minute(1)
        )
        fix_seat(entry=late, table=1, seat=None)
        separate(tournament=nine, entries=[nine.entries.get(number=1), late])
        return morning, archive_of(nine)

    def known(self, nine):
        tenth = nine.entries.get(number=10)
        places = list(FixedSeat.objects.filter(entry=tenth).values_list("table", "seat"))
        apart = [sorted(e.number for e in a.entries.all()) for a in Separation.objects.all()]
        log = [log_entry.pk for log_entry in log_of_player(tenth)]
        return tenth.pk, tenth.checked_in_at, tenth.is_announced, places, apart, log

    def test_a_late_player_is_still_checked_in(self, nine, director):
        wrong, right = self.day(nine, director)
        before = self.known(nine)
        for minute in (3, 5):
            restore(wrong, director, now=at_minute(minute))
            assert len(names_by_number(nine)) == 9
            restore(right, director, now=at_minute(minute + 1))
            assert self.known(nine) == before

    def test_entering_the_late_player_can_be_undone_again(self, nine, director):
        wrong, right = self.day(nine, director)
        restore(wrong, director, now=at_minute(3))
        entered = nine.log_entries.get(kind=AuditLogEntry.Kind.ENTERED)
        assert undo_refusal(entered, director) == "10 Gast is not on the list any more."
        restore(right, director, now=at_minute(4))
        undo(log_entry=entered, author=director, now=at_minute(5))
        assert len(names_by_number(nine)) == 9

    def test_a_removal_can_be_undone_again(self, nine, director):
        wrong = archive_of(nine)
        log_entry = remove_players(nine, 2)
        right = archive_of(nine)
        restore(wrong, director, now=at_minute(3))
        undo_refusal(log_entry, director)
        restore(right, director, now=at_minute(4))
        undo(log_entry=log_entry, author=director, now=at_minute(5))
        assert names_by_number(nine) == [(n, f"Speler {n}") for n in range(1, 10)]
