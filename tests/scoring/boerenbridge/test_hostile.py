"""Whatever comes in, a form is read or refused: nothing else is ever raised."""

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scoring.boerenbridge.game import LATE
from scoring.problems import Invalid
from scoring.registry import MESSAGES

from ..sample import FIVE, QUICK, WK_GAME, changed

KEYS = st.sampled_from(
    [
        *("first_dealer", "deals", "totals", "bids", "tricks", "ruling", "infraction"),
        *("kind", "seats", "cards", "dealer", "x"),
    ]
)
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-3, 12)
    | st.integers()
    | st.floats()
    | st.sampled_from(["revoke", "wrong-cards", "K", "3"])
    | st.text(max_size=5)
)
ANY_JSON = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=7) | st.dictionaries(KEYS | st.text(max_size=3), inner, max_size=5)
    ),
    max_leaves=25,
)
COUNTS = st.lists(st.integers(-1, 11) | SCALARS, max_size=7) | ANY_JSON
INFRACTION = ANY_JSON | st.fixed_dictionaries(
    {}, optional={"kind": SCALARS | ANY_JSON, "seats": st.lists(SCALARS, max_size=6)}
)
DEAL = ANY_JSON | st.fixed_dictionaries(
    {},
    optional={"bids": COUNTS, "tricks": COUNTS, "infraction": INFRACTION, "ruling": SCALARS}
    | {"cards": SCALARS, "dealer": SCALARS},
)
FORM = ANY_JSON | st.fixed_dictionaries(
    {}, optional={"first_dealer": SCALARS, "deals": st.lists(DEAL, max_size=22), "totals": COUNTS}
)
PATHS = [
    *(
        path
        for path in WK_GAME.to_cells(FIVE)
        if path.startswith(("first", "deals.0.", "deals.1."))
    ),
    *("deals", "deals.0", "deals.1", "deals.0.bids", "deals.0.tricks", "deals.0.infraction"),
    *("deals.1.infraction", "deals.1.infraction.kind", "deals.1.infraction.seats"),
    *("deals.1.tricks", "deals.0.ruling", "totals"),
]
PATHS.remove("deals.1.tricks.2")  # a mark: no list of tricks stands in the form there
CELLS = [field.path for field in WK_GAME.layout(5).fields] + [f"totals.{seat}" for seat in range(6)]
LAYOUT = {field.path for field in WK_GAME.layout(5).fields}
ROWS = {f"deals.{index}" for index in range(19)}
WHOLE = {"", "deals", "totals", *(f"totals.{seat}" for seat in range(5))}


def check(document: object) -> None:
    """Read a document in every way; what is wrong with it must be known, said and placed."""
    progress = WK_GAME.progress(document, 5)
    for problem in progress.problems:
        assert problem.code in MESSAGES
        assert problem.path in LAYOUT | ROWS | WHOLE
        assert 0 <= problem.place.deal <= 19
        assert 0 <= problem.place.seat <= 5
    assert len(progress.rows) == 19
    assert len(progress.totals) == 5
    if progress.problems:
        assert progress.result == ()
        for read in (WK_GAME.normal, WK_GAME.score):
            with pytest.raises(Invalid) as refused:
                read(document, 5)
            assert refused.value.problems == progress.problems
    else:
        normal = WK_GAME.normal(document, 5)
        assert WK_GAME.normal(json.loads(json.dumps(normal)), 5) == normal
        assert WK_GAME.score(normal, 5) == progress.result


@QUICK
@given(FORM)
@example({"deals": [{"infraction": {"kind": [], "seats": [1]}}]})
@example({"deals": [{"infraction": {"kind": {}, "seats": [None, -5, 10**30]}}]})
@example({"totals": [10**30, float("nan"), float("inf"), True]})
def test_any_json(document):
    check(document)
    cells = WK_GAME.to_cells(document)
    assert all(isinstance(text, str) for text in cells.values())
    check(WK_GAME.from_cells(cells))


@QUICK
@given(st.sampled_from(PATHS), ANY_JSON)
def test_any_json_anywhere_in_a_valid_form(path, value):
    document = changed((path, value))
    check(document)
    check(WK_GAME.from_cells(WK_GAME.to_cells(document)))


@QUICK
@given(ANY_JSON, ANY_JSON)
def test_any_correction(before, after):
    for old, new in ((before, after), (FIVE, after), (before, FIVE)):
        assert {p.code for p in WK_GAME.revision_problems(old, new, 5)} <= set(LATE.values())


@QUICK
@given(
    st.dictionaries(
        st.sampled_from(CELLS), st.sampled_from(["0", "1", "k", "V"]) | st.text(max_size=4)
    )
)
def test_any_cells(cells):
    document = WK_GAME.from_cells(cells)
    check(document)
    assert WK_GAME.from_cells(WK_GAME.to_cells(document)) == document
