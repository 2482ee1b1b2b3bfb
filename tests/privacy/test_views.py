"""The page of a person: who may read the name, and taking it out."""

import pytest
from django.contrib.messages import get_messages
from django.test import Client

from tests.officials import logged_in, session_of
from tests.privacy.conftest import NAME, NUMBER, SHORT, rare_person
from wk.accounts.models import User
from wk.auditlog.models import AuditLogEntry

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("hall")]

PAGE = f"/t/wk-test/desk/{NUMBER}/privacy/"
DESK = f"/t/wk-test/desk/{NUMBER}/"
ENGLISH = {"HTTP_ACCEPT_LANGUAGE": "en"}
SURE = {"reason": "Asked for", "is_sure": "on"}


@pytest.fixture
def dora():
    client = logged_in(User.objects.get(username="dora"))
    client.defaults |= ENGLISH
    return client


@pytest.fixture
def kees():
    client = logged_in(User.objects.get(username="kees"))
    client.defaults |= ENGLISH
    return client


def told(response):
    return [str(message) for message in get_messages(response.wsgi_request)]


def test_the_page_tells_what_can_be_done(dora):
    html = dora.get(PAGE).content.decode()
    assert f"Show {SHORT} from now on" in html
    assert "1 photo of a form goes" in html
    assert "WK 2025" in html
    assert "WK 2026" in html
    assert f'href="{PAGE}"' in dora.get(DESK).content.decode()


def test_the_page_takes_few_queries(dora, django_assert_num_queries):
    with django_assert_num_queries(6):
        dora.get(PAGE)


def test_a_name_is_shown_by_initials_and_again(dora):
    done = dora.post(f"{PAGE}initials/", {"reason": "Asked for"})
    assert (done.status_code, done.url) == (302, PAGE)
    assert told(done) == ["Everybody reads only the initials from now on."]
    html = dora.get(PAGE).content.decode()
    assert SHORT in html
    assert NAME in html
    desk = dora.get(DESK).content.decode()
    assert f"everybody else reads {SHORT}" in desk
    assert f"<h1>{NUMBER} {NAME}</h1>" in desk
    again = dora.post(f"{PAGE}full/", {"reason": "Asked again"})
    assert told(again)[-1] == "Everybody reads the name again."
    assert rare_person().name == NAME


def test_the_desk_of_a_clerk_knows_the_name_but_has_no_such_page(dora, kees):
    dora.post(f"{PAGE}initials/", {"reason": "Asked for"})
    desk = kees.get(DESK).content.decode()
    assert NAME in desk
    assert PAGE not in desk
    assert NAME in kees.get("/t/wk-test/desk/?q=xanthoven").content.decode()


def test_a_person_is_taken_out(dora):
    done = dora.post(f"{PAGE}take-out/", SURE)
    assert (done.status_code, done.url) == (302, PAGE)
    assert told(done) == ["Nothing tells any more who this was. All ranks are as before."]
    html = dora.get(PAGE).content.decode()
    assert NAME not in html
    assert "Player 3" in html
    refused = dora.post(f"{PAGE}initials/", {"reason": "Asked for"})
    assert told(refused)[-1] == (
        "This person has been taken out: nothing is known of him any more."
    )


@pytest.mark.parametrize(
    ("address", "typed"),
    [("initials/", {}), ("full/", {"reason": ""}), ("take-out/", {"reason": "Asked for"})],
)
def test_without_a_reason_or_without_being_sure_nothing_happens(dora, address, typed):
    before = AuditLogEntry.objects.count()
    response = dora.post(f"{PAGE}{address}", typed)
    assert response.status_code == 200
    assert "Something is not right yet" in response.content.decode()
    assert rare_person().name == NAME
    assert AuditLogEntry.objects.count() == before


@pytest.mark.parametrize("address", ["initials/", "full/", "take-out/"])
def test_only_a_director_and_only_by_a_button(dora, kees, client, address):
    assert kees.post(f"{PAGE}{address}", SURE).status_code == 403
    assert client.post(f"{PAGE}{address}", SURE).url.startswith("/login/")
    assert dora.get(f"{PAGE}{address}").status_code == 405
    assert dora.post(f"/t/wk-test/desk/99/privacy/{address}", SURE).status_code == 404
    assert rare_person().name == NAME


@pytest.mark.parametrize("address", ["initials/", "full/", "take-out/"])
def test_a_clerk_is_refused_with_the_token_of_his_own_page_too(address):
    answers = {}
    for name in ("kees", "dora"):
        client = Client(enforce_csrf_checks=True)
        cookie, key = session_of(User.objects.get(username=name))
        client.cookies[cookie] = key
        assert client.post(f"{PAGE}{address}", SURE).status_code == 403  # without a token
        client.get(DESK)
        token = {"csrfmiddlewaretoken": client.cookies["csrftoken"].value}
        answers[name] = client.post(f"{PAGE}{address}", SURE | token).status_code
    assert answers == {"kees": 403, "dora": 302}


def test_the_page_is_for_directors(kees, client):
    assert kees.get(PAGE).status_code == 403
    assert client.get(PAGE).status_code == 302
