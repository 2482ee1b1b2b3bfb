"""The pages of the second step: its code at a login, and setting it up on one's own account."""

import datetime as dt
from io import StringIO

import pyotp
import pytest
from axes.models import AccessAttempt
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from tests.markup import messages_of
from tests.officials import logged_in
from wk.accounts import half_login, second_step
from wk.accounts.lasting import end_of_day
from wk.accounts.models import User
from wk.accounts.second_step_forms import WRONG
from wk.chain.models import Event

PASSWORD = "geheim-genoeg"
PAPER = "K7MN-X3PA"


@pytest.fixture(autouse=True)
def _english(settings):
    settings.LANGUAGE_CODE = "en"


@pytest.fixture
def account(director) -> User:
    """A director whose second step is on, with one recovery code."""
    director.second_secret = pyotp.random_base32()
    director.recovery_codes = second_step.hashes_of([PAPER])
    director.save()
    return director


def app_code(account: User) -> str:
    return pyotp.TOTP(account.second_secret).now()


def wrong_code(account: User) -> str:
    """Return a code that the app of an account shows neither now nor soon."""
    app = pyotp.TOTP(account.second_secret)
    near = {app.at(timezone.now(), counter_offset=steps) for steps in range(-3, 4)}
    return next(code for n in range(10) if (code := f"{n}00000") not in near)


def log_in(client: Client, **more: str):
    return client.post("/login/", {"username": "dora", "password": PASSWORD, **more})


def send(client: Client, code: str, **more: str):
    return client.post("/login/code/", {"code": code}, **more)


def where(response) -> tuple[int, str]:
    return response.status_code, response.headers.get("Location", "")


def events() -> list[tuple[str, str]]:
    return list(Event.objects.order_by("pk").values_list("kind", "about"))


def test_a_login_asks_for_the_code_after_the_password(client, account):
    assert where(log_in(client, next="/accounts/")) == (302, "/login/code/")
    assert "_auth_user_id" not in client.session
    assert where(client.get("/accounts/")) == (302, "/login/?next=/accounts/")
    page = client.get("/login/code/")
    assert (page.status_code, page.context["account"]) == (200, account)
    before = end_of_day(timezone.now())
    assert where(send(client, app_code(account))) == (302, "/accounts/")
    assert client.session["_auth_user_id"] == str(account.pk)
    assert client.session.get_expiry_date() in (before, end_of_day(timezone.now()))
    assert half_login.KEY not in client.session
    assert events() == [("login", "dora")]


def test_a_login_without_a_second_step_asks_for_no_code(client, director):
    assert where(log_in(client)) == (302, "/")
    assert where(client.get("/login/code/")) == (302, "/login/")
    assert where(send(client, "000000")) == (302, "/login/")


def test_a_wrong_code_logs_nobody_in(client, account):
    log_in(client)
    answer = send(client, wrong_code(account))
    assert answer.status_code == 200
    assert answer.context["form"].errors == {"code": [str(WRONG)]}
    assert "_auth_user_id" not in client.session
    assert events() == [("failed_code", "dora")]
    assert send(client, "").context["form"].errors == {"code": ["This field is required."]}
    assert client.put("/login/code/").status_code == 405


def test_a_code_that_was_taken_logs_nobody_in_again(client, account):
    typed = app_code(account)
    other = Client()
    for browser in (client, other):
        log_in(browser)
    assert send(client, typed).status_code == 302
    assert send(other, typed).status_code == 200
    assert "_auth_user_id" not in other.session


def test_wrong_codes_are_counted_as_wrong_passwords(client, account):
    log_in(client)
    wrong = wrong_code(account)
    assert [send(client, wrong).status_code for _try in range(8)] == [200] * 7 + [429]
    assert send(client, app_code(account)).status_code == 429
    assert log_in(client).status_code == 429
    assert AccessAttempt.objects.get().failures_since_start == 8
    assert wrong not in str(AccessAttempt.objects.values().get())
    assert "_auth_user_id" not in client.session


def test_the_right_password_alone_does_not_reset_the_count(client, account):
    wrong = wrong_code(account)
    for _time in range(2):
        log_in(client)
        statuses = [send(client, wrong).status_code for _try in range(4)]
    assert statuses == [200] * 3 + [429]


def test_a_recovery_code_stands_in_for_the_phone_once(client, account):
    log_in(client)
    page = client.get("/login/code/?paper")
    assert page.context["form"].fields["code"].widget.attrs["inputmode"] == "text"
    answer = client.post("/login/code/?paper", {"code": PAPER.lower()})
    assert messages_of(answer) == [
        "0 recovery codes are left. Your name, at the top, leads to new ones."
    ]
    assert events() == [("recovery_login", "dora")]
    again = Client()
    log_in(again)
    assert send(again, PAPER).status_code == 200


@pytest.mark.parametrize(
    "changes",
    [
        {"is_active": False},
        {"second_secret": ""},
        {"second_secret": pyotp.random_base32()},
        {"password": "other"},
    ],
)
def test_the_code_is_not_asked_of_an_account_that_has_changed(client, account, changes):
    log_in(client)
    User.objects.filter(pk=account.pk).update(**changes)
    assert where(send(client, app_code(account))) == (302, "/login/")
    assert "_auth_user_id" not in client.session


def test_the_password_is_asked_again_after_ten_minutes(client, account, monkeypatch):
    log_in(client)
    monkeypatch.setattr(half_login, "MAX_AGE", -1)
    assert where(send(client, app_code(account))) == (302, "/login/")


def test_a_director_sets_it_up(director):
    client, elsewhere = logged_in(director), logged_in(director)
    assert client.get("/password/").content.count(b"/second-step/") == 1
    page = client.get("/second-step/")
    offered = page.context["form"].offered
    secret = second_step.secret_of(offered)
    assert page.context["secret"].replace(" ", "") == secret
    assert page.context["codes"] == second_step.recovery_codes_of(offered)
    sent = {"offer": offered, "code": pyotp.TOTP(secret).now()}
    assert where(client.post("/second-step/", sent)) == (302, "/second-step/")
    assert client.get("/second-step/").context["left"] == 10
    assert elsewhere.get("/password/").status_code == 302  # it began without the code
    assert User.objects.get().second_secret == secret


def test_a_wrong_code_sets_nothing_up_and_keeps_what_the_page_shows(director_client, director):
    offered = director_client.get("/second-step/").context["form"].offered
    answer = director_client.post("/second-step/", {"offer": offered, "code": "12"})
    assert answer.context["form"].errors == {"code": [str(WRONG)]}
    assert answer.context["form"].offered == offered
    assert AccessAttempt.objects.count() == 0
    forged = director_client.post("/second-step/", {"offer": "forged", "code": "123456"})
    assert forged.context["form"].errors == {
        "offer": ["This page was too old. What it shows now is new: begin again."]
    }
    assert second_step.is_offer(forged.context["form"].offered)
    assert not User.objects.get().has_second_step


def test_new_recovery_codes_count_after_a_code_of_the_app(account):
    client = logged_in(account)
    page = client.get("/second-step/codes/")
    sent = {"offer": page.context["form"].offered, "code": wrong_code(account)}
    assert client.post("/second-step/codes/", sent).context["form"].errors == {"code": [str(WRONG)]}
    sent["code"] = app_code(account)
    assert where(client.post("/second-step/codes/", sent)) == (302, "/second-step/")
    assert len(User.objects.get().recovery_codes) == 10
    assert [kind for kind, _about in events()] == ["failed_code", "recovery_codes"]


def test_without_a_second_step_there_are_no_recovery_codes(director_client):
    assert where(director_client.get("/second-step/codes/")) == (302, "/second-step/")


def test_it_is_switched_off_with_a_code_and_with_nothing_else(account):
    client = logged_in(account)
    refused = client.post("/second-step/off/", {"code": wrong_code(account)})
    assert refused.context["form"].errors == {"code": [str(WRONG)]}
    assert User.objects.get().has_second_step
    assert where(client.post("/second-step/off/", {"code": app_code(account)})) == (
        *(302, "/second-step/"),
    )
    assert client.get("/second-step/").status_code == 200  # the session goes on
    assert not User.objects.get().has_second_step
    assert where(log_in(Client())) == (302, "/")


def test_guessing_codes_in_an_open_session_is_limited_too(account):
    client = logged_in(account)
    sent = {"code": wrong_code(account)}
    statuses = [client.post("/second-step/off/", sent).status_code for _try in range(9)]
    assert statuses == [200] * 7 + [429, 429]


def test_a_clerk_has_no_second_step(clerk_client):
    for path in ("/second-step/", "/second-step/codes/"):
        assert clerk_client.get(path).status_code == 403
    assert clerk_client.post("/second-step/off/").status_code == 403
    assert b"/second-step/" not in clerk_client.get("/password/").content


def test_a_new_password_does_not_switch_it_off(account, client):
    other = logged_in(User.objects.create_user("dirk", role=User.Role.DIRECTOR))
    new = {"new_password1": "klaver-boer-9", "new_password2": "klaver-boer-9"}
    assert other.post(f"/accounts/{account.pk}/password/", new).status_code == 302
    assert where(log_in(client, password="klaver-boer-9")) == (302, "/login/code/")


def test_it_is_switched_off_on_the_machine_itself(account, client):
    out = StringIO()
    call_command("second_step_off", "Dora", stdout=out)
    assert out.getvalue() == "Logging in as dora asks for the password alone now.\n"
    assert where(log_in(client)) == (302, "/")


@pytest.mark.parametrize("name", [(), ("kees",)])
def test_the_command_lists_the_accounts_with_a_second_step(account, clerk, name):
    with pytest.raises(CommandError) as told:
        call_command("second_step_off", *name)
    assert str(told.value) == "Whose second step? These accounts have one:\n  dora"


def test_an_offer_of_yesterday_is_not_taken(director_client, monkeypatch):
    offered = director_client.get("/second-step/").context["form"].offered
    code = pyotp.TOTP(second_step.secret_of(offered)).now()
    monkeypatch.setattr(second_step, "MAX_AGE", dt.timedelta(seconds=-1).total_seconds())
    director_client.post("/second-step/", {"offer": offered, "code": code})
    assert not User.objects.get().has_second_step
