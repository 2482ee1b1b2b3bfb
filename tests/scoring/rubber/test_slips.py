"""Usual slips of a scorer who keeps a rubber by hand."""

from tests.cases import cases
from tests.scoring.rubber.rubbers import EXAMPLE, GAME, KORTREGLER, rubber


def slips_in_words(
    *deals: str, seat: int = 1, unfinished: bool = True, game=GAME
) -> list[tuple[int, str]]:
    """Return deal and words of the slips of a seat."""
    slips = game.slips(rubber(*deals, unfinished=unfinished), 4)
    return [(slip.deal, slip.text.en) for slip in slips if slip.seat == seat]


@cases(
    ("deal", "slips"),
    [
        ("1 2H 8", ["in the column of the other pair (−60 instead of +60)"]),
        (
            "1 2H 7",
            [
                "in the column of the other pair (+50 instead of −50)",
                "counted as vulnerable (−100 instead of −50)",
            ],
        ),
        (
            "2 1NTX 7",  # 80 below, 50 for the insult
            [
                "in the column of the other pair (+130 instead of −130)",
                "counted as not doubled (−40 instead of −130)",
            ],
        ),
        (
            "1 1C 7 4:100",  # 20, and honours of the other pair
            [
                "in the column of the other pair (+80 instead of −80)",
                "the honours forgotten (+20 instead of −80)",
            ],
        ),
        (
            "1 6C 12",  # 120 and a small slam: a game
            [
                "in the column of the other pair (−620 instead of +620)",
                "the bonus forgotten (0 instead of +300)",
                "counted as vulnerable (+870 instead of +620)",
                "the slam bonus forgotten (+120 instead of +620)",
            ],
        ),
        ("-", []),
    ],
)
def test_b_2_to_b_6_slips_of_one_deal(deal, slips):
    stopped = "the bonus forgotten (0 instead of"
    found = [words for _deal, words in slips_in_words(deal)]
    assert [w for w in found if not w.startswith(stopped) or w in slips] == slips


def test_delta_2_slips_of_the_bonus_where_play_stopped():
    bonus = "the bonus forgotten (0 instead of +100)"
    assert (1, bonus) in slips_in_words("1 2H 8")
    assert [words for _deal, words in slips_in_words("1 2H 8", game=KORTREGLER)] == [
        "in the column of the other pair (−60 instead of +60)"
    ]


def test_b_7_slips_of_vulnerability_after_a_game():
    found = slips_in_words("1 4S 10", "3 2H 7")
    assert (2, "counted as not vulnerable (−50 instead of −100)") in found


def test_b_8_slips_of_the_rubber_bonus_are_at_the_last_deal():
    found = slips_in_words("1 4S 10", "3 4S 10", unfinished=False)
    assert [each for each in found if "bonus" in each[1]] == [
        (2, "the other bonus for the rubber (+500 instead of +700)"),
        (2, "the bonus forgotten (0 instead of +700)"),
    ]


def test_both_pairs_have_the_same_slips_with_opposite_sign():
    slips = GAME.slips(EXAMPLE, 4)
    own = [
        [(slip.deal, sign * slip.difference) for slip in slips if slip.seat == seat]
        for seat, sign in ((1, 1), (2, -1), (3, 1), (4, -1))
    ]
    assert own == [own[0]] * 4
    assert len(own[0]) > 9


def test_a_slip_counts_in_the_difference_of_both_pairs():
    slips = GAME.slips(rubber("1 2H 8", unfinished=True), 4)
    assert [(slip.seat, slip.difference) for slip in slips if "column" in slip.text.en] == [
        *[(1, -120), (2, 120), (3, -120), (4, 120)]
    ]


@cases("document", [None, {}, {"totals": [810, -810, 810, -810]}, {"contracts": [{}]}])
def test_no_slips_without_a_complete_deal(document):
    assert GAME.slips(document, 4) == ()


# What asks for a second look.


@cases(
    ("deal", "down"),
    [("1 4S 4", 6), ("1 4S 5", None), ("1 3NT 3", 6), ("2 7C 0", 13), ("1 1C 13", None)],
)
def test_b_6_slips_of_tricks_counted_without_the_first_six(deal, down):
    progress = GAME.progress(rubber(deal, unfinished=True), 4)
    assert [(n.code, n.path, n.place.deal) for n in progress.notices] == (
        [("UNLIKELY_DOWN", "contracts.0.tricks", 1)] if down else []
    )
    assert [n.text.en.partition(":")[0] for n in progress.notices] == [f"{down} down"] * bool(down)
    assert progress.problems == ()


@cases(("total", "count"), [(3000, 0), (3010, 4)])
def test_b_8_notices_of_rubbers_won_by_much(total, count):
    progress = GAME.progress({"totals": [total, -total, total, -total]}, 4)
    assert [(n.code, n.path) for n in progress.notices] == [
        ("UNLIKELY_TOTAL", f"totals.{seat}") for seat in range(count)
    ]
    assert progress.problems == ()
