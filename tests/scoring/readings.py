"""Any input of a form, and every way in which a game reads it."""

import json
from typing import Any

import pytest
from hypothesis import strategies as st

from scoring.game import Game
from scoring.paper_totals import paper_total_problems
from scoring.problems import Invalid
from scoring.registry import MESSAGES


def any_scalar(*words: str) -> st.SearchStrategy[object]:
    """Return JSON values that are no list and no object, these words among them."""
    return (
        st.none()
        | st.booleans()
        | st.integers(-3, 15)
        | st.integers()
        | st.floats()
        | st.sampled_from(words)
        | st.text(max_size=5)
    )


def any_json(scalars: st.SearchStrategy[object], *keys: str) -> st.SearchStrategy[object]:
    """Return any JSON of these scalars, with these keys among those of its objects."""
    names = st.sampled_from(keys) | st.text(max_size=3)
    return st.recursive(
        scalars,
        lambda inner: st.lists(inner, max_size=7) | st.dictionaries(names, inner, max_size=5),
        max_leaves=25,
    )


def any_cells(
    game: Game, seats: int, form: object, *words: str
) -> st.SearchStrategy[dict[str, str]]:
    """Return the cells of a form and of its totals, with these words or any text in them."""
    paths = [field.path for field in game.layout(seats, form).fields]
    paths += [f"totals.{seat}" for seat in range(seats + 1)]
    return st.dictionaries(st.sampled_from(paths), st.sampled_from(words) | st.text(max_size=4))


def check_every_reading(document: object, game: Game, seats: int) -> None:
    """Read a document, and read it again after it went through the cells of a page."""
    cells = game.to_cells(document)
    assert all(isinstance(text, str) for text in cells.values())
    for read in (document, game.from_cells(cells, seats)):
        _check_problems(read, game, seats)
        _check_result(read, game, seats)
        _check_guidance(read, game, seats)


def check_cells(cells: dict[str, str], game: Game, seats: int) -> None:
    """Read cells as a document, in every way; its own cells give the same document."""
    document = game.from_cells(cells, seats)
    check_every_reading(document, game, seats)
    assert game.from_cells(game.to_cells(document), seats) == document


def _check_problems(document: object, game: Game, seats: int) -> None:
    """Check that each problem and notice has a known code and a place on the form."""
    layout, progress = game.layout(seats, document), game.progress(document, seats)
    rows = {row.path for row in layout.rows}
    places = {"", "totals", *(f"totals.{seat}" for seat in range(seats)), *rows}
    places |= {field.path for field in layout.fields} | {path.partition(".")[0] for path in rows}
    for problem in (*progress.problems, *progress.notices):
        assert problem.code in MESSAGES
        assert problem.path in places
        assert 0 <= problem.place.deal <= len(rows)
        assert 0 <= problem.place.seat <= seats
    assert [row.number for row in progress.rows] == [row.number for row in layout.rows]
    assert len(progress.totals) == seats


def _check_result(document: object, game: Game, seats: int) -> None:
    """Check that a document with problems is refused, and any other one has a result."""
    progress = game.progress(document, seats)
    if progress.problems:
        assert (progress.result, progress.normal) == ((), None)
        for read in (game.normal, game.score):
            with pytest.raises(Invalid) as refused:
                read(document, seats)
            assert refused.value.problems == progress.problems
    else:
        normal = game.normal(document, seats)
        # Forms are handed in by this copy: its keys have the order of the archive too.
        assert json.dumps(progress.normal) == json.dumps(normal)
        assert game.normal(json.loads(json.dumps(normal)), seats) == normal
        assert game.from_cells(game.to_cells(normal), seats) == normal
        assert game.score(normal, seats) == progress.result


def _check_guidance(document: object, game: Game, seats: int) -> None:
    """Check that guide, notices and progress of a document raise nothing and name only places of
    the form."""
    layout, progress = game.layout(seats, document), game.progress(document, seats)
    cells = {field.path for field in layout.fields} | {f"totals.{seat}" for seat in range(seats)}
    guide = game.guide(seats, document)
    assert [row.path for row in guide.rows] == [row.path for row in layout.rows]
    assert {path for row in guide.rows for order in row.orders for path in order} <= cells
    assert {seat for row in guide.rows for seat in row.dealers} <= set(range(1, seats + 1))
    assert {notice.path for notice in progress.notices} <= cells | {"totals"}
    assert 0 <= progress.done <= len(progress.rows)
    for slip in game.slips(document, seats):
        assert (1 <= slip.deal <= len(layout.rows), 1 <= slip.seat <= seats) == (True, True)
        assert slip.difference != 0
    written: list[Any] = [10**30, None, progress.totals[2] + 10, "x", -(10**6), 1.5, [[]], 0]
    problems = paper_total_problems(game, document, seats, written)
    is_asked = bool(progress.result) and not progress.totals_only
    assert {problem.path for problem in problems} <= {f"written.{seat}" for seat in range(seats)}
    assert ("written.2" in {problem.path for problem in problems}) == is_asked
