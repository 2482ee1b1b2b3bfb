"""Who is shown by initials, or was taken out, stays so when a moment comes back.

The room of persons is below this one: it registers in its `apps.py` what it remembers, and what it
does with that when the rows of before are there.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Promise:
    """What was promised to persons: `remember` reads it, `keep` does it again in other rows."""

    remember: Callable[[], Any]
    keep: Callable[[Any], None]


PROMISES: list[Promise] = []


def remembered() -> list[tuple[Promise, Any]]:
    """Return what was promised, as the database of this thread has it now."""
    return [(promise, promise.remember()) for promise in PROMISES]


def keep_again(promised: list[tuple[Promise, Any]]) -> None:
    """Do in the database of this thread what was promised."""
    for promise, of_now in promised:
        promise.keep(of_now)


@contextmanager
def kept_private() -> Iterator[None]:
    """Keep what was promised before this block after it."""
    promised = remembered()
    yield
    keep_again(promised)
