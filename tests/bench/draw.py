"""How fast the rounds are drawn, beside laying them out by hand."""

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from time import perf_counter

from scoring.tables import split
from wk.draw.designs import draw_all

RUNS = 30


@dataclass(frozen=True, slots=True)
class Promise:
    """Something that takes at most so many times as long as something known."""

    name: str
    ours: Callable[[], object]
    known: Callable[[], object]
    at_most: float
    runs: int = RUNS


def direct(tables: int) -> list[list[list[int]]]:
    """Three rounds by hand: player (t, s) sits in round r at table t + r·s mod T."""
    rounds = []
    for number in range(3):
        hall: list[list[int]] = [[] for _ in range(tables)]
        for s in range(5):
            for t in range(tables):
                hall[(t + number * s) % tables].append(s * tables + t)
        rounds.append(hall)
    return rounds


def promises() -> Iterator[Promise]:
    for players in (250, 246, 5000):
        sizes = split(players, (5, 4))
        yield Promise(
            f"draw {players} players beside the direct construction",
            partial(draw_all, range(1, players + 1), sizes, seed=1),
            partial(direct, len(sizes)),
            at_most=20,
        )


def milliseconds(work: Callable[[], object], runs: int) -> float:
    """The shortest of so many runs."""
    taken = []
    for _ in range(runs):
        start = perf_counter()
        work()
        taken.append(perf_counter() - start)
    return 1000 * min(taken)


def main(promises: Iterable[Promise]) -> int:
    """Measure every promise; return how many were not kept."""
    broken = 0
    for promise in promises:
        ours = milliseconds(promise.ours, promise.runs)
        known = milliseconds(promise.known, promise.runs)
        kept = ours <= promise.at_most * known
        broken += not kept
        sys.stdout.write(
            f"{'kept  ' if kept else 'BROKEN'}  {promise.name}: {ours:.3f} ms, {known:.3f} ms,"
            f" {ours / known:.1f} times (at most {promise.at_most:g})\n"
        )
    return broken
