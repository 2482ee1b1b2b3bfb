"""Actions on the clock of a round: pause it, go on, give more time, set its end.

A clock is stored as the start of the round and its minutes (`wk.tournament.clock`).
"""

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
    """Pause the clock of a round, for every table.

    Raises ActionRefused if it is paused already, or the round has no clock now.
    """
    locked, clock = _running(round, now)
    if clock.is_paused:
        raise ActionRefused(_("The clock stands still already."))
    locked.paused_at = now
    locked.save(update_fields=["paused_at"])
    return locked


@transaction.atomic
def go_on(*, round: Round, now: datetime) -> Round:
    """Let a paused clock go on; the start moves so that the pause takes no playing time.

    Raises ActionRefused if it is not paused, or the round has no clock now.
    """
    locked, clock = _running(round, now)
    if not clock.is_paused:
        raise ActionRefused(_("The clock is running already."))
    # While a clock is paused its end moves with the time; the start is put back from that end.
    locked.started_at = clock.ends_at - MINUTE * (locked.minutes or 0)
    locked.paused_at = None
    locked.save(update_fields=["started_at", "paused_at"])
    return locked


@transaction.atomic
def give_time(*, round: Round, minutes: int, now: datetime) -> Round:
    """Give every table of a round more minutes. A table's own extra minutes stay beside them.

    Raises ActionRefused if the round has no clock now, or would last more than `MOST_MINUTES`.
    """
    locked, _clock = _running(round, now)
    locked.minutes = _possible((locked.minutes or 0) + minutes)
    locked.save(update_fields=["minutes"])
    return locked


@transaction.atomic
def give_table_time(*, table: Table, minutes: int, now: datetime) -> Table:
    """Give one table more minutes than the others. Raises ActionRefused as `give_time`."""
    # The round is locked before the table, as in every service.
    _running(table.round, now)
    locked = lock_row(Table.objects.filter(pk=table.pk).select_related("round"))
    locked.extra_minutes = _possible(locked.extra_minutes + minutes)
    locked.save(update_fields=["extra_minutes"])
    return locked


@transaction.atomic
def take_table_time(*, table: Table, now: datetime) -> Table:
    """Remove all extra minutes of one table, so that it ends with the others.

    Raises ActionRefused if the round has no clock now.
    """
    _running(table.round, now)
    locked = lock_row(Table.objects.filter(pk=table.pk).select_related("round"))
    locked.extra_minutes = 0
    locked.save(update_fields=["extra_minutes"])
    return locked


@transaction.atomic
def set_end(*, round: Round, at: datetime, now: datetime) -> Round:
    """Set the moment at which a round ends, even if its clock was not set yet.

    Raises ActionRefused if that moment has passed or is too far away, if the clock is paused, and
    if the tournament has no clock or the round is not being played.
    """
    locked = _locked_round(round)
    if locked.tournament.round_minutes is None or not locked.is_open:
        raise ActionRefused(_no_clock(locked))
    if locked.paused_at is not None:
        raise ActionRefused(_("The clock stands still: let it go on first."))
    if at <= now:
        raise ActionRefused(_("That moment has passed."))
    # The minutes are rounded up to a whole number. The start then moves back a little, so that the
    # end is exact.
    began = min(locked.started_at or now, now)
    minutes = _possible(-((began - at) // MINUTE))
    locked.started_at, locked.minutes = at - MINUTE * minutes, minutes
    locked.save(update_fields=["started_at", "minutes"])
    return locked


def _running(round: Round, now: datetime) -> tuple[Round, Clock]:
    """Return a round, locked until the transaction ends, and its clock.

    Raises ActionRefused if it has no clock now.
    """
    locked = _locked_round(round)
    clock = clock_of(locked, now)
    if clock is None:
        raise ActionRefused(_no_clock(locked))
    return locked, clock


def _locked_round(round: Round) -> Round:
    return lock_row(Round.objects.filter(pk=round.pk).select_related("tournament"))


def _no_clock(round: Round) -> str:
    return _("Round %(number)d has no clock now.") % {"number": round.number}


def _possible(minutes: int) -> int:
    """Return the minutes. Raises ActionRefused if a round cannot last that long."""
    if not 0 <= minutes <= MOST_MINUTES:
        raise ActionRefused(_("A round lasts %(most)d minutes at most.") % {"most": MOST_MINUTES})
    return minutes
