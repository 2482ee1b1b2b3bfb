"""What running totals tell of the points of a deal."""

import pytest

from scoring.running_totals import ANY_SUM, CARRIES, CARRY, NOT_SEEN, messages
from scoring.scan import Sight


def test_a_sum_is_likeliest_right_then_wrong_by_a_carry_and_hardly_by_anything_else():
    values = [20, *(20 - carry for carry in CARRIES), 15, 40]
    (told,) = messages([dict.fromkeys(values, 1.0)], [Sight({"20": 1.0})], NOT_SEEN)
    by_carry = CARRY / len(CARRIES) / (1 - CARRY - ANY_SUM)
    parts = [told[value] / told[20] for value in values]
    assert parts[:5] == pytest.approx([1.0, *[by_carry] * 4], rel=0.05)
    assert max(parts[5:]) < by_carry / 20


def test_the_running_totals_before_and_after_a_deal_tell_its_points():
    unknown = dict.fromkeys(range(-50, 60, 10), 1.0)
    seen = [Sight({"10": 1.0}), NOT_SEEN, Sight({"50": 1.0})]
    known = [{10: 1.0}, unknown, {20: 1.0}]
    told = messages(known, seen, Sight({"50": 1.0}))[1]
    assert max(told, key=lambda value: told[value]) == 20
    assert told[20] == pytest.approx(1, abs=0.05)
