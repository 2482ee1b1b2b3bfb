"""Other devices wait until wk is open. No browser or proxy stores private answers.

tests/accounts/test_policy.py checks the answers of every address.
"""

import pytest
from django.test import Client

from tests.accounts.cache_headers import caching_directive
from wk.core.hall_access import close_to_hall, open_to_hall

HOST = "192.168.1.10"
PHONE = {"REMOTE_ADDR": "192.168.1.33"}
HERE = {"REMOTE_ADDR": "127.0.0.1"}
CLOSED, LOGIN, UNKNOWN_HOST = 503, 302, 400


def status(client, peer, host=HOST, path="/login/", **more):
    return client.get(path, headers={"host": f"{host}:8000"}, **peer, **more).status_code


def test_other_devices_get_a_short_page_until_wk_is_open_and_after(client, db, network):
    assert (status(client, PHONE), status(client, HERE, "localhost")) == (CLOSED, LOGIN)
    open_to_hall(HOST)
    assert (status(client, PHONE), status(client, HERE, "localhost")) == (LOGIN, LOGIN)
    close_to_hall()
    assert (status(client, PHONE), status(client, HERE, "localhost")) == (CLOSED, LOGIN)


@pytest.mark.parametrize("path", ["/", "/static/style/tokens.css", "/nothing/", "/phone/save/"])
@pytest.mark.parametrize("method", ["GET", "POST", "HEAD"])
def test_nothing_is_served_to_other_devices_while_wk_is_closed(client, network, path, method):
    answer = client.generic(method, path, **PHONE, headers={"accept-language": "en"})
    assert (answer.status_code, answer["Retry-After"], answer["Cache-Control"]) == (
        CLOSED,
        "10",
        "no-store",
    )
    assert ("Not open yet" in answer.content.decode()) == (method != "HEAD")
    assert not answer.cookies


def test_the_short_page_is_in_the_language_of_the_reader(client, network):
    page = client.get("/", **PHONE, headers={"accept-language": "nl"}).content.decode()
    assert '<html lang="nl">' in page
    assert "Nog niet open" in page


@pytest.mark.parametrize(
    "forged",
    [
        {"HTTP_X_FORWARDED_FOR": "127.0.0.1"},
        {"HTTP_X_REAL_IP": "127.0.0.1"},
        {"HTTP_FORWARDED": "for=127.0.0.1"},
        {"HTTP_HOST": "localhost:8000"},
    ],
)
def test_no_header_opens_wk(client, network, forged):
    assert client.get("/login/", **(PHONE | forged)).status_code == CLOSED


@pytest.mark.parametrize("host", ["evil.example", "192.168.1.11", f"{HOST}.evil.example"])
def test_a_forged_host_is_refused_while_wk_is_open(client, db, network, host):
    open_to_hall(HOST)
    assert status(client, PHONE, host) == UNKNOWN_HOST
    assert status(client, HERE, host) == UNKNOWN_HOST
    assert status(client, PHONE, HOST, HTTP_X_FORWARDED_HOST=host) == LOGIN


def test_the_address_in_the_hall_is_no_host_while_wk_is_closed(client, db, network):
    assert status(client, HERE) == UNKNOWN_HOST


@pytest.mark.parametrize("peer", ["127.0.0.1", "127.0.0.5", "::1", "::ffff:127.0.0.1", ""])
def test_this_machine_is_always_let_in(client, db, network, peer):
    assert status(client, {"REMOTE_ADDR": peer}, "localhost") == LOGIN


def test_with_hosts_of_the_environment_everybody_is_let_in(client, db, settings):
    settings.ALLOWED_HOSTS = [HOST]
    assert status(client, PHONE) == LOGIN


def test_the_answer_to_a_login_is_not_stored(client, clerk):
    answer = client.post("/login/", {"username": "kees", "password": "geheim-genoeg"})
    assert (answer.status_code, caching_directive(answer)) == (302, "no-store")


def test_browsers_of_officials_store_style_sheets(clerk_client, settings):
    settings.WHITENOISE_USE_FINDERS = True
    fresh = Client()
    fresh.cookies = clerk_client.cookies
    answer = fresh.get("/static/style/tokens.css")
    answer.close()
    assert (answer.status_code, caching_directive(answer)) == (200, "public")
