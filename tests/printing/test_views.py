"""Real PDF files, read back."""

import datetime as dt
from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PageObject, PdfReader

from wk.tournament.draws import seat_round
from wk.tournament.models import Round
from wk.tournament.roster import NewEntry, enter_many
from wk.tournament.services import create_tournament

pytestmark = pytest.mark.slow

A4 = (595, 842)
CARDS = [*range(10, 0, -1), *range(2, 11)]
KINDS = ["sheets", "seating"]


def get(client: Client, tournament, number=1, query="", kind="sheets", language="nl"):
    address = reverse(f"printing:{kind}", args=[tournament.slug, number])
    return client.get(address + query, headers={"Accept-Language": language})


def pages(response) -> list[PageObject]:
    assert (response.status_code, response["Content-Type"]) == (200, "application/pdf")
    found = list(PdfReader(BytesIO(response.content)).pages)
    assert {tuple(round(side) for side in page.mediabox[2:]) for page in found} == {A4}
    return found


def squeezed(text: str) -> str:
    """A text without spaces: lines are broken anywhere."""
    return "".join(text.split())


def numbers(page: PageObject) -> list[int]:
    """The numbers that stand alone on a line, as those of the deals and the cards do."""
    return [int(line) for line in page.extract_text().splitlines() if line.isdigit()]


def height_of(page: PageObject, start: str) -> float:
    """How far above the foot of the page a text stands, in points."""
    found = []

    def look(text, cm, tm, font, size):
        if text.startswith(start):
            found.append(tm[5] * cm[3] + cm[5])

    page.extract_text(visitor_text=look)
    (height,) = found
    return height


@pytest.fixture
def long_names(db):
    """A tournament where everything is as long and as wide as it may be."""
    made = create_tournament(
        name="W" * 100, slug="lang", date=dt.date(2026, 11, 21), venue="M" * 100
    )
    names = ["W" * 80, "M " * 39 + "MM", "Jan-Willem " * 7 + "Jan", "é" * 80, "@" * 80]
    first = 99_990
    entries = enter_many(
        tournament=made, rows=[NewEntry(name, number=first + n) for n, name in enumerate(names)]
    )
    seat_round(tournament=made, number=1, tables={9999: entries}, state=Round.State.FIXED)
    return made


def test_a_sheet_for_each_table(clerk_client, tournament):
    tournament.venue = "Café De Leeuw"
    tournament.save()
    response = get(clerk_client, tournament)
    assert response["Content-Disposition"] == 'inline; filename="wk-test-1-sheets.pdf"'
    one, two = pages(response)
    for page, table, names in [
        (one, 1, ["1 Anna", "2 Bram", "3 Cor", "4 Dirk", "5 Els"]),
        (two, 2, ["6 Femke", "7 Gijs", "8 Hans", "9 Ingrid"]),
    ]:
        lines = page.extract_text().splitlines()
        assert lines[:4] == [
            "WK Test",
            "Ronde 1 van 3",
            "21 november 2026 · Café De Leeuw",
            f"Tafel {table}",
        ]
        assert [line for line in lines if line in names] == names
        assert numbers(page) == [*range(1, 20), *CARDS]
        lines.remove("Op de telefoon? Scan.")
        assert lines.count("plaats 1 NOORD") == 1
        assert lines.count("eerste gever") == len(names)
        assert lines[-4:] == [
            "Punten",
            "WP",
            "In plaats van een getal: K onjuist aantal kaarten V verzaakt",
            "beslissing van de wedstrijdleider handtekening NOORD gezien en ingevoerd door",
        ]


def test_sheets_in_english(clerk_client, tournament):
    page, _ = pages(get(clerk_client, tournament, language="en"))
    lines = page.extract_text().splitlines()
    assert lines[1:4] == ["Round 1 of 3", "21 November 2026", "Table 1"]
    assert " ".join(["bid tricks points total"] * 5) in lines


@pytest.mark.parametrize(
    ("query", "tables"),
    [("?tables=2", [2]), ("?tables=1-2", [1, 2]), ("?tables=2+-+9", [2]), ("?tables=", [1, 2])],
)
def test_only_some_tables(clerk_client, tournament, query, tables):
    found = pages(get(clerk_client, tournament, query=query))
    assert [page.extract_text().splitlines()[3] for page in found] == [f"Tafel {n}" for n in tables]


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("?tables=x", "Write one table or a range: 3 or 3-7."),
        ("?tables=1,2", "Write one table or a range: 3 or 3-7."),
        ("?tables=-1", "Write one table or a range: 3 or 3-7."),
        ("?tables=3-7", "This round has no such table."),
        ("?tables=2-1", "This round has no such table."),
        ("?tables=999999999", "This round has no such table."),
    ],
)
def test_tables_that_make_no_sense(clerk_client, tournament, query, message):
    response = get(clerk_client, tournament, query=query, language="en")
    assert (response.status_code, response.context["message"]) == (400, message)
    assert message in response.content.decode()


def test_the_longest_names_fit_on_one_page(clerk_client, long_names):
    (page,) = pages(get(clerk_client, long_names))
    text = squeezed(page.extract_text())
    entries = list(long_names.entries.all())
    for entry in entries:
        assert squeezed(f"{entry.number}{entry.name}") in text
    assert squeezed(long_names.name) in text
    assert squeezed(long_names.venue) in text
    assert "Tafel9999" in text
    assert numbers(page)[-38:] == [*range(1, 20), *CARDS]
    # The line below the rows does not run into the boxes at the foot, 17 mm high.
    assert height_of(page, "In plaats van") - height_of(page, "beslissing") > 12


def test_a_name_is_printed_as_it_is_written(clerk_client, tournament):
    name = "<img src=http://127.0.0.1:9/x.png><b>Eve</b>&amp;"
    tournament.entries.filter(number=1).update(name=name)
    page, _ = pages(get(clerk_client, tournament))
    assert squeezed(name) in squeezed(page.extract_text())


def test_the_seating_list(clerk_client, tournament):
    tournament.entries.filter(number=9).update(name="Élise")
    (page,) = pages(get(clerk_client, tournament, kind="seating", language="en"))
    words = page.extract_text().split()
    names = ["Anna", "Bram", "Cor", "Dirk", "Élise", "Els", "Femke", "Gijs", "Hans"]
    assert [word for word in words if word in names] == names
    assert sorted(numbers(page)) == [1] * 5 + [2] * 4
    assert words.count("NORTH") == 2


@pytest.mark.parametrize("kind", KINDS)
def test_a_drawn_round_is_not_printed(director_client, tournament, kind):
    tournament.rounds.update(state=Round.State.DRAWN)
    response = get(director_client, tournament, kind=kind, language="en")
    assert response.status_code == 409
    assert "Confirm the draw, then print it." in response.content.decode()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("number", [2, 10**30])
def test_no_such_round(clerk_client, tournament, kind, number):
    assert get(clerk_client, tournament, number, kind=kind).status_code == 404


@pytest.mark.parametrize("kind", KINDS)
def test_only_officials_print(client, tournament, kind):
    response = get(client, tournament, kind=kind)
    address = reverse(f"printing:{kind}", args=[tournament.slug, 1])
    assert (response.status_code, response["Location"]) == (302, f"/login/?next={address}")


@pytest.mark.parametrize("kind", KINDS)
def test_wrong_method(director_client, tournament, kind):
    address = reverse(f"printing:{kind}", args=[tournament.slug, 1])
    assert director_client.post(address).status_code == 405


# Six of those of the sheets are the keys of the phones: looked for, held, made, fetched, as one;
# five of those of the seating list what is told of the draw.
@pytest.mark.parametrize(("kind", "count"), [("sheets", 12), ("seating", 9)])
def test_queries(clerk_client, tournament, django_assert_num_queries, kind, count):
    with django_assert_num_queries(count):
        get(clerk_client, tournament, kind=kind)
