"""Any input is read as a form or refused: no other error is raised."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scoring.boerenbridge.game import LATE
from tests.scoring.forms import (
    FIVE,
    QUICK,
    SHORT,
    SHORT_GAME,
    WK_GAME,
    with_changes,
)
from tests.scoring.readings import any_cells, any_json, any_scalar, check_cells, check_every_reading

SCALARS = any_scalar("revoke", "wrong-cards", "K", "3", "before", "during")
ANY_JSON = any_json(
    SCALARS,
    *("first_dealer", "deals", "totals", "bids", "tricks", "ruling", "infraction"),
    *("kind", "seats", "cards", "dealer", "x"),
    *("misdeal", "stage", "penalties", "seat", "points", "why"),
)
COUNTS = st.lists(st.integers(-1, 11) | SCALARS, max_size=7) | ANY_JSON
INFRACTION = ANY_JSON | st.fixed_dictionaries(
    {}, optional={"kind": SCALARS | ANY_JSON, "seats": st.lists(SCALARS, max_size=6)}
)
MISDEAL = ANY_JSON | st.fixed_dictionaries(
    {}, optional={"stage": SCALARS, "seats": st.lists(SCALARS, max_size=6) | SCALARS}
)
PENALTIES = ANY_JSON | st.lists(
    ANY_JSON
    | st.fixed_dictionaries({}, optional={"seat": SCALARS, "points": SCALARS, "why": SCALARS}),
    max_size=4,
)
DEAL = ANY_JSON | st.fixed_dictionaries(
    {},
    optional={"bids": COUNTS, "tricks": COUNTS, "infraction": INFRACTION, "ruling": SCALARS}
    | {"cards": SCALARS, "dealer": SCALARS, "misdeal": MISDEAL, "penalties": PENALTIES},
)
FORM = ANY_JSON | st.fixed_dictionaries(
    {}, optional={"first_dealer": SCALARS, "deals": st.lists(DEAL, max_size=22), "totals": COUNTS}
)
WK_PATHS = [
    *(
        path
        for path in WK_GAME.to_cells(FIVE)
        if path.startswith(("first", "deals.0.", "deals.1."))
    ),
    *("deals", "deals.0", "deals.1", "deals.0.bids", "deals.0.tricks", "deals.0.infraction"),
    *("deals.1.infraction", "deals.1.infraction.kind", "deals.1.infraction.seats"),
    *("deals.1.tricks", "deals.0.ruling", "totals"),
]
WK_PATHS.remove("deals.1.tricks.2")  # a mark: no list of tricks stands in the form there
SHORT_PATHS = [
    *("first_dealer", "deals", "deals.2", "deals.2.misdeal", "deals.2.misdeal.stage", "totals"),
    *("deals.2.misdeal.seats", "deals.2.misdeal.seats.1", "deals.2.penalties"),
    *("deals.2.penalties.0", "deals.2.penalties.0.seat", "deals.2.penalties.0.points"),
    *("deals.2.penalties.0.why", "deals.0.ruling", "deals.0.infraction", "deals.3.ruling"),
]
WORDS = ["0", "1", "k", "V", "x", "before", "during"]


@pytest.mark.slow
@QUICK
@given(FORM)
@example({"deals": [{"infraction": {"kind": [], "seats": [1]}}]})
@example({"deals": [{"infraction": {"kind": {}, "seats": [None, -5, 10**30]}}]})
@example({"deals": [{"misdeal": {"stage": [], "seats": [None, -5, 10**30]}}]})
@example({"deals": [{"penalties": [{"seat": 10**30, "points": -(10**30), "why": []}]}]})
@example({"totals": [10**30, float("nan"), float("inf"), True]})
def test_any_json_is_read_or_refused(document):
    for rules, seats in ((WK_GAME, 5), (SHORT_GAME, 3)):
        check_every_reading(document, rules, seats)


@pytest.mark.slow
@QUICK
@given(st.sampled_from(WK_PATHS), ANY_JSON)
def test_any_json_in_a_valid_form_is_read_or_refused(path, value):
    check_every_reading(with_changes((path, value)), WK_GAME, 5)


@pytest.mark.slow
@QUICK
@given(st.sampled_from(SHORT_PATHS), ANY_JSON | MISDEAL | PENALTIES)
def test_any_json_in_a_form_with_penalties_is_read_or_refused(path, value):
    check_every_reading(with_changes((path, value), form=SHORT), SHORT_GAME, 3)


@pytest.mark.slow
@QUICK
@given(ANY_JSON, ANY_JSON)
def test_any_correction_is_accepted_or_refused(before, after):
    for old, new in ((before, after), (FIVE, after), (before, FIVE)):
        assert {p.code for p in WK_GAME.revision_problems(old, new, 5)} <= set(LATE.values())
        assert SHORT_GAME.revision_problems(old, new, 3) == ()


@QUICK
@given(any_cells(WK_GAME, 5, FIVE, *WORDS))
def test_any_cells_are_read_or_refused(cells):
    check_cells(cells, WK_GAME, 5)


@pytest.mark.slow
@QUICK
@given(any_cells(SHORT_GAME, 3, SHORT, *WORDS))
def test_any_cells_with_penalties_are_read_or_refused(cells):
    check_cells(cells, SHORT_GAME, 3)
