"""The page of the standings: during a round, searched, sorted, on the wall, and final."""

import datetime as dt
import re

import pytest
from django.utils import timezone
from django.utils.html import escape

from tests.markup import on_one_line
from tests.standings.reading import STANDINGS, names_on, rows_of, text_of
from tests.standings.tournaments import (
    NASTY,
    close_rounds,
    count_form,
    make_tournament,
    play_round,
)
from wk.players.services import NewEntry, enter_many
from wk.scoreforms.counting import import_forms
from wk.tournament.models import Entry, Round, Table
from wk.tournament.seating import seat_round
from wk.tournament.services import create_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]


def test_standings_during_a_round(client, tournament_in_round_2):
    page = client.get(STANDINGS)
    assert page.status_code == 200
    assert rows_of(page) == [
        ["1= shared", "Anna table 9", "4½", "40", "4½ 40", "table 9"],
        ["1= shared", "José table 9", "4½", "40", "4½ 40", "table 9"],
        ["3", "Dirk Élan, left after round 1", "3", "10", "3 10", "–"],
        ["4", "Cor table 9", "2", "−6", "2 −6", "table 9"],
        ["5", f"{escape(NASTY)} table 9", "0", "0", "–", "table 9"],
    ]
    assert "provisional 1 of 1 forms of round 2 not in yet" in text_of(page)
    assert '<h1 id="standings-heading">Standings during round 2</h1>' in page.content.decode()
    assert 'href="/t/hal/players/1/"' in page.content.decode()
    assert 'href="/t/hal/rounds/2/tables/9/"' in page.content.decode()


def test_standings_after_a_round(client, tournament_in_round_2):
    page = client.get(STANDINGS + "1/")
    assert rows_of(page)[0] == ["1= shared", "Anna", "4½", "40", "4½ 40"]
    assert "Standings after round 1" in text_of(page)
    assert "provisional" not in text_of(page)


def test_a_rise_has_a_sign_and_words(client, tournament_in_round_2):
    count_form(Table.objects.get(number=9), [90, 10, 20, 80])
    page = client.get(STANDINGS)
    assert [row[:2] for row in rows_of(page)] == [
        ["1", "José"],
        ["2 ▼11 place down", "Anna"],
        ["3 ▲11 place up", "Cor"],
        ["4", f"{escape(NASTY)}"],
        ["5 ▼22 places down", "Dirk Élan, left after round 1"],
    ]
    assert "MP: match points , by the place at the table · ▲▼ since round 1" in text_of(page)


def test_a_name_shows_its_table_until_the_form_is_in(client):
    made = make_tournament("abcdefgh", rounds=1)
    play_round(made, 1, {1: {1: 40, 2: 30, 3: 20, 4: 10}, 2: [5, 6, 7, 8]})
    assert [row[1] for row in rows_of(client.get(STANDINGS))] == [
        *("a", "b", "c", "d"),
        *("e table 2", "f table 2", "g table 2", "h table 2"),
    ]
    made.rounds.update(state=Round.State.FINAL)  # no form of table 2 ever comes
    assert [row[1] for row in rows_of(client.get(STANDINGS))] == [*"abcdefgh"]


def test_standings_before_the_first_round(client):
    make_tournament(["Anna"])
    page = client.get(STANDINGS)
    assert rows_of(page) == [["Anna"]]
    assert "The first round has not started yet." in text_of(page)


def test_standings_before_a_form_counts_tell_who_plays_where(client):
    made = make_tournament("abcdefgh", rounds=1)
    play_round(made, 1, {1: [1, 2, 3, 4], 2: [5, 6, 7, 8]})
    page = client.get(STANDINGS)
    assert rows_of(page)[0] == ["a table 1", "table 1"]
    words = "No form counts yet: this is where everybody plays. The ranks come by themselves."
    assert words in text_of(page)
    assert client.get(f"{STANDINGS}?sort=-wp").status_code == 200


def test_standings_without_players(client):
    make_tournament([])
    assert "There are no players yet." in text_of(client.get(STANDINGS))


@pytest.mark.parametrize(
    ("tournament", "follows"),
    [
        (
            "tournament_in_round_2",
            {STANDINGS: True, STANDINGS + "1/": False, STANDINGS + "2/": True},
        ),
        ("finished_tournament", {STANDINGS: False, STANDINGS + "1/": False}),
    ],
)
def test_the_page_refreshes_while_results_can_change(client, request, tournament, follows):
    request.getfixturevalue(tournament)
    for address, refreshes in follows.items():
        page = on_one_line(client.get(address + "?q=a&sort=name").content.decode())
        asks = f'hx-get="{address}?q=a&amp;sort=name" data-live="results"'
        assert (address, asks in page) == (address, refreshes)
        assert ('<div id="standings-state" hx-get=' in page) is refreshes


def test_champions_are_at_the_top_of_the_final_standings(client, finished_tournament):
    for address in (STANDINGS, STANDINGS + "1/"):
        page = client.get(address)
        assert "World champion · shared Anna Bram 4½ MP · 40 points 3 Cor 3 MP · 20" in text_of(
            page
        )
    assert "4½ 40 Σ" in [row[4] for row in rows_of(page)]
    assert "only their totals were taken from the paper" in text_of(page)


def test_a_champion_is_named_once_the_last_round_is_closed(client, finished_tournament):
    finished_tournament.rounds.update(state=Round.State.STARTED)
    note = "All forms are in. The result is final once round 1 is closed."
    for address in (STANDINGS, STANDINGS + "1/", "/t/hal/"):
        page = client.get(address)
        assert note in text_of(page)
        assert "Standings after round 1" in text_of(page)
        assert 'class="champion"' not in page.content.decode()
        if address in (STANDINGS, STANDINGS + "1/"):
            assert f'hx-get="{address}"' in page.content.decode()
    close_rounds(finished_tournament)
    for address in (STANDINGS, "/t/hal/"):
        page = client.get(address)
        assert "All forms are in" not in text_of(page)
        assert "Final standings" in text_of(page)


def test_no_champion_while_an_earlier_round_is_reopened(client, twelve_players):
    for is_open, told in (
        ([1], "once round 1 is closed."),
        ([1, 2], "once rounds 1, 2 are closed."),
    ):
        twelve_players.rounds.filter(number__in=is_open).update(state=Round.State.STARTED)
        for address in (STANDINGS, STANDINGS + "2/", "/t/hal/"):
            page = client.get(address)
            assert f"All forms are in. The result is final {told}" in text_of(page)
            assert "Standings after round 2" in text_of(page)
            assert 'class="champion"' not in page.content.decode()
            if address == STANDINGS:
                assert f'hx-get="{STANDINGS}"' in page.content.decode()


@pytest.mark.parametrize(
    ("partners", "expected"),
    [("fixed", "Champion A B"), ("rotating", "Champion · shared A B")],
)
def test_fixed_partners_are_champions_together(client, partners, expected):
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
    close_rounds(made)
    page = client.get("/t/bridge/standings/")
    assert f"{expected} 4½ MP · 810 points" in text_of(page)


def test_sorting_changes_the_order_not_the_ranks(client, tournament_in_round_2):
    tournament_in_round_2.entries.filter(number=5).update(name="Elly")
    by_rank = ["Anna", "José", "Dirk", "Cor", "Elly"]
    for sort, expected in (
        ("", by_rank),
        ("rank", by_rank),
        ("-rank", ["Elly", "Cor", "Dirk", "Anna", "José"]),
        ("name", ["Anna", "Cor", "Dirk", "Elly", "José"]),
        ("points", ["Cor", "Elly", "Dirk", "Anna", "José"]),
        ("-wp", by_rank),
        ("round1", ["Elly", "Cor", "Dirk", "Anna", "José"]),
        ("-round1", by_rank),
        ("nonsense", by_rank),
        ("round99", by_rank),
        ("--rank,,-,rounds__0", by_rank),
        ("x" * 4_000, by_rank),
        ("\0", by_rank),
    ):
        page = client.get(STANDINGS, {"sort": sort})
        assert (sort, page.status_code, names_on(page)) == (sort, 200, expected)
        ranks = dict(zip(names_on(page), [row[0] for row in rows_of(page)], strict=True))
        assert ranks["Dirk"] == "3"


def test_sorted_by_name_the_surname_decides(client, tournament_in_round_2):
    names = ["Zoë van der Aa", "Cor de Łoś", "Ab De Wit", "Bo Los", "Eva Aas"]
    for number, name in enumerate(names, 1):
        Entry.objects.filter(number=number).update(name=name)
    Entry.objects.filter(number=3).update(surname="De Wit")
    shown = names_on(client.get(STANDINGS, {"sort": "name"}))
    assert shown == ["Zoë", "Eva", "Ab", "Bo", "Cor"]


def test_searching_by_name_number_and_other_text(client, tournament_in_round_2):
    for asked, expected in (
        ("jose", ["José"]),
        ("JOSÉ", ["José"]),
        (" elan dirk ", ["Dirk"]),
        ("4", ["Dirk"]),
        ("or", ["Cor"]),
        ("<", ["&lt;script&gt;alert(&#x27;x&#x27;)&lt;/script&gt;"]),
        ("nobody", []),
        ("%", []),
    ):
        page = client.get(STANDINGS, {"q": asked})
        found = re.findall(r'<th scope="row".*?>([^<>]*)</a>', page.content.decode(), re.DOTALL)
        assert (asked, found) == (asked, expected)


def test_an_unknown_page_number_shows_a_page(client, tournament_in_round_2):
    for page_number in ("0", "9" * 40, "x"):
        assert len(rows_of(client.get(STANDINGS, {"page": page_number}))) == 5


@pytest.mark.parametrize(("players", "pages"), [(150, [150, 150]), (151, [100, 51])])
def test_only_a_list_longer_than_a_hall_has_pages(client, players, pages):
    make_tournament([f"Speler {n}" for n in range(players)])
    asked = [{}, {"page": 2, "per_page": 100_000}]
    assert [len(rows_of(client.get(STANDINGS, each))) for each in asked] == pages


def test_a_longer_list_has_a_page_with_all_of_it(client):
    make_tournament([f"Speler {n}" for n in range(201)])
    page = client.get(STANDINGS, {"page": 2, "sort": "name"})
    assert 'href="?sort=name&amp;whole=on"' in page.content.decode()
    whole = client.get(STANDINGS, {"sort": "name", "whole": "on"})
    assert len(rows_of(whole)) == 201
    assert 'id="whole"' not in whole.content.decode()
    assert "1 to" not in text_of(whole)


def test_the_former_address_of_the_wall_leads_to_the_new_one(client, tournament_in_round_2):
    for address in (STANDINGS, f"{STANDINGS}1/"):
        found = client.get(address, {"wall": 1, "page": 2})
        assert (found.status_code, found.url) == (301, "/t/hal/wall/?show=standings")


def test_namesakes_show_their_start_numbers(client):
    make_tournament(["Jan", NewEntry("Jan", "De Slag"), NewEntry("Els", "", None, 0)])
    assert [row[0] for row in rows_of(client.get(STANDINGS))] == [
        "Els does not take part",
        "Jan no. 1",
        "Jan no. 2, De Slag",
    ]


def test_the_links_name_the_current_round_now(client, tournament_in_round_2):
    assert "Search now after round 1 For the projector" in text_of(client.get(STANDINGS))


def test_names_are_escaped(client, tournament_in_round_2):
    for address in (STANDINGS, STANDINGS + "?q=" + NASTY, "/t/hal/players/5/", "/t/hal/players/1/"):
        page = client.get(address).content.decode()
        assert NASTY not in page
        assert escape(NASTY) in page


def test_unknown_addresses_and_post_are_refused(client, tournament_in_round_2):
    for address in (
        STANDINGS + "0/",
        STANDINGS + "3/",
        STANDINGS + "5/",
        STANDINGS + "9" * 40 + "/",
        STANDINGS + "x/",
        "/t/nergens/standings/",
        "/t/nergens/standings/1/",
        "/t/hal/players/7/",
        f"/t/hal/players/{'9' * 40}/",
        "/t/nergens/players/1/",
    ):
        assert (address, client.get(address).status_code) == (address, 404)
    for address in (STANDINGS, STANDINGS + "1/", "/t/hal/players/1/"):
        assert client.post(address).status_code == 405


@pytest.mark.parametrize("more", [0, 12])
def test_number_of_queries(client, tournament_in_round_2, django_assert_num_queries, more):
    others = [f"Speler {n}" for n in range(more + 4)]
    made = make_tournament(others, slug="groot", rounds=2)
    play_round(
        made, 1, {n: [4 * n + 1, 4 * n + 2, 4 * n + 3, 4 * n + 4] for n in range(more // 4 + 1)}
    )
    for address, queries in ((STANDINGS, 7), (STANDINGS + "1/", 7), ("/t/hal/players/1/", 11)):
        with django_assert_num_queries(queries):
            client.get(address.replace("/hal/", "/groot/"))
