"""The page with the code of a player's card."""

import pytest
from django.contrib.messages import get_messages
from django.utils import timezone

from wk.phones.models import PlayerKey
from wk.phones.player_key_services import player_keys_for, revoke_player_key
from wk.phones.player_key_views import card_address
from wk.tournament.models import Entry

PAGE = "/t/wk-test/desk/1/card/"


@pytest.fixture
def entry(tournament) -> Entry:
    return tournament.entries.get(number=1)


def page_html(client):
    return client.get(PAGE, headers={"accept-language": "en"}).content.decode()


def test_clerks_see_the_code_and_the_director_changes_it(clerk_client, director_client, entry):
    answer = clerk_client.get(PAGE)
    assert answer.content.decode().count('class="qr"') == 1
    assert "no-store" in answer["Cache-Control"]
    assert answer["Referrer-Policy"] == "same-origin"
    key = PlayerKey.objects.get()
    assert (key.entry, key.revoked_at) == (entry, None)
    assert key.key not in answer.content.decode()  # only in the picture
    found = [f'action="{PAGE}' in page_html(client) for client in (clerk_client, director_client)]
    assert found == [False, True]


def test_a_code_is_taken_back_and_renewed(director_client, entry):
    key = player_keys_for(entries=[entry], now=timezone.now())[entry.pk]
    taken = director_client.post(f"{PAGE}take-back/")
    assert (taken.status_code, taken.url) == (302, PAGE)
    assert [each.level_tag for each in get_messages(taken.wsgi_request)] == ["success"]
    key.refresh_from_db()
    assert key.revoked_at is not None
    assert player_keys_for(entries=[entry], now=timezone.now()) == {}
    page = page_html(director_client)
    assert ('class="qr"' in page, "taken back" in page) == (False, True)
    director_client.post(f"{PAGE}renew/")
    renewed = PlayerKey.objects.get()
    assert (renewed.key != key.key, renewed.revoked_at) == (True, None)
    assert 'class="qr"' in page_html(director_client)


def test_a_code_that_was_never_made_can_be_taken_back(entry):
    assert [revoke_player_key(entry=entry, now=timezone.now()) for _again in (1, 2)] == [
        True,
        False,
    ]
    assert player_keys_for(entries=[entry], now=timezone.now()) == {}


def test_the_address_of_a_card_has_its_key_in_the_fragment_only(rf, entry):
    key = player_keys_for(entries=[entry], now=timezone.now())[entry.pk]
    page = "http://testserver/t/wk-test/card/1/"
    assert card_address(rf.get("/"), entry, key) == f"{page}#{key.key}"
    assert card_address(rf.get("/"), entry, None) == page


def test_a_player_who_left_has_no_code(clerk_client, entry):
    Entry.objects.filter(pk=entry.pk).update(withdrawn_after=0)
    page = page_html(clerk_client)
    assert ('class="qr"' in page, "his card opens nothing" in page) == (False, True)
    assert PlayerKey.objects.count() == 0


def test_the_page_is_for_officials_and_its_buttons_for_the_director(
    client, clerk_client, director_client, entry
):
    assert client.get(PAGE)["Location"].startswith("/login/")
    assert clerk_client.get(PAGE.replace("/1/", "/99/")).status_code == 404
    assert director_client.post(PAGE).status_code == 405
    for name in ("take-back", "renew"):
        path = f"{PAGE}{name}/"
        assert director_client.get(path).status_code == 405
        assert client.post(path)["Location"].startswith("/login/")
        assert clerk_client.post(path).status_code == 403
        assert director_client.post(path.replace("/1/", "/99/")).status_code == 404
    assert PlayerKey.objects.count() == 0


def test_the_desk_leads_to_the_code(clerk_client, entry):
    assert f'href="{PAGE}"' in clerk_client.get("/t/wk-test/desk/1/").content.decode()


def test_the_page_pins_its_number_of_queries(clerk_client, entry, django_assert_num_queries):
    page_html(clerk_client)
    with django_assert_num_queries(8):
        page_html(clerk_client)
