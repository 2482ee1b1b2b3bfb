"""Players and facts of a tournament."""

import datetime as dt

import pytest

from wk.core.refusals import ActionRefused
from wk.players import services as roster
from wk.players.services import NewEntry
from wk.tournament import services
from wk.tournament.models import Entry, Player, Tournament


def make(name="WK 2027", **changes):
    return services.create_tournament(name=name, date=dt.date(2027, 11, 20), **changes)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "slug"),
    [("WK Boerenbridge", "wk-boerenbridge-2027"), ("WK 2027", "wk-2027"), ("♠♠♠", "wk-2027")],
)
def test_the_address_is_made_from_the_name(name, slug):
    assert make(name).slug == slug


def test_a_taken_address_gets_a_number(db):
    assert [make().slug, make().slug, make().slug] == ["wk-2027", "wk-2027-2", "wk-2027-3"]


def test_the_database_gives_an_address_once(tournament):
    with pytest.raises(ActionRefused):
        make(slug="wk-test")
    other = make(slug="wk-ander")
    with pytest.raises(ActionRefused):
        services.update_tournament(tournament=other, slug="wk-test")
    assert set(Tournament.objects.values_list("slug", flat=True)) == {"wk-test", "wk-ander"}


def test_the_game_is_settled_by_the_first_draw(tournament):
    with pytest.raises(ActionRefused):
        services.update_tournament(tournament=tournament, game="another")
    assert Tournament.objects.get().game == "wk-boerenbridge"


def test_there_are_never_fewer_rounds_than_drawn(tournament):
    services.update_tournament(tournament=tournament, round_count=1)
    with pytest.raises(ActionRefused):
        services.update_tournament(tournament=tournament, round_count=0)
    assert Tournament.objects.get().round_count == 1


def test_start_numbers_are_the_next_free_ones(tournament):
    rows = [NewEntry("Joke"), NewEntry("Karin", number=40), NewEntry("Leo")]
    entered = roster.enter_many(tournament=tournament, rows=rows)
    assert [(e.number, e.name) for e in entered] == [(41, "Joke"), (40, "Karin"), (42, "Leo")]


@pytest.mark.parametrize("numbers", [(3, None), (50, 50)], ids=["taken", "twice"])
def test_a_taken_start_number_enters_nobody(tournament, numbers):
    rows = [NewEntry(f"Nieuw {i}", number=number) for i, number in enumerate(numbers)]
    with pytest.raises(ActionRefused):
        roster.enter_many(tournament=tournament, rows=rows)
    assert Entry.objects.count() == Player.objects.count() == 9


def test_who_returns_is_the_same_person(tournament):
    (anna,) = Player.objects.filter(name="Anna")
    entry = roster.enter(tournament=make(), name="anna")
    assert (entry.player, entry.name) == (anna, "anna")


def test_two_players_of_one_name_stay_two(tournament):
    rows = [NewEntry("Anna"), NewEntry("Anna")]
    first, second = roster.enter_many(tournament=make(), rows=rows)
    assert first.player != second.player


def test_another_club_is_another_person(db):
    here = roster.enter(tournament=make(), name="Jan", club="De Slag")
    there = roster.enter(tournament=make(), name="Jan", club="Schoppenaas")
    assert here.player != there.player


def test_a_correction_of_a_name_holds_for_the_person_too(tournament):
    entry = tournament.entries.get(number=1)
    roster.edit_entry(entry=entry, name="Annie", club="De Slag", number=77)
    player = Player.objects.get(pk=entry.player_id)
    assert (player.name, player.club) == ("Annie", "De Slag")
    assert Entry.objects.get(number=77).name == "Annie"


def test_a_start_number_is_not_given_twice(tournament):
    entry = tournament.entries.get(number=1)
    with pytest.raises(ActionRefused):
        roster.edit_entry(entry=entry, name="Annie", club="", number=2)
    assert Entry.objects.get(number=1).name == "Anna"


def test_who_has_no_seat_can_be_taken_off_the_list(tournament):
    entry = roster.enter(tournament=tournament, name="Joke")
    roster.remove_entry(entry=entry)
    assert not Player.objects.filter(name="Joke").exists()


def test_who_has_a_seat_cannot(tournament):
    with pytest.raises(ActionRefused):
        roster.remove_entry(entry=tournament.entries.get(number=1))
    assert tournament.entries.count() == 9


def test_a18_who_leaves_keeps_what_he_has_and_is_not_seated_again(tournament):
    entry = roster.withdraw(entry=tournament.entries.get(number=1))
    assert entry.withdrawn_after == 1
    assert entry.seats.count() == 1
    assert roster.readmit(entry=entry).withdrawn_after is None


def test_who_changed_the_list_and_when_is_noted(tournament, director):
    by = {"author": director, "now": dt.datetime(2027, 11, 20, 9, tzinfo=dt.UTC)}
    entry = roster.enter(tournament=tournament, name="Joke", **by)
    entry = roster.edit_entry(entry=entry, name="Joke Dijk", club="", number=12, **by)
    roster.withdraw(entry=entry, **by)
    roster.readmit(entry=entry, **by)
    roster.remove_entry(entry=entry, **by)
    noted = tournament.log_entries.order_by("pk")
    assert [(c.kind, c.about, c.author, c.at) for c in noted] == [
        (kind, about, *by.values())
        for kind, about in (
            ("entered", "10 Joke"),
            ("edited", "12 Joke Dijk"),
            ("withdrawn", "12 Joke Dijk"),
            ("readmitted", "12 Joke Dijk"),
            ("removed", "12 Joke Dijk"),
        )
    ]


def test_what_changes_nothing_is_not_noted(tournament):
    entry = tournament.entries.get(number=1)
    roster.readmit(entry=entry)
    roster.edit_entry(entry=entry, name="Anna", club="", number=1)
    assert not tournament.log_entries.exists()


def test_the_database_refuses_a_second_seat_in_a_round(tournament):
    from django.db import IntegrityError, transaction

    from wk.tournament.models import Seat, Table

    round = tournament.rounds.get()
    third = Table.objects.create(round=round, number=3)
    anna = tournament.entries.get(number=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.create(table=third, round=round, number=1, entry=anna)
    with pytest.raises(IntegrityError), transaction.atomic():
        Table.objects.create(round=round, number=1)
