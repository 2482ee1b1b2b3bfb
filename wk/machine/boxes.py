"""What the director's page tells of this computer: one box for each thing, with what to do."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class State(StrEnum):
    """How a thing is: well, to be looked at, wrong, or not in use."""

    GOOD = "good"
    LOOK = "look"
    BAD = "bad"
    UNUSED = "unused"


class Fact(NamedTuple):
    """A line of a box: what, and how much of it."""

    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Box:
    """One thing of this computer.

    - `kind`: its code, such as "disk"; `heading` are words.
    - `advice`: sentences that say what to do, none if there is nothing to do.
    - `address`, `link`: the page where it is done, and its words; "" without one.
    """

    kind: str
    heading: str
    state: State
    facts: tuple[Fact, ...]
    advice: tuple[str, ...] = ()
    address: str = ""
    link: str = ""
