"""What the page of a round shows a director of the next step."""

from dataclasses import dataclass

from wk.rounds.lifecycle.readiness import (
    Readiness,
    is_untouched,
    readiness_of,
    reopening_impact,
)
from wk.rounds.next_step import DrawnStep, Overview, look_of, overview
from wk.tournament.models import Round


@dataclass(frozen=True, slots=True)
class RoundStep:
    """The next step of a confirmed or later round; None is what its state does not have.

    - `step`: what is missing before the next step; `is_untouched`: the start may be taken back.
    - `reopening`: the effect of reopening the round.
    - `overview` and `look`: the next step of the tournament, once the round is final.
    """

    step: Readiness
    is_untouched: bool = False
    reopening: Readiness | None = None
    overview: Overview | None = None
    look: DrawnStep | None = None


def round_step(round: Round) -> RoundStep:
    """Return what a director does next with a public round."""
    step = readiness_of(round)
    if round.state == Round.State.STARTED:
        return RoundStep(step, is_untouched=is_untouched(round))
    if round.state == Round.State.CLOSED:
        return RoundStep(step, reopening=reopening_impact(round))
    if round.state == Round.State.FINAL:
        now = overview(round.tournament)
        return RoundStep(step, reopening=reopening_impact(round), overview=now, look=look_of(now))
    return RoundStep(step)
