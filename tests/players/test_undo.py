"""The log offers to undo exactly what can be undone, and says why other changes cannot."""

import pytest
from django.db import transaction
from django.utils.translation import override

from tests.players.changes import edit, entry_at, replace, substitute, swap, undo_first
from tests.players.conftest import (
    ENGLISH,
    LATER,
    LOG,
    NOON,
    check_in_numbers,
    enter_late_player,
    seat_two_tables,
    sentence_of,
    undo_check_in_of,
    undo_last,
)
from wk.auditlog.models import AuditLogEntry
from wk.auditlog.queries import log_of
from wk.auditlog.undo import undo, undo_offers
from wk.core.refusals import ActionRefused
from wk.players.services import readmit, remove_entry, withdraw
from wk.rounds.draws.draw_service import redraw_round
from wk.tournament.models import FixedSeat, Payment, PrizeCategory, Round, Separation

# Changes to ten players without seats, and why the first change cannot be undone afterwards.
WITHOUT_SEATS = [
    (lambda t: enter_late_player(t), ""),
    (
        lambda t: remove_entry(entry=enter_late_player(t)),
        "11 Joke Dijk is not on the list any more.",
    ),
    (lambda t: edit(t, 5), ""),
    (
        lambda t: (edit(t, 5), edit(t, 5, name="Weer anders")),
        "5 Weer anders has been changed again since then.",
    ),
    (lambda t: (edit(t, 5, number=50), edit(t, 6, number=5)), "Start number 5 is taken."),
    (
        lambda t: (edit(t, 5), remove_entry(entry=entry_at(t, 5))),
        "5 Ander is not on the list any more.",
    ),
    (lambda t: remove_entry(entry=entry_at(t, 5)), ""),
    (lambda t: withdraw(entry=entry_at(t, 5)), ""),
    (
        lambda t: readmit(entry=withdraw(entry=entry_at(t, 5))),
        "5 Bram Smit takes part again already.",
    ),
    (
        lambda t: (withdraw(entry=entry_at(t, 5)), remove_entry(entry=entry_at(t, 5))),
        "5 Bram Smit is not on the list any more.",
    ),
    (
        lambda t: withdraw(entry=readmit(entry=withdraw(entry=entry_at(t, 5)))),
        "5 Bram Smit came back, and has left again since.",
    ),
    (lambda t: check_in_numbers(t, 5), ""),
    (
        lambda t: (check_in_numbers(t, 5), undo_check_in_of(t, 5)),
        "5 Bram Smit is not noted as present any more.",
    ),
    (
        lambda t: (
            check_in_numbers(t, 5),
            undo_check_in_of(t, 5),
            check_in_numbers(t, 5, now=LATER),
        ),
        "5 Bram Smit has been checked in again since then.",
    ),
    (
        lambda t: (check_in_numbers(t, 5), remove_entry(entry=entry_at(t, 5), now=LATER)),
        "5 Bram Smit is not on the list any more.",
    ),
    (
        lambda t: (
            check_in_numbers(t, 5),
            remove_entry(entry=entry_at(t, 5), now=LATER),
            undo_last(t),
        ),
        "",
    ),
    (lambda t: (check_in_numbers(t, 4, 5), undo_check_in_of(t, 5)), ""),
    (
        lambda t: (
            check_in_numbers(t, 4, 5),
            undo_check_in_of(t, 5),
            remove_entry(entry=entry_at(t, 4), now=LATER),
        ),
        "None of these players is here by this check-in any more.",
    ),
]
# The same after the check-in of player 5 was undone.
CHECK_IN_UNDONE = [
    (lambda t: None, ""),
    (
        lambda t: check_in_numbers(t, 5, now=LATER),
        "5 Bram Smit has been checked in again since then.",
    ),
    (
        lambda t: (check_in_numbers(t, 5, now=LATER), undo_check_in_of(t, 5)),
        "5 Bram Smit was checked in again, and that was taken back too.",
    ),
    (lambda t: (check_in_numbers(t, 5, now=LATER), undo_last(t)), ""),
    (
        lambda t: (
            check_in_numbers(t, 5, now=LATER),
            undo_check_in_of(t, 5),
            undo_last(t),
            undo_first(t, "checked_in"),
        ),
        "",
    ),
    (
        lambda t: remove_entry(entry=entry_at(t, 5), now=LATER),
        "5 Bram Smit is not on the list any more.",
    ),
]
# The same for ten players with seats in round 1, which is started, and in round 2, which is drawn.
WITH_SEATS = [
    (lambda t: substitute(t, 5), ""),
    (
        lambda t: (substitute(t, 5), t.rounds.filter(number=1).update(state="final")),
        "Round 1 is final. Only when the director reopens it, it can change.",
    ),
    (lambda t: replace(t, 5, "Piet Kok"), ""),
    (
        lambda t: (replace(t, 5, "Piet Kok"), t.rounds.filter(number=2).update(state="started")),
        "11 Piet Kok plays in round 2 already.",
    ),
    (lambda t: swap(t, 2, 1, 6), ""),
    (
        lambda t: (swap(t, 2, 1, 6), swap(t, 2, 1, 7)),
        "Seats have changed since. Undo the later changes first.",
    ),
    (
        lambda t: (swap(t, 2, 1, 6), t.rounds.filter(number=2).update(state="confirmed")),
        "Round 2 has been confirmed already.",
    ),
    (
        lambda t: (swap(t, 2, 1, 6), redraw_round(round=t.rounds.get(number=2), seed=1)),
        "Round 2 has been drawn again.",
    ),
    (
        lambda t: (swap(t, 2, 1, 6), t.rounds.filter(number=2).delete()),
        "This draw is no longer there.",
    ),
]


def can_be_undone(log_entry):
    """Return whether a log entry can be undone, by trying it and rolling back."""
    with transaction.atomic():
        try:
            undo(log_entry=log_entry, author=None, now=LATER)
        except ActionRefused:
            done = False
        else:
            done = True
        transaction.set_rollback(True)
    return done


def assert_offer(tournament, director, why):
    log_entry = log_of(tournament).last()
    with override("en"):
        (offer,) = undo_offers(tournament, [log_entry], director)
    assert (offer.is_open, offer.why_not) == (not why, why)
    assert can_be_undone(log_entry) == offer.is_open


@pytest.mark.parametrize(("do", "why"), WITHOUT_SEATS)
def test_offers_match_what_can_be_undone_before_a_draw(ten_players, director, do, why):
    do(ten_players)
    assert_offer(ten_players, director, why)


@pytest.mark.parametrize(("do", "why"), CHECK_IN_UNDONE)
def test_offers_match_what_can_be_undone_of_an_undone_check_in(ten_players, director, do, why):
    check_in_numbers(ten_players, 5)
    ten_players.log_entries.all().delete()
    undo_check_in_of(ten_players, 5)
    do(ten_players)
    assert_offer(ten_players, director, why)


@pytest.mark.parametrize(("do", "why"), WITH_SEATS)
def test_offers_match_what_can_be_undone_with_seats(ten_players, director, do, why):
    seat_two_tables(ten_players, 1, Round.State.STARTED)
    seat_two_tables(ten_players, 2, Round.State.DRAWN)
    do(ten_players)
    assert_offer(ten_players, director, why)


def test_entering_a_player_with_a_seat_cannot_be_undone(ten_players, director):
    entry = enter_late_player(ten_players)
    round = seat_two_tables(ten_players, 1, Round.State.DRAWN)
    round.tables.last().seats.create(round=round, number=6, entry=entry)
    assert_offer(ten_players, director, "Joke Dijk has a seat in round 1.")


def test_readmitting_a_player_with_a_seat_cannot_be_undone(ten_players, director):
    entry = withdraw(entry=entry_at(ten_players, 5))
    ten_players.log_entries.all().delete()
    readmit(entry=entry)
    seat_two_tables(ten_players, 1, Round.State.DRAWN)
    assert_offer(ten_players, director, "Bram Smit has a seat in round 1.")


def test_an_undone_entry_is_not_offered_again(ten_players, director):
    enter_late_player(ten_players)
    log_entry = undo_last(ten_players)
    assert [offer.is_open for offer in undo_offers(ten_players, [log_entry], director)] == [False]


def test_the_log_page_shows_why_a_change_cannot_be_undone(director_client, ten_players):
    entry = enter_late_player(ten_players)
    remove_entry(entry=entry)
    page = director_client.get(LOG, headers=ENGLISH).content.decode()
    assert "11 Joke Dijk is not on the list any more." in page


@pytest.mark.parametrize("players", [0, 15])
def test_offers_take_the_same_number_of_queries_for_any_number(
    ten_players, director, players, django_assert_num_queries
):
    for n in range(players):
        enter_late_player(ten_players, f"Ander {n}")
    withdraw(entry=entry_at(ten_players, 5))
    made = list(log_of(ten_players))
    with django_assert_num_queries(3):
        assert len(undo_offers(ten_players, made, director)) == players + 1


class TestUndoEntering:
    """Undoing an entry removes the player, and undoing that removal restores everything."""

    @pytest.fixture
    def entry(self, ten_players):
        entry = enter_late_player(ten_players)
        FixedSeat.objects.create(entry=entry, table=1, seat=2)
        group = Separation.objects.create(tournament=ten_players, name="Thuis")
        group.entries.set([entry, entry_at(ten_players, 4)])
        return entry

    def test_undoing_an_entry_deletes_its_check_in_and_constraints(
        self, ten_players, entry, director
    ):
        undo(log_entry=ten_players.log_entries.get(), author=director, now=LATER)
        assert not ten_players.entries.filter(number=11).exists()
        assert not FixedSeat.objects.exists()
        assert list(Separation.objects.get().entries.all()) == [entry_at(ten_players, 4)]
        noted = ten_players.log_entries.get(kind="removed")
        assert (sentence_of(noted), noted.author, noted.at) == (
            "11 Joke Dijk is off the list.",
            director,
            LATER,
        )

    def test_undoing_a_removal_restores_check_in_and_constraints(self, ten_players, entry):
        for log_entry in (
            ten_players.log_entries.get(),
            ten_players.log_entries.filter(kind="removed"),
        ):
            log_entry = log_entry if isinstance(log_entry, AuditLogEntry) else log_entry.get()
            undo(log_entry=log_entry, author=None, now=LATER)
        back = entry_at(ten_players, 11)
        assert (back.pk, back.name, back.checked_in_at, back.is_announced) == (
            entry.pk,
            "Joke Dijk",
            NOON,
            False,
        )
        assert list(back.fixed_seats.values_list("table", "seat")) == [(1, 2)]
        assert [group.name for group in back.separations.all()] == ["Thuis"]

    def test_undoing_a_removal_restores_payment_and_marks(self, ten_players, director):
        women = PrizeCategory.objects.create(tournament=ten_players, name="Dames")
        entry = entry_at(ten_players, 4)
        women.entries.add(entry)
        Payment.objects.create(entry=entry, at=NOON, author=director)
        remove_entry(entry=entry, author=director, now=NOON)
        assert (Payment.objects.count(), women.entries.count()) == (0, 0)
        undo(log_entry=ten_players.log_entries.get(), author=director, now=LATER)
        paid = entry_at(ten_players, 4).payment
        assert (paid.at, paid.author) == (NOON, director)
        assert list(women.entries.all()) == [entry]

    def test_a_clerk_can_undo_his_own_removal(self, ten_players, entry, clerk):
        undo(log_entry=ten_players.log_entries.get(), author=clerk, now=LATER)
        made = list(log_of(ten_players).filter(kind="removed"))
        assert [offer.is_open for offer in undo_offers(ten_players, made, clerk)] == [True]


# What has been done over since: nobody is on the list twice, nobody loses his name
