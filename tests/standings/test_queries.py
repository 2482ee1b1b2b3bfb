"""The standings: ranks, points and state."""

from fractions import Fraction

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.standings.reading import ranks_of, state_of, visible_to
from tests.standings.tournaments import close_rounds, count_form, make_tournament, play_round
from wk.players.services import NewEntry
from wk.standings.queries import RoundResult, Standing, standings
from wk.tournament.models import Round

pytestmark = pytest.mark.django_db

DRAWN, FIXED = Round.State.DRAWN, Round.State.CONFIRMED


def test_wk_29_the_example_of_the_rules():
    """C has 15 match points and 512 points, A has 14 and 594, B has 14 and 524."""
    made = make_tournament(["A", "B", "C", *"defghijkl"])
    others = {1: (4, 5, 6), 2: (7, 8, 9), 3: (10, 11, 12)}
    for number, points, best_other in (
        (1, (198, 175, 171), (100, 100, 100)),
        (2, (198, 174, 171), (200, 100, 100)),
        (3, (198, 175, 170), (100, 180, 100)),
    ):
        tables = {
            n: {n: points[n - 1], **dict(zip(others[n], (best_other[n - 1], 20, 10), strict=True))}
            for n in others
        }
        play_round(made, number, tables)
    close_rounds(made)
    shown = standings(made)
    assert ranks_of(shown)[:3] == [
        (1, False, 3, 15, 512),
        (2, False, 1, 14, 594),
        (3, False, 2, 14, 524),
    ]
    assert state_of(shown) == (3, True, 0, True)
    assert [row.name for row in shown.champions] == ["C"]
    assert [row.name for row in shown.runners_up] == ["A", "B"]


def test_players_with_equal_results_share_a_rank():
    made = make_tournament(["Anna", "Bram", "Cor", "Dirk", "Els"], rounds=1)
    play_round(made, 1, {1: {5: 80, 3: 100, 1: 80, 2: 100, 4: -6}})
    close_rounds(made)
    shown = standings(made)
    assert ranks_of(shown) == [
        (1, True, 2, Fraction(9, 2), 100),
        (1, True, 3, Fraction(9, 2), 100),
        (3, True, 1, Fraction(5, 2), 80),
        (3, True, 5, Fraction(5, 2), 80),
        (5, False, 4, 1, -6),
    ]
    assert [row.name for row in shown.champions] == ["Bram", "Cor"]
    assert [row.name for row in shown.runners_up] == ["Anna", "Els"]


def test_before_the_first_round_everyone_has_no_points():
    shown = standings(make_tournament(["Anna", "Bram"]))
    assert ranks_of(shown) == [(1, True, 1, 0, 0), (1, True, 2, 0, 0)]
    assert state_of(shown) == (0, True, 0, False)
    assert shown.champions == ()


def test_without_players_there_are_no_rows():
    assert standings(make_tournament([])).rows == ()


def test_standings_are_provisional_while_a_table_is_to_come():
    made = make_tournament("abcdefgh", rounds=1)
    played = play_round(made, 1, {1: {1: 40, 2: 30, 3: 20, 4: 10}, 2: [5, 6, 7, 8]})
    shown = standings(made)
    assert state_of(shown) == (1, False, 1, False)
    assert shown.champions == shown.runners_up == ()
    assert shown.rows[4] == Standing(
        rank=5,
        shared=True,
        number=5,
        name="e",
        club="",
        withdrawn_after=None,
        match_points=Fraction(0),
        points=0,
        rounds=(RoundResult(1, 2, None, None),),
        name_order=("e", "", "", ""),
    )
    count_form(played.tables.get(number=2), [1, 2, 3, 4])
    shown = standings(made)
    assert state_of(shown) == (1, True, 0, False)
    assert shown.rows[3].rounds == (RoundResult(1, 2, Fraction(4), 3),)


@pytest.mark.parametrize(
    ("first", "last", "is_final"),
    [
        (Round.State.STARTED, Round.State.STARTED, False),
        (Round.State.FINAL, Round.State.STARTED, False),
        (Round.State.STARTED, Round.State.CLOSED, False),
        (Round.State.STARTED, Round.State.FINAL, False),
        (Round.State.CLOSED, Round.State.CLOSED, True),
        (Round.State.FINAL, Round.State.CLOSED, True),
        (Round.State.FINAL, Round.State.FINAL, True),
    ],
)
def test_standings_are_final_once_every_round_is_closed(first, last, is_final):
    """A form of a started or reopened round may still be corrected."""
    made = make_tournament("abcd", rounds=2)
    for number, round_state in ((1, first), (2, last)):
        play_round(made, number, {1: {1: 40, 2: 30, 3: 20, 4: 10}}, state=round_state)
    assert state_of(standings(made)) == (2, True, 0, is_final)
    is_open = [n for n, each in ((1, first), (2, last)) if each == Round.State.STARTED]
    assert list(standings(made).open_rounds) == is_open
    assert state_of(standings(made, 1)) == (1, True, 0, False)
    assert [row.name for row in standings(made).champions] == ["a"] * is_final
    assert [row.name for row in standings(made).runners_up] == ["b", "c"] * is_final


def test_tables_still_to_come_are_counted_over_all_rounds():
    made = make_tournament("abcdefgh")
    play_round(made, 1, {1: {1: 40, 2: 30, 3: 20, 4: 10}, 2: [5, 6, 7, 8]})
    play_round(made, 2, {1: [1, 2, 3, 5], 2: [4, 6, 7, 8]})
    assert state_of(standings(made)) == (2, False, 3, False)
    assert state_of(standings(made, 1)) == (1, False, 1, False)


@pytest.mark.parametrize("hidden", [DRAWN, FIXED])
def test_a_round_counts_once_it_has_started(hidden):
    made = make_tournament("abcd")
    play_round(made, 1, {1: {1: 40, 2: 30, 3: 20, 4: 10}})
    play_round(made, 2, {1: [1, 2, 3, 4]}, state=hidden)
    assert state_of(standings(made)) == (1, True, 0, False)
    later = standings(made, 2)
    assert state_of(later) == (2, False, 0, False)
    assert [row.rounds[1] for row in later.rows] == [None] * 4


def test_an_earlier_round_as_it_stood_then():
    made = make_tournament("abcd")
    play_round(made, 1, {1: {1: 40, 2: 30, 3: 20, 4: 10}})
    play_round(made, 2, {1: {1: 10, 2: 20, 3: 90, 4: 80}})
    assert ranks_of(standings(made, 1)) == [
        (1, False, 1, 5, 40),
        (2, False, 2, 4, 30),
        (3, False, 3, 3, 20),
        (4, False, 4, 2, 10),
    ]
    assert ranks_of(standings(made)) == [
        (1, False, 3, 8, 110),
        (2, True, 1, 7, 50),
        (2, True, 2, 7, 50),
        (4, False, 4, 6, 90),
    ]


def test_a18_withdrawn_and_late_players_are_ranked():
    """A withdrawn player keeps his points. A late player has nothing for the rounds before."""
    made = make_tournament(["Anna", "Bram", "Cor", NewEntry("Dirk", "De Slag", None, 1), "Els"])
    play_round(made, 1, {1: {1: 40, 2: 30, 3: 20, 4: 90}})
    play_round(made, 2, {1: {1: 40, 2: 30, 3: 20, 5: 90}})
    rows = {row.name: row for row in standings(made).rows}
    assert rows["Dirk"].rounds == (RoundResult(1, 1, Fraction(5), 90), None)
    assert (rows["Dirk"].withdrawn_after, rows["Dirk"].club) == (1, "De Slag")
    assert rows["Els"].rounds == (None, RoundResult(2, 1, Fraction(5), 90))


def test_totals_only_are_marked():
    made = make_tournament("abcd")
    play_round(made, 1, {1: {1: 40, 2: 30, 3: 20, 4: 10}}, totals_only=True)
    shown = standings(made)
    assert shown.has_totals_only
    assert shown.rows[0].rounds == (RoundResult(1, 1, Fraction(5), 40, totals_only=True),)


def test_other_tournaments_do_not_count():
    made = make_tournament("abcd")
    other = make_tournament("abcd", slug="ander")
    play_round(other, 1, {1: {1: 40, 2: 30, 3: 20, 4: 10}})
    assert {row.points for row in standings(made).rows} == {0}


def test_players_without_a_seat_are_hidden_once_a_round_has_started():
    """The command and the archive have every player."""
    made = make_tournament(["Anna", "Bram", "Cor", "Dirk", "Els", NewEntry("Fons", "", None, 0)])
    play_round(made, 1, {1: [1, 2, 3, 4]}, state=FIXED)
    assert [row.number for row in visible_to(made).rows] == [1, 2, 3, 4, 5, 6]
    made.rounds.update(state=Round.State.FINAL)
    assert [row.number for row in visible_to(made).rows] == [1, 2, 3, 4]
    play_round(made, 2, {1: [1, 2, 3, 5]})
    assert [row.number for row in visible_to(made).rows] == [1, 2, 3, 4, 5]
    assert [row.number for row in visible_to(made, 1).rows] == [1, 2, 3, 4]
    assert [row.number for row in standings(made).rows] == [1, 2, 3, 4, 5, 6]


def test_a_rank_is_not_shared_with_players_who_never_had_a_seat():
    """A player at a table without a form has no points either (A17)."""
    made = make_tournament(["Anna", "Bram", "Cor", NewEntry("Dirk", "", None, 0)])
    play_round(made, 1, {1: {1: 40, 2: 30}, 2: [3]}, state=Round.State.FINAL)
    assert ranks_of(visible_to(made))[-1] == (3, False, 3, 0, 0)
    assert ranks_of(standings(made))[2:] == [(3, True, 3, 0, 0), (3, True, 4, 0, 0)]


@pytest.mark.parametrize("players", [4, 40])
def test_number_of_queries(players):
    made = make_tournament([str(n) for n in range(players)])
    tables = {n // 4 + 1: [n + 1, n + 2, n + 3, n + 4] for n in range(0, players, 4)}
    play_round(made, 1, tables)
    with CaptureQueriesContext(connection) as now:
        standings(made)
    with CaptureQueriesContext(connection) as then:
        standings(made, 1)
    assert (len(now), len(then)) == (4, 3)


def rises_of(shown):
    """Return the round that they are compared with, and the rise of each player by name."""
    return shown.compared_with, {row.name: row.rise for row in shown.rows}


def test_rises_are_measured_from_the_last_complete_round():
    made = make_tournament(["Anna", "Bram", "Cor", "Dirk", "Els", "Fien", "Gijs", "Hans", "Ida"])
    first = {1: {1: 90, 2: 80, 3: 70, 4: 60}, 2: {5: 50, 6: 40, 7: 30, 8: 20}}
    # Ranks: Anna 1, Els 2, Bram 3, Fien 4, Cor 5, Gijs 6, Dirk 7, Hans 8.
    play_round(made, 1, first)
    nobody = dict.fromkeys(["Anna", "Els", "Bram", "Fien", "Cor", "Gijs", "Dirk", "Hans"])
    assert rises_of(visible_to(made)) == (0, nobody)
    second = play_round(made, 2, {1: {8: 90, 7: 80, 6: 70, 9: 60}, 2: [1, 2, 3, 4, 5]})
    one_table = {
        "Hans": 7,
        "Gijs": 5,
        "Fien": 3,
        "Anna": -3,
        "Els": -3,
        "Bram": -3,
        "Cor": -2,
        "Dirk": -1,
        "Ida": None,
    }
    assert rises_of(visible_to(made)) == (1, one_table)
    # A withheld round changes nothing, and officials see its rises.
    second.withheld = Round.Withheld.ALL
    second.save()
    assert rises_of(visible_to(made)) == (0, nobody)
    assert rises_of(visible_to(made, sees_all=True)) == (1, one_table)
    # The newest results decide: a third round without any leaves the rises as they are.
    count_form(second.tables.get(number=2), [50, 40, 30, 20, 10])
    before = rises_of(visible_to(made, sees_all=True))
    play_round(made, 3, {1: [1, 2, 3, 4], 2: [5, 6, 7, 8]})
    assert rises_of(visible_to(made, sees_all=True)) == before
    assert before[0] == 1
