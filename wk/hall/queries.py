"""Nouns of the hall: what stands above every page, and how far every table is."""

from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from wk.hall.models import Announcement
from wk.scoreforms.drafts import PRESENT
from wk.scoreforms.queries import FormStatus, round_forms
from wk.tournament.clock import Clock, clock_now, clock_of
from wk.tournament.models import Round, Tournament

# What the hall is told of a form, by the state in which the office has it: not who typed what.
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


@dataclass(frozen=True, slots=True)
class News:
    """What stands above every page of a tournament: announcements, newest first, and the clock."""

    announcements: tuple[Announcement, ...]
    clock: Clock | None

    @property
    def mark(self) -> str:
        """What stands for all of it: another one where there is something new."""
        return _mark([each.pk for each in self.announcements], self.clock and self.clock.mark)


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


def news(tournament: Tournament, now: datetime) -> News:
    """Return what stands above the pages of a tournament, in two queries at most."""
    standing = tuple(tournament.announcements.standing(now))
    return News(standing, clock_now(tournament, now))


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
