"""Actions on the clock of a round: pause it, go on, give more time, set its end."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from wk.core.refusals import ActionRefused
from wk.core.row_locks import lock_row
from wk.tournament.clock import Clock, clock_of
from wk.tournament.models import MOST_MINUTES, Round, Table

MINUTE = timedelta(minutes=1)


@transaction.atomic
def pause(*, round: Round, now: datetime) -> Round:
    """Pause the clock of a round, for every table."""
    locked, clock = _running(round, now)
    if clock.is_paused:
        raise ActionRefused(_("The clock stands still already."))
    locked.paused_at = now
    locked.save(update_fields=["paused_at"])
    return locked


@transaction.atomic
def go_on(*, round: Round, now: datetime) -> Round:
    """Let a paused clock go on; the start moves so that the pause takes no playing time."""
    locked, clock = _running(round, now)
    if not clock.is_paused:
        raise ActionRefused(_("The clock is running already."))
    locked.started_at = clock.ends_at - MINUTE * (locked.minutes or 0)
    locked.paused_at = None
    locked.save(update_fields=["started_at", "paused_at"])
    return locked


@transaction.atomic
def give_time(*, round: Round, minutes: int, now: datetime) -> Round:
    """Give every table of a round extra minutes; a table's own extra time is added to that."""
    locked, _clock = _running(round, now)
    locked.minutes = _possible((locked.minutes or 0) + minutes)
    locked.save(update_fields=["minutes"])
    return locked


@transaction.atomic
def give_table_time(*, table: Table, minutes: int, now: datetime) -> Table:
    """Give one table extra minutes beyond those of the others."""
    _running(table.round, now)
    locked = lock_row(Table.objects.filter(pk=table.pk).select_related("round"))
    locked.extra_minutes = _possible(locked.extra_minutes + minutes)
    locked.save(update_fields=["extra_minutes"])
    return locked


@transaction.atomic
def take_table_time(*, table: Table, now: datetime) -> Table:
    """Remove all extra minutes of one table: it ends with the others."""
    _running(table.round, now)
    locked = lock_row(Table.objects.filter(pk=table.pk).select_related("round"))
    locked.extra_minutes = 0
    locked.save(update_fields=["extra_minutes"])
    return locked


@transaction.atomic
def set_end(*, round: Round, at: datetime, now: datetime) -> Round:
    """Set the moment at which a round ends, even if its clock was not set yet.

    Raises ActionRefused when that moment has passed or is too far away, and while the clock is
    paused.
    """
    locked = _held_round(round)
    if locked.tournament.round_minutes is None or not locked.is_open:
        raise ActionRefused(_no_clock(locked))
    if locked.paused_at is not None:
        raise ActionRefused(_("The clock stands still: let it go on first."))
    if at <= now:
        raise ActionRefused(_("That moment has passed."))
    began = min(locked.started_at or now, now)
    minutes = _possible(-((began - at) // MINUTE))
    locked.started_at, locked.minutes = at - MINUTE * minutes, minutes
    locked.save(update_fields=["started_at", "minutes"])
    return locked


def _running(round: Round, now: datetime) -> tuple[Round, Clock]:
    """Return a round, locked until the transaction ends, and its clock.

    Raises ActionRefused without a clock.
    """
    locked = _held_round(round)
    clock = clock_of(locked, now)
    if clock is None:
        raise ActionRefused(_no_clock(locked))
    return locked, clock


def _held_round(round: Round) -> Round:
    return lock_row(Round.objects.filter(pk=round.pk).select_related("tournament"))


def _no_clock(round: Round) -> str:
    return _("Round %(number)d has no clock now.") % {"number": round.number}


def _possible(minutes: int) -> int:
    if not 0 <= minutes <= MOST_MINUTES:
        raise ActionRefused(_("A round lasts %(most)d minutes at most.") % {"most": MOST_MINUTES})
    return minutes
