"""The page with the table codes of a round."""

import pytest
from django.contrib.messages import get_messages
from django.utils import timezone

from tests.phones.phone_requests import key_of
from wk.phones.models import TableKey
from wk.phones.services import keys_for
from wk.tournament.models import Round, Tournament

PAGE = "/t/wk-test/phones/1/"


def page_html(client, address=PAGE):
    return client.get(address).content.decode()


def test_clerks_see_the_table_codes_of_a_round(clerk_client, table, other_table):
    answer = clerk_client.get(PAGE)
    page = answer.content.decode()
    for place in (table, other_table):
        assert f"http://testserver/phone/#{key_of(place)}" in page
    assert page.count('class="qr"') == 2
    assert '<form method="post" action="/t/wk-test/phones' not in page  # that is the director's
    assert "no-store" in answer["Cache-Control"]  # the page stays on this screen
    assert answer["Referrer-Policy"] == "same-origin"


def test_the_code_of_one_table_can_be_shown(clerk_client, table, other_table):
    page = page_html(clerk_client, f"{PAGE}?table=2")
    assert key_of(other_table) in page
    assert key_of(table) not in page
    assert page_html(clerk_client, f"{PAGE}?table=9").count('class="qr"') == 2  # is not there


@pytest.mark.parametrize(("host", "warned"), [("localhost:8000", True), ("10.0.0.7:8000", False)])
def test_an_unreachable_address_is_explained_in_plain_words(
    clerk_client, table, settings, host, warned
):
    settings.ALLOWED_HOSTS = ["localhost"] if warned else ["10.0.0.7"]
    answer = clerk_client.get(PAGE, headers={"Host": host, "Accept-Language": "en"})
    page = answer.content.decode()
    words = (
        "they do not reach this computer",
        "Ask a director to open Card champion to the hall first",
    )
    assert [each in page for each in words] == [warned, warned]
    assert "ALLOWED_HOSTS" not in page


def test_the_page_pins_its_number_of_queries(clerk_client, tournament, django_assert_num_queries):
    keys_for(tables=list(tournament.rounds.get().tables.all()), now=timezone.now())
    page_html(clerk_client)
    with django_assert_num_queries(10):
        page_html(clerk_client)


def test_the_page_needs_an_official_and_an_existing_round(
    client, clerk_client, director_client, tournament
):
    assert client.get(PAGE)["Location"].startswith("/login/")
    assert director_client.post(PAGE).status_code == 405
    for address in ("/t/wk-test/phones/2/", "/t/nothing/phones/1/"):
        assert clerk_client.get(address).status_code == 404
    assert TableKey.objects.count() == 0


def test_no_codes_are_shown_for_unconfirmed_draws_or_without_phones(director_client, tournament):
    Round.objects.update(state=Round.State.DRAWN)
    assert 'class="qr"' not in page_html(director_client)
    Round.objects.update(state=Round.State.STARTED)
    Tournament.objects.update(phones=Tournament.Phones.OFF)
    assert 'class="qr"' not in page_html(director_client)
    assert TableKey.objects.count() == 0


def test_a_director_revokes_and_renews_one_code(director_client, table, other_table):
    keys = {place: key_of(place) for place in (table, other_table)}
    assert director_client.post(f"{PAGE}take-back/", {"table": 1})["Location"] == PAGE
    page = page_html(director_client)
    assert (keys[table] in page, keys[other_table] in page) == (False, True)
    assert page.count('class="qr"') == 1
    assert director_client.post(f"{PAGE}renew/", {"table": 1})["Location"] == PAGE
    page = page_html(director_client)
    assert (keys[table] in page, key_of(table) in page, keys[other_table] in page) == (
        False,
        True,
        True,
    )


def test_a_director_renews_and_revokes_all_codes(director_client, table, other_table):
    before = {key_of(table), key_of(other_table)}
    director_client.post(f"{PAGE}renew/")
    assert before & {key_of(table), key_of(other_table)} == set()
    director_client.post(f"{PAGE}take-back/")
    assert TableKey.objects.filter(revoked_at=None).count() == 0


@pytest.mark.parametrize("name", ["take-back", "renew"])
def test_codes_are_changed_only_by_directors_and_for_existing_tables(
    client, clerk_client, director_client, table, name
):
    before = key_of(table)
    assert client.post(f"{PAGE}{name}/")["Location"].startswith("/login/")
    assert clerk_client.post(f"{PAGE}{name}/").status_code == 403
    assert director_client.get(f"{PAGE}{name}/").status_code == 405
    for asked in ("9", "x"):
        answer = director_client.post(f"{PAGE}{name}/", {"table": asked})
        levels = [message.level_tag for message in get_messages(answer.wsgi_request)]
        assert (answer["Location"], levels[-1]) == (PAGE, "error")
    assert key_of(table) == before
