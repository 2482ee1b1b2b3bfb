"""The page for phones, and its requests with the key of a table: state, save and confirm."""

import datetime as dt
import json

import pytest
from django.test import Client
from django.utils import timezone

from scoring.registry import GAMES
from tests.listed_players import NINE
from tests.phones.phone_requests import PHONE_PATHS, phone_request, post_to_phone
from tests.played import played
from wk.phones import phone_views
from wk.phones.services import revoke_keys
from wk.players.services import NewEntry, enter_many
from wk.scoreforms.entry.context import entry_context
from wk.scoreforms.models import Draft, Result, Version
from wk.scoreforms.services import Submission, hand_in
from wk.tournament.models import Round, Table, Tournament
from wk.tournament.seating import seat_round
from wk.tournament.services import create_tournament


def test_the_page_is_the_same_for_everyone_and_cacheable(phone, director_client):
    pages = [client.get("/phone/") for client in (phone, director_client)]
    assert pages[0].content == pages[1].content
    for page in pages:
        assert page.status_code == 200
        assert page["Cache-Control"] == "public, max-age=60"
        assert page["Referrer-Policy"] == "no-referrer"
        assert page.cookies == {}
    assert pages[0].content.decode().count("<noscript>") == 1


def test_the_page_has_all_words_in_both_languages(phone):
    page = phone.get("/phone/").content.decode()
    halves = [
        page.split(f'data-language="{code}"')[1].split("</template>")[0] for code in ["nl", "en"]
    ]
    words = [[part.split('"')[0] for part in half.split('data-word="')[1:]] for half in halves]
    assert words[0] == words[1]
    assert len(words[0]) == len(set(words[0]))


def test_the_page_takes_get_and_its_requests_take_post(phone):
    for address in ("/phone/", "/phone/worker.js"):
        assert Client().post(address).status_code == 405
    for name in PHONE_PATHS:
        assert phone.get(f"/phone/{name}/").status_code == 405


# Access


def status_and_code(answer):
    return answer.status_code, answer.json()["code"]


@pytest.mark.parametrize("name", PHONE_PATHS)
def test_only_the_key_of_a_table_opens_its_form(phone, director_client, table, name):
    data = phone_request(table, played(table))
    for wrong in ("", "\0" * 24, "A" * 24):
        answer = post_to_phone(phone, name, data | {"key": wrong})
        assert (status_and_code(answer), [*answer.json()]) == (
            (404, "unknown"),
            ["code", "message"],
        )
    assert post_to_phone(director_client, name, data | {"key": "A" * 24}).status_code == 404
    opened = post_to_phone(phone, name, data)
    assert opened.status_code == 200
    assert "no-store" in opened["Cache-Control"]  # nothing of it is kept on the way
    assert opened.cookies == {}
    assert data["key"] not in opened.content.decode()
    revoke_keys(tables=[table], now=timezone.now())
    revoked = post_to_phone(phone, name, data)  # says no more than an unknown one
    assert (revoked.status_code, revoked.content) == (404, answer.content)


@pytest.mark.parametrize("name", PHONE_PATHS)
def test_a_phone_is_refused_before_the_round_and_when_phones_are_off(phone, table, name):
    data = phone_request(table, played(table))
    for state in (Round.State.DRAWN, Round.State.CONFIRMED):
        Round.objects.update(state=state)
        answer = post_to_phone(phone, name, data)
        assert status_and_code(answer) == (409, "early")
        assert "Anna" not in answer.content.decode()
    Tournament.objects.update(phones=Tournament.Phones.OFF)
    assert status_and_code(post_to_phone(phone, name, data)) == (403, "off")


def test_too_many_requests_of_one_phone_are_refused(phone, table, other_table, monkeypatch):
    monkeypatch.setattr(phone_views, "MOST_A_MINUTE", 2)
    codes = {post_to_phone(phone, "state", phone_request(table)).status_code for _ in range(5)}
    assert codes == {200, 429}  # five requests are never in three minutes
    assert post_to_phone(phone, "state", phone_request(other_table)).status_code == 200


@pytest.mark.parametrize("name", PHONE_PATHS)
def test_large_bodies_and_other_content_types_are_refused(phone, table, name):
    url_encoded = "application/x-www-form-urlencoded"
    largest = b"key=" + b"A" * (phone_views.MOST_BODY - 4)
    for body, code in ((largest, (404, "unknown")), (largest + b"A", (413, "large"))):
        answer = phone.post(f"/phone/{name}/", body, content_type=url_encoded)
        assert status_and_code(answer) == code
    json_body = json.dumps(phone_request(table, played(table)))
    for kind in ("application/json", "text/plain", "multipart/form-data", "x"):
        answer = phone.post(f"/phone/{name}/", json_body, content_type=kind)
        assert answer.status_code in (400, 404)
    assert Draft.objects.count() == 0


# State


def test_the_state_holds_everything_a_phone_needs_offline(phone, table, django_assert_num_queries):
    asked = phone_request(table)
    with django_assert_num_queries(5):  # key, players, draft, version, sizes of the tables
        data = post_to_phone(phone, "state", asked).json()
    assert (data["tournament"], data["round"], data["table"]) == ("WK Test", 1, 1)
    assert [seat["name"] for seat in data["seats"]] == ["Anna", "Bram", "Cor", "Dirk", "Els"]
    assert (data["players"], data["standing"], data["revision"]) == ("1 2 3 4 5", "open", 0)
    assert len(data["rows"]) == 19
    row = data["rows"][6]
    assert row["name"] == {"nl": "spelletje 7", "en": "deal 7"}
    assert row["dealers"] == [2, 3, 4, 5, 1]
    assert row["orders"][0][:6] == [f"deals.6.bids.{n}" for n in (2, 3, 4, 0, 1)] + [
        "deals.6.tricks.2"
    ]
    assert [cell["marks"] for cell in row["sides"][0]] == [[], ["K", "V"]]
    assert data["worth"]["3 3"] == 16
    assert 1 <= data["draw"]["seat"] <= 5
    assert data["draw"]["rule"]["nl"].startswith("De hoogste kaart deelt eerst.")
    assert data["draw"] == post_to_phone(phone, "state", phone_request(table)).json()["draw"]


def table_of_four(key):
    """Return a table of four in a started round of a game."""
    made = create_tournament(name="Hal", slug="hal", date=dt.date(2026, 11, 21), game=key)
    entries = enter_many(tournament=made, rows=[NewEntry(name) for name in NINE[:4]])
    started = Round.State.STARTED
    seat_round(tournament=made, number=1, tables={1: entries}, state=started)
    return Table.objects.get(round__tournament=made)


@pytest.mark.parametrize("key", GAMES)
def test_a_form_of_every_game_is_saved_and_handed_in(phone, db, key):
    table = table_of_four(key)
    document = played(table)
    assert post_to_phone(phone, "save", phone_request(table, document)).status_code == 200
    data = post_to_phone(phone, "state", phone_request(table)).json()
    assert data["cells"] == table.round.rules.to_cells(document)
    assert data["known"]["totals"] == [row["points"] for row in data["known"]["results"]]
    answer = post_to_phone(phone, "confirm", phone_request(table, document))
    if answer.status_code == 422:  # unlikely, but so it was played
        answer = post_to_phone(
            phone, "confirm", phone_request(table, document, sure=answer.json()["sure"])
        )
    assert answer.json()["standing"] == "handed-in"
    assert Version.objects.get().content == document


def test_the_state_says_when_the_form_counts(phone, table, clerk):
    document = played(table)
    hand_in(table=table, submission=Submission(document, clerk, timezone.now()))
    data = post_to_phone(phone, "state", phone_request(table)).json()
    assert (data["standing"], data["cells"]) == ("counted", table.round.rules.to_cells(document))
    halves = {"4½", "3½", "2½", "1½", "½"}
    assert {row["matchPoints"] for row in data["known"]["results"]} <= {*"12345"} | halves


# Save and confirm


def test_a_saved_form_is_answered_with_its_totals(phone, table):
    document = played(table)
    half = document | {"deals": document["deals"][:7]}
    answer = post_to_phone(phone, "save", phone_request(table, half)).json()
    assert (answer["revision"], answer["known"]["done"], answer["known"]["deals"]) == (1, 7, 19)
    assert Draft.objects.get().content == half
    assert post_to_phone(phone, "save", phone_request(table, half)).json()["revision"] == 1
    assert (
        post_to_phone(phone, "save", phone_request(table, document, revision=1)).json()["revision"]
        == 2
    )


def test_saving_from_two_phones_is_a_conflict(phone, table):
    document = played(table)
    post_to_phone(phone, "save", phone_request(table, document))
    answer = post_to_phone(phone, "save", phone_request(table, document | {"first_dealer": 9}))
    assert (answer.status_code, answer.json()["code"]) == (409, "conflict")
    assert answer.json()["theirs"] == table.round.rules.to_cells(document)
    assert (answer.json()["revision"], answer.json()["known"]["done"]) == (1, 19)
    assert Draft.objects.get().content == document


@pytest.mark.parametrize("name", ["save", "confirm"])
def test_invalid_requests_are_refused_and_nothing_is_kept(phone, table, name):
    whole = phone_request(table, played(table))
    assert status_and_code(post_to_phone(phone, name, whole | {"players": "2 1 3 4 5"})) == (
        409,
        "reseated",
    )
    for field, value in (("cells", "{"), ("revision", "-1"), ("players", "1 2 x")):
        assert status_and_code(post_to_phone(phone, name, whole | {field: value})) == (
            400,
            "unreadable",
        )
    assert (Draft.objects.count(), Version.objects.count()) == (0, 0)


def test_invalid_cells_are_saved_but_not_handed_in(phone, table):
    for revision, cells in enumerate(
        (
            {"deals.0.bids.0": "999999", "first_dealer": "-1"},
            {"deals.0.bids.0": "½", "deals.0.tricks.0": "KV", "contracts.999999.level": "7"},
            {"\ud800": "1", "": "1", "deals.999999.bids.0": "1", "totals.0": "x"},
        )
    ):
        data = phone_request(table, cells=json.dumps(cells), revision=revision)
        assert post_to_phone(phone, "save", data).status_code == 200
        assert status_and_code(post_to_phone(phone, "confirm", data)) == (422, "wrong")
    assert Version.objects.count() == 0


def test_an_invalid_form_is_answered_with_its_places(phone, table):
    document = played(table)
    document["deals"][6] = {"bids": [9, 0, 0, 0, 0], "tricks": [4, 0, 0, 0, 0]}
    answer = post_to_phone(phone, "confirm", phone_request(table, document))
    assert (answer.status_code, answer.json()["code"]) == (422, "wrong")
    assert {p["path"] for p in answer.json()["problems"]} == {"deals.6.bids.0"}
    assert Version.objects.count() == 0


def test_an_implausible_form_is_confirmed_first(phone, table):
    cards = [*range(10, 0, -1), *range(2, 11)]
    deals = [{"bids": [n, 0, 0, 0, 1], "tricks": [n, 0, 0, 0, 0]} for n in cards]
    data = phone_request(table, {"first_dealer": 1, "deals": deals})
    asked = post_to_phone(phone, "confirm", data)
    assert (asked.status_code, asked.json()["code"]) == (422, "unsure")
    assert post_to_phone(phone, "confirm", data | {"sure": "0" * 16}).status_code == 422
    assert post_to_phone(phone, "confirm", data | {"sure": asked.json()["sure"]}).status_code == 200
    assert Version.objects.get().is_waiting


def test_a_phone_cannot_store_a_ruling(phone, table):
    cells = {"deals.0.ruling": "mag"}
    answer = post_to_phone(phone, "save", phone_request(table, cells=json.dumps(cells)))
    assert (answer.status_code, answer.json()["code"]) == (409, "refused")


def test_a_form_that_needs_a_ruling_is_finished_in_the_office(
    phone, table, director, clerk, director_client
):
    document = played(table)
    document["deals"][6] = {"bids": [4, 0, 0, 0, 0], "tricks": [4, 0, 0, 0, 0]}
    data = post_to_phone(phone, "save", phone_request(table, document)).json()
    assert data["known"]["missing"] == []
    assert [(p["path"], p["office"]) for p in data["known"]["wrong"]] == [("deals.6.ruling", True)]
    refused = post_to_phone(phone, "confirm", phone_request(table, document, revision=1)).json()
    assert (refused["code"], [p["office"] for p in refused["problems"]]) == ("wrong", [True])
    kept = Draft.objects.get()
    for phones, to_clerks in (("compare", []), ("form", [kept])):
        Tournament.objects.update(phones=phones)
        offers = [
            list(entry_context(who, "wk-test", 1, 1).offered_drafts) for who in (director, clerk)
        ]
        assert offers == [[kept], to_clerks]
    enter = "/t/wk-test/forms/1/1/"
    assert f"?draft={kept.pk}" in director_client.get(f"{enter}?totals=1").content.decode()
    cells = table.round.rules.to_cells(document) | {
        "deals.6.ruling": "te laat gezien",
        "expected_version": "0",
        "players": "1 2 3 4 5",
        "action": "count",
    }
    director_client.post(enter, cells)
    assert Version.objects.get().content["deals"][6]["ruling"] == "te laat gezien"
    assert post_to_phone(phone, "state", phone_request(table)).json()["standing"] == "counted"


def test_a_phone_cannot_get_totals_counted_without_deals(phone, table):
    cells = {f"totals.{seat}": "88" for seat in range(5)}
    assert (
        post_to_phone(phone, "confirm", phone_request(table, cells=json.dumps(cells))).status_code
        == 422
    )
    assert (Version.objects.count(), Result.objects.count()) == (0, 0)
