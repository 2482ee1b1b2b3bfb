"""The issues that stand in the way of each step of a round."""

import pytest

from tests.played import played
from tests.rounds.prepared_rounds import NOON, hand_in_form, issues_of, set_state
from tests.standings.tournaments import make_tournament, play_round
from wk.players import services as roster
from wk.players.queries import not_checked_in
from wk.rounds.lifecycle.issues import Issue, Readiness
from wk.rounds.lifecycle.readiness import readiness_of
from wk.scoreforms.objections.services import Saying, say
from wk.scoreforms.services import Submission, hand_in
from wk.tournament import seating
from wk.tournament.models import Round, Table


def test_before_a_start_players_without_seat_withdrawn_and_absent_are_issues(tournament, round):
    set_state(round, "confirmed")
    assert issues_of(round) == []
    late = roster.NewEntry("Joost")
    roster.enter_many(tournament=tournament, rows=[late])
    tournament.entries.exclude(number__in=[3, 4]).update(checked_in_at=NOON)
    tournament.entries.filter(number=2).update(withdrawn_after=0)
    assert issues_of(round) == [
        ("unseated", [10], ""),
        ("withdrawn", [2], "blocks"),
        ("absent", [3, 4], ""),
    ]


def test_forms_to_come_and_forms_to_decide_are_counted_apart():
    def issue(kind, *tables):
        return Issue(kind, "", tables=tables)

    step = Readiness(
        (issue("missing", 1, 2, 3), issue("differs", 4), issue("waiting", 5), issue("unchecked", 6))
    )
    assert (step.forms_to_come, step.forms_to_decide) == (3, 2)


def test_nobody_is_absent_while_check_in_is_not_used(tournament, round):
    set_state(round, "confirmed")
    assert readiness_of(round).issues == ()
    assert [*not_checked_in(tournament)] == []


def test_absent_players_are_known_before_a_draw(tournament):
    tournament.entries.exclude(number__in=[3, 4, 5]).update(checked_in_at=NOON)
    tournament.entries.filter(number=5).update(withdrawn_after=0)
    assert [entry.number for entry in not_checked_in(tournament)] == [3, 4]


def test_before_a_start_an_earlier_open_round_is_an_issue(tournament, round):
    entries = list(tournament.entries.all())
    second = seating.seat_round(
        tournament=tournament, number=2, tables={1: entries[:5], 2: entries[5:]}, state="confirmed"
    )
    assert issues_of(second) == [("earlier", 1, "")]
    set_state(round, "closed")
    assert issues_of(second) == []


def test_before_closing_each_open_form_is_one_issue(tournament, round, clerk, director):
    tournament.second_check = "every"
    tournament.save()
    assert issues_of(round) == [("missing", (1, 2), "confirm")]
    hand_in_form(1, clerk)
    assert issues_of(round) == [("waiting", (1,), "confirm"), ("missing", (2,), "confirm")]
    hand_in_form(1, director, seed=2)
    hand_in_form(2, clerk)
    assert issues_of(round) == [("differs", (1,), "confirm"), ("waiting", (2,), "confirm")]
    set_state(round, "closed")
    assert issues_of(round) == [("differs", (1,), "blocks"), ("waiting", (2,), "blocks")]


def test_a_form_of_totals_only_needs_confirmation(round, clerk):
    hand_in_form(2, clerk)
    table = Table.objects.get(number=1)
    totals = table.round.rules.progress(played(table), 5).totals
    hand_in(table=table, submission=Submission({"totals": list(totals)}, clerk, NOON))
    assert issues_of(round) == [("unchecked", (1,), "confirm")]
    set_state(round, "closed")
    assert issues_of(round) == [("unchecked", (1,), "confirm")]


def test_a_player_without_an_answer_needs_confirmation_until_the_round_is_final(round, clerk):
    for number in (1, 2):
        hand_in_form(number, clerk)
    table = Table.objects.get(number=1)
    stands = table.round.rules.to_cells(played(table))["deals.0.bids.0"]
    saying = Saying("deals.0.bids.0", "1" if stands == "0" else "0")
    say(table=table, entry=table.seats.get(number=1).entry, saying=saying, now=NOON)
    assert issues_of(round) == [("objected", (1,), "confirm")]
    set_state(round, "closed")
    assert issues_of(round) == [("objected", (1,), "confirm")]


def test_a17_a_table_that_did_not_finish_needs_the_directors_confirmation(round, clerk):
    hand_in_form(2, clerk)
    set_state(round, "closed")
    assert issues_of(round) == [("missing", (1,), "confirm")]


def test_an_earlier_round_that_is_not_final_blocks(tournament, round, clerk):
    entries = list(tournament.entries.all())
    second = seating.seat_round(
        tournament=tournament, number=2, tables={1: entries[:5], 2: entries[5:]}, state="closed"
    )
    for table in (1, 2):
        hand_in_form(table, clerk)
    assert issues_of(second)[0] == ("earlier", 1, "blocks")
    set_state(round, "final")
    assert issues_of(second) == [("missing", (1, 2), "confirm")]
    set_state(second, "final")
    assert readiness_of(second).issues == ()


@pytest.mark.parametrize("tables", [2, 40])
def test_number_of_queries(director, tables, django_assert_num_queries):
    made = make_tournament([f"Speler {number}" for number in range(1, 4 * tables + 1)])
    seats = {n: range(4 * n - 3, 4 * n + 1) for n in range(1, tables + 1)}
    play_round(made, 1, seats)
    round = Round.objects.select_related("tournament").get()
    with django_assert_num_queries(6):  # seats, versions, drafts, two of checks, tables
        assert issues_of(round) == [("missing", tuple(seats), "confirm")]
