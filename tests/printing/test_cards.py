"""A card for each player: who he is, where he sits in the rounds that everyone may see, and a code
that leads an official to the desk and anybody else to his page."""

import datetime as dt
import re
from io import BytesIO

import pytest
from django.urls import reverse
from pypdf import PageObject, PdfReader

from wk.core.hall_address import address_in_hall
from wk.phones.keys import qr_svg
from wk.players.services import NewEntry, enter_many
from wk.printing.cards import Card, CardRound, cards, pages
from wk.tournament.models import MOST_ROUNDS, Entry, Round
from wk.tournament.seating import seat_round
from wk.tournament.services import create_tournament

pytestmark = pytest.mark.django_db

A4 = (595, 842)
DRAWN, FIXED, STARTED = Round.State.DRAWN, Round.State.CONFIRMED, Round.State.STARTED


def made(tournament) -> dict[int, Card]:
    """The cards of everybody, by start number, with codes of what a player's number leads to."""
    every = cards(tournament, tournament.entries.all(), lambda entry: f"to/{entry.number}")
    return {card.entry.number: card for card in every}


def seat(tournament, number: int, state: Round.State, tables: dict[int, list[int]]) -> Round:
    entries = {entry.number: entry for entry in tournament.entries.all()}
    seated = {table: [entries[n] for n in numbers] for table, numbers in tables.items()}
    return seat_round(tournament=tournament, number=number, tables=seated, state=state)


def get(client, tournament, query="", language="nl"):
    address = reverse("printing:cards", args=[tournament.slug])
    return client.get(address + query, headers={"Accept-Language": language})


def printed(response) -> list[PageObject]:
    assert (response.status_code, response["Content-Type"]) == (200, "application/pdf")
    found = list(PdfReader(BytesIO(response.content)).pages)
    assert {tuple(round(side) for side in page.mediabox[2:]) for page in found} == {A4}
    return found


def squeezed(text: str) -> str:
    """A text without spaces: lines are broken anywhere."""
    return "".join(text.split())


def test_a_card_has_the_places_in_the_rounds_that_everyone_may_see(tournament):
    seat(tournament, 2, FIXED, {1: [9, 8, 7, 6, 5], 12: [4, 3, 2, 1]})
    seat(tournament, 3, DRAWN, {1: [1, 2, 3, 4, 5], 2: [6, 7, 8, 9]})
    found = made(tournament)
    assert list(found) == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert found[1].rounds == (CardRound(1, 1, 1), CardRound(2, 12, 4), CardRound(3))
    assert found[9].rounds == (CardRound(1, 2, 4), CardRound(2, 1, 1), CardRound(3))


def test_nobody_waits_for_a_round_that_he_has_no_part_in(tournament):
    """Not in one that began without him, nor after he left; in one confirmed he may get a seat."""
    Entry.objects.filter(tournament=tournament, number=2).update(withdrawn_after=1)
    (late,) = enter_many(tournament=tournament, rows=[NewEntry("Laat")])
    seat(tournament, 2, FIXED, {1: [1, 3, 4, 5], 2: [6, 7, 8, 9]})
    found = made(tournament)
    assert found[2].rounds == (CardRound(1, 1, 2),)
    assert found[late.number].rounds == (CardRound(2), CardRound(3))


def test_the_code_is_that_of_the_player(tournament):
    found = made(tournament)
    assert [card.code for card in found.values()] == [qr_svg(f"to/{n}") for n in range(1, 10)]
    assert len({card.code for card in found.values()}) == 9


@pytest.mark.parametrize(
    ("count", "on_pages"), [(0, []), (1, [1]), (8, [8]), (9, [8, 1]), (250, [8] * 31 + [2])]
)
def test_eight_lie_on_a_page(count, on_pages):
    assert [len(page) for page in pages(range(count))] == on_pages


@pytest.mark.parametrize(
    ("rounds", "layout_class", "columns"),
    [
        (1, "few", [1]),
        (4, "few", [4]),
        (5, "several", [3, 2]),
        (8, "several", [4, 4]),
        (9, "many", [5, 4]),
        (MOST_ROUNDS, "many", [10, 10]),
    ],
)
def test_more_rounds_are_set_smaller(tournament, rounds, layout_class, columns):
    tournament.round_count = rounds
    tournament.rounds.all().delete()
    card = made(tournament)[1]
    assert card.layout_class == layout_class
    assert [len(column) for column in card.columns] == columns
    assert [r.number for column in card.columns for r in column] == [*range(1, rounds + 1)]


def test_the_cards_take_two_queries(tournament, django_assert_num_queries):
    entries = list(tournament.entries.all())
    with django_assert_num_queries(2):
        cards(tournament, entries, lambda entry: "x")


def test_the_code_leads_to_where_phones_in_the_hall_find_it(rf, settings):
    settings.ALLOWED_HOSTS = ["localhost", "192.168.1.10"]
    path = reverse("players:card", args=["wk-test", 12])
    assert path == "/t/wk-test/card/12/"
    local = rf.get("/", headers={"host": "localhost:8000"})
    assert address_in_hall(local, path) == "http://192.168.1.10:8000/t/wk-test/card/12/"


def test_the_public_is_led_to_the_player(client, tournament):
    answer = client.get("/t/wk-test/card/4/")
    assert (answer.status_code, answer["Location"]) == (302, "/t/wk-test/players/4/")


def test_an_official_is_led_to_the_desk(clerk_client, tournament):
    answer = clerk_client.get("/t/wk-test/card/4/")
    assert (answer.status_code, answer["Location"]) == (302, "/t/wk-test/desk/?player=4")


@pytest.mark.parametrize("number", [0, 10, 10**30])
def test_a_card_of_nobody(client, clerk_client, tournament, number):
    for visitor in (client, clerk_client):
        assert visitor.get(f"/t/wk-test/card/{number}/").status_code == 404


def test_a_card_is_only_looked_at(client, tournament):
    assert client.post("/t/wk-test/card/4/").status_code == 405


@pytest.mark.slow
def test_cards_are_printed_eight_on_a_page_each_with_its_places(clerk_client, tournament):
    Entry.objects.filter(tournament=tournament, number=6).update(club="De Slag")
    response = get(clerk_client, tournament)
    assert response["Content-Disposition"] == 'inline; filename="wk-test-cards.pdf"'
    first, second = printed(response)
    one, other = (squeezed(page.extract_text()) for page in (first, second))
    assert one.count("WKTest·21november2026") == 8
    names = ["1Anna", "2Bram", "3Cor", "4Dirk", "5Els", "6Femke", "7Gijs", "8Hans"]
    assert re.findall("|".join(names), one) == names
    assert (one.count("NOORD"), one.count("6FemkeDeSlag")) == (2, 1)
    assert (other.count("9Ingrid"), other.count("Ronde")) == (1, 3)
    assert (other.count("tafel2"), other.count("plaats4"), other.count("NOORD")) == (1, 1, 0)


@pytest.mark.slow
def test_cards_of_some_players_are_printed_with_names_as_they_are_written(clerk_client, tournament):
    name = "<img src=http://127.0.0.1:9/x.png><b>Eve</b>&amp;"
    tournament.entries.filter(number=3).update(name=name)
    (page,) = printed(get(clerk_client, tournament, "?players=3-4"))
    text = squeezed(page.extract_text())
    assert squeezed(f"3{name}") in text
    names = dict(tournament.entries.exclude(number=3).values_list("number", "name"))
    every = "|".join(f"{n}{name}" for n, name in names.items())
    assert re.findall(every, text) == ["4Dirk"]


def test_players_that_make_no_sense_are_refused_on_a_page(clerk_client, tournament):
    for query, message in (
        ("?players=x", "Write a start number or a range: 3 or 3-7."),
        ("?players=10", "There are no such players."),
    ):
        response = get(clerk_client, tournament, query, "en")
        assert (response.status_code, response.context["message"]) == (400, message)
        assert message in response.content.decode()


@pytest.mark.slow
def test_the_longest_names_stay_on_their_cards(clerk_client):
    longest = create_tournament(
        name="W" * 100, slug="lang", date=dt.date(2026, 11, 21), round_count=MOST_ROUNDS
    )
    names = ["W" * 80, "M " * 39 + "MM", "Jan-Willem " * 7 + "Jan", "é" * 80, "@" * 80]
    rows = [NewEntry(name, "W" * 80, number=99_990 + n) for n, name in enumerate(names)]
    enter_many(tournament=longest, rows=rows)
    (page,) = printed(get(clerk_client, longest))
    text = squeezed(page.extract_text())
    for row in rows:
        assert squeezed(f"{row.number}{row.name}") in text
    assert text.count("W" * 80) >= len(rows)


def test_partners_have_the_four_winds(clerk_client):
    pairs = create_tournament(
        name="Bridge", slug="bridge", date=dt.date(2026, 11, 21), game="rubber-bridge"
    )
    entries = enter_many(tournament=pairs, rows=[NewEntry(name) for name in "ABCD"])
    seat_round(tournament=pairs, number=1, tables={1: entries}, state=FIXED)
    (page,) = printed(get(clerk_client, pairs, language="en"))
    words = page.extract_text().split()
    assert [w for w in words if w in ("NORTH", "EAST", "SOUTH", "WEST")] == [
        "NORTH", "EAST", "SOUTH", "WEST",
    ]  # fmt: skip


def test_only_officials_print_them(client, tournament):
    response = get(client, tournament)
    assert (response.status_code, response["Location"]) == (
        302,
        "/login/?next=/t/wk-test/cards.pdf",
    )


def test_they_are_not_posted(director_client, tournament):
    assert director_client.post(reverse("printing:cards", args=["wk-test"])).status_code == 405


def test_no_such_tournament(clerk_client, db):
    assert clerk_client.get("/t/nergens/cards.pdf").status_code == 404
