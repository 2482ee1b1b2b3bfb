"""What everyone may know of the draw of a public round."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from wk.rounds.draw_quality import findings, outcome, repeat_meetings_in_words
from wk.tournament.models import Round
from wk.tournament.queries import seatings
from wk.tournament.round_states import is_by_standings, last_by_lot


@dataclass(frozen=True, slots=True)
class PublicReport:
    """What everyone may know of the draw of a round.

    - `findings`: sentences about the rounds up to this one.
    - `repeated_partners`: the number of pairs of players who are partners again.
    - `repeat_meetings`: the repeat meetings in words.
    - `seed`: the lot number, None if it may not be public.
    - `revealed_round`: the last round that the lot number would reveal before its seats are public,
      None if there is none.
    """

    findings: tuple[str, ...] = ()
    repeated_partners: int = 0
    seed: int | None = None
    revealed_round: int | None = None
    by_standings: bool = False
    repeat_meetings: tuple[str, ...] = ()


def public_report(round: Round, *, by_director: bool = False) -> PublicReport:
    """Return what everyone may know of the draw of a public round, in a few queries.

    A director always gets the lot number. The report on a round by the standings is empty if
    results were held back since: lot number and seats together would reveal the standings.
    """
    tournament, number = round.tournament, round.number
    rounds = list(tournament.rounds.order_by("number"))
    by_standings = is_by_standings(tournament, number)
    if by_standings and any(each.withheld for each in rounds if each.number < number):
        return PublicReport()
    tables = seatings(tournament, before=number + 1)
    if len(tables) < number:  # a round from an archive may have none
        return PublicReport()
    together = tournament.rules.partners
    so_far = outcome(tournament, tables, _drawn_together(rounds[:number]))
    found = findings(
        so_far.quality,
        tables,
        in_pairs=together == "fixed",
        by_lot=round.seed is not None and not by_standings,
    )
    repeated_partners = so_far.evaluation.round(number).partners_again
    repeat_meetings = repeat_meetings_in_words(tournament, tables, number)
    revealed = None if by_director or round.seed is None else _revealed_round(round, rounds)
    return PublicReport(
        found,
        repeated_partners,
        None if revealed else round.seed,
        revealed,
        by_standings,
        repeat_meetings,
    )


def _revealed_round(round: Round, rounds: Sequence[Round]) -> int | None:
    """Return the last round that this lot number would reveal before it is public, or None."""
    later = [
        each.number
        for each in rounds[round.number :]
        if not each.is_public and _follows_from(round, each)
    ]
    # Where people play alone, the next draw goes on from an earlier lot number if it can.
    if round.tournament.rules.partners == "none":
        later += range(len(rounds) + 1, last_by_lot(round.tournament) + 1)
    return max(later, default=None)


def _follows_from(first: Round, later: Round) -> bool:
    """Return whether a later round follows from the lot number of this one.

    It has the same lot number, or with partners one that is a round higher for every round
    (`wk.draw.drawing`).
    """
    if first.seed is None or later.seed is None:
        return False
    is_alone = first.tournament.rules.partners == "none"
    return later.seed - first.seed == (0 if is_alone else later.number - first.number)


def _drawn_together(rounds: Sequence[Round]) -> int:
    """Return how many of the last rounds were drawn with the lot number of the last one."""
    return 1 + len(list(takewhile(lambda each: _follows_from(each, rounds[-1]), rounds[-2::-1])))
