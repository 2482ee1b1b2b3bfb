"""The form on the table's phone: what it is told, what is kept of it, and how it is handed in."""

import datetime as dt
import json

import pytest
from django.utils import timezone

from scoring.registry import GAMES
from tests.conftest import NAMES
from tests.phones.hall import ask, sent
from tests.played import played
from wk.scoreforms.models import Draft, Result, Version
from wk.scoreforms.services import Paper, hand_in
from wk.tournament.draws import seat_round
from wk.tournament.models import Round, Table, Tournament
from wk.tournament.roster import NewEntry, enter_many
from wk.tournament.services import create_tournament

# What it is told


def test_a_phone_knows_all_it_needs_without_a_network(phone, table, django_assert_num_queries):
    asked = sent(table)
    with django_assert_num_queries(6):  # key, players, draft, versions, sizes of the tables
        data = ask(phone, "state", asked).json()
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
    assert data["draw"] == ask(phone, "state", sent(table)).json()["draw"]


def table_of_four(key):
    """Return a table in a round of a game that has started."""
    made = create_tournament(name="Hal", slug="hal", date=dt.date(2026, 11, 21), game=key)
    entries = enter_many(tournament=made, rows=[NewEntry(name) for name in NAMES[:4]])
    started = Round.State.STARTED
    seat_round(tournament=made, number=1, tables={1: entries}, state=started)
    return Table.objects.get(round__tournament=made)


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_every_game_can_be_told_kept_and_handed_in(phone, db, key):
    table = table_of_four(key)
    document = played(table)
    assert ask(phone, "save", sent(table, document)).status_code == 200
    data = ask(phone, "state", sent(table)).json()
    assert data["cells"] == table.round.rules.to_cells(document)
    assert data["known"]["totals"] == [row["points"] for row in data["known"]["results"]]
    answer = ask(phone, "confirm", sent(table, document))
    if answer.status_code == 422:  # unlikely, but so it was played
        answer = ask(phone, "confirm", sent(table, document, sure=answer.json()["sure"]))
    assert answer.json()["standing"] == "handed-in"
    assert Version.objects.get().content == document


def test_a_phone_is_told_when_the_form_counts(phone, table, clerk):
    document = played(table)
    hand_in(table=table, paper=Paper(document, clerk, timezone.now()))
    data = ask(phone, "state", sent(table)).json()
    assert (data["standing"], data["cells"]) == ("counted", table.round.rules.to_cells(document))
    halves = {"4½", "3½", "2½", "1½", "½"}
    assert {row["matchPoints"] for row in data["known"]["results"]} <= {*"12345"} | halves


# What it keeps


def test_what_it_writes_is_kept_and_worked_out(phone, table):
    document = played(table)
    half = document | {"deals": document["deals"][:7]}
    answer = ask(phone, "save", sent(table, half)).json()
    assert (answer["revision"], answer["known"]["done"], answer["known"]["deals"]) == (1, 7, 19)
    assert Draft.objects.get().content == half
    assert ask(phone, "save", sent(table, half)).json()["revision"] == 1
    assert ask(phone, "save", sent(table, document, revision=1)).json()["revision"] == 2


def test_two_phones_are_told_of_each_other(phone, table):
    document = played(table)
    ask(phone, "save", sent(table, document))
    answer = ask(phone, "save", sent(table, document | {"first_dealer": 9}))
    assert (answer.status_code, answer.json()["code"]) == (409, "conflict")
    assert answer.json()["theirs"] == table.round.rules.to_cells(document)
    assert (answer.json()["revision"], answer.json()["known"]["done"]) == (1, 19)
    assert Draft.objects.get().content == document


@pytest.mark.parametrize("name", ["save", "confirm"])
def test_other_players_than_those_seated_are_refused(phone, table, name):
    answer = ask(phone, name, sent(table, played(table), players="2 1 3 4 5"))
    assert (answer.status_code, answer.json()["code"]) == (409, "reseated")


def test_a_form_that_is_not_right_shows_its_places(phone, table):
    document = played(table)
    document["deals"][6] = {"bids": [9, 0, 0, 0, 0], "tricks": [4, 0, 0, 0, 0]}
    answer = ask(phone, "confirm", sent(table, document))
    assert (answer.status_code, answer.json()["code"]) == (422, "wrong")
    assert {p["path"] for p in answer.json()["problems"]} == {"deals.6.bids.0"}
    assert Version.objects.count() == 0


def test_a_form_that_is_unlikely_is_asked(phone, table):
    cards = [*range(10, 0, -1), *range(2, 11)]
    deals = [{"bids": [n, 0, 0, 0, 1], "tricks": [n, 0, 0, 0, 0]} for n in cards]
    data = sent(table, {"first_dealer": 1, "deals": deals})
    asked = ask(phone, "confirm", data)
    assert (asked.status_code, asked.json()["code"]) == (422, "unsure")
    assert ask(phone, "confirm", data | {"sure": "0" * 16}).status_code == 422
    assert ask(phone, "confirm", data | {"sure": asked.json()["sure"]}).status_code == 200
    assert Version.objects.get().is_waiting


def test_a_phone_cannot_rule(phone, table):
    cells = {"deals.0.ruling": "mag"}
    answer = ask(phone, "save", sent(table, cells=json.dumps(cells)))
    assert (answer.status_code, answer.json()["code"]) == (409, "refused")


@pytest.mark.parametrize("phones", [Tournament.Phones.COMPARE, Tournament.Phones.FORM])
def test_what_the_director_lets_stand_is_finished_in_the_office(
    phone, table, director_client, clerk_client, phones
):
    Tournament.objects.update(phones=phones)
    document = played(table)
    document["deals"][6] = {"bids": [4, 0, 0, 0, 0], "tricks": [4, 0, 0, 0, 0]}
    data = ask(phone, "save", sent(table, document)).json()
    assert data["known"]["missing"] == []
    assert [(p["path"], p["office"]) for p in data["known"]["wrong"]] == [("deals.6.ruling", True)]
    refused = ask(phone, "confirm", sent(table, document, revision=1)).json()
    assert (refused["code"], [p["office"] for p in refused["problems"]]) == ("wrong", [True])
    offer = f"?draft={Draft.objects.get().pk}"
    enter = "/t/wk-test/forms/1/1/"
    assert offer in director_client.get(enter).content.decode()
    is_offered = offer in clerk_client.get(enter).content.decode()
    assert is_offered == (phones == Tournament.Phones.FORM)
    cells = table.round.rules.to_cells(document) | {
        "deals.6.ruling": "te laat gezien",
        "expected_version": "0",
        "players": "1 2 3 4 5",
        "action": "count",
    }
    director_client.post(enter, cells)
    assert Version.objects.get().content["deals"][6]["ruling"] == "te laat gezien"
    assert ask(phone, "state", sent(table)).json()["standing"] == "counted"


def test_a_phone_cannot_get_totals_counted_without_deals(phone, table):
    cells = {f"totals.{seat}": "88" for seat in range(5)}
    assert ask(phone, "confirm", sent(table, cells=json.dumps(cells))).status_code == 422
    assert (Version.objects.count(), Result.objects.count()) == (0, 0)
