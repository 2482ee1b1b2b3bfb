"""Read queries of the hall: the news above every page, and the state of every table."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, time
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from wk.hall.models import Announcement
from wk.scoreforms.form_status import COUNTS_OR_WAITS, FormStatus, round_forms
from wk.scoreforms.models import Version
from wk.tournament.clock import Clock, clock_now, clock_of
from wk.tournament.coming_start import ComingStart, coming_start
from wk.tournament.models import Round, Table, Tournament
from wk.tournament.programme import start_to_come

MOST_NAMED = 2  # tables with extra time whose clocks are shown above a page
MOST_WITH_PLAYERS = 6  # tables whose tiles have room for the names of their players


@dataclass(frozen=True, slots=True)
class OwnTime:
    """The extra minutes of a table, by its number, and its own clock."""

    table: int
    minutes: int
    clock: Clock


@dataclass(frozen=True, slots=True)
class News:
    """The news above every page of a tournament: the clock and the announcements.

    - `announcements`: those on the screens now, the newest first.
    - `clock`: the clock of the round being played, None without one.
    - `own`: the time of the table that the page is about, None if it ends with the others.
    - `later`: the times of all tables with extra time that are still playing.
    - `start`: the planned start of the next round, None while one is played or without a programme.
    """

    announcements: tuple[Announcement, ...]
    clock: Clock | None
    own: OwnTime | None = None
    later: tuple[OwnTime, ...] = ()
    start: ComingStart | None = None

    @property
    def named(self) -> tuple[OwnTime, ...]:
        """Return the tables with extra time that are shown by name, the first few of them."""
        return self.later[:MOST_NAMED]

    @property
    def more(self) -> int:
        """Return the number of the other tables with extra time."""
        return len(self.later) - len(self.named)

    def changes_at(self, now: datetime) -> datetime | None:
        """Return when the news changes next by the time alone, None for never."""
        clocks = [self.clock, *(time.clock for time in (self.own, *self.later) if time)]
        moments = [clock.changes_at for clock in clocks if clock]
        moments += [each.ends_at for each in self.announcements]
        moments += [self.start.changes_at] if self.start else []
        return min((each for each in moments if each and each > now), default=None)


@dataclass(frozen=True, slots=True)
class HallTable:
    """The public state of a table, without its scores.

    - `form`: the state of its form for officials.
    - `state`: what every page tells of the form (`PublicState`); of one that is not in the hall
      knows more: missing (nothing was received yet), playing or typing.
    - `clock`: the table's own clock, None if the table ends with the others or has handed in.
    """

    form: FormStatus
    state: str
    extra_minutes: int
    clock: Clock | None

    @property
    def number(self) -> int:
        """Return the number of the table."""
        return self.form.table


@dataclass(frozen=True, slots=True)
class Hall:
    """The tables of one round and its clock.

    `round` is the round being played, or else the last public one; None before the first. `now`
    is the moment of this state.
    """

    round: Round | None
    clock: Clock | None
    tables: tuple[HallTable, ...]
    now: datetime

    @property
    def shows_players(self) -> bool:
        """Return whether the tables are so few that a wall has room for who sits there."""
        return len(self.tables) <= MOST_WITH_PLAYERS

    @property
    def is_over(self) -> bool:
        """Return whether the round has been closed."""
        return self.round is not None and self.round.is_started and not self.round.is_open

    @property
    def next_number(self) -> int | None:
        """Return the number of the round after one that has begun, None after the last one."""
        if self.round is None or not self.round.is_started:
            return None
        is_last = self.round.number >= self.round.tournament.round_count
        return None if is_last else self.round.number + 1

    @property
    def planned_start(self) -> time | None:
        """Return when the next round is to begin by the programme, None if that is not told, or
        past.

        It is the round of this page while it has not begun.
        """
        if self.round is None:
            return None
        number = (self.next_number or 0) if self.round.is_started else self.round.number
        return start_to_come(self.round.tournament, number, self.now)

    @property
    def is_all_in(self) -> bool:
        """Return whether the form of every table has been handed in."""
        return self.handed_in == len(self.tables) > 0

    @property
    def handed_in(self) -> int:
        """Return how many forms have been handed in, whether they count yet or not."""
        return sum(table.form.is_in for table in self.tables)

    @property
    def with_extra_time(self) -> tuple[HallTable, ...]:
        """Return the tables that have a clock of their own."""
        return tuple(table for table in self.tables if table.clock)


def news(tournament: Tournament, now: datetime, table: tuple[int, int] | None = None) -> News:
    """Return the news above the pages of a tournament, in three queries at most.

    `table` is the table that the page is about: the number of its round and its own number. None is
    for a page about no table.
    """
    standing = tuple(tournament.announcements.standing(now))
    clock = clock_now(tournament, now)
    if clock is None:
        return News(standing, None, start=coming_start(tournament, now))
    extra = _with_extra_time(tournament, clock.round)
    times = {
        row.number: OwnTime(row.number, row.extra_minutes, clock.later(row.extra_minutes))
        for row in extra
    }
    # A page about a table of an earlier round shows the clock of the hall only.
    own = times.get(table[1]) if table and table[0] == clock.round else None
    later = (times[row.number] for row in extra if not row.is_in)
    return News(standing, clock, own, tuple(later))


def _with_extra_time(tournament: Tournament, round: int) -> QuerySet[Table, Any]:
    """Return the tables of a round with extra minutes; `is_in` says whether the form is in."""
    tables = Table.objects.filter(round__tournament=tournament, round__number=round)
    handed_in = Version.objects.filter(COUNTS_OR_WAITS, form__table=OuterRef("pk"))
    return tables.filter(extra_minutes__gt=0).annotate(is_in=Exists(handed_in))


def hall(tournament: Tournament, now: datetime) -> Hall:
    """Return the state of every table of the present round, in eight queries at most.

    Who has a form open is not asked: what the hall tells does not depend on it.
    """
    rounds = list(tournament.rounds.public())
    going_on = [round for round in rounds if round.is_open]
    if not rounds:
        return Hall(None, None, (), now)
    # A confirmed round is public, but not open yet: the round being played comes before it.
    round = (going_on or rounds)[-1]
    extra = dict(round.tables.values_list("number", "extra_minutes"))
    forms = round_forms(round)
    tables = tuple(_table(round, form, extra.get(form.table, 0), now) for form in forms)
    return Hall(round, clock_of(round, now), tables, now)


def _table(round: Round, form: FormStatus, extra: int, now: datetime) -> HallTable:
    clock = clock_of(round, now, extra_minutes=extra) if extra and not form.is_in else None
    return HallTable(form, _state(form), extra, clock)


def _state(form: FormStatus) -> str:
    """Return the state of a form in the hall.

    A form that a clerk has opened, and not typed in yet, is missing: nothing was received.
    """
    if form.is_in or form.at is None:
        return form.public_state
    return "playing" if form.state == "playing" else "typing"


def practice_last(tournaments: Iterable[Tournament]) -> list[Tournament]:
    """Return tournaments in their order, practice tournaments last."""
    return sorted(tournaments, key=lambda tournament: tournament.is_practice)
