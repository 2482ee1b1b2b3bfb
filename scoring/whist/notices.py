"""Notices of possible but unlikely values in kleurenwiezen, to compare with the paper."""

from collections.abc import Sequence

from scoring.problems import ProblemList
from scoring.whist.contracts import Contract

FAR_SHORT = 5  # undertricks


def tricks_notice(
    notices: ProblemList, contract: Contract, tricks: Sequence[int], number: int
) -> None:
    """Note tricks far below the bid: a scorer may have counted those of one of two declarers."""
    short = contract.target - tricks[0]
    if not contract.is_exact and short >= FAR_SHORT:
        notices.add("UNLIKELY_TRICKS", f"deals.{number - 1}.tricks", deal=number, short=short)
