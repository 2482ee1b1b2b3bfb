"""No browser or proxy keeps what is not for everybody: every address, by role."""

import pytest
from django.test import Client

from tests.accounts.test_policy import ADDRESSES, ANYONE, ROUTES, filled_route

# The same for everybody, and kept by phones in case there is no network.
THE_SAME_FOR_ALL = {"phones:phone", "phones:worker"}
# Public addresses that hold a secret, of who logs in or of a table.
WITH_SECRETS = {"accounts:begin", "accounts:login", "accounts:logout"} | {
    f"phones:{name}" for name in ("state", "news", "save", "confirm")
}


def keeps(response) -> str:
    """Return what a browser or a proxy may do with an answer, as far as it matters here."""
    directives = response.headers.get("Cache-Control", "").replace(" ", "").split(",")
    return next((each for each in ("no-store", "public") if each in directives), "")


@pytest.mark.parametrize("name", ADDRESSES)
def test_no_answer_to_an_official_is_kept(
    director_client, clerk_client, director, tournament, name
):
    expected = "public" if name in THE_SAME_FOR_ALL else "no-store"
    for client in (clerk_client, director_client):
        address, method = filled_route(ROUTES[name], director), next(iter(ADDRESSES[name]))
        assert keeps(client.generic(method, address)) == expected, client


@pytest.mark.parametrize(
    "name", [name for name, acts in ADDRESSES.items() if ANYONE not in acts.values()]
)
def test_no_refusal_of_a_reader_is_kept(client, director, tournament, name):
    for method in ADDRESSES[name]:
        assert keeps(client.generic(method, filled_route(ROUTES[name], director))) == "no-store"


@pytest.mark.parametrize(
    "name", [name for name, acts in ADDRESSES.items() if ANYONE in acts.values()]
)
def test_answers_to_readers_with_a_secret_are_not_kept(client, director, tournament, name):
    method = next(iter(ADDRESSES[name]))
    answer = client.generic(method, filled_route(ROUTES[name], director))
    assert (keeps(answer) == "no-store") == (name in WITH_SECRETS)


def test_logging_in_is_not_kept(client, clerk):
    answer = client.post("/login/", {"username": "kees", "password": "geheim-genoeg"})
    assert (answer.status_code, keeps(answer)) == (302, "no-store")


def test_style_sheets_are_kept_by_officials_too(clerk_client, settings):
    settings.WHITENOISE_USE_FINDERS = True
    fresh = Client()
    fresh.cookies = clerk_client.cookies
    answer = fresh.get("/static/style/tokens.css")
    answer.close()
    assert (answer.status_code, keeps(answer)) == (200, "public")
