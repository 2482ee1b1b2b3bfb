"""More than two players sat in each other's places: put right in one step, and undone."""

import pytest

from tests.hall.reseats import (
    LATER,
    NAMES,
    NOW,
    OWN,
    asked_of,
    at,
    entry,
    put_right,
    results,
    said,
    sitting,
    written_for,
)
from tests.played import played
from tests.tournament.asked import make
from wk.hall import reseating
from wk.hall.reseat_effect import effect
from wk.scoreforms.services import Paper, hand_in
from wk.standings.queries import standings
from wk.tournament import draws, hand
from wk.tournament.models import Change, Substitute, Table
from wk.tournament.refusal import Refusal

pytestmark = pytest.mark.slow


@pytest.fixture
def tables(tournament, clerk):
    """Table 1 has numbers 1 to 5, table 2 has 6 to 9; both forms are in."""
    found = list(Table.objects.order_by("number"))
    for table in found:
        hand_in(table=table, paper=Paper(played(table, seed=4), clerk, NOW))
    return found


# Each sat in the place of the next, the last in that of the first; who sits where when the names
# have changed over.
RINGS = [
    ((2, 8), {2: (2, 3), 8: (1, 2)}),
    ((2, 8, 4), {2: (2, 3), 8: (1, 4), 4: (1, 2)}),
    ((8, 4, 2), {2: (2, 3), 8: (1, 4), 4: (1, 2)}),
    ((4, 8, 2), {4: (2, 3), 8: (1, 2), 2: (1, 4)}),
    ((1, 2, 3, 4, 5), {1: (1, 2), 2: (1, 3), 3: (1, 4), 4: (1, 5), 5: (1, 1)}),
    ((1, 6, 2, 7), {1: (2, 1), 6: (1, 2), 2: (2, 2), 7: (1, 1)}),
]


@pytest.mark.parametrize(("players", "sits"), RINGS)
def test_each_name_goes_to_the_place_of_the_next_and_back(round, tables, director, players, sits):
    before, won, versions = at(round), results(), said()
    change = put_right(round, *players, author=director)
    assert at(round) == before | sits
    assert (results(), said()) == (won, versions)
    assert written_for() == [[n for t, n in sitting() if t == table] for table in (1, 2)]
    reseating.undo(change=change, author=director, now=LATER)
    assert (at(round), results(), hand.by_hand(round)) == (before, won, [])
    assert written_for() == [[1, 2, 3, 4, 5], [6, 7, 8, 9]]


def test_all_nine_sat_one_place_on(round, tables, director):
    put_right(round, *range(1, 10), author=director)
    assert list(at(round)) == [9, 1, 2, 3, 4, 5, 6, 7, 8]


def test_to_their_own_places_changes_nothing_but_the_log(round, tables, director):
    before, won = at(round), results()
    change = put_right(round, 2, 8, 4, author=director, how=OWN)
    assert (at(round), results()) == (before, won)
    (moves,) = hand.moves_of(change)
    assert [(move.entry.number, move.gone, move.come) for move in moves] == [
        (2, (2, 3), (1, 2)),
        (8, (1, 4), (2, 3)),
        (4, (1, 2), (1, 4)),
    ]


def test_what_it_does_is_known_before(round, tables, director):
    found = effect(round=round, **asked_of(2, 8, 4), how=NAMES)
    untouched = {row.number: row for row in standings(round.tournament).rows}
    put_right(round, 2, 8, 4, author=director)
    rows = {row.number: row for row in standings(round.tournament).rows}
    for which, told in ((untouched, "before"), (rows, "after")):
        shown = [getattr(shift, told) for shift in found.shifts]
        assert [(each.rank, each.tally.match_points, each.tally.points) for each in shown] == [
            (which[n].rank, which[n].match_points, which[n].points) for n in (2, 8, 4)
        ]
    assert found.others == sum(
        rows[n].rank != untouched[n].rank for n in rows if n not in (2, 8, 4)
    )
    assert [(form.table, form.state) for form in found.forms] == [(1, "counted"), (2, "counted")]


def test_a17_who_plays_on_in_a_seat_stays_in_it(round, director):
    seat = entry(8).seats.get()
    Substitute.objects.create(seat=seat, name="Piet Kok")
    put_right(round, 2, 8, 4, author=director)
    assert Substitute.objects.get().seat.entry == entry(2)


@pytest.mark.parametrize("players", [(2, 8, 2), (2, 8, 8), (2, 2, 8), (2, 8, 4, 8)])
def test_nobody_stands_in_it_twice(round, director, players):
    before = at(round)
    with pytest.raises(Refusal):
        put_right(round, *players, author=director)
    assert (at(round), Change.objects.filter(kind="seated").count()) == (before, 0)


def test_it_is_undone_only_where_all_sit_as_it_left_them(round, director):
    ring = put_right(round, 2, 8, 4, author=director)
    later = put_right(round, 4, 5, author=director)
    between = at(round)
    with pytest.raises(Refusal):
        reseating.undo(change=ring, author=director, now=LATER)
    assert at(round) == between
    for change in (later, ring):
        reseating.undo(change=change, author=director, now=LATER)


@pytest.fixture
def pairs(db):
    """A round of four tables at which partners stay together: 1 and 3, 2 and 4."""
    made = make(16, game="rubber-bridge", options={"partners": "fixed"})
    round = draws.draw_round(tournament=made, seed=1)
    draws.start_round(round=draws.fix_round(round=round))
    round.refresh_from_db()
    return round


def sitters(round):
    return {place: number for number, place in at(round).items()}


def test_partners_who_stay_together_go_together(pairs, director):
    sat = sitters(pairs)
    put_right(pairs, sat[1, 1], sat[2, 2], sat[3, 1], author=director)
    goes = {(1, 1): (2, 2), (2, 2): (3, 1), (3, 1): (1, 1)}
    goes |= {(1, 3): (2, 4), (2, 4): (3, 3), (3, 3): (1, 3)}
    assert sitters(pairs) == sat | {come: sat[gone] for gone, come in goes.items()}


def test_two_pairs_that_are_all_named_go_together(pairs, director):
    sat = sitters(pairs)
    put_right(pairs, sat[1, 1], sat[2, 2], sat[1, 3], sat[2, 4], author=director)
    goes = {(1, 1): (2, 2), (2, 2): (1, 3), (1, 3): (2, 4), (2, 4): (1, 1)}
    assert sitters(pairs) == sat | {come: sat[gone] for gone, come in goes.items()}


@pytest.mark.parametrize(
    "places",
    [((1, 1), (1, 3), (2, 2)), ((1, 1), (2, 2), (1, 3)), ((1, 1), (1, 2), (1, 3), (2, 1))],
)
def test_no_partners_are_parted(pairs, director, places):
    sat = sitters(pairs)
    with pytest.raises(Refusal):
        put_right(pairs, *(sat[place] for place in places), author=director)
    assert sitters(pairs) == sat
