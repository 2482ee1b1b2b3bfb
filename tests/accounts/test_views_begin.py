"""The page on which the first account is made."""

import pytest
from django.urls import reverse

from wk.accounts import setup_code
from wk.accounts.models import User

URL = "/begin/"


@pytest.fixture(autouse=True)
def code(settings, tmp_path) -> str:
    settings.DATA_DIR = tmp_path
    settings.LANGUAGE_CODE = "en"
    return setup_code.current()


def begin_request(right: str, /, **changed: str) -> dict[str, str]:
    return {
        "code": right,
        "username": "dora",
        "password1": "geheim-genoeg",
        "password2": "geheim-genoeg",
        "next_step": "create",
        **changed,
    }


@pytest.mark.django_db
def test_the_page_is_open_while_there_is_no_account(client):
    response = client.get(URL)
    assert response.status_code == 200
    assert list(response.context["form"].fields) == ["code", "username", "password1", "password2"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("step", "page"),
    [
        ("create", "tournament:create"),
        ("practice", "archive:practice"),
        ("", "tournament:create"),
        ("home", "tournament:create"),
    ],
)
def test_the_first_account_is_made_and_logged_in(client, code, tmp_path, step, page):
    response = client.post(URL, begin_request(code.lower(), next_step=step))
    assert (response.status_code, response.headers["Location"]) == (302, reverse(page))
    made = User.objects.get()
    assert (made.username, made.role, made.is_superuser) == ("dora", "director", False)
    assert made.check_password("geheim-genoeg")
    assert client.session["_auth_user_id"] == str(made.pk)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.django_db
def test_a_name_is_as_people_write_it_and_logs_in(client, code):
    client.post(URL, begin_request(code, username=" Ria  van Dam "))
    assert User.objects.get().username == "Ria van Dam"
    client.logout()
    for name in ("Ria van Dam", "ria van  dam"):
        response = client.post("/login/", {"username": name, "password": "geheim-genoeg"})
        assert (name, response.status_code) == (name, 302)
        client.post("/logout/")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("changed", "errors"),
    [
        (
            {"code": "AAAA-AAAA"},
            {"code": ["This code is not right. Start bin/run again to see it once more."]},
        ),
        ({"code": ""}, {"code": ["This field is required."]}),
        ({"password2": "geheim-genoek"}, {"password2": ["The two passwords are not the same."]}),
        (
            {"password1": "kort-7x", "password2": "kort-7x"},
            {"password1": ["This password is too short. It must contain at least 8 characters."]},
        ),
        (
            {"username": "dora\u200bde wit"},
            {"username": ["This text has characters that cannot be shown."]},
        ),
    ],
)
def test_each_invalid_field_has_its_error_and_nothing_is_stored(client, code, changed, errors):
    response = client.post(URL, begin_request(code, **changed))
    assert response.status_code == 200
    assert response.context["form"].errors == errors
    assert User.objects.count() == 0
    assert setup_code.current() == code


@pytest.mark.django_db
def test_without_a_stored_code_no_code_is_right(client, code):
    setup_code.forget()
    assert list(client.post(URL, begin_request(code)).context["form"].errors) == ["code"]
    assert User.objects.count() == 0


@pytest.mark.parametrize("method", ["get", "post"])
def test_the_page_redirects_to_log_in_once_an_account_exists(client, clerk, code, method):
    response = getattr(client, method)(URL, begin_request(code))
    assert (response.status_code, response.headers["Location"]) == (302, "/login/")
    assert User.objects.count() == 1


@pytest.mark.django_db
def test_the_page_refuses_other_methods(client):
    assert client.put(URL).status_code == 405
