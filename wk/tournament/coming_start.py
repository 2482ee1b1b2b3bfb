"""The planned start of the round that begins next, as pages count down to it."""

from dataclasses import dataclass
from datetime import datetime, time, timedelta

from django.utils import timezone

from wk.tournament.clock import milliseconds
from wk.tournament.models import BEGUN, Round, Tournament
from wk.tournament.programme import planned_start

NEAR = timedelta(hours=3)  # a start so soon needs no day, also if midnight lies before it


@dataclass(frozen=True, slots=True)
class ComingStart:
    """The moment (`at`) at which a round is to begin by the programme, seen at the moment `now`.

    The round begins when the director starts it: until then `at` may be past.
    """

    round: int
    at: datetime
    now: datetime

    @property
    def is_near(self) -> bool:
        """Return whether the round begins today or in a few hours: every page tells it then."""
        is_today = timezone.localdate(self.at) == timezone.localdate(self.now)
        return is_today or timedelta(0) < self.at - self.now <= NEAR

    @property
    def is_late(self) -> bool:
        """Return whether the moment has come, and the round has not begun."""
        return self.at <= self.now

    @property
    def changes_at(self) -> datetime:
        """Return when a page tells something else by the time alone."""
        if self.is_near and not self.is_late:
            return self.at
        day = timezone.localdate(self.at) + timedelta(days=1 if self.is_late else 0)
        midnight = timezone.make_aware(datetime.combine(day, time()))
        return midnight if self.is_late else min(midnight, self.at - NEAR)

    @property
    def now_ms(self) -> int:
        """Return `now` in milliseconds since 1970, for scripts."""
        return milliseconds(self.now)

    @property
    def at_ms(self) -> int:
        """Return `at` in milliseconds since 1970, for scripts."""
        return milliseconds(self.at)


def coming_start(tournament: Tournament, now: datetime) -> ComingStart | None:
    """Return the planned start of the next round, None while a round is played.

    It is None as well if the programme does not tell it, or after the day of the tournament. One
    query at most: none without a programme.
    """
    if not tournament.programme or tournament.date < timezone.localdate(now):
        return None
    begun = tournament.rounds.filter(state__in=BEGUN).values_list("number", "state")
    if any(state == Round.State.STARTED for _number, state in begun):
        return None
    number = max((number for number, _state in begun), default=0) + 1
    planned = planned_start(tournament, number)
    if planned is None:
        return None
    at = timezone.make_aware(datetime.combine(tournament.date, planned))
    return ComingStart(number, at, now)
