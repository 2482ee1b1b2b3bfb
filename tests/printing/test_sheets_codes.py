"""The code on a sheet opens the form of its table, where phones can reach wk."""

from io import BytesIO

import pytest
from django.template.loader import render_to_string
from django.utils import timezone
from pypdf import PdfReader

from wk.phones.keys import phone_address, qr_svg
from wk.phones.models import TableKey
from wk.phones.services import revoke_keys
from wk.printing.sheets import sheets
from wk.tournament.models import Round, Tournament
from wk.tournament.queries import tables_with_seats
from wk.tournament.sheet_codes import BOTTOM, SheetCode, read

WORDS = "On a phone? Scan."
SHEETS = "/t/wk-test/rounds/1/sheets.pdf"
WARNING = "Phones cannot open the codes yet"


def codes_on_pages(client):
    """Print the sheets; return the number of codes on each page."""
    answer = client.get(SHEETS, headers={"Accept-Language": "en"})
    pages = PdfReader(BytesIO(answer.content)).pages
    return [page.extract_text().count(WORDS) for page in pages]


def stored_keys():
    return set(TableKey.objects.values_list("key", flat=True))


@pytest.mark.slow
def test_each_table_with_a_key_keeps_its_own_code(clerk_client, tournament):
    assert codes_on_pages(clerk_client) == [1, 1]
    first = stored_keys()
    assert len(first) == 2
    table = tournament.rounds.get().tables.get(number=1)
    revoke_keys(tables=[table], now=timezone.now())
    assert codes_on_pages(clerk_client) == [0, 1]
    assert stored_keys() == first


def test_each_sheet_has_the_code_of_its_table(tournament):
    round = tournament.rounds.get()
    tables = tables_with_seats(round)
    pictures = {
        table.pk: qr_svg(phone_address("http://wk.example/phone/", f"key{table.number}"))
        for table in tables
    }
    made = sheets(tables, round, pictures)
    assert [(sheet.table, sheet.code, sheet.opens_phone) for sheet in made] == [
        (table.number, pictures[table.pk], True) for table in tables
    ]
    html = render_to_string(
        "printing/_sheet.html", {"tournament": tournament, "round": round, "sheet": made[0]}
    )
    assert (html.count(made[0].code), html.count(made[0].code_below)) == (1, 1)
    assert html.count("<svg") == 3  # and the spade


def test_a_sheet_without_a_code_for_a_phone_has_two_for_a_camera(tournament):
    round = tournament.rounds.get()
    (sheet, _) = sheets(tables_with_seats(round), round)
    top, bottom = (qr_svg(f"WK/WK-TEST/1/1/{place}") for place in (1, 2))
    assert (sheet.code, sheet.opens_phone, sheet.code_below) == (top, False, bottom)


@pytest.mark.parametrize(
    ("slug", "text"),
    [
        ("open-2026", "WK/OPEN-2026/2/12/2"),
        ("OPEN-2026", "wk/OPEN-2026/2/12/2"),
        ("club_avond", "wk/club_avond/2/12/2"),
    ],
)
def test_a_camera_reads_back_what_a_code_tells(slug, text):
    code = SheetCode(slug, 2, 12, BOTTOM)
    assert (code.text, read(code.text)) == (text, code)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "https://wk.example/phone/#abc",
        "WK/OPEN-2026/2/12",
        "WK/OPEN-2026/2/12/3",
        "WK/a b/1/1/1",
    ],
)
def test_other_codes_are_none_of_a_sheet(text):
    assert read(text) is None


@pytest.mark.slow
def test_sheets_have_no_codes_without_phones(clerk_client, tournament):
    Tournament.objects.update(phones=Tournament.Phones.OFF)
    assert codes_on_pages(clerk_client) == [0, 0]
    assert not TableKey.objects.exists()


def test_a_long_table_number_counts_its_digits(tournament):
    round = tournament.rounds.get()
    round.tables.filter(number=1).update(number=9999)
    (*_, last) = sheets(tables_with_seats(round), round)
    assert (last.table, last.digits) == (9999, 4)


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
def test_officials_are_warned_when_phones_cannot_reach_wk(
    director_client, tournament, settings, host, state, phones, warned
):
    settings.ALLOWED_HOSTS = ["10.0.0.7", "localhost"] if host[0] == "1" else ["localhost"]
    Tournament.objects.update(phones=phones)
    Round.objects.update(state=state)
    answer = director_client.get(
        "/t/wk-test/rounds/1/", headers={"Host": host, "Accept-Language": "en"}
    )
    page = answer.content.decode()
    assert (answer.status_code, WARNING in page) == (200, warned)
    assert (
        'href="/in-the-hall/?tournament=wk-test&amp;back=/t/wk-test/rounds/1/"' in page
    ) == warned


def test_the_public_gets_no_warning(client, tournament, settings):
    settings.ALLOWED_HOSTS = ["localhost"]
    answer = client.get("/t/wk-test/rounds/1/", headers={"Host": "localhost"})
    assert answer.status_code == 200
    assert "in-the-hall" not in answer.content.decode()


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
def test_officials_are_warned_when_codes_on_cards_cannot_be_reached(
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


def test_no_warning_about_cards_without_players(director_client, tournament, settings):
    settings.ALLOWED_HOSTS = ["localhost"]
    Round.objects.all().delete()
    tournament.entries.all().delete()
    headers = {"Host": "localhost", "Accept-Language": "en"}
    page = director_client.get("/t/wk-test/players/", headers=headers)
    assert (page.status_code, CARDS_WARNING in page.content.decode()) == (200, False)
