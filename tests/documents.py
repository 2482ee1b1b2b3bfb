"""Copies of JSON documents with other values at some paths."""

from collections.abc import Iterable, Sequence
from copy import deepcopy
from typing import Any

GONE = ...  # a value for `with_changes` that takes the old one away


def with_changes(document: object, *changes: tuple[str, object]) -> Any:
    """Return a copy of a document with new values at some paths, such as "deals.6.bids.2"."""
    copy = deepcopy(document)
    for path, value in changes:
        *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
        inside: Any = copy
        for step in way:
            inside = inside[step]
        if value is GONE:
            del inside[last]
        else:
            inside[last] = deepcopy(value)
    return copy


def with_any_changes(
    document: object, changes: Iterable[tuple[Sequence[str | int], object]]
) -> Any:
    """Return a copy of a document with new values at some paths, each given step by step.

    A change at a path that an earlier one took away is left out.
    """
    copy = deepcopy(document)
    for (*way, last), value in changes:
        inside: Any = copy
        try:
            for step in way:
                inside = inside[step]
            inside[last] = value
        except (KeyError, IndexError, TypeError):
            continue
    return copy
