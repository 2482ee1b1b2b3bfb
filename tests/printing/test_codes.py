"""The code on a sheet opens the form of its own table, where phones can reach it."""

from io import BytesIO

import pytest
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import timezone
from pypdf import PdfReader

from wk.core.hall_address import is_out_of_reach
from wk.phones.keys import phone_address, phones_page, qr_svg
from wk.phones.models import TableKey
from wk.phones.services import revoke_keys
from wk.printing.sheets import sheets
from wk.tournament.models import Round, Tournament
from wk.tournament.queries import tables_with_seats

WORDS = "On a phone? Scan."
SHEETS = "/t/wk-test/rounds/1/sheets.pdf"
WARNING = "Phones cannot open the codes yet"


def codes_printed(client):
    """How many codes are on each page."""
    answer = client.get(SHEETS, headers={"Accept-Language": "en"})
    pages = PdfReader(BytesIO(answer.content)).pages
    return [page.extract_text().count(WORDS) for page in pages]


def keys():
    return set(TableKey.objects.values_list("key", flat=True))


@pytest.mark.slow
def test_each_table_that_has_a_key_has_its_own_code_and_keeps_it(clerk_client, tournament):
    assert codes_printed(clerk_client) == [1, 1]
    first = keys()
    assert len(first) == 2
    table = tournament.rounds.get().tables.get(number=1)
    revoke_keys(tables=[table], now=timezone.now())
    assert codes_printed(clerk_client) == [0, 1]
    assert keys() == first


def test_the_code_is_that_of_the_table(tournament):
    round = tournament.rounds.get()
    tables = tables_with_seats(round)
    pictures = {
        table.pk: qr_svg(phone_address("http://wk.example/phone/", f"key{table.number}"))
        for table in tables
    }
    made = sheets(tables, round, pictures)
    assert [(sheet.table, sheet.code) for sheet in made] == [
        (table.number, pictures[table.pk]) for table in tables
    ]
    html = render_to_string(
        "printing/_sheet.html", {"tournament": tournament, "round": round, "sheet": made[0]}
    )
    assert html.count(made[0].code) == html.count("<svg") == 1


@pytest.mark.slow
def test_without_phones_there_are_no_codes(clerk_client, tournament):
    Tournament.objects.update(phones=Tournament.Phones.OFF)
    assert codes_printed(clerk_client) == [0, 0]
    assert not TableKey.objects.exists()


def test_the_number_of_the_table_is_set_smaller_beside_a_code(tournament):
    round = tournament.rounds.get()
    round.tables.filter(number=1).update(number=9999)
    (*_, last) = sheets(tables_with_seats(round), round)
    assert (last.table, last.digits) == (9999, 4)


@pytest.mark.parametrize(
    ("host", "allowed", "page", "out_of_reach"),
    [
        ("192.168.1.10:8000", ["192.168.1.10"], "http://192.168.1.10:8000/phone/", False),
        ("wk.example.org", [".example.org"], "http://wk.example.org/phone/", False),
        # The office sits at the computer that wk runs on, and phones come from elsewhere.
        ("localhost:8000", ["*", "192.168.1.10"], "http://192.168.1.10:8000/phone/", False),
        ("127.0.0.1:8001", ["wk.local", "10.0.0.7"], "http://wk.local:8001/phone/", False),
        ("localhost:8000", [".example.org"], "http://localhost:8000/phone/", True),
        ("127.0.0.1", [], "http://127.0.0.1/phone/", True),
        ("[::1]:8000", [], "http://[::1]:8000/phone/", True),
    ],
)
def test_phones_find_wk_where_they_can_reach_it(settings, host, allowed, page, out_of_reach):
    settings.ALLOWED_HOSTS = [*allowed, "localhost", "127.0.0.1", "[::1]"]
    request = RequestFactory().get("/", headers={"Host": host})
    assert (phones_page(request), is_out_of_reach(request)) == (page, out_of_reach)


@pytest.mark.parametrize(
    ("host", "state", "phones", "warned"),
    [
        ("localhost:8000", Round.State.CONFIRMED, "compare", True),
        ("localhost:8000", Round.State.STARTED, "form", False),
        ("localhost:8000", Round.State.DRAWN, "form", False),
        ("localhost:8000", Round.State.CONFIRMED, "off", False),
        ("10.0.0.7:8000", Round.State.CONFIRMED, "form", False),
    ],
)
def test_officials_who_print_are_told_when_phones_cannot_come(
    director_client, tournament, settings, host, state, phones, warned
):
    settings.ALLOWED_HOSTS = ["10.0.0.7", "localhost"] if host[0] == "1" else ["localhost"]
    Tournament.objects.update(phones=phones)
    Round.objects.update(state=state)
    answer = director_client.get(
        "/t/wk-test/rounds/1/", headers={"Host": host, "Accept-Language": "en"}
    )
    assert (answer.status_code, WARNING in answer.content.decode()) == (200, warned)


def test_the_public_is_not_told_that_phones_cannot_come(client, tournament, settings):
    settings.ALLOWED_HOSTS = ["localhost"]
    answer = client.get("/t/wk-test/rounds/1/", headers={"Host": "localhost"})
    assert answer.status_code == 200
    assert "ALLOWED_HOSTS" not in answer.content.decode()


CARDS_WARNING = "Phones cannot open the codes on the cards yet"


@pytest.mark.parametrize(
    ("host", "state", "warned"),
    [
        ("localhost:8000", Round.State.DRAWN, True),
        ("localhost:8000", Round.State.CONFIRMED, True),
        ("localhost:8000", Round.State.STARTED, False),
        ("10.0.0.7:8000", Round.State.CONFIRMED, False),
    ],
)
def test_officials_who_print_cards_are_told_when_phones_cannot_come(
    director_client, client, tournament, settings, host, state, warned
):
    settings.ALLOWED_HOSTS = ["10.0.0.7", "localhost"] if host[0] == "1" else ["localhost"]
    Tournament.objects.update(phones="off")
    Round.objects.update(state=state)
    pages = [
        each.get("/t/wk-test/players/", headers={"Host": host, "Accept-Language": "en"})
        for each in (director_client, client)
    ]
    told = [(page.status_code, CARDS_WARNING in page.content.decode()) for page in pages]
    assert told == [(200, warned), (200, False)]


def test_without_players_there_are_no_cards_to_warn_of(director_client, tournament, settings):
    settings.ALLOWED_HOSTS = ["localhost"]
    Round.objects.all().delete()
    tournament.entries.all().delete()
    headers = {"Host": "localhost", "Accept-Language": "en"}
    page = director_client.get("/t/wk-test/players/", headers=headers)
    assert (page.status_code, CARDS_WARNING in page.content.decode()) == (200, False)
