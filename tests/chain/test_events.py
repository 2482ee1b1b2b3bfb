"""What happens and changes no other row stands in the chain too."""

from hashlib import sha256

import pytest
from django.core.management import call_command
from django.test import Client

from tests.chain.written import write_links_now
from wk.chain.models import Event, Link
from wk.core import hall_access
from wk.hall.access.services import close_access, open_access


def events():
    return list(Event.objects.order_by("pk").values_list("kind", "about"))


@pytest.fixture
def login(director):
    """Sends a name and a password to the page of the login."""
    director.set_password("geheim-genoeg")
    director.save()

    def send(password):
        data = {"username": director.username, "password": password}
        return Client(REMOTE_ADDR="192.168.1.7").post("/login/", data)

    return send


def test_a_login_is_noted(login, director):
    assert login("geheim-genoeg").status_code == 302
    assert events() == [("login", director.username)]


def test_a_logout_is_noted_with_who_it_was(director_client, director):
    assert director_client.post("/logout/").status_code == 302
    assert Client().post("/logout/").status_code == 302  # of nobody
    assert events() == [("logout", director.username)]
    write_links_now()
    link = Link.objects.order_by("number").last()
    assert (link.author, link.task) == (director.username, "accounts:logout")


def test_a_failed_login_is_noted_with_its_address(login, director):
    assert login("verkeerd").status_code == 200
    assert events() == [("failed_login", director.username)]
    write_links_now()
    link = Link.objects.order_by("number").last()
    assert (link.table_name, link.address, link.task) == (
        "chain_event",
        "192.168.1.7",
        "accounts:login",
    )


def test_a_login_that_is_not_judged_is_not_noted(login):
    for _try in range(8):
        login("verkeerd")
    noted = len(events())
    assert login("verkeerd").status_code == 429
    assert len(events()) == noted


def test_an_archive_that_is_taken_along_is_noted(tournament, director_client, capsys):
    file = director_client.get("/t/wk-test/archive.json").content
    assert director_client.head("/t/wk-test/archive.json").status_code == 200
    call_command("export_tournament", "wk-test")
    assert capsys.readouterr().out.encode() == file
    fingerprint = sha256(file).hexdigest()[:16].upper()
    ((kind, about), second) = events()
    assert (kind, about.replace(" ", "")) == ("taken_along", f"wk-test.json{fingerprint}")
    assert second == (kind, about)


def test_wk_opened_to_the_hall_and_closed_is_noted_once(db, network):
    network("192.168.1.10")
    for _twice in range(2):
        open_access(host="192.168.1.10")
    for _twice in range(2):
        close_access()
    assert not hall_access.is_open()
    assert events() == [("hall_opened", "192.168.1.10"), ("hall_closed", "")]
