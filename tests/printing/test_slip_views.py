"""The pages on which directors make slips."""

import datetime as dt
import re
from html import unescape

import pytest
from django.utils import timezone

from wk.accounts import slips
from wk.accounts.lasting import Lasting, end_of
from wk.accounts.models import User
from wk.core.hall_access import open_to_hall
from wk.phones.keys import qr_svg
from wk.printing.slip_views import nearest_tournament
from wk.tournament.services import create_tournament

NEW = "/accounts/slip/"
CODE = re.compile(r"[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}")


@pytest.fixture(autouse=True)
def _english(settings):
    settings.LANGUAGE_CODE = "en"


def text(response) -> str:
    return unescape(" ".join(response.content.decode().split()))


def press(client, address: str = NEW, **typed):
    """Open the page, and press its button with what is typed."""
    offer = client.get(address).context["form"]["offer"].value()
    return client.post(address, {"offer": offer, "lasting": "today", **typed})


def test_pages_of_slips_need_a_director_and_the_right_method(
    client, clerk_client, director_client, clerk
):
    for address in (NEW, f"/accounts/{clerk.pk}/slip/"):
        assert client.get(address).headers["Location"] == f"/login/?next={address}"
        assert clerk_client.get(address).status_code == 403
        assert clerk_client.post(address).status_code == 403
        assert director_client.put(address).status_code == 405
    assert director_client.get("/accounts/999/slip/").status_code == 404


def test_a_slip_shows_name_address_code_and_its_qr_once(director_client, client, tournament):
    response = press(director_client, username="  Eva  van Dam ")
    made = User.objects.get(username="Eva van Dam")
    assert (response.status_code, response["Cache-Control"]) == (200, "no-store")
    slip = response.context["slip"]
    assert CODE.findall(text(response)) == [slip.code]
    address = "http://testserver/login/"
    assert address in text(response)
    assert qr_svg(f"{address}#name=Eva+van+Dam&code={slip.letters}") in response.content.decode()
    assert "WK Test" in text(response)
    assert (made.has_slip, made.ends_at) == (True, end_of(Lasting.TODAY, timezone.now()))
    login = {"username": "Eva van Dam", "password": slip.code}
    assert client.post("/login/", login).status_code == 302
    for page in (NEW, "/accounts/", f"/accounts/{made.pk}/", f"/accounts/{made.pk}/slip/"):
        assert CODE.findall(text(director_client.get(page))) == []


def test_the_same_press_again_shows_the_same_slip(director_client):
    offer = director_client.get(NEW).context["form"]["offer"].value()
    sent = {"offer": offer, "lasting": "open", "username": "Eva"}
    codes = [director_client.post(NEW, sent).context["slip"].code for _time in range(2)]
    assert codes[0] == codes[1]
    assert User.objects.filter(username="Eva", ends_at=None).count() == 1


def test_a_slip_that_is_not_valid_is_refused_at_the_field(director_client, clerk):
    offer = slips.offer()
    for changed, errors in [
        ({"username": "KEES"}, {"username": ["There is an account with this name already."]}),
        ({"username": ""}, {"username": ["This field is required."]}),
        (
            {"username": "E\u200bva"},
            {"username": ["This text has characters that cannot be shown."]},
        ),
        (
            {"lasting": "ever"},
            {"lasting": ["Select a valid choice. ever is not one of the available choices."]},
        ),
        ({"offer": ""}, {"offer": ["This page is too old. Press the button once more."]}),
        ({"offer": "x"}, {"offer": ["This page is too old. Press the button once more."]}),
    ]:
        sent = {"offer": offer, "lasting": "today", "username": "Eva"} | changed
        response = director_client.post(NEW, sent)
        assert (response.status_code, response.context["form"].errors) == (200, errors)
        assert slips.is_offer(response.context["form"]["offer"].value())
    assert set(User.objects.values_list("username", flat=True)) == {"dora", "kees"}


def test_a_taken_name_leads_to_the_account_that_has_it(director_client, director, clerk):
    def leads(name: str, way: str) -> bool:
        page = text(press(director_client, username=name))
        return f'href="{way}"' in page

    renewed, changed = f"/accounts/{clerk.pk}/slip/", f"/accounts/{clerk.pk}/"
    assert (leads("KEES", renewed), leads("Eva", renewed)) == (True, False)
    assert leads("dora", f"/accounts/{director.pk}/")
    User.objects.filter(pk=clerk.pk).update(is_active=False)
    assert (leads("kees", renewed), leads("kees", changed)) == (False, True)


def test_a_new_slip_ends_the_sessions_and_the_slip_of_before(
    director_client, clerk_client, client, clerk
):
    address = f"/accounts/{clerk.pk}/slip/"
    first, second = (press(director_client, address).context["slip"] for _time in range(2))
    assert clerk_client.get("/password/").status_code == 302
    login = {"username": "kees", "password": first.code}
    assert client.post("/login/", login).status_code == 200
    assert client.post("/login/", login | {"password": second.code}).status_code == 302


def test_a_director_has_no_slip(director_client, director):
    response = press(director_client, f"/accounts/{director.pk}/slip/")
    assert response.context["form"].non_field_errors() == [
        "Only a clerk whose account is open can have a slip."
    ]
    director.refresh_from_db()
    assert not director.has_slip


def test_no_slip_is_made_by_accident_that_other_devices_cannot_open(director_client, network):
    director_client.defaults["HTTP_HOST"] = "localhost"
    page = director_client.get(NEW).content.decode()
    assert 'href="/in-the-hall/?slip=new"' in page
    refused = press(director_client, username="Eva")
    assert list(refused.context["form"].errors) == ["is_here"]
    assert not User.objects.filter(username="Eva").exists()
    made = press(director_client, username="Eva", is_here="on")
    assert "The code works at this computer alone." in text(made)
    eva = User.objects.get(username="Eva")
    again = f"/accounts/{eva.pk}/slip/"
    assert f'href="/in-the-hall/?slip={eva.pk}"' in director_client.get(again).content.decode()
    assert list(press(director_client, again).context["form"].errors) == ["is_here"]


def test_a_slip_takes_the_address_in_the_hall_wherever_it_is_made(director_client, network):
    open_to_hall("192.168.1.10")
    director_client.defaults["HTTP_HOST"] = "localhost:8000"
    page = director_client.get(NEW)
    assert "is_here" not in page.context["form"].fields
    assert "/in-the-hall/?slip" not in page.content.decode()
    assert "http://192.168.1.10:8000/login/" in text(press(director_client, username="Eva"))


@pytest.mark.django_db
def test_a_slip_names_the_tournament_nearest_to_today():
    today = dt.date(2026, 11, 21)
    assert nearest_tournament(today) == ""
    create_tournament(name="Oefenen", slug="oefen", date=today)
    assert nearest_tournament(today) == "Oefenen"
    for name, slug, days in [("WK 2025", "wk-2025", -364), ("WK 2026", "wk-2026", 1)]:
        create_tournament(name=name, slug=slug, date=today + dt.timedelta(days=days))
    assert nearest_tournament(today) == "WK 2026"
