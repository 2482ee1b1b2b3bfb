"""The deals that a row may have, by what stands on the pads for them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from scoring.rubber.course import SIDES
from scoring.rubber.scan.candidates import (
    ALIKE,
    DOUBLED,
    Amounts,
    Candidate,
    RowSights,
    amounts_of,
)
from scoring.rubber.scan.pad import ABOVE, BELOW
from scoring.weights import kept

# Shares of deals that are scored as if the strain, the double or the vulnerability was another one.
OTHER_STRAIN, OTHER_DOUBLED, OTHER_VULNERABLE = 0.001, 0.001, 0.003
# What is so much less likely than the best is not followed, and no mistakes of what is a bit more.
KEPT, LIKELY = 1e-8, 1e-3


Part = tuple[int, int, tuple[int, ...]]
"""A part of the pads, its side, and the amounts that a deal has there."""


@dataclass(frozen=True, slots=True, eq=False)
class AlikeDeals:
    """Deals for which the same is written, with the weight of each by its own cells.

    `parts` are those of the pads that are used.
    """

    amounts: Amounts
    members: Mapping[Candidate, float]
    weight: float
    parts: tuple[Part, ...]


class Deals:
    """The deals that a row may have, by which pairs are vulnerable."""

    def __init__(self, row: RowSights) -> None:
        self.row = row
        self._known: dict[tuple[bool, bool], list[AlikeDeals]] = {}

    def of(self, vulnerable: tuple[bool, bool]) -> list[AlikeDeals]:
        """Return the deals by what is written for them, the likeliest first."""
        if vulnerable not in self._known:
            weights = {
                AlikeDeals(amounts, members, sum(members.values()), (*_parts(amounts),)): sum(
                    members.values()
                )
                for amounts, members in self._groups(vulnerable).items()
            }
            likely = kept(weights, KEPT)
            self._known[vulnerable] = sorted(likely, key=likely.__getitem__, reverse=True)
        return self._known[vulnerable]

    def _groups(self, vulnerable: tuple[bool, bool]) -> dict[Amounts, dict[Candidate, float]]:
        groups: dict[Amounts, dict[Candidate, float]] = {}
        likely = max(self.row.candidates.values(), default=0.0) * LIKELY
        for candidate, weight in self.row.candidates.items():
            wrong = _wrong(candidate, vulnerable) if weight >= likely else ()
            right = 1 - sum(share for _amounts, share in wrong)
            for amounts, share in ((amounts_of(candidate, vulnerable), right), *wrong):
                group = groups.setdefault(amounts, {})
                group[candidate] = group.get(candidate, 0.0) + weight * share
        return groups


def _parts(amounts: Amounts) -> Iterator[Part]:
    """Yield the part, the side and the amounts of each part of the pads that is used."""
    for side in SIDES:
        if amounts.above[side]:
            yield ABOVE, side, amounts.above[side]
        if amounts.below[side]:
            yield BELOW, side, (amounts.below[side],)


@lru_cache(maxsize=50_000)
def _wrong(
    candidate: Candidate, vulnerable: tuple[bool, bool]
) -> tuple[tuple[Amounts, float], ...]:
    """Return what the table may have written of a deal by one of the usual mistakes."""
    strains = [candidate._replace(strain=each) for each in ALIKE if each != candidate.strain]
    doubled = [
        candidate._replace(doubled=each)
        for each in range(len(DOUBLED))
        if each != candidate.doubled
    ]
    one, other = (is_so != (side == candidate.side) for side, is_so in enumerate(vulnerable))
    return (
        *((amounts_of(each, vulnerable), OTHER_STRAIN) for each in strains),
        *((amounts_of(each, vulnerable), OTHER_DOUBLED) for each in doubled),
        (amounts_of(candidate, (one, other)), OTHER_VULNERABLE),
    )
