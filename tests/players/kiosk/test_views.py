"""The kiosk, at which players check themselves in, and the page that opens and closes it."""

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from tests.markup import messages_of
from tests.players.conftest import (
    ENGLISH,
    NOON,
    check_in_numbers,
    page_html,
    seat_two_tables,
    sentence_of,
)
from wk.core.qr_codes import qr_svg
from wk.players.checkin.payments import note_payment
from wk.players.kiosk.services import close_kiosk, open_kiosk
from wk.players.kiosk.views import MOST_A_MINUTE
from wk.players.services import withdraw
from wk.tournament.models import Round, Tournament

WHAT = "Type the number that is on your card. No card? Please go to the desk."
SETTING = "/t/wk-zaal/desk/kiosk/"


@pytest.fixture
def kiosk(ten_players):
    """The address of the open kiosk."""
    cache.clear()
    return reverse("players:kiosk", args=["wk-zaal", open_kiosk(tournament=ten_players).kiosk_key])


def press(address, typed, client=None):
    """Type or scan something at the kiosk; return the answer."""
    client = client or Client(enforce_csrf_checks=True)
    return client.post(address, {"q": typed}, headers=ENGLISH)


def test_there_is_no_kiosk_until_a_director_opens_it(client, ten_players):
    for key in ("unknown", "None", "%20", "nul\0"):
        address = reverse("players:kiosk", args=["wk-zaal", key])
        assert (client.get(address).status_code, press(address, "4").status_code) == (404, 404)
        assert "The kiosk is closed" in page_html(client.get(address, headers=ENGLISH))
    assert not ten_players.entries.exclude(checked_in_at=None).exists()


def test_the_kiosk_asks_for_a_card_and_sets_no_cookie(client, kiosk):
    page = client.get(kiosk, headers=ENGLISH)
    assert "Hold your card before the scanner, or type your start number" in page_html(page)
    assert page_html(page).count("<a ") == 0
    assert (page["Referrer-Policy"], page.cookies.output()) == ("no-referrer", "")
    assert client.put(kiosk).status_code == 405


@pytest.mark.parametrize(
    "typed", ["4", " #4 ", "http://testserver/t/wk-zaal/card/4/", "http;==x=t=wk'zaal=card=4=Ab3"]
)
def test_a_number_or_a_card_checks_its_player_in(kiosk, ten_players, typed):
    page = page_html(press(kiosk, typed))
    assert "<strong>Welcome</strong>" in page
    assert "<b>Anna Bakker</b> <span>4</span>" in page
    assert [e.number for e in ten_players.entries.exclude(checked_in_at=None)] == [4]
    noted = ten_players.log_entries.get()
    assert (sentence_of(noted), noted.author) == (
        "4 Anna Bakker is here, checked in at the kiosk.",
        None,
    )


def test_who_is_here_already_is_told_since_when(kiosk, ten_players):
    check_in_numbers(ten_players, 4)
    page = page_html(press(kiosk, "4"))
    assert "You were here already" in page
    assert "since 12:00" in page
    assert ten_players.log_entries.count() == 1
    assert ten_players.entries.get(number=4).checked_in_at == NOON


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("99", "Start number 99 is not on the list of who takes part. Please go to the desk."),
        ("http://x/t/wk-2025/card/4/", "This card is of another tournament."),
        ("Anna Bakker", WHAT),
        ("", WHAT),
        ("4" * 301, WHAT),
        ("nul\0", WHAT),
    ],
)
def test_anything_else_checks_nobody_in(kiosk, ten_players, typed, said):
    assert said in page_html(press(kiosk, typed))
    assert not ten_players.entries.exclude(checked_in_at=None).exists()


def test_everybody_is_led_past_the_desk_where_payments_are_noted(kiosk, ten_players):
    """It is said to all alike: who has paid is seen by officials only."""
    words = "Not paid yet? Please do that at the desk."
    assert words not in page_html(press(kiosk, "4"))
    Tournament.objects.update(notes_payments=True)
    note_payment(entry=ten_players.entries.get(number=5), author=None, now=NOON)
    assert [words in page_html(press(kiosk, number)) for number in "456"] == [True] * 3


def test_who_does_not_take_part_is_sent_to_the_desk(kiosk, ten_players):
    withdraw(entry=ten_players.entries.get(number=4))
    page = page_html(press(kiosk, "4"))
    assert "Please go to the desk." in page
    assert "Anna Bakker" not in page
    assert not ten_players.entries.exclude(checked_in_at=None).exists()


def test_it_tells_public_seats_only(kiosk, ten_players):
    seat_two_tables(ten_players, 1, Round.State.DRAWN)
    assert "table 1" not in page_html(press(kiosk, "4"))
    ten_players.rounds.update(state=Round.State.CONFIRMED)
    assert "Round 1: table 1, seat 4" in page_html(press(kiosk, "4"))


def test_it_changes_nothing_but_the_check_in(kiosk, ten_players):
    def stored():
        return list(ten_players.entries.values_list("number", "name", "club", "withdrawn_after"))

    before = stored()
    data = {"q": "4", "name": "Iemand", "withdrawn_after": "0", "number": "77"}
    Client().post(kiosk, data)
    assert stored() == before


def test_it_is_limited_in_rate(kiosk, ten_players):
    answers = [press(kiosk, "99").status_code for _ in range(MOST_A_MINUTE + 1)]
    # Unless a minute ended meanwhile, the last one was too many.
    assert answers.count(200) in (MOST_A_MINUTE, MOST_A_MINUTE + 1)
    assert set(answers) <= {200, 429}
    cache.clear()
    assert press(kiosk, "4").status_code == 200


def test_a_closed_kiosk_checks_nobody_in_and_opens_with_another_key(kiosk, ten_players):
    close_kiosk(tournament=ten_players)
    assert press(kiosk, "4").status_code == 404
    again = open_kiosk(tournament=ten_players).kiosk_key
    assert reverse("players:kiosk", args=["wk-zaal", again]) != kiosk
    assert press(kiosk, "4").status_code == 404
    assert not ten_players.entries.exclude(checked_in_at=None).exists()


def test_the_number_of_queries(kiosk, django_assert_num_queries):
    with django_assert_num_queries(1):
        Client().get(kiosk)
    with django_assert_num_queries(13):
        press(kiosk, "4")


def test_a_director_opens_and_closes_it(director_client, ten_players):
    page = page_html(director_client.get(SETTING, headers=ENGLISH))
    assert "Let players check themselves in" in page
    for _ in range(2):  # a second press keeps the key
        opened = director_client.post(f"{SETTING}open/", headers=ENGLISH)
        ten_players.refresh_from_db()
        address = reverse("players:kiosk", args=["wk-zaal", ten_players.kiosk_key])
        page = director_client.get(SETTING, headers=ENGLISH).content.decode()
        assert f'href="http://testserver{address}"' in page
        assert qr_svg(f"http://testserver{address}") in page
    assert opened.url == SETTING
    closed = director_client.post(f"{SETTING}close/", headers=ENGLISH)
    assert messages_of(closed)[-1] == "The kiosk is closed: its address opens nothing any more."
    ten_players.refresh_from_db()
    assert ten_players.kiosk_key == ""


def test_only_directors_see_its_address(client, clerk_client, director_client, ten_players):
    assert client.get(SETTING).status_code == 302
    assert clerk_client.get(SETTING).status_code == 403
    for name in ("open", "close"):
        assert clerk_client.post(f"{SETTING}{name}/").status_code == 403
        assert director_client.get(f"{SETTING}{name}/").status_code == 405
    desk = "/t/wk-zaal/desk/"
    found = [SETTING in each.get(desk).content.decode() for each in (clerk_client, director_client)]
    assert found == [False, True]
