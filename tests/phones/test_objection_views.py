"""Requests of players who find a form not right, with the key of a card or of a table."""

import datetime as dt

import pytest
from django.utils import timezone

from scoring.registry import GAMES, game
from tests.listed_players import tournament_with_players
from tests.phones.phone_requests import key_of
from tests.played import played
from tests.scoreforms.objections.saying import cell
from tests.scoreforms.started_rounds import shorten
from tests.scoreforms.submissions import submit
from wk.phones import objection_views
from wk.phones.player_key_services import player_keys_for, renew_player_key, revoke_player_key
from wk.phones.services import revoke_keys
from wk.players.replacements import replace
from wk.players.services import NewEntry, withdraw
from wk.scoreforms.models import Objection, Version
from wk.scoreforms.objections.services import answer
from wk.scoreforms.review.queries import review_queue
from wk.tournament.models import Entry, Round, Table, Tournament
from wk.tournament.seating import seat_round

OPEN, SAY = "objections", "object"
BID = "deals.0.bids.0"
NOW = dt.datetime(2026, 11, 21, 20, 0, tzinfo=dt.UTC)


@pytest.fixture
def table(tournament, table):
    shorten(tournament)
    return type(table).objects.get(pk=table.pk)


@pytest.fixture
def version(table, clerk) -> Version:
    return submit(table, played(table), clerk)


def card_of(number):
    entry = Entry.objects.get(number=number)
    return player_keys_for(entries=[entry], now=NOW)[entry.pk].key


def post(phone, name, key, **fields):
    data = {"key": key, **fields}
    return phone.post(f"/phone/{name}/", data, headers={"accept-language": "en"})


def object_to(phone, key, version, path=BID, **fields):
    fields = {"round": 1, "path": path, "value": cell(version, path)[1]} | fields
    fields |= {"path": fields.pop("sent_path", path)}
    return post(phone, SAY, key, **fields)


def code_of(response):
    return response.status_code, response.json().get("code")


def test_a_card_opens_the_cells_of_its_own_player(phone, version):
    opened = post(phone, OPEN, card_of(2))
    assert (opened.status_code, opened.json()["player"]) == (200, 2)
    (form,) = opened.json()["forms"]
    (seat,) = form["seats"]
    assert (form["round"], form["table"], form["closed"]) == (1, 1, "")
    assert (seat["seat"], seat["name"], seat["left"], seat["said"]) == (2, "Bram", 5, [])
    paths = [each["path"] for row in seat["rows"] for each in row["cells"]]
    assert paths == [
        *("deals.0.bids.1", "deals.0.tricks.1", "deals.1.bids.1", "deals.1.tricks.1"),
        "first_dealer",
    ]
    first = seat["rows"][0]["cells"][0]
    stood = cell(version, "deals.0.bids.1")[0]
    assert (first["label"]["en"], first["value"], first["kind"]) == ("bid", stood, "number")


def test_the_code_of_a_table_opens_the_cells_of_each_of_its_players(phone, table, version):
    opened = post(phone, OPEN, key_of(table)).json()
    assert opened["player"] is None
    (form,) = opened["forms"]
    assert [seat["name"] for seat in form["seats"]] == ["Anna", "Bram", "Cor", "Dirk", "Els"]


def test_a_card_says_what_is_not_right_and_reads_the_answer(phone, clerk, version):
    key = card_of(1)
    taken = object_to(phone, key, version, words="Het was anders")
    assert taken.status_code == 200
    objection = Objection.objects.get()
    assert (objection.entry.number, objection.is_from_table) == (1, False)
    answer(objection=objection, author=clerk, words="Het papier zegt het.", now=NOW)
    (seat,) = post(phone, OPEN, key).json()["forms"][0]["seats"]
    (said,) = seat["said"]
    assert (said["where"]["en"], said["words"], seat["left"]) == (
        "deal 1, bid",
        "Het was anders",
        4,
    )
    assert (said["stood"]["en"], said["wanted"]["en"]) == (objection.stood, objection.wanted)
    assert (said["answer"]["words"], said["answer"]["isCorrected"]) == (
        "Het papier zegt het.",
        False,
    )
    assert clerk.username not in str(seat)  # the office has answered, and nobody in person
    others = post(phone, OPEN, card_of(2)).json()["forms"][0]["seats"]
    assert others[0]["said"] == []


def test_the_table_says_so_for_one_of_its_players(phone, table, version):
    key = key_of(table)
    path = "deals.0.bids.3"
    assert object_to(phone, key, version, path, seat=4).status_code == 200
    assert code_of(object_to(phone, key, version, path, seat=3)) == (409, "refused")
    assert code_of(object_to(phone, key, version, path, seat=9)) == (409, "refused")
    assert code_of(object_to(phone, key, version, path)) == (409, "refused")
    objection = Objection.objects.get()
    assert (objection.entry.number, objection.is_from_table) == (4, True)


@pytest.mark.parametrize("name", [OPEN, SAY])
def test_only_a_valid_key_opens_anything(phone, director_client, version, name):
    key, fields = card_of(1), {"round": 1, "path": BID, "value": cell(version, BID)[1]}
    for wrong in ("", "A" * 24, "\0" * 24, "é" * 20):
        unknown = post(phone, name, wrong, **fields)
        assert code_of(unknown) == (404, "unknown")
        assert post(director_client, name, wrong, **fields).status_code == 404
    assert phone.get(f"/phone/{name}/").status_code == 405
    opened = post(phone, name, key, **fields)
    assert (opened.status_code, opened.cookies) == (200, {})
    assert "no-store" in opened["Cache-Control"]
    assert key not in opened.content.decode()


def test_a_withdrawn_card_and_one_of_a_player_who_left_open_nothing(
    phone, version, director, table
):
    key = card_of(1)
    unknown = post(phone, OPEN, "A" * 24)
    entry = Entry.objects.get(number=1)

    def is_closed(key):
        answers = [post(phone, OPEN, key), object_to(phone, key, version)]
        return [each.content for each in answers] == [unknown.content] * 2

    assert not is_closed(card_of(2))
    revoke_player_key(entry=entry, now=NOW)
    assert is_closed(key)
    renewed = renew_player_key(entry=entry, now=NOW).key
    assert (is_closed(key), is_closed(renewed)) == (True, False)
    withdraw(entry=entry, author=director)
    assert is_closed(renewed)
    other = card_of(3)
    facts = {"name": "Nina", "club": "", "author": director, "now": NOW}
    replace(entry=Entry.objects.get(number=3), **facts)
    assert is_closed(other)
    of_table = key_of(table)
    revoke_keys(tables=[table], now=NOW)
    assert is_closed(of_table)


@pytest.mark.parametrize("withheld", [Round.Withheld.TOP, Round.Withheld.ALL])
def test_held_back_results_are_in_no_answer_to_a_card(phone, clerk, table, version, withheld):
    key = card_of(1)
    object_to(phone, key, version)
    Round.objects.update(withheld=withheld)
    answer(objection=Objection.objects.get(), author=clerk, words="Het is 3.", now=NOW)
    assert post(phone, OPEN, key).json()["forms"] == []
    refused = object_to(phone, key, version, "deals.0.tricks.0")
    Version.objects.update(is_counted=False)
    not_in = object_to(phone, key, version, "deals.0.tricks.0")
    assert (code_of(refused), refused.content) == ((409, "refused"), not_in.content)
    Version.objects.update(is_counted=True)
    (form,) = post(phone, OPEN, key_of(table)).json()["forms"]  # its phone shows the form too
    assert form["seats"][0]["said"][0]["answer"]["words"] == "Het is 3."


def test_a_form_that_is_not_in_is_not_there(phone, tournament, table, clerk):
    assert post(phone, OPEN, card_of(1)).json()["forms"] == []
    refused = post(phone, SAY, card_of(1), round=1, path=BID, value="1")
    assert code_of(refused) == (409, "refused")
    assert code_of(post(phone, SAY, card_of(1), round=2, path=BID, value="1")) == (409, "refused")


def test_a_seat_in_a_round_that_is_not_public_is_told_to_nobody(phone, tournament, version):
    key = card_of(1)
    without_seat = post(phone, SAY, key, round=2, path=BID, value="1")
    seat_round(tournament=tournament, number=2, tables={1: list(tournament.entries.all())})
    for state in (Round.State.DRAWN, Round.State.CONFIRMED):
        Round.objects.filter(number=2).update(state=state)
        refused = post(phone, SAY, key, round=2, path=BID, value="1")
        assert (code_of(refused), refused.content) == ((409, "refused"), without_seat.content)


def test_a_final_round_can_be_read_and_not_spoken_about(phone, version):
    key = card_of(1)
    object_to(phone, key, version)
    Round.objects.update(state=Round.State.FINAL)
    (form,) = post(phone, OPEN, key).json()["forms"]
    assert (form["closed"][:7], len(form["seats"][0]["said"])) == ("Round 1", 1)
    assert code_of(object_to(phone, key, version, "deals.0.tricks.0")) == (409, "refused")


@pytest.mark.parametrize(
    "wrong",
    [
        {"round": ""},
        {"round": "x"},
        {"round": "99999999"},
        {"sent_path": ""},
        {"sent_path": "x" * 61},
        {"value": "9" * 41},
        {"value": "\u200b"},
        {"words": "x" * 201},
        {"words": "\0"},
        {"seat": "-1"},
    ],
)
def test_what_cannot_be_read_is_refused(phone, version, wrong):
    assert code_of(object_to(phone, card_of(1), version, **wrong)) == (400, "unreadable")
    assert Objection.objects.count() == 0


def test_phones_that_are_off_close_the_code_of_a_table_and_not_a_card(phone, table, version):
    Tournament.objects.update(phones=Tournament.Phones.OFF)
    assert code_of(post(phone, OPEN, key_of(table))) == (403, "off")
    assert post(phone, OPEN, card_of(1)).status_code == 200


def test_more_than_a_sentence_and_too_often_are_refused(phone, version, monkeypatch):
    key = card_of(1)
    assert code_of(object_to(phone, key, version, words="x" * 6000)) == (413, "large")
    monkeypatch.setattr(objection_views, "MOST_A_MINUTE_OF_CARD", 2)
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    answers = [post(phone, OPEN, card_of(2)).status_code for _again in range(3)]
    assert answers == [200, 200, 429]
    assert post(phone, OPEN, key).status_code == 200  # another card has its own minute


def test_the_number_of_queries_does_not_grow_with_what_is_said(
    phone, version, clerk, django_assert_num_queries
):
    key = card_of(1)
    for path in (BID, "deals.0.tricks.0"):
        with django_assert_num_queries(6):
            post(phone, OPEN, key)
        object_to(phone, key, version, path)


@pytest.mark.parametrize("key", GAMES)
def test_in_every_game_a_player_opens_his_cells_and_says_one_is_wrong(phone, clerk, key):
    rules = game(key)
    seats = rules.table_sizes[0]
    people = [NewEntry(f"Speler {number}") for number in range(1, seats + 1)]
    made, entries = tournament_with_players("WK Test", NOW.date(), people)
    Tournament.objects.filter(pk=made.pk).update(game=key)
    made.refresh_from_db()
    seat_round(tournament=made, number=1, tables={1: entries}, state=Round.State.STARTED)
    table = Table.objects.get()
    submit(table, played(table), clerk)
    card = card_of(seats)
    (form,) = post(phone, OPEN, card).json()["forms"]
    shown = [cell for row in form["seats"][0]["rows"] for cell in row["cells"]]
    cell = next(each for each in shown if each["kind"] in ("number", "numbers", "seat"))
    wanted = "1" if cell["value"] != "1" else "2"
    said = post(phone, SAY, card, round=1, path=cell["path"], value=wanted)
    assert (said.status_code, Objection.objects.get().wanted) == (200, wanted)
    (told,) = said.json()["forms"][0]["seats"][0]["said"]
    # A seat is told with its player.
    in_words = f"Speler {wanted} (seat {wanted})" if cell["kind"] == "seat" else wanted
    assert told["wanted"]["en"] == in_words
    queue = review_queue(made).get()
    assert (queue.is_counted, queue.form.table) == (True, table)
