"""The feeds of a tournament: what is in them, for whom, and in which files."""

import csv
import json
import re
from io import BytesIO, StringIO

import pytest
from django.core.management import call_command
from openpyxl import load_workbook

from tests.standings.tournaments import close_rounds, make_tournament, play_round
from wk.feeds.kinds import FEEDS
from wk.tournament.models import Round

pytestmark = pytest.mark.django_db


def read(client, name):
    """Return the content of a feed, its rows in CSV, and its rows in the workbook."""
    answers = [client.get(f"/t/hal/{name}.{suffix}") for suffix in ("json", "csv", "xlsx")]
    assert [answer.status_code for answer in answers] == [200] * 3
    data, rows, book = (answer.content for answer in answers)
    sheet = load_workbook(BytesIO(book)).active
    cells = [list(row) for row in sheet.iter_rows(values_only=True)]
    return json.loads(data), list(csv.reader(StringIO(rows.decode()))), cells


def test_standings_are_those_of_the_command(client, hal, capsys):
    for suffix, more in (("json", ["--possible"]), ("csv", [])):
        call_command("standings", "hal", "--format", suffix, *more)
        answer = client.get(f"/t/hal/standings.{suffix}")
        assert answer.content.decode() == capsys.readouterr().out
    _data, _rows, cells = read(client, "standings/1")
    assert cells == [
        [
            *("rank", "number", "name", "wp", "points"),
            *("round_1_table", "round_1_wp", "round_1_points", "totals_only"),
        ],
        [1, 2, "=Bram", 5, 41, 7, 5, 41, "1"],
        [2, 1, "Anna", 4, 40, 7, 4, 40, "1"],
        [3, 4, "Dirk", 3, 10, 7, 3, 10, "1"],
        [4, 3, "Cor, jr", 2, -6, 7, 2, -6, "1"],
    ]


def test_players(client, hal):
    data, rows, cells = read(client, "players")
    assert data["tournament"] == "hal"
    head = ["number", "name", "club", "withdrawn_after"]
    listed = [
        [1, "Anna", "", None],
        [2, "=Bram", "", None],
        [3, "Cor, jr", "", None],
        [4, "Dirk", "+Slag", None],
        [5, "Els", "", 1],
    ]
    assert data["players"] == [dict(zip(head, row, strict=True)) for row in listed]
    assert cells == [head, *([cell or None for cell in row] for row in listed)]
    assert rows[2] == ["2", "'=Bram", "", ""]
    assert rows[4] == ["4", "Dirk", "'+Slag", ""]


def test_rounds(client, hal):
    data, rows, cells = read(client, "rounds")
    head = ["round", "state", "withheld", "tables", "counted"]
    listed = [[1, "started", False, 1, 1], [2, "started", False, 1, 0]]  # a draw is not public
    assert data["rounds"] == [dict(zip(head, row, strict=True)) for row in listed]
    assert cells == [head, [1, "started", "no", 1, 1], [2, "started", "no", 1, 0]]
    assert rows[1] == ["1", "started", "no", "1", "1"]


def test_tables(client, hal):
    data, rows, cells = read(client, "tables")
    first, second = data["tables"]
    assert (first["round"], first["table"], first["counted"]) == (1, 7, True)
    assert first["seats"][3] == {
        "seat": 4,
        "number": 4,
        "name": "Dirk",
        "substitutes": ["@Piet"],
        "wp": "3",
        "points": 10,
    }
    assert (second["round"], second["table"], second["counted"]) == (2, 3, False)
    assert [(seat["number"], seat["wp"], seat["points"]) for seat in second["seats"]] == [
        (number, None, None) for number in (5, 2, 3, 4)
    ]
    assert cells[0] == ["round", "table", "seat", "number", "name", "substitutes", "wp", "points"]
    assert cells[4] == [1, 7, 4, 4, "Dirk", "@Piet", 3, 10]
    assert rows[4] == ["1", "7", "4", "4", "Dirk", "'@Piet", "3", "10"]
    assert rows[6] == ["2", "3", "2", "2", "'=Bram", "", "", ""]


@pytest.mark.parametrize("what", [Round.Withheld.TOP, Round.Withheld.ALL])
def test_an_official_gets_no_more_than_everybody(client, director_client, hal, what):
    """A file goes on to others. tests/standings/test_visibility_leaks.py reads all feeds too."""
    hal.rounds.filter(number=1).update(withheld=what)
    for name in FEEDS:
        for suffix in ("json", "csv", "xlsx"):
            address = f"/t/hal/{name}.{suffix}"
            assert director_client.get(address).content == client.get(address).content
    data, _rows, _cells = read(client, "tables")
    assert {seat["points"] for table in data["tables"] for seat in table["seats"]} == {None}
    assert [each["withheld"] for each in read(client, "rounds")[0]["rounds"]] == [True, False]
    shown, _rows, _cells = read(client, "standings")
    assert (shown["after_round"], {row["points"] for row in shown["standings"]}) == (0, {0})


def test_below_a_withheld_top_the_ranks_go_on(client):
    made = make_tournament([f"Speler {n}" for n in range(1, 13)], rounds=1)
    points = {table: {n: 100 - n for n in range(table, 13, 3)} for table in (1, 2, 3)}
    play_round(made, 1, points)
    close_rounds(made)
    made.rounds.update(withheld=Round.Withheld.TOP)
    data, rows, cells = read(client, "standings")
    seat_only = {"round": 1, "wp": None, "points": None}
    assert [(row["rank"], row["number"], row["points"]) for row in data["standings"]] == [
        (11, 11, 0),
        (12, 12, 0),
    ]
    assert data["standings"][0]["rounds"] == [seat_only | {"table": 2}]
    assert rows[1] == ["11", "11", "Speler 11", "0", "0", "2", "", "", ""]
    assert cells[1] == [11, 11, "Speler 11", 0, 0, 2, None, None, None]


SPREADSHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
HEADERS = {
    "json": ("application/json", None),
    "csv": ("text/csv; charset=utf-8", 'attachment; filename="hal-standings-1.csv"'),
    "xlsx": (SPREADSHEET, 'attachment; filename="hal-standings-1.xlsx"'),
}


def test_a_feed_is_kept_and_open_to_scripts_of_other_sites(client, hal, kept_pages):
    for suffix, headers in HEADERS.items():
        address = f"/t/hal/standings/1.{suffix}"
        first = client.get(address)
        assert (first["Content-Type"], first.get("Content-Disposition")) == headers
        assert first["Access-Control-Allow-Origin"] == "*"
        again = client.get(address, headers={"If-None-Match": first["ETag"]})
        assert (again.status_code, again["Access-Control-Allow-Origin"]) == (304, "*")


def test_there_is_no_such_feed(client, hal):
    for address in ("nergens/players.json", "hal/standings/3.json", "hal/players.pdf"):
        assert client.get(f"/t/{address}").status_code == 404, address


def test_a_feed_takes_few_queries(client, hal, django_assert_max_num_queries):
    for name in FEEDS:
        with django_assert_max_num_queries(6):
            client.get(f"/t/hal/{name}.json")


@pytest.mark.parametrize("page", ["rounds/", "players/", "standings/", "standings/1/"])
def test_a_page_offers_excel_before_the_files_for_other_programs(client, hal, page):
    words = client.get(f"/t/hal/{page}", headers={"accept-language": "en"}).content.decode()
    links = re.search(r'<p class="soft files no-print">(.*?)</p>', words, re.DOTALL)
    told = " ".join(re.sub("<[^>]*>", "", links[1]).split())
    assert told == "As a file: Excel · for other programs: CSV, JSON"
