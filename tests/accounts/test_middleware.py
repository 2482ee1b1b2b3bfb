"""No browser or proxy stores private answers; test_policy.py checks every address."""

from django.test import Client

from tests.accounts.cache_headers import caching_directive


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
