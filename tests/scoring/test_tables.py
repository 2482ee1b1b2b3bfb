"""The number and sizes of tables."""

from itertools import product

import pytest

from scoring.tables import CannotSplit, split
from tests.cases import cases

IMPOSSIBLE = [1, 2, 3, 6, 7, 11]


def best_split_by_trying(players, sizes):
    """Return the split with the fewest small tables after trying all numbers of tables."""
    for needed in range(1, len(sizes)):
        tables = best_split_by_trying(players, sizes[:needed])
        if tables is not None:
            return tables
    numbers = product(*(range(players // size + 1) for size in sizes))
    fits = [each for each in numbers if sum(map(int.__mul__, each, sizes)) == players]
    if not fits:
        return None
    tables = [size for times, size in zip(max(fits), sizes, strict=True) for _ in range(times)]
    return tuple(sorted(tables, reverse=True))


def split_or_none(players, sizes):
    try:
        return split(players, sizes)
    except CannotSplit:
        return None


@cases(
    ("players", "sizes", "tables"),
    [
        (4, (5, 4), (4,)),
        (5, (5, 4), (5,)),
        (8, (5, 4), (4, 4)),
        (12, (5, 4), (4, 4, 4)),
        (23, (5, 4), (5, 5, 5, 4, 4)),
        (9, (4, 5), (5, 4)),
        (25, (4, 5), (5, 4, 4, 4, 4, 4)),
        (16, (4,), (4, 4, 4, 4)),
        (9, (8, 7, 6, 5, 4, 3), (5, 4)),
        (17, (8, 7, 6, 5, 4, 3), (7, 5, 5)),
        (8, (5, 4, 6, 3), (4, 4)),
        (13, (5, 4, 6, 3), (5, 4, 4)),
        (11, (5, 4, 6, 3), (6, 5)),
        (7, (5, 4, 6, 3), (4, 3)),
    ],
)
def test_split(players, sizes, tables):
    assert split(players, sizes) == tables


@pytest.mark.slow
def test_a14_the_wk_splits_every_number_as_by_trying():
    numbers = range(1, 501)
    found = [split_or_none(n, (5, 4)) for n in numbers]
    assert found == [best_split_by_trying(n, (5, 4)) for n in numbers]
    assert [n for n, tables in zip(numbers, found, strict=True) if tables is None] == IMPOSSIBLE


def test_a14_tables_of_four_are_minus_n_modulo_five():
    numbers = [n for n in range(1, 501) if n not in IMPOSSIBLE]
    assert [split(n, (5, 4)).count(4) for n in numbers] == [-n % 5 for n in numbers]


@cases("sizes", [(4,), (4, 5), (6, 4), (5, 4, 3), (8, 7, 6, 5, 4, 3)])
def test_other_sizes_split_as_by_trying(sizes):
    numbers = range(1, 31)
    assert [split_or_none(n, sizes) for n in numbers] == [
        best_split_by_trying(n, sizes) for n in numbers
    ]


@cases(
    ("players", "sizes", "below", "above"),
    [
        (-3, (5, 4), None, 4),
        (0, (5, 4), None, 4),
        (1, (5, 4), None, 4),
        (2, (5, 4), None, 4),
        (3, (5, 4), None, 4),
        (6, (5, 4), 5, 8),
        (7, (5, 4), 5, 8),
        (11, (5, 4), 10, 12),
        (18, (4,), 16, 20),
        (2, (8, 7, 6, 5, 4, 3), None, 3),
        (501, (8, 6, 4), 500, 502),
    ],
)
def test_a14_what_cannot_be_split_names_the_nearest_numbers(players, sizes, below, above):
    with pytest.raises(CannotSplit) as caught:
        split(players, sizes)
    error = caught.value
    assert (error.players, error.sizes) == (players, sizes)
    assert (error.below, error.above) == (below, above)


@cases("sizes", [(), (0,), (5, -4)])
def test_invalid_sizes_are_refused(sizes):
    with pytest.raises(ValueError, match="not sizes of tables"):
        split(20, sizes)
