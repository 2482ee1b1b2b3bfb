"""The page of all changes, and its button that verifies them."""

import re

import pytest
from django.db import connection
from django.utils.timezone import localtime

from tests.chain.conftest import day, empty_database  # noqa: F401 - fixtures
from tests.officials import logged_in
from wk.accounts.models import User
from wk.auditlog.changes.tries import try_words
from wk.chain.models import Head, Link
from wk.core.hashing import short
from wk.hall.models import Announcement
from wk.tournament.models import Tournament

PAGE, VERIFY, ONE = "/changes/", "/changes/verify/", "/changes/20/"


@pytest.fixture
def dora(day):  # noqa: F811
    client = logged_in(User.objects.get(username="dora"))
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def shown(page):
    return [
        (each.author, each.device, each.task, each.said, each.changed)
        for each in page.context["occasions"]
    ]


def test_a_change_is_told_with_who_where_and_what(dora):
    dora.post("/t/wk-test/hall/announcements/", {"text": "Koffie", "minutes": "15"})
    assert shown(dora.get(PAGE))[0] == (
        "dora",
        "this computer",
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
    dora.post(address, {"text": "Koffie", "minutes": "0"})
    made = Announcement.objects.get()
    dora.post(f"{address}{made.pk}/back/")
    ended = f"{localtime(Announcement.objects.get().ends_at):%H:%M:%S}"
    (_author, _address, _task, _said, changed) = shown(dora.get(PAGE))[0]
    assert changed == (f"announcement Koffie: ends at: – → {ended}",)


def test_a_row_that_is_gone_is_named_as_it_was(dora):
    Tournament.objects.get().rounds.filter(number=2).delete()
    changed = [text for *_rest, changed in shown(dora.get(PAGE)) for text in changed]
    assert re.fullmatch(
        r"result of \d+ Speler \d+, round 2, table \d removed: \d+ points", changed[0]
    )


def test_the_page_is_filtered_by_tournament_and_kind(dora):
    dora.post("/t/wk-test/hall/announcements/", {"text": "Koffie", "minutes": "15"})
    dora.post("/t/wk-test/desk/17/leave/")
    tasks = [task for _who, _at, task, *_ in shown(dora.get(f"{PAGE}?about=wk-test&kind=hall"))]
    assert tasks == ["Announcements"]


def test_an_occasion_is_whole_under_every_filter(dora):
    dora.post("/t/wk-test/wall/control/", {"screen": "1", "scene": "curtain"})
    everything, alone = (
        dora.get(f"{PAGE}?kind={kind}").context["occasions"][0] for kind in ("", "hall")
    )
    assert alone == everything
    assert everything.said == ("Screen 1 is held on: Curtain.",)
    assert everything.changed == ("screen 1: held",)
    assert everything.number == everything.first + 1


def test_an_entry_names_its_tournament_where_all_are_listed(dora):
    dora.post("/t/wk-test/desk/17/leave/")
    everything = dora.get(PAGE)
    assert everything.context["occasions"][0].tournament == "WK Test"
    assert "· WK Test" in everything.content.decode()
    assert "· WK Test" not in dora.get(f"{PAGE}?about=wk-test").content.decode()


def test_players_are_told_before_the_persons_who_they_are(dora):
    dora.post("/t/wk-test/desk/late/", {"name": "Zus Oranje"})
    added = next(each for each in shown(dora.get(PAGE)) if each[4])[4]
    assert [words.partition("Zus")[0] for words in added] == [
        "player 19 ",
        "person (of all editions) ",
    ]


def test_what_is_left_out_can_be_opened(dora):
    Tournament.objects.get().rounds.filter(number=2).delete()
    group = next(each for each in dora.get(PAGE).context["occasions"] if each.more)
    assert f'<a href="/changes/{group.number}/"' in dora.get(PAGE).content.decode()
    page = dora.get(f"/changes/{group.first}/")
    lines = page.context["lines"]
    assert len(lines) == group.all
    assert tuple(lines[: len(group.changed)]) == group.changed
    assert dora.get("/changes/999999/").status_code == 404


def test_a_file_that_was_downloaded_is_told_with_its_mark(dora):
    dora.get("/t/wk-test/archive.json")
    (said,) = shown(dora.get(PAGE))[0][3]
    mark = r"(?:[0-9A-F]{4} ){3}[0-9A-F]{4}"
    assert re.fullmatch(rf"This was downloaded: wk-test\.json \(mark of the file: {mark}\)\.", said)


REFUSED = [
    ("refused", "GET tournament:edit", "fenna", "fenna wanted to open “Settings”."),
    ("refused", "POST rounds:start", "fenna", "fenna pressed a button of “Start a round”."),
    ("refused", "POST scoreforms:present", "", "A page was still open that had been logged out"),
    ("refused", "POST accounts:login", "", "Somebody tried to log in too often"),
    ("forged", "sessionid GET scoreforms:photos", "", "A page was still open that had been logged"),
    ("forged", "csrfmiddlewaretoken POST rounds:start", "", "A button of a page that was too old"),
    ("forged", "key POST players:kiosk", "", "Somebody used an address of the kiosk"),
    ("forged", "key POST phones:save", "", "Somebody used a code that does not hold"),
    ("forged", "device POST accounts:login", "", "A browser brought a mark along"),
    ("refused", "", "", "A page was still open that had been logged out"),
]


@pytest.mark.parametrize(("kind", "about", "author", "words"), REFUSED)
def test_a_refused_try_is_told_in_words(english, kind, about, author, words):
    told = try_words(kind, about, author)
    assert told.startswith(words)
    assert [part for part in about.split() if part in told] == []


@pytest.mark.parametrize(("count", "words"), [(1, "tried to"), (3, "tried 3 times to")])
def test_tries_to_take_over_are_counted(english, count, words):
    told = try_words("refused", f"{count} POST standby:take_over", "")
    assert told == (
        f"Somebody {words} take over at the second laptop, with a wrong password or code."
    )


def test_a_refused_page_is_named(dora):
    logged_in(User.objects.get(username="kees")).get("/t/wk-test/edit/")
    (author, _device, task, said, _changed) = shown(dora.get(f"{PAGE}?kind=logins"))[0]
    assert (author, task) == ("kees", "Settings")
    assert said == ("kees wanted to open “Settings”. This account may not: refused.",)


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
        "This was changed directly on the computer, not on a page: player 7 Speler 7: club: De Slag"
        " → Troef." in page
    )
    assert "Changed directly on the computer" in page
    assert "Show this change" in page
    past = shown(dora.get(f"{PAGE}?kind=past"))
    assert past == [("", "", "", (), ("player 7 Speler 7: club: De Slag → Troef",))]


def test_changes_past_the_program_in_a_row_are_one_act_on_one_page(dora):
    for club in ("Troef", "Slag", "Hart"):
        with connection.cursor() as cursor:
            cursor.execute("UPDATE tournament_entry SET club = %s", [club])
    for kind in ("past", "players", ""):
        page = dora.get(f"{PAGE}?kind={kind}")
        past = [each for each in page.context["occasions"] if each.is_past_wk]
        assert [(each.all, each.number - each.first) for each in past] == [(54, 53)]
        assert page.context["page"].paginator.count == len(page.context["occasions"])


def test_of_each_row_of_changes_past_the_program_the_first_are_told(dora):
    for club in ("Troef", "Slag"):
        with connection.cursor() as cursor:
            cursor.execute("UPDATE tournament_entry SET club = %s", [club])
        dora.post("/t/wk-test/hall/announcements/", {"text": club, "minutes": "15"})
    past = [each for each in dora.get(PAGE).context["occasions"] if each.is_past_wk]
    assert [(len(each.changed), each.more) for each in past] == [(8, 10), (8, 10)]


def test_a_text_of_no_row_does_not_close_the_page(dora):
    dora.post("/t/wk-test/desk/17/leave/")
    with connection.cursor() as cursor:
        cursor.execute("UPDATE chain_link SET after = 'nonsense', before = '[1]'")
    assert dora.get(PAGE).status_code == 200


@pytest.mark.parametrize(("address", "method"), [(PAGE, "post"), (VERIFY, "get"), (ONE, "post")])
def test_a_wrong_method_is_refused(dora, address, method):
    assert getattr(dora, method)(address).status_code == 405


@pytest.mark.parametrize(("address", "method"), [(PAGE, "get"), (VERIFY, "post"), (ONE, "get")])
def test_a_clerk_is_refused(dora, address, method):
    clerk = logged_in(User.objects.get(username="kees"))
    assert getattr(clerk, method)(address).status_code == 403


def test_a_wrong_query_shows_everything(dora):
    assert len(shown(dora.get(f"{PAGE}?kind=nonsense&page=x"))) == len(shown(dora.get(PAGE)))


def test_the_number_of_queries_does_not_grow(dora, django_assert_max_num_queries):
    dora.get(PAGE)
    with django_assert_max_num_queries(20):
        dora.get(PAGE)
