"""The moves of a change of seats, and their impact on the draw before it is made."""

import pytest

from tests.rounds.constraints.tournaments import fix_seat, make_tournament, separate_players
from tests.rounds.prepared_rounds import places_of
from tests.rounds.seat_swaps.changes import entry_of, player_at, swap
from wk.core.refusals import ActionRefused
from wk.rounds.draw_quality import outcome
from wk.rounds.draws import draw_service as draws
from wk.rounds.lifecycle import transitions
from wk.rounds.seat_swaps.moves import free_moves, impact_of, swap_moves
from wk.tournament.queries import seatings


def test_a_swap_of_fixed_pairs_moves_both_partners(db):
    made = make_tournament(16, game="rubber-bridge", options={"partners": "fixed"})
    round = draws.draw_round(tournament=made, seed=1)
    first, second = player_at(round, 1, 2), player_at(round, 3, 1)
    moves = swap_moves(round, first, second)
    assert {(move.from_seat, move.to_seat) for move in moves} == {
        ((1, 2), (3, 1)),
        ((3, 1), (1, 2)),
        ((1, 4), (3, 3)),
        ((3, 3), (1, 4)),
    }
    with pytest.raises(ActionRefused):
        free_moves(round, first, 3)


def test_the_impact_before_a_swap_equals_the_result(championship):
    for _round in range(2):
        drawn = draws.draw_round(tournament=championship, seed=1)
        round = transitions.confirm_round(round=drawn) if drawn.number == 1 else drawn
    first, second = player_at(round, 1, 1), player_at(round, 2, 1)
    moves = swap_moves(round, first, second)
    impact = impact_of(round, moves)
    assert impact.before == outcome(championship, seatings(championship), 1).quality
    done = swap(round, first.number, second.number)
    assert (done.impact, done.moves) == (impact, moves)
    assert impact.after == outcome(championship, seatings(championship), 1).quality
    assert impact.after.repeat_meetings > impact.before.repeat_meetings


def test_the_impact_names_players_who_get_a_seat_again(championship):
    first, second, _third = draws.draw_all_rounds(tournament=championship, seed=1)
    north = player_at(first, 1, 1)
    table, own = places_of(second)[north.number]
    assert own != 1
    moves = swap_moves(second, north, player_at(second, table, 1))
    again = {move.entry: move.to_seat for move in impact_of(second, moves).repeated_seats}
    assert again[north] == (table, 1)
    swap(second, north.number, moves[1].entry.number)
    back = swap_moves(second, north, moves[1].entry)
    assert north not in [move.entry for move in impact_of(second, back).repeated_seats]


def test_the_impact_names_new_and_resolved_violations(championship):
    separate_players(championship, 1, 2)
    fix_seat(championship, 3, table=1)
    round = draws.draw_round(tournament=championship, seed=1)
    home = places_of(round)[1][0]
    other = next(
        n for n, (table, _s) in places_of(round).items() if table == home and n not in (1, 3)
    )
    impact = impact_of(round, swap_moves(round, entry_of(round, 2), entry_of(round, other)))
    assert [
        (each.is_hard, "1 Speler 1, 2 Speler 2" in each.text) for each in impact.new_violations
    ] == [(True, True)]
    swap(round, 2, other)
    impact = impact_of(round, swap_moves(round, entry_of(round, 2), entry_of(round, other)))
    assert (impact.new_violations, [each.is_hard for each in impact.resolved_violations]) == (
        (),
        [True],
    )
