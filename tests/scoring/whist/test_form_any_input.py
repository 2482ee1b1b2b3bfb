"""Any input is read as a form or as options, or refused: no other error is raised."""

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scoring.problems import Invalid, Problem
from scoring.whist import make
from scoring.whist.contracts import CONTRACTS
from scoring.whist.messages import MESSAGES
from scoring.whist.named_grids import GRIDS
from scoring.whist.options import grid_document
from tests.scoring.forms import QUICK
from tests.scoring.readings import any_cells, any_json, any_scalar, check_cells, check_every_reading
from tests.scoring.whist.forms import FORM, WHIST, with_changes

CONTRACTS_BY_KEY = [contract.key for contract in CONTRACTS]
CONTRACT = st.sampled_from(CONTRACTS_BY_KEY)
SCALARS = any_scalar(*CONTRACTS_BY_KEY)
DEAL_KEYS = ("contract", "declarers", "tricks", "passed", "referee")
ANY_JSON = any_json(SCALARS, "deals", "totals", "grid", "x", *DEAL_KEYS)
COUNTS = st.integers(0, 13) | st.lists(st.integers(-1, 6) | SCALARS, max_size=6) | ANY_JSON
DEAL = ANY_JSON | st.fixed_dictionaries(
    {},
    optional={"contract": CONTRACT | SCALARS, "declarers": COUNTS, "tricks": COUNTS}
    | {"passed": st.just(True) | SCALARS, "referee": SCALARS},
)
DOCUMENT = ANY_JSON | st.fixed_dictionaries(
    {}, optional={"deals": st.lists(DEAL, max_size=25), "totals": COUNTS}
)
PATHS = [
    *("deals", "deals.0", "deals.0.contract", "deals.0.declarers", "deals.0.tricks"),
    *("deals.0.declarers.1", "deals.3.passed", "deals.10.tricks", "deals.10.tricks.1"),
    *("deals.10.declarers", "deals.19.referee", "totals"),
]
LINES = st.dictionaries(
    st.sampled_from(["won", "most", "opponents", "x"]), SCALARS | ANY_JSON, max_size=4
)
GRID = ANY_JSON | st.fixed_dictionaries(
    {},
    optional={
        "zero_sum": st.booleans() | SCALARS,
        "contracts": ANY_JSON | st.dictionaries(CONTRACT, LINES | ANY_JSON, max_size=19),
    },
)
SETTINGS = [field.path for field in WHIST.settings.fields]


def refusal_of(options: dict[str, Any]) -> tuple[Problem, ...]:
    """Return the problems of options."""
    try:
        make("kleurenwiezen", options)
    except Invalid as invalid:
        return invalid.problems
    return ()


@pytest.mark.slow
@QUICK
@given(DOCUMENT)
@example({"deals": [{"contract": [], "declarers": [{}, []], "tricks": [[], {}]}]})
@example({"deals": [{"contract": "piccolo", "declarers": [1, 1.0, True], "tricks": [10**30]}]})
@example({"deals": [{"declarers": [1] * 100_000, "tricks": [1] * 100_000}]})
@example({"deals": [{"passed": True}] * 100_000})
@example({"totals": [10**30, float("nan"), float("inf"), True]})
def test_any_json_is_read_or_refused(document):
    check_every_reading(document, WHIST, 4)


@pytest.mark.slow
@QUICK
@given(st.sampled_from(PATHS), ANY_JSON)
def test_any_json_in_a_valid_form_is_read_or_refused(path, value):
    check_every_reading(with_changes((path, value)), WHIST, 4)


@QUICK
@given(any_cells(WHIST, 4, None, "0", "1 2", "x", "passed", "piccolo"))
def test_any_cells_are_read_or_refused(cells):
    check_cells(cells, WHIST, 4)


@QUICK
@given(st.dictionaries(st.sampled_from(["deals", "grid", "x"]), GRID | SCALARS, max_size=3))
@example({"grid": {"contracts": {"troel": {"won": 10**400}}}})
def test_any_options_are_read_or_refused(options):
    assert all(isinstance(text, str) for text in WHIST.options_to_cells(options).values())
    problems = refusal_of(options)
    assert {problem.code for problem in problems} <= set(MESSAGES)
    if not problems:
        game = make("kleurenwiezen", options)
        assert make("kleurenwiezen", game.options) == game


@QUICK
@given(st.dictionaries(st.sampled_from(SETTINGS), st.sampled_from(["1", "x"]) | st.text()))
def test_any_cells_of_options_are_read_or_refused(cells):
    options = WHIST.options_from_cells(WHIST.options_to_cells({}) | cells)
    problems = refusal_of(options)
    assert {problem.path for problem in problems} <= {"grid", *SETTINGS}
    if not problems:
        assert make("kleurenwiezen", options).options == options


def test_any_json_in_an_own_grid_is_read_or_refused():
    grid = grid_document(GRIDS["whisthub"])
    for value in (None, [], {}, "x", 1.5, True):
        grid["contracts"]["troel"] = {"won": value}
        with pytest.raises(Invalid):
            make("kleurenwiezen", {"grid": grid})


def test_the_form_to_start_from_is_valid():
    check_every_reading(FORM, WHIST, 4)
    assert WHIST.progress(FORM, 4).problems == ()
