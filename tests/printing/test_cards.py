"""Cards of players: name, seats in public rounds, and a code that leads to the player."""

import datetime as dt
import re
from itertools import zip_longest

import pytest
from django.urls import reverse

from tests.printing.pdf_pages import pages_of, without_spaces
from wk.phones.keys import qr_svg
from wk.players.services import NewEntry, enter_many
from wk.printing.cards import Card, CardRound, cards, pages
from wk.tournament.models import MOST_ROUNDS, Entry, Round
from wk.tournament.programme import Kind, ProgrammePoint, stored
from wk.tournament.seating import seat_round
from wk.tournament.services import create_tournament

pytestmark = pytest.mark.django_db

DRAWN, FIXED, STARTED = Round.State.DRAWN, Round.State.CONFIRMED, Round.State.STARTED


def cards_by_number(tournament) -> dict[int, Card]:
    """Return the card of every player by start number."""
    every = cards(tournament, tournament.entries.all(), lambda entry: f"to/{entry.number}")
    return {card.entry.number: card for card in every}


def seat_players(
    tournament, number: int, state: Round.State, tables: dict[int, list[int]]
) -> Round:
    """Make a round with these start numbers at its tables."""
    entries = {entry.number: entry for entry in tournament.entries.all()}
    seated = {table: [entries[n] for n in numbers] for table, numbers in tables.items()}
    return seat_round(tournament=tournament, number=number, tables=seated, state=state)


def get_cards(client, tournament, query="", language="nl"):
    """Ask for the PDF of the cards."""
    address = reverse("printing:cards", args=[tournament.slug])
    return client.get(address + query, headers={"Accept-Language": language})


def test_a_card_has_the_seats_of_public_rounds(tournament):
    seat_players(tournament, 2, FIXED, {1: [9, 8, 7, 6, 5], 12: [4, 3, 2, 1]})
    seat_players(tournament, 3, DRAWN, {1: [1, 2, 3, 4, 5], 2: [6, 7, 8, 9]})
    found = cards_by_number(tournament)
    assert list(found) == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert found[1].rounds == (CardRound(1, 1, 1), CardRound(2, 12, 4), CardRound(3))
    assert found[9].rounds == (CardRound(1, 2, 4), CardRound(2, 1, 1), CardRound(3))


def test_a_card_has_the_times_of_the_programme_where_there_is_room(tournament):
    points = [
        ProgrammePoint(Kind.DOORS, dt.time(9)),
        ProgrammePoint(Kind.ROUND, dt.time(13), round=2),
    ]
    tournament.programme = stored(points)
    times = [each.begins_at for each in cards_by_number(tournament)[1].rounds]
    assert times == [None, dt.time(13), None]
    tournament.round_count = 5
    assert {each.begins_at for each in cards_by_number(tournament)[1].rounds} == {None}


def test_a_card_leaves_out_rounds_that_the_player_missed_or_left_before(tournament):
    """In a round that is only confirmed a late player may still get a seat."""
    Entry.objects.filter(tournament=tournament, number=2).update(withdrawn_after=1)
    (late,) = enter_many(tournament=tournament, rows=[NewEntry("Laat")])
    seat_players(tournament, 2, FIXED, {1: [1, 3, 4, 5], 2: [6, 7, 8, 9]})
    found = cards_by_number(tournament)
    assert found[2].rounds == (CardRound(1, 1, 2),)
    assert found[late.number].rounds == (CardRound(2), CardRound(3))


def test_each_card_has_the_code_of_its_player(tournament):
    found = cards_by_number(tournament)
    assert [card.code for card in found.values()] == [qr_svg(f"to/{n}") for n in range(1, 10)]
    assert len({card.code for card in found.values()}) == 9


@pytest.mark.parametrize(
    ("count", "on_pages"),
    [
        (0, []),
        (1, [[0]]),
        (8, [[0, 1, 2, 3, 4, 5, 6, 7]]),
        (9, [[0, 2, 4, 6, 8], [1, 3, 5, 7]]),
        (17, [[0, 3, 6, 9, 12, 15], [1, 4, 7, 10, 13, 16], [2, 5, 8, 11, 14]]),
    ],
)
def test_cards_stand_in_the_order_in_which_they_are_cut_and_stacked(count, on_pages):
    made = pages(range(count))
    assert [list(page.cards) for page in made] == on_pages
    assert [(page.number, page.total) for page in made] == [
        (number, len(on_pages)) for number in range(1, len(on_pages) + 1)
    ]


@pytest.mark.parametrize("count", [1, 23, 120, 250])
def test_the_stacks_on_top_of_each_other_are_all_cards_in_order(count):
    stacks = zip_longest(*(page.cards for page in pages(range(count))))
    cards_in_order = [card for stack in stacks for card in stack if card is not None]
    assert cards_in_order == [*range(count)]
    assert max(len(page.cards) for page in pages(range(count))) <= 8


@pytest.mark.parametrize(
    ("rounds", "layout_class", "lines"),
    [
        (1, "few", [1]),
        (4, "few", [4]),
        (5, "several", [4, 1]),
        (8, "several", [4, 4]),
        (9, "many", [7, 2]),
        (MOST_ROUNDS, "many", [7, 7, 6]),
    ],
)
def test_layout_by_number_of_rounds(tournament, rounds, layout_class, lines):
    tournament.round_count = rounds
    tournament.rounds.all().delete()
    card = cards_by_number(tournament)[1]
    assert card.layout_class == layout_class
    assert [len(line) for line in card.lines] == lines
    assert [r.number for line in card.lines for r in line] == [*range(1, rounds + 1)]


def test_number_of_queries(tournament, django_assert_num_queries):
    entries = list(tournament.entries.all())
    with django_assert_num_queries(2):
        cards(tournament, entries, lambda entry: "x")


def test_the_code_leads_the_public_to_the_page_of_the_player(client, tournament):
    answer = client.get("/t/wk-test/card/4/")
    assert (answer.status_code, answer["Location"]) == (302, "/t/wk-test/players/4/")


def test_the_code_leads_officials_to_the_desk(clerk_client, tournament):
    answer = clerk_client.get("/t/wk-test/card/4/")
    assert (answer.status_code, answer["Location"]) == (302, "/t/wk-test/desk/?player=4")


@pytest.mark.parametrize("number", [0, 10, 10**30])
def test_the_code_of_an_unknown_player_is_not_found(client, clerk_client, tournament, number):
    for visitor in (client, clerk_client):
        assert visitor.get(f"/t/wk-test/card/{number}/").status_code == 404


def test_the_address_of_a_code_refuses_post(client, tournament):
    assert client.post("/t/wk-test/card/4/").status_code == 405


@pytest.mark.slow
def test_printed_cards_have_names_and_seats_eight_on_a_page(clerk_client, tournament):
    Entry.objects.filter(tournament=tournament, number=7).update(club="De Slag")
    response = get_cards(clerk_client, tournament)
    assert response["Content-Disposition"] == 'inline; filename="wk-test-cards.pdf"'
    first, second = pages_of(response)
    one, other = (without_spaces(page.extract_text()) for page in (first, second))
    assert (one.count("WKTest·21nov2026"), one.count("Hoestaik?")) == (5, 5)
    names = ["1Anna", "3Cor", "5Els", "7GijsDeSlag", "9Ingrid"]
    assert re.findall("|".join(names), one) == names
    assert ("Blad1van2:" in one, "Blad2van2:" in other) == (True, True)
    assert (one.count("Ronde1·tafel"), one.count("NOORD"), one.count("plaats5")) == (5, 1, 1)
    names = ["2Bram", "4Dirk", "6Femke", "8Hans"]
    assert re.findall("|".join(names), other) == names


@pytest.mark.slow
def test_chosen_cards_are_printed_with_names_escaped(clerk_client, tournament):
    name = "<img src=http://127.0.0.1:9/x.png><b>Eve</b>&amp;"
    tournament.entries.filter(number=3).update(name=name)
    (page,) = pages_of(get_cards(clerk_client, tournament, "?players=3-4"))
    text = without_spaces(page.extract_text())
    assert without_spaces(f"3{name}") in text
    names = dict(tournament.entries.exclude(number=3).values_list("number", "name"))
    every = "|".join(f"{n}{name}" for n, name in names.items())
    assert re.findall(every, text) == ["4Dirk"]


def test_invalid_players_are_refused_on_a_page(clerk_client, tournament):
    for query, message in (
        ("?players=x", "Write a start number or a range: 3 or 3-7."),
        ("?players=10", "There are no such players."),
    ):
        response = get_cards(clerk_client, tournament, query, "en")
        assert (response.status_code, response.context["message"]) == (400, message)
        assert message in response.content.decode()


@pytest.mark.slow
def test_the_longest_names_fit_their_cards(clerk_client):
    longest = create_tournament(
        name="W" * 100, slug="lang", date=dt.date(2026, 11, 21), round_count=MOST_ROUNDS
    )
    names = ["W" * 80, "M " * 39 + "MM", "Jan-Willem " * 7 + "Jan", "é" * 80, "@" * 80]
    rows = [NewEntry(name, "W" * 80, number=99_990 + n) for n, name in enumerate(names)]
    enter_many(tournament=longest, rows=rows)
    (page,) = pages_of(get_cards(clerk_client, longest))
    text = without_spaces(page.extract_text())
    for row in rows:
        assert without_spaces(f"{row.number}{row.name}") in text
    assert text.count("W" * 80) >= len(rows)


@pytest.mark.slow
def test_cards_of_partners_have_the_four_winds(clerk_client):
    pairs = create_tournament(
        name="Bridge", slug="bridge", date=dt.date(2026, 11, 21), game="rubber-bridge"
    )
    entries = enter_many(tournament=pairs, rows=[NewEntry(name) for name in "ABCD"])
    seat_round(tournament=pairs, number=1, tables={1: entries}, state=FIXED)
    (page,) = pages_of(get_cards(clerk_client, pairs, language="en"))
    text = without_spaces(page.extract_text())
    assert re.findall("NORTH|EAST|SOUTH|WEST", text) == ["NORTH", "EAST", "SOUTH", "WEST"]


def test_only_officials_print_cards(client, tournament):
    response = get_cards(client, tournament)
    assert (response.status_code, response["Location"]) == (
        302,
        "/login/?next=/t/wk-test/cards.pdf",
    )


def test_printing_cards_refuses_post(director_client, tournament):
    assert director_client.post(reverse("printing:cards", args=["wk-test"])).status_code == 405


def test_an_unknown_tournament_is_not_found(clerk_client, db):
    assert clerk_client.get("/t/nergens/cards.pdf").status_code == 404
