"""Names, addresses and devices that are slowed or locked after wrong passwords."""

import datetime as dt
from ipaddress import ip_network

import pytest
from axes.models import AccessAttempt
from django.db.models import F
from django.http import HttpResponse
from django.test import Client

from wk.accounts import devices, login_limits, setup_code
from wk.accounts.login_limits import FREE_TRIES
from wk.accounts.models import User

RIGHT, WRONG = "geheim-genoeg", "verkeerd-getikt"
HERE, HALL, ELSEWHERE = "127.0.0.1", "192.168.1.50", "192.168.1.51"
PAUSE = 3600  # seconds: however slow the machine, none of these tests takes as long
TOO_MANY = "Too many wrong passwords were tried here."


@pytest.fixture(autouse=True)
def _english_and_a_long_pause(settings, monkeypatch):
    settings.LANGUAGE_CODE = "en"
    settings.AXES_COOLOFF_TIME = dt.timedelta(hours=2)
    monkeypatch.setattr(login_limits, "PAUSE", PAUSE)


@pytest.fixture
def own_device(director) -> Client:
    """A logged-out browser with which the director has logged in before."""
    device = Client()
    assert status(device, "dora", RIGHT) == 302
    device.post("/logout/")
    return device


def post(client, name, password=WRONG, address=HALL, **more):
    typed = {"username": name, "password": password}
    return client.post("/login/", typed, REMOTE_ADDR=address, **more)


def status(client, name, password=WRONG, address=HALL, **more) -> int:
    return post(client, name, password, address, **more).status_code


def slow_down(address=HALL, name="") -> None:
    """Use up the free wrong passwords of an address, for many names or for one."""
    tried = [
        AccessAttempt(
            username=name or f"name{nth}",
            ip_address=f"10.0.{nth}.1" if name else address,
            failures_since_start=1,
        )
        for nth in range(FREE_TRIES - 1)
    ]
    AccessAttempt.objects.bulk_create(tried)
    assert status(Client(), name or "last", address=address) == 200


def eight_wrong_ones(client, name, address=HALL, **more) -> list[int]:
    """Try eight wrong passwords; return how the first, the seventh and the eighth are answered. Of
    the others it is only stored that they were tried."""
    first = status(client, name, address=address, **more)
    AccessAttempt.objects.filter(username=name).update(failures_since_start=6)
    return [first, *(status(client, name, address=address, **more) for _nth in range(2))]


def age_attempts(seconds: float) -> None:
    """Make all wrong passwords so many seconds older."""
    AccessAttempt.objects.update(attempt_time=F("attempt_time") - dt.timedelta(seconds=seconds))


def test_many_names_from_one_address_are_slowed_not_locked(clerk):
    slow_down()
    refused = post(Client(), "kees", RIGHT)
    text = " ".join(refused.content.decode().split())
    assert (refused.status_code, TOO_MANY in text) == (429, True)
    assert f"Wait {refused['Retry-After']} seconds, then log in." in text
    age_attempts(PAUSE)
    assert status(Client(), "kees", RIGHT) == 302


def test_a_slowed_address_has_one_try_per_pause(clerk):
    slow_down()
    age_attempts(PAUSE)
    assert [status(Client(), f"new{nth}") for nth in range(3)] == [200, 429, 429]


def test_refused_attempts_do_not_count(clerk):
    slow_down()
    before = list(AccessAttempt.objects.order_by("pk").values())
    assert [status(Client(), "kees") for _nth in range(3)] == [429] * 3
    assert list(AccessAttempt.objects.order_by("pk").values()) == before


def test_another_address_is_not_slowed(clerk):
    slow_down()
    assert status(Client(), "kees", RIGHT, ELSEWHERE) == 302


def test_success_of_one_name_does_not_free_the_address(clerk):
    slow_down()
    age_attempts(PAUSE)
    assert status(Client(), "kees", RIGHT) == 302
    assert status(Client(), "other") == 200
    assert status(Client(), "another") == 429


def test_other_browsers_of_one_address_count_together(clerk):
    agents = [f"browser {nth}" for nth in range(8)]
    found = [status(Client(), "kees", HTTP_USER_AGENT=agent) for agent in agents]
    assert found == [200] * 7 + [429]


def test_one_name_from_many_addresses_is_slowed(director):
    slow_down(name="dora")
    assert status(Client(), "dora", RIGHT, ELSEWHERE) == 429
    assert status(Client(), "kees", address=ELSEWHERE) == 200  # another name is not
    age_attempts(PAUSE)
    assert status(Client(), "dora", RIGHT, ELSEWHERE) == 302


def lock_the_director_out() -> None:
    """Try to lock the director out by all means of somebody in the hall."""
    # A lock, at the address that this seems to come from. More of the same add to one row.
    status(Client(), "dora", HTTP_X_FORWARDED_FOR=HERE)
    AccessAttempt.objects.update(failures_since_start=FREE_TRIES)  # and by many other addresses
    assert status(Client(), "dora", RIGHT, ELSEWHERE) == 429


def test_nobody_can_lock_the_director_out_of_the_laptop_of_wk(director):
    lock_the_director_out()
    assert status(Client(), "dora", RIGHT, HERE) == 302
    assert status(Client(), "dora", RIGHT, "::1") == 302


def test_nobody_can_lock_a_known_device_of_the_director(own_device):
    lock_the_director_out()
    assert status(Client(), "dora", RIGHT) == 429
    assert status(own_device, "dora", RIGHT) == 302


def test_a_device_has_a_lock_of_its_own(own_device):
    assert eight_wrong_ones(own_device, "dora") == [200, 200, 429]
    assert status(own_device, "dora", RIGHT, ELSEWHERE) == 429  # wherever it goes
    assert status(Client(), "dora", RIGHT) == 302  # and nobody else


def test_a_device_is_known_for_its_own_names_only(own_device, clerk):
    slow_down()
    assert status(own_device, "kees", RIGHT) == 429
    assert status(own_device, "dora", RIGHT) == 302
    age_attempts(PAUSE)
    assert status(own_device, "kees", RIGHT) == 302
    own_device.post("/logout/")
    slow_down(ELSEWHERE)
    for name in ("kees", "dora"):  # now it knows both
        assert status(own_device, name, RIGHT, ELSEWHERE) == 302
        own_device.post("/logout/")


def test_a_forged_device_cookie_is_ignored(director):
    device = Client()
    status(device, "dora", RIGHT)
    signed = device.cookies[devices.COOKIE].value
    slow_down()
    for forged in ("", "x", "W10:1:x", signed[:-1], "[1,2]"):
        device.cookies[devices.COOKIE] = forged
        assert status(device, "dora", RIGHT) == 429, forged
    device.cookies[devices.COOKIE] = signed
    assert status(device, "dora", RIGHT) == 302


def test_the_device_cookie_is_sent_to_the_login_only(director):
    device = Client()
    status(device, "dora", WRONG)
    assert devices.COOKIE not in device.cookies
    status(device, "dora", RIGHT)
    cookie = device.cookies[devices.COOKIE]
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == ("/login/", True, "Lax")


def test_a_device_keeps_the_latest_names(rf, director):
    request = rf.get("/")
    for nth in range(devices.MOST_ACCOUNTS + 5):
        response = HttpResponse()
        devices.remember_device(request, response, User(pk=nth, username=f"name{nth}"))
        request.COOKIES[devices.COOKIE] = response.cookies[devices.COOKIE].value
    accounts = devices.device_of(request).accounts
    assert accounts == tuple(range(5, devices.MOST_ACCOUNTS + 5))
    assert len(request.COOKIES[devices.COOKIE]) < 1000


def test_behind_a_proxy_each_sender_has_his_own_count(director, settings):
    settings.TRUSTED_PROXIES = [ip_network("127.0.0.1")]
    eight_wrong_ones(Client(), "dora", HERE, HTTP_X_FORWARDED_FOR=f"{HERE}, {HALL}")
    by_proxy = {"address": HERE, "HTTP_X_FORWARDED_FOR": f"{ELSEWHERE}, {HALL}"}
    assert status(Client(), "dora", RIGHT, **by_proxy) == 429
    assert status(Client(), "dora", RIGHT, HERE) == 302


def test_unknown_names_are_locked_as_known_ones_are(director):
    assert eight_wrong_ones(Client(), "dora") == [200, 200, 429]
    assert eight_wrong_ones(Client(), "nobody", ELSEWHERE) == [200, 200, 429]


# The start code


@pytest.fixture
def code(settings, tmp_path) -> str:
    settings.DATA_DIR = tmp_path
    return setup_code.current()


def begin(code, address=HALL):
    typed = {"code": code, "username": "dora", "password1": RIGHT, "password2": RIGHT}
    return Client().post("/begin/", typed, REMOTE_ADDR=address)


@pytest.mark.django_db
def test_wrong_start_codes_are_slowed(code):
    assert [begin("AAAA-AAAA").status_code for _nth in range(2)] == [200, 200]
    AccessAttempt.objects.update(failures_since_start=F("failures_since_start") + FREE_TRIES - 3)
    assert [begin("AAAA-AAAA").status_code for _nth in range(2)] == [200, 429]
    refused = begin(code)
    wait = f"Wait {refused['Retry-After']} seconds, then try again."
    assert refused.status_code == 429
    assert refused.context["form"].errors == {"code": [f"Too many wrong codes were tried. {wait}"]}
    assert begin("AAAA-AAAA").status_code == 429
    assert not User.objects.exists()
    age_attempts(PAUSE)
    assert begin(code).status_code == 302


@pytest.mark.django_db
@pytest.mark.parametrize("address", [HERE, ELSEWHERE])
def test_the_owner_can_begin_while_others_guess(code, address):
    assert begin("AAAA-AAAA").status_code == 200
    AccessAttempt.objects.update(failures_since_start=FREE_TRIES)
    assert begin(code).status_code == 429
    assert begin(code, address).status_code == 302


@pytest.mark.django_db
def test_old_wrong_start_codes_are_forgotten(code):
    begin("AAAA-AAAA")
    age_attempts(3 * 3600)
    begin("AAAA-AAAA", ELSEWHERE)
    assert [attempt.ip_address for attempt in AccessAttempt.objects.all()] == [ELSEWHERE]
    assert AccessAttempt.objects.get().failures_since_start == 1


@pytest.mark.django_db
def test_the_first_director_has_a_known_device(code):
    client = Client()
    typed = {"code": code, "username": "dora", "password1": RIGHT, "password2": RIGHT}
    client.post("/begin/", typed, REMOTE_ADDR=HALL)
    client.post("/logout/")
    slow_down()
    assert status(client, "dora", RIGHT) == 302
