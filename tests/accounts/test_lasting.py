"""The moment at which an account for a day ends."""

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from wk.accounts.lasting import Lasting, end_of

HERE = ZoneInfo("Europe/Amsterdam")


@pytest.mark.parametrize(
    ("made", "lasting", "ends"),
    [
        ("2026-11-21 09:00", Lasting.TODAY, "2026-11-22 06:00"),
        ("2026-11-21 23:59", Lasting.TODAY, "2026-11-22 06:00"),
        ("2026-11-22 00:30", Lasting.TODAY, "2026-11-23 06:00"),
        ("2026-11-20 20:00", Lasting.TOMORROW, "2026-11-22 06:00"),
        ("2026-10-24 12:00", Lasting.TODAY, "2026-10-25 06:00"),  # the night when clocks go back
        ("2026-12-31 12:00", Lasting.TODAY, "2027-01-01 06:00"),
    ],
)
def test_a_day_ends_at_six_the_next_morning_by_the_clock_of_the_hall(made, lasting, ends):
    found = end_of(lasting, dt.datetime.fromisoformat(made).replace(tzinfo=HERE))
    assert found == dt.datetime.fromisoformat(ends).replace(tzinfo=HERE)
    assert found.utcoffset() == dt.timedelta(hours=1)


def test_an_account_that_is_open_until_it_is_closed_has_no_end():
    assert end_of(Lasting.OPEN, dt.datetime(2026, 11, 21, tzinfo=HERE)) is None
