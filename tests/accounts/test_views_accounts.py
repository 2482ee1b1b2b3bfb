"""Pages on which directors manage accounts."""

import datetime as dt

import pytest
from django.contrib.messages import get_messages
from django.utils import timezone

from wk.accounts.models import User

NEW_ACCOUNT = {
    "username": "anna",
    "password1": "klaver-boer-9",
    "password2": "klaver-boer-9",
    "role": "clerk",
}


@pytest.fixture(autouse=True)
def _english(settings):
    settings.LANGUAGE_CODE = "en"


def message_texts(response) -> list[str]:
    return [str(message) for message in get_messages(response.wsgi_request)]


def redirect_of(response) -> tuple[int, str]:
    return response.status_code, response.headers["Location"]


def test_account_pages_need_a_director_and_the_right_method(
    client, clerk_client, director_client, clerk
):
    for path, right, wrong in [
        ("/accounts/", "get", "post"),
        ("/accounts/add/", "get", "put"),
        ("/accounts/{pk}/", "get", "put"),
        ("/accounts/{pk}/password/", "get", "put"),
        ("/accounts/{pk}/close/", "post", "get"),
        ("/accounts/{pk}/reopen/", "post", "get"),
        ("/accounts/{pk}/another-day/", "post", "get"),
    ]:
        path = path.format(pk=clerk.pk)
        back = path if right == "get" else "/"  # after logging in nothing is pressed by itself
        assert redirect_of(getattr(client, right)(path)) == (302, f"/login/?next={back}")
        assert getattr(clerk_client, right)(path).status_code == 403
        assert getattr(director_client, wrong)(path).status_code == 405


def test_an_unknown_account_is_not_found(director_client):
    for page in ["", "password/", "close/", "reopen/", "another-day/"]:
        assert director_client.post(f"/accounts/999/{page}").status_code == 404


def test_the_list_is_sorted_by_name_with_closed_accounts_last(director_client, clerk):
    User.objects.create_user("Bert", is_active=False)
    User.objects.create_user("Anna")
    response = director_client.get("/accounts/")
    assert [str(account) for account in response.context["accounts"]] == [
        "Anna",
        "dora",
        "kees",
        "Bert",
    ]


@pytest.mark.parametrize("more", [0, 20])
def test_the_list_takes_the_same_number_of_queries_at_any_length(
    director_client, django_assert_num_queries, more
):
    User.objects.bulk_create(User(username=f"hulp{n}") for n in range(more))
    with django_assert_num_queries(3):  # session, who is asking, accounts
        director_client.get("/accounts/")


def test_an_account_is_added(director_client, client):
    assert director_client.get("/accounts/add/").status_code == 200
    response = director_client.post("/accounts/add/", NEW_ACCOUNT)
    assert redirect_of(response) == (302, "/accounts/")
    assert message_texts(response) == ["anna can log in now."]
    made = User.objects.get(username="anna")
    assert (made.role, made.is_active, made.is_superuser) == ("clerk", True, False)
    sent = {"username": "anna", "password": NEW_ACCOUNT["password1"]}
    assert client.post("/login/", sent).status_code == 302


def test_an_invalid_account_is_refused_at_the_field(director_client):
    for changed, errors in [
        ({"username": "Dora"}, {"username": ["There is an account with this name already."]}),
        ({"password2": "iets-anders-9"}, {"password2": ["The two passwords are not the same."]}),
        (
            {"role": "king"},
            {"role": ["Select a valid choice. king is not one of the available choices."]},
        ),
        ({"role": ""}, {"role": ["This field is required."]}),
    ]:
        response = director_client.post("/accounts/add/", NEW_ACCOUNT | changed)
        assert response.status_code == 200
        assert response.context["form"].errors == errors
        assert User.objects.count() == 1


def test_a_role_is_changed(director_client, clerk):
    page = director_client.get(f"/accounts/{clerk.pk}/")
    assert page.context["form"]["role"].value() == "clerk"
    response = director_client.post(f"/accounts/{clerk.pk}/", {"role": "director"})
    assert redirect_of(response) == (302, "/accounts/")
    assert message_texts(response) == ["The role of kees has been changed."]
    clerk.refresh_from_db()
    assert clerk.role == User.Role.DIRECTOR


def test_the_last_director_cannot_become_a_clerk(director_client, director, clerk):
    response = director_client.post(f"/accounts/{director.pk}/", {"role": "clerk"})
    assert response.status_code == 200
    assert response.context["form"].errors == {
        "role": ["This is the only director. Make somebody else director first."]
    }
    director.refresh_from_db()
    assert director.role == User.Role.DIRECTOR


def test_one_of_two_directors_may_become_a_clerk(director_client, director, clerk):
    director_client.post(f"/accounts/{clerk.pk}/", {"role": "director"})
    response = director_client.post(f"/accounts/{director.pk}/", {"role": "clerk"})
    assert redirect_of(response) == (302, "/")
    assert director_client.get("/accounts/").status_code == 403


def test_a_director_sets_a_new_password(director_client, clerk_client, clerk):
    path = f"/accounts/{clerk.pk}/password/"
    assert director_client.get(path).status_code == 200
    sent = {"new_password1": "klaver-boer-9", "new_password2": "klaver-boer-9"}
    response = director_client.post(path, sent)
    assert redirect_of(response) == (302, "/accounts/")
    assert message_texts(response) == ["kees has a new password."]
    clerk.refresh_from_db()
    assert clerk.check_password("klaver-boer-9")
    assert clerk_client.get("/password/").status_code == 302  # the old session is over


def test_two_different_new_passwords_are_refused(director_client, clerk):
    sent = {"new_password1": "klaver-boer-9", "new_password2": "anders"}
    response = director_client.post(f"/accounts/{clerk.pk}/password/", sent)
    assert response.context["form"].errors == {
        "new_password2": ["The two passwords are not the same."]
    }
    clerk.refresh_from_db()
    assert clerk.check_password("geheim-genoeg")


def test_the_own_password_is_changed_on_its_own_page(director_client, director):
    sent = {"new_password1": "klaver-boer-9", "new_password2": "klaver-boer-9"}
    response = director_client.post(f"/accounts/{director.pk}/password/", sent)
    assert redirect_of(response) == (302, "/password/")
    director.refresh_from_db()
    assert director.check_password("geheim-genoeg")


def test_an_account_is_closed_and_reopened(director_client, clerk):
    response = director_client.post(f"/accounts/{clerk.pk}/close/")
    assert redirect_of(response) == (302, "/accounts/")
    assert message_texts(response) == ["The account of kees is closed."]
    clerk.refresh_from_db()
    assert not clerk.is_active
    assert director_client.get(f"/accounts/{clerk.pk}/").status_code == 200
    response = director_client.post(f"/accounts/{clerk.pk}/reopen/")
    assert redirect_of(response) == (302, "/accounts/")
    clerk.refresh_from_db()
    assert clerk.is_active


def test_a_director_cannot_close_his_own_account(director_client, director):
    response = director_client.post(f"/accounts/{director.pk}/close/")
    assert redirect_of(response) == (302, f"/accounts/{director.pk}/")
    assert message_texts(response) == ["You cannot close your own account. Another director can."]
    director.refresh_from_db()
    assert director.is_active


def test_a_new_account_is_that_of_a_clerk_unless_chosen_otherwise(director_client):
    page = director_client.get("/accounts/add/")
    assert page.context["form"]["role"].value() == "clerk"


def shown(client, address: str) -> str:
    return " ".join(client.get(address).content.decode().split())


def test_the_list_says_until_when_an_account_lasts(director_client, clerk):
    end = timezone.now() + dt.timedelta(hours=5)
    User.objects.filter(pk=clerk.pk).update(ends_at=end)
    page = shown(director_client, "/accounts/")
    assert f"until {timezone.localtime(end):%A} " in page
    assert ("day is over" in page, "Another day" in page) == (False, False)


def test_the_list_lets_an_account_whose_day_is_over_in_again(director_client, clerk):
    User.objects.filter(pk=clerk.pk).update(ends_at=timezone.now())
    page = shown(director_client, "/accounts/")
    assert (page.count("day is over"), page.count("Another day")) == (1, 1)
    response = director_client.post(f"/accounts/{clerk.pk}/another-day/")
    assert redirect_of(response) == (302, "/accounts/")
    assert message_texts(response) == ["kees can log in again."]
    assert not User.objects.get(pk=clerk.pk).has_ended
    assert "day is over" not in shown(director_client, "/accounts/")


def test_a_closed_account_is_not_let_in_for_another_day(director_client, clerk):
    User.objects.filter(pk=clerk.pk).update(ends_at=timezone.now(), is_active=False)
    assert "Another day" not in shown(director_client, "/accounts/")
    response = director_client.post(f"/accounts/{clerk.pk}/another-day/")
    assert message_texts(response) == ["This has changed meanwhile. Look at it again."]
    assert User.objects.get(pk=clerk.pk).has_ended


def test_the_page_of_a_clerk_leads_to_a_new_slip_and_that_of_a_director_not(
    director_client, director, clerk
):
    pages = [shown(director_client, f"/accounts/{each.pk}/") for each in (clerk, director)]
    assert ["/slip/" in page for page in pages] == [True, False]
