"""The choice of a language."""

import pytest

pytestmark = pytest.mark.django_db


def test_the_language_lasts_and_leads_back(client, tournament):
    answer = client.get("/language/en/?next=/t/wk-test/standings/%3Fsort%3Dname")
    assert (answer.status_code, answer.url) == (302, "/t/wk-test/standings/?sort=name")
    cookie = answer.cookies["django_language"]
    assert (cookie.value, cookie["max-age"] > 300 * 24 * 3600) == ("en", True)
    assert client.get("/t/wk-test/standings/")["Content-Language"] == "en"


@pytest.mark.parametrize(
    "back", ["https://evil.example/", "//evil.example", "javascript:x", "", "\0"]
)
def test_it_leads_to_no_other_site(client, back):
    assert client.get("/language/en/", {"next": back}).url == "/"


@pytest.mark.parametrize("code", ["xx", "nl-BE", "../nl", "de"])
def test_a_language_that_wk_does_not_speak_is_not_found(client, code):
    answer = client.get(f"/language/{code}/")
    assert (answer.status_code, "django_language" in answer.cookies) == (404, False)


def test_a_language_is_only_read(client):
    assert client.post("/language/en/").status_code == 405


def test_every_page_offers_the_other_language(client, tournament):
    page = client.get("/t/wk-test/standings/?q=a").content.decode()
    assert 'href="/language/en/?next=/t/wk-test/standings/%3Fq%3Da"' in page
    page = client.get("/t/wk-test/nergens/").content.decode()
    assert 'href="/language/en/?next=/t/wk-test/nergens/"' in page


def test_the_answer_to_a_button_offers_no_language(director_client, tournament):
    """Its address cannot be opened: the link would lead to a page that says so."""
    page = director_client.post("/t/wk-test/desk/several/preview/", {"action": "check-in"})
    assert page.status_code == 200
    assert b"/language/" not in page.content
