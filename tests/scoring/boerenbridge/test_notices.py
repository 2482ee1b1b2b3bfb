"""Notices: what is possible but unlikely."""

from scoring.registry import game
from tests.cases import cases
from tests.scoring.forms import CARDS, FIVE, FOUR, WK_GAME, with_changes

LONG = [{"cards": 1, "trump": True, "blind": False}] * 12


def notices_of(form: object, seats: int = 5, rules=WK_GAME) -> list[tuple[str, str, str]]:
    """Return code, place and path of each notice of a form."""
    notices = rules.progress(form, seats).notices
    return [(notice.code, str(notice.place), notice.path) for notice in notices]


def test_a_real_form_has_no_notices():
    assert notices_of(FIVE) == []


def test_wk_17_a_player_who_made_all_19_bids_is_noticed():
    assert notices_of(FOUR, 4) == [
        ("UNLIKELY_ALL_MADE", f"seat {seat}", f"deals.18.tricks.{seat - 1}") for seat in (2, 3, 4)
    ]
    progress = WK_GAME.progress(FOUR, 4)
    assert (progress.problems, len(progress.result)) == ((), 4)
    assert progress.notices[0].text.en.startswith("All 19 deals made.")


def test_wk_20_in_a_stopped_deal_only_the_offender_missed_his_bid():
    stopped = {"bids": [0, 0, 0, 0], "infraction": {"kind": "wrong-cards", "seats": [3]}}
    form = with_changes(("deals.4", stopped), form=FOUR)
    assert [place for _, place, _ in notices_of(form, 4)] == ["seat 2", "seat 4"]


@cases("change", [("deals.18", {}), ("deals.3.tricks.0", None)])
def test_no_notices_before_all_deals_are_known(change):
    assert notices_of(with_changes(change, form=FOUR), 4) == []


@cases(("deals", "count"), [(LONG, 3), (LONG[:11], 0)])
def test_a_short_round_has_no_notices(deals, count):
    rules = game("chinees-poepen", {"deals": deals})
    form = {
        "first_dealer": 1,
        "deals": [{"bids": [0, 0, 0, 0], "tricks": [1, 0, 0, 0]}] * len(deals),
    }
    assert len(notices_of(form, 4, rules)) == count
    totals = notices_of({"totals": [200, -200, 0, 0]}, 4, rules)
    assert [code for code, _, _ in totals] == (
        ["UNLIKELY_TOTAL_HIGH", "UNLIKELY_TOTAL_LOW"] if count else []
    )


@cases(
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
def test_wk_19_unlikely_totals_are_noticed(totals, notices):
    assert notices_of({"totals": totals}) == notices


def test_unlikely_totals_are_accepted():
    progress = WK_GAME.progress({"totals": [236, 0, 0, 0, 0]}, 5)
    assert (progress.problems, progress.result[0].points) == ((), 236)
    assert progress.notices[0].text.en == (
        "236 is a lot: who makes every deal with his share of the tricks has 234."
    )


def test_wk_6_at_a_table_of_four_each_has_more_tricks():
    high = 19 * 10 + 2 * (sum(CARDS) // 4 + 1)
    assert notices_of({"totals": [high, 0, 0, 0]}, 4) == []
    assert len(notices_of({"totals": [high + 2, 0, 0, 0]}, 4)) == 1
