"""The phone of a table sends a photo of its paper form, and hears what became of it."""

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.camera.scans.made_pages import SCANS, jpeg
from tests.phones.phone_requests import key_of, post_to_phone
from wk.camera import extras
from wk.camera.cannot_read import WORDS, Why
from wk.camera.scans import forms, incoming, table_views
from wk.scoreforms.models import ScanPage, ScanPile
from wk.tournament.models import Round, Table, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(tournament):
    cache.clear()  # of the requests of other tests
    return Table.objects.get(number=2)


@pytest.fixture
def phone():
    """A phone: a client without a login, which checks CSRF tokens."""
    return Client(enforce_csrf_checks=True)


def sent(phone, table, content=None):
    photo = SimpleUploadedFile("IMG_1.jpg", jpeg() if content is None else content)
    return post_to_phone(phone, "photo", {"key": key_of(table), "photo": photo})


def asked(phone, table):
    return post_to_phone(phone, "photo", {"key": key_of(table)})


def code_of(answer):
    return answer.status_code, answer.json().get("code")


def test_a_photo_comes_in_with_its_table_and_once(phone, table):
    assert asked(phone, table).json() == {"waiting": 0, "last": None}
    for _press in range(2):
        assert sent(phone, table).json() == {"waiting": 1, "last": None}
    pile = ScanPile.objects.get()
    assert (pile.table, pile.source, pile.author) == (table, ScanPile.Source.TABLE, None)
    assert pile.tournament == table.round.tournament


def test_the_table_hears_what_became_of_its_last_photo(phone, table):
    sent(phone, table)
    pile = ScanPile.objects.get()
    ScanPile.objects.update(page_count=1)
    pile.pages.create(number=1, state=ScanPage.State.REFUSED, why="no-code")
    answer = phone.post("/phone/photo/", {"key": key_of(table)}, headers={"accept-language": "en"})
    why = str(WORDS[Why.NO_CODE])
    assert answer.json() == {"waiting": 0, "last": {"isRead": False, "why": why}}
    pile.pages.update(state=ScanPage.State.READ, why="")
    assert asked(phone, table).json() == {"waiting": 0, "last": {"isRead": True, "why": ""}}


def test_a_table_is_told_nothing_that_only_an_official_can_do(phone, table):
    sent(phone, table)
    pile = ScanPile.objects.get()
    pile.pages.create(number=1, state=ScanPage.State.REFUSED, why="twice")
    answer = phone.post("/phone/photo/", {"key": key_of(table)}, headers={"accept-language": "en"})
    why = "The same sheet was read before. Bring the paper to the office."
    assert answer.json()["last"]["why"] == why


def test_the_list_names_the_table_and_offers_it_where_no_code_was_found(
    phone, table, clerk_client, english
):
    sent(phone, table)
    pile = ScanPile.objects.get()
    page = pile.pages.create(
        number=1,
        state=ScanPage.State.REFUSED,
        why="no-code",
        picture=jpeg(),
        width=400,
        height=300,
    )
    ScanPile.objects.update(page_count=1)
    shown = clerk_client.get(SCANS).content.decode()
    assert "photo by table 2" in shown
    assert "IMG_1.jpg" not in shown
    assert f'<input id="table-{page.pk}" name="table"' in shown
    assert 'value="2"' in shown
    answer = clerk_client.post(f"{SCANS}{page.pk}/type/", {"table": "2"})
    assert answer.url == "/t/wk-test/forms/1/2/"


@pytest.mark.parametrize(
    ("state", "code"), [("confirmed", "early"), ("closed", "closed"), ("final", "closed")]
)
def test_only_an_open_round_takes_photos(phone, table, state, code):
    Round.objects.update(state=state)
    assert code_of(sent(phone, table)) == (409, code)
    assert not ScanPile.objects.exists()


def test_only_the_key_of_a_table_sends_photos(phone, table, clerk_client):
    photo = SimpleUploadedFile("IMG_1.jpg", jpeg())
    for client in (phone, clerk_client):
        answer = post_to_phone(client, "photo", {"key": "A" * 24, "photo": photo})
        assert code_of(answer) == (404, "unknown")
    assert phone.get("/phone/photo/").status_code == 405
    Tournament.objects.update(phones=Tournament.Phones.OFF)
    assert code_of(sent(phone, table)) == (403, "off")
    assert not ScanPile.objects.exists()


@pytest.mark.parametrize("content", [b"", b"text", b"%PDF-1.7", b"II*\0"])
def test_what_is_no_photo_is_refused(phone, table, content):
    assert code_of(sent(phone, table, content)) == (400, "unreadable")
    assert not ScanPile.objects.exists()


def test_a_photo_that_is_too_large_is_refused(phone, table, monkeypatch):
    monkeypatch.setattr(forms, "MOST_PHOTO_BYTES", 100)
    assert code_of(sent(phone, table)) == (400, "unreadable")
    large = b"\xff\xd8\xff" + bytes(table_views.MOST_BODY)
    assert code_of(sent(phone, table, large)) == (413, "large")
    assert not ScanPile.objects.exists()


def test_a_table_sends_no_more_than_so_many(phone, table, monkeypatch):
    monkeypatch.setattr(incoming, "MOST_OF_TABLE", 1)
    sent(phone, table)
    assert code_of(sent(phone, table, jpeg(colour=1))) == (409, "refused")
    assert sent(phone, Table.objects.get(number=1), jpeg(colour=1)).status_code == 200
    assert ScanPile.objects.count() == 2


def test_a_phone_that_asks_very_often_waits(phone, table, monkeypatch):
    monkeypatch.setattr(table_views, "MOST_A_MINUTE", 1)
    assert [asked(phone, table).status_code for _time in range(2)] == [200, 429]


def test_without_the_libraries_nothing_is_taken(phone, table, monkeypatch):
    monkeypatch.setattr(extras, "LIBRARIES", ("no_such_library",))
    assert code_of(sent(phone, table)) == (409, "unread")
    assert not ScanPile.objects.exists()


def test_it_takes_a_fixed_number_of_queries(phone, table, django_assert_max_num_queries):
    for colour in (1, 2, 3):
        sent(phone, table, jpeg(colour=colour))
    data = {"key": key_of(table)}
    with django_assert_max_num_queries(5):
        post_to_phone(phone, "photo", data)
