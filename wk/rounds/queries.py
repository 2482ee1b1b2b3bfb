"""The next step of a public round, as its page shows it to a director."""

from dataclasses import dataclass

from wk.rounds.lifecycle.issues import Readiness
from wk.rounds.lifecycle.readiness import readiness_of
from wk.rounds.lifecycle.steps_back import is_untouched, reopening_impact
from wk.rounds.next_step import (
    DrawnStep,
    TournamentProgress,
    drawn_step_of,
    not_here_yet,
    progress,
)
from wk.tournament.finished_rounds import awaits_ceremony
from wk.tournament.models import Round


@dataclass(frozen=True, slots=True)
class RoundStep:
    """The next step of a confirmed or later round; a field that its state does not have is None.

    - `step`: the issues before the next step.
    - `is_untouched`: whether the start may be undone.
    - `reopening`: the effect of reopening a closed or final round, as issues.
    - `awaits_ceremony`: whether a closed round is the last one, and its places are to be announced.
    - `progress`, `drawn_step` and `absent_count`: the next step of the tournament, and how many
      players have not come in before it, for a final round.
    """

    step: Readiness
    is_untouched: bool = False
    reopening: Readiness | None = None
    awaits_ceremony: bool = False
    progress: TournamentProgress | None = None
    drawn_step: DrawnStep | None = None
    absent_count: int = 0


def round_step(round: Round) -> RoundStep:
    """Return the next step of a public round."""
    step = readiness_of(round)
    if round.state == Round.State.STARTED:
        return RoundStep(step, is_untouched=is_untouched(round))
    if round.state == Round.State.CLOSED:
        rounds = tuple(round.tournament.rounds.all())
        awaits = round == rounds[-1] and awaits_ceremony(round.tournament, rounds)
        return RoundStep(step, reopening=reopening_impact(round), awaits_ceremony=awaits)
    if round.state == Round.State.FINAL:
        now = progress(round.tournament)
        return RoundStep(
            step,
            reopening=reopening_impact(round),
            progress=now,
            drawn_step=drawn_step_of(now),
            absent_count=not_here_yet(now),
        )
    return RoundStep(step)
