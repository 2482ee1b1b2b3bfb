"""The pages of the first: the code, the follower, and what an overtaken laptop alone holds."""

import datetime as dt
import io
import json
import logging
from threading import Thread

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.played import played
from wk.chain.models import Event, Head, Link
from wk.core.acting import acting
from wk.core.second_laptop import FOLLOWER, second_address
from wk.hall.attention.items import items_of
from wk.scoreforms.drafts import save_draft
from wk.scoreforms.models import Draft, Version
from wk.scoreforms.services import Submission, hand_in
from wk.standby import services
from wk.standby.alone import alone_changes, alone_forms
from wk.standby.asking import name_of
from wk.standby.kept import OVERTAKEN, forget, keep, kept, locked
from wk.standby.wire import proof
from wk.tournament.models import Table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]
NOW = dt.datetime(2026, 11, 21, 14, 0, tzinfo=dt.UTC)
ONLY_SQLITE = pytest.mark.skipif(
    connection.vendor != "sqlite", reason="PostgreSQL has its own means"
)
ADDRESS = "http://192.168.1.11:8000"


def join(code: str, now: dt.datetime = NOW, host: str = "192.168.1.11") -> str:
    return services.join(code=code, host=host, port="8000", now=now)


def be_overtaken() -> None:
    """Let another laptop take over that has all links of now."""
    head = Head.objects.get()
    common = {"number": head.number, "hash": head.hash}
    values = {"term": 2, "at": timezone.now().timestamp(), "common": common, "address": ADDRESS}
    keep(settings.DATA_DIR, OVERTAKEN, values)


def table_at(number: int) -> Table:
    return Table.objects.get(number=number)


def test_a_code_lets_one_laptop_follow_once():
    code = services.new_code(now=NOW)
    assert len(code) == 9
    token = join(code)
    assert services.is_follower(token)
    assert not services.is_follower("")
    assert second_address(settings.DATA_DIR) == ADDRESS
    assert join(code) == ""


def test_a_code_is_void_after_five_wrong_ones_and_after_a_quarter_of_an_hour():
    code = services.new_code(now=NOW)
    for _try in range(4):
        assert join("0000 0000") == ""
    assert join(code.replace(" ", "-"))
    code = services.new_code(now=NOW)
    for _try in range(5):
        assert join("0000 0000") == ""
    assert join(code) == ""
    code = services.new_code(now=NOW)
    assert join(code, NOW + dt.timedelta(minutes=16)) == ""
    first, second = services.new_code(now=NOW), services.new_code(now=NOW)
    assert (join(first), bool(join(second))) == ("", True)


def test_wrong_codes_of_a_phone_do_not_void_the_code_for_the_laptop():
    code = services.new_code(now=NOW)
    for _try in range(6):
        assert join("0000 0000", host="192.168.1.66") == ""
    assert join(code, host="192.168.1.66") == ""
    assert join(code) != ""


def test_a_code_is_void_for_all_after_wrong_ones_of_many_devices():
    code = services.new_code(now=NOW)
    for number in range(60):
        assert join("0000 0000", host=f"192.168.2.{number}") == ""
    assert (join(code), services.code_holds(code, now=NOW)) == ("", False)


@ONLY_SQLITE
def test_a_page_shows_a_code_only_as_long_as_it_holds(director_client):
    def shown() -> tuple[bool, bool]:
        page = director_client.get("/standby/").content.decode()
        return code in page, "Show another code" in page

    director_client.post("/standby/code/")
    code = director_client.session["standby-code"]
    assert shown() == (True, True)
    services.new_code(now=timezone.now())  # another director made one
    assert shown() == (False, False)


def test_a_form_that_is_too_large_is_refused_without_a_trace_in_the_log(client, db):
    handler = logging.StreamHandler(log := io.StringIO())
    logging.getLogger("django").addHandler(handler)
    kind = "application/x-www-form-urlencoded"
    found = []
    for name in ("join", "feed", "overtaken"):
        for body in ("code=" + "0" * 3_000_000, "&".join(["a=1"] * 5000)):
            found.append(client.generic("POST", f"/standby/{name}/", body, content_type=kind))
    logging.getLogger("django").removeHandler(handler)
    assert [answer.status_code for answer in found] == [413] * 6
    assert "Traceback" not in log.getvalue()


def test_a_laptop_that_begins_to_follow_is_not_forgotten_by_a_note_of_the_one_before():
    join(services.new_code(now=NOW))
    before, found = kept(settings.DATA_DIR, FOLLOWER), []
    code, own = services.new_code(now=NOW), connections["default"]

    def run() -> None:
        connections["default"] = own
        found.append(join(code))

    own.inc_thread_sharing()
    with locked(settings.DATA_DIR, FOLLOWER):  # as `note_asked` does
        new = Thread(target=run)
        new.start()
        new.join(0.3)
        keep(settings.DATA_DIR, FOLLOWER, before)
    new.join()
    own.dec_thread_sharing()
    assert kept(settings.DATA_DIR, FOLLOWER)["token"] == found[0]


def test_the_log_tells_who_follows_and_who_tried_to(client):
    wrong = {"code": "0000 0000", "port": "8000"}
    assert client.post("/standby/join/", wrong).status_code == 404
    code = services.new_code(now=timezone.now())
    token = client.post("/standby/join/", wrong | {"code": code}).json()["token"]
    for address in ("feed", "overtaken"):
        assert client.post(f"/standby/{address}/", {"token": f"{token}x"}).status_code == 404
    services.forget_follower()
    services.forget_follower()  # done twice is done once
    assert list(Event.objects.order_by("pk").values_list("kind", "about")) == [
        ("forged", "code POST standby:join"),
        ("followed", "http://127.0.0.1:8000"),
        ("forged", "token POST standby:feed"),
        ("forged", "token POST standby:overtaken"),
        ("followed_no_more", "http://127.0.0.1:8000"),
    ]


@ONLY_SQLITE
def test_a_director_shows_a_code_and_forgets_a_follower(director_client):
    assert "nobody" in director_client.get("/standby/").content.decode()
    director_client.post("/standby/code/")
    page = director_client.get("/standby/").content.decode()
    code = director_client.session["standby-code"]
    assert code in page
    assert join(code, timezone.now())
    page = director_client.get("/standby/").content.decode()
    assert (code in page, ADDRESS in page) == (False, True)
    director_client.post("/standby/forget/")
    assert second_address(settings.DATA_DIR) == ""
    assert director_client.get("/standby/code/").status_code == 405
    assert director_client.post("/standby/").status_code == 405


def test_pages_of_officials_know_the_second_and_public_ones_do_not(
    director_client, client, tournament, django_assert_num_queries
):
    page = f"/t/{tournament.slug}/"
    assert 'data-second=""' in director_client.get(page).content.decode()
    with CaptureQueriesContext(connection) as without:
        director_client.get(page)
    keep(settings.DATA_DIR, FOLLOWER, {"token": "t", "address": ADDRESS})
    with django_assert_num_queries(len(without)):
        shown = director_client.get(page).content.decode()
    assert shown.count(f'data-second="{ADDRESS}"') == 1
    public = client.get(page).content.decode()
    assert [each for each in (ADDRESS, "go-on") if each in public] == []


def test_the_page_pins_its_queries(director_client, django_assert_num_queries):
    keep(settings.DATA_DIR, FOLLOWER, {"token": "t", "address": ADDRESS, "seen": 1, "link": 0})
    director_client.get("/standby/")
    with django_assert_num_queries(3):  # the session, the account, the head of the chain
        director_client.get("/standby/")


def test_nobody_gets_the_feed_without_the_token(client, director_client, db):
    keep(settings.DATA_DIR, FOLLOWER, {"token": "right", "address": ADDRESS})
    fields = {"port": "8000", "link": "0"}
    for each in (client, director_client):
        assert each.post("/standby/feed/", fields).status_code == 404
        assert each.post("/standby/feed/", fields | {"token": "wrong"}).status_code == 404
    assert client.post("/standby/feed/", {"token": "right"}).status_code == 400
    assert client.get("/standby/feed/").status_code == 405
    assert client.post("/standby/join/", {"code": "12345678", "port": "8000"}).status_code == 404
    assert client.post("/standby/join/", {}).status_code == 400
    odd = {"code": "12345678", "port": "٣"}  # a figure, and none of a port
    assert client.post("/standby/join/", odd).status_code == 400
    assert client.post("/standby/overtaken/", {"token": "wrong", "term": 9}).status_code == 404


def test_the_term_is_proved_to_who_knows_the_token(client, db):
    keep(settings.DATA_DIR, FOLLOWER, {"token": "right", "address": ADDRESS})
    answer = client.get("/standby/term/", {"nonce": "ab", "of": name_of("right")}).json()
    assert answer["proof"] == proof("right", "ab" + answer["told"])
    assert json.loads(answer["told"]) == {"role": "first", "term": 1, "common": None, "at": None}
    other = client.get("/standby/term/", {"nonce": "ab", "of": name_of("wrong")}).json()
    assert other == {"told": answer["told"], "proof": ""}
    assert client.get("/standby/term/").status_code == 400
    assert client.post("/standby/term/").status_code == 405


def test_the_follower_says_that_it_took_over(client, director_client, tournament):
    keep(settings.DATA_DIR, FOLLOWER, {"token": "right", "address": ADDRESS})
    told = {"token": "right", "term": 1, "at": 5.0, "common": '{"number": 1, "hash": "a"}'}
    assert client.post("/standby/overtaken/", told).status_code == 400  # no later term
    assert client.post("/standby/overtaken/", told | {"term": 2}).status_code == 200
    assert kept(settings.DATA_DIR, OVERTAKEN)["address"] == ADDRESS
    for path in ("/", "/t/wk-test/standings/", "/t/wk-test/forms/"):
        page = director_client.get(path)
        assert (page.status_code, ADDRESS + path in page.content.decode()) == (503, True)
    assert director_client.post("/t/wk-test/rounds/1/close/").status_code == 503
    assert director_client.post("/standby/bring/").status_code == 503
    assert client.get("/login/").status_code == 200


def test_a_silent_follower_needs_the_director(tournament):
    assert items_of(tournament) == ()
    seen = {"token": "t", "address": ADDRESS, "link": 0}
    keep(settings.DATA_DIR, FOLLOWER, seen | {"seen": timezone.now().timestamp()})
    assert items_of(tournament) == ()
    at = timezone.now() - dt.timedelta(seconds=30)
    keep(settings.DATA_DIR, FOLLOWER, seen | {"seen": at.timestamp()})
    (item,) = items_of(tournament)
    since = f"{timezone.localtime(at):%H:%M:%S}"
    words = f"The second laptop is silent since {since}: it has nothing of what came after."
    assert (item.kind, item.sentence, item.address) == ("standby", words, "/standby/")


@ONLY_SQLITE
def test_what_an_overtaken_laptop_alone_holds(tournament, clerk, director, director_client):
    with acting(author="kees", task="test"):
        one = Submission(played(table_at(1)), clerk, timezone.now())
        hand_in(table=table_at(1), submission=one)
        be_overtaken()
        two = Submission(played(table_at(2), 3), clerk, timezone.now())
        hand_in(table=table_at(2), submission=two)
        draft = played(table_at(1), 5)
        save_draft(table=table_at(1), document=draft, author=director, now=timezone.now())
        tournament.venue = "Utrecht"
        tournament.save()
    found = [(form.table.number, form.is_draft, form.author) for form in alone_forms()]
    assert found == [(2, False, "kees"), (1, True, "dora")]
    assert [change.author for change in alone_changes() if "Utrecht" in change.words] == ["kees"]
    page = director_client.get("/standby/alone/").content.decode()
    assert ("round 1, table 2" in page, "handed in" in page, "Ingrid" in page) == (True,) * 3
    file = json.loads(director_client.get("/standby/alone/forms.json").content)
    assert [form["form"] for form in file["forms"]] == [two.document, draft]
    assert director_client.post("/standby/alone/").status_code == 503
    forget(settings.DATA_DIR, OVERTAKEN)
    assert director_client.post("/standby/alone/").status_code == 405


def test_links_that_were_lost_at_the_first_hide_nothing(tournament, clerk):
    """Its last links went in a power cut: nothing that the other has not is shown as its own."""
    be_overtaken()
    values = kept(settings.DATA_DIR, OVERTAKEN)
    common = {"number": values["common"]["number"] + 5, "hash": "x"}
    keep(settings.DATA_DIR, OVERTAKEN, values | {"common": common})
    assert alone_forms() == []


def test_forms_are_brought_in_as_drafts_and_twice_is_once(tournament, clerk, director_client):
    forms = [
        {
            "tournament": "wk-test",
            "round": 1,
            "table": number,
            "players": players,
            "form": played(table_at(min(number, 2)), 7),
        }
        for number, players in [
            (1, [1, 2, 3, 4, 5]),
            (2, [6, 7, 8, 9]),
            (3, [1]),
            (2, [1, 2, 3, 4]),
        ]
    ]
    done = Submission(forms[1]["form"], clerk, timezone.now())
    with acting(task="test"):
        hand_in(table=table_at(2), submission=done)
    content = json.dumps({"format": 1, "forms": forms}).encode()
    for _time in range(2):
        file = SimpleUploadedFile("wk-forms.json", content)
        page = director_client.post("/standby/bring/", {"file": file}).content.decode()
        assert page.count(">your draft<") == 1
        assert page.count("was here already") == 1
        assert page.count("There is no such table here.") == 1
        assert page.count("Other players sit here.") == 1
        assert [draft.content for draft in Draft.objects.all()] == [forms[0]["form"]]
    assert Version.objects.count() == 1


def test_what_was_half_typed_is_brought_in_as_it_was(tournament, director, director_client):
    """Two forms: one of three deals, and one of which only totals are known, and not all."""
    document = played(table_at(1), 5)
    half = document | {"deals": document["deals"][:3]}
    with acting(task="test"):
        be_overtaken()
        for number, content in ((1, half), (2, {"totals": [5]})):
            save_draft(
                table=table_at(number), document=content, author=director, now=timezone.now()
            )
    content = director_client.get("/standby/alone/forms.json").content
    forget(settings.DATA_DIR, OVERTAKEN)
    before = list(Draft.objects.order_by("pk").values_list("content", flat=True))
    Draft.objects.all().delete()
    for _time in range(2):
        file = SimpleUploadedFile("wk-forms.json", content)
        page = director_client.post("/standby/bring/", {"file": file}).content.decode()
        assert page.count(">your draft<") == 2
        assert list(Draft.objects.order_by("pk").values_list("content", flat=True)) == before


def of_forms(**odd: object) -> bytes:
    """Return a file with a form that has an odd value."""
    form = {"tournament": "wk-test", "round": 1, "table": 1, "players": [1], "form": {}}
    return json.dumps({"format": 1, "forms": [form | odd]}).encode()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b"{}",
        b'{"format": 9, "forms": []}',
        b"\xff",
        b'{"format": 1, "forms": [1]}',
        b"[" * 100_000,
        of_forms(tournament="a\0b"),
        of_forms(round=1e400),
        of_forms(table=10**30),
        of_forms(players=1),
        of_forms(form=[]),
        of_forms(form={"note": "\0"}),
    ],
)
def test_a_file_that_is_none_is_refused(director_client, content):
    file = SimpleUploadedFile("wk-forms.json", content)
    answer = director_client.post("/standby/bring/", {"file": file}, follow=True)
    assert answer.redirect_chain == [("/standby/", 302)]
    assert Draft.objects.count() == 0


def test_links_are_not_touched_by_reading(tournament, director_client):
    be_overtaken()
    before = Link.objects.count()
    director_client.get("/standby/alone/")
    assert Link.objects.count() == before
    forget(settings.DATA_DIR, OVERTAKEN)


def test_the_page_that_takes_in_what_was_kept_is_the_same_for_everybody(client, db):
    page = client.get("/standby/arrive/")
    assert (page.status_code, page["Cache-Control"], dict(page.cookies)) == (200, "no-store", {})
    assert client.post("/standby/arrive/").status_code == 405
