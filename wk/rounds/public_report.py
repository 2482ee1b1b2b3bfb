"""The public report on the draw of a round: all that everyone may know of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from wk.rounds.draw_quality import findings, outcome, repeat_meetings_in_words
from wk.tournament.models import Round
from wk.tournament.queries import seatings
from wk.tournament.round_states import is_by_standings, last_by_lot


@dataclass(frozen=True, slots=True)
class PublicReport:
    """The public report on the draw of a round.

    - `findings`: sentences about repeat meetings and smaller tables in the rounds up to this one.
    - `repeated_partners`: the number of pairs of players who are partners again.
    - `seed`: the draw number, None if the round has none or it may not be public yet.
    - `revealed_round`: the number of the last round whose seats the draw number would reveal before
      they are public, None if there is none.
    - `by_standings`: whether the round is seated by the standings.
    - `repeat_meetings`: the repeat meetings, as sentences.
    - `can_be_proved`: whether everybody may know what was asked of the draw (`public_proof`).
    """

    findings: tuple[str, ...] = ()
    repeated_partners: int = 0
    seed: int | None = None
    revealed_round: int | None = None
    by_standings: bool = False
    repeat_meetings: tuple[str, ...] = ()
    can_be_proved: bool = False


def public_report(round: Round, *, by_director: bool = False) -> PublicReport:
    """Return the report on the draw of a public round, in a few queries.

    A director always gets the draw number. The report on a round by the standings is empty as long
    as results of an earlier round are held back: draw number and seats together would reveal them.
    """
    tournament, number = round.tournament, round.number
    rounds = list(tournament.rounds.order_by("number"))
    by_standings = is_by_standings(tournament, number)
    if by_standings and any(each.withheld for each in rounds if each.number < number):
        return PublicReport()
    tables = seatings(tournament, before=number + 1)
    if len(tables) < number:  # a round from an archive may have no tables
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
        can_be_proved=round.seed is not None and _can_be_proved(round, rounds),
    )


def _can_be_proved(round: Round, rounds: Sequence[Round]) -> bool:
    """Return whether nothing that is not public follows from what was asked of a draw.

    What was asked has the draw numbers of all rounds until this one. So every round by lot must be
    public, and no other round may follow from one of these numbers. A round by the standings does
    not keep those by lot waiting: it has a number of its own.
    """
    public = {each.number for each in rounds if each.is_public}
    planned = range(1, max(round.number, last_by_lot(round.tournament)) + 1)
    if not public.issuperset(planned):
        return False
    return all(_revealed_round(each, rounds) is None for each in rounds[: round.number])


def _revealed_round(round: Round, rounds: Sequence[Round]) -> int | None:
    """Return the last round whose seats this draw number would reveal before they are public.

    Anybody can run the program with the draw number and get the seats of later rounds too. Return
    None if no later round follows from this draw number.
    """
    later = [
        each.number
        for each in rounds[round.number :]
        if not each.is_public and _follows_from(round, each)
    ]
    # If players play alone, a round not drawn yet continues from an earlier draw number if it can.
    if round.tournament.rules.partners == "none":
        later += range(len(rounds) + 1, last_by_lot(round.tournament) + 1)
    return max(later, default=None)


def _follows_from(first: Round, later: Round) -> bool:
    """Return whether the draw number of round `first` gives round `later` too.

    It does if both have the same draw number. With partners the number is one higher for each round
    (`wk.draw.drawing`).
    """
    if first.seed is None or later.seed is None:
        return False
    is_alone = first.tournament.rules.partners == "none"
    return later.seed - first.seed == (0 if is_alone else later.number - first.number)


def _drawn_together(rounds: Sequence[Round]) -> int:
    """Return how many of the last rounds were drawn from one draw number, the last one included."""
    return 1 + len(list(takewhile(lambda each: _follows_from(each, rounds[-1]), rounds[-2::-1])))
