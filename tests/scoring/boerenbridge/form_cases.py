"""Variants of Boerenbridge, and changes of a short form with the problems that they give."""

from scoring.boerenbridge import KEYS
from tests.documents import GONE
from tests.scoring.forms import SHORT

VARIANTS = KEYS[1:]

# The changes of the short form; then code, place and path of every problem.
MISDEAL, PENALTY = "deals.2.misdeal", "deals.2.penalties"
CASES = [
    # Only what a variant knows, and a ruling only where the dealer is restricted.
    (
        [("deals.0.infraction", {"kind": "revoke", "seats": [1]})],
        [("UNKNOWN_KEY", "deal 1", "deals.0")],
    ),
    ([("deals.1.ruling", "Blijft staan.")], [("UNKNOWN_KEY", "deal 2", "deals.1")]),
    ([("deals.2.ruling", "Mag.")], [("RULING_NOT_NEEDED", "deal 3", "deals.2.ruling")]),
    ([("deals.3.ruling", GONE)], [("BID_SUM_EQUALS_CARDS", "deal 4", "deals.3.ruling")]),
    ([("deals", SHORT["deals"] * 2)], [("TOO_MANY_DEALS", "", "deals")]),
    ([("deals.3", GONE)], [("DEAL_MISSING", "deal 4", "deals.3")]),
    ([("deals.1.bids.0", 4)], [("BID_GT_CARDS", "deal 2 seat 1", "deals.1.bids.0")]),
    ([("deals.1.tricks.0", 2)], [("TRICKS_SUM_NOT_CARDS", "deal 2", "deals.1")]),
    ([("deals.0.tricks.0", "K")], [("TRICKS_NOT_INTEGER", "deal 1 seat 1", "deals.0.tricks.0")]),
    ([("first_dealer", GONE)], [("FIRST_DEALER_MISSING", "", "first_dealer")]),
    # Misdeals.
    ([(MISDEAL, None)], []),
    ([(MISDEAL, {})], []),
    ([(MISDEAL, "before")], [("NOT_AN_OBJECT", "deal 3", "deals.2.misdeal.stage")]),
    ([(f"{MISDEAL}.seat", 1)], [("UNKNOWN_KEY", "deal 3", "deals.2")]),
    (
        [(f"{MISDEAL}.stage", GONE)],
        [("MISDEAL_STAGE_MISSING", "deal 3", "deals.2.misdeal.stage")],
    ),
    (
        [(f"{MISDEAL}.stage", "after")],
        [("UNKNOWN_MISDEAL", "deal 3", "deals.2.misdeal.stage")],
    ),
    ([(f"{MISDEAL}.stage", [])], [("UNKNOWN_MISDEAL", "deal 3", "deals.2.misdeal.stage")]),
    (
        [(f"{MISDEAL}.stage", "before")],
        [("MISDEAL_SEATS_NOT_NEEDED", "deal 3", "deals.2.misdeal.stage")],
    ),
    (
        [(f"{MISDEAL}.seats", [])],
        [("MISDEAL_SEATS_MISSING", "deal 3", "deals.2.misdeal.seats.0")],
    ),
    (
        [(f"{MISDEAL}.seats", GONE)],
        [("MISDEAL_SEATS_MISSING", "deal 3", "deals.2.misdeal.seats.0")],
    ),
    ([(f"{MISDEAL}.seats", 2)], [("NOT_A_LIST", "deal 3", "deals.2.misdeal.seats.0")]),
    (
        [(f"{MISDEAL}.seats", [4, "1"])],
        [("MISDEAL_SEAT_NOT_AT_TABLE", "deal 3", "deals.2.misdeal.seats.0")] * 2,
    ),
    (
        [(f"{MISDEAL}.seats", [3, 3])],
        [("MISDEAL_SEAT_TWICE", "deal 3 seat 3", "deals.2.misdeal.seats.2")],
    ),
    (
        [(f"{MISDEAL}.seats", [2] * 100_000)],
        [("MISDEAL_SEAT_TWICE", "deal 3 seat 2", "deals.2.misdeal.seats.1")] * 3,
    ),
    # Penalties.
    ([(PENALTY, None)], []),
    ([(PENALTY, [])], []),
    ([(PENALTY, [{}, None, {"seat": 1, "points": -1}])], []),
    ([(PENALTY, -3)], [("NOT_A_LIST", "deal 3", "deals.2")]),
    ([(PENALTY, [-3])], [("NOT_AN_OBJECT", "deal 3", "deals.2.penalties.0.seat")]),
    ([(PENALTY, [{}] * 20)], []),
    ([(PENALTY, [{}] * 21)], [("TOO_MANY_PENALTIES", "deal 3", "deals.2")]),
    ([(f"{PENALTY}.0.reason", "x")], [("UNKNOWN_KEY", "deal 3", "deals.2")]),
    (
        [(PENALTY, [{}, {"why": "praatte"}])],
        [
            ("PENALTY_SEAT_MISSING", "deal 3", "deals.2.penalties.1.seat"),
            ("PENALTY_POINTS_MISSING", "deal 3", "deals.2.penalties.1.points"),
        ],
    ),
    *[
        (
            [(f"{PENALTY}.0.seat", seat)],
            [("PENALTY_SEAT_NOT_AT_TABLE", "deal 3", "deals.2.penalties.0.seat")],
        )
        for seat in (0, 4, "1", True, 1.0)
    ],
    *[
        (
            [(f"{PENALTY}.0.points", points)],
            [("PENALTY_POINTS_INVALID", "deal 3", "deals.2.penalties.0.points")],
        )
        for points in (0, 1001, -1001, "-3", 1.5, True, [])
    ],
    ([(f"{PENALTY}.0.points", 1000)], []),
    ([(f"{PENALTY}.0.points", -1000)], []),
    ([(f"{PENALTY}.0.why", "")], []),
    ([(f"{PENALTY}.0.why", 7)], [("NOT_A_TEXT", "deal 3", "deals.2.penalties.0.why")]),
    ([(f"{PENALTY}.0.why", "x" * 501)], [("TEXT_TOO_LONG", "deal 3", "deals.2.penalties.0.why")]),
]
