"""PDF files for officials, read back."""

import datetime as dt
import re

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PageObject

from tests.printing.pdf_pages import pages_of, without_spaces
from tests.rounds.prepared_rounds import NOON
from wk.players.services import NewEntry, enter_many
from wk.rounds.draws import draw_service as draws
from wk.rounds.lifecycle import transitions
from wk.rounds.seat_swaps import services as seat_swaps
from wk.tournament.models import Round, Tournament
from wk.tournament.seating import seat_round
from wk.tournament.services import create_tournament

pytestmark = pytest.mark.django_db

CARDS = [*range(10, 0, -1), *range(2, 11)]
KINDS = ["sheets", "seating"]
AGAIN = (
    ". The computer drew with it: with the same players and wishes it gives the same seats, so"
    " anybody can check the draw."
)  # after a draw number


def get_file(client: Client, tournament, number=1, query="", kind="sheets", language="nl"):
    """Ask for a PDF of a round."""
    address = reverse(f"printing:{kind}", args=[tournament.slug, number])
    return client.get(address + query, headers={"Accept-Language": language})


def numbers_on(page: PageObject) -> list[int]:
    """Return the numbers that stand alone on a line, such as those of deals and cards."""
    return [int(line) for line in page.extract_text().splitlines() if line.isdigit()]


def height_of(page: PageObject, start: str) -> float:
    """Return how many points above the foot of a page a text is."""
    found = []

    def look(text, cm, tm, font, size):
        if text.startswith(start):
            found.append(tm[5] * cm[3] + cm[5])

    page.extract_text(visitor_text=look)
    (height,) = found
    return height


@pytest.fixture
def long_names(db):
    """A tournament with the longest and widest names possible."""
    made = create_tournament(
        name="W" * 100, slug="lang", date=dt.date(2026, 11, 21), venue="M" * 100
    )
    names = ["W" * 80, "M " * 39 + "MM", "Jan-Willem " * 7 + "Jan", "é" * 80, "@" * 80]
    first = 99_990
    entries = enter_many(
        tournament=made, rows=[NewEntry(name, number=first + n) for n, name in enumerate(names)]
    )
    seat_round(tournament=made, number=1, tables={9999: entries}, state=Round.State.CONFIRMED)
    return made


@pytest.mark.slow
def test_sheets_have_a_page_for_each_table(clerk_client, tournament, django_assert_num_queries):
    tournament.venue = "Café De Leeuw"
    tournament.save()
    # Six are the keys of the phones: looked for, held, made, fetched, as one. One fetches the logo.
    # When the PDF is there one looks for its round; the last ones note the address in the codes.
    with django_assert_num_queries(20):
        response = get_file(clerk_client, tournament)
    assert response["Content-Disposition"] == 'inline; filename="wk-test-1-sheets.pdf"'
    one, two = pages_of(response)
    for page, table, names in [
        (one, 1, ["1 Anna", "2 Bram", "3 Cor", "4 Dirk", "5 Els"]),
        (two, 2, ["6 Femke", "7 Gijs", "8 Hans", "9 Ingrid"]),
    ]:
        lines = page.extract_text().splitlines()
        head = "WK Test Ronde 1 van 3 21 november 2026 · Café De Leeuw"
        assert " ".join(lines).startswith(head)
        # Who has the page read aloud hears the table before its players.
        told = [f"Tafel {table}", *names]
        assert re.findall("|".join(told), page.extract_text()) == told
        assert numbers_on(page) == [*range(1, 20), *CARDS]
        lines.remove("Op de telefoon? Scan.")
        assert lines.count("plaats 1 NOORD") == 1
        assert lines.count("eerste gever") == len(names)
        below = lines.index("Punten")
        assert lines[below : below + 4] == [
            "Punten",
            "WP",
            "punten goed: 10 + 2 per slag · anders −2 per slag verschil "
            "bod samen nooit gelijk aan de kaarten",
            "In plaats van een getal: K onjuist aantal kaarten (−4) V verzaakt (−10) "
            "Fout? Doorstrepen, niet overschrijven",
        ]
        signed = "beslissing van de wedstrijdleider handtekening NOORD gezien en ingetypt door"
        assert lines.count(signed) == 1


@pytest.mark.slow
def test_one_sheet_in_english_with_its_name_escaped(clerk_client, tournament):
    name = "<img src=http://127.0.0.1:9/x.png><b>Eve</b>&amp;"
    tournament.entries.filter(number=9).update(name=name)
    (page,) = pages_of(get_file(clerk_client, tournament, query="?tables=2", language="en"))
    text = page.extract_text()
    lines = text.splitlines()
    assert lines[1:3] == ["Round 1 of 3", "21 November 2026 Table 2"]
    assert " ".join(["bid tricks pts total"] * 4) in lines
    assert without_spaces(name) in without_spaces(text)


def test_invalid_tables_are_refused_on_a_page(clerk_client, tournament):
    for query, message in (
        ("?tables=x", "Write one table or a range: 3 or 3-7."),
        ("?tables=3-7", "This round has no such table."),
    ):
        response = get_file(clerk_client, tournament, query=query, language="en")
        assert (response.status_code, response.context["message"]) == (400, message)
        assert message in response.content.decode()


@pytest.mark.slow
def test_the_longest_names_fit_on_one_sheet(clerk_client, long_names):
    (page,) = pages_of(get_file(clerk_client, long_names))
    text = without_spaces(page.extract_text())
    entries = list(long_names.entries.all())
    for entry in entries:
        assert without_spaces(f"{entry.number}{entry.name}") in text
    assert without_spaces(long_names.name) in text
    assert without_spaces(long_names.venue) in text
    assert "Tafel9999" in text
    assert numbers_on(page)[-38:] == [*range(1, 20), *CARDS]
    # The line below the rows does not run into the boxes at the foot, 17 mm high.
    assert height_of(page, "In plaats van") - height_of(page, "beslissing") > 12


@pytest.mark.slow
def test_the_seating_list_is_a_dutch_list(clerk_client, tournament, django_assert_num_queries):
    tournament.entries.filter(number=9).update(name="Élise van der Elzen")
    tournament.entries.filter(number=1).update(name="Anna De Wit", surname="De Wit")
    # Five list what is told of the draw, and one fetches the logo. When the PDF is there one looks
    # for its round.
    with django_assert_num_queries(12):
        response = get_file(clerk_client, tournament, kind="seating", language="en")
    (page,) = pages_of(response)
    words = page.extract_text().split()
    names = ["Bram", "Cor", "De", "Wit,", "Anna", "Dirk", "Els", "Elzen,", "Élise", "van", "der"]
    names += ["Femke", "Gijs", "Hans"]
    assert [word for word in words if word in names] == names
    numbers = without_spaces(page.extract_text()).partition("Bram")[0]
    assert sorted(re.findall(r"\d", numbers)) == ["1"] * 5 + ["2"] * 4
    assert words.count("NORTH") == 2
    assert "Lot" not in words  # nobody drew this round


@pytest.mark.parametrize("kind", KINDS)
def test_a_drawn_round_is_not_printed(director_client, tournament, kind):
    tournament.rounds.update(state=Round.State.DRAWN)
    response = get_file(director_client, tournament, kind=kind, language="en")
    assert response.status_code == 409
    assert "Confirm the draw, then print it." in response.content.decode()


def test_an_unknown_round_is_not_found(clerk_client, tournament):
    for kind in KINDS:
        for number in (2, 10**30):
            assert get_file(clerk_client, tournament, number, kind=kind).status_code == 404


def test_only_officials_print_and_only_by_get(client, director_client, tournament):
    for kind in KINDS:
        address = reverse(f"printing:{kind}", args=[tournament.slug, 1])
        response = get_file(client, tournament, kind=kind)
        assert (response.status_code, response["Location"]) == (302, f"/login/?next={address}")
        assert director_client.post(address).status_code == 405


@pytest.fixture
def second_round(tournament):
    """Round 2 of two, drawn with draw number 4711, for nine players at two tables."""
    Tournament.objects.update(round_count=2)
    tournament.refresh_from_db()
    round = draws.draw_round(tournament=tournament, seed=4711)
    return Round.objects.select_related("tournament").get(pk=round.pk)


def report_on_seating_list(client, tournament, number):
    """Return what stands below the seats, before the head of the page."""
    (page,) = pages_of(get_file(client, tournament, number, kind="seating", language="en"))
    text = " ".join(page.extract_text().split())
    return re.split(r" (?:NORTH|seat [0-9]) ", text.partition(" Round ")[0])[-1]


@pytest.mark.slow
def test_the_seating_list_shows_the_quality_and_the_draw_number(
    clerk_client, tournament, second_round
):
    transitions.confirm_round(round=second_round)
    assert report_on_seating_list(clerk_client, tournament, 2) == (
        "6 times two players meet again; fewer cannot be. 2 times somebody sits at a table of four "
        f"again; the least there could be is 0. Draw number 4711{AGAIN}"
    )


@pytest.mark.slow
def test_the_seating_list_says_that_seats_were_changed_by_hand(
    clerk_client, director, tournament, second_round
):
    first, other = (second_round.seats.get(table__number=n, number=1).entry for n in (1, 2))
    seat_swaps.swap_seats(round=second_round, first=first, second=other, author=director, now=NOON)
    transitions.confirm_round(round=second_round)
    assert report_on_seating_list(clerk_client, tournament, 2).endswith(
        f" Changed by hand. Draw number 4711{AGAIN}"
    )
