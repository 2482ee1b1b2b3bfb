"""The page of all changes, and its button that verifies them."""

import pytest
from django.db import connection
from django.utils.timezone import localtime

from tests.chain.conftest import day, empty_database  # noqa: F401 - fixtures
from tests.officials import logged_in
from wk.accounts.models import User
from wk.chain.models import Head, Link
from wk.core.hashing import short
from wk.hall.models import Announcement
from wk.tournament.models import Tournament

PAGE, VERIFY = "/changes/", "/changes/verify/"


@pytest.fixture
def dora(day):  # noqa: F811
    client = logged_in(User.objects.get(username="dora"))
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def shown(page):
    return [
        (each.author, each.address, each.task, each.said, each.changed)
        for each in page.context["occasions"]
    ]


def test_a_change_is_told_with_who_where_and_what(dora):
    dora.post("/t/wk-test/hall/announcements/", {"text": "Koffie", "minutes": "15"})
    assert shown(dora.get(PAGE))[0] == (
        "dora",
        "127.0.0.1",
        "Announcements",
        (),
        ("announcement Koffie added",),
    )


def test_an_act_with_a_line_in_the_log_has_its_sentence(dora):
    dora.post("/t/wk-test/desk/17/leave/")
    (author, _address, task, said, changed) = shown(dora.get(PAGE))[0]
    assert (author, task) == ("dora", "Desk: stop a player")
    assert said == ("17 Speler 17 has left after round 2.",)
    assert changed == ("player 17 Speler 17: left after round: – → 2",)


def test_a_value_is_told_as_the_pages_say_it(dora):
    address = "/t/wk-test/hall/announcements/"
    dora.post(address, {"text": "Koffie", "minutes": "15"})
    made = Announcement.objects.get()
    dora.post(f"{address}{made.pk}/back/")
    taken_back = Announcement.objects.get()
    before, after = (f"{localtime(each.ends_at):%H:%M:%S}" for each in (made, taken_back))
    (_author, _address, _task, _said, changed) = shown(dora.get(PAGE))[0]
    assert changed == (f"announcement Koffie: ends at: {before} → {after}",)


def test_a_row_that_is_gone_is_named_as_it_was(dora):
    Tournament.objects.get().rounds.filter(number=2).delete()
    changed = [text for *_rest, changed in shown(dora.get(PAGE)) for text in changed]
    assert changed[0] == ("result (seat 1 (table 1 (round 2)) (14 Speler 14)) removed")


def test_the_page_is_filtered_by_tournament_and_kind(dora):
    dora.post("/t/wk-test/hall/announcements/", {"text": "Koffie", "minutes": "15"})
    dora.post("/t/wk-test/desk/17/leave/")
    tasks = [task for _who, _at, task, *_ in shown(dora.get(f"{PAGE}?about=wk-test&kind=hall"))]
    assert tasks == ["Announcements"]


@pytest.mark.parametrize(
    ("asked", "only", "back"),
    [
        ("", "", "/"),
        ("?kind=accounts", "Accounts", "/accounts/"),
        ("?kind=forms", "Forms", "/"),
        ("?about=wk-test", "WK Test", "/t/wk-test/log/"),
        ("?about=wk-test&kind=hall", "WK Test: Hall and prizes", "/t/wk-test/log/"),
    ],
)
def test_a_filtered_page_says_so_and_leads_back(dora, asked, only, back):
    page = dora.get(f"{PAGE}{asked}")
    html = page.content.decode()
    assert page.context["form"].only == only
    assert (f"Only this is shown: {only}." in html) == bool(only)
    assert (f'<a href="{PAGE}">Show all changes</a>' in html) == bool(only)
    assert f'<a class="back" href="{back}">' in html


def test_the_proof_on_a_paper_is_found(dora):
    link = Link.objects.get(number=20)
    found = dora.get(PAGE, {"hash": short(link.hash).lower()}).context["found"]
    assert found == link
    groups = " ".join(link.hash[at : at + 4].upper() for at in range(0, 64, 4))
    for whole in (link.hash, groups):
        assert dora.get(PAGE, {"hash": whole}).context["found"] == link
    assert dora.get(PAGE, {"hash": link.hash[:-1] + "x"}).context["found"] is None
    assert dora.get(PAGE, {"hash": "0000 0000 0000 0000"}).context["found"] is None
    assert dora.get(PAGE, {"hash": "0000"}).context["found"] is None


def test_the_button_says_that_everything_fits(dora):
    page = dora.post(VERIFY)
    assert page.status_code == 200
    assert page.context["report"].misfit is None
    assert "Everything fits." in page.content.decode()
    assert short(Head.objects.get().hash) in page.content.decode()


def test_the_button_says_what_does_not_fit(dora):
    with connection.cursor() as cursor:
        cursor.execute("UPDATE tournament_entry SET club = 'Troef' WHERE number = 7")
    page = dora.post(VERIFY).content.decode()
    assert (
        "This was changed outside Card champion: player 7 Speler 7: club: De Slag → Troef." in page
    )
    assert "Changed outside Card champion" in page


def test_a_text_of_no_row_does_not_close_the_page(dora):
    dora.post("/t/wk-test/desk/17/leave/")
    with connection.cursor() as cursor:
        cursor.execute("UPDATE chain_link SET after = 'nonsense', before = '[1]'")
    assert dora.get(PAGE).status_code == 200


@pytest.mark.parametrize(("address", "method"), [(PAGE, "post"), (VERIFY, "get")])
def test_a_wrong_method_is_refused(dora, address, method):
    assert getattr(dora, method)(address).status_code == 405


@pytest.mark.parametrize(("address", "method"), [(PAGE, "get"), (VERIFY, "post")])
def test_a_clerk_is_refused(dora, address, method):
    clerk = logged_in(User.objects.get(username="kees"))
    assert getattr(clerk, method)(address).status_code == 403


def test_a_wrong_query_shows_everything(dora):
    assert len(shown(dora.get(f"{PAGE}?kind=nonsense&page=x"))) == len(shown(dora.get(PAGE)))


def test_the_number_of_queries_does_not_grow(dora, django_assert_max_num_queries):
    dora.get(PAGE)
    with django_assert_max_num_queries(20):
        dora.get(PAGE)
