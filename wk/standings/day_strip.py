"""The rounds of one player as a strip: what each gave, and the rank after it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scoring.ranking import Ranked
from wk.standings.figures.race import ranks_after
from wk.standings.players import PlayerRound
from wk.standings.queries import Standings, visible_standings
from wk.standings.visibility import ResultVisibility


@dataclass(frozen=True, slots=True)
class RoundStep:
    """One round of a player with the rank after it, None where there is none to show.

    `rise`: the number of places up since the round before, negative for down; None without a rank
    then. `is_provisional`: forms that make this rank are still to come.
    """

    played: PlayerRound
    rank: Ranked | None = None
    rise: int | None = None
    is_provisional: bool = False


def day_strip(
    shown: Standings, visibility: ResultVisibility, rounds: Sequence[PlayerRound], number: int
) -> tuple[RoundStep, ...]:
    """Return the rounds of a player, in order, with the ranks that a reader may see.

    `shown` are the standings of now for this reader, `number` the start number. A running round has
    a rank once the player's own form counts. At most four queries, and only below a withheld top.
    """
    ranked = _with_all_rows(shown, visibility)
    ranks = dict(_ranks(ranked, number))
    return tuple(_step(played, ranks, ranked) for played in rounds)


def _with_all_rows(shown: Standings, visibility: ResultVisibility) -> Standings:
    """Return standings from which the ranks after each round can be computed.

    Those below a withheld top lack rows and results: the last ones before it have all.
    """
    if not shown.hidden:
        return shown
    return visible_standings(visibility, min(round.number for round in visibility.hidden) - 1)


def _ranks(standings: Standings, number: int) -> Iterator[tuple[int, Ranked]]:
    """Yield the number of each round after which the player has a rank, with that rank."""
    for after in range(1, standings.after_round + 1):
        if found := ranks_after(standings.rows, after).get(number):
            yield after, found


def _step(played: PlayerRound, ranks: Mapping[int, Ranked], standings: Standings) -> RoundStep:
    after = played.round.number
    rank, before = ranks.get(after), ranks.get(after - 1)
    missing = standings.missing.rounds if standings.missing else ()
    if rank is None or (after in missing and not played.is_visible):
        return RoundStep(played)
    return RoundStep(
        played,
        rank,
        rise=before.rank - rank.rank if before else None,
        is_provisional=any(round <= after for round in missing),
    )
