"""Announcements are made, end by themselves, and are taken back."""

import pytest

from tests.hall.clock.timed_rounds import NOON, noon_plus
from tests.scoreforms.started_rounds import start_round
from wk.core.refusals import ActionRefused
from wk.hall.announcements import services as announcements
from wk.hall.models import Announcement


def announce(tournament, author, text="Over vijf minuten verder", now=NOON, minutes=None):
    """Make an announcement; return it."""
    return announcements.announce(
        tournament=tournament, text=text, minutes=minutes, author=author, now=now
    )


def test_at_most_three_announcements_stand_newest_first(tournament, director):
    made = [announce(tournament, director, f"nummer {n}", noon_plus(n)) for n in range(3)]
    with pytest.raises(ActionRefused):
        announce(tournament, director, "nummer 4")
    announcements.take_back(announcement=made[1], now=noon_plus(9))
    announce(tournament, director, "nummer 5", noon_plus(10))
    assert [each.text for each in tournament.announcements.standing(noon_plus(10))] == [
        "nummer 5",
        "nummer 2",
        "nummer 0",
    ]


def test_announcements_of_another_tournament_do_not_count(tournament, director):
    tournament.slug = "ander"
    tournament.save()
    for n in range(3):
        announce(tournament, director, f"nummer {n}")
    assert announce(start_round(1), director).text == "Over vijf minuten verder"


def test_an_announcement_ends_by_itself_and_makes_room(tournament, director):
    for minutes in (5, 15, None):
        announce(tournament, director, f"{minutes} minuten", minutes=minutes)
    with pytest.raises(ActionRefused):
        announce(tournament, director, now=noon_plus(4, 59))
    told = tournament.announcements
    for now, count in [
        (NOON, 3),
        (noon_plus(4, 59), 3),
        (noon_plus(5), 2),
        (noon_plus(15), 1),
        (noon_plus(600), 1),
    ]:
        assert (told.standing(now).count(), told.over(now).count()) == (count, 3 - count), now
    assert announce(tournament, director, now=noon_plus(5), minutes=5).ends_at == noon_plus(10)


def test_an_ended_announcement_cannot_be_taken_back(tournament, director):
    made = announce(tournament, director, minutes=5)
    with pytest.raises(ActionRefused):
        announcements.take_back(announcement=made, now=noon_plus(5))
    assert announcements.take_all_back(tournament=tournament, now=noon_plus(6)) == 0
    assert Announcement.objects.get().ends_at == noon_plus(5)
    later = announce(tournament, director, minutes=5, now=noon_plus(10))
    assert announcements.take_back(announcement=later, now=noon_plus(11)).ends_at == noon_plus(11)


def test_an_announcement_is_taken_back_only_once(tournament, director):
    made = announce(tournament, director)
    assert announcements.take_back(announcement=made, now=noon_plus(5)).ends_at == noon_plus(5)
    with pytest.raises(ActionRefused):
        announcements.take_back(announcement=made, now=noon_plus(6))
    assert Announcement.objects.get().ends_at == noon_plus(5)


def test_all_announcements_are_taken_back_at_once(tournament, director):
    first, second = (announce(tournament, director, f"nummer {n}", noon_plus(n)) for n in range(2))
    announcements.take_back(announcement=first, now=noon_plus(5))
    assert announcements.take_all_back(tournament=tournament, now=noon_plus(9)) == 1
    ended = Announcement.objects.order_by("at").values_list("pk", "ends_at")
    assert list(ended) == [(first.pk, noon_plus(5)), (second.pk, noon_plus(9))]
    assert announcements.take_all_back(tournament=tournament, now=noon_plus(12)) == 0


def test_an_announcement_on_the_screens_is_not_made_again(tournament, director):
    first = announce(tournament, director, "Koffie", minutes=5)
    with pytest.raises(ActionRefused):
        announce(tournament, director, "Koffie", minutes=15)
    assert announce(tournament, director, "Koffie", now=first.ends_at) != first
