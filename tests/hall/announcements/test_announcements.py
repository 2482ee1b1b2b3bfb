"""What the director says to the hall, and where it is seen."""

import datetime as dt

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.hall.clock.clocks import NOON, at, timed
from tests.scoreforms.started_rounds import start_round
from wk.core.refusals import ActionRefused
from wk.hall.announcements import services as announcements
from wk.hall.models import Announcement
from wk.tournament.models import Round

PAGE = "/t/wk-test/hall/announcements/"
NEWS = "/t/wk-test/hall/news/"
ENGLISH = {"Accept-Language": "en"}


def announce(tournament, author, text="Over vijf minuten verder", now=NOON, minutes=None):
    return announcements.announce(
        tournament=tournament, text=text, minutes=minutes, author=author, now=now
    )


def words(client, address):
    return " ".join(client.get(address, headers=ENGLISH).content.decode().split())


def test_a_few_stand_at_once_and_the_newest_first(tournament, director):
    made = [announce(tournament, director, f"nummer {n}", at(n)) for n in range(3)]
    with pytest.raises(ActionRefused):
        announce(tournament, director, "nummer 4")
    announcements.take_back(announcement=made[1], now=at(9))
    announce(tournament, director, "nummer 5", at(10))
    assert [each.text for each in tournament.announcements.standing(at(10))] == [
        "nummer 5",
        "nummer 2",
        "nummer 0",
    ]


def test_those_of_another_tournament_are_not_counted(tournament, director):
    tournament.slug = "ander"
    tournament.save()
    for n in range(3):
        announce(tournament, director, f"nummer {n}")
    assert announce(start_round(1), director).text == "Over vijf minuten verder"


def test_it_ends_by_itself_and_makes_room(tournament, director):
    for minutes in (5, 15, None):
        announce(tournament, director, f"{minutes} minuten", minutes=minutes)
    with pytest.raises(ActionRefused):
        announce(tournament, director, now=at(4, 59))
    told = tournament.announcements
    for now, count in [(NOON, 3), (at(4, 59), 3), (at(5), 2), (at(15), 1), (at(600), 1)]:
        assert (told.standing(now).count(), told.over(now).count()) == (count, 3 - count), now
    assert announce(tournament, director, now=at(5), minutes=5).ends_at == at(10)


def test_what_has_ended_is_not_taken_back(tournament, director):
    made = announce(tournament, director, minutes=5)
    with pytest.raises(ActionRefused):
        announcements.take_back(announcement=made, now=at(5))
    assert announcements.take_all_back(tournament=tournament, now=at(6)) == 0
    assert Announcement.objects.get().ends_at == at(5)
    later = announce(tournament, director, minutes=5, now=at(10))
    assert announcements.take_back(announcement=later, now=at(11)).ends_at == at(11)


def test_it_is_taken_back_once(tournament, director):
    made = announce(tournament, director)
    assert announcements.take_back(announcement=made, now=at(5)).ends_at == at(5)
    with pytest.raises(ActionRefused):
        announcements.take_back(announcement=made, now=at(6))
    assert Announcement.objects.get().ends_at == at(5)


def test_all_are_taken_back_at_once(tournament, director):
    first, second = (announce(tournament, director, f"nummer {n}", at(n)) for n in range(2))
    announcements.take_back(announcement=first, now=at(5))
    assert announcements.take_all_back(tournament=tournament, now=at(9)) == 1
    ended = Announcement.objects.order_by("at").values_list("pk", "ends_at")
    assert list(ended) == [(first.pk, at(5)), (second.pk, at(9))]
    assert announcements.take_all_back(tournament=tournament, now=at(12)) == 0


# The director's page


def test_the_director_announces_and_takes_back(director_client, director, tournament):
    response = director_client.post(PAGE, {"text": "  De koffie staat klaar  ", "minutes": 0})
    assert response.url == PAGE
    made = Announcement.objects.get()
    assert (made.text, made.author, made.ends_at) == ("De koffie staat klaar", director, None)
    page = words(director_client, PAGE)
    assert (page.count("De koffie staat klaar"), ">Earlier<" in page) == (3, False)
    back = f"{PAGE}{made.pk}/back/"
    assert f'action="{back}"' in page
    assert director_client.post(back).url == PAGE
    page = words(director_client, PAGE)
    assert (page.count("De koffie staat klaar"), ">Earlier<" in page) == (1, True)
    director_client.post(back, headers=ENGLISH)
    assert "This announcement is not on the screens any more." in words(director_client, PAGE)


def test_one_too_many_is_said_and_what_was_typed_stays(director_client, director, tournament):
    for n in range(3):
        announce(tournament, director, f"nummer {n}")
    response = director_client.post(PAGE, {"text": "nummer 4", "minutes": 30}, headers=ENGLISH)
    page = response.content.decode()
    assert "There are 3 announcements already." in page
    assert 'value="nummer 4"' in page
    assert '<option value="30" selected>' in page
    assert Announcement.objects.count() == 3


@pytest.mark.parametrize("text", ["", "   ", "x" * 201, "nul\0"])
def test_what_is_empty_long_or_unclean_is_not_announced(director_client, tournament, text):
    response = director_client.post(PAGE, {"text": text, "minutes": 15})
    assert response.status_code == 200
    assert response.context["form"].errors.keys() == {"text"}
    assert Announcement.objects.count() == 0


@pytest.mark.parametrize("minutes", ["", "7", "-5", "x", "9" * 30])
def test_only_the_times_on_the_list(director_client, tournament, minutes):
    response = director_client.post(PAGE, {"text": "Kort", "minutes": minutes})
    assert response.context["form"].errors.keys() == {"minutes"}
    assert Announcement.objects.count() == 0


def test_the_page_says_until_when(director_client, tournament):
    asked = timezone.now()
    director_client.post(PAGE, {"text": "Kort", "minutes": 15})
    made = Announcement.objects.get()
    assert made.ends_at - made.at == dt.timedelta(minutes=15)
    assert made.at >= asked
    until = timezone.localtime(made.ends_at)
    assert f"until {until:%H:%M} · " in words(director_client, PAGE)
    Announcement.objects.update(at=NOON - dt.timedelta(1), ends_at=NOON - dt.timedelta(hours=23))
    page = words(director_client, PAGE)
    assert (page.count("Kort"), "On the screens now" in page, "13:00 until 14:00" in page) == (
        1,
        False,
        True,
    )


def test_what_is_announced_is_text_and_nothing_else(director_client, client, tournament):
    director_client.post(PAGE, {"text": "<script>alert(1)</script>", "minutes": 5})
    page = words(client, "/t/wk-test/")
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "<script>alert" not in page


def test_only_a_director(client, clerk_client, director, tournament):
    back = f"{PAGE}{announce(tournament, director).pk}/back/"
    for address in (PAGE, back):
        assert clerk_client.post(address, {"text": "Ik zeg wat"}).status_code == 403
        assert client.post(address).url == f"{reverse('accounts:login')}?next=/"
    assert clerk_client.get(PAGE).status_code == 403
    assert [each.ends_at for each in Announcement.objects.all()] == [None]


def test_it_is_not_taken_back_by_following_a_link(director_client, director, tournament):
    made = announce(tournament, director)
    assert director_client.get(f"{PAGE}{made.pk}/back/").status_code == 405
    assert director_client.put(PAGE).status_code == 405


def test_one_of_another_tournament_is_not_there(director_client, director, tournament):
    key = announce(tournament, director).pk
    tournament.slug = "ander"
    tournament.save()
    start_round(1)
    for address in (
        f"{PAGE}{key}/back/",
        f"{PAGE}{10**30}/back/",
        "/t/nergens/hall/announcements/",
    ):
        assert director_client.post(address).status_code == 404


@pytest.mark.parametrize("count", [0, 30])
def test_a_list_of_any_length_takes_as_many_queries(
    director_client, director, tournament, count, django_assert_num_queries
):
    for n in range(count):
        made = announce(tournament, director, f"nummer {n}", at(n))
        announcements.take_back(announcement=made, now=at(n))
    with django_assert_num_queries(6):  # session, who, tournament, standing, earlier, above it
        page = director_client.get(PAGE)
    assert len(page.context["earlier"]) == count


# Above every page


@pytest.mark.parametrize(
    "address",
    [
        "",
        "standings/",
        "standings/?wall=1",
        "rounds/",
        "rounds/1/",
        "players/",
        "players/1/",
        "hall/",
    ],
)
def test_everyone_sees_it_above_every_page(client, director, tournament, address):
    announce(tournament, director)
    assert words(client, f"/t/wk-test/{address}").count("Over vijf minuten verder") == 1


def test_only_on_pages_of_the_tournament(client, director, tournament):
    announce(tournament, director)
    assert "Over vijf minuten verder" not in words(client, "/")


def test_a_page_that_is_open_hears_only_what_is_new(
    client, director, tournament, django_assert_num_queries
):
    timed(tournament, began=timezone.now())
    token = client.get(NEWS).context["news"].version_token
    with django_assert_num_queries(4):  # the tournament, announcements, its clock, more time
        answer = client.get(NEWS, {"version_token": token})
    assert (answer.status_code, answer.content) == (204, b"")
    assert abs(int(answer["X-Now"]) - timezone.now().timestamp() * 1000) < 60_000
    made = announce(tournament, director)
    answer = client.get(NEWS, {"version_token": token})
    page = answer.content.decode()
    assert (answer.status_code, made.text in page, "<html" in page) == (200, True, False)
    shown = {"version_token": answer.context["news"].version_token}
    assert client.get(NEWS, shown).status_code == 204
    Round.objects.update(paused_at=timezone.now())
    assert client.get(NEWS, shown).status_code == 200
