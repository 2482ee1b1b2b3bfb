"""Two players of one name are told apart by their start numbers, on every page, on paper and in
files."""

import csv
import datetime as dt
import json
import re
from html.parser import HTMLParser
from io import BytesIO

import pytest
from django.core.management import call_command
from pypdf import PdfReader

from wk.accounts.models import User
from wk.phones.guides import form_data
from wk.players.services import NewEntry, enter_many
from wk.scoreforms.counting import import_forms
from wk.scoreforms.entry.plausibility import plausibility_problems, plausibility_token
from wk.scoreforms.form_status import round_forms
from wk.scoreforms.services import Submission, hand_in
from wk.scoreforms.table_queries import seated
from wk.tournament.models import Entry, Round, Table, Tournament
from wk.tournament.name_search import distinct_names, namesakes
from wk.tournament.seating import seat_round
from wk.tournament.services import create_tournament

pytestmark = pytest.mark.django_db

NOW = dt.datetime(2026, 11, 21, 14, tzinfo=dt.UTC)
NAME = "Jan de Vries"
# At one table in round 1, at two tables in round 2.
NUMBERS = (3, 12)
NAMES = ["Anna", "Bram", NAME, "Dirk", "Femke", "Gijs", "Hans", "Ingrid", "Jan de Vrieze"]
ROWS = [
    *(NewEntry(name, number=number) for number, name in enumerate(NAMES, 1)),
    NewEntry(NAME, "De Slag", 12),
]
ONE, TWO = (1, 2, 3, 4, 12), (5, 6, 7, 8, 9)
CARDS = [*range(10, 0, -1), *range(2, 11)]
DEALS = [{"bids": [0] * 5, "tricks": [cards, 0, 0, 0, 0]} for cards in CARDS]
FORM = {"first_dealer": 1, "deals": DEALS}
# In the last deal both namesakes take five.
LAST = {"bids": [0] * 5, "tricks": [0, 0, 5, 0, 5]}
CORRECTED = {"first_dealer": 1, "deals": [*DEALS[:-1], LAST]}
WRITTEN = (None, None, 7, None, 8)
NAMED = rf"(?:{NAME}|Vries, Jan de)"  # as people write it, or as lists have it
TOLD = re.compile(
    rf"\b(?:3|12)[ :·.]+{NAME}"
    rf"|{NAMED}[ ,(]*(?:· )?(?:no\. |number |start number |nr\. )(?:3|12)\b",
    re.IGNORECASE,
)
SAID = ("alt", "aria-label", "content", "placeholder", "title")


class PageText(HTMLParser):
    """The text of a page for eyes and screen readers."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.parts: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.parts += [value for name, value in attrs if name in SAID and value]

    def handle_data(self, data):
        self.parts.append(data)

    def __str__(self) -> str:
        return " ".join(" ".join(self.parts).split())


def names_without_number(text: str) -> list[str]:
    """Return each place where the name stands without a start number, with the text around it."""
    told = [found.span() for found in TOLD.finditer(text)]
    return [
        text[max(0, at.start() - 40) : at.end() + 40]
        for at in re.finditer(NAMED, text)
        if not any(first <= at.start() and at.end() <= last for first, last in told)
    ]


@pytest.fixture
def tournament_with_namesakes(db) -> Tournament:
    """Round 1 played at table 1 and to come at table 2, round 2 confirmed, round 3 drawn."""
    made = create_tournament(name="WK Test", slug="wk-test", date=dt.date(2026, 11, 21))
    entries = {entry.number: entry for entry in enter_many(tournament=made, rows=ROWS)}
    seats = [
        (1, Round.State.STARTED, ONE, TWO),
        (2, Round.State.CONFIRMED, (12, 1, 2, 5, 6), (7, 3, 4, 8, 9)),
        (3, Round.State.DRAWN, ONE, TWO),
    ]
    for number, state, one, two in seats:
        tables = {1: [entries[n] for n in one], 2: [entries[n] for n in two]}
        seat_round(tournament=made, number=number, tables=tables, state=state)
    return made


@pytest.fixture
def played(tournament_with_namesakes, director) -> Tournament:
    """The same tournament with a corrected form of the namesakes."""
    table = tournament_with_namesakes.rounds.get(number=1).tables.get(number=1)
    import_forms(forms=[(table, FORM)], now=NOW)
    hand_in_form(table, CORRECTED, director, expected_version=1, reason="verkeerd getypt")
    return tournament_with_namesakes


def hand_in_form(table: Table, document: dict, author: User, **more: int | str) -> None:
    """Hand in a form with other totals on the paper, which the author has confirmed."""
    sure = plausibility_token(plausibility_problems(table, document, WRITTEN))
    paper = Submission(document, author, NOW, paper_totals=WRITTEN)
    hand_in(table=table, submission=paper, confirmed_token=sure, **more)


def html_of(client, address: str) -> str:
    answer = client.get(address, headers={"Accept-Language": "en"}, follow=True)
    assert answer.status_code == 200, address
    return str(PageText(answer.content.decode()))


ROUND, TABLE = "/t/wk-test/rounds/1/", "/t/wk-test/rounds/1/tables/1/"
# Each page, and on how many places of it the name is at least.
PUBLIC = [
    ("/t/wk-test/", 2),
    ("/t/wk-test/players/", 2),
    ("/t/wk-test/players/?q=vries", 2),
    ("/t/wk-test/players/?q=12", 1),
    ("/t/wk-test/players/1/", 3),
    ("/t/wk-test/players/3/", 2),
    ("/t/wk-test/players/12/", 2),
    ("/t/wk-test/standings/", 2),
    ("/t/wk-test/standings/?q=vries", 2),
    ("/t/wk-test/wall/?show=standings", 2),
    ("/t/wk-test/figures/", 1),
    (ROUND, 2),
    ("/t/wk-test/rounds/2/", 2),
    (TABLE, 8),
    ("/t/wk-test/rounds/2/tables/1/", 1),
]
OFFICIAL = [
    *PUBLIC,
    ("/t/wk-test/rounds/3/", 2),
    ("/t/wk-test/players/12/edit/", 1),
    ("/t/wk-test/forms/", 2),
    ("/t/wk-test/forms/1/1/", 10),
    ("/t/wk-test/forms/1/1/?totals=1", 2),
    ("/t/wk-test/forms/1/1/history/", 2),
    ("/t/wk-test/forms/1/1/history/?version=2&with=1", 4),
    ("/t/wk-test/phones/1/", 2),
    ("/t/wk-test/rounds/wishes/", 2),
    ("/t/wk-test/desk/", 2),
    ("/t/wk-test/desk/?player=12", 1),
    ("/t/wk-test/desk/12/", 2),
    ("/t/wk-test/hall/", 0),
]


def faults(client, pages: list[tuple[str, int]]) -> list[tuple[str, list[str], int]]:
    """Return the pages that name a namesake without his number, or less often than expected."""
    texts = {address: html_of(client, address) for address, _least in pages}
    counted = [
        (address, names_without_number(texts[address]), len(TOLD.findall(texts[address])), least)
        for address, least in pages
    ]
    return [(address, bare, told) for address, bare, told, least in counted if bare or told < least]


def test_public_pages_tell_namesakes_apart(client, played):
    assert faults(client, PUBLIC) == []


@pytest.mark.slow
def test_pages_of_officials_tell_namesakes_apart(director_client, played):
    assert faults(director_client, OFFICIAL) == []


def test_the_review_of_a_form_tells_namesakes_apart(
    director_client, tournament_with_namesakes, clerk
):
    Tournament.objects.update(second_check=Tournament.SecondCheck.EVERY)
    hand_in_form(tournament_with_namesakes.rounds.get(number=1).tables.get(number=1), FORM, clerk)
    text = html_of(director_client, "/t/wk-test/forms/1/1/second/")
    assert names_without_number(text) == []
    # On the form, and beside the totals of the paper.
    assert len(TOLD.findall(text)) == 4


def test_the_choice_between_typings_tells_namesakes_apart(
    director_client, tournament_with_namesakes, clerk, director
):
    Tournament.objects.update(second_check=Tournament.SecondCheck.EVERY)
    table = tournament_with_namesakes.rounds.get(number=1).tables.get(number=1)
    hand_in_form(table, FORM, clerk)
    hand_in_form(table, CORRECTED, director)
    text = html_of(director_client, "/t/wk-test/forms/1/1/settle/")
    assert names_without_number(text) == []
    # A cell and a total that differ of each of them, and their totals below.
    assert len(TOLD.findall(text)) >= 4


def test_the_podium_tells_namesakes_apart(client, played):
    played.rounds.exclude(number=1).delete()
    played.rounds.get(number=1).tables.get(number=2).delete()
    played.rounds.update(state=Round.State.CLOSED)
    Tournament.objects.update(round_count=1)
    text = html_of(client, "/t/wk-test/standings/")
    assert names_without_number(text) == []
    # Both share the first place: there, in the list, and at the switch that opens the rounds.
    assert len(TOLD.findall(text)) == 6


def test_the_message_after_a_form_tells_namesakes_apart(director_client, tournament_with_namesakes):
    cells = {
        "first_dealer": "1",
        "expected_version": "0",
        "expected_draft": "0",
        "players": " ".join(map(str, ONE)),
        "mode": "totals",
        "action": "count",
        **{f"totals.{seat}": str(88 + 2 * seat) for seat in range(5)},
    }
    answer = director_client.post(
        "/t/wk-test/forms/1/1/?totals=1", cells, headers={"Accept-Language": "en"}, follow=True
    )
    text = str(PageText(answer.content.decode()))
    assert "Table 1 counts: Anna 88, Bram 90, 3 Jan de Vries 92, Dirk 94, 12 Jan" in text
    assert names_without_number(text) == []


def test_the_phone_of_a_table_tells_namesakes_apart(tournament_with_namesakes):
    table = tournament_with_namesakes.rounds.get(number=1).tables.get(number=1)
    data = form_data(table.round.rules, seated(table), {})
    names = ["Anna", "Bram", f"3 {NAME}", "Dirk", f"12 {NAME}"]
    assert [seat["name"] for seat in data["seats"]] == names


def test_the_list_of_forms_tells_namesakes_at_two_tables_apart(tournament_with_namesakes):
    forms = round_forms(tournament_with_namesakes.rounds.get(number=2))
    assert [form.names for form in forms] == [
        (f"12 {NAME}", "Anna", "Bram", "Femke", "Gijs"),
        ("Hans", f"3 {NAME}", "Dirk", "Ingrid", "Jan de Vrieze"),
    ]


def test_files_of_standings_tell_namesakes_apart(client, played, capsys):
    call_command("standings", "wk-test", "--format", "json")
    rows = json.loads(capsys.readouterr().out)["standings"]
    assert {row["number"] for row in rows if row["name"] == NAME} == {3, 12}
    call_command("standings", "wk-test", "--format", "csv")
    table = list(csv.DictReader(capsys.readouterr().out.splitlines()))
    assert {row["number"] for row in table if row["name"] == NAME} == {"3", "12"}
    call_command("standings", "wk-test")
    lines = [line for line in capsys.readouterr().out.splitlines() if NAME in line]
    assert [names_without_number(" ".join(line.split())) for line in lines[-2:]] == [[], []]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("address", "count"),
    [("rounds/1/sheets.pdf", 2), ("rounds/1/seating.pdf", 2), ("cards.pdf", 2)],
)
def test_paper_tells_namesakes_apart(clerk_client, tournament_with_namesakes, address, count):
    answer = clerk_client.get(f"/t/wk-test/{address}", headers={"Accept-Language": "en"})
    text = " ".join(p.extract_text() for p in PdfReader(BytesIO(answer.content)).pages)
    text = " ".join(text.split())
    assert names_without_number(text) == []
    assert len(TOLD.findall(text)) == count


def test_namesakes_differ_only_in_spaces_and_capitals():
    names = [NAME, "jan  de vries", "JAN DE VRIËS", "Jan de Vrieze", "Eva"]
    assert namesakes(names) == {NAME, "jan  de vries", "JAN DE VRIËS"}
    assert namesakes([]) == namesakes(["Eva", "Ada"]) == frozenset()
    entries = [Entry(number=number, name=name) for number, name in enumerate(names, 1)]
    assert distinct_names(entries) == (
        f"1 {NAME}",
        "2 jan  de vries",
        "3 JAN DE VRIËS",
        "Jan de Vrieze",
        "Eva",
    )
