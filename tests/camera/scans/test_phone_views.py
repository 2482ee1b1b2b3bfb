"""A clerk's own phone sends photos in with a code from the screen, and opens nothing else."""

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.camera.scans.made_pages import SCANS, jpeg
from tests.officials import logged_in
from wk.accounts.models import User
from wk.camera import extras
from wk.camera.scans import phone_keys, phone_views
from wk.camera.scans.phone_keys import holder_of, key_for
from wk.scoreforms.models import ScanPage, ScanPile
from wk.tournament.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]


@pytest.fixture
def address(tournament, clerk, clerk_client):
    return address_of(tournament, clerk, clerk_client)


def address_of(tournament, clerk, logged_in):
    return f"{SCANS}phone/{key_for(clerk, tournament, logged_in.session.session_key)}/"


def photo(data=None):
    return {"sheets": [SimpleUploadedFile("IMG_1.jpg", data or jpeg())]}


def text_of(answer):
    return " ".join(answer.content.decode().split())


def test_the_code_on_the_screen_opens_the_page_of_the_phone(tournament, clerk, clerk_client):
    shown = clerk_client.get(f"{SCANS}phone/")
    assert shown.content.count(b"<svg") >= 1
    key = key_for(clerk, tournament, clerk_client.session.session_key)
    assert holder_of(key, tournament) == clerk


def test_a_photo_of_the_phone_comes_in_under_the_name_of_the_clerk(
    tournament, clerk, client, address
):
    answer = client.post(address, photo())
    assert "1 photo is in and safe." in text_of(answer)
    assert "1 photo is being read" in text_of(answer)
    pile = ScanPile.objects.get()
    assert (pile.author, pile.source, pile.tournament) == (clerk, "phone", tournament)
    assert "What came before is not read again." in text_of(client.post(address, photo()))
    assert ScanPile.objects.count() == 1


def test_the_phone_hears_what_became_of_its_photos(tournament, clerk, client, address):
    client.post(address, photo())
    pile = ScanPile.objects.get()
    pile.pages.create(number=1, state=ScanPage.State.READ, told_round=1, told_table=2)
    pile.pages.create(number=2, state=ScanPage.State.REFUSED, why="blurred")
    ScanPile.objects.update(page_count=2)
    shown = text_of(client.get(address))
    assert "Table 2" in shown
    assert "Too little of the writing can be told: it is blurred or dark." in shown
    assert "being read" not in shown


def test_the_page_sets_no_cookie_and_is_stored_nowhere(client, address):
    answer = client.get(address)
    assert answer.cookies == {}
    assert "no-store" in answer["Cache-Control"]
    assert answer["Referrer-Policy"] == "no-referrer"


def test_what_is_no_photo_is_told(client, address):
    assert "IMG_1.jpg: It is no photo" in text_of(client.post(address, photo(b"text")))
    assert "Choose photos or scans first." in text_of(client.post(address, {}))
    assert not ScanPile.objects.exists()


@pytest.mark.parametrize("change", ["password", "closed", "other", "old", "forged"])
def test_a_key_that_has_ended_opens_nothing(
    tournament, clerk, client, address, change, monkeypatch
):
    if change == "password":
        clerk.set_password("een-ander-woord")
        clerk.save()
    elif change == "closed":
        User.objects.update(is_active=False)
    elif change == "other":
        Tournament.objects.create(name="Other", slug="other", date=tournament.date)
        address = address.replace("wk-test", "other")
    elif change == "old":
        monkeypatch.setattr(phone_keys, "MAX_AGE", -1)
    else:
        address = f"{SCANS}phone/no-key/"
    for answer in (client.get(address), client.post(address, photo())):
        assert answer.status_code == 404
        assert "This code opens nothing any more" in text_of(answer)
    assert not ScanPile.objects.exists()


def test_a_phone_ends_with_the_session_that_showed_its_code(
    tournament, clerk, clerk_client, client
):
    other = logged_in(clerk)
    lost, kept = (address_of(tournament, clerk, each) for each in (clerk_client, other))
    assert clerk_client.session.session_key not in lost
    clerk_client.post("/logout/")
    assert client.post(lost, photo()).status_code == 404
    assert client.post(kept, photo()).status_code == 200


def test_a_phone_that_asks_very_often_waits(client, address, monkeypatch):
    cache.clear()  # of the requests of other tests
    monkeypatch.setattr(phone_views, "MOST_A_MINUTE", 1)
    assert [client.get(address).status_code for _time in range(2)] == [200, 429]


def test_without_the_libraries_nothing_is_taken(client, address, monkeypatch):
    monkeypatch.setattr(extras, "LIBRARIES", ("no_such_library",))
    assert "This computer cannot read photos yet." in text_of(client.post(address, photo()))
    assert not ScanPile.objects.exists()


def test_other_methods_are_refused(client, address):
    assert client.delete(address).status_code == 405
