import datetime as dt
import re

import pytest
from django.utils import timezone, translation
from django.utils.html import escape

from tests.standings.halls import close, hall, play
from wk.scoreforms.services import import_forms
from wk.tournament.draws import seat_round
from wk.tournament.models import Round, Table
from wk.tournament.roster import NewEntry, enter_many
from wk.tournament.services import create_tournament

pytestmark = pytest.mark.django_db

NOW = "/t/hal/standings/"
NASTY = "<script>alert('x')</script>"


@pytest.fixture(autouse=True)
def _english(client):
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    with translation.override("en"):
        yield


@pytest.fixture
def live():
    """Round 1 is in, round 2 is at the tables, round 3 is fixed, round 4 only drawn."""
    made = hall(
        ["Anna", "José", "Cor", NewEntry("Dirk", "Élan", None, 1), NASTY, "Femke"], rounds=4
    )
    play(made, 1, {1: {1: 40, 2: 40, 3: -6, 4: 10}})
    play(made, 2, {9: [5, 1, 2, 3]})
    play(made, 3, {8: [6, 5, 3, 2]}, state=Round.State.FIXED)
    play(made, 4, {77: [1, 2, 3, 5]}, state=Round.State.DRAWN)
    return made


@pytest.fixture
def final():
    made = hall(["Anna", "Bram", "Cor", "Dirk"], rounds=1)
    play(made, 1, {1: {1: 40, 2: 40, 3: 20, 4: 10}}, totals_only=True)
    close(made)
    return made


def text(page):
    """Return what is read on a page: no tags, single spaces."""
    return " ".join(re.sub(r"<[^>]*>", " ", page.content.decode()).split())


def rows(page):
    """Return the cells of the standings, row by row."""
    body = re.search(r"<tbody.*?</tbody>", page.content.decode(), re.DOTALL).group()
    return [
        [
            " ".join(re.sub(r"<[^>]*>", "", cell).split())
            for cell in re.findall(r"<t[dh] .*?</t[dh]>", row, re.DOTALL)
        ]
        for row in re.findall(r"<tr.*?</tr>", body, re.DOTALL)
    ]


def names(page):
    return [row[1].split()[0] for row in rows(page)]


def test_standings_during_a_round(client, live):
    page = client.get(NOW)
    assert page.status_code == 200
    assert rows(page) == [
        ["1 shared", "Anna table 9", "4½", "40", "4½ 40", "table 9"],
        ["1 shared", "José table 9", "4½", "40", "4½ 40", "table 9"],
        ["3", "Dirk Élan, left after round 1", "3", "10", "3 10", "–"],
        ["4", "Cor table 9", "2", "−6", "2 −6", "table 9"],
        ["5", f"{escape(NASTY)} table 9", "0", "0", "–", "table 9"],
    ]
    assert "provisional 1 table still to come" in text(page)
    assert '<h1 id="standings-heading">Standings during round 2</h1>' in page.content.decode()
    assert 'href="/t/hal/players/1/"' in page.content.decode()
    assert 'href="/t/hal/rounds/2/tables/9/"' in page.content.decode()


def test_standings_after_a_round(client, live):
    page = client.get(NOW + "1/")
    assert rows(page)[0] == ["1 shared", "Anna", "4½", "40", "4½ 40"]
    assert "Standings after round 1" in text(page)
    assert "provisional" not in text(page)


def test_a_name_has_its_table_below_it_until_the_form_is_in(client):
    made = hall("abcdefgh", rounds=1)
    play(made, 1, {1: {1: 40, 2: 30, 3: 20, 4: 10}, 2: [5, 6, 7, 8]})
    assert [row[1] for row in rows(client.get(NOW))] == [
        *("a", "b", "c", "d"),
        *("e table 2", "f table 2", "g table 2", "h table 2"),
    ]
    made.rounds.update(state=Round.State.FINAL)  # no form of table 2 ever comes
    assert [row[1] for row in rows(client.get(NOW))] == [*"abcdefgh"]


def test_standings_of_a_tournament_that_has_not_begun(client):
    hall(["Anna"])
    page = client.get(NOW)
    assert rows(page) == [["–", "Anna", "–", "–"]]
    assert "The first round has not started yet." in text(page)


def test_standings_without_players(client):
    hall([])
    assert "No players yet." in text(client.get(NOW))


@pytest.mark.parametrize(
    ("tournament", "address", "refreshes"),
    [
        ("live", NOW, True),
        ("live", NOW + "1/", False),
        ("live", NOW + "2/", True),
        ("final", NOW, False),
        ("final", NOW + "1/", False),
    ],
)
def test_the_page_follows_what_can_still_change(client, request, tournament, address, refreshes):
    request.getfixturevalue(tournament)
    page = client.get(address + "?q=a&sort=name").content.decode()
    assert (f'hx-get="{address}?q=a&amp;sort=name" hx-trigger="every 20s"' in page) is refreshes
    assert ('<div id="standings-state" hx-get=' in page) is refreshes


def test_the_champions_stand_on_top_of_the_final_standings(client, final):
    for address in (NOW, NOW + "1/", NOW + "?wall=1"):
        page = client.get(address)
        assert "World champion · shared Anna Bram 4½ MP · 40 points 3 Cor 3 MP · 20" in text(page)
    assert "4½ 40 Σ" in [row[4] for row in rows(page)]
    assert "only their totals were taken from the paper" in text(page)


def test_a_champion_is_told_once_the_last_round_is_closed(client, final):
    final.rounds.update(state=Round.State.STARTED)
    note = "All forms are in. The result is final once round 1 is closed."
    for address in (NOW, NOW + "1/", NOW + "?wall=1", "/t/hal/"):
        page = client.get(address)
        assert note in text(page)
        assert "Standings after round 1" in text(page)
        assert 'class="champion"' not in page.content.decode()
    for address in (NOW, NOW + "1/"):
        assert f'hx-get="{address}"' in client.get(address).content.decode()
    close(final)
    for address in (NOW, "/t/hal/"):
        page = client.get(address)
        assert "All forms are in" not in text(page)
        assert "Final standings" in text(page)


@pytest.mark.parametrize(
    ("partners", "expected"),
    [("fixed", "Champion A B"), ("rotating", "Champion · shared A B")],
)
def test_who_always_play_together_are_champions_together(client, partners, expected):
    options = {} if partners == "fixed" else {"partners": partners}
    made = create_tournament(
        name="Bridge", slug="bridge", date=dt.date(2026, 11, 21), game="rubber-bridge",
        options=options, round_count=1,
    )  # fmt: skip
    north, east, south, west = enter_many(tournament=made, rows=[NewEntry(n) for n in "ACBD"])
    seats = {1: [north, east, south, west]}
    seat_round(tournament=made, number=1, tables=seats, state=Round.State.STARTED)
    form = {"totals": [810, -810, 810, -810]}
    import_forms(forms=[(Table.objects.get(), form)], now=timezone.now())
    close(made)
    page = client.get("/t/bridge/standings/")
    assert f"{expected} 4½ MP · 810 points" in text(page)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sort", "expected"),
    [
        ("", ["Anna", "José", "Dirk", "Cor", "Elly"]),
        ("rank", ["Anna", "José", "Dirk", "Cor", "Elly"]),
        ("-rank", ["Elly", "Cor", "Dirk", "Anna", "José"]),
        ("name", ["Anna", "Cor", "Dirk", "Elly", "José"]),
        ("points", ["Cor", "Elly", "Dirk", "Anna", "José"]),
        ("-wp", ["Anna", "José", "Dirk", "Cor", "Elly"]),
        ("round1", ["Elly", "Cor", "Dirk", "Anna", "José"]),
        ("-round1", ["Anna", "José", "Dirk", "Cor", "Elly"]),
        ("nonsense", ["Anna", "José", "Dirk", "Cor", "Elly"]),
        ("round99", ["Anna", "José", "Dirk", "Cor", "Elly"]),
        ("--rank,,-,rounds__0", ["Anna", "José", "Dirk", "Cor", "Elly"]),
        ("x" * 4_000, ["Anna", "José", "Dirk", "Cor", "Elly"]),
        ("\0", ["Anna", "José", "Dirk", "Cor", "Elly"]),
    ],
)
def test_sorting_orders_the_rows_and_leaves_the_ranks(client, live, sort, expected):
    live.entries.filter(number=5).update(name="Elly")
    page = client.get(NOW, {"sort": sort})
    assert page.status_code == 200
    assert names(page) == expected
    assert dict(zip(names(page), [row[0] for row in rows(page)], strict=True))["Dirk"] == "3"


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("jose", ["José"]),
        ("JOSÉ", ["José"]),
        (" elan dirk ", ["Dirk"]),
        ("4", ["Dirk"]),
        ("or", ["Cor"]),
        ("<", ["&lt;script&gt;alert(&#x27;x&#x27;)&lt;/script&gt;"]),
        ("nobody", ["Nobody"]),
        ("%", ["Nobody"]),
    ],
)
def test_searching(client, live, asked, expected):
    page = client.get(NOW, {"q": asked})
    found = re.findall(r'<th scope="row".*?>([^<>]*)</a>', page.content.decode(), re.DOTALL)
    assert (found or ["Nobody"]) == expected


@pytest.mark.parametrize("page_number", ["0", "-1", "9" * 40, "x", ""])
def test_a_page_that_is_not_there_shows_one_that_is(client, live, page_number):
    assert len(rows(client.get(NOW, {"page": page_number}))) == 5


def test_a_long_list_has_pages(client):
    hall([f"Speler {n}" for n in range(101)])
    assert len(rows(client.get(NOW))) == 100
    assert len(rows(client.get(NOW, {"page": 2}))) == 1
    assert len(rows(client.get(NOW, {"per_page": 100_000}))) == 100


def test_the_projector_shows_nothing_to_press(client, live):
    page = client.get(NOW, {"wall": 1}).content.decode()
    assert 'class="page wall"' in page
    assert '<input type="search"' not in page


def test_the_projector_turns_its_pages(client):
    hall([f"Speler {n:02}" for n in range(1, 21)])
    first, last = client.get(NOW, {"wall": 1}), client.get(NOW, {"wall": 1, "page": 2})
    assert [len(rows(page)) for page in (first, last)] == [16, 4]
    assert "WK hal Standings 1 to 16 of 20" in text(first)
    assert "17 to 20 of 20" in text(last)
    assert f'hx-get="{NOW}?wall=1&amp;page=2" hx-trigger' in first.content.decode()
    assert f'hx-get="{NOW}?wall=1&amp;page=1" hx-trigger' in last.content.decode()


def test_namesakes_are_told_apart_by_their_numbers(client):
    hall(["Jan", NewEntry("Jan", "De Slag"), NewEntry("Els", "", None, 0)])
    assert [row[1] for row in rows(client.get(NOW))] == [
        "Jan no. 1",
        "Jan no. 2, De Slag",
        "Els withdrawn",
    ]


def test_a_round_that_is_on_has_no_standings_after_it_yet(client, live):
    assert "now after round 1 Search" in text(client.get(NOW))


@pytest.mark.parametrize(
    ("tournament", "asks", "shows"), [("live", True, False), ("final", False, True)]
)
def test_overview_leads_a_player_to_his_seat(client, request, tournament, asks, shows):
    request.getfixturevalue(tournament)
    read = text(client.get("/t/hal/"))
    assert ("where do I sit?" in read) is asks
    assert ("Final standings" in read) is shows


def test_the_list_of_players_counts_who_plays_and_says_who_does_not(client):
    made = hall(["Anna", NewEntry("Bram", "De Slag"), NewEntry("Cor", "", None, 0)])
    page = client.get("/t/hal/players/")
    assert "Players 2 players" in text(page)
    assert rows(page) == [["1", "Anna"], ["2", "Bram De Slag"], ["3", "Cor withdrawn"]]
    play(made, 1, {1: [1, 2, 3]})
    assert "Players 3 players" in text(client.get("/t/hal/players/"))


def test_a_player_finds_himself(client, live):
    found = client.get("/t/hal/players/", {"q": "jose"})
    assert (found.status_code, found.headers["Location"]) == (302, "/t/hal/players/2/")
    assert client.get("/t/hal/players/", {"q": "o"}).context["asked"] == "o"
    assert "Nobody found." in text(client.get("/t/hal/players/", {"q": "nobody"}))


def test_an_official_searches_the_list_and_stays_there(director_client, live):
    page = director_client.get("/t/hal/players/", {"q": "jose"})
    assert [entry.name for entry, _partner in page.context["shown"]] == ["José"]


def test_a_round_shows_the_tables_of_who_is_looked_for(client, live):
    page = client.get("/t/hal/rounds/2/", {"q": "cor"})
    assert [table.number for table in page.context["shown"]] == [9]
    assert client.get("/t/hal/rounds/2/", {"q": "dirk"}).context["shown"] == []


def test_rounds_say_which_are_finished(client, live):
    read = text(client.get("/t/hal/rounds/"))
    assert "Round 1 1 all in Standings after round 1" in read
    assert "Round 2 1 started Standings during round 2" in read


def test_home_leads_officials_to_the_forms_of_the_round_that_is_on(client, clerk_client, live):
    link = 'href="/t/hal/forms/"'
    assert link in clerk_client.get("/").content.decode()
    assert link not in client.get("/").content.decode()


def test_names_are_escaped(client, live):
    for address in (NOW, NOW + "?q=" + NASTY, "/t/hal/players/5/", "/t/hal/players/1/"):
        page = client.get(address).content.decode()
        assert NASTY not in page
        assert escape(NASTY) in page


def test_player_at_a_table(client, live):
    page = client.get("/t/hal/players/1/")
    assert page.status_code == 200
    read = text(page)
    assert "Round 2 You are at table 9, seat 2 Rank 1 shared MP 4½ Points 40 provisional" in read
    assert (
        "Round 1 Table 1 , seat 1 4½ MP · 40 points · shared 1st at the table Seat Name Points MP"
        " 1 1 Anna 40 4½ 2 2 José 40 4½ 3 3 Cor −6 2 4 4 Dirk 10 3"
        " Round 2 Table 9 , seat 2 still to come"
    ) in read
    assert "Round 3 No seat in this round." in read


def test_player_knows_his_next_seat_once_it_is_fixed(client, live):
    assert "Round 3 You are at table 8, seat 1 NORTH" in text(client.get("/t/hal/players/6/"))


def test_a_player_with_a_partner_knows_where_everyone_sits(client):
    made = create_tournament(
        name="Bridge", slug="bridge", date=dt.date(2026, 11, 21), game="rubber-bridge"
    )
    entries = enter_many(tournament=made, rows=[NewEntry(name) for name in ("A", "B", "C", "D")])
    seats = [entries[n] for n in (0, 2, 1, 3)]
    seat_round(tournament=made, number=1, tables={1: seats}, state=Round.State.STARTED)
    read = text(client.get("/t/bridge/players/3/"))
    assert "You are at table 1, seat 2 EAST" in read
    assert "Seat Name 1 1 A NORTH 2 3 C EAST 3 2 B SOUTH 4 4 D WEST" in read


def test_everyone_finds_the_rules(client, live):
    assert 'href="/t/hal/rules/"' in client.get("/t/hal/").content.decode()


def test_player_who_left(client, live):
    read = text(client.get("/t/hal/players/4/"))
    assert "start number 4 · Élan · left after round 1" in read
    assert "You are at table" not in read


def test_player_before_the_first_draw_and_in_other_editions(client):
    hall(["Anna"], slug="vorig-jaar")
    hall(["Anna"])
    page = client.get("/t/hal/players/1/")
    assert "The draw of the first round is not known yet." in text(page)
    assert 'href="/t/vorig-jaar/players/1/"' in page.content.decode()


def test_a_round_that_is_only_drawn_is_nobodys_business(client, director_client, live):
    for number in range(1, 7):
        for visitor in (client, director_client):
            page = visitor.get(f"/t/hal/players/{number}/").content.decode()
            assert "/tables/77/" not in page
    assert "/tables/77/" not in client.get(NOW).content.decode()


@pytest.mark.parametrize(
    "address",
    [
        NOW + "0/",
        NOW + "3/",
        NOW + "5/",
        NOW + "9" * 40 + "/",
        NOW + "x/",
        "/t/nergens/standings/",
        "/t/nergens/standings/1/",
        "/t/hal/players/7/",
        f"/t/hal/players/{'9' * 40}/",
        "/t/nergens/players/1/",
    ],
)
def test_what_is_not_there(client, live, address):
    assert client.get(address).status_code == 404


@pytest.mark.parametrize("address", [NOW, NOW + "1/", "/t/hal/players/1/"])
def test_only_reading(client, live, address):
    assert client.post(address).status_code == 405


@pytest.mark.parametrize(
    ("address", "queries"), [(NOW, 6), (NOW + "1/", 6), ("/t/hal/players/1/", 10)]
)
@pytest.mark.parametrize("more", [0, 40])
def test_number_of_queries(client, live, django_assert_num_queries, address, queries, more):
    others = [f"Speler {n}" for n in range(more + 4)]
    made = hall(others, slug="groot", rounds=2)
    play(made, 1, {n: [4 * n + 1, 4 * n + 2, 4 * n + 3, 4 * n + 4] for n in range(more // 4 + 1)})
    with django_assert_num_queries(queries):
        client.get(address.replace("/hal/", "/groot/"))
