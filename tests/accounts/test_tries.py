"""Whatever is tried and refused stands in the log, and fills no disk."""

import pytest
from django.core import signing
from django.test import Client

from tests.chain.written import write_links_now
from tests.officials import logged_in, session_of
from wk.accounts import tries
from wk.accounts.models import User
from wk.accounts.tries import NOTED, NOTED_OF_ALL, WINDOW, Tries
from wk.chain.models import Event, Link
from wk.players.list_import.forms import LIST_SALT

ATTACKER = "192.168.1.50"


@pytest.fixture(autouse=True)
def _new_window(monkeypatch):
    """Begin a window of tries with each test."""
    monkeypatch.setattr(tries, "TRIES", Tries(since=tries.monotonic()))


def events():
    return list(Event.objects.order_by("pk").values_list("kind", "about"))


def test_a_clerk_who_does_a_directors_work_is_noted_by_name(clerk, tournament):
    client = logged_in(clerk)
    assert client.post("/t/wk-test/rounds/draw/", REMOTE_ADDR=ATTACKER).status_code == 403
    write_links_now()
    assert client.get("/accounts/", REMOTE_ADDR=ATTACKER).status_code == 403
    assert events() == [("refused", "POST rounds:draw"), ("refused", "GET accounts:list")]
    write_links_now()
    links = list(Link.objects.filter(table_name="chain_event").order_by("number"))
    noted = [(link.author, link.address, link.task) for link in links]
    assert noted == [
        ("kees", ATTACKER, "rounds:draw"),
        ("kees", ATTACKER, "accounts:list"),
    ]


def test_what_an_official_may_do_is_not_noted(director, clerk, tournament):
    for user in (director, clerk):
        assert logged_in(user).get("/t/wk-test/forms/").status_code == 200
    assert Client().get("/accounts/").status_code == 302
    assert Client().get("/t/wk-test/").status_code == 200
    assert events() == []


def test_a_press_without_the_token_of_its_page_is_noted(director, tournament):
    client = Client(enforce_csrf_checks=True)
    name, key = session_of(director)
    client.cookies[name] = key
    client.cookies["csrftoken"] = "a" * 32
    data = {"csrfmiddlewaretoken": "b" * 32 + "c" * 32}
    assert client.post("/t/wk-test/rounds/draw/", data).status_code == 403
    assert events() == [("forged", "csrfmiddlewaretoken POST rounds:draw")]
    write_links_now()
    assert Link.objects.get(table_name="chain_event").author == director.username


def test_an_edited_session_is_noted(client, director, tournament):
    client.cookies["sessionid"] = session_of(director)[1][:-4] + "0000"
    assert client.get("/accounts/").status_code == 302
    assert events() == [("forged", "sessionid GET accounts:list")]


def test_a_session_that_ended_by_its_time_is_no_forgery(client, director, tournament):
    from django.contrib.sessions.models import Session
    from django.utils import timezone

    name, key = session_of(director)
    Session.objects.update(expire_date=timezone.now())
    client.cookies[name] = key
    assert client.get("/accounts/").status_code == 302
    assert events() == []


def test_logging_out_is_no_forgery(director):
    client = logged_in(director)
    assert client.post("/logout/").status_code == 302
    assert client.get("/").status_code == 200
    assert [kind for kind, _about in events() if kind == "forged"] == []


def test_an_edited_device_cookie_is_noted(client, director):
    right = signing.dumps(["number", [director.pk]], salt="wk.accounts.devices")
    client.cookies["device"] = right[:-3] + "xyz"
    client.post("/login/", {"username": "dora", "password": "fout-fout"})
    assert ("forged", "device POST accounts:login") in events()


def test_a_list_that_was_changed_on_its_way_is_noted(director_client, tournament):
    right = signing.dumps([[[1, "Nina", "", None, ""]], []], salt=LIST_SALT, compress=True)
    address = "/t/wk-test/players/import/confirm/"
    assert director_client.post(address, {"rows": right[:-3] + "xyz"}).status_code == 302
    assert events() == [("forged", "rows POST players:confirm_import")]


def test_an_unknown_key_of_a_phone_or_a_kiosk_is_noted_without_it(client, tournament):
    assert client.post("/phone/save/", {"key": "verzonnen-sleutel-1"}).status_code == 404
    assert client.get("/t/wk-test/kiosk/verzonnen-sleutel/").status_code == 404
    assert events() == [("forged", "key POST phones:save"), ("forged", "key GET players:kiosk")]


def test_the_same_try_again_is_counted_and_leaves_one_line(client, tournament):
    for _try in range(50):
        client.post("/phone/save/", {"key": "verzonnen"}, REMOTE_ADDR=ATTACKER)
    assert len(events()) == 1
    tries.tell_counted(tries.monotonic() + WINDOW)
    assert events()[1:] == [("more_tries", "49")]
    write_links_now()
    assert Link.objects.order_by("number").last().address == ATTACKER
    tries.tell_counted(tries.monotonic() + 2 * WINDOW)
    assert len(events()) == 2


def test_many_kinds_of_tries_of_an_address_leave_a_few_lines():
    window = Tries()
    noted = [window.is_noted(ATTACKER, f"GET page {n}") for n in range(100)]
    assert (sum(noted), window.ended(WINDOW)) == (NOTED, {ATTACKER: 100 - NOTED})


def test_many_addresses_leave_a_few_lines_too():
    window = Tries()
    noted = [window.is_noted(f"10.0.{n // 250}.{n % 250}", "GET page") for n in range(3000)]
    assert (sum(noted), len(window.seen)) == (NOTED_OF_ALL, tries.MOST_ADDRESSES + 1)
    assert window.ended(WINDOW).total() == 3000 - NOTED_OF_ALL


def test_a_button_without_an_account_is_noted(client, tournament):
    assert client.post("/t/wk-test/rounds/draw/").status_code == 302
    assert events() == [("refused", "POST rounds:draw")]


def test_a_login_that_has_to_wait_is_noted(director):
    for _try in range(9):
        Client(REMOTE_ADDR=ATTACKER).post("/login/", {"username": "dora", "password": "fout"})
    assert events()[-1] == ("refused", "POST accounts:login")
    assert User.objects.count() == 1


def test_every_line_has_a_sentence(director, director_client):
    Event.objects.create(kind="refused", about="POST rounds:draw")
    Event.objects.create(kind="forged", about="csrfmiddlewaretoken POST rounds:draw")
    Event.objects.create(kind="more_tries", about="12")
    write_links_now()
    page = director_client.get("/changes/", headers={"accept-language": "en"}).content.decode()
    for words in (
        "A page was still open that had been logged out meanwhile, or somebody without an account"
        " tried: “Draw a round”.",
        "A button of a page that was too old was pressed, or somebody followed a link from"
        " elsewhere: “Draw a round”.",
    ):
        assert words in page
    assert "More tries that were refused within ten minutes: 12." in page
