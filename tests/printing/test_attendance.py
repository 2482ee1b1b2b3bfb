"""The attendance list: who is expected, by surname, with a box to tick."""

import datetime as dt

import pytest
from django.urls import reverse

from tests.listed_players import tournament_with_players
from tests.printing.pdf_pages import boxes_of, pages_of, without_spaces
from wk.players.services import NewEntry
from wk.printing.attendance import EMPTY_LINES, attendance_list

NOON = dt.datetime(2026, 11, 21, 11, tzinfo=dt.UTC)
PEOPLE = [
    NewEntry("Sjoerd van der Wal", "De Slag"),
    NewEntry("José de Wit"),
    NewEntry("Anna Bakker", "Tiel"),
    NewEntry("Bram Weg", withdrawn_after=0),
]


@pytest.fixture
def made(db):
    """Three players who take part and one who does not."""
    return tournament_with_players("WK Zaal", dt.date(2026, 11, 21), PEOPLE)[0]


def get_list(client, tournament):
    address = reverse("printing:attendance", args=[tournament.slug])
    return client.get(address, headers={"Accept-Language": "en"})


def test_players_who_take_part_come_by_surname_with_its_letter(made, django_assert_num_queries):
    with django_assert_num_queries(1):
        lines = attendance_list(made)
    assert [(line.letter, line.entry.number) for line in lines] == [("B", 3), ("W", 1), ("", 2)]


@pytest.mark.slow
def test_the_paper_has_a_box_a_number_and_a_club_for_each(clerk_client, made):
    made.entries.filter(number=1).update(checked_in_at=NOON)
    response = get_list(clerk_client, made)
    assert response["Content-Disposition"] == 'inline; filename="wk-zaal-attendance.pdf"'
    (page,) = pages_of(response)
    text = without_spaces(page.extract_text())
    assert "AttendancelistWKZaal·21November2026" in text
    assert text.startswith("3players")
    assert "3Bakker,AnnaTiel" in text
    assert "1Wal,SjoerdvanderDeSlag" in text
    assert "Weg" not in text
    squares = [box for box in boxes_of(page) if box[2:] == (4.4, 4.4)]
    assert len({box[:2] for box in squares}) <= 3 + EMPTY_LINES


@pytest.mark.slow
def test_a_hundred_and_twenty_players_take_two_pages(clerk_client, db):
    people = [NewEntry(f"Speler {letter * 3}{n}", "Kaartclub De Slag") for letter in "abcdefghij"
              for n in range(12)]  # fmt: skip
    made = tournament_with_players("WK", dt.date(2026, 11, 21), people)[0]
    assert len(pages_of(get_list(clerk_client, made))) == 2


def test_without_players_there_is_no_list(clerk_client, db):
    made = tournament_with_players("WK", dt.date(2026, 11, 21), [])[0]
    response = get_list(clerk_client, made)
    assert (response.status_code, "There are no players yet." in response.content.decode()) == (
        409,
        True,
    )


def test_only_officials_get_it_by_reading(client, clerk_client, made):
    address = reverse("printing:attendance", args=[made.slug])
    assert client.get(address).status_code == 302
    assert clerk_client.post(address).status_code == 405


def test_the_desk_leads_to_it(clerk_client, made):
    page = clerk_client.get(f"/t/{made.slug}/desk/").content.decode()
    assert f'href="{reverse("printing:print_attendance", args=[made.slug])}"' in page
