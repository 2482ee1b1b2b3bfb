"""Any input is read as a form or refused: no other error is raised."""

import json
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scoring.problems import Invalid
from scoring.rubber.messages import MESSAGES
from tests.scoring.forms import QUICK, check_guidance, with_changes
from tests.scoring.rubber.rubbers import GAME, KORTREGLER, rubber

KEYS = st.sampled_from(
    [
        *("contracts", "unfinished", "totals", "passed", "declarer", "level", "strain"),
        *("doubled", "tricks", "honours", "seat", "points"),
    ]
)
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-3, 14)
    | st.integers()
    | st.floats()
    | st.sampled_from(["NT", "S", "x", "3", "100"])
    | st.text(max_size=5)
)
ANY_JSON = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(KEYS | st.text(max_size=3), inner, max_size=5)
    ),
    max_leaves=20,
)
RIGHT = st.fixed_dictionaries(
    {
        "declarer": st.integers(1, 4),
        "level": st.integers(1, 7),
        "strain": st.sampled_from(["C", "D", "H", "S", "NT"]),
        "doubled": st.integers(0, 2),
        "tricks": st.integers(0, 13),
    }
)
DEAL = RIGHT | ANY_JSON | st.dictionaries(KEYS, SCALARS, max_size=7)
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
LAYOUT_CELLS = [field.path for field in GAME.layout(4).fields]
CELLS = [*LAYOUT_CELLS, *(f"totals.{seat}" for seat in range(5)), "contracts.9999.level"]


def check_every_reading(document: object) -> None:
    """Read a document in every way. Each problem must have a known code, words and a place."""
    for game in (GAME, KORTREGLER):
        check_guidance(document, game, 4)
        layout = game.layout(4, document)
        progress = game.progress(document, 4)
        places = {
            *("", "contracts", "totals", *(f"totals.{seat}" for seat in range(4))),
            *(field.path for field in layout.fields),
            *(row.path for row in layout.rows),
        }
        assert {problem.path for problem in progress.problems} <= places
        assert {problem.code for problem in progress.problems} <= set(MESSAGES)
        assert [row.number for row in progress.rows] == [row.number for row in layout.rows]
        one, other, *partners = progress.totals
        assert (partners, one + other) == ([one, other], 0)
        if progress.problems:
            assert (progress.result, progress.normal) == ((), None)
            for read in (game.normal, game.score):
                with pytest.raises(Invalid) as refused:
                    read(document, 4)
                assert refused.value.problems == progress.problems
        else:
            normal = game.normal(document, 4)
            # Forms are handed in by this copy: its keys have the order of the archive too.
            assert json.dumps(progress.normal) == json.dumps(normal)
            assert game.normal(json.loads(json.dumps(normal)), 4) == normal
            assert game.from_cells(game.to_cells(normal), 4) == normal
            assert game.score(normal, 4) == progress.result


@pytest.mark.slow
@QUICK
@given(FORM)
@example({"contracts": [{"declarer": 10**30, "level": -(10**30), "tricks": 10**30}]})
@example({"contracts": [{"strain": {}, "doubled": [], "honours": [{"seat": []}]}]})
@example({"totals": [10**30, float("nan"), float("inf"), True]})
def test_any_json_is_read_or_refused(document):
    check_every_reading(document)
    cells = GAME.to_cells(document)
    assert all(isinstance(text, str) for text in cells.values())
    check_every_reading(GAME.from_cells(cells, 4))


@pytest.mark.slow
@QUICK
@given(st.sampled_from(PATHS), ANY_JSON)
def test_any_json_in_a_valid_form_is_read_or_refused(path, value):
    document = with_changes((path, value), form=OPEN)
    check_every_reading(document)
    check_every_reading(GAME.from_cells(GAME.to_cells(document), 4))


@pytest.mark.slow
@QUICK
@given(st.lists(RIGHT, max_size=12), st.booleans())
def test_any_rubber_is_scored(contracts, unfinished):
    document = {"contracts": contracts, "unfinished": unfinished}
    check_every_reading(document)
    pad = GAME.progress(document, 4).pad
    written = [cell for block in (pad.above, *pad.below) for line in block for cell in line if cell]
    assert sum(cell.points for cell in written) == sum(pad.totals)


@QUICK
@given(
    st.dictionaries(
        st.sampled_from(CELLS), st.sampled_from(["0", "1", "x", "NT", "h"]) | st.text(max_size=4)
    )
)
def test_any_cells_are_read_or_refused(cells):
    document = GAME.from_cells(cells, 4)
    check_every_reading(document)
    assert GAME.from_cells(GAME.to_cells(document), 4) == document


@pytest.mark.slow
@QUICK
@given(st.integers(0, 2**32))
def test_any_practice_rubber_is_valid(seed):
    for game in (GAME, KORTREGLER):
        form = game.practice(4, Random(seed))
        check_every_reading(form)
        assert game.normal(form, 4) == form
