"""A player finds himself: on the overview, in the lists and on his own page."""

import datetime as dt
import re

import pytest
from django.utils.html import escape

from tests.markup import on_one_line
from tests.standings.reading import STANDINGS, rows_of, text_of
from tests.standings.tournaments import NASTY, make_tournament, play_round
from wk.players.services import NewEntry, enter_many
from wk.tournament.models import Round, Seat, Substitute
from wk.tournament.seating import seat_round
from wk.tournament.services import create_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]


NOT_DRAWN = "Am I on the list? The draw is not known yet."
SEAT_AND_RANK = "Round 2: where do I sit, where do I stand?"


@pytest.mark.parametrize(
    ("tournament", "asks", "shows"),
    [
        ("tournament_in_round_2", SEAT_AND_RANK, "Standings during round 2"),
        ("finished_tournament", "Where do I stand?", "Final standings"),
    ],
)
def test_the_overview_asks_what_a_player_asks(client, request, tournament, asks, shows):
    request.getfixturevalue(tournament)
    read = text_of(client.get("/t/hal/"))
    assert f"{asks} Find a player" in read
    assert shows in read


def test_the_overview_names_the_champions(client, finished_tournament):
    finished_tournament.rounds.update(state=Round.State.CLOSED)
    named = text_of(client.get("/t/hal/"))
    assert "Final standings World champion · shared: Anna and Bram Rank Name" in named
    finished_tournament.rounds.update(state=Round.State.STARTED)
    assert "Anna and Bram" not in text_of(client.get("/t/hal/"))


def test_the_overview_before_the_first_round(client, director_client):
    made = make_tournament([])
    assert "There are no players yet. Read the rules" in text_of(client.get("/t/hal/"))
    enter_many(tournament=made, rows=[NewEntry(name) for name in ("Anna", "Bram", "Cor", "Dirk")])
    assert NOT_DRAWN in text_of(client.get("/t/hal/"))
    play_round(made, 1, {3: [1, 2, 3, 4]}, state=Round.State.CONFIRMED)
    assert "Round 1: where do I sit? Find a player" in text_of(client.get("/t/hal/"))
    assert "where do I sit?" not in text_of(director_client.get("/t/hal/"))


def test_a_search_with_several_results_shows_the_seats(client):
    """The next round is there once it is confirmed, and a round that is closed no longer."""
    made = make_tournament(["Jan Vos", "Piet Vos", "Cor", "Dirk", "An Vos"])
    first = play_round(made, 1, {7: [3, 1, 4, 2]}, state=Round.State.DRAWN)

    def found():
        page = client.get("/t/hal/players/", {"q": "vos"})
        heads = re.findall(r'<th scope="col" class="at">(.*?)</th>', page.content.decode())
        return heads, rows_of(page)

    assert found() == ([], [["5", "An Vos"], ["1", "Jan Vos"], ["2", "Piet Vos"]])
    made.rounds.update(state=Round.State.CONFIRMED)
    assert found() == (
        ["Round 1"],
        [
            ["5", "An Vos", ""],
            ["1", "Jan Vos", "table 7 seat 2"],
            ["2", "Piet Vos", "table 7 seat 4"],
        ],
    )
    made.rounds.update(state=Round.State.STARTED)
    play_round(made, 2, {1: [2, 4, 1, 3]}, state=Round.State.CONFIRMED)
    heads, rows = found()
    assert heads == ["Round 1", "Round 2"]
    assert rows[1] == ["1", "Jan Vos", "table 7 seat 2", "table 1 seat 3"]
    first.state = Round.State.CLOSED
    first.save()
    heads, rows = found()
    assert (heads, rows[2]) == (["Round 2"], ["2", "Piet Vos", "table 1 seat 1"])
    whole = text_of(client.get("/t/hal/players/"))
    assert "Players 5 players" in whole
    assert "3 of 5 found" in text_of(client.get("/t/hal/players/", {"q": "vos"}))


def test_the_list_counts_players_and_marks_withdrawn_ones(client):
    made = make_tournament(["Anna", NewEntry("Bram", "De Slag"), NewEntry("Cor", "", None, 0)])
    page = client.get("/t/hal/players/")
    assert "Players 2 players" in text_of(page)
    assert rows_of(page) == [["1", "Anna"], ["2", "Bram De Slag"], ["3", "Cor does not take part"]]
    play_round(made, 1, {1: [1, 2, 3]})
    assert "Players 3 players" in text_of(client.get("/t/hal/players/"))


def test_a_search_with_one_result_leads_to_the_player(client, tournament_in_round_2):
    found = client.get("/t/hal/players/", {"q": "jose"})
    assert (found.status_code, found.headers["Location"]) == (302, "/t/hal/players/2/")
    assert client.get("/t/hal/players/", {"q": "o"}).context["query"] == "o"
    assert "Nobody found. Part of a name" in text_of(client.get("/t/hal/players/", {"q": "nobody"}))


def test_an_officials_search_stays_on_the_list(director_client, tournament_in_round_2):
    page = director_client.get("/t/hal/players/", {"q": "jose"})
    assert [entry.name for entry, _partner, _seats in page.context["shown"]] == ["José"]


def test_a_search_in_a_round_shows_the_tables_of_those_found(client, tournament_in_round_2):
    page = client.get("/t/hal/rounds/2/", {"q": "cor"})
    assert [table.number for table in page.context["shown"]] == [9]
    assert re.findall(r'class="found">.*?/players/(\d+)/', on_one_line(page.content.decode())) == [
        "3"
    ]
    nobody = client.get("/t/hal/rounds/2/", {"q": "dirk"})
    assert nobody.context["shown"] == []
    assert "Nobody found. Part of a name is enough" in text_of(nobody)
    assert 'class="found"' not in client.get("/t/hal/rounds/2/").content.decode()


def test_visitors_read_that_a_confirmed_round_begins_soon(
    client, director_client, tournament_in_round_2
):
    assert "1 table · begins soon" in text_of(client.get("/t/hal/rounds/3/"))
    assert "1 table · confirmed" in text_of(director_client.get("/t/hal/rounds/3/"))


def test_the_list_of_rounds_shows_which_are_complete(client, tournament_in_round_2):
    read = text_of(client.get("/t/hal/rounds/"))
    assert "Round 1 1 all count Standings after round 1" in read
    assert "Round 2 1 started Standings during round 2" in read
    assert "Round Tables Status Standings Round 1" in read
    Round.objects.update(state=Round.State.CONFIRMED)
    read = text_of(client.get("/t/hal/rounds/"))
    assert "Round Tables Status Round 1" in read  # no column that is empty


def test_home_links_officials_to_the_forms(client, clerk_client, tournament_in_round_2):
    link = 'href="/t/hal/forms/"'
    assert link in clerk_client.get("/").content.decode()
    assert link not in client.get("/").content.decode()


def test_the_page_of_a_player_shows_seats_and_results(client, tournament_in_round_2):
    page = client.get("/t/hal/players/1/")
    assert page.status_code == 200
    read = text_of(page)
    assert "Round 2 You are at table 9, seat 2 Rank 1 = shared MP 4½ Points 40 provisional" in read
    assert (
        "Round 1 4½ MP 40 points shared 1st, table 1 rank 1 = shared"
        " Round 2 table 9 to come Round 3 no seat"
        " MP: match points, by the place at the table Send on"
    ) in read  # nobody rose or fell yet, so no signs are explained
    assert "At the table with 2 José 2× · rounds 1, 2 3 Cor 2× · rounds 1, 2" in read
    assert "4 Dirk round 1" in read
    assert (
        "Round 1 Table 1 , seat 1 4½ MP · 40 points · shared 1st at the table Seat Name Points MP"
        " 1 1 Anna 40 4 ½ 2 2 José 40 4 ½ 3 3 Cor −6 2 4 4 Dirk 10 3"
        " Round 2 Table 9 , seat 2 to come"
    ) in read
    assert "Round 3 No seat in this round." in read


def test_the_page_of_a_player_shows_the_seat_of_a_confirmed_round(client, tournament_in_round_2):
    assert "Round 3 You are at table 8, seat 1 NORTH" in text_of(client.get("/t/hal/players/6/"))


def test_the_page_of_a_player_with_a_partner_shows_the_winds(client):
    made = create_tournament(
        name="Bridge", slug="bridge", date=dt.date(2026, 11, 21), game="rubber-bridge"
    )
    entries = enter_many(tournament=made, rows=[NewEntry(name) for name in ("A", "B", "C", "D")])
    seats = [entries[n] for n in (0, 2, 1, 3)]
    seat_round(tournament=made, number=1, tables={1: seats}, state=Round.State.STARTED)
    read = text_of(client.get("/t/bridge/players/3/"))
    assert "You are at table 1, seat 2 EAST" in read
    assert "Seat Name 1 1 A NORTH 2 3 C EAST 3 2 B SOUTH 4 4 D WEST" in read


def test_the_overview_links_to_the_rules(client, tournament_in_round_2):
    assert 'href="/t/hal/rules/"' in client.get("/t/hal/").content.decode()


def test_the_page_of_a_withdrawn_player(client, tournament_in_round_2):
    read = text_of(client.get("/t/hal/players/4/"))
    assert "start number 4 · Élan · left after round 1" in read
    assert "You are at table" not in read


def test_the_page_of_a_player_before_the_draw_and_other_editions(client):
    make_tournament(["Anna"], slug="vorig-jaar")
    enter_many(tournament=make_tournament([]), rows=[NewEntry("Anna")])
    page = client.get("/t/hal/players/1/")
    assert "The draw is not known yet." in text_of(page)
    assert 'href="/t/vorig-jaar/players/1/"' in page.content.decode()
    assert (
        "Other editions Tournament Rank Players MP WK vorig-jaar 21 November 2026 – – –"
        in text_of(page)
    )


def test_the_page_of_a_player_has_the_results_of_other_editions(client, finished_tournament):
    made = make_tournament([], slug="later")
    enter_many(tournament=made, rows=[NewEntry("Bram")])
    read = text_of(client.get("/t/later/players/1/"))
    assert "Rank Players MP WK hal 21 November 2026 1 = shared 4 4 ½" in read


def test_number_of_queries_of_a_player(client, tournament_in_round_2, django_assert_num_queries):
    client.get("/t/hal/players/1/")
    with django_assert_num_queries(14):
        client.get("/t/hal/players/1/")


def test_seats_of_a_drawn_round_are_hidden(client, director_client, tournament_in_round_2):
    """Table 77 of round 4 has players 1, 2, 3 and 5."""
    for visitor, number in ((client, 1), (client, 5), (director_client, 1)):
        page = visitor.get(f"/t/hal/players/{number}/").content.decode()
        assert "Round 2" in page
        assert "/tables/77/" not in page
    assert "/tables/77/" not in client.get(STANDINGS).content.decode()


PLAYED_ON = re.compile(r'<small class="((?:sits )?played-by)">(.*?)</small>')


@pytest.fixture
def tournament_with_substitutes(tournament_in_round_2):
    """Anna had two substitutes in round 1 and has one in round 2."""
    for round, name, from_deal in ((1, "Piet Kok", 9), (1, NASTY, None), (2, "Toos", 4)):
        seat = Seat.objects.get(round__number=round, entry__number=1)
        Substitute.objects.create(seat=seat, name=name, from_deal=from_deal)
    return tournament_in_round_2


def test_a17_substitutes_are_named_at_the_result(client, tournament_with_substitutes):
    """The result is the player's. Everyone reads who played for him."""
    page = client.get(STANDINGS)
    first, second = f"the rest played by {escape(NASTY)}", "from deal 9 played by Piet Kok"
    assert rows_of(page)[0] == [
        "1= shared",
        f"Anna table 9 Round 1: {first} Round 1: {second} Round 2: from deal 4 played by Toos",
        "4½",
        "40",
        f"4½ 40 {first} {second}",
        "table 9 from deal 4 played by Toos",
    ]
    assert NASTY not in page.content.decode()
    kinds = [kind for kind, _words in PLAYED_ON.findall(page.content.decode())]
    assert kinds == ["sits played-by"] * 3 + ["played-by"] * 3
    assert rows_of(client.get(f"{STANDINGS}1/"))[0][4] == f"4½ 40 {first} {second}"
    assert "Toos" not in text_of(client.get(f"{STANDINGS}1/"))
    assert [row[1] for row in rows_of(page)[1:3]] == [
        "José table 9",
        "Dirk Élan, left after round 1",
    ]


def test_number_of_queries_with_substitutes(
    client, tournament_with_substitutes, django_assert_num_queries
):
    with django_assert_num_queries(7):
        client.get(STANDINGS)
