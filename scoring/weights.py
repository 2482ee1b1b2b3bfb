"""Weights of things that exclude each other: only their proportions count."""

from collections.abc import Hashable, Mapping
from heapq import nlargest
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)

MOST = 150  # where nothing can be seen, everything is as likely: then no more are followed

Weights = dict[int, float]
"""Numbers, each with its weight."""


def kept(weights: Mapping[Key, float], least: float, most: int = MOST) -> dict[Key, float]:
    """Return the weights of at least this part of the greatest, and of no more than `most`."""
    bar = max(weights.values(), default=0.0) * least
    found = {key: weight for key, weight in weights.items() if weight >= bar}
    if len(found) > most:
        found = {key: found[key] for key in nlargest(most, found, key=found.__getitem__)}
    return found


def scaled(weights: Mapping[Key, float]) -> dict[Key, float]:
    """Return weights that add up to 1, in the same proportions."""
    whole = sum(weights.values())
    return {key: weight / whole for key, weight in weights.items()}
