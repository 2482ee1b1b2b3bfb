"""The effect of a correction of seats is known before it is made."""

import pytest

from tests.rounds.prepared_rounds import count_all_forms, count_form_of
from tests.rounds.seating_corrections.corrections import (
    NAMES,
    NOW,
    OWN,
    correct_swap,
    correct_table,
    entry_numbered,
    make_round,
    swap_arguments,
    table_numbered,
)
from wk.auditlog import seat_changes
from wk.players.services import withdraw
from wk.rounds.seating_corrections.effect import (
    Effect,
    TouchedForm,
    swap_correction_effect,
    table_correction_effect,
    tables_of,
)
from wk.scoreforms.drafts import save_draft
from wk.scoreforms.models import Version
from wk.standings.queries import standings
from wk.tournament import seating


@pytest.mark.parametrize("players", [(2, 8), (2, 8, 4), (1, 5)])
def test_the_predicted_standings_are_those_after_the_correction(round, director, players):
    for place in round.tables.all():
        count_form_of(place, seed=4)
    told = swap_correction_effect(round=round, **swap_arguments(*players), how=NAMES)
    before = {row.number: row for row in standings(round.tournament).rows}
    correct_swap(round, *players, author=director)
    after = {row.number: row for row in standings(round.tournament).rows}
    assert [shift.entry.number for shift in told.shifts] == list(players)
    for rows, which in ((before, "before"), (after, "after")):
        shown = [getattr(shift, which) for shift in told.shifts]
        assert [(each.rank, each.tally.match_points, each.tally.points) for each in shown] == [
            (rows[n].rank, rows[n].match_points, rows[n].points) for n in players
        ]
    assert told.others == sum(after[n].rank != before[n].rank for n in after if n not in players)
    assert not told.keeps_standings


def test_the_effect_counts_others_whose_rank_changes(director):
    """Players who change seats in round 2 keep their points of round 1, and pass others or fall
    behind."""
    round = make_round(4, 4)
    made, entries = round.tournament, list(round.tournament.entries.all())
    for number, place in enumerate(round.tables.order_by("number"), 1):
        count_form_of(place, seed=number)
    tables = {1: entries[4:], 2: entries[:4]}
    second_round = seating.seat_round(tournament=made, number=2, tables=tables, state="started")
    count_all_forms(second_round)
    moved = {}
    for pair in ((1, 8), (7, 8)):
        told = swap_correction_effect(round=second_round, **swap_arguments(*pair), how=NAMES)
        before = {row.number: row.rank for row in standings(made).rows}
        correct_swap(second_round, *pair, author=director)
        after = {row.number: row.rank for row in standings(made).rows}
        moved[pair] = sum(before[n] != after[n] for n in before if n not in pair)
        assert told.others == moved[pair]
    assert moved == {(1, 8): 3, (7, 8): 3}


def test_without_forms_the_standings_do_not_change(round):
    told = swap_correction_effect(round=round, **swap_arguments(2, 8), how=NAMES)
    assert (told.keeps_standings, told.others, told.left) == (True, 0, ())
    assert told.forms == (TouchedForm(1, "missing"), TouchedForm(2, "missing"))
    assert [(move.entry.number, move.from_seat, move.to_seat) for move in told.moves] == [
        (2, (1, 2), (2, 3)),
        (8, (2, 3), (1, 2)),
    ]
    own = swap_correction_effect(round=round, **swap_arguments(2, 8), how=OWN)
    assert own == Effect(tuple(move.back for move in told.moves), forms=told.forms)


def test_the_effect_shows_the_state_of_each_form(director, clerk):
    round = make_round(4, 4, 4, 4, 4)
    count_form_of(table_numbered(1))
    count_form_of(table_numbered(2))
    Version.objects.filter(form__table__number=2).update(is_counted=False, is_waiting=True)
    save_draft(table=table_numbered(3), document={"first_dealer": 1}, author=clerk, now=NOW)
    save_draft(table=table_numbered(1), document={"first_dealer": 1}, author=clerk, now=NOW)
    states = ["counted", "waiting", "draft", "missing", "missing"]
    told = swap_correction_effect(round=round, **swap_arguments(1, 5, 9, 13, 17), how=NAMES)
    assert told.forms == tuple(TouchedForm(n, state) for n, state in enumerate(states, 1))
    # Of two tables of which none is in, one waits, or one counts.
    for pair, is_in in (((9, 13), False), ((5, 13), True), ((1, 13), True)):
        assert (
            swap_correction_effect(
                round=round, **swap_arguments(*pair), how=NAMES
            ).has_form_to_complete
            == is_in
        )
    assert tables_of(told.moves) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(("gone", "left"), [((), []), ((2,), [2]), ((8,), [8]), ((2, 8), [])])
def test_the_effect_names_the_withdrawn_player_unless_all_are(round, gone, left):
    for number in gone:
        withdraw(entry=entry_numbered(number))
    told = swap_correction_effect(round=round, **swap_arguments(2, 8), how=NAMES)
    assert [each.number for each in told.left] == left
    assert swap_correction_effect(round=round, **swap_arguments(2, 8), how=OWN).left == ()


# Two rounds of the same tables but for one exchange: who meets whom again, and the sittings at the
# smaller table of who sat there twice.


@pytest.fixture
def second_round(db):
    """A second round in which only 1 and 6 have other seats than in the first."""
    round = make_round(5, 4)
    entries = list(round.tournament.entries.all())
    entries[0], entries[5] = entries[5], entries[0]
    tables = {1: entries[:5], 2: entries[5:]}
    return seating.seat_round(tournament=round.tournament, number=2, tables=tables, state="started")


def test_meetings_and_sittings_of_a_swap_are_predicted_and_logged(second_round, director):
    told = swap_correction_effect(round=second_round, **swap_arguments(6, 1), how=NAMES)
    log_entry = correct_swap(second_round, 6, 1, author=director)
    assert (told.repeat_meetings, told.extra_sittings) == ((9, 16), (3, 4))
    log_entry.refresh_from_db()
    assert (log_entry.payload["met"], log_entry.payload["sat"]) == ([9, 16], [3, 4])
    own = swap_correction_effect(round=second_round, **swap_arguments(6, 1), how=OWN)
    assert (own.repeat_meetings, own.extra_sittings) == ((0, 0), (0, 0))


def test_meetings_and_sittings_of_a_joined_table_are_predicted_and_logged(second_round, director):
    told = table_correction_effect(round=second_round, player=entry_numbered(6), table=2)
    log_entry = correct_table(second_round, 6, 2, director)
    assert (told.repeat_meetings, told.extra_sittings) == ((9, 12), (3, 0))
    log_entry.refresh_from_db()
    assert (log_entry.payload["met"], log_entry.payload["sat"]) == ([9, 12], [3, 0])


def test_the_moves_of_a_joined_table_are_predicted_and_logged(round, director):
    told = table_correction_effect(round=round, player=entry_numbered(3), table=2)
    log_entry = correct_table(round, 3, 2, director, reason="na spelletje 6 gezien")
    (found,) = seat_changes.seat_changes(round)
    assert (found.log_entry, found.how) == (log_entry, "table")
    assert found.log_entry.reason == "na spelletje 6 gezien"
    moves = [(move.entry.number, move.from_seat, move.to_seat) for move in found.moves]
    assert moves == [(3, (1, 3), (2, 5)), (4, (1, 4), (1, 3)), (5, (1, 5), (1, 4))]
    assert (found.moves, tuple(found.repeat_meetings)) == (told.moves, told.repeat_meetings)
    assert told.forms == (TouchedForm(1, "missing"), TouchedForm(2, "missing"))
    assert (told.shifts, told.others, told.left) == ((), 0, ())
