"""Logging in and out, locks after wrong passwords, and the own password."""

import datetime as dt

import pytest
from axes.models import AccessAttempt
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.officials import logged_in
from wk.accounts import slip_services, slips
from wk.accounts.lasting import end_of_day
from wk.accounts.models import User

RIGHT = "geheim-genoeg"
WRONG = "verkeerd-getikt"


@pytest.fixture(autouse=True)
def _english(settings):
    settings.LANGUAGE_CODE = "en"


def log_in(client, name="kees", password=RIGHT, address="10.0.0.1", **more):
    return client.post(
        "/login/", {"username": name, "password": password, **more}, REMOTE_ADDR=address
    )


def fail_to_log_in(client, times, **who) -> list[int]:
    return [log_in(client, password=WRONG, **who).status_code for _ in range(times)]


@pytest.mark.django_db
def test_log_in_redirects_to_begin_before_the_first_account(client):
    response = client.get("/login/")
    assert (response.status_code, response.headers["Location"]) == (302, "/begin/")


def test_a_user_logs_in(client, clerk):
    assert client.get("/login/").status_code == 200
    response = log_in(client)
    assert (response.status_code, response.headers["Location"]) == (302, reverse("home"))
    assert client.session["_auth_user_id"] == str(clerk.pk)


def test_a_session_ends_with_the_day(client, clerk):
    before = end_of_day(timezone.now())
    log_in(client)
    assert client.session.get_expiry_date() in (before, end_of_day(timezone.now()))


@pytest.mark.django_db
def test_names_that_differ_in_capitals_only_log_in_as_written(client):
    for name in ("Ria", "ria"):
        User.objects.create_user(name, password=RIGHT)
    statuses = [log_in(Client(), name=name).status_code for name in ("Ria", "ria", "RIA")]
    assert statuses == [302, 302, 200]


def test_tries_of_one_name_in_different_capitals_are_counted_together(client, clerk):
    names = ["kees", "Kees", "KEES", "kEES", "keeS", "kEeS", "keEs"]
    tried = [log_in(client, name=name, password=WRONG).status_code for name in names]
    assert tried == [200] * 7
    assert log_in(client, name="KeEs", password=WRONG).status_code == 429


@pytest.mark.parametrize(
    ("wanted", "given"),
    [
        ("/password/", "/password/"),
        ("/t/wk-test/?ronde=2", "/t/wk-test/?ronde=2"),
        ("https://elders.example/", None),
        ("//elders.example/", None),
        ("javascript:alert(1)", None),
        ("", None),
    ],
)
def test_the_next_page_is_always_an_own_page(client, clerk, wanted, given):
    assert client.get("/login/", {"next": wanted}).context["next"] == (given or "")
    response = log_in(client, next=wanted)
    assert response.headers["Location"] == (given or reverse("home"))


@pytest.mark.parametrize(("name", "password"), [("kees", WRONG), ("niemand", RIGHT)])
def test_a_wrong_name_or_password_is_refused(client, clerk, name, password):
    response = log_in(client, name=name, password=password)
    assert response.status_code == 200
    assert response.context["form"].non_field_errors() == [
        "This name and password do not belong together. Mind the capitals."
    ]
    assert "_auth_user_id" not in client.session


def test_a_closed_account_cannot_log_in(client, clerk):
    clerk.is_active = False
    clerk.save()
    assert log_in(client).status_code == 200
    assert "_auth_user_id" not in client.session


def test_closing_an_account_ends_its_sessions(clerk_client, clerk):
    assert clerk_client.get("/password/").status_code == 200
    clerk.is_active = False
    clerk.save()
    assert clerk_client.get("/password/").status_code == 302


@pytest.fixture
def slip(db):
    """The slip of Eva, for today."""
    ends_at = timezone.now() + dt.timedelta(hours=1)
    return slip_services.add_clerk(name="Eva van Dam", offered=slips.offer(), ends_at=ends_at)


def test_the_code_of_a_slip_logs_in_however_it_is_typed(slip):
    for typed in (slip.code, slip.letters, slip.code.lower(), f" {slip.code.replace('-', ' ')} "):
        assert log_in(Client(), name="eva van dam", password=typed).status_code == 302
    assert log_in(Client(), name="Eva van Dam", password=slip.code[:-1]).status_code == 200


def test_a_password_of_ones_own_that_looks_like_a_code_counts_as_typed(clerk):
    clerk.set_password("acde-fhjk-mnpq")
    clerk.save()
    typed = ["ACDEFHJKMNPQ", "acdefhjkmnpq", "acde-fhjk-mnpq"]
    assert [log_in(Client(), password=each).status_code for each in typed] == [200, 200, 302]


def test_wrong_codes_are_counted_as_wrong_passwords(client, slip):
    wrong = {"name": "Eva van Dam", "password": "K7MN-X3PA-QRTV"}
    assert [log_in(client, **wrong).status_code for _ in range(8)] == [200] * 7 + [429]
    assert log_in(client, name="Eva van Dam", password=slip.code).status_code == 429


def test_an_account_for_a_day_ends_with_its_sessions(client, slip, monkeypatch):
    assert log_in(client, name="Eva van Dam", password=slip.code).status_code == 302
    assert client.get("/password/").status_code == 200
    left_open = logged_in(User.objects.get())  # on a laptop that nobody touches in the night
    later = slip.account.ends_at + dt.timedelta(seconds=1)
    monkeypatch.setattr(timezone, "now", lambda: later)
    assert client.get("/password/").status_code == 302
    response = log_in(Client(), name="Eva van Dam", password=slip.code)
    assert response.context["form"].non_field_errors() == [
        "You could log in for one day, which is over. A director can let you in for another day."
    ]
    wrong = log_in(Client(), name="Eva van Dam", password=WRONG)
    assert wrong.context["form"].non_field_errors() == [
        "This name and password do not belong together. Mind the capitals."
    ]
    slip_services.let_in_again(account=slip.account, now=timezone.now())
    assert left_open.get("/password/").status_code == 302
    assert log_in(Client(), name="Eva van Dam", password=slip.code).status_code == 302


def test_a_clerk_replaces_the_code_by_a_password_for_the_same_day(client, slip):
    log_in(client, name="Eva van Dam", password=slip.code)
    sent = {
        "old_password": slip.code.lower(),
        "new_password1": "klaver-boer-9",
        "new_password2": "klaver-boer-9",
    }
    assert client.post("/password/", sent).status_code == 302
    kept = User.objects.get()
    assert (kept.has_slip, kept.ends_at) == (False, slip.account.ends_at)
    tried = [slip.code, slip.letters, "klaver-boer-9"]
    assert [log_in(Client(), name="Eva van Dam", password=each).status_code for each in tried] == [
        200,
        200,
        302,
    ]


def test_eight_wrong_passwords_lock_one_name_at_one_address(client, clerk, director):
    assert fail_to_log_in(client, 8) == [200] * 7 + [429]
    locked = log_in(client)
    assert locked.status_code == 429
    assert locked["Retry-After"] == "360"
    text = " ".join(locked.content.decode().split())
    assert "Too many wrong passwords for kees." in text
    assert "Wait 6 minutes, then log in." in text
    assert "_auth_user_id" not in client.session
    assert log_in(client, name="dora").status_code == 302
    client.logout()
    assert log_in(client, address="10.0.0.2").status_code == 302


def test_a_lock_ends_after_the_wait_which_trying_makes_no_longer(client, clerk):
    fail_to_log_in(client, 8)
    attempt = AccessAttempt.objects.get()
    attempt.attempt_time -= dt.timedelta(minutes=5)
    attempt.save()
    knocked = log_in(client, password=WRONG)
    assert knocked.status_code == 429
    assert "Wait 1 minute, then log in." in " ".join(knocked.content.decode().split())
    assert AccessAttempt.objects.get().attempt_time == attempt.attempt_time
    attempt.attempt_time -= dt.timedelta(minutes=1)
    attempt.save()
    assert log_in(client).status_code == 302


def test_the_right_password_resets_the_count_of_wrong_ones(client, clerk):
    fail_to_log_in(client, 7)
    assert log_in(client).status_code == 302
    assert fail_to_log_in(client, 7) == [200] * 7


def test_wrong_passwords_are_not_stored(client, clerk):
    fail_to_log_in(client, 1)
    assert WRONG not in str(AccessAttempt.objects.values().get())


def test_a_new_password_ends_the_lock(client, director_client, clerk):
    fail_to_log_in(client, 8)
    new = {"new_password1": "klaver-boer-9", "new_password2": "klaver-boer-9"}
    director_client.post(f"/accounts/{clerk.pk}/password/", new)
    assert log_in(client, password="klaver-boer-9").status_code == 302


def test_a_user_logs_out(clerk_client):
    response = clerk_client.post("/logout/")
    assert (response.status_code, response.headers["Location"]) == (302, reverse("home"))
    assert "_auth_user_id" not in clerk_client.session


def test_log_in_and_log_out_refuse_other_methods(clerk_client):
    assert clerk_client.get("/logout/").status_code == 405
    assert "_auth_user_id" in clerk_client.session
    assert clerk_client.put("/login/").status_code == 405


def test_a_user_changes_his_own_password(clerk_client, clerk):
    assert clerk_client.get("/password/").status_code == 200
    sent = {
        "old_password": RIGHT,
        "new_password1": "klaver-boer-9",
        "new_password2": "klaver-boer-9",
    }
    response = clerk_client.post("/password/", sent)
    assert (response.status_code, response.headers["Location"]) == (302, reverse("home"))
    clerk.refresh_from_db()
    assert clerk.check_password("klaver-boer-9")
    assert clerk_client.get("/password/").status_code == 200


@pytest.mark.parametrize(
    ("old", "new", "again", "errors"),
    [
        (
            WRONG,
            "klaver-boer-9",
            "klaver-boer-9",
            {"old_password": ["This is not your present password."]},
        ),
        (
            RIGHT,
            "klaver-boer-9",
            "klaver-boer-8",
            {"new_password2": ["The two passwords are not the same."]},
        ),
        (RIGHT, "password", "password", {"new_password1": ["This password is too common."]}),
    ],
)
def test_an_invalid_own_password_is_refused_at_the_field(
    clerk_client, clerk, old, new, again, errors
):
    sent = {"old_password": old, "new_password1": new, "new_password2": again}
    response = clerk_client.post("/password/", sent)
    assert response.status_code == 200
    assert response.context["form"].errors == errors
    clerk.refresh_from_db()
    assert clerk.check_password(RIGHT)


def test_a_short_password_is_refused_in_dutch(clerk_client):
    sent = {"old_password": RIGHT, "new_password1": "kort-7x", "new_password2": "kort-7x"}
    response = clerk_client.post("/password/", sent, headers={"accept-language": "nl"})
    assert response.context["form"].errors == {
        "new_password1": ["Dit wachtwoord is te kort. Gebruik ten minste 8 tekens."]
    }


def test_the_own_password_page_needs_a_login_and_the_right_method(client, clerk_client):
    assert client.get("/password/").headers["Location"] == "/login/?next=/password/"
    assert clerk_client.put("/password/").status_code == 405
