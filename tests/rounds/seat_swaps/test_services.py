"""Seats of a draw are changed by hand: what a change does, when it is refused, how it is undone."""

import pytest

from tests.rounds.constraints.tournaments import make_tournament
from tests.rounds.prepared_rounds import places_of
from tests.rounds.seat_swaps.changes import (
    LATER,
    NOW,
    entry_of,
    player_at,
    swap,
    take_free_seat,
    undo_change,
)
from wk.auditlog import seat_changes
from wk.auditlog.models import AuditLogEntry
from wk.core.refusals import ActionRefused
from wk.players import services as roster
from wk.rounds.draws import draw_service as draws
from wk.rounds.lifecycle import transitions
from wk.rounds.seat_swaps import services as seat_swaps
from wk.rounds.seat_swaps.moves import seating_token
from wk.tournament.models import Round, Seat
from wk.tournament.seating import seating


def test_two_players_change_places(round, director):
    before = places_of(round)
    done = swap(round, 3, 19, author=director)
    assert places_of(round) == before | {3: before[19], 19: before[3]}
    assert Round.objects.get().changed_by_hand
    one, other = (entry_of(round, number) for number in (3, 19))
    assert done.log_entry.payload == {
        "draw": round.tables.order_by("pk").first().pk,
        "moves": [
            [one.pk, "3 Speler 3", before[3], before[19]],
            [other.pk, "19 Speler 19", before[19], before[3]],
        ],
        "met": (done.impact.before.repeat_meetings, done.impact.after.repeat_meetings),
        "sat": (done.impact.before.extra_sittings, done.impact.after.extra_sittings),
    }
    assert (done.log_entry.kind, done.log_entry.author, done.log_entry.at) == (
        "seated",
        director,
        NOW,
    )


def test_a_swap_with_oneself_or_a_player_without_seat_is_refused(round):
    roster.enter(tournament=round.tournament, name="Laat")
    before = places_of(round)
    for other in (3, 24):
        with pytest.raises(ActionRefused):
            swap(round, 3, other)
    assert (places_of(round), AuditLogEntry.objects.filter(kind="seated").count()) == (before, 0)


def test_taking_a_free_seat_moves_the_last_of_the_old_table_into_the_gap(round):
    """Nobody else moves."""
    before = places_of(round)
    second, last = (player_at(round, 1, seat).number for seat in (2, 5))
    take_free_seat(round, second, 4)
    assert places_of(round) == before | {second: (4, 5), last: (1, 2)}
    assert [table.seats.count() for table in round.tables.all()] == [4, 5, 5, 5, 4]


def test_moving_the_last_player_of_a_table_moves_nobody_else(round):
    before = places_of(round)
    last = player_at(round, 1, 5).number
    done = take_free_seat(round, last, 5)
    assert len(done.moves) == 1
    assert places_of(round) == before | {last: (5, 5)}


def test_a_player_entered_after_the_draw_takes_a_free_seat(round):
    late = roster.enter(tournament=round.tournament, name="Laat")
    before = places_of(round)
    done = take_free_seat(round, late.number, 4)
    assert places_of(round) == before | {late.number: (4, 5)}
    undo_change(done)
    assert places_of(round) == before


@pytest.mark.parametrize(
    ("number_at", "table"),
    [((1, 1), 2), ((4, 1), 5), ((4, 1), 4), ((1, 1), 9)],
    ids=["full", "too few left", "his own", "none such"],
)
def test_a_move_must_keep_tables_of_four_or_five(round, number_at, table):
    before = places_of(round)
    with pytest.raises(ActionRefused):
        take_free_seat(round, player_at(round, *number_at).number, table)
    assert places_of(round) == before


def test_a18_a_withdrawn_player_cannot_take_a_seat(round):
    late = roster.enter(tournament=round.tournament, name="Laat")
    roster.withdraw(entry=late)
    with pytest.raises(ActionRefused, match="Laat"):
        take_free_seat(round, late.number, 4)


def test_a18_a_withdrawn_player_is_taken_out_and_others_keep_their_table(round):
    before = places_of(round)
    gone, last = player_at(round, 1, 2), player_at(round, 1, 5).number
    roster.withdraw(entry=gone)
    done = seat_swaps.take_out(
        round=round, entry=entry_of(round, gone.number), author=None, now=NOW
    )
    after = {number: place for number, place in before.items() if number != gone.number}
    assert places_of(round) == after | {last: (1, 2)}
    transitions.confirm_round(round=round)
    transitions.unconfirm_round(round=round)
    undo_change(done)
    assert places_of(round) == before


def test_a18_at_a_table_of_four_the_seat_is_filled_before_taking_out(round):
    gone = player_at(round, 4, 1)
    roster.withdraw(entry=gone)
    who = {"round": round, "entry": entry_of(round, gone.number), "author": None, "now": NOW}
    with pytest.raises(ActionRefused, match="4"):
        seat_swaps.take_out(**who)
    take_free_seat(round, player_at(round, 1, 5).number, 4)
    seat_swaps.take_out(**who)
    assert [table.seats.count() for table in round.tables.all()] == [4, 5, 5, 4, 4]


def test_only_a_withdrawn_player_with_a_seat_is_taken_out(round):
    late = roster.enter(tournament=round.tournament, name="Laat")
    roster.withdraw(entry=late)
    before = places_of(round)
    for number in (1, late.number):  # who plays, and who left but has no seat
        with pytest.raises(ActionRefused):
            seat_swaps.take_out(round=round, entry=entry_of(round, number), author=None, now=NOW)
    assert places_of(round) == before


def test_undoing_changes_restores_the_draw(round, director):
    before = places_of(round)
    first = swap(round, player_at(round, 2, 1).number, player_at(round, 3, 1).number)
    second = take_free_seat(round, player_at(round, 1, 1).number, 4)
    assert [each.can_undo for each in seat_changes.seat_changes(round)] == [True, True]
    seat_swaps.undo(log_entry=second.log_entry, author=director, now=LATER)
    seat_swaps.undo(log_entry=first.log_entry, author=director, now=LATER)
    assert places_of(round) == before
    assert not Round.objects.get().changed_by_hand
    assert seat_changes.seat_changes(round) == []
    undone = AuditLogEntry.objects.filter(kind="seated").values_list("undone_by", "undone_at")
    assert list(undone) == [(director.pk, LATER)] * 2


def test_a_change_cannot_be_undone_before_a_later_one_of_the_same_player(round):
    first = swap(round, 3, 19)
    second = swap(round, 3, 7)
    between = places_of(round)
    assert [each.can_undo for each in seat_changes.seat_changes(round)] == [True, False]
    with pytest.raises(ActionRefused):
        undo_change(first)
    assert places_of(round) == between
    undo_change(second)
    undo_change(first)


def test_two_players_added_to_a_table_are_undone_in_reverse(db):
    """Tables have three to eight seats here. The first added player cannot leave a gap before
    the second."""
    made = make_tournament(12, game="boerenbridge")
    round = draws.draw_round(tournament=made, seed=1)
    fresh = [roster.enter(tournament=made, name=f"Laat {n}") for n in (1, 2)]
    size = round.tables.get(number=1).seats.count()
    first, second = (take_free_seat(round, each.number, 1) for each in fresh)
    assert round.tables.get(number=1).seats.count() == size + 2
    with pytest.raises(ActionRefused):
        undo_change(first)
    undo_change(second)
    undo_change(first)
    assert round.tables.get(number=1).seats.count() == size


def test_a_change_cannot_be_undone_twice(round):
    done = swap(round, 3, 19)
    undo_change(done)
    between = places_of(round)
    with pytest.raises(ActionRefused):
        undo_change(done)
    assert places_of(round) == between


def test_a_confirmed_round_cannot_be_changed(round):
    done = swap(round, 3, 19)
    transitions.confirm_round(round=round)
    before = places_of(round)
    for log_entry in (
        lambda: swap(round, 3, 19),
        lambda: take_free_seat(round, player_at(round, 1, 1).number, 4),
        lambda: undo_change(done),
    ):
        with pytest.raises(ActionRefused, match="1"):
            log_entry()
    assert places_of(round) == before


def test_changes_are_listed_after_confirming(round, director):
    swap(round, 3, 19, author=director)
    fixed = transitions.confirm_round(round=round)
    (shown,) = seat_changes.seat_changes(fixed)
    assert [str(move.entry) for move in shown.moves] == ["3 Speler 3", "19 Speler 19"]
    assert (shown.log_entry.author, shown.can_undo, shown.how) == (director, False, "")


def test_a_redraw_has_no_changes_to_undo(round):
    done = swap(round, 3, 19)
    again = draws.redraw_round(round=round, seed=1)
    assert seat_changes.seat_changes(again) == []
    before = places_of(again)
    with pytest.raises(ActionRefused):
        undo_change(done)
    assert places_of(again) == before
    draws.discard_round(round=again)
    done.log_entry.refresh_from_db()
    with pytest.raises(ActionRefused):
        undo_change(done)


def test_a_removed_player_is_still_named_in_the_changes(round):
    late = roster.enter(tournament=round.tournament, name="Laat")
    done = take_free_seat(round, late.number, 4)
    Seat.objects.filter(entry=late).delete()
    roster.remove_entry(entry=late)
    (shown,) = seat_changes.seat_changes(round)
    assert (str(shown.moves[0].entry), shown.can_undo) == ("24 Laat", False)
    with pytest.raises(ActionRefused):
        undo_change(done)


def test_a_swap_with_an_outdated_token_is_refused(round):
    seen = seating_token(seating(round))
    swap(round, 3, 19, shown_token=seen)
    between = places_of(round)
    with pytest.raises(ActionRefused):
        swap(round, 3, 19, shown_token=seen)
    assert places_of(round) == between
    swap(round, 3, 19, shown_token=seating_token(seating(round)))


def test_the_log_names_players_and_seats(round):
    before = places_of(round)
    done = swap(round, 3, 19)
    (one, seat_one), (other, seat_other) = before[3], before[19]
    assert done.log_entry.about == (
        f"3 Speler 3 {one}/{seat_one} → {other}/{seat_other}; "
        f"19 Speler 19 {other}/{seat_other} → {one}/{seat_one}"
    )
