"""A correction of seats is undone, as long as nothing was changed or written after it."""

import pytest

from tests.archive.restore_days import restore
from tests.played import played
from tests.rounds.prepared_rounds import count_form_of, places_of
from tests.rounds.seating_corrections.corrections import (
    LATER,
    LATER_FIRST,
    NAMES,
    NOW,
    OWN,
    check_refused,
    correct_swap,
    correct_table,
    entry_numbered,
    everything_stored,
    make_round,
    table_numbered,
    undo_correction,
    versions_without_players,
)
from wk.archive.queries import archive_of
from wk.archive.writer import write
from wk.auditlog import seat_changes
from wk.auditlog.models import AuditLogEntry
from wk.players.replacements import substitute
from wk.rounds.seat_swaps import services as seat_swaps
from wk.scoreforms.drafts import save_draft
from wk.scoreforms.models import Draft, Result, Version
from wk.scoreforms.review.queries import open_checks
from wk.scoreforms.services import Submission, hand_in
from wk.tournament.models import Round, Seat, Substitute, Table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


def test_a_swap_cannot_be_undone_before_a_later_one_of_its_players(round, director):
    for first, second in (((2, 8), (2, 3)), ((2, 8, 4), (4, 5))):
        before = places_of(round)
        made = [correct_swap(round, *players, author=director) for players in (first, second)]
        check_refused(
            lambda log_entry=made[0]: undo_correction(log_entry, director),
            LATER_FIRST,
        )
        for log_entry in reversed(made):
            undo_correction(log_entry, director)
        assert places_of(round) == before


def test_a_swap_in_a_draw_is_not_undone_as_a_correction(round, director):
    Round.objects.update(state=Round.State.DRAWN)
    done = seat_swaps.swap_seats(
        round=round, first=entry_numbered(2), second=entry_numbered(8), author=director, now=NOW
    )
    Round.objects.update(state=Round.State.STARTED)
    done.log_entry.refresh_from_db()
    check_refused(
        lambda: undo_correction(done.log_entry, director),
        "This cannot be undone here",
    )


def test_a_return_to_own_seats_does_not_block_undoing_an_earlier_swap(round, director):
    count_form_of(table_numbered(1))
    before = everything_stored()
    names = correct_swap(round, 1, 6, author=director, how=NAMES)
    correct_swap(round, 1, 7, author=director, how=OWN)
    undo_correction(names, director)
    assert everything_stored() == before


@pytest.mark.parametrize("counts", [0, 1])
def test_undoing_restores_a_form_that_counted(round, tables, director, clerk, counts):
    count_form_of(tables[counts], clerk)
    before = everything_stored()
    log_entry = correct_table(round, 3, 2, director)
    assert (Result.objects.count(), Draft.objects.count()) == (0, 1)
    undo_correction(log_entry, director)
    assert everything_stored() == before


def test_undoing_restores_versions_drafts_checks_and_substitutes(round, tables, director, clerk):
    count_form_of(tables[0], clerk)
    phone = Submission(played(tables[1]), None, NOW, source=Version.Source.PHONE)
    other = hand_in(table=tables[1], submission=phone)
    typed = hand_in(table=tables[1], submission=Submission(played(tables[1], 5), clerk, NOW))
    assert list(open_checks().values_list("version", "typed")) == [(other.pk, typed.pk)]
    save_draft(table=tables[0], document=played(tables[0], 2), author=director, now=NOW)
    Substitute.objects.create(seat=entry_numbered(3).seats.get(), name="Piet Kok")
    before = everything_stored()
    log_entry = correct_table(round, 3, 2, director)
    assert everything_stored() != before
    undo_correction(log_entry, director)
    assert (everything_stored(), seat_changes.seat_changes(round)) == (before, [])


def save_a_draft(tables, clerk):
    save_draft(table=tables[1], document={"first_dealer": 5}, author=clerk, now=LATER)


def hand_in_a_form(tables, clerk):
    hand_in(table=tables[0], submission=Submission(played(tables[0]), clerk, LATER))


@pytest.mark.parametrize("done", [save_a_draft, hand_in_a_form])
def test_a_correction_cannot_be_undone_after_something_was_written(
    round, tables, director, clerk, done
):
    log_entry = correct_table(round, 3, 2, director)
    done(tables, clerk)
    check_refused(
        lambda: undo_correction(log_entry, director),
        "Something was written about these tables since",
    )


# A round of tables of these sizes, and two changes of it, each who went to which table, or the two
# whose names changed over. The first is undone no more: the second took a seat that it would fill
# again, leaves one empty, or moved the same players.
LATER_ONES = [
    ("wk-boerenbridge", (5, 4, 5), (3, 2), (12, 1)),
    ("wk-boerenbridge", (5, 4, 5), (5, 2), (12, 1)),
    ("wk-boerenbridge", (5, 4), (3, 2), {3, 4}),
    ("wk-boerenbridge", (5, 4), {1, 6}, (3, 2)),
    ("chinees-poepen", (6, 5, 5, 6), (6, 2), (5, 3)),
    ("chinees-poepen", (6, 4, 6, 8), (6, 2), (11, 2)),
]


@pytest.mark.parametrize(("game", "sizes", "first", "second"), LATER_ONES)
def test_a_correction_cannot_be_undone_before_a_later_one_at_its_tables(
    director, game, sizes, first, second
):
    round = make_round(*sizes, game=game)
    if len(sizes) == 2:
        count_form_of(table_numbered(1))
    before = everything_stored()
    made = [
        correct_swap(round, *each, author=director)
        if isinstance(each, set)
        else correct_table(round, *each, director)
        for each in (first, second)
    ]
    check_refused(lambda: undo_correction(made[0], director), LATER_FIRST)
    for log_entry in reversed(made):
        undo_correction(log_entry, director)
    assert everything_stored() == before


def test_a_correction_is_undone_beside_a_later_one_at_other_tables(four_tables, director):
    before = places_of(four_tables)
    first = correct_table(four_tables, 3, 2, director)
    correct_table(four_tables, 12, 4, director)
    there = places_of(four_tables)
    undo_correction(first, director)
    assert places_of(four_tables) == there | {n: place for n, place in before.items() if n <= 9}


def test_w_14_an_undo_that_changes_the_deals_of_the_round_is_refused(director):
    round = make_round(5, 5, 6, 4, game="chinees-poepen")
    first = correct_table(round, 5, 2, director)  # 4, 6, 6 and 4
    correct_table(round, 16, 4, director)  # 4, 6, 5 and 5
    count_form_of(table_numbered(4))
    check_refused(lambda: undo_correction(first, director), "would play other deals")


def test_an_undo_that_would_count_versions_of_others_is_refused(round, tables, director, clerk):
    """Here the log does not know that the seats were changed."""
    count_form_of(tables[0], clerk)
    log_entry = correct_table(round, 3, 2, director)
    one, other = (
        Seat.objects.get(entry=entry_numbered(1)),
        Seat.objects.get(entry=entry_numbered(9)),
    )
    Seat.objects.filter(pk=one.pk).delete()
    Seat.objects.filter(pk=other.pk).update(entry=one.entry)
    Seat.objects.create(pk=one.pk, round=round, table=one.table, number=1, entry=entry_numbered(9))
    check_refused(lambda: undo_correction(log_entry, director), "players")


def test_an_earlier_archive_undoes_a_swap_despite_a_return_to_own_seats(four_tables, director):
    count_form_of(table_numbered(1), director)
    old = archive_of(four_tables.tournament)
    names = correct_swap(four_tables, 1, 6, author=director, how=NAMES)
    correct_swap(four_tables, 2, 7, author=director, how=OWN)
    tables, versions = set(Table.objects.values_list("pk", flat=True)), versions_without_players()
    restore(old, director)
    names.refresh_from_db()
    now = archive_of(four_tables.tournament)
    assert (names.undone_at is not None, write(now)) == (True, write(old))
    assert set(Table.objects.values_list("pk", flat=True)) == tables
    assert [row["id"] for row in versions_without_players()][: len(versions)] == [
        row["id"] for row in versions
    ]


def test_substitutes_in_the_log_keep_their_seats_after_an_archive(four_tables, director):
    """Numbers 1 and 6 both have a substitute of the same name from the same deal. Their names
    are changed over before the archive is written, and again after it."""
    places, noted = {}, {}
    for number in (1, 6):
        seat = entry_numbered(number).seats.get()
        substitute(seat=seat, name="Reserve", from_deal=3, author=director, now=NOW)
        places[number] = places_of(four_tables)[number]
        noted[number] = seat
    correct_swap(four_tables, 1, 6, author=director)
    between = archive_of(four_tables.tournament)
    correct_swap(four_tables, 6, 2, author=director)
    correct_swap(four_tables, 1, 7, author=director)
    restore(between, director)
    changes = AuditLogEntry.objects.filter(kind="substituted", undone_at=None)
    keys = {log_entry.entry.number: log_entry.payload["substitute"] for log_entry in changes}
    seats = Substitute.objects.select_related("seat__table", "seat__entry").in_bulk()
    there = {n: (seats[k].seat.table.number, seats[k].seat.number) for n, k in keys.items()}
    assert there == places
    assert {n: seats[key].seat.entry.number for n, key in keys.items()} == {1: 6, 6: 1}
