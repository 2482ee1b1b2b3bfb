"""The pages of the standings on the wall: their rows, their order and how long they take."""

from types import SimpleNamespace

import pytest

from tests.standings.tournaments import close_rounds, make_tournament, play_round
from tests.standings.withheld import ALL, TOP, withhold
from wk.hall.wall.pages import Kind, seats_pages, standings_pages
from wk.standings.queries import visible_standings
from wk.standings.visibility import result_visibility

pytestmark = pytest.mark.django_db
MOST_SECONDS = 90


def shown_to_public(tournament):
    return visible_standings(result_visibility(tournament, sees_all=False))


def played(players):
    """Two rounds of tables of four; in the second one the order is turned around."""
    made = make_tournament([f"Speler {n:03}" for n in range(1, players + 1)], rounds=2)
    tables = players // 4
    for number, sign in ((1, -1), (2, 3)):
        seats = {
            table: {n: sign * n for n in range(4 * table - 3, 4 * table + 1)}
            for table in range(1, tables + 1)
        }
        play_round(made, number, seats)
    return made


@pytest.mark.parametrize(
    ("players", "rows"),
    [(12, [12, 6]), (24, [12, 10, 20, 4]), (120, [12, 10, 20, 20, 20, 20, 20, 20])],
)
def test_everybody_passes_within_a_minute_and_a_half(players, rows):
    pages = standings_pages(shown_to_public(played(players)))
    assert [len(page.rows) for page in pages] == rows
    assert [page.kind for page in pages[:2]] == [Kind.TOP, Kind.RISERS]
    assert sum(page.seconds for page in pages) <= MOST_SECONDS - 10  # of the clock
    names = {row.standing.name for page in pages for row in page.rows}
    assert len(names) == players


def test_only_players_whose_form_counts_rise_and_the_steepest_is_first():
    made = make_tournament("abcdefgh", rounds=2)
    play_round(made, 1, {1: {1: 40, 2: 30, 3: 20, 4: 10}, 2: {5: 39, 6: 29, 7: 19, 8: 9}})
    (top,) = standings_pages(shown_to_public(made))
    assert {row.rise for row in top.rows} == {0}
    play_round(made, 2, {1: {1: 10, 2: 20, 7: 30, 8: 40}, 2: (3, 4, 5, 6)})
    top, risers = standings_pages(shown_to_public(made))
    assert [(row.standing.number, row.rise) for row in risers.rows] == [(8, 5), (7, 3), (2, 2)]
    assert {row.standing.number for row in top.rows if row.rise} == {8, 7, 2}


def test_nobody_is_listed_before_he_has_a_result():
    made = make_tournament("abcdefgh", rounds=1)
    play_round(made, 1, {1: {1: 40, 2: 30, 3: 20, 4: 10}, 2: [5, 6, 7, 8]})
    (top,) = standings_pages(shown_to_public(made))
    assert [row.standing.number for row in top.rows] == [1, 2, 3, 4]


def test_withheld_results_have_no_top_and_no_risers(twelve_players):
    close_rounds(twelve_players)
    withhold(twelve_players, TOP)
    pages = standings_pages(shown_to_public(twelve_players))
    assert [page.kind for page in pages] == [Kind.CURTAIN, Kind.EVERYBODY]
    assert [row.standing.rank for row in pages[1].rows] == [11, 12]
    assert {row.rise for row in pages[1].rows} == {0}
    withhold(twelve_players, ALL)
    assert [page.kind for page in standings_pages(shown_to_public(twelve_players))] == [Kind.TOP]


def test_every_page_of_seats_tells_other_letters():
    names = [f"{letter}{n:02}" for letter in ("Aa", "Graaf, ", "Groen, ") for n in range(24)]
    names[24:26] = ["Gaal", "Gaal"]
    pages = seats_pages([SimpleNamespace(name=name) for name in sorted(names)])
    assert [page.letters for page in pages] == ["Aa – Aa", "Ga – Gra", "Gro – Gr"]
