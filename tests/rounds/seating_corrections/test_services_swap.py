"""Players who sat in each other's seats: the names are corrected and nothing that was typed is
lost."""

import pytest

from tests.cases import cases
from tests.played import played
from tests.rounds.constraints.tournaments import make_tournament
from tests.rounds.prepared_rounds import count_all_forms, count_form_of, places_of
from tests.rounds.seating_corrections.corrections import (
    LATER,
    NOW,
    OWN,
    check_refused,
    correct_swap,
    correct_table,
    entry_numbered,
    everything_stored,
    make_round,
    players_by_table,
    players_of_versions,
    results_by_seat,
    table_numbered,
    undo_correction,
    versions_without_players,
)
from wk.auditlog import seat_changes
from wk.phones.services import PhoneContent, PlayersChanged, confirm, save
from wk.rounds.seat_swaps.moves import seating_token
from wk.rounds.seating_corrections import services as seating_corrections
from wk.rounds.seating_corrections.effect import CorrectionKind
from wk.scoreforms.drafts import save_draft
from wk.scoreforms.models import Draft, Photo, Result, Version
from wk.scoreforms.services import Mismatch, Submission, hand_in
from wk.tournament.models import Round, Seat, Substitute
from wk.tournament.seating import seating

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


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


def test_names_move_to_the_next_seat_and_back(round, director):
    """Points, versions and the keys of the seats stay as they are."""
    count_all_forms(round)
    before, won, versions = places_of(round), results_by_seat(), versions_without_players()
    keys = list(Seat.objects.order_by("pk").values_list("pk", "table", "number"))
    for players, sits in RINGS:
        log_entry = correct_swap(round, *players, author=director)
        assert places_of(round) == before | sits
        assert (results_by_seat(), versions_without_players()) == (won, versions)
        assert players_of_versions() == [
            [n for t, n in players_by_table() if t == table] for table in (1, 2)
        ]
        assert list(Seat.objects.order_by("pk").values_list("pk", "table", "number")) == keys
        assert [each.how for each in seat_changes.seat_changes(round)] == ["names"]
        undone = undo_correction(log_entry, director)
        assert (undone.undone_by, undone.undone_at) == (director, LATER)
        assert (places_of(round), results_by_seat(), seat_changes.seat_changes(round)) == (
            before,
            won,
            [],
        )
        assert players_of_versions() == [[1, 2, 3, 4, 5], [6, 7, 8, 9]]
    check_refused(
        lambda: undo_correction(log_entry, director),
        "been undone already",
    )
    correct_swap(round, *range(1, 10), author=director)
    assert list(places_of(round)) == [9, 1, 2, 3, 4, 5, 6, 7, 8]


def test_each_seat_keeps_the_points_of_its_column_after_a_swap(round, director, clerk):
    for each in round.tables.all():
        hand_in(table=each, submission=Submission(played(each), clerk, NOW))
    correct_swap(round, 2, 8, author=director)
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
def test_a_return_to_own_seats_changes_only_the_log(round, director, players, moves):
    count_all_forms(round)
    before = everything_stored()
    seen = "na spelletje 6 gezien"
    log_entry = correct_swap(round, *players, author=director, how=OWN, reason=seen)
    (noted,) = seat_changes.logged_moves(log_entry)
    assert [(move.entry.number, move.from_seat, move.to_seat) for move in noted] == moves
    assert (log_entry.payload["how"], log_entry.reason, log_entry.author) == ("own", seen, director)
    assert [each.how for each in seat_changes.seat_changes(round)] == ["own"]
    assert {
        entry.number: place for entry, place in seat_changes.as_drawn(round).items()
    } == places_of(round)
    assert not seat_changes.is_changed_by_hand(round)
    undone = undo_correction(log_entry, director)
    assert (undone.undone_by, undone.undone_at, seat_changes.seat_changes(round)) == (
        director,
        LATER,
        [],
    )
    assert everything_stored() == before


def test_drafts_and_photos_stay_at_their_table(round, director, clerk):
    one = round.tables.get(number=1)
    typed = {"first_dealer": 3, "deals": played(one)["deals"][:4]}
    save_draft(table=one, document=typed, author=clerk, now=NOW, paper_totals=[None] * 5)
    save_draft(table=one, document=typed, author=None, now=NOW)
    form = Draft.objects.first().form
    Photo.objects.create(form=form, picture=b"x", width=1, height=1, author=clerk, taken_at=NOW)
    drafts = list(Draft.objects.order_by("pk").values())
    correct_swap(round, 2, 8, author=director)
    assert (list(Draft.objects.order_by("pk").values()), Photo.objects.count()) == (drafts, 1)


@pytest.mark.parametrize(("players", "sitter"), [((2, 8), 8), ((2, 8, 4), 4)])
def test_a17_a_substitute_stays_in_the_seat(round, director, players, sitter):
    seat = Seat.objects.get(entry__number=2)
    Substitute.objects.create(seat=seat, name="Piet Kok", from_deal=8)
    correct_swap(round, *players, author=director)
    stays = Substitute.objects.get()
    assert (stays.name, stays.from_deal, stays.seat_id) == ("Piet Kok", 8, seat.pk)
    assert stays.seat.entry.number == sitter


def test_only_results_and_substitutes_refer_to_a_seat():
    """Any other reference would have to be kept as well when seats are taken up again
    (`_exchange`)."""
    assert {each.related_model for each in Seat._meta.related_objects} == {Result, Substitute}


def test_a_form_with_the_old_names_is_refused(round, director, clerk):
    one, document = table_numbered(1), played(table_numbered(1))
    correct_swap(round, 2, 8, author=director)
    with pytest.raises(Mismatch) as refused:
        hand_in(table=one, submission=Submission(document, clerk, NOW), players=[1, 2, 3, 4, 5])
    assert [problem.code for problem in refused.value.problems] == ["PLAYERS_NOT_AS_SEATED"]
    hand_in(table=one, submission=Submission(document, clerk, NOW), players=[1, 8, 3, 4, 5])
    assert sorted(Result.objects.values_list("seat__entry__number", flat=True)) == [1, 3, 4, 5, 8]


def test_a_phone_with_the_old_names_is_refused(round, director):
    one = table_numbered(1)
    old = PhoneContent(played(one), [1, 2, 3, 4, 5], NOW)
    kept = save(table=one, content=old, expected=0)
    correct_swap(round, 2, 8, author=director)
    with pytest.raises(PlayersChanged):
        save(table=one, content=old, expected=kept.revision)
    with pytest.raises(PlayersChanged):
        confirm(table=one, content=old)
    new = PhoneContent(old.document, [1, 8, 3, 4, 5], NOW)
    assert save(table=one, content=new, expected=kept.revision).content == old.document
    assert confirm(table=one, content=new).content == old.document


# Who cannot be put right, and why.


@pytest.mark.parametrize("how", CorrectionKind)
def test_only_different_players_of_the_round_are_swapped(round, director, how):
    stranger = make_tournament(1, slug="ander").entries.get()
    rings = [(2, 2), (2, 8, 2), (2, 8, 8), (2, 2, 8), (2, 8, 4, 8)]
    rings = [[entry_numbered(number) for number in ring] for ring in rings]
    for first, second, *others in [*rings, [Seat.objects.first().entry, stranger]]:
        check_refused(
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


def test_clerks_cannot_correct_or_undo(round, director, clerk):
    for how in CorrectionKind:
        log_entry = correct_swap(round, 2, 8, author=director, how=how)
        for call in (
            lambda: correct_swap(round, 2, 8, author=clerk),
            lambda log_entry=log_entry: undo_correction(log_entry, clerk),
        ):
            check_refused(call, "Only the director can change seats")


def test_an_outdated_token_is_refused(round, director):
    seen = seating_token(seating(round))
    correct_swap(round, 2, 8, author=director, shown_token=seen)
    check_refused(
        lambda: correct_swap(round, 2, 8, author=director, shown_token=seen),
        "This has changed meanwhile. Look at it again",
    )


def test_seats_of_a_closed_round_are_corrected_and_undone(round, director):
    Round.objects.update(state=Round.State.CLOSED)
    round.refresh_from_db()
    log_entry = correct_swap(round, 2, 8, author=director)
    assert places_of(round)[2] == (2, 3)
    undo_correction(log_entry, director)
    assert places_of(round)[2] == (1, 2)


@pytest.mark.parametrize("is_known", [True, False], ids=["", "found out at the last moment"])
def test_seats_cannot_be_corrected_before_the_start_or_after_the_end(round, director, is_known):
    own, joined = (
        correct_swap(round, 2, 8, author=director, how=OWN),
        correct_table(round, 3, 2, director),
    )

    @cases("state", [Round.State.DRAWN, Round.State.CONFIRMED, Round.State.FINAL])
    def is_refused(state):
        Round.objects.update(state=state)
        if is_known:
            own.refresh_from_db()
            joined.refresh_from_db()
            round.refresh_from_db()
        for call in (
            lambda: correct_swap(round, 2, 8, author=director),
            lambda: correct_table(round, 6, 1, director),
            lambda: undo_correction(own, director),
            lambda: undo_correction(joined, director),
        ):
            check_refused(call, "^Round 1 ")

    is_refused()


# Undoing


# Partners who stay together


@pytest.fixture
def round_of_fixed_pairs(db):
    """A round of four tables at which partners stay together: 1 and 3, 2 and 4."""
    round = make_round(4, 4, 4, 4, game="rubber-bridge")
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


def test_fixed_pairs_are_swapped_together_and_never_parted(round_of_fixed_pairs, director):
    sat = {place: number for number, place in places_of(round_of_fixed_pairs).items()}
    for places in PARTED:
        check_refused(
            lambda places=places: correct_swap(
                round_of_fixed_pairs, *(sat[place] for place in places), author=director
            ),
            "This would part partners who stay together",
        )
    for places, goes in PAIRS:
        log_entry = correct_swap(
            round_of_fixed_pairs, *(sat[place] for place in places), author=director
        )
        sits = {place: number for number, place in places_of(round_of_fixed_pairs).items()}
        assert sits == sat | {come: sat[gone] for gone, come in goes.items()}
        undo_correction(log_entry, director)


# Of whom versions are


def test_names_change_in_versions_of_tables_that_a_player_left(director):
    """Number 5 of table 1 sat at table 2 and turned out to be number 10."""
    round = make_round(5, 4, 5, 4)
    count_form_of(table_numbered(1))
    correct_table(round, 5, 2, director)
    log_entry = correct_swap(round, 5, 10, author=director)
    assert players_of_versions() == [[1, 2, 3, 4, 10]]
    undo_correction(log_entry, director)
    assert players_of_versions() == [[1, 2, 3, 4, 5]]


# At the same moment
