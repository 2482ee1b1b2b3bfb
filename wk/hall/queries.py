"""Nouns of the hall: what stands above every page, and how far every table is."""

from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from wk.hall.models import Announcement
from wk.scoreforms.drafts import PRESENT
from wk.scoreforms.models import Version
from wk.scoreforms.queries import COUNTS_OR_WAITS, FormStatus, round_forms
from wk.tournament.clock import Clock, clock_now, clock_of
from wk.tournament.models import Round, Table, Tournament

# The state of a form as the hall sees it, by its state in the office: names of clerks stay there.
STATES = {
    "missing": "missing",
    "playing": "playing",
    "draft": "handed-in",
    "typing": "handed-in",
    "waiting": "handed-in",
    "checking": "checking",
    "differs": "checking",
    "counted": "counted",
}

MOST_NAMED = 2  # tables with more time, above a page


@dataclass(frozen=True, slots=True)
class OwnTime:
    """A table that has so many minutes more than the others, and its own clock."""

    table: int
    minutes: int
    clock: Clock


@dataclass(frozen=True, slots=True)
class News:
    """What stands above every page of a tournament: announcements, newest first, and the clock of
    the round.

    `own` is the time of the table that the page is about, None where it ends with the others;
    `later` are the tables that have more time and still play.
    """

    announcements: tuple[Announcement, ...]
    clock: Clock | None
    own: OwnTime | None = None
    later: tuple[OwnTime, ...] = ()

    @property
    def named(self) -> tuple[OwnTime, ...]:
        """Those with more time that are told in words: the first few."""
        return self.later[:MOST_NAMED]

    @property
    def more(self) -> int:
        """How many more there are than those."""
        return len(self.later) - len(self.named)

    @property
    def mark(self) -> str:
        """What stands for all of it: another one where there is something new."""
        own = [(time.table, time.minutes) for time in (self.own, *self.later) if time]
        return _mark([each.pk for each in self.announcements], self.clock and self.clock.mark, own)


@dataclass(frozen=True, slots=True)
class HallTable:
    """How far a table is, for everyone to see: nothing of what it scored.

    `state`: missing (nothing of it is known), playing, handed-in, checking or counted; `clock` is
    its own, None where it ends with the others.
    """

    form: FormStatus
    state: str
    extra_minutes: int
    clock: Clock | None

    @property
    def number(self) -> int:
        """Its number."""
        return self.form.table


@dataclass(frozen=True, slots=True)
class Hall:
    """The round that is on, or else the one that everyone saw last; None before the first."""

    round: Round | None
    clock: Clock | None
    tables: tuple[HallTable, ...]

    @property
    def handed_in(self) -> int:
        """How many forms have been handed in, whether they count yet or not."""
        return sum(table.form.is_in for table in self.tables)

    @property
    def with_extra_time(self) -> tuple[HallTable, ...]:
        """The tables that have a clock of their own."""
        return tuple(table for table in self.tables if table.clock)

    @property
    def mark(self) -> str:
        """What stands for all of it: another one where there is something new."""
        tables = [
            (t.number, t.state, t.form.deals_done, t.form.behind, t.extra_minutes)
            for t in self.tables
        ]
        round = self.round and (self.round.number, self.round.state)
        return _mark(round, self.clock and self.clock.mark, tables)


def news(tournament: Tournament, now: datetime, table: tuple[int, int] | None = None) -> News:
    """Return what stands above the pages of a tournament, in three queries at most.

    `table` is the one that a page is about, by the numbers of its round and its own.
    """
    standing = tuple(tournament.announcements.standing(now))
    clock = clock_now(tournament, now)
    if clock is None:
        return News(standing, None)
    extra = _with_extra_time(tournament, clock.round)
    times = {
        row.number: OwnTime(row.number, row.extra_minutes, clock.later(row.extra_minutes))
        for row in extra
    }
    own = times.get(table[1]) if table and table[0] == clock.round else None
    later = (times[row.number] for row in extra if not row.is_in)
    return News(standing, clock, own, tuple(later))


def _with_extra_time(tournament: Tournament, round: int) -> QuerySet[Table, Any]:
    """Return the tables of a round that have minutes of their own, with `is_in`: whether the form
    has been handed in."""
    tables = Table.objects.filter(round__tournament=tournament, round__number=round)
    handed_in = Version.objects.filter(COUNTS_OR_WAITS, form__table=OuterRef("pk"))
    return tables.filter(extra_minutes__gt=0).annotate(is_in=Exists(handed_in))


def hall(tournament: Tournament, now: datetime) -> Hall:
    """Return how far every table is, in ten queries at most."""
    rounds = list(tournament.rounds.public())
    going_on = [round for round in rounds if round.is_open]
    if not rounds:
        return Hall(None, None, ())
    round = (going_on or rounds)[-1]
    extra = dict(round.tables.values_list("number", "extra_minutes"))
    forms = round_forms(round, present_since=now - PRESENT)
    tables = tuple(_table(round, form, extra.get(form.table, 0), now) for form in forms)
    return Hall(round, clock_of(round, now), tables)


def _table(round: Round, form: FormStatus, extra: int, now: datetime) -> HallTable:
    clock = clock_of(round, now, extra_minutes=extra) if extra and not form.is_in else None
    return HallTable(form, _state(form), extra, clock)


def _state(form: FormStatus) -> str:
    """Return what the hall is told of a form: one that was only opened has not been brought yet."""
    is_only_open = form.state == "typing" and form.at is None
    return STATES["missing" if is_only_open else form.state]


def _mark(*told: object) -> str:
    return sha256(repr(told).encode()).hexdigest()[:16]
