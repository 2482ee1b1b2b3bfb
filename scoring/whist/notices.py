"""What is possible in kleurenwiezen and yet so unlikely that somebody should look again."""

from collections.abc import Sequence

from scoring.problems import ProblemList
from scoring.whist.contracts import Contract

FAR_SHORT = 5


def tricks_notice(
    notices: ProblemList, contract: Contract, tricks: Sequence[int], number: int
) -> None:
    """Note tricks far below what was bid: of two players mostly only one's were counted."""
    short = contract.target - tricks[0]
    if not contract.is_exact and short >= FAR_SHORT:
        notices.add("UNLIKELY_TRICKS", f"deals.{number - 1}.tricks", deal=number, short=short)
