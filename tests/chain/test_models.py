"""Times of links, as they are stored and read."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from wk.chain.models import FIRST, LAST, moment_of


@pytest.mark.parametrize(
    ("at", "moment"),
    [
        (0, datetime(1970, 1, 1, tzinfo=UTC)),
        (1_500_000, datetime(1970, 1, 1, 0, 0, 1, 500_000, tzinfo=UTC)),
        (2**63 - 1, LAST),
        (-(2**63), FIRST),
    ],
)
def test_a_number_of_microseconds_is_a_time(at, moment):
    assert moment_of(at) == moment


def test_times_beyond_all_times_can_be_told_everywhere():
    for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago"):
        assert [each.astimezone(ZoneInfo(zone)).year for each in (FIRST, LAST)] == [1, 9999]
