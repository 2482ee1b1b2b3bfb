"""What is promised, and how it is told."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median, quantiles


@dataclass(slots=True)
class Goals:
    """What is promised: how many promises were not kept."""

    broken: int = 0

    def tell(self, what: str, value: float, limit: float, *, is_least: bool = False) -> None:
        """Print a promise beside what was measured."""
        is_kept = value >= limit if is_least else value <= limit
        self.broken += not is_kept
        bound = f"at {'least' if is_least else 'most'} {limit:g}"
        say(f"  {what}: {value:.3g} ({bound})  {'kept' if is_kept else 'NOT KEPT'}")


def spread(times: Sequence[float]) -> str:
    """Tell how long something took, from seconds."""
    return (
        f"{len(times):5}; milliseconds: half {1000 * median(times):.0f},"
        f" 95 in 100 {ms95(times):.0f}, slowest {1000 * max(times):.0f}"
    )


def ms95(times: Sequence[float]) -> float:
    """Return within how many milliseconds 95 in 100 were done, from seconds.

    >>> round(ms95([0.1] * 94 + [0.2] + [0.9] * 5))
    235
    """
    return 1000 * (quantiles(times, n=20, method="inclusive")[-1] if len(times) > 1 else times[0])


def say(line: str) -> None:
    """Print a line now."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
