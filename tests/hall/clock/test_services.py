"""The clock of a round: its reading, and what a director does to it."""

import datetime as dt
from itertools import product

import pytest

from tests.cases import cases
from tests.hall.clock.timed_rounds import NOON, noon_plus, reload_round, start_clock, table_numbered
from wk.core.refusals import ActionRefused
from wk.hall.clock import services as clock
from wk.tournament.clock import WARNINGS, clock_now, clock_of
from wk.tournament.models import Round

OFF = [Round.State.DRAWN, Round.State.CONFIRMED, Round.State.CLOSED, Round.State.FINAL]


def reading_of(tournament, now, table=None):
    """Return seconds left, minutes left, the warning and whether the clock is paused."""
    extra = table_numbered(table).extra_minutes if table else 0
    found = clock_of(reload_round(tournament), now, extra_minutes=extra)
    assert found is not None
    warning = found.warning.key if found.warning else ""
    return found.left, found.minutes_left, warning, found.is_paused


@pytest.mark.parametrize(
    ("now", "left", "minutes", "warning"),
    [
        (noon_plus(-1), 76 * 60, 76, ""),  # a clock that is a little behind ours
        (noon_plus(0), 75 * 60, 75, ""),
        (noon_plus(0, 1), 75 * 60 - 1, 75, ""),
        (noon_plus(1), 74 * 60, 74, ""),
        (noon_plus(64, 59), 601, 11, ""),
        (noon_plus(65), 600, 10, "soon"),
        (noon_plus(69, 59), 301, 6, "soon"),
        (noon_plus(70), 300, 5, "last"),
        (noon_plus(74, 59), 1, 1, "last"),
        (noon_plus(75), 0, 0, "over"),
        (noon_plus(75, 1), -1, 0, "over"),
        (noon_plus(80), -300, 0, "over"),
    ],
)
def test_time_left_and_warnings(tournament, now, left, minutes, warning):
    start_clock(tournament)
    assert reading_of(tournament, now) == (left, minutes, warning, False)


def test_a_started_second_still_counts(tournament):
    start_clock(tournament)
    assert reading_of(tournament, noon_plus(75) - dt.timedelta(milliseconds=1))[0] == 1


def test_warnings_come_in_the_order_of_time():
    assert [(warn.seconds, warn.key) for warn in WARNINGS] == [
        (600, "soon"),
        (300, "last"),
        (0, "over"),
    ]


@pytest.mark.parametrize("state", OFF)
def test_a_round_that_is_not_started_has_no_clock(tournament, state):
    start_clock(tournament)
    Round.objects.update(state=state)
    assert clock_of(reload_round(tournament), NOON) is None
    assert clock_now(tournament, NOON) is None


@pytest.mark.parametrize(
    ("round_minutes", "minutes", "began"), [(None, 75, NOON), (75, None, NOON), (75, 75, None)]
)
def test_a_round_started_without_minutes_has_no_clock(tournament, round_minutes, minutes, began):
    start_clock(tournament)
    Round.objects.update(minutes=minutes, started_at=began)
    tournament.round_minutes = round_minutes
    tournament.save()
    assert clock_of(reload_round(tournament), NOON) is None
    assert clock_now(tournament, NOON) is None


def test_the_clock_is_that_of_the_last_started_round(tournament, django_assert_num_queries):
    start_clock(tournament)
    later = Round.objects.create(
        tournament=tournament, number=2, state="started", started_at=noon_plus(10), minutes=60
    )
    with django_assert_num_queries(1):
        assert clock_now(tournament, noon_plus(10)).round == 2
    Round.objects.filter(pk=later.pk).update(state="confirmed")
    assert clock_now(tournament, noon_plus(10)).round == 1


def test_no_queries_without_a_clock(tournament, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert clock_now(tournament, NOON) is None


def test_times_for_browsers(tournament):
    found = clock_of(start_clock(tournament), noon_plus(30))
    noon = 1_795_262_400_000  # 21 November 2026, 12:00 UTC
    assert (found.now_ms, found.ends_ms) == (noon + 30 * 60_000, noon + 75 * 60_000)
    assert found.ends_at == noon_plus(75)


def test_the_setting_changes_by_hand_and_not_by_time(tournament):
    round = start_clock(tournament)
    settings = {clock_of(round, noon_plus(minute)).setting for minute in range(90)}
    assert len(settings) == 1
    clock.give_time(round=round, minutes=5, now=noon_plus(1))
    settings.add(clock_of(reload_round(tournament), noon_plus(2)).setting)
    clock.pause(round=round, now=noon_plus(3))
    settings |= {
        clock_of(reload_round(tournament), noon_plus(minute)).setting for minute in range(4, 9)
    }
    assert len(settings) == 3


# What a director does


def test_a_pause_takes_no_time_from_the_round(tournament):
    round = start_clock(tournament)
    assert clock.pause(round=round, now=noon_plus(20, 30)).paused_at == noon_plus(20, 30)
    for minutes in (20, 21, 90):
        assert reading_of(tournament, noon_plus(minutes, 30)) == (54 * 60 + 30, 55, "", True)
    clock.go_on(round=round, now=noon_plus(33))
    assert reading_of(tournament, noon_plus(33)) == (54 * 60 + 30, 55, "", False)
    assert clock_of(reload_round(tournament), noon_plus(33)).ends_at == noon_plus(87, 30)
    assert reload_round(tournament).minutes == 75


def test_a_paused_clock_cannot_be_paused(tournament):
    round = start_clock(tournament)
    clock.pause(round=round, now=noon_plus(20))
    with pytest.raises(ActionRefused):
        clock.pause(round=round, now=noon_plus(25))
    assert reading_of(tournament, noon_plus(25))[0] == 55 * 60


def test_a_running_clock_cannot_be_resumed(tournament):
    round = start_clock(tournament)
    with pytest.raises(ActionRefused):
        clock.go_on(round=round, now=noon_plus(20))
    assert reading_of(tournament, noon_plus(20))[0] == 55 * 60


def test_all_tables_get_more_time_also_during_a_pause(tournament):
    round = start_clock(tournament)
    clock.give_time(round=round, minutes=5, now=noon_plus(72))
    assert reading_of(tournament, noon_plus(72)) == (8 * 60, 8, "soon", False)
    clock.pause(round=round, now=noon_plus(72))
    clock.give_time(round=round, minutes=5, now=noon_plus(73))
    assert reading_of(tournament, noon_plus(74)) == (13 * 60, 13, "", True)


def test_one_table_gets_more_time_on_top_of_the_rounds(tournament):
    round = start_clock(tournament)
    clock.give_table_time(table=table_numbered(2), minutes=5, now=noon_plus(60))
    clock.give_table_time(table=table_numbered(2), minutes=3, now=noon_plus(61))
    clock.give_time(round=round, minutes=10, now=noon_plus(62))
    assert reading_of(tournament, noon_plus(75), table=1) == (10 * 60, 10, "soon", False)
    assert reading_of(tournament, noon_plus(75), table=2) == (18 * 60, 18, "", False)
    clock.take_table_time(table=table_numbered(2), now=noon_plus(76))
    assert reading_of(tournament, noon_plus(76), table=2) == reading_of(
        tournament, noon_plus(76), table=1
    )


@pytest.mark.parametrize(
    ("now", "end", "minutes"),
    [
        (noon_plus(30), noon_plus(60), 60),
        (noon_plus(30), noon_plus(90), 90),
        (noon_plus(30), noon_plus(60, 30), 61),
        (noon_plus(30), noon_plus(30, 1), 31),
        (noon_plus(30), noon_plus(600), 600),
    ],
)
def test_the_end_is_set_to_the_second(tournament, now, end, minutes):
    round = start_clock(tournament)
    clock.set_end(round=round, at=end, now=now)
    after = reload_round(tournament)
    assert clock_of(after, now).ends_at == end
    assert after.minutes == minutes


def test_an_end_can_be_set_for_a_round_started_without_a_clock(tournament):
    start_clock(tournament)
    Round.objects.update(started_at=None, minutes=None)
    clock.set_end(round=reload_round(tournament), at=noon_plus(45), now=noon_plus(15))
    assert reading_of(tournament, noon_plus(15)) == (30 * 60, 30, "", False)


@pytest.mark.parametrize("end", [noon_plus(29), noon_plus(30), noon_plus(600, 1), noon_plus(9000)])
def test_an_end_in_the_past_or_far_away_is_refused(tournament, end):
    round = start_clock(tournament)
    with pytest.raises(ActionRefused):
        clock.set_end(round=round, at=end, now=noon_plus(30))
    assert clock_of(reload_round(tournament), noon_plus(30)).ends_at == noon_plus(75)


def test_an_end_cannot_be_set_during_a_pause(tournament):
    round = start_clock(tournament)
    clock.pause(round=round, now=noon_plus(20))
    with pytest.raises(ActionRefused):
        clock.set_end(round=round, at=noon_plus(60), now=noon_plus(30))
    assert reading_of(tournament, noon_plus(30))[0] == 55 * 60


def test_a_round_and_extra_time_have_a_longest_duration(tournament):
    round = start_clock(tournament, minutes=598)
    clock.give_time(round=round, minutes=2, now=NOON)
    with pytest.raises(ActionRefused):
        clock.give_time(round=round, minutes=1, now=NOON)
    clock.give_table_time(table=table_numbered(1), minutes=600, now=NOON)
    with pytest.raises(ActionRefused):
        clock.give_table_time(table=table_numbered(1), minutes=1, now=NOON)
    assert (reload_round(tournament).minutes, table_numbered(1).extra_minutes) == (600, 600)


VERBS = [
    lambda round: clock.pause(round=round, now=noon_plus(30)),
    lambda round: clock.go_on(round=round, now=noon_plus(30)),
    lambda round: clock.give_time(round=round, minutes=5, now=noon_plus(30)),
    lambda round: clock.give_table_time(table=table_numbered(1), minutes=5, now=noon_plus(30)),
    lambda round: clock.take_table_time(table=table_numbered(1), now=noon_plus(30)),
    lambda round: clock.set_end(round=round, at=noon_plus(60), now=noon_plus(30)),
]


def test_clock_actions_are_refused_unless_the_round_is_started(tournament):
    start_clock(tournament)

    @cases("state, verb", product(OFF, VERBS))
    def is_refused(state, verb):
        Round.objects.update(state=state)
        before = list(Round.objects.values()), table_numbered(1).extra_minutes
        with pytest.raises(ActionRefused):
            verb(reload_round(tournament))
        assert (list(Round.objects.values()), table_numbered(1).extra_minutes) == before

    is_refused()


def test_clock_actions_are_refused_without_minutes(tournament):
    start_clock(tournament, minutes=None)

    @cases("verb", VERBS)
    def is_refused(verb):
        with pytest.raises(ActionRefused):
            verb(reload_round(tournament))

    is_refused()
