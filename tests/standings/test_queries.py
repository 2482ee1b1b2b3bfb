"""Standings as they are worked out, and what of them the public may know."""

from fractions import Fraction

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.standings.reading import ranks, state
from tests.standings.secret import ALL, ORDER, TOP, hold
from tests.standings.tournaments import close_rounds, count_form, make_tournament, play_round
from wk.players.queries import other_editions, player_counts
from wk.players.services import NewEntry
from wk.rounds.next_step import progress
from wk.standings.players import player_rounds
from wk.standings.queries import RoundResult, Standing, searchable, standings, visible_standings
from wk.standings.visibility import finished_rounds, result_visibility, running_rounds
from wk.tournament.models import Round

pytestmark = pytest.mark.django_db

DRAWN, FIXED = Round.State.DRAWN, Round.State.CONFIRMED


def seen(tournament, after_round=None, *, sees_all=False):
    return visible_standings(result_visibility(tournament, sees_all=sees_all), after_round)


def test_the_example_of_the_rules():
    """WK-29: C 15/512, A 14/594, B 14/524."""
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
    assert ranks(shown)[:3] == [
        (1, False, 3, 15, 512),
        (2, False, 1, 14, 594),
        (3, False, 2, 14, 524),
    ]
    assert state(shown) == (3, True, 0, True)
    assert [row.name for row in shown.champions] == ["C"]
    assert [row.name for row in shown.runners_up] == ["A", "B"]


def test_equal_in_everything_is_one_rank():
    made = make_tournament(["Anna", "Bram", "Cor", "Dirk", "Els"], rounds=1)
    play_round(made, 1, {1: {5: 80, 3: 100, 1: 80, 2: 100, 4: -6}})
    close_rounds(made)
    shown = standings(made)
    assert ranks(shown) == [
        (1, True, 2, Fraction(9, 2), 100),
        (1, True, 3, Fraction(9, 2), 100),
        (3, True, 1, Fraction(5, 2), 80),
        (3, True, 5, Fraction(5, 2), 80),
        (5, False, 4, 1, -6),
    ]
    assert [row.name for row in shown.champions] == ["Bram", "Cor"]
    assert [row.name for row in shown.runners_up] == ["Anna", "Els"]


def test_before_the_first_round_everyone_has_nothing():
    shown = standings(make_tournament(["Anna", "Bram"]))
    assert ranks(shown) == [(1, True, 1, 0, 0), (1, True, 2, 0, 0)]
    assert state(shown) == (0, True, 0, False)
    assert shown.champions == ()


def test_without_players_there_are_no_rows():
    assert standings(make_tournament([])).rows == ()


def test_a_table_still_to_come_makes_it_provisional():
    made = make_tournament("abcdefgh", rounds=1)
    played = play_round(made, 1, {1: {1: 40, 2: 30, 3: 20, 4: 10}, 2: [5, 6, 7, 8]})
    shown = standings(made)
    assert state(shown) == (1, False, 1, False)
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
    )
    count_form(played.tables.get(number=2), [1, 2, 3, 4])
    shown = standings(made)
    assert state(shown) == (1, True, 0, False)
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
def test_it_is_final_once_every_round_is_closed(first, last, is_final):
    """A form of a round that goes on, or goes on again, may still be corrected."""
    made = make_tournament("abcd", rounds=2)
    for number, round_state in ((1, first), (2, last)):
        play_round(made, number, {1: {1: 40, 2: 30, 3: 20, 4: 10}}, state=round_state)
    assert state(standings(made)) == (2, True, 0, is_final)
    is_open = [n for n, each in ((1, first), (2, last)) if each == Round.State.STARTED]
    assert list(standings(made).open_rounds) == is_open
    assert state(standings(made, 1)) == (1, True, 0, False)
    assert [row.name for row in standings(made).champions] == ["a"] * is_final
    assert [row.name for row in standings(made).runners_up] == ["b", "c"] * is_final


def test_tables_still_to_come_are_counted_over_all_rounds():
    made = make_tournament("abcdefgh")
    play_round(made, 1, {1: {1: 40, 2: 30, 3: 20, 4: 10}, 2: [5, 6, 7, 8]})
    play_round(made, 2, {1: [1, 2, 3, 5], 2: [4, 6, 7, 8]})
    assert state(standings(made)) == (2, False, 3, False)
    assert state(standings(made, 1)) == (1, False, 1, False)


@pytest.mark.parametrize("hidden", [DRAWN, FIXED])
def test_a_round_counts_once_it_has_started(hidden):
    made = make_tournament("abcd")
    play_round(made, 1, {1: {1: 40, 2: 30, 3: 20, 4: 10}})
    play_round(made, 2, {1: [1, 2, 3, 4]}, state=hidden)
    assert state(standings(made)) == (1, True, 0, False)
    later = standings(made, 2)
    assert state(later) == (2, False, 0, False)
    assert [row.rounds[1] for row in later.rows] == [None] * 4


def test_an_earlier_round_as_it_stood_then():
    made = make_tournament("abcd")
    play_round(made, 1, {1: {1: 40, 2: 30, 3: 20, 4: 10}})
    play_round(made, 2, {1: {1: 10, 2: 20, 3: 90, 4: 80}})
    assert ranks(standings(made, 1)) == [
        (1, False, 1, 5, 40),
        (2, False, 2, 4, 30),
        (3, False, 3, 3, 20),
        (4, False, 4, 2, 10),
    ]
    assert ranks(standings(made)) == [
        (1, False, 3, 8, 110),
        (2, True, 1, 7, 50),
        (2, True, 2, 7, 50),
        (4, False, 4, 6, 90),
    ]


def test_who_left_and_who_came_late_are_in_it():
    """A18: he keeps what he has; who has not sat has nothing."""
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


def test_who_never_sat_down_is_not_seen_once_a_round_has_begun():
    """The command and the archive have every entry."""
    made = make_tournament(["Anna", "Bram", "Cor", "Dirk", "Els", NewEntry("Fons", "", None, 0)])
    play_round(made, 1, {1: [1, 2, 3, 4]}, state=FIXED)
    assert [row.number for row in seen(made).rows] == [1, 2, 3, 4, 5, 6]
    made.rounds.update(state=Round.State.FINAL)
    assert [row.number for row in seen(made).rows] == [1, 2, 3, 4]
    play_round(made, 2, {1: [1, 2, 3, 5]})
    assert [row.number for row in seen(made).rows] == [1, 2, 3, 4, 5]
    assert [row.number for row in seen(made, 1).rows] == [1, 2, 3, 4]
    assert [row.number for row in standings(made).rows] == [1, 2, 3, 4, 5, 6]


def test_a_place_is_not_shared_with_who_never_sat_down():
    """A17: a table that did not finish has nothing either."""
    made = make_tournament(["Anna", "Bram", "Cor", NewEntry("Dirk", "", None, 0)])
    play_round(made, 1, {1: {1: 40, 2: 30}, 2: [3]}, state=Round.State.FINAL)
    assert ranks(seen(made))[-1] == (3, False, 3, 0, 0)
    assert ranks(standings(made))[2:] == [(3, True, 3, 0, 0), (3, True, 4, 0, 0)]


def test_who_withdrew_before_he_played_is_not_counted_as_a_player(django_assert_num_queries):
    left, withdrawn = NewEntry("Dirk", "", None, 1), NewEntry("Els", "", None, 0)
    played = make_tournament(
        ["Anna", "Bram", "Cor", left, withdrawn, NewEntry("Fons", "", None, 1)]
    )
    coming = make_tournament(["Anna", "Bram", withdrawn], slug="straks")
    gone = make_tournament([withdrawn], slug="niemand")
    play_round(played, 1, {1: [1, 2, 3, 4]}, state=FIXED)
    with django_assert_num_queries(1):
        counted = player_counts([coming, played, gone])
    assert counted == [(coming, 2), (played, 3), (gone, 0)]
    played.rounds.update(state=Round.State.STARTED)
    play_round(played, 2, {1: [1, 2, 3, 4]}, state=Round.State.CLOSED)
    assert player_counts([played]) == [(played, 4)]
    assert [progress(each).player_count for each in (played, coming, gone)] == [4, 2, 0]


@pytest.mark.parametrize("players", [4, 40])
def test_the_number_of_queries_does_not_grow(players):
    made = make_tournament([str(n) for n in range(players)])
    tables = {n // 4 + 1: [n + 1, n + 2, n + 3, n + 4] for n in range(0, players, 4)}
    play_round(made, 1, tables)
    with CaptureQueriesContext(connection) as now:
        standings(made)
    with CaptureQueriesContext(connection) as then:
        standings(made, 1)
    assert (len(now), len(then)) == (3, 2)


def test_a_player_sees_the_rounds_that_are_fixed_or_started():
    made = make_tournament(["Anna", "Bram", "Cor", "Dirk", "Els"], rounds=4)
    play_round(made, 1, {1: {1: 40, 2: 30, 3: 20, 4: 10}})
    play_round(made, 2, {1: [2, 3, 4, 5]})
    play_round(made, 3, {1: [5, 4, 1, 2]}, state=FIXED)
    play_round(made, 4, {1: [1, 2, 3, 4]}, state=DRAWN)
    anna = made.entries.get(number=1)
    with CaptureQueriesContext(connection) as queries:
        rounds = player_rounds(result_visibility(made, sees_all=False), anna)
        seen = [
            (
                played.round.number,
                played.seat and (played.seat.table.number, played.seat.number),
                [seat.entry.name for seat in played.table_seats],
                played.is_in,
            )
            for played in rounds
        ]
    assert seen == [
        (1, (1, 1), ["Anna", "Bram", "Cor", "Dirk"], True),
        (2, None, [], False),
        (3, (1, 3), ["Els", "Dirk", "Anna", "Bram"], False),
    ]
    assert len(queries) == 5


def test_the_same_person_in_other_editions():
    make_tournament(["Anna"], slug="wk-2025")
    latest = make_tournament(["Anna", "Bram"], slug="wk-2026")
    anna = latest.entries.get(number=1)
    assert [other.tournament.slug for other in other_editions(anna)] == ["wk-2025"]
    assert list(other_editions(latest.entries.get(number=2))) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [("José  de Wit", "jose de wit"), ("ÅSA", "asa"), ("Strauß", "strauss"), ("", "")],
)
def test_names_are_searched_without_accents_and_capitals(text, expected):
    assert searchable(text) == expected


# Results that are held back


def test_all_of_a_round_held_back_the_standings_end_with_the_round_before(played):
    hold(played, ALL)
    assert state(seen(played)) == (1, True, 0, False)
    assert ranks(seen(played)) == ranks(seen(played, sees_all=True, after_round=1))
    assert ranks(seen(played, after_round=2)) == ranks(seen(played))


def test_a_later_round_does_not_tell_what_an_earlier_one_hides(played):
    hold(played, ALL, number=1)
    assert state(seen(played)) == (0, True, 0, False)
    assert {row[3:] for row in ranks(seen(played))} == {(0, 0)}


def test_a_round_that_has_not_begun_hides_nothing_yet(played):
    played.rounds.filter(number=2).update(state=Round.State.CONFIRMED, withheld=ALL)
    assert result_visibility(played, sees_all=False).last == 1
    assert result_visibility(played, sees_all=False).hidden == ()
    played.rounds.filter(number=1).update(state=Round.State.CONFIRMED)
    assert result_visibility(played, sees_all=False).last == 0


def test_the_top_held_back_leaves_the_places_below_it(played):
    hold(played, TOP)
    whole, public = seen(played, sees_all=True), seen(played)
    assert [row.number for row in whole.rows] == list(ORDER)
    assert [(row.rank, row.number) for row in public.rows] == [(11, ORDER[10]), (12, ORDER[11])]
    assert (public.hidden, whole.hidden) == (10, 0)
    assert (public.is_over, public.is_final, public.champions) == (True, False, ())
    assert (whole.is_final, whole.champions[0].number) == (True, 7)
    assert [row.rounds[1] for row in public.rows] == [RoundResult(2, 2), RoundResult(2, 3)]


def test_what_is_held_back_is_not_the_rest_of_a_subtraction(played):
    """A table shares out 14 match points: with those of three, the fourth is known."""
    hold(played, TOP)
    before = {row.number: row for row in seen(played, after_round=1).rows}
    below = seen(played).rows
    told = [(row.match_points, row.points) for row in below]
    known = [before[row.number] for row in below]
    assert told == [(row.match_points, row.points) for row in known]


def test_forms_that_come_in_move_nobody_while_the_top_is_held_back():
    """Between players whose totals are known, a rank tells the new total."""
    made = make_tournament([f"P{n:02}" for n in range(1, 13)], rounds=2)
    tables = {t: {n: 100 - n for n in range(4 * t - 3, 4 * t + 1)} for t in (1, 2, 3)}
    play_round(made, 1, tables, state=Round.State.FINAL)
    before = seen(made)
    round = play_round(made, 2, {t: [*seats] for t, seats in tables.items()})
    hold(made, TOP)
    assert [row.number for row in before.rows[:3]] == [1, 5, 9]
    for table in round.tables.order_by("number"):
        assert seen(made) == before
        count_form(table, [4, 3, 2, 1])
    assert (seen(made), result_visibility(made, sees_all=False).shows_below_top) == (before, False)
    close_rounds(made)
    assert {row.number for row in seen(made).rows} == {8, 12}


@pytest.mark.parametrize("number", [1, 2])
def test_a_round_that_is_reopened_hides_who_is_below_again(played, number):
    hold(played, TOP)
    played.rounds.filter(number=number).update(state=Round.State.STARTED)
    assert state(seen(played)) == (1, True, 0, False)
    assert ranks(seen(played)) == ranks(seen(played, sees_all=True, after_round=1))


def test_a_form_that_comes_after_the_closing_moves_nobody_either():
    made = make_tournament([f"P{n:02}" for n in range(1, 13)], rounds=1)
    seats = {1: {1: 9, 2: 8, 3: 7, 4: 6}, 2: {5: 9, 6: 8, 7: 7, 8: 6}, 3: [9, 10, 11, 12]}
    play_round(made, 1, seats)
    hold(made, TOP, number=1)
    close_rounds(made)
    assert (seen(made).after_round, seen(made).hidden) == (0, 0)
    made.rounds.update(state=Round.State.FINAL)
    assert (seen(made).after_round, seen(made).hidden) == (1, 12)  # four have nothing: all are 9th


def test_the_top_of_the_last_round_says_nothing_of_those_before(played):
    hold(played, TOP)
    assert ranks(seen(played, after_round=1)) == ranks(seen(played, sees_all=True, after_round=1))


def test_a_shared_tenth_place_is_held_back_whole():
    made = make_tournament([f"P{n}" for n in range(1, 17)], rounds=1)
    tables = {t: {4 * t - 3: 90 - t, 4 * t - 2: 80, 4 * t - 1: 70, 4 * t: 60} for t in range(1, 5)}
    play_round(made, 1, tables)
    close_rounds(made)
    hold(made, TOP, number=1)
    # 1 2 3 4, 5 shared by four, 9 shared by four, 13 shared by four.
    assert {row.number for row in seen(made).rows} == {4, 8, 12, 16}
    assert seen(made).hidden == 12


def test_without_any_form_there_is_no_top():
    made = make_tournament("abcd", rounds=1)
    play_round(made, 1, {1: [1, 2, 3, 4]}, state=Round.State.FINAL)
    hold(made, TOP, number=1)
    shown = seen(made)
    assert (shown.after_round, len(shown.rows), shown.hidden) == (1, 4, 0)


def test_namesakes_are_known_from_those_who_are_hidden_too():
    made = make_tournament(["Jan", *(f"P{n}" for n in range(2, 12)), "Jan"], rounds=1)
    play_round(made, 1, {t: {n: 100 - n for n in range(4 * t - 3, 4 * t + 1)} for t in (1, 2, 3)})
    close_rounds(made)
    hold(made, TOP, number=1)
    assert seen(made).hidden == 10
    assert seen(made).namesakes == {"Jan"}


def test_officials_see_everything(played):
    hold(played, ALL)
    official = result_visibility(played, sees_all=True)
    assert (official.last, official.hidden) == (2, ())
    assert [round.number for round in official.withheld] == [2]


def test_a_players_rounds_say_what_is_hidden(played):
    hold(played, TOP)
    entry = played.entries.get(number=7)
    for sees_all, told in ((False, [True, False]), (True, [True, True])):
        rounds = player_rounds(result_visibility(played, sees_all=sees_all), entry)
        assert [each.is_visible for each in rounds] == told
        assert [each.is_in for each in rounds] == [True, True]


def test_a_final_round_waits_for_no_form():
    """A17: a table that did not finish is for the director to live with."""
    made = make_tournament("abcdefgh", rounds=1)
    round = play_round(made, 1, {1: {1: 40, 2: 30, 3: 20, 4: 10}, 2: [5, 6, 7, 8]})
    assert state(seen(made)) == (1, False, 1, False)
    assert (finished_rounds(made), list(running_rounds())) == (set(), [round])
    Round.objects.update(state=Round.State.FINAL)
    assert state(seen(made)) == (1, True, 0, True)
    assert (finished_rounds(made), list(running_rounds())) == ({1}, [])
    entry = made.entries.get(number=5)
    assert [
        each.is_to_come for each in player_rounds(result_visibility(made, sees_all=False), entry)
    ] == [False]
