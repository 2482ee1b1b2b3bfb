"""Which backups are kept, by their age."""

from datetime import UTC, datetime, timedelta

from wk.backups.thinning import Moment, thinned_out

NOW = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


def every(minutes, *, until, before_act=False):
    """Return moments at so many minutes before now, the newest first."""
    ages = range(0, until, minutes)
    return [Moment(f"{age:06}", NOW - age * MINUTE, before_act) for age in ages]


def kept(moments, now=NOW):
    gone = thinned_out(moments, now)
    return [int(each.name) for each in moments if each.name not in gone]


def test_all_of_the_last_hour_are_kept():
    assert kept(every(5, until=60)) == list(range(0, 60, 5))


def test_one_for_each_quarter_is_kept_for_six_hours():
    ages = kept(every(5, until=6 * 60))
    # The last one is the oldest of a quarter that had only begun.
    assert ages == [*range(0, 60, 5), *range(60, 360, 15), 355]


def test_one_for_each_hour_is_kept_for_two_days_and_then_one_a_day():
    ages = kept(every(5, until=5 * 24 * 60))
    hours = [age for age in ages if 6 * 60 <= age < 48 * 60]
    days = [age for age in ages if age >= 48 * 60]
    assert hours == [*range(360, 48 * 60, 60), 48 * 60 - 5]
    # The oldest of each day of UTC, of the days that are two days old and more.
    assert days == [68 * 60, 92 * 60, 116 * 60, 5 * 24 * 60 - 5]


def test_what_was_made_before_an_act_is_kept_for_two_days():
    moments = every(1, until=3 * 24 * 60, before_act=True)
    ages = kept(moments)
    assert ages[: 48 * 60] == [*range(48 * 60)]
    assert len(ages) == 48 * 60 + 2


def test_what_was_made_before_a_return_is_kept_for_good():
    """The log of until then is nowhere else."""
    ages = range(400, 410)
    moments = [Moment(str(n), NOW - timedelta(days=400, minutes=n), True, True) for n in ages]
    assert thinned_out([*moments, *every(5, until=60)], NOW) == []


def test_the_newest_is_kept_however_old():
    old = [
        Moment("b", NOW - timedelta(days=400)),
        Moment("a", NOW - timedelta(days=400, minutes=1)),
    ]
    assert thinned_out(old, NOW) == []


def test_a_backup_that_was_kept_is_not_thinned_out_by_later_ones():
    """As the hours go by, what is kept is what would be kept at once."""
    left = every(5, until=24 * 60)
    for hours in range(1, 60):
        now = NOW + timedelta(hours=hours)
        gone = thinned_out(left, now)
        left = [each for each in left if each.name not in gone]
    assert kept(left, now) == kept(every(5, until=24 * 60), now)
