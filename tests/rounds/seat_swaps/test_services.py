"""Changes by hand of a draw that is not confirmed: what they do, cost, and that they are undone."""

import datetime as dt

import pytest

from tests.rounds.constraints.tournaments import fix_seat, make_tournament, separate_players
from wk.auditlog import seat_changes
from wk.auditlog.models import AuditLogEntry
from wk.core.refusals import ActionRefused
from wk.players import services as roster
from wk.rounds.draw_quality import outcome
from wk.rounds.draws import draw_service as draws
from wk.rounds.lifecycle import transitions
from wk.rounds.seat_swaps import services as seat_swaps
from wk.rounds.seat_swaps.moves import free_moves, impact_of, seating_token, swap_moves
from wk.tournament.models import Round, Seat
from wk.tournament.queries import seatings
from wk.tournament.seating import seating

NOW = dt.datetime(2026, 11, 21, 12, 0, tzinfo=dt.UTC)
LATER = NOW + dt.timedelta(minutes=5)


@pytest.fixture
def championship(db):
    """23 players: three tables of five, then two of four."""
    return make_tournament(23)


@pytest.fixture
def round(championship):
    return draws.draw_round(tournament=championship, seed=1)


def at(round):
    """Where each start number sits: table and seat."""
    return {entry.number: place for entry, place in seating(round).items()}


def entry(round, number):
    return round.tournament.entries.get(number=number)


def sitter(round, table, seat):
    return round.seats.get(table__number=table, number=seat).entry


def swap(round, one, other, **more):
    facts = {"author": None, "now": NOW} | more
    return seat_swaps.swap_seats(
        round=round, first=entry(round, one), second=entry(round, other), **facts
    )


def take_place(round, number, table, **more):
    facts = {"author": None, "now": NOW} | more
    return seat_swaps.take_free_place(round=round, entry=entry(round, number), table=table, **facts)


def undo(done):
    return seat_swaps.undo(log_entry=done.log_entry, author=None, now=LATER)


def test_two_players_change_places(round, director):
    before = at(round)
    done = swap(round, 3, 19, author=director)
    assert at(round) == before | {3: before[19], 19: before[3]}
    assert Round.objects.get().changed_by_hand
    one, other = (entry(round, number) for number in (3, 19))
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


def test_nobody_changes_places_with_himself_or_with_who_has_none(round):
    roster.enter(tournament=round.tournament, name="Laat")
    before = at(round)
    for other in (3, 24):
        with pytest.raises(ActionRefused):
            swap(round, 3, other)
    assert (at(round), AuditLogEntry.objects.filter(kind="seated").count()) == (before, 0)


def test_a_player_takes_the_free_place_of_a_table_of_four(round):
    """Who sat last where he left takes his seat: nobody else moves."""
    before = at(round)
    second, last = (sitter(round, 1, seat).number for seat in (2, 5))
    take_place(round, second, 4)
    assert at(round) == before | {second: (4, 5), last: (1, 2)}
    assert [table.seats.count() for table in round.tables.all()] == [4, 5, 5, 5, 4]


def test_who_sat_last_leaves_no_gap(round):
    before = at(round)
    last = sitter(round, 1, 5).number
    done = take_place(round, last, 5)
    assert len(done.moves) == 1
    assert at(round) == before | {last: (5, 5)}


def test_who_came_after_the_draw_takes_a_free_place(round):
    late = roster.enter(tournament=round.tournament, name="Laat")
    before = at(round)
    done = take_place(round, late.number, 4)
    assert at(round) == before | {late.number: (4, 5)}
    undo(done)
    assert at(round) == before


@pytest.mark.parametrize(
    ("number_at", "table"),
    [((1, 1), 2), ((4, 1), 5), ((4, 1), 4), ((1, 1), 9)],
    ids=["full", "too few left", "his own", "none such"],
)
def test_a_table_has_four_or_five_players(round, number_at, table):
    before = at(round)
    with pytest.raises(ActionRefused):
        take_place(round, sitter(round, *number_at).number, table)
    assert at(round) == before


def test_a18_who_left_takes_no_place(round):
    late = roster.enter(tournament=round.tournament, name="Laat")
    roster.withdraw(entry=late)
    with pytest.raises(ActionRefused, match="Laat"):
        take_place(round, late.number, 4)


def test_a18_who_left_is_taken_out_and_nobody_else_loses_his_table(round):
    before = at(round)
    gone, last = sitter(round, 1, 2), sitter(round, 1, 5).number
    roster.withdraw(entry=gone)
    done = seat_swaps.take_out(round=round, entry=entry(round, gone.number), author=None, now=NOW)
    after = {number: place for number, place in before.items() if number != gone.number}
    assert at(round) == after | {last: (1, 2)}
    transitions.confirm_round(round=round)
    transitions.unconfirm_round(round=round)
    undo(done)
    assert at(round) == before


def test_a18_at_a_table_of_four_somebody_takes_his_place_first(round):
    gone = sitter(round, 4, 1)
    roster.withdraw(entry=gone)
    who = {"round": round, "entry": entry(round, gone.number), "author": None, "now": NOW}
    with pytest.raises(ActionRefused, match="4"):
        seat_swaps.take_out(**who)
    take_place(round, sitter(round, 1, 5).number, 4)
    seat_swaps.take_out(**who)
    assert [table.seats.count() for table in round.tables.all()] == [4, 5, 5, 4, 4]


def test_only_who_left_is_taken_out(round):
    late = roster.enter(tournament=round.tournament, name="Laat")
    roster.withdraw(entry=late)
    before = at(round)
    for number in (1, late.number):  # who plays, and who left but has no seat
        with pytest.raises(ActionRefused):
            seat_swaps.take_out(round=round, entry=entry(round, number), author=None, now=NOW)
    assert at(round) == before


def test_pairs_that_stay_together_go_together(db):
    made = make_tournament(16, game="rubber-bridge", options={"partners": "fixed"})
    round = draws.draw_round(tournament=made, seed=1)
    first, second = sitter(round, 1, 2), sitter(round, 3, 1)
    moves = swap_moves(round, first, second)
    assert {(move.from_seat, move.to_seat) for move in moves} == {
        ((1, 2), (3, 1)),
        ((3, 1), (1, 2)),
        ((1, 4), (3, 3)),
        ((3, 3), (1, 4)),
    }
    with pytest.raises(ActionRefused):
        free_moves(round, first, 3)


def test_the_cost_is_known_before_and_is_what_it_becomes(championship):
    for _round in range(2):
        drawn = draws.draw_round(tournament=championship, seed=1)
        round = transitions.confirm_round(round=drawn) if drawn.number == 1 else drawn
    first, second = sitter(round, 1, 1), sitter(round, 2, 1)
    moves = swap_moves(round, first, second)
    impact = impact_of(round, moves)
    assert impact.before == outcome(championship, seatings(championship), 1).quality
    done = swap(round, first.number, second.number)
    assert (done.impact, done.moves) == (impact, moves)
    assert impact.after == outcome(championship, seatings(championship), 1).quality
    assert impact.after.repeat_meetings > impact.before.repeat_meetings


def test_the_cost_names_who_has_a_seat_again(championship):
    first, second, _third = draws.draw_all_rounds(tournament=championship, seed=1)
    north = sitter(first, 1, 1)
    table, own = at(second)[north.number]
    assert own != 1
    moves = swap_moves(second, north, sitter(second, table, 1))
    again = {move.entry: move.to_seat for move in impact_of(second, moves).repeated_seats}
    assert again[north] == (table, 1)
    swap(second, north.number, moves[1].entry.number)
    back = swap_moves(second, north, moves[1].entry)
    assert north not in [move.entry for move in impact_of(second, back).repeated_seats]


def test_the_cost_tells_what_was_asked_and_is_no_longer_so(championship):
    separate_players(championship, 1, 2)
    fix_seat(championship, 3, table=1)
    round = draws.draw_round(tournament=championship, seed=1)
    home = at(round)[1][0]
    other = next(n for n, (table, _s) in at(round).items() if table == home and n not in (1, 3))
    impact = impact_of(round, swap_moves(round, entry(round, 2), entry(round, other)))
    assert [
        (each.is_hard, "1 Speler 1, 2 Speler 2" in each.text) for each in impact.new_violations
    ] == [(True, True)]
    swap(round, 2, other)
    impact = impact_of(round, swap_moves(round, entry(round, 2), entry(round, other)))
    assert (impact.new_violations, [each.is_hard for each in impact.resolved_violations]) == (
        (),
        [True],
    )


def test_undoing_puts_everybody_back(round, director):
    before = at(round)
    first = swap(round, sitter(round, 2, 1).number, sitter(round, 3, 1).number)
    second = take_place(round, sitter(round, 1, 1).number, 4)
    assert [each.can_undo for each in seat_changes.seat_changes(round)] == [True, True]
    seat_swaps.undo(log_entry=second.log_entry, author=director, now=LATER)
    seat_swaps.undo(log_entry=first.log_entry, author=director, now=LATER)
    assert at(round) == before
    assert not Round.objects.get().changed_by_hand
    assert seat_changes.seat_changes(round) == []
    undone = AuditLogEntry.objects.filter(kind="seated").values_list("undone_by", "undone_at")
    assert list(undone) == [(director.pk, LATER)] * 2


def test_only_what_nobody_changed_since_is_undone(round):
    first = swap(round, 3, 19)
    second = swap(round, 3, 7)
    between = at(round)
    assert [each.can_undo for each in seat_changes.seat_changes(round)] == [True, False]
    with pytest.raises(ActionRefused):
        undo(first)
    assert at(round) == between
    undo(second)
    undo(first)


def test_a_place_given_to_two_in_turn_is_left_in_turn(db):
    """The fifth of three to eight at a table goes before the sixth only where no gap stays."""
    made = make_tournament(12, game="boerenbridge")
    round = draws.draw_round(tournament=made, seed=1)
    fresh = [roster.enter(tournament=made, name=f"Laat {n}") for n in (1, 2)]
    size = round.tables.get(number=1).seats.count()
    first, second = (take_place(round, each.number, 1) for each in fresh)
    assert round.tables.get(number=1).seats.count() == size + 2
    with pytest.raises(ActionRefused):
        undo(first)
    undo(second)
    undo(first)
    assert round.tables.get(number=1).seats.count() == size


def test_nothing_is_undone_twice(round):
    done = swap(round, 3, 19)
    undo(done)
    between = at(round)
    with pytest.raises(ActionRefused):
        undo(done)
    assert at(round) == between


def test_a_confirmed_round_stays_as_it_is(round):
    done = swap(round, 3, 19)
    transitions.confirm_round(round=round)
    before = at(round)
    for log_entry in (
        lambda: swap(round, 3, 19),
        lambda: take_place(round, sitter(round, 1, 1).number, 4),
        lambda: undo(done),
    ):
        with pytest.raises(ActionRefused, match="1"):
            log_entry()
    assert at(round) == before


def test_what_was_changed_is_shown_after_confirming_too(round, director):
    swap(round, 3, 19, author=director)
    fixed = transitions.confirm_round(round=round)
    (shown,) = seat_changes.seat_changes(fixed)
    assert [str(move.entry) for move in shown.moves] == ["3 Speler 3", "19 Speler 19"]
    assert (shown.log_entry.author, shown.can_undo, shown.how) == (director, False, "")


def test_a_draw_made_again_begins_without_changes(round):
    done = swap(round, 3, 19)
    again = draws.redraw_round(round=round, seed=1)
    assert seat_changes.seat_changes(again) == []
    before = at(again)
    with pytest.raises(ActionRefused):
        undo(done)
    assert at(again) == before
    draws.discard_round(round=again)
    done.log_entry.refresh_from_db()
    with pytest.raises(ActionRefused):
        undo(done)


def test_who_is_off_the_list_is_still_named(round):
    late = roster.enter(tournament=round.tournament, name="Laat")
    done = take_place(round, late.number, 4)
    Seat.objects.filter(entry=late).delete()
    roster.remove_entry(entry=late)
    (shown,) = seat_changes.seat_changes(round)
    assert (str(shown.moves[0].entry), shown.can_undo) == ("24 Laat", False)
    with pytest.raises(ActionRefused):
        undo(done)


def test_a_page_that_is_out_of_date_changes_nothing(round):
    seen = seating_token(seating(round))
    swap(round, 3, 19, shown_token=seen)
    between = at(round)
    with pytest.raises(ActionRefused):
        swap(round, 3, 19, shown_token=seen)
    assert at(round) == between
    swap(round, 3, 19, shown_token=seating_token(seating(round)))


def test_the_log_tells_it_in_numbers_and_names(round):
    before = at(round)
    done = swap(round, 3, 19)
    (one, seat_one), (other, seat_other) = before[3], before[19]
    assert done.log_entry.about == (
        f"3 Speler 3 {one}/{seat_one} → {other}/{seat_other}; "
        f"19 Speler 19 {other}/{seat_other} → {one}/{seat_one}"
    )
