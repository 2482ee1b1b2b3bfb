"""A wrong seating found when deals were played: put right, with nothing typed lost, and undone."""

import pytest

from tests.hall.reseats import (
    LATER,
    NAMES,
    NOW,
    OWN,
    at,
    entry,
    put_right,
    results,
    said,
    written_for,
)
from tests.played import played
from tests.tournament.asked import make
from tests.writers import at_once, two_writers
from wk.hall import reseating
from wk.hall.reseat_effect import How, effect
from wk.phones.services import Reseated, Written, confirm, save
from wk.scoreforms.drafts import save_draft
from wk.scoreforms.models import Draft, Photo, Result, Version
from wk.scoreforms.services import Mismatch, Paper, hand_in
from wk.standings.queries import standings
from wk.tournament import draws, hand
from wk.tournament.models import Change, Round, Seat, Substitute, Table
from wk.tournament.moves import mark, seating
from wk.tournament.refusal import Refusal

pytestmark = pytest.mark.slow


@pytest.fixture
def tables(tournament):
    """Table 1 has numbers 1 to 5, table 2 has 6 to 9."""
    return list(Table.objects.order_by("number"))


def test_the_names_change_over_and_everything_stays_with_the_seat(round, tables, director, clerk):
    for table in tables:
        hand_in(table=table, paper=Paper(played(table), clerk, NOW))
    before, seats = (
        at(round),
        list(Seat.objects.order_by("pk").values_list("pk", "table", "number")),
    )
    won, versions = results(), said()
    put_right(round, 2, 8, author=director)
    assert at(round) == before | {2: (2, 3), 8: (1, 2)}
    assert (results(), said()) == (won, versions)
    assert written_for() == [[1, 8, 3, 4, 5], [6, 7, 2, 9]]
    assert list(Seat.objects.order_by("pk").values_list("pk", "table", "number")) == seats
    for table, version in zip(tables, Version.objects.order_by("form__table__number"), strict=True):
        score = table.round.rules.score(version.content, table.seats.count())
        assert [each.points for each in score] == [
            won[table.number, seat][0] for seat in range(1, len(score) + 1)
        ]


def test_two_of_one_table_change_over(round, tables, director, clerk):
    hand_in(table=tables[0], paper=Paper(played(tables[0]), clerk, NOW))
    won = results()
    put_right(round, 1, 5, author=director)
    assert [at(round)[number] for number in (5, 2, 3, 4, 1)] == [(1, seat) for seat in range(1, 6)]
    assert results() == won


def test_drafts_of_clerks_and_of_the_phone_stay(round, tables, director, clerk):
    typed = {"first_dealer": 3, "deals": played(tables[0])["deals"][:4]}
    save_draft(table=tables[0], document=typed, author=clerk, now=NOW, written=[None] * 5)
    save_draft(table=tables[0], document=typed, author=None, now=NOW)
    Photo.objects.create(
        form=Draft.objects.first().form, picture=b"x", width=1, height=1, author=clerk, taken_at=NOW
    )
    drafts = list(Draft.objects.values())
    put_right(round, 2, 8, author=director)
    assert (list(Draft.objects.values()), Photo.objects.count()) == (drafts, 1)


def test_a17_who_plays_on_in_a_seat_stays_in_it(round, director):
    seat = Seat.objects.get(entry__number=2)
    Substitute.objects.create(seat=seat, name="Piet Kok", from_deal=8)
    put_right(round, 2, 8, author=director)
    stays = Substitute.objects.get()
    assert (stays.name, stays.from_deal, stays.seat_id, stays.seat.entry.number) == (
        "Piet Kok",
        8,
        seat.pk,
        8,
    )


def test_nothing_else_hangs_on_a_seat():
    """What does must be kept too when seats are taken up again (`_exchange`)."""
    assert {each.related_model for each in Seat._meta.related_objects} == {Result, Substitute}


def test_who_has_the_old_names_before_him_looks_once_more(round, tables, director, clerk):
    document = played(tables[0])
    put_right(round, 2, 8, author=director)
    with pytest.raises(Mismatch) as refused:
        hand_in(table=tables[0], paper=Paper(document, clerk, NOW), players=[1, 2, 3, 4, 5])
    assert [problem.code for problem in refused.value.problems] == ["PLAYERS_NOT_AS_SEATED"]
    hand_in(table=tables[0], paper=Paper(document, clerk, NOW), players=[1, 8, 3, 4, 5])
    assert sorted(Result.objects.values_list("seat__entry__number", flat=True)) == [1, 3, 4, 5, 8]


def test_the_phone_of_the_table_looks_once_more(round, tables, director):
    old = Written(played(tables[0]), [1, 2, 3, 4, 5], NOW)
    kept = save(table=tables[0], written=old, expected=0)
    put_right(round, 2, 8, author=director)
    with pytest.raises(Reseated):
        save(table=tables[0], written=old, expected=kept.revision)
    with pytest.raises(Reseated):
        confirm(table=tables[0], written=old)
    new = Written(old.document, [1, 8, 3, 4, 5], NOW)
    assert save(table=tables[0], written=new, expected=kept.revision).content == old.document
    assert confirm(table=tables[0], written=new).content == old.document


def test_to_their_own_places_changes_nothing_but_the_log(round, tables, director, clerk):
    hand_in(table=tables[0], paper=Paper(played(tables[0]), clerk, NOW))
    before, won = at(round), results()
    change = put_right(round, 2, 8, author=director, how=OWN, reason="na spelletje 6 gezien")
    assert (at(round), results()) == (before, won)
    moves = [(move.entry.number, move.gone, move.come) for move in hand.moves_of(change)[0]]
    assert moves == [(2, (2, 3), (1, 2)), (8, (1, 2), (2, 3))]
    assert (change.facts["how"], change.reason, change.author) == (
        "own",
        "na spelletje 6 gezien",
        director,
    )


def test_what_it_does_is_known_before(round, tables, director, clerk):
    for table in tables:
        hand_in(table=table, paper=Paper(played(table, seed=4), clerk, NOW))
    found = effect(round=round, first=entry(2), second=entry(8), how=NAMES)
    untouched = standings(round.tournament)
    assert {s.entry.number: s.before.tally.points for s in found.shifts} == {
        row.number: row.points for row in untouched.rows if row.number in (2, 8)
    }
    put_right(round, 2, 8, author=director)
    rows = {row.number: row for row in standings(round.tournament).rows}
    for shift in found.shifts:
        row = rows[shift.entry.number]
        after = shift.after
        assert (after.rank, after.tally.match_points, after.tally.points) == (
            row.rank,
            row.match_points,
            row.points,
        )
    ranks = {row.number: row.rank for row in untouched.rows}
    moved = [n for n, row in rows.items() if row.rank != ranks[n] and n not in (2, 8)]
    assert found.others == len(moved)
    assert [(each.table, each.state) for each in found.forms] == [(1, "counted"), (2, "counted")]


def test_standings_without_forms_stay(round):
    found = effect(round=round, first=entry(2), second=entry(8), how=NAMES)
    assert (found.moves_nobody, found.others) == (True, 0)
    assert [each.state for each in found.forms] == ["missing", "missing"]


def test_repeat_meetings_are_known_before(db, director):
    made = make(25)
    rounds = draws.draw_all_rounds(tournament=made, seed=1)
    for each in rounds:
        draws.start_round(round=draws.fix_round(round=each))
    one, other = (rounds[1].seats.get(table__number=n, number=1).entry for n in (1, 2))
    found = effect(round=rounds[1], first=one, second=other, how=NAMES)
    assert found.met[0] == 0 < found.met[1]
    change = put_right(rounds[1], one.number, other.number, author=director)
    assert tuple(change.facts["met"]) == found.met


def test_partners_who_stay_together_go_together(db, director):
    made = make(16, game="rubber-bridge", options={"partners": "fixed"})
    round = draws.draw_round(tournament=made, seed=1)
    draws.start_round(round=draws.fix_round(round=round))
    round.refresh_from_db()
    sat = {place: number for number, place in at(round).items()}
    put_right(round, sat[1, 1], sat[2, 2], author=director)
    now = {place: number for number, place in at(round).items()}
    assert [now[place] for place in ((1, 1), (1, 3), (2, 2), (2, 4))] == [
        sat[2, 2],
        sat[2, 4],
        sat[1, 1],
        sat[1, 3],
    ]


def test_it_is_undone(round, tables, director, clerk):
    hand_in(table=tables[0], paper=Paper(played(tables[0]), clerk, NOW))
    before, won = at(round), results()
    for how in (NAMES, OWN):
        change = put_right(round, 2, 8, author=director, how=how)
        assert [each.how for each in hand.by_hand(round)] == [how.value]
        undone = reseating.undo(change=change, author=director, now=LATER)
        assert (undone.undone_by, undone.undone_at) == (director, LATER)
        assert (at(round), results(), hand.by_hand(round)) == (before, won, [])
        with pytest.raises(Refusal):
            reseating.undo(change=change, author=director, now=LATER)


def test_only_what_nobody_changed_since_is_undone(round, director):
    first = put_right(round, 2, 8, author=director)
    second = put_right(round, 2, 3, author=director)
    between = at(round)
    with pytest.raises(Refusal):
        reseating.undo(change=first, author=director, now=LATER)
    assert (at(round), Change.objects.filter(undone_at=None).count()) == (between, 2)
    reseating.undo(change=second, author=director, now=LATER)
    reseating.undo(change=first, author=director, now=LATER)


def test_a_change_of_the_draw_is_not_undone_here(round, director):
    Round.objects.update(state=Round.State.DRAWN)
    done = hand.swap_seats(round=round, first=entry(2), second=entry(8), author=director, now=NOW)
    Round.objects.update(state=Round.State.STARTED)
    before = at(round)
    done.change.refresh_from_db()
    with pytest.raises(Refusal):
        reseating.undo(change=done.change, author=director, now=LATER)
    assert at(round) == before


def test_a_closed_round_is_put_right_too(round, director):
    Round.objects.update(state=Round.State.CLOSED)
    round.refresh_from_db()
    put_right(round, 2, 8, author=director)
    assert at(round)[2] == (2, 3)


@pytest.mark.parametrize("state", [Round.State.DRAWN, Round.State.FIXED, Round.State.FINAL])
@pytest.mark.parametrize("is_known", [True, False], ids=["", "found out at the last moment"])
def test_no_other_round_is(round, director, state, is_known):
    before, change = at(round), put_right(round, 2, 8, author=director, how=OWN)
    Round.objects.update(state=state)
    if is_known:
        change.refresh_from_db()
        round.refresh_from_db()
    for verb in (
        lambda: put_right(round, 2, 8, author=director),
        lambda: reseating.undo(change=change, author=director, now=LATER),
    ):
        with pytest.raises(Refusal):
            verb()
    assert (at(round), Change.objects.filter(undone_at=None).count()) == (before, 1)


def test_clerks_change_no_seats(round, director, clerk):
    before = at(round)
    change = put_right(round, 2, 8, author=director, how=OWN)
    with pytest.raises(Refusal):
        put_right(round, 2, 8, author=clerk)
    with pytest.raises(Refusal):
        reseating.undo(change=change, author=clerk, now=LATER)
    assert at(round) == before


@pytest.mark.parametrize("how", How)
def test_two_who_sit_in_this_round(round, director, how):
    before = at(round)
    with pytest.raises(Refusal):
        put_right(round, 2, 2, author=director, how=how)
    anna = entry(1)
    stranger = make(1, slug="ander").entries.get()
    with pytest.raises(Refusal):
        reseating.reseat(
            round=round,
            first=anna,
            second=stranger,
            how=how,
            author=director,
            now=NOW,
        )
    assert (at(round), Change.objects.filter(kind="seated").count()) == (before, 0)


def test_a_page_that_is_out_of_date_changes_nothing(round, director):
    seen = mark(seating(round))
    put_right(round, 2, 8, author=director, seen=seen)
    between = at(round)
    with pytest.raises(Refusal):
        put_right(round, 2, 8, author=director, seen=seen)
    assert at(round) == between


@two_writers
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("attempt", range(5))
def test_a_form_goes_in_before_the_names_change_over_or_is_looked_at(
    round, tables, director, clerk, attempt
):
    paper = Paper(played(tables[0]), clerk, NOW)
    done, handed = at_once(
        lambda: put_right(round, 2, 8, author=director),
        lambda: hand_in(table=tables[0], paper=paper, players=[1, 2, 3, 4, 5]),
    )
    who = list(
        Result.objects.order_by("seat__number").values_list("seat__entry__number", flat=True)
    )
    assert (done, handed, who) in [("", "", [1, 8, 3, 4, 5]), ("", "Mismatch", [])]


@two_writers
@pytest.mark.django_db(transaction=True)
def test_of_two_directors_at_once_one_puts_it_right_and_one_undoes_it(round, director):
    before, seen = at(round), mark(seating(round))

    def putting_right():
        return put_right(round, 2, 8, author=director, seen=seen)

    assert sorted(at_once(putting_right, putting_right)) == ["", "Refusal"]
    assert at(round) == before | {2: (2, 3), 8: (1, 2)}
    change = Change.objects.get(kind="seated")

    def undoing():
        return reseating.undo(change=change, author=director, now=LATER)

    assert sorted(at_once(undoing, undoing)) == ["", "Refusal"]
    assert at(round) == before


@two_writers
@pytest.mark.django_db(transaction=True)
def test_of_two_directors_at_once_one_changes_the_draw(round, director):
    Round.objects.update(state=Round.State.DRAWN)
    before, seen = at(round), mark(seating(round))

    def swapping(other):
        return lambda: hand.swap_seats(
            round=round, first=entry(2), second=entry(other), author=None, now=NOW, seen=seen
        )

    assert sorted(at_once(swapping(8), swapping(7))) == ["", "Refusal"]
    (done,) = hand.by_hand(round)
    assert at(round) == before | {move.entry.number: move.come for move in done.moves}
