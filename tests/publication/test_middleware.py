"""Public pages, as readers get them from the kept ones."""

import datetime as dt
from threading import Barrier, Thread

import pytest
from django.test import Client
from django.utils import timezone

from tests.accounts.test_policy import ADDRESSES, ANYONE, ROUTES, filled_route
from tests.database import statements_sent
from tests.hall.clock.timed_rounds import start_clock
from tests.officials import logged_in
from tests.played import played
from wk.hall.announcements.services import announce
from wk.publication.addresses import PAGES, PAGES_WITH_PARTS, PAGES_WITH_PROGRESS
from wk.publication.kept_pages import key_of
from wk.scoreforms.services import Submission, hand_in
from wk.tournament.models import Entry, Round, Table

STANDINGS = "/t/wk-test/standings/"
pytestmark = [pytest.mark.usefixtures("kept_pages")]

# Public addresses without a kept page, and why.
NOT_KEPT = {
    "accounts:begin": "it has a form",
    "accounts:login": "it has a form",
    "accounts:login_code": "it has a form",
    "camera:phone": "it is for one phone of a clerk, and asks for a key",
    "choose_language": "it sets a cookie",
    "favicon.ico": "it redirects",
    "health": "it is true for one moment",
    "manifest": "it asks the database for nothing",
    "robots.txt": "it asks the database for nothing",
    "phones:phone": "it is the same file always, for one table",
    "phones:worker": "it is the same file always",
    "players:card": "it redirects",
    "players:kiosk": "it is for one device at the door, and asks for a key",
    "publication:changes": "it is made of one row",
    "standby:arrive": "it is for one browser, and shows what that one brings",
    "standby:term": "it is for the other laptop",
    "tournament:winner": "its answer is as long as the question",
}


@pytest.fixture
def phone(db) -> Client:
    """A reader without an account."""
    return Client(headers={"Accept-Language": "nl"})


def test_every_public_page_is_kept_or_has_a_reason_not_to_be():
    public = {name for name, methods in ADDRESSES.items() if methods.get("GET", 0) is ANYONE}
    assert PAGES | PAGES_WITH_PROGRESS | set(NOT_KEPT) == public
    assert (PAGES | PAGES_WITH_PROGRESS).isdisjoint(NOT_KEPT)


@pytest.mark.parametrize("name", sorted(PAGES | PAGES_WITH_PROGRESS))
def test_a_public_page_is_made_once(phone, tournament, director, name, kept_pages):
    address = filled_route(ROUTES[name], director)
    first = phone.get(address)
    with statements_sent() as sent:
        second = phone.get(address)
    assert len(sent) == 1  # the version
    assert first.status_code == second.status_code == 200
    assert first.content == second.content
    assert not first.cookies
    assert b"csrfmiddlewaretoken" not in first.content


@pytest.mark.parametrize("name", sorted(PAGES | PAGES_WITH_PROGRESS))
def test_only_pages_with_parts_are_made_again_for_an_open_page(
    phone, tournament, director, name, kept_pages
):
    address = filled_route(ROUTES[name], director)
    answers = []
    for headers in ({}, {"HX-Request": "true"}):
        kept_pages.clear()
        answers.append(phone.get(address, headers=headers).content)
    assert (answers[0] != answers[1]) is (name in PAGES_WITH_PARTS)
    with statements_sent() as sent:
        phone.get(address)
    assert (len(sent) == 1) is (name not in PAGES_WITH_PARTS)


def test_made_up_parameters_make_no_copies(phone, tournament, kept_pages):
    made_up = ["page=2", "sort=name", "show=play", "x=1"]
    pages = ["standings.csv", "figures/", "players/"]
    asked = {f"/t/wk-test/{page}?{query}": False for page in pages for query in made_up}
    asked |= {f"{STANDINGS}?{query}": query in made_up[:2] for query in made_up}
    assert {address: is_kept(phone.get(address), kept_pages) for address in asked} == asked


def is_kept(response, kept_pages):
    """Return whether an answer without an error is kept."""
    assert response.status_code == 200
    return key_of(response.wsgi_request.META) in kept_pages


def changes(director, clerk):
    table, now = Table.objects.get(number=1), timezone.now()
    tournament = table.round.tournament
    form = Submission(played(table, 1), clerk, now)
    return [
        (lambda: hand_in(table=table, submission=form), "5"),
        (lambda: Entry.objects.filter(name="Anna").update(name="Hanna"), "Hanna"),
        (
            lambda: announce(
                tournament=tournament, text="Soep", minutes=0, author=director, now=now
            ),
            "Soep",
        ),
        (lambda: Round.objects.update(withheld=Round.Withheld.ALL), "later bekendgemaakt"),
    ]


@pytest.mark.parametrize("which", range(4))
def test_a_reader_sees_each_change_at_once(phone, tournament, director, clerk, which):
    change, shown = changes(director, clerk)[which]
    before = phone.get(STANDINGS).content.decode()
    change()
    after = phone.get(STANDINGS).content.decode()
    assert after != before
    assert shown in after


def test_what_is_withheld_is_gone_at_once_in_every_language(phone, tournament, clerk):
    table = Table.objects.get(number=1)
    hand_in(table=table, submission=Submission(played(table, 1), clerk, timezone.now()))
    readers = [{"Accept-Language": code} for code in ("nl", "en")]
    points = {f"{seat.result.points}</td>" for seat in table.seats.all()}
    for reader in readers:
        page = phone.get(STANDINGS, headers=reader).content.decode()
        assert all(each in page for each in points)
    Round.objects.update(withheld=Round.Withheld.ALL)
    for reader in readers:
        page = phone.get(STANDINGS, headers=reader).content.decode()
        assert not any(each in page for each in points)


def test_an_official_gets_pages_of_his_own(phone, tournament, director):
    phone.get(STANDINGS)
    page = logged_in(director).get(STANDINGS)
    assert "dora" in page.content.decode()
    assert "dora" not in phone.get(STANDINGS).content.decode()


def test_a_page_in_another_language_is_another_page(phone, tournament):
    phone.get(STANDINGS)
    phone.get("/language/en/")
    assert "Standings" in phone.get(STANDINGS).content.decode()
    assert phone.get(STANDINGS)["Content-Language"] == "en"


@pytest.mark.parametrize(
    "headers",
    [
        {"Cookie": 'django_language="en"'},
        {"Cookie": "my-django_language=en"},
        {"Cookie": "django_language=nl; django_language=en"},
        {"Accept-Language": f"{'xx,' * 70}en"},
    ],
)
def test_no_header_changes_the_language_of_others(tournament, headers):
    Client().get(STANDINGS, headers={"Accept-Language": "nl", **headers})
    for language in ("nl", "en"):
        page = Client().get(STANDINGS, headers={"Accept-Language": language})
        assert f'<html lang="{language}"' in page.content.decode()


def test_a_search_is_made_for_each_reader(phone, tournament, kept_pages):
    assert "Anna" in phone.get(STANDINGS, {"q": "anna"}).content.decode()
    assert "ETag" not in phone.get(STANDINGS, {"q": "anna"})
    assert "ETag" in phone.get(STANDINGS, {"sort": "name"})


@pytest.mark.parametrize("address", ["/t/nergens/standings/", "/t/wk-test/rounds/9/"])
def test_a_page_that_is_not_there_is_not_kept(phone, tournament, address):
    for _ in range(2):
        answer = phone.get(address)
        assert (answer.status_code, "ETag" in answer) == (404, False)


def test_a_draw_shows_once_it_is_public(phone, tournament):
    Round.objects.update(state=Round.State.DRAWN)
    assert phone.get("/t/wk-test/rounds/1/").status_code == 404
    Round.objects.update(state=Round.State.CONFIRMED)
    assert phone.get("/t/wk-test/rounds/1/").status_code == 200
    Round.objects.update(state=Round.State.DRAWN)
    assert phone.get("/t/wk-test/rounds/1/").status_code == 404


def test_a_page_ends_with_its_clock(phone, tournament, kept_pages):
    """Ten minutes before the end of the round the page has other words."""
    began = timezone.now() - dt.timedelta(minutes=64, seconds=30)
    start_clock(tournament, began=began)  # 75 minutes
    phone.get(STANDINGS)
    (page,) = kept_pages._pages.values()
    assert 20 < page.ends - page.made <= 30


def test_a_reader_waits_for_the_page_that_another_one_makes(tournament, kept_pages):
    """It is made once, as nobody may have the place of the maker meanwhile."""
    key = ("/", "", "nl", False, "http", "", "testserver")
    begun, order = Barrier(2), []

    def wait():
        begun.wait()
        with kept_pages.making(key):
            order.append("second")

    second = Thread(target=wait)
    with kept_pages.making(key):
        second.start()
        begun.wait()
        second.join(timeout=0.2)
        order.append("first")
    second.join()
    assert order == ["first", "second"]
