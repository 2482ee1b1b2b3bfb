"""What the log offers to undo is what can be undone, and of the rest it says why not."""

import datetime as dt

import pytest
from django.db import transaction
from django.utils.translation import override

from tests.players.conftest import ENGLISH, LATER, LOG, NOON, came, late, said, seated, undone, went
from tests.standings.tournaments import make_tournament
from wk.auditlog.models import AuditLogEntry
from wk.auditlog.queries import log_of
from wk.auditlog.undo import undo, undo_offers
from wk.core.refusals import ActionRefused
from wk.players import replacements
from wk.players import services as roster
from wk.players.services import edit_entry, readmit, remove_entry, withdraw, withdraw_entries
from wk.rounds.draws.draw_service import redraw_round
from wk.rounds.seat_swaps.services import swap_seats
from wk.tournament.models import FixedSeat, Player, Round, Separation


def at(tournament, number):
    return tournament.entries.get(number=number)


def edited(tournament, who, **facts):
    facts = {"name": "Ander", "club": "", "number": who} | facts
    edit_entry(entry=at(tournament, who), **facts)


def substituted(tournament, number, **facts):
    seat = tournament.rounds.get(number=1).seats.get(entry__number=number)
    facts = {"name": "Piet Kok", "from_deal": 8, "author": None, "now": NOON} | facts
    replacements.substitute(seat=seat, **facts)


def replaced(tournament, number, name):
    entry = at(tournament, number)
    return replacements.replace(entry=entry, name=name, club="", author=None, now=NOON)


def swapped(tournament, number, one, other):
    round = tournament.rounds.get(number=number)
    first, second = at(tournament, one), at(tournament, other)
    swap_seats(round=round, first=first, second=second, author=None, now=NOON)


def undone_first(tournament, kind):
    log_entry = tournament.log_entries.filter(kind=kind).earliest("pk")
    undo(log_entry=log_entry, author=None, now=LATER)


# What is done to ten players, of whom nobody has a seat yet; what the log says of the first change
# then, why it cannot be undone.
BEFORE = [
    (lambda t: late(t), ""),
    (lambda t: remove_entry(entry=late(t)), "11 Joke Dijk is not on the list any more."),
    (lambda t: edited(t, 5), ""),
    (
        lambda t: (edited(t, 5), edited(t, 5, name="Weer anders")),
        "5 Weer anders has been changed again since then.",
    ),
    (lambda t: (edited(t, 5, number=50), edited(t, 6, number=5)), "Start number 5 is taken."),
    (
        lambda t: (edited(t, 5), remove_entry(entry=at(t, 5))),
        "5 Ander is not on the list any more.",
    ),
    (lambda t: remove_entry(entry=at(t, 5)), ""),
    (lambda t: withdraw(entry=at(t, 5)), ""),
    (lambda t: readmit(entry=withdraw(entry=at(t, 5))), "5 Bram Smit takes part again already."),
    (
        lambda t: (withdraw(entry=at(t, 5)), remove_entry(entry=at(t, 5))),
        "5 Bram Smit is not on the list any more.",
    ),
    (
        lambda t: withdraw(entry=readmit(entry=withdraw(entry=at(t, 5)))),
        "5 Bram Smit came back, and has left again since.",
    ),
    (lambda t: came(t, 5), ""),
    (lambda t: (came(t, 5), went(t, 5)), "5 Bram Smit is not noted as present any more."),
    (
        lambda t: (came(t, 5), went(t, 5), came(t, 5, now=LATER)),
        "5 Bram Smit has been checked in again since then.",
    ),
    (
        lambda t: (came(t, 5), remove_entry(entry=at(t, 5), now=LATER)),
        "5 Bram Smit is not on the list any more.",
    ),
    (
        lambda t: (came(t, 5), remove_entry(entry=at(t, 5), now=LATER), undone(t)),
        "",
    ),
    (lambda t: (came(t, 4, 5), went(t, 5)), ""),
    (
        lambda t: (came(t, 4, 5), went(t, 5), remove_entry(entry=at(t, 4), now=LATER)),
        "None of these players is here by this check-in any more.",
    ),
]
# The same of five, of whom it has been taken back that he is there.
TAKEN_BACK = [
    (lambda t: None, ""),
    (lambda t: came(t, 5, now=LATER), "5 Bram Smit has been checked in again since then."),
    (
        lambda t: (came(t, 5, now=LATER), went(t, 5)),
        "5 Bram Smit was checked in again, and that was taken back too.",
    ),
    (lambda t: (came(t, 5, now=LATER), undone(t)), ""),
    (lambda t: (came(t, 5, now=LATER), went(t, 5), undone(t), undone_first(t, "checked_in")), ""),
    (lambda t: remove_entry(entry=at(t, 5), now=LATER), "5 Bram Smit is not on the list any more."),
]
# The same of ten who sit in round 1, which has begun, and in round 2, which is drawn.
AFTER = [
    (lambda t: substituted(t, 5), ""),
    (
        lambda t: (substituted(t, 5), t.rounds.filter(number=1).update(state="final")),
        "Round 1 is final. Only when the director reopens it, it can change.",
    ),
    (lambda t: replaced(t, 5, "Piet Kok"), ""),
    (
        lambda t: (replaced(t, 5, "Piet Kok"), t.rounds.filter(number=2).update(state="started")),
        "11 Piet Kok plays in round 2 already.",
    ),
    (lambda t: swapped(t, 2, 1, 6), ""),
    (
        lambda t: (swapped(t, 2, 1, 6), swapped(t, 2, 1, 7)),
        "Seats have changed since. Undo the later changes first.",
    ),
    (
        lambda t: (swapped(t, 2, 1, 6), t.rounds.filter(number=2).update(state="confirmed")),
        "Round 2 has been confirmed already.",
    ),
    (
        lambda t: (swapped(t, 2, 1, 6), redraw_round(round=t.rounds.get(number=2), seed=1)),
        "Round 2 has been drawn again.",
    ),
    (
        lambda t: (swapped(t, 2, 1, 6), t.rounds.filter(number=2).delete()),
        "This draw is no longer there.",
    ),
]


def can_be_undone(log_entry):
    """Whether it can, found out by doing it; nothing stays of that."""
    with transaction.atomic():
        try:
            undo(log_entry=log_entry, author=None, now=LATER)
        except ActionRefused:
            done = False
        else:
            done = True
        transaction.set_rollback(True)
    return done


def check_first(tournament, director, why):
    log_entry = log_of(tournament).last()
    with override("en"):
        (offer,) = undo_offers(tournament, [log_entry], director)
    assert (offer.is_open, offer.why_not) == (not why, why)
    assert can_be_undone(log_entry) == offer.is_open


@pytest.mark.parametrize(("do", "why"), BEFORE)
def test_what_is_offered_before_a_draw(morning, director, do, why):
    do(morning)
    check_first(morning, director, why)


@pytest.mark.parametrize(("do", "why"), TAKEN_BACK)
def test_what_is_offered_of_a_check_in_taken_back(morning, director, do, why):
    came(morning, 5)
    morning.log_entries.all().delete()
    went(morning, 5)
    do(morning)
    check_first(morning, director, why)


@pytest.mark.parametrize(("do", "why"), AFTER)
def test_what_is_offered_once_there_are_seats(morning, director, do, why):
    seated(morning, 1, Round.State.STARTED)
    seated(morning, 2, Round.State.DRAWN)
    do(morning)
    check_first(morning, director, why)


def test_who_has_a_seat_stays_where_he_was_entered(morning, director):
    entry = late(morning)
    round = seated(morning, 1, Round.State.DRAWN)
    round.tables.last().seats.create(round=round, number=6, entry=entry)
    check_first(morning, director, "Joke Dijk has a seat in round 1.")


def test_who_came_back_and_was_seated_stays(morning, director):
    entry = withdraw(entry=at(morning, 5))
    morning.log_entries.all().delete()
    readmit(entry=entry)
    seated(morning, 1, Round.State.DRAWN)
    check_first(morning, director, "Bram Smit has a seat in round 1.")


def test_what_was_undone_is_not_offered_again(morning, director):
    late(morning)
    log_entry = undone(morning)
    assert [offer.is_open for offer in undo_offers(morning, [log_entry], director)] == [False]


def test_the_log_shows_why_not(director_client, morning):
    entry = late(morning)
    remove_entry(entry=entry)
    page = director_client.get(LOG, headers=ENGLISH).content.decode()
    assert "11 Joke Dijk is not on the list any more." in page


@pytest.mark.parametrize("players", [0, 40])
def test_as_few_queries_for_one_line_as_for_many(
    morning, director, players, django_assert_num_queries
):
    for n in range(players):
        late(morning, f"Ander {n}")
    withdraw(entry=at(morning, 5))
    made = list(log_of(morning))
    with django_assert_num_queries(3):
        assert len(undo_offers(morning, made, director)) == players + 1


class TestOut:
    """Who was entered by mistake goes off the list, and what was known of him can come back."""

    @pytest.fixture
    def entry(self, morning):
        entry = late(morning)
        FixedSeat.objects.create(entry=entry, table=1, seat=2)
        group = Separation.objects.create(tournament=morning, name="Thuis")
        group.entries.set([entry, at(morning, 4)])
        return entry

    def test_who_was_entered_goes_off_the_list_with_check_in_and_wishes(
        self, morning, entry, director
    ):
        undo(log_entry=morning.log_entries.get(), author=director, now=LATER)
        assert not morning.entries.filter(number=11).exists()
        assert not FixedSeat.objects.exists()
        assert list(Separation.objects.get().entries.all()) == [at(morning, 4)]
        noted = morning.log_entries.get(kind="removed")
        assert (said(noted), noted.author, noted.at) == (
            "11 Joke Dijk is off the list.",
            director,
            LATER,
        )

    def test_who_went_off_the_list_comes_back_with_check_in_and_wishes(self, morning, entry):
        for log_entry in (morning.log_entries.get(), morning.log_entries.filter(kind="removed")):
            log_entry = log_entry if isinstance(log_entry, AuditLogEntry) else log_entry.get()
            undo(log_entry=log_entry, author=None, now=LATER)
        back = at(morning, 11)
        assert (back.pk, back.name, back.checked_in_at, back.is_announced) == (
            entry.pk,
            "Joke Dijk",
            NOON,
            False,
        )
        assert list(back.fixed_seats.values_list("table", "seat")) == [(1, 2)]
        assert [group.name for group in back.separations.all()] == ["Thuis"]

    def test_a_clerk_puts_back_whom_he_took_out(self, morning, entry, clerk):
        undo(log_entry=morning.log_entries.get(), author=clerk, now=LATER)
        made = list(log_of(morning).filter(kind="removed"))
        assert [offer.is_open for offer in undo_offers(morning, made, clerk)] == [True]


class TestWhoLeftAgain:
    """Undoing is about the one time that somebody left, not about a later one."""

    @pytest.fixture
    def day(self, morning):
        seated(morning, 1, Round.State.STARTED)
        return morning

    def again(self, day, number=3):
        return withdraw(entry=readmit(entry=at(day, number))).withdrawn_after

    def first(self, day, kind):
        return day.log_entries.filter(kind=kind).order_by("pk").first()

    def test_undoing_a_substitute_keeps_who_left_again_later_out(self, day):
        substituted(day, 3, leaves=True)
        assert self.again(day) == 1
        undo(log_entry=self.first(day, "substituted"), author=None, now=LATER)
        assert at(day, 3).withdrawn_after == 1

    def test_undoing_a_replacement_keeps_who_left_again_later_out(self, day):
        replaced(day, 3, "Piet Kok")
        assert self.again(day) == 1
        undo(log_entry=self.first(day, "replaced"), author=None, now=LATER)
        assert at(day, 3).withdrawn_after == 1
        assert not day.entries.filter(name="Piet Kok").exists()

    def test_undoing_that_several_left_keeps_who_left_again_later_out(self, day):
        withdraw_entries(entries=day.entries.filter(number__in=[3, 4]))
        self.again(day)
        undo(log_entry=self.first(day, "withdrawn"), author=None, now=LATER)
        assert (at(day, 3).withdrawn_after, at(day, 4).withdrawn_after) == (1, None)

    def test_that_a_substitute_let_him_leave_is_not_undone_with_an_older_time(self, day):
        withdraw(entry=at(day, 3))
        readmit(entry=at(day, 3))
        substituted(day, 3, leaves=True)
        with pytest.raises(ActionRefused):
            undo(log_entry=self.first(day, "withdrawn"), author=None, now=LATER)
        undo(log_entry=self.first(day, "substituted"), author=None, now=LATER)
        assert at(day, 3).withdrawn_after is None

    def test_that_he_came_back_is_undone_and_he_has_left_by_the_first_again(self, day):
        withdraw(entry=at(day, 3))
        readmit(entry=at(day, 3))
        for kind, left in (("readmitted", 1), ("withdrawn", None)):
            undo(log_entry=self.first(day, kind), author=None, now=LATER)
            assert at(day, 3).withdrawn_after == left


# What has been done over since: nobody is on the list twice, nobody loses his name


MINUTE = dt.timedelta(minutes=1)


def test_who_was_entered_again_is_not_put_back_beside_himself(director, tournament):
    def enter():
        return roster.enter(tournament=tournament, name="Nieuwe Jan", club="De Slag")

    removed = roster.remove_entries(entries=[enter()])
    enter()
    with pytest.raises(ActionRefused):
        undo(log_entry=removed, author=director, now=NOON)
    assert tournament.entries.filter(name="Nieuwe Jan").count() == 1


@pytest.mark.parametrize("names", [["Nieuwe Jan"], ["Jan Vries"], ["Jan Vries", "Jan V."]])
def test_who_was_entered_again_under_an_older_or_newer_name_is_not_put_back(
    director, tournament, names
):
    def enter(first, *later):
        entry = roster.enter(tournament=tournament, name=first)
        for name in later:
            roster.edit_entry(entry=entry, name=name, club="", number=entry.number)
        return entry

    removed = roster.remove_entries(entries=[enter("Nieuwe Jan", "Jan Vries")])
    enter(*names)
    with pytest.raises(ActionRefused):
        undo(log_entry=removed, author=director, now=NOON)
    called = [entry.name for entry in tournament.entries.filter(number__gt=9)]
    assert called == [names[-1]]


def test_who_was_removed_again_comes_back_as_he_was_last(director, tournament):
    entry = roster.enter(tournament=tournament, name="Nieuwe Jan")
    first = roster.remove_entries(entries=[entry], author=director, now=NOON)
    undo(log_entry=first, author=director, now=NOON + MINUTE)
    entry = tournament.entries.get(name="Nieuwe Jan")
    roster.edit_entry(entry=entry, name="Jan de Vries", club="", number=entry.number)
    second = roster.remove_entries(entries=[entry], author=director, now=NOON + 2 * MINUTE)
    with pytest.raises(ActionRefused):
        undo(log_entry=first, author=director, now=NOON + 3 * MINUTE)
    undo(log_entry=second, author=director, now=NOON + 3 * MINUTE)
    assert tournament.entries.get(pk=entry.pk).name == "Jan de Vries"


@pytest.mark.parametrize("is_first", [True, False])
def test_of_two_times_that_he_was_removed_one_can_be_undone(director, tournament, is_first):
    both = []
    for minute in (1, 2):
        entry = roster.enter(tournament=tournament, name="Nieuwe Jan", club="De Slag")
        at = NOON + minute * MINUTE
        both.append(roster.remove_entries(entries=[entry], author=director, now=at))
    one, other = both if is_first else reversed(both)
    undo(log_entry=one, author=director, now=NOON + 3 * MINUTE)
    with pytest.raises(ActionRefused):
        undo(log_entry=other, author=director, now=NOON + 4 * MINUTE)
    assert tournament.entries.filter(name="Nieuwe Jan").count() == 1


def test_a_namesake_who_was_entered_after_he_came_back_can_come_back_too(director, tournament):
    at = [NOON + minute * MINUTE for minute in range(6)]
    first = roster.enter(tournament=tournament, name="Jan de Vries")
    removed = roster.remove_entries(entries=[first], author=director, now=at[1])
    undo(log_entry=removed, author=director, now=at[2])
    second = roster.enter(tournament=tournament, name="Jan de Vries")
    removed = roster.remove_entries(entries=[second], author=director, now=at[3])
    undo(log_entry=removed, author=director, now=at[4])
    back = tournament.entries.filter(name="Jan de Vries").values_list("pk", flat=True)
    assert sorted(back) == [first.pk, second.pk]


def test_a_namesake_who_stayed_does_not_keep_a_removed_one_away(director, tournament):
    first, second = (roster.enter(tournament=tournament, name="Jan de Vries") for _ in range(2))
    removed = roster.remove_entries(entries=[first])
    undo(log_entry=removed, author=director, now=NOON)
    back = tournament.entries.filter(name="Jan de Vries").values_list("pk", "number")
    assert sorted(back) == [(first.pk, first.number), (second.pk, second.number)]


def test_a_person_whose_name_changed_in_a_later_edition_keeps_that_name(director, tournament):
    entry = tournament.entries.get(number=1)
    roster.edit_entry(entry=entry, name="Ana", club="", number=1)
    again = make_tournament(["Bea"], slug="later")
    (later,) = roster.enter_many(
        tournament=again, rows=[roster.NewEntry("Ana", player=Player.objects.get(entries=entry))]
    )
    roster.edit_entry(entry=later, name="Anna van Dijk", club="", number=later.number)
    undo(log_entry=AuditLogEntry.objects.get(entry=entry), author=director, now=NOON)
    entry.refresh_from_db()
    assert (entry.name, entry.player.name) == ("Anna", "Anna van Dijk")
