"""The clock of a round: what it says, and what a director does to it."""

import datetime as dt

import pytest

from tests.hall.clock.clocks import NOON, again, at, table_at, timed
from wk.core.refusals import ActionRefused
from wk.hall.clock import services as clock
from wk.tournament.clock import WARNINGS, clock_now, clock_of
from wk.tournament.models import Round

OFF = [Round.State.DRAWN, Round.State.CONFIRMED, Round.State.CLOSED, Round.State.FINAL]


def seen(tournament, now, table=None):
    """What the clock says: seconds left, minutes left, its warning, and whether it stands still."""
    extra = table_at(table).extra_minutes if table else 0
    found = clock_of(again(tournament), now, extra_minutes=extra)
    assert found is not None
    warning = found.warning.key if found.warning else ""
    return found.left, found.minutes_left, warning, found.is_paused


@pytest.mark.parametrize(
    ("now", "left", "minutes", "warning"),
    [
        (at(-1), 76 * 60, 76, ""),  # a clock that is a little behind ours
        (at(0), 75 * 60, 75, ""),
        (at(0, 1), 75 * 60 - 1, 75, ""),
        (at(1), 74 * 60, 74, ""),
        (at(64, 59), 601, 11, ""),
        (at(65), 600, 10, "soon"),
        (at(69, 59), 301, 6, "soon"),
        (at(70), 300, 5, "last"),
        (at(74, 59), 1, 1, "last"),
        (at(75), 0, 0, "over"),
        (at(75, 1), -1, 0, "over"),
        (at(80), -300, 0, "over"),
    ],
)
def test_the_time_that_is_left_and_its_warnings(tournament, now, left, minutes, warning):
    timed(tournament)
    assert seen(tournament, now) == (left, minutes, warning, False)


def test_a_second_that_has_begun_is_still_there(tournament):
    timed(tournament)
    assert seen(tournament, at(75) - dt.timedelta(milliseconds=1))[0] == 1


def test_warnings_come_in_the_order_of_time():
    assert [(warn.seconds, warn.key) for warn in WARNINGS] == [
        (600, "soon"),
        (300, "last"),
        (0, "over"),
    ]


@pytest.mark.parametrize("state", OFF)
def test_a_round_that_is_not_on_has_no_clock(tournament, state):
    timed(tournament)
    Round.objects.update(state=state)
    assert clock_of(again(tournament), NOON) is None
    assert clock_now(tournament, NOON) is None


@pytest.mark.parametrize(
    ("round_minutes", "minutes", "began"), [(None, 75, NOON), (75, None, NOON), (75, 75, None)]
)
def test_nor_one_that_was_started_without(tournament, round_minutes, minutes, began):
    timed(tournament)
    Round.objects.update(minutes=minutes, started_at=began)
    tournament.round_minutes = round_minutes
    tournament.save()
    assert clock_of(again(tournament), NOON) is None
    assert clock_now(tournament, NOON) is None


def test_the_clock_is_that_of_the_last_round_that_is_on(tournament, django_assert_num_queries):
    timed(tournament)
    later = Round.objects.create(
        tournament=tournament, number=2, state="started", started_at=at(10), minutes=60
    )
    with django_assert_num_queries(1):
        assert clock_now(tournament, at(10)).round == 2
    Round.objects.filter(pk=later.pk).update(state="confirmed")
    assert clock_now(tournament, at(10)).round == 1


def test_without_a_clock_nothing_is_asked(tournament, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert clock_now(tournament, NOON) is None


def test_what_browsers_are_told(tournament):
    found = clock_of(timed(tournament), at(30))
    noon = 1_795_262_400_000  # 21 November 2026, 12:00 UTC
    assert (found.now_ms, found.ends_ms) == (noon + 30 * 60_000, noon + 75 * 60_000)
    assert found.ends_at == at(75)


def test_a_clock_has_another_setting_when_a_hand_changes_it_and_not_by_time(tournament):
    round = timed(tournament)
    settings = {clock_of(round, at(minute)).setting for minute in range(90)}
    assert len(settings) == 1
    clock.give_time(round=round, minutes=5, now=at(1))
    settings.add(clock_of(again(tournament), at(2)).setting)
    clock.pause(round=round, now=at(3))
    settings |= {clock_of(again(tournament), at(minute)).setting for minute in range(4, 9)}
    assert len(settings) == 3


# What a director does


def test_a_clock_stands_still_and_nobody_loses_a_second(tournament):
    round = timed(tournament)
    assert clock.pause(round=round, now=at(20, 30)).paused_at == at(20, 30)
    for minutes in (20, 21, 90):
        assert seen(tournament, at(minutes, 30)) == (54 * 60 + 30, 55, "", True)
    clock.go_on(round=round, now=at(33))
    assert seen(tournament, at(33)) == (54 * 60 + 30, 55, "", False)
    assert clock_of(again(tournament), at(33)).ends_at == at(87, 30)
    assert again(tournament).minutes == 75


def test_a_clock_that_stands_still_cannot_be_stopped_again(tournament):
    round = timed(tournament)
    clock.pause(round=round, now=at(20))
    with pytest.raises(ActionRefused):
        clock.pause(round=round, now=at(25))
    assert seen(tournament, at(25))[0] == 55 * 60


def test_a_clock_that_runs_cannot_be_set_going(tournament):
    round = timed(tournament)
    with pytest.raises(ActionRefused):
        clock.go_on(round=round, now=at(20))
    assert seen(tournament, at(20))[0] == 55 * 60


def test_everyone_has_more_time_also_while_it_stands_still(tournament):
    round = timed(tournament)
    clock.give_time(round=round, minutes=5, now=at(72))
    assert seen(tournament, at(72)) == (8 * 60, 8, "soon", False)
    clock.pause(round=round, now=at(72))
    clock.give_time(round=round, minutes=5, now=at(73))
    assert seen(tournament, at(74)) == (13 * 60, 13, "", True)


def test_one_table_has_more_time_beside_that_of_all(tournament):
    round = timed(tournament)
    clock.give_table_time(table=table_at(2), minutes=5, now=at(60))
    clock.give_table_time(table=table_at(2), minutes=3, now=at(61))
    clock.give_time(round=round, minutes=10, now=at(62))
    assert seen(tournament, at(75), table=1) == (10 * 60, 10, "soon", False)
    assert seen(tournament, at(75), table=2) == (18 * 60, 18, "", False)
    clock.take_table_time(table=table_at(2), now=at(76))
    assert seen(tournament, at(76), table=2) == seen(tournament, at(76), table=1)


@pytest.mark.parametrize(
    ("now", "end", "minutes"),
    [
        (at(30), at(60), 60),
        (at(30), at(90), 90),
        (at(30), at(60, 30), 61),
        (at(30), at(30, 1), 31),
        (at(30), at(600), 600),
    ],
)
def test_the_end_is_set_to_the_second(tournament, now, end, minutes):
    round = timed(tournament)
    clock.set_end(round=round, at=end, now=now)
    after = again(tournament)
    assert clock_of(after, now).ends_at == end
    assert after.minutes == minutes


def test_an_end_can_be_set_where_no_clock_was_when_the_round_started(tournament):
    timed(tournament)
    Round.objects.update(started_at=None, minutes=None)
    clock.set_end(round=again(tournament), at=at(45), now=at(15))
    assert seen(tournament, at(15)) == (30 * 60, 30, "", False)


@pytest.mark.parametrize("end", [at(29), at(30), at(600, 1), at(9000)])
def test_an_end_that_has_passed_or_is_far_away_is_refused(tournament, end):
    round = timed(tournament)
    with pytest.raises(ActionRefused):
        clock.set_end(round=round, at=end, now=at(30))
    assert clock_of(again(tournament), at(30)).ends_at == at(75)


def test_an_end_is_not_set_while_the_clock_stands_still(tournament):
    round = timed(tournament)
    clock.pause(round=round, now=at(20))
    with pytest.raises(ActionRefused):
        clock.set_end(round=round, at=at(60), now=at(30))
    assert seen(tournament, at(30))[0] == 55 * 60


def test_nothing_lasts_longer_than_a_round_may(tournament):
    round = timed(tournament, minutes=598)
    clock.give_time(round=round, minutes=2, now=NOON)
    with pytest.raises(ActionRefused):
        clock.give_time(round=round, minutes=1, now=NOON)
    clock.give_table_time(table=table_at(1), minutes=600, now=NOON)
    with pytest.raises(ActionRefused):
        clock.give_table_time(table=table_at(1), minutes=1, now=NOON)
    assert (again(tournament).minutes, table_at(1).extra_minutes) == (600, 600)


VERBS = [
    lambda round: clock.pause(round=round, now=at(30)),
    lambda round: clock.go_on(round=round, now=at(30)),
    lambda round: clock.give_time(round=round, minutes=5, now=at(30)),
    lambda round: clock.give_table_time(table=table_at(1), minutes=5, now=at(30)),
    lambda round: clock.take_table_time(table=table_at(1), now=at(30)),
    lambda round: clock.set_end(round=round, at=at(60), now=at(30)),
]


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("state", OFF)
def test_without_a_clock_there_is_nothing_to_do(tournament, verb, state):
    timed(tournament)
    Round.objects.update(state=state)
    before = list(Round.objects.values()), table_at(1).extra_minutes
    with pytest.raises(ActionRefused):
        verb(again(tournament))
    assert (list(Round.objects.values()), table_at(1).extra_minutes) == before


@pytest.mark.parametrize("verb", VERBS)
def test_a_tournament_without_a_clock_refuses_as_well(tournament, verb):
    timed(tournament, minutes=None)
    with pytest.raises(ActionRefused):
        verb(again(tournament))
