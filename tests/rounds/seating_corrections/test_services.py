"""Players who sat in each other's place: put right with nothing typed lost, and undone.

That somebody sat at another table as one more stands in test_reseating_join.py.
"""

import pytest
from django.utils import translation

from tests.played import played
from tests.rounds.constraints.tournaments import make_tournament
from tests.rounds.prepared_rounds import count_all_forms, count_form_of
from tests.rounds.seating_corrections.corrections import (
    LATER,
    LATER_FIRST,
    NAMES,
    NOW,
    OWN,
    at,
    entries_of_version,
    entry,
    everything,
    hall_of,
    join,
    put_right,
    refused,
    reseated,
    results,
    said,
    sitting,
    table,
)
from tests.writers import at_once, two_writers
from wk.auditlog import seat_changes
from wk.auditlog.models import AuditLogEntry
from wk.phones.services import PhoneContent, PlayersChanged, confirm, save
from wk.rounds.seat_swaps import services as seat_swaps
from wk.rounds.seat_swaps.moves import seating_token
from wk.rounds.seating_corrections import services as seating_corrections
from wk.rounds.seating_corrections.effect import CorrectionKind
from wk.scoreforms.drafts import save_draft
from wk.scoreforms.models import Draft, Photo, Result, Version
from wk.scoreforms.services import Mismatch, Submission, hand_in
from wk.tournament.models import Round, Seat, Substitute
from wk.tournament.seating import seating


@pytest.fixture(autouse=True)
def _english(db):
    with translation.override("en"):
        yield


# Each sat in the seat of the next, the last in that of the first; who sits where when the names
# have changed over.
RINGS = [
    ((2, 8), {2: (2, 3), 8: (1, 2)}),
    ((1, 5), {1: (1, 5), 5: (1, 1)}),
    ((2, 8, 4), {2: (2, 3), 8: (1, 4), 4: (1, 2)}),
    ((8, 4, 2), {2: (2, 3), 8: (1, 4), 4: (1, 2)}),
    ((4, 8, 2), {4: (2, 3), 8: (1, 2), 2: (1, 4)}),
    ((1, 2, 3, 4, 5), {1: (1, 2), 2: (1, 3), 3: (1, 4), 4: (1, 5), 5: (1, 1)}),
    ((1, 6, 2, 7), {1: (2, 1), 6: (1, 2), 2: (2, 2), 7: (1, 1)}),
]


def test_each_name_goes_to_the_place_of_the_next_and_back(round, director):
    """What the seats won, the versions and the keys of the seats stay as they are."""
    count_all_forms(round)
    before, won, versions = at(round), results(), said()
    keys = list(Seat.objects.order_by("pk").values_list("pk", "table", "number"))
    for players, sits in RINGS:
        log_entry = put_right(round, *players, author=director)
        assert at(round) == before | sits
        assert (results(), said()) == (won, versions)
        assert entries_of_version() == [[n for t, n in sitting() if t == table] for table in (1, 2)]
        assert list(Seat.objects.order_by("pk").values_list("pk", "table", "number")) == keys
        assert [each.how for each in seat_changes.seat_changes(round)] == ["names"]
        undone = seating_corrections.undo(log_entry=log_entry, author=director, now=LATER)
        assert (undone.undone_by, undone.undone_at) == (director, LATER)
        assert (at(round), results(), seat_changes.seat_changes(round)) == (before, won, [])
        assert entries_of_version() == [[1, 2, 3, 4, 5], [6, 7, 8, 9]]
    refused(
        lambda: seating_corrections.undo(log_entry=log_entry, author=director, now=LATER),
        "been undone already",
    )
    put_right(round, *range(1, 10), author=director)
    assert list(at(round)) == [9, 1, 2, 3, 4, 5, 6, 7, 8]


def test_each_seat_keeps_the_points_of_its_column(round, director, clerk):
    for each in round.tables.all():
        hand_in(table=each, submission=Submission(played(each), clerk, NOW))
    put_right(round, 2, 8, author=director)
    for version in Version.objects.select_related("form__table"):
        seats = version.form.table.seats.count()
        score = round.rules.score(version.content, seats)
        assert [each.points for each in score] == list(
            Result.objects.filter(version=version)
            .order_by("seat__number")
            .values_list("points", flat=True)
        )
    assert Result.objects.count() == 9


OWN_MOVES = [
    ((2, 8), [(2, (2, 3), (1, 2)), (8, (1, 2), (2, 3))]),
    ((2, 8, 4), [(2, (2, 3), (1, 2)), (8, (1, 4), (2, 3)), (4, (1, 2), (1, 4))]),
]


@pytest.mark.parametrize(("players", "moves"), OWN_MOVES)
def test_going_to_their_own_places_changes_nothing_but_the_log(round, director, players, moves):
    count_all_forms(round)
    before = everything()
    seen = "na spelletje 6 gezien"
    log_entry = put_right(round, *players, author=director, how=OWN, reason=seen)
    (noted,) = seat_changes.logged_moves(log_entry)
    assert [(move.entry.number, move.from_seat, move.to_seat) for move in noted] == moves
    assert (log_entry.payload["how"], log_entry.reason, log_entry.author) == ("own", seen, director)
    assert [each.how for each in seat_changes.seat_changes(round)] == ["own"]
    assert {entry.number: place for entry, place in seat_changes.as_drawn(round).items()} == at(
        round
    )
    assert not seat_changes.is_changed_by_hand(round)
    undone = seating_corrections.undo(log_entry=log_entry, author=director, now=LATER)
    assert (undone.undone_by, undone.undone_at, seat_changes.seat_changes(round)) == (
        director,
        LATER,
        [],
    )
    assert everything() == before


def test_drafts_and_photos_stay_at_their_table(round, director, clerk):
    one = round.tables.get(number=1)
    typed = {"first_dealer": 3, "deals": played(one)["deals"][:4]}
    save_draft(table=one, document=typed, author=clerk, now=NOW, paper_totals=[None] * 5)
    save_draft(table=one, document=typed, author=None, now=NOW)
    form = Draft.objects.first().form
    Photo.objects.create(form=form, picture=b"x", width=1, height=1, author=clerk, taken_at=NOW)
    drafts = list(Draft.objects.order_by("pk").values())
    put_right(round, 2, 8, author=director)
    assert (list(Draft.objects.order_by("pk").values()), Photo.objects.count()) == (drafts, 1)


@pytest.mark.parametrize(("players", "sitter"), [((2, 8), 8), ((2, 8, 4), 4)])
def test_a17_who_plays_on_in_a_seat_stays_in_it(round, director, players, sitter):
    seat = Seat.objects.get(entry__number=2)
    Substitute.objects.create(seat=seat, name="Piet Kok", from_deal=8)
    put_right(round, *players, author=director)
    stays = Substitute.objects.get()
    assert (stays.name, stays.from_deal, stays.seat_id) == ("Piet Kok", 8, seat.pk)
    assert stays.seat.entry.number == sitter


def test_nothing_else_hangs_on_a_seat():
    """What does must be kept too when seats are taken up again (`_exchange`)."""
    assert {each.related_model for each in Seat._meta.related_objects} == {Result, Substitute}


def test_a_form_with_the_old_names_is_not_handed_in(round, director, clerk):
    one, document = table(1), played(table(1))
    put_right(round, 2, 8, author=director)
    with pytest.raises(Mismatch) as refused:
        hand_in(table=one, submission=Submission(document, clerk, NOW), players=[1, 2, 3, 4, 5])
    assert [problem.code for problem in refused.value.problems] == ["PLAYERS_NOT_AS_SEATED"]
    hand_in(table=one, submission=Submission(document, clerk, NOW), players=[1, 8, 3, 4, 5])
    assert sorted(Result.objects.values_list("seat__entry__number", flat=True)) == [1, 3, 4, 5, 8]


def test_the_phone_of_the_table_has_to_take_the_new_names(round, director):
    one = table(1)
    old = PhoneContent(played(one), [1, 2, 3, 4, 5], NOW)
    kept = save(table=one, content=old, expected=0)
    put_right(round, 2, 8, author=director)
    with pytest.raises(PlayersChanged):
        save(table=one, content=old, expected=kept.revision)
    with pytest.raises(PlayersChanged):
        confirm(table=one, content=old)
    new = PhoneContent(old.document, [1, 8, 3, 4, 5], NOW)
    assert save(table=one, content=new, expected=kept.revision).content == old.document
    assert confirm(table=one, content=new).content == old.document


# Who cannot be put right, and why.


@pytest.mark.parametrize("how", CorrectionKind)
def test_only_different_players_of_this_round_are_reseated(round, director, how):
    stranger = make_tournament(1, slug="ander").entries.get()
    rings = [(2, 2), (2, 8, 2), (2, 8, 8), (2, 2, 8), (2, 8, 4, 8)]
    rings = [[entry(number) for number in ring] for ring in rings]
    for first, second, *others in [*rings, [Seat.objects.first().entry, stranger]]:
        refused(
            lambda ring=(first, second, others): seating_corrections.correct_swap(
                round=round,
                first=ring[0],
                second=ring[1],
                others=ring[2],
                how=how,
                author=director,
                now=NOW,
            ),
            "Choose two different players who have a seat in this round",
        )


def test_clerks_change_no_seats(round, director, clerk):
    for how in CorrectionKind:
        log_entry = put_right(round, 2, 8, author=director, how=how)
        for call in (
            lambda: put_right(round, 2, 8, author=clerk),
            lambda log_entry=log_entry: seating_corrections.undo(
                log_entry=log_entry, author=clerk, now=LATER
            ),
        ):
            refused(call, "Only the director can change seats")


def test_a_page_that_is_out_of_date_changes_nothing(round, director):
    seen = seating_token(seating(round))
    put_right(round, 2, 8, author=director, shown_token=seen)
    refused(
        lambda: put_right(round, 2, 8, author=director, shown_token=seen),
        "This has changed meanwhile. Look at it again",
    )


def test_a_closed_round_is_put_right_and_back_too(round, director):
    Round.objects.update(state=Round.State.CLOSED)
    round.refresh_from_db()
    log_entry = put_right(round, 2, 8, author=director)
    assert at(round)[2] == (2, 3)
    seating_corrections.undo(log_entry=log_entry, author=director, now=LATER)
    assert at(round)[2] == (1, 2)


@pytest.mark.parametrize("state", [Round.State.DRAWN, Round.State.CONFIRMED, Round.State.FINAL])
@pytest.mark.parametrize("is_known", [True, False], ids=["", "found out at the last moment"])
def test_no_round_before_its_start_or_after_its_end_is_put_right(round, director, state, is_known):
    own, joined = put_right(round, 2, 8, author=director, how=OWN), join(round, 3, 2, director)
    Round.objects.update(state=state)
    if is_known:
        own.refresh_from_db()
        joined.refresh_from_db()
        round.refresh_from_db()
    for call in (
        lambda: put_right(round, 2, 8, author=director),
        lambda: join(round, 6, 1, director),
        lambda: seating_corrections.undo(log_entry=own, author=director, now=LATER),
        lambda: seating_corrections.undo(log_entry=joined, author=director, now=LATER),
    ):
        refused(call, "^Round 1 ")


# Undoing


def test_only_what_nobody_changed_since_is_undone(round, director):
    for first, second in (((2, 8), (2, 3)), ((2, 8, 4), (4, 5))):
        before = at(round)
        made = [put_right(round, *players, author=director) for players in (first, second)]
        refused(
            lambda log_entry=made[0]: seating_corrections.undo(
                log_entry=log_entry, author=director, now=LATER
            ),
            LATER_FIRST,
        )
        for log_entry in reversed(made):
            seating_corrections.undo(log_entry=log_entry, author=director, now=LATER)
        assert at(round) == before


def test_a_change_of_the_draw_is_not_undone_here(round, director):
    Round.objects.update(state=Round.State.DRAWN)
    done = seat_swaps.swap_seats(
        round=round, first=entry(2), second=entry(8), author=director, now=NOW
    )
    Round.objects.update(state=Round.State.STARTED)
    done.log_entry.refresh_from_db()
    refused(
        lambda: seating_corrections.undo(log_entry=done.log_entry, author=director, now=LATER),
        "This cannot be undone here",
    )


def test_going_to_ones_own_place_keeps_no_earlier_change_from_being_undone(round, director):
    count_form_of(table(1))
    before = everything()
    names = put_right(round, 1, 6, author=director, how=NAMES)
    put_right(round, 1, 7, author=director, how=OWN)
    seating_corrections.undo(log_entry=names, author=director, now=LATER)
    assert everything() == before


# Partners who stay together


@pytest.fixture
def pairs(db):
    """A round of four tables at which partners stay together: 1 and 3, 2 and 4."""
    round = hall_of(4, 4, 4, 4, game="rubber-bridge")
    round.tournament.options = {"partners": "fixed"}
    round.tournament.save()
    return Round.objects.get()


# The places that are named, each in turn; the places from where to where players go.
PAIRS = [
    (
        [(1, 1), (2, 2)],
        {(1, 1): (2, 2), (2, 2): (1, 1), (1, 3): (2, 4), (2, 4): (1, 3)},
    ),
    (
        [(1, 1), (2, 2), (3, 1)],
        {
            (1, 1): (2, 2),
            (2, 2): (3, 1),
            (3, 1): (1, 1),
            (1, 3): (2, 4),
            (2, 4): (3, 3),
            (3, 3): (1, 3),
        },
    ),
    (
        [(1, 1), (2, 2), (1, 3), (2, 4)],
        {(1, 1): (2, 2), (2, 2): (1, 3), (1, 3): (2, 4), (2, 4): (1, 1)},
    ),
]
PARTED = [
    [(1, 1), (1, 3), (2, 2)],
    [(1, 1), (2, 2), (1, 3)],
    [(1, 1), (1, 2), (1, 3), (2, 1)],
]


def test_partners_who_stay_together_go_together_or_not_at_all(pairs, director):
    sat = {place: number for number, place in at(pairs).items()}
    for places in PARTED:
        refused(
            lambda places=places: put_right(
                pairs, *(sat[place] for place in places), author=director
            ),
            "This would part partners who stay together",
        )
    for places, goes in PAIRS:
        log_entry = put_right(pairs, *(sat[place] for place in places), author=director)
        sits = {place: number for number, place in at(pairs).items()}
        assert sits == sat | {come: sat[gone] for gone, come in goes.items()}
        seating_corrections.undo(log_entry=log_entry, author=director, now=LATER)


# Of whom versions are


def test_names_change_over_in_versions_of_tables_that_somebody_left(director):
    """The fifth of table 1 sat at table 2, and was 10."""
    round = hall_of(5, 4, 5, 4)
    count_form_of(table(1))
    join(round, 5, 2, director)
    log_entry = put_right(round, 5, 10, author=director)
    assert entries_of_version() == [[1, 2, 3, 4, 10]]
    seating_corrections.undo(log_entry=log_entry, author=director, now=LATER)
    assert entries_of_version() == [[1, 2, 3, 4, 5]]


# At the same moment


@two_writers
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("attempt", range(5))
def test_a_form_goes_in_before_the_names_change_over_or_is_looked_at(
    round, director, clerk, attempt
):
    one = table(1)
    paper = Submission(played(one), clerk, NOW)
    done, handed = at_once(
        lambda: put_right(round, 2, 8, author=director),
        lambda: hand_in(table=one, submission=paper, players=[1, 2, 3, 4, 5]),
    )
    who = list(
        Result.objects.order_by("seat__number").values_list("seat__entry__number", flat=True)
    )
    assert (done, handed, who) in [("", "", [1, 8, 3, 4, 5]), ("", "Mismatch", [])]


@two_writers
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("verb", ["names", "join"])
def test_of_two_directors_at_once_one_puts_it_right_and_one_undoes_it(round, director, verb):
    before, seen = at(round), seating_token(seating(round))

    def putting_right():
        if verb == "join":
            return join(round, 3, 2, director, shown_token=seen)
        return put_right(round, 2, 8, author=director, shown_token=seen)

    assert sorted(at_once(putting_right, putting_right)) == ["", "ActionRefused"]
    log_entry = reseated().get()

    def undoing():
        return seating_corrections.undo(log_entry=log_entry, author=director, now=LATER)

    assert sorted(at_once(undoing, undoing)) == ["", "ActionRefused"]
    assert (at(round), AuditLogEntry.objects.count()) == (before, 1)


@two_writers
@pytest.mark.django_db(transaction=True)
def test_of_two_directors_at_once_one_changes_the_draw(round, director):
    Round.objects.update(state=Round.State.DRAWN)
    before, seen = at(round), seating_token(seating(round))

    def swapping(other):
        return lambda: seat_swaps.swap_seats(
            round=round, first=entry(2), second=entry(other), author=None, now=NOW, shown_token=seen
        )

    assert sorted(at_once(swapping(8), swapping(7))) == ["", "ActionRefused"]
    (done,) = seat_changes.seat_changes(round)
    assert at(round) == before | {move.entry.number: move.to_seat for move in done.moves}
