"""Any input is read as a form or refused: no other error is raised."""

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scoring.boerenbridge.game import LATE
from scoring.game import Game
from scoring.problems import Invalid
from scoring.registry import MESSAGES
from tests.scoring.forms import (
    FIVE,
    QUICK,
    SHORT,
    SHORT_GAME,
    WK_GAME,
    check_guidance,
    with_changes,
)

KEYS = st.sampled_from(
    [
        *("first_dealer", "deals", "totals", "bids", "tricks", "ruling", "infraction"),
        *("kind", "seats", "cards", "dealer", "x"),
        *("misdeal", "stage", "penalties", "seat", "points", "why"),
    ]
)
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-3, 12)
    | st.integers()
    | st.floats()
    | st.sampled_from(["revoke", "wrong-cards", "K", "3", "before", "during"])
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


def any_cells(rules: Game, form: object, seats: int) -> st.SearchStrategy[dict[str, str]]:
    """Return cells of a form and of totals, with any text in them."""
    paths = [field.path for field in rules.layout(seats, form).fields]
    paths += [f"totals.{seat}" for seat in range(seats + 1)]
    return st.dictionaries(st.sampled_from(paths), st.sampled_from(WORDS) | st.text(max_size=4))


def check_every_reading(document: object, rules: Game = WK_GAME, seats: int = 5) -> None:
    """Read a document in every way. Each problem must have a known code, words and a place."""
    check_guidance(document, rules, seats)
    progress = rules.progress(document, seats)
    layout = rules.layout(seats, document)
    cells = {field.path for field in layout.fields}
    rows = {row.path for row in layout.rows}
    whole = {"", "deals", "totals", *(f"totals.{seat}" for seat in range(seats))}
    for problem in progress.problems:
        assert problem.code in MESSAGES
        assert problem.path in cells | rows | whole
        assert 0 <= problem.place.deal <= len(rows)
        assert 0 <= problem.place.seat <= seats
    assert len(progress.rows) == len(layout.rows)
    assert len(progress.totals) == seats
    if progress.problems:
        assert (progress.result, progress.normal) == ((), None)
        for read in (rules.normal, rules.score):
            with pytest.raises(Invalid) as refused:
                read(document, seats)
            assert refused.value.problems == progress.problems
    else:
        normal = rules.normal(document, seats)
        # Forms are handed in by this copy: its keys have the order of the archive too.
        assert json.dumps(progress.normal) == json.dumps(normal)
        assert rules.normal(json.loads(json.dumps(normal)), seats) == normal
        assert rules.from_cells(rules.to_cells(normal), seats) == normal
        assert rules.score(normal, seats) == progress.result


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
        cells = rules.to_cells(document)
        assert all(isinstance(text, str) for text in cells.values())
        check_every_reading(rules.from_cells(cells, seats), rules, seats)


@pytest.mark.slow
@QUICK
@given(st.sampled_from(WK_PATHS), ANY_JSON)
def test_any_json_in_a_valid_form_is_read_or_refused(path, value):
    document = with_changes((path, value))
    check_every_reading(document)
    check_every_reading(WK_GAME.from_cells(WK_GAME.to_cells(document), 5))


@pytest.mark.slow
@QUICK
@given(st.sampled_from(SHORT_PATHS), ANY_JSON | MISDEAL | PENALTIES)
def test_any_json_in_a_form_with_penalties_is_read_or_refused(path, value):
    document = with_changes((path, value), form=SHORT)
    check_every_reading(document, SHORT_GAME, 3)
    check_every_reading(SHORT_GAME.from_cells(SHORT_GAME.to_cells(document), 3), SHORT_GAME, 3)


@pytest.mark.slow
@QUICK
@given(ANY_JSON, ANY_JSON)
def test_any_correction_is_accepted_or_refused(before, after):
    for old, new in ((before, after), (FIVE, after), (before, FIVE)):
        assert {p.code for p in WK_GAME.revision_problems(old, new, 5)} <= set(LATE.values())
        assert SHORT_GAME.revision_problems(old, new, 3) == ()


@QUICK
@given(any_cells(WK_GAME, FIVE, 5))
def test_any_cells_are_read_or_refused(cells):
    document = WK_GAME.from_cells(cells, 5)
    check_every_reading(document)
    assert WK_GAME.from_cells(WK_GAME.to_cells(document), 5) == document


@QUICK
@given(any_cells(SHORT_GAME, SHORT, 3))
def test_any_cells_with_penalties_are_read_or_refused(cells):
    document = SHORT_GAME.from_cells(cells, 3)
    check_every_reading(document, SHORT_GAME, 3)
    assert SHORT_GAME.from_cells(SHORT_GAME.to_cells(document), 3) == document
