"""The clock of a round: the time left at a given moment.

The clock is computed from the stored round and that moment. No process counts the time, so a
restart of the server changes nothing.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from wk.tournament.models import Round, Tournament


@dataclass(frozen=True, slots=True)
class ClockWarning:
    """A warning of the clock, shown when `seconds` or fewer are left.

    `key` is the name of its style, `text` its words.
    """

    seconds: int
    key: str
    text: Promise


# In the order in which they become due.
WARNINGS = (
    ClockWarning(10 * 60, "soon", _("the last 10 minutes")),
    ClockWarning(5 * 60, "last", _("the last 5 minutes")),
    ClockWarning(0, "over", _("time is up")),
)


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a round, or of one of its tables, at the moment `now`.

    `round` is the number of the round. `ends_at` is the end of playing time, and may be past. While
    the clock is paused, `ends_at` moves on with `now`.
    """

    round: int
    now: datetime
    ends_at: datetime
    is_paused: bool

    @property
    def left(self) -> int:
        """Return the seconds left, rounded up; below zero after the end."""
        # The floor of the negative is the ceiling.
        return -((self.now - self.ends_at) // timedelta(seconds=1))

    @property
    def minutes_left(self) -> int:
        """Return the minutes left, rounded up; 0 after the end."""
        return max(0, -(-self.left // 60))

    @property
    def warning(self) -> ClockWarning | None:
        """Return the latest warning that is due, None before the first."""
        return next((warn for warn in reversed(WARNINGS) if self.left <= warn.seconds), None)

    @property
    def changes_at(self) -> datetime | None:
        """Return the moment of the next warning; None after the last one, or while paused."""
        moments = [self.ends_at - timedelta(seconds=warn.seconds) for warn in WARNINGS]
        to_come = [moment for moment in moments if moment > self.now]
        return min(to_come, default=None) if not self.is_paused else None

    @property
    def warnings(self) -> tuple[ClockWarning, ...]:
        """Return all warnings: the script of a page shows each one without asking the server."""
        return WARNINGS

    @property
    def now_ms(self) -> int:
        """Return `now` in milliseconds since 1970, for scripts."""
        return milliseconds(self.now)

    @property
    def ends_ms(self) -> int:
        """Return `ends_at` in milliseconds since 1970, for scripts."""
        return milliseconds(self.ends_at)

    @property
    def setting(self) -> tuple[object, ...]:
        """Return values for a version token: they change only if a director changes the clock."""
        return (self.round, self.is_paused, self.left if self.is_paused else self.ends_ms)

    def later(self, minutes: int) -> "Clock":
        """Return the clock of a table of this round that has extra minutes."""
        return replace(self, ends_at=self.ends_at + timedelta(minutes=minutes))


def clock_of(round: Round, now: datetime, *, extra_minutes: int = 0) -> Clock | None:
    """Return the clock of a round at `now`, or of one of its tables with extra minutes.

    Return None if the tournament has no clock, or if the round is not open.
    """
    if round.tournament.round_minutes is None or not round.is_open:
        return None
    if round.started_at is None or round.minutes is None:
        return None
    ends_at = round.started_at + timedelta(minutes=round.minutes + extra_minutes)
    if round.paused_at is not None:
        # Never negative: `now` may be from just before the pause.
        ends_at += max(now - round.paused_at, timedelta())
    return Clock(round.number, now, ends_at, round.paused_at is not None)


def clock_now(tournament: Tournament, now: datetime) -> Clock | None:
    """Return the clock of the open round at `now`, None without one; one query at most."""
    if tournament.round_minutes is None:
        return None
    round = tournament.rounds.open().order_by("number").last()
    return clock_of(round, now) if round else None


def milliseconds(moment: datetime) -> int:
    """Return a datetime in milliseconds since 1970, the unit of scripts."""
    return int(moment.timestamp() * 1000)
