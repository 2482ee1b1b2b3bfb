"""Tables by rank, cut by hand."""

from collections.abc import Sequence
from itertools import accumulate

from wk.tournament.seats import Round


def company(tables: Round) -> list[list[int]]:
    return [sorted(table) for table in tables]


def by_rank(ranking: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    ends = list(accumulate(sizes))
    return [sorted(ranking[end - size : end]) for end, size in zip(ends, sizes, strict=True)]
