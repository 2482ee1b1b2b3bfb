"""What is possible, but asks for a second look."""

import pytest

from scoring.registry import game

from ..sample import CARDS, FIVE, FOUR, WK_GAME, changed

LONG = [{"cards": 1, "trump": True, "blind": False}] * 12


def noticed(form: object, seats: int = 5, rules=WK_GAME) -> list[tuple[str, str, str]]:
    """Return code, place and path of every notice of a form."""
    notices = rules.progress(form, seats).notices
    return [(notice.code, str(notice.place), notice.path) for notice in notices]


def test_a_real_form_has_none():
    assert noticed(FIVE) == []


def test_wk_17_who_made_all_19_deals():
    assert noticed(FOUR, 4) == [
        ("UNLIKELY_ALL_MADE", f"seat {seat}", f"deals.18.tricks.{seat - 1}") for seat in (2, 3, 4)
    ]
    progress = WK_GAME.progress(FOUR, 4)
    assert (progress.problems, len(progress.result)) == ((), 4)
    assert progress.notices[0].text.en.startswith("All 19 deals made.")


def test_wk_20_who_is_paid_in_a_stopped_deal_made_it_and_the_offender_did_not():
    stopped = {"bids": [0, 0, 0, 0], "infraction": {"kind": "wrong-cards", "seats": [3]}}
    form = changed(("deals.4", stopped), form=FOUR)
    assert [place for _, place, _ in noticed(form, 4)] == ["seat 2", "seat 4"]


@pytest.mark.parametrize("change", [("deals.18", {}), ("deals.3.tricks.0", None)])
def test_nothing_is_said_before_all_deals_are_known(change):
    assert noticed(changed(change, form=FOUR), 4) == []


@pytest.mark.parametrize(("deals", "count"), [(LONG, 3), (LONG[:11], 0)])
def test_in_a_short_round_nothing_is_unlikely(deals, count):
    rules = game("chinees-poepen", {"deals": deals})
    form = {
        "first_dealer": 1,
        "deals": [{"bids": [0, 0, 0, 0], "tricks": [1, 0, 0, 0]}] * len(deals),
    }
    assert len(noticed(form, 4, rules)) == count
    totals = noticed({"totals": [200, -200, 0, 0]}, 4, rules)
    assert [code for code, _, _ in totals] == (
        ["UNLIKELY_TOTAL_HIGH", "UNLIKELY_TOTAL_LOW"] if count else []
    )


@pytest.mark.parametrize(
    ("totals", "notices"),
    [
        ([196, 182, 182, 148, 118], []),
        # 19 × 10 + 2 × 22 tricks, and 19 × −2.
        ([234, 0, 0, 0, -38], []),
        ([236, 0, 0, 0, 0], [("UNLIKELY_TOTAL_HIGH", "seat 1", "totals.0")]),
        ([0, 0, 0, -40, 0], [("UNLIKELY_TOTAL_LOW", "seat 4", "totals.3")]),
        ([188, 188, 188, 188, 188], []),  # 940: what deals that are played out can bring
        ([190, 188, 188, 188, 188], [("UNLIKELY_TOTALS_TOGETHER", "", "totals")]),
        ([236, None, 0, 0, 0], []),
        # What is impossible is said, and nothing else.
        ([237, 0, 0, 0, 0], []),
        ([400, 400, 400, 400, 0], []),
    ],
)
def test_wk_19_totals_that_are_unlikely(totals, notices):
    assert noticed({"totals": totals}) == notices


def test_totals_that_are_unlikely_count_all_the_same():
    progress = WK_GAME.progress({"totals": [236, 0, 0, 0, 0]}, 5)
    assert (progress.problems, progress.result[0].points) == ((), 236)
    assert progress.notices[0].text.en == (
        "236 is a lot: who makes every deal with his share of the tricks has 234."
    )


def test_wk_6_at_a_table_of_four_each_has_more_tricks():
    high = 19 * 10 + 2 * (sum(CARDS) // 4 + 1)
    assert noticed({"totals": [high, 0, 0, 0]}, 4) == []
    assert len(noticed({"totals": [high + 2, 0, 0, 0]}, 4)) == 1
