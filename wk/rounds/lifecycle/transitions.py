"""The bare transitions of a round: confirm, start, and back, without log entry and backup.

`lifecycle.services` adds these to each step that an official takes.
"""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from wk.core.refusals import ActionRefused
from wk.rounds.draw_quality import in_a_row
from wk.rounds.draws.queries import drawn_before
from wk.rounds.leavers import leavers
from wk.tournament.models import BEGUN, Round
from wk.tournament.round_states import lock_round


@transaction.atomic
def confirm_round(*, round: Round) -> Round:
    """Confirm a draw: from now on it is public and sheets can be printed.

    Raises ActionRefused if it is not drawn, if an earlier round is not confirmed, or if a withdrawn
    player has a seat.
    """
    locked = lock_round(round, Round.State.DRAWN)
    if waiting := drawn_before(locked):
        raise ActionRefused(_("Confirm round %(number)d first.") % {"number": waiting.number})
    _refuse_withdrawn(locked)
    return _move(locked, Round.State.CONFIRMED)


@transaction.atomic
def unconfirm_round(*, round: Round) -> Round:
    """Take a confirmed round back to drawn.

    Raises ActionRefused if it has started, or a later round is confirmed.
    """
    locked = lock_round(round, Round.State.CONFIRMED)
    if locked.tournament.rounds.public().filter(number__gt=locked.number).exists():
        raise ActionRefused(_("A later round has been confirmed already."))
    return _move(locked, Round.State.DRAWN)


@transaction.atomic
def start_round(*, round: Round, now: datetime | None = None) -> Round:
    """Start a confirmed round: from now on its forms can be handed in.

    Its clock runs from `now` on, if the tournament has a clock. Raises ActionRefused if it is not
    confirmed, if an earlier round has not started, or if a withdrawn player has a seat.
    """
    locked = lock_round(round, Round.State.CONFIRMED)
    earlier = locked.tournament.rounds.filter(number__lt=locked.number)
    if earlier.exclude(state__in=BEGUN).exists():
        raise ActionRefused(_("An earlier round has not started yet."))
    _refuse_withdrawn(locked)
    locked.started_at, locked.minutes = now, locked.tournament.round_minutes
    locked.save(update_fields=["started_at", "minutes"])
    return _move(locked, Round.State.STARTED)


@transaction.atomic
def unstart_round(*, round: Round) -> Round:
    """Take a started round back to confirmed, and clear its clock.

    The caller has checked that nothing happened in the round since its start.
    """
    locked = lock_round(round, Round.State.STARTED)
    locked.tables.update(extra_minutes=0)
    locked.started_at = locked.minutes = locked.paused_at = None
    locked.save(update_fields=["started_at", "minutes", "paused_at"])
    return _move(locked, Round.State.CONFIRMED)


def _refuse_withdrawn(round: Round) -> None:
    """Raise ActionRefused if a player with a seat in the round has withdrawn (A18)."""
    if stopped := leavers(round):
        text = ngettext(
            "%(names)s has stopped and still has a seat: draw again, or put another player in.",
            "%(names)s have stopped and still have seats: draw again, or put other players in.",
            len(stopped),
        )
        raise ActionRefused(text % {"names": in_a_row([each.entry for each in stopped])})


def _move(round: Round, state: Round.State) -> Round:
    round.state = state
    round.save(update_fields=["state"])
    return round
