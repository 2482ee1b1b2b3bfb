"""Whether a network that learnt from examples of tournaments is worth being written."""

from typing import NamedTuple

ROOM = 0.01  # of the cells of strangers: a short training misreads up to so many more


class Misread(NamedTuple):
    """The shares of cells that are misread: of examples held back, and of digits of strangers."""

    examples: float
    strangers: float


def why_not(before: Misread, now: Misread) -> str:
    """Return why a network is not written that misreads so much `now`, "" if it is.

    It has to read the examples better, and may not have forgotten how others write.
    """
    if now.examples >= before.examples:
        return "it reads the examples that were held back no better"
    if now.strangers > before.strangers + ROOM:
        return "it reads the digits of strangers worse"
    return ""
