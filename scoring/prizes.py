"""The rankings for prizes: among some of the players, by the best round, and of clubs.

Each is the ranking of `scoring.ranking` over other tallies, so its rules hold here too: match
points, then points, and who is equal in both shares a rank.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.ranking import Ranked, Tally, rank


@dataclass(frozen=True, slots=True)
class RankedGroup:
    """A group of players, such as a club, with its rank and the members that count for it.

    `ranked.tally.number` is no start number here; it has no meaning.
    """

    name: str
    ranked: Ranked
    members: tuple[Tally, ...]


def rank_among(tallies: Iterable[Tally], numbers: Collection[int]) -> tuple[Ranked, ...]:
    """Return the ranking of the players with these start numbers, among themselves.

    >>> tallies = [Tally(1, Fraction(15), 90), Tally(2, Fraction(14), 80), Tally(3, Fraction(9), 7)]
    >>> [(each.rank, each.tally.number) for each in rank_among(tallies, {2, 3})]
    [(1, 2), (2, 3)]
    """
    return rank(tally for tally in tallies if tally.number in numbers)


def rank_by_best_round(points: Mapping[int, Iterable[int]]) -> tuple[Ranked, ...]:
    """Return the ranking by the most points in one round; a tally has the points of that round.

    `points` has the points of a player in each round that counts, by start number. A player without
    any is left out.

    >>> ranked = rank_by_best_round({1: [40, 95], 2: [95], 3: []})
    >>> [(each.rank, each.shared, each.tally.number) for each in ranked]
    [(1, True, 1), (1, True, 2)]
    """
    best = {number: max(each, default=None) for number, each in points.items()}
    return rank(
        Tally(number, Fraction(0), most) for number, most in best.items() if most is not None
    )


def rank_groups(groups: Mapping[str, Sequence[Tally]], best: int) -> tuple[RankedGroup, ...]:
    """Return the ranking of groups by the sum of the `best` highest ranked members of each.

    A group with fewer members is left out. Groups with equal sums stand in order of name.

    >>> members = [Tally(1, Fraction(9), 5), Tally(2, Fraction(8), 4), Tally(3, Fraction(2), 1)]
    >>> [group] = rank_groups({"A": members}, 2)
    >>> group.name, group.ranked.tally.match_points, [each.number for each in group.members]
    ('A', Fraction(17, 1), [1, 2])
    """
    counted = {
        name: tuple(ranked.tally for ranked in rank(groups[name])[:best])
        for name in sorted(groups)
        if len(groups[name]) >= best
    }
    names = list(counted)
    sums = (
        Tally(
            place,
            sum((tally.match_points for tally in counted[name]), start=Fraction(0)),
            sum(tally.points for tally in counted[name]),
        )
        for place, name in enumerate(names)
    )
    return tuple(
        RankedGroup(names[each.tally.number], each, counted[names[each.tally.number]])
        for each in rank(sums)
    )
