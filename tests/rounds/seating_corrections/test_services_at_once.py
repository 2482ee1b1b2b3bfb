"""Seats are corrected while somebody else corrects or types at the same moment."""

import pytest

from tests.played import played
from tests.rounds.prepared_rounds import places_of
from tests.rounds.seating_corrections.corrections import (
    NOW,
    correct_swap,
    correct_table,
    entry_numbered,
    logged_corrections,
    table_numbered,
    undo_correction,
)
from tests.writers import at_once, two_writers
from wk.auditlog import seat_changes
from wk.auditlog.models import AuditLogEntry
from wk.rounds.seat_swaps import services as seat_swaps
from wk.rounds.seat_swaps.moves import seating_token
from wk.scoreforms.drafts import drop_draft, save_draft
from wk.scoreforms.models import Draft, Result, Version
from wk.scoreforms.services import Submission, hand_in
from wk.tournament.models import Round
from wk.tournament.seating import seating

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


@two_writers
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("attempt", range(5))
def test_a_form_at_a_swap_counts_for_the_new_names_or_is_refused(round, director, clerk, attempt):
    one = table_numbered(1)
    paper = Submission(played(one), clerk, NOW)
    done, handed = at_once(
        lambda: correct_swap(round, 2, 8, author=director),
        lambda: hand_in(table=one, submission=paper, players=[1, 2, 3, 4, 5]),
    )
    who = list(
        Result.objects.order_by("seat__number").values_list("seat__entry__number", flat=True)
    )
    assert (done, handed, who) in [("", "", [1, 8, 3, 4, 5]), ("", "Mismatch", [])]


@two_writers
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("verb", ["names", "join"])
def test_of_two_directors_at_once_one_corrects_and_one_undoes(round, director, verb):
    before, seen = places_of(round), seating_token(seating(round))

    def putting_right():
        if verb == "join":
            return correct_table(round, 3, 2, director, shown_token=seen)
        return correct_swap(round, 2, 8, author=director, shown_token=seen)

    assert sorted(at_once(putting_right, putting_right)) == ["", "ActionRefused"]
    log_entry = logged_corrections().get()

    def undoing():
        return undo_correction(log_entry, director)

    assert sorted(at_once(undoing, undoing)) == ["", "ActionRefused"]
    assert (places_of(round), AuditLogEntry.objects.count()) == (before, 1)


@two_writers
@pytest.mark.django_db(transaction=True)
def test_of_two_directors_at_once_one_swaps_seats_in_the_draw(round, director):
    Round.objects.update(state=Round.State.DRAWN)
    before, seen = places_of(round), seating_token(seating(round))

    def swapping(other):
        return lambda: seat_swaps.swap_seats(
            round=round,
            first=entry_numbered(2),
            second=entry_numbered(other),
            author=None,
            now=NOW,
            shown_token=seen,
        )

    assert sorted(at_once(swapping(8), swapping(7))) == ["", "ActionRefused"]
    (done,) = seat_changes.seat_changes(round)
    assert places_of(round) == before | {move.entry.number: move.to_seat for move in done.moves}


@two_writers
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("attempt", range(5))
def test_a_form_at_a_table_correction_becomes_a_draft_or_is_refused(
    round, tables, director, clerk, attempt
):
    paper = Submission(played(tables[0]), clerk, NOW)
    done, handed = at_once(
        lambda: correct_table(round, 3, 2, director),
        lambda: hand_in(table=tables[0], submission=paper, players=[1, 2, 3, 4, 5]),
    )
    kept = (Version.objects.count(), Draft.objects.count(), Result.objects.count())
    assert (done, handed, kept) in [("", "", (1, 1, 0)), ("", "Mismatch", (0, 0, 0))]


@two_writers
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("attempt", range(5))
def test_a_draft_dropped_at_a_table_correction_does_not_come_back(
    four_tables, director, clerk, attempt
):
    save_draft(table=table_numbered(1), document=played(table_numbered(1)), author=clerk, now=NOW)
    done = at_once(
        lambda: correct_table(four_tables, 3, 2, director),
        lambda: drop_draft(table=table_numbered(1), author=clerk),
    )
    assert (done, Draft.objects.count()) == (["", ""], 0)
