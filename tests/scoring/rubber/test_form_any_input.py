"""Any input is read as a form or refused: no other error is raised."""

from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.scoring.forms import QUICK, with_changes
from tests.scoring.readings import any_cells, any_json, any_scalar, check_cells, check_every_reading
from tests.scoring.rubber.rubbers import GAME, KORTREGLER, rubber

SCALARS = any_scalar("NT", "S", "x", "3", "100")
DEAL_KEYS = ("passed", "declarer", "level", "strain", "doubled", "tricks", "honours")
KEYS = ("contracts", "unfinished", "totals", "seat", "points", *DEAL_KEYS)
ANY_JSON = any_json(SCALARS, *KEYS)
RIGHT = st.fixed_dictionaries(
    {
        "declarer": st.integers(1, 4),
        "level": st.integers(1, 7),
        "strain": st.sampled_from(["C", "D", "H", "S", "NT"]),
        "doubled": st.integers(0, 2),
        "tricks": st.integers(0, 13),
    }
)
DEAL = RIGHT | ANY_JSON | st.dictionaries(st.sampled_from(KEYS), SCALARS, max_size=7)
FORM = ANY_JSON | st.fixed_dictionaries(
    {},
    optional={
        "contracts": st.lists(DEAL, max_size=9),
        "unfinished": SCALARS,
        "totals": st.lists(st.sampled_from([10, -10]) | SCALARS, max_size=5) | ANY_JSON,
    },
)
OPEN = rubber("1 2H 8", "-", "2 3NT 9 2:150", unfinished=True)
PATHS = [
    *("contracts", "contracts.0", "contracts.1.passed", "contracts.2.honours", "unfinished"),
    *("contracts.2.honours.0", "contracts.2.honours.0.seat", "contracts.2.honours.0.points"),
    *(path for path in GAME.to_cells(OPEN) if path.startswith("contracts.0.")),
]


def check_every_rubber(document: object) -> None:
    """Read a document in every way. Partners have the same total, and both pairs together 0."""
    for game in (GAME, KORTREGLER):
        check_every_reading(document, game, 4)
        one, other, *partners = game.progress(document, 4).totals
        assert (partners, one + other) == ([one, other], 0)


@pytest.mark.slow
@QUICK
@given(FORM)
@example({"contracts": [{"declarer": 10**30, "level": -(10**30), "tricks": 10**30}]})
@example({"contracts": [{"strain": {}, "doubled": [], "honours": [{"seat": []}]}]})
@example({"totals": [10**30, float("nan"), float("inf"), True]})
def test_any_json_is_read_or_refused(document):
    check_every_rubber(document)


@pytest.mark.slow
@QUICK
@given(st.sampled_from(PATHS), ANY_JSON)
def test_any_json_in_a_valid_form_is_read_or_refused(path, value):
    check_every_rubber(with_changes((path, value), form=OPEN))


@pytest.mark.slow
@QUICK
@given(st.lists(RIGHT, max_size=12), st.booleans())
def test_any_rubber_is_scored(contracts, unfinished):
    document = {"contracts": contracts, "unfinished": unfinished}
    check_every_rubber(document)
    pad = GAME.progress(document, 4).pad
    written = [cell for block in (pad.above, *pad.below) for line in block for cell in line if cell]
    assert sum(cell.points for cell in written) == sum(pad.totals)


@QUICK
@given(any_cells(GAME, 4, None, "0", "1", "x", "NT", "h"))
@example({"contracts.9999.level": "1"})
def test_any_cells_are_read_or_refused(cells):
    check_cells(cells, GAME, 4)


@pytest.mark.slow
@QUICK
@given(st.integers(0, 2**32))
def test_any_practice_rubber_is_valid(seed):
    for game in (GAME, KORTREGLER):
        form = game.practice(4, Random(seed))
        check_every_rubber(form)
        assert game.normal(form, 4) == form
