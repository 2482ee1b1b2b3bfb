"""The page on which a director announces, and announcements on every page."""

import datetime as dt
import re

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.cases import cases
from tests.hall.clock.timed_rounds import NOON, noon_plus, start_clock
from tests.scoreforms.started_rounds import start_round
from wk.hall.announcements import services as announcements
from wk.hall.models import Announcement

PAGE = "/t/wk-test/hall/announcements/"
NEWS = "/t/wk-test/hall/news/"
ENGLISH = {"Accept-Language": "en"}


def announce(tournament, author, text="Over vijf minuten verder", now=NOON, minutes=None):
    """Make an announcement; return it."""
    return announcements.announce(
        tournament=tournament, text=text, minutes=minutes, author=author, now=now
    )


def html_of(client, address):
    """Return a page in English with single spaces."""
    return " ".join(client.get(address, headers=ENGLISH).content.decode().split())


def test_each_announcement_stands_there_whole(client, director, tournament):
    for text in ("Koffie", "Soep"):
        announce(tournament, director, text)
    page = html_of(client, NEWS)
    whole = re.compile(r'<p class="announcement" ><span class="soft">[\d:]+</span> (\w+)</p>')
    assert whole.findall(page) == ["Soep", "Koffie"]


# The director's page


def test_the_director_announces_and_takes_back(director_client, director, tournament):
    response = director_client.post(PAGE, {"text": "  De koffie staat klaar  ", "minutes": 0})
    assert response.url == PAGE
    made = Announcement.objects.get()
    assert (made.text, made.author, made.ends_at) == ("De koffie staat klaar", director, None)
    page = html_of(director_client, PAGE)
    assert (page.count("De koffie staat klaar"), ">Earlier<" in page) == (3, False)
    back = f"{PAGE}{made.pk}/back/"
    assert f'action="{back}"' in page
    assert director_client.post(back).url == PAGE
    page = html_of(director_client, PAGE)
    assert (page.count("De koffie staat klaar"), ">Earlier<" in page) == (1, True)
    director_client.post(back, headers=ENGLISH)
    assert "This announcement is not on the screens any more." in html_of(director_client, PAGE)


def test_one_announcement_too_many_is_refused_and_the_text_kept(
    director_client, director, tournament
):
    for n in range(3):
        announce(tournament, director, f"nummer {n}")
    response = director_client.post(PAGE, {"text": "nummer 4", "minutes": 30}, headers=ENGLISH)
    page = response.content.decode()
    assert "There are 3 announcements already." in page
    assert 'value="nummer 4"' in page
    assert '<option value="30" selected>' in page
    assert Announcement.objects.count() == 3


def test_invalid_texts_are_refused(director_client, tournament):

    @cases("text", ["", "   ", "x" * 201, "nul\0"])
    def shows_the_error(text):
        response = director_client.post(PAGE, {"text": text, "minutes": 15})
        assert response.status_code == 200
        assert response.context["form"].errors.keys() == {"text"}
        assert Announcement.objects.count() == 0

    shows_the_error()


def test_only_minutes_from_the_list_are_accepted(director_client, tournament):

    @cases("minutes", ["", "7", "-5", "x", "9" * 30])
    def shows_the_error(minutes):
        response = director_client.post(PAGE, {"text": "Kort", "minutes": minutes})
        assert response.context["form"].errors.keys() == {"minutes"}
        assert Announcement.objects.count() == 0

    shows_the_error()


def test_the_page_shows_the_end_of_an_announcement(director_client, tournament):
    asked = timezone.now()
    director_client.post(PAGE, {"text": "Kort", "minutes": 15})
    made = Announcement.objects.get()
    assert made.ends_at - made.at == dt.timedelta(minutes=15)
    assert made.at >= asked
    until = timezone.localtime(made.ends_at)
    assert f"until {until:%H:%M} · " in html_of(director_client, PAGE)
    Announcement.objects.update(at=NOON - dt.timedelta(1), ends_at=NOON - dt.timedelta(hours=23))
    page = html_of(director_client, PAGE)
    assert (page.count("Kort"), "On the screens now" in page, "13:00 until 14:00" in page) == (
        1,
        False,
        True,
    )


def test_announcements_are_escaped(director_client, client, tournament):
    director_client.post(PAGE, {"text": "<script>alert(1)</script>", "minutes": 5})
    page = html_of(client, "/t/wk-test/")
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "<script>alert" not in page


def test_only_directors_announce(client, clerk_client, director, tournament):
    back = f"{PAGE}{announce(tournament, director).pk}/back/"
    for address in (PAGE, back):
        assert clerk_client.post(address, {"text": "Ik zeg wat"}).status_code == 403
        assert client.post(address).url == f"{reverse('accounts:login')}?next=/"
    assert clerk_client.get(PAGE).status_code == 403
    assert [each.ends_at for each in Announcement.objects.all()] == [None]


def test_taking_back_needs_post(director_client, director, tournament):
    made = announce(tournament, director)
    assert director_client.get(f"{PAGE}{made.pk}/back/").status_code == 405
    assert director_client.put(PAGE).status_code == 405


def test_an_announcement_of_another_tournament_is_not_found(director_client, director, tournament):
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
def test_number_of_queries(director_client, director, tournament, count, django_assert_num_queries):
    for n in range(count):
        made = announce(tournament, director, f"nummer {n}", noon_plus(n))
        announcements.take_back(announcement=made, now=noon_plus(n))
    with django_assert_num_queries(6):  # session, who, tournament, standing, earlier, above it
        page = director_client.get(PAGE)
    assert len(page.context["earlier"]) == count


# Above every page


def test_an_announcement_is_shown_once_on_every_page(client, director, tournament):
    announce(tournament, director)

    @cases(
        "address",
        [
            "",
            "standings/",
            "wall/",
            "rounds/",
            "rounds/1/",
            "players/",
            "players/1/",
            "hall/",
        ],
    )
    def has_it(address):
        assert html_of(client, f"/t/wk-test/{address}").count("Over vijf minuten verder") == 1

    has_it()


def test_an_announcement_is_shown_only_in_its_tournament(client, director, tournament):
    announce(tournament, director)
    assert "Over vijf minuten verder" not in html_of(client, "/")


def test_an_open_page_fetches_the_news_alone(
    client, director, tournament, django_assert_num_queries
):
    start_clock(tournament, began=timezone.now())
    with django_assert_num_queries(4):  # the tournament, announcements, its clock, more time
        client.get(NEWS, headers={"HX-Request": "true"})
    made = announce(tournament, director)
    page = client.get(NEWS, headers={"HX-Request": "true"}).content.decode()
    assert (made.text in page, "<html" in page) == (True, False)
