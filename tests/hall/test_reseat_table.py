"""Somebody sat at another table as one more, found when deals were played: put right, with nothing
typed lost, and undone."""

import pytest

from tests.hall.reseats import (
    LATER,
    NOW,
    OWN,
    SITS,
    at,
    entry,
    everything,
    join,
    put_right,
    sitting,
)
from tests.played import played
from tests.tournament.asked import make
from wk.accounts.models import User
from wk.hall import reseating
from wk.hall.reseat_effect import joining
from wk.scoreforms.drafts import save_draft
from wk.scoreforms.models import Draft, Result, Version
from wk.scoreforms.queries import written_for
from wk.scoreforms.services import Mismatch, Paper, hand_in
from wk.standings.queries import standings
from wk.tournament import draws, hand
from wk.tournament.models import Change, Round, Substitute, Table
from wk.tournament.moves import mark, seating
from wk.tournament.refusal import Refusal

pytestmark = pytest.mark.slow


@pytest.fixture
def tables(tournament):
    """Table 1 has numbers 1 to 5, table 2 has 6 to 9."""
    return list(Table.objects.order_by("number"))


def without(column, values):
    """A list of a form without one of its columns, from 0."""
    return [value for index, value in enumerate(values) if index != column]


def with_empty(column, document):
    """A form as who types it from a paper on which one column, from 0, stayed empty."""
    deals = [
        {name: [*deal[name][:column], None, *deal[name][column:]] for name in ("bids", "tricks")}
        for deal in document["deals"]
    ]
    return {"first_dealer": document["first_dealer"], "deals": deals}


def test_he_goes_there_as_the_last_and_his_own_table_closes_up(round, director):
    join(round, 3, 2, director)
    assert sitting() == SITS
    assert [seat for _table, seat in at(round).values()] == [1, 2, 3, 4, 1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("number", "left"), [(1, [2, 3, 4, 5]), (4, [1, 2, 3, 5]), (5, [1, 2, 3, 4])]
)
def test_who_stays_keeps_his_turn(round, director, number, left):
    before = at(round)
    change = join(round, number, 2, director)
    assert [n for table, n in sitting() if table == 1] == left
    reseating.undo(change=change, author=director, now=LATER)
    assert at(round) == before


def test_what_was_typed_stays_with_its_players(round, tables, director, clerk):
    one, other = (played(table) for table in tables)
    totals = [10, 20, None, 40, 50]
    save_draft(table=tables[0], document=one, written=totals, author=clerk, now=NOW)
    save_draft(table=tables[0], document={"first_dealer": 4}, author=None, now=NOW)
    save_draft(table=tables[1], document=other, written=[1, 2, 3, 4], author=clerk, now=NOW)
    join(round, 3, 2, director)
    mine, phone, theirs = Draft.objects.order_by("form__table__number", "pk")
    assert (mine.written, mine.revision) == ([10, 20, 40, 50], 1)
    for name in ("bids", "tricks"):
        assert [deal.get(name) for deal in mine.content["deals"]] == [
            without(2, deal[name]) if name in deal else None for deal in one["deals"]
        ]
    assert (phone.content, phone.author) == ({"first_dealer": 3}, None)
    assert (theirs.content, theirs.deals_done) == (other, 0)
    assert theirs.written == [1, 2, 3, 4, None]


def test_only_what_is_missing_has_to_be_typed(round, tables, director, clerk):
    rules = tables[0].round.rules
    four, five = played(tables[1], seed=2), played(tables[0], seed=3)
    short = [{name: deal[name][:4] for name in deal} for deal in five["deals"]]
    seen = {"first_dealer": five["first_dealer"], "deals": short}
    save_draft(table=tables[0], document=with_empty(2, four), author=clerk, now=NOW)
    save_draft(table=tables[1], document=seen, author=clerk, now=NOW)
    join(round, 3, 2, director)
    mine, theirs = Draft.objects.order_by("form__table__number")
    dealer = four["first_dealer"]
    assert mine.content == four | {"first_dealer": dealer - 1 if dealer > 3 else dealer}
    assert {p.place.seat for p in rules.progress(theirs.content, 5).problems} == {5}
    hand_in(table=tables[0], paper=Paper(mine.content, clerk, NOW), players=[1, 2, 4, 5])
    hand_in(table=tables[1], paper=Paper(five, clerk, NOW), players=[6, 7, 8, 9, 3])
    assert Result.objects.get(seat__entry=entry(3)).seat.number == 5
    assert Result.objects.count() == 9


def test_a_form_that_counted_is_a_draft_of_who_typed_it(round, tables, director, clerk):
    documents = [played(table) for table in tables]
    for table, document in zip(tables, documents, strict=True):
        hand_in(table=table, paper=Paper(document, clerk, NOW))
    versions = list(Version.objects.values_list("pk", "content", "number"))
    join(round, 3, 2, director)
    assert list(Version.objects.values_list("pk", "content", "number")) == versions
    assert Version.objects.filter(is_counted=True).count() == Result.objects.count() == 0
    mine, theirs = Draft.objects.order_by("form__table__number")
    assert [(each.author, each.revision) for each in (mine, theirs)] == [(clerk, 1)] * 2
    assert mine.content["deals"][0]["bids"] == without(2, documents[0]["deals"][0]["bids"])
    assert theirs.content == documents[1]
    assert {row.points for row in standings(round.tournament).rows} == {0}


def test_his_own_draft_of_then_is_kept_and_the_director_has_what_counted(
    round, tables, director, clerk
):
    document, newer = played(tables[1]), {"first_dealer": 1}
    hand_in(table=tables[1], paper=Paper(document, clerk, NOW))
    save_draft(table=tables[1], document=newer, author=clerk, now=NOW)
    join(round, 3, 2, director)
    kept = {draft.author: draft.content for draft in Draft.objects.all()}
    assert kept == {clerk: newer, director: document}


def test_what_was_typed_beside_it_is_a_draft_too(round, tables, director, clerk):
    other = User.objects.create_user("trees", password="geheim-genoeg", role=User.Role.CLERK)
    typed = {clerk: played(tables[1], 1), other: played(tables[1], 2)}
    for author, document in typed.items():
        hand_in(table=tables[1], paper=Paper(document, author, NOW))
    join(round, 3, 2, director)
    assert {draft.author: draft.content for draft in Draft.objects.all()} == typed


def test_what_the_phone_handed_in_is_a_draft_of_the_director(round, tables, director):
    document = played(tables[1])
    source = Version.Source.PHONE
    hand_in(table=tables[1], paper=Paper(document, None, NOW, source=source), lot=1.0)
    assert Version.objects.get().is_waiting
    join(round, 3, 2, director)
    draft = Draft.objects.get()
    assert (draft.author, draft.content) == (director, document)
    assert not Version.objects.filter(is_waiting=True).exists()


def test_who_looks_back_sees_for_whom_it_was_written(round, tables, director, clerk):
    old = hand_in(table=tables[0], paper=Paper(played(tables[0]), clerk, NOW))
    join(round, 3, 2, director)
    tables[0].refresh_from_db()
    new = hand_in(table=tables[0], paper=Paper(played(tables[0]), clerk, NOW))
    assert new.is_counted
    told = [[each.number for each in written_for(round, version)] for version in (old, new)]
    assert told == [[1, 2, 3, 4, 5], [1, 2, 4, 5]]


def test_who_has_the_old_form_before_him_looks_once_more(round, tables, director, clerk):
    document = played(tables[1])
    join(round, 3, 2, director)
    with pytest.raises(Mismatch) as refused:
        hand_in(table=tables[1], paper=Paper(document, clerk, NOW), players=[6, 7, 8, 9])
    assert [problem.code for problem in refused.value.problems] == ["PLAYERS_NOT_AS_SEATED"]


def test_a17_who_plays_on_for_him_comes_along(round, director):
    seat = entry(3).seats.get()
    Substitute.objects.create(seat=seat, name="Piet Kok", from_deal=8)
    join(round, 3, 2, director)
    stays = Substitute.objects.get().seat
    assert (stays.pk, stays.table.number, stays.number) == (seat.pk, 2, 5)


def test_it_is_noted_with_who_moved_and_what_it_cost(round, director):
    told = joining(round=round, player=entry(3), table=2)
    change = join(round, 3, 2, director, reason="na spelletje 6 gezien")
    (found,) = hand.by_hand(round)
    assert (found.change, found.how, found.change.reason) == (
        change,
        "table",
        "na spelletje 6 gezien",
    )
    moves = [(move.entry.number, move.gone, move.come) for move in found.moves]
    assert moves == [
        (3, (1, 3), (2, 5)),
        (4, (1, 4), (1, 3)),
        (5, (1, 5), (1, 4)),
    ]
    assert (found.moves, tuple(found.met)) == (told.moves, told.met)
    assert [(form.table, form.state) for form in told.forms] == [(1, "missing"), (2, "missing")]


def test_a_closed_round_is_put_right_too(round, director):
    Round.objects.update(state=Round.State.CLOSED)
    round.refresh_from_db()
    join(round, 3, 2, director)
    assert sitting() == SITS


@pytest.mark.parametrize("state", [Round.State.DRAWN, Round.State.FIXED, Round.State.FINAL])
def test_no_other_round_is(round, director, state):
    change = join(round, 3, 2, director)
    Round.objects.update(state=state)
    between = everything()
    for verb in (
        lambda: join(round, 6, 1, director),
        lambda: reseating.undo(change=change, author=director, now=LATER),
    ):
        with pytest.raises(Refusal):
            verb()
    assert everything() == between


def test_clerks_change_no_seats(round, director, clerk):
    with pytest.raises(Refusal):
        join(round, 3, 2, clerk)
    change = join(round, 3, 2, director)
    with pytest.raises(Refusal):
        reseating.undo(change=change, author=clerk, now=LATER)
    assert sitting() == SITS


@pytest.mark.parametrize(("number", "table"), [(3, 1), (6, 1), (3, 3), (6, 2), (3, 0)])
def test_no_table_has_too_many_or_too_few(round, director, number, table):
    before = at(round)
    with pytest.raises(Refusal):
        join(round, number, table, director)
    assert (at(round), Change.objects.filter(kind="seated").count()) == (before, 0)


def test_who_has_no_seat_has_none_to_leave(round, director):
    stranger = make(1, slug="ander").entries.get()
    with pytest.raises(Refusal):
        reseating.join(round=round, player=stranger, table=2, author=director, now=NOW)


def test_a_page_that_is_out_of_date_changes_nothing(round, director):
    seen = mark(seating(round))
    put_right(round, 2, 8, author=director, how=OWN)
    join(round, 3, 2, director, seen=seen)
    with pytest.raises(Refusal):
        join(round, 9, 1, director, seen=seen)
    assert sitting() == SITS


GAMES = [
    ("zaanse-boerenbridge", 9, True),  # 5 and 4 become 4 and 5
    ("zaanse-boerenbridge", 10, False),  # 5 and 5 would become 4 and 6: other deals (W-14)
    ("rubber-bridge", 8, False),
    ("kleurenwiezen", 8, False),
]


@pytest.mark.parametrize(("game", "players", "can_be"), GAMES)
def test_w_14_no_other_table_plays_other_deals(db, director, game, players, can_be):
    made = make(players, game=game)
    round = draws.draw_round(tournament=made, seed=1)
    draws.start_round(round=draws.fix_round(round=round))
    round.refresh_from_db()
    before = sitting()
    assert {table for table, _number in before} == {1, 2}
    mover = next(n for table, n in before if table == 1)
    try:
        join(round, mover, 2, director)
    except Refusal:
        assert (can_be, sitting()) == (False, before)
    else:
        assert (can_be, sitting()[-1]) == (True, (2, mover))
