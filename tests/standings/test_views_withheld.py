"""Withheld results on pages: what the public and officials see, and the buttons of directors."""

import re

import pytest

from tests.markup import on_one_line
from tests.standings.reading import STANDINGS, rows_of, text_of
from tests.standings.tournaments import make_tournament, play_round
from tests.standings.withheld import ALL, NOTHING, TOP, last_points, total_points, withhold

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]


def test_the_public_reads_that_a_round_is_announced_later(client, twelve_players):
    withhold(twelve_players, ALL)
    own, place = "/t/hal/players/7/", "/t/hal/rounds/2/tables/1/"
    read = {
        at: text_of(client.get(at)) for at in (STANDINGS, f"{STANDINGS}2/", "/t/hal/", own, place)
    }
    for address, words in read.items():
        assert "Still secret The results of round 2 are announced later." in words, address
        assert "not public yet" not in words
    assert "Standings after round 1" in read[STANDINGS]
    assert "Round 2 Table 1 , seat 1 still secret Seat Name 1 7 Gerrit" in read[own]


def test_standings_with_the_first_round_withheld(client):
    made = make_tournament("abcd")
    play_round(made, 1, {1: {1: 40, 2: 30, 3: 20, 4: 10}})
    withhold(made, ALL, number=1)
    page = client.get(STANDINGS)
    assert rows_of(page)[0] == ["a"]
    assert "has not started" not in text_of(page)
    assert "are announced later." in text_of(client.get("/t/hal/"))


BELOW = "Still secret Places 1 to 10 are announced later, and so are all points of the last round."


def test_the_public_sees_the_ranks_below_the_top(client, twelve_players):
    withhold(twelve_players, TOP)
    page = client.get(STANDINGS)
    assert rows_of(page) == [
        ["11", "Hiltje", "2 5890", "table 2"],
        ["12", "Fokje", "2 5889", "table 3"],
    ]
    assert f"For the projector {BELOW}" in text_of(page)
    assert '<h1 id="standings-heading">Standings from place 11 on</h1>' in page.content.decode()
    assert "World champion" not in text_of(page)
    assert "All forms are in" not in text_of(page)
    assert "Nobody found below the first 10 places." in text_of(
        client.get(STANDINGS, {"q": "Gerrit"})
    )
    top = text_of(client.get("/t/hal/players/7/"))
    assert f"Rank – MP – Points – {BELOW}" in top
    assert f"Rank 11 MP – Points – {BELOW}" in text_of(client.get("/t/hal/players/8/"))
    assert f"{BELOW} To the standings" in text_of(client.get("/t/hal/"))


def test_sorting_does_not_reveal_withheld_results(client, twelve_players):
    withhold(twelve_players, TOP)
    for sort in ("wp", "-wp", "points", "-points", "round2", "-round2"):
        page = client.get(STANDINGS, {"sort": sort})
        assert (sort, [row[1] for row in rows_of(page)]) == (sort, ["Hiltje", "Fokje"])


def test_an_open_last_round_with_a_withheld_top_is_hidden(client, twelve_players):
    withhold(twelve_players, TOP)
    twelve_players.rounds.filter(number=2).update(state="started")
    told = (
        "Still secret Round 2 does not count here yet. Once it is closed, you see here the"
        " places below the first ten."
    )
    for address in (f"{STANDINGS}2/", "/t/hal/", "/t/hal/players/7/"):
        assert told in text_of(client.get(address)), address
    page = client.get(STANDINGS)
    assert told in text_of(page)
    assert rows_of(page)[0] == ["1", "Gerrit", "5", "5900", "5 5900"]
    assert "Standings after round 1" in text_of(page)


def test_the_page_refreshes_until_everything_is_released(client, twelve_players):
    for what, follows in ((ALL, True), (TOP, True), (NOTHING, False)):
        withhold(twelve_players, what)
        page = client.get(STANDINGS, {"q": "Fokje"}).content.decode()
        assert ('data-live="results"' in page) is follows


def test_officials_see_withheld_results_with_a_mark(clerk_client, twelve_players):
    pages = (STANDINGS, f"{STANDINGS}2/", "/t/hal/players/7/")
    for what, addresses in ((ALL, pages), (TOP, pages), (NOTHING, pages[:1])):
        withhold(twelve_players, what)
        for address in addresses:
            page = text_of(clerk_client.get(address))
            assert str(total_points(7)) in page, (what, address)
            marked = f"not public yet Round 2: {what.label}" in page
            assert (marked, "not public yet" in page) == (what != NOTHING,) * 2, (what, address)


def test_the_first_page_lists_nothing_withheld_for_officials_either(clerk_client, twelve_players):
    """Others see the screen of the office; the whole standings are one step further."""
    for what in (ALL, TOP, NOTHING):
        withhold(twelve_players, what)
        page = text_of(clerk_client.get("/t/hal/"))
        assert (str(total_points(7)) in page) == (what == NOTHING), what
        assert ("World champion:" in page) == (what == NOTHING), what
        assert (f"not public yet Round 2: {what.label}" in page) == (what != NOTHING), what
        words = "The whole standings" if what == NOTHING else "To the standings"
        assert words in page, what


def test_officials_see_a_withheld_table_with_a_mark(clerk_client, twelve_players):
    withhold(twelve_players, TOP)
    page = text_of(clerk_client.get("/t/hal/rounds/2/tables/1/"))
    assert "not public yet" in page
    assert str(last_points(7)) in page


def test_the_warning_for_officials_comes_before_the_champion(clerk_client, twelve_players):
    withhold(twelve_players, TOP)
    page = text_of(clerk_client.get(STANDINGS))
    assert 0 < page.find("not public yet") < page.find("World champion")


def buttons_on(page):
    """Return the buttons to withhold and release on a page, None where there are none."""
    html = on_one_line(page.content.decode())
    found = re.search(r'<details class="withhold.*?</details>', html)
    return re.findall(r"<button[^>]*> ?(.*?) ?</button>", found.group()) if found else None


def test_the_director_gets_the_buttons_that_fit_the_state(director_client, twelve_players):
    for what, round_state, expected in (
        (
            NOTHING,
            "started",
            ["Hold back the top ten of the last round", "Hold back the results of round 2"],
        ),
        (TOP, "started", ["Make it public", "Hold back the results of round 2"]),
        (ALL, "closed", ["Make it public", "Hold back the top ten of the last round"]),
        (ALL, "drawn", ["Hold nothing back after all", "Hold back the top ten of the last round"]),
        (TOP, "final", ["Make it public"]),
        (NOTHING, "final", None),
    ):
        twelve_players.rounds.filter(number=2).update(withheld=what, state=round_state)
        offered = buttons_on(director_client.get(STANDINGS, {"q": "Fokje"}))
        assert (what, round_state, offered) == (what, round_state, expected)


def test_each_withheld_round_has_its_own_button(director_client, twelve_players):
    twelve_players.rounds.filter(number=1).update(withheld=ALL)
    withhold(twelve_players, TOP)
    page = director_client.get(STANDINGS)
    assert buttons_on(page) == [
        "Make the results of round 1 public",
        "Make the results of round 2 public",
        "Hold back the results of round 2",
    ]
    assert re.findall(r'name="round" value="(\d)"', page.content.decode()) == ["1", "2"]


def test_only_the_last_round_offers_to_withhold_the_top(director_client, twelve_players):
    twelve_players.round_count = 3
    twelve_players.save()
    assert buttons_on(director_client.get(STANDINGS)) == ["Hold back the results of round 2"]


def test_clerks_and_the_public_get_no_buttons(client, clerk_client, twelve_players):
    withhold(twelve_players, TOP)
    assert (buttons_on(client.get(STANDINGS)), buttons_on(clerk_client.get(STANDINGS))) == (
        None,
        None,
    )


def test_number_of_queries(client, twelve_players, django_assert_num_queries):
    for what, of_list, of_player in ((NOTHING, 6, 12), (TOP, 7, 14), (ALL, 6, 11)):
        withhold(twelve_players, what)
        numbers = {STANDINGS: of_list, f"{STANDINGS}2/": of_list, "/t/hal/players/7/": of_player}
        for address, queries in numbers.items():
            with django_assert_num_queries(queries, info=f"{what} {address}"):
                client.get(address)
