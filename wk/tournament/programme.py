"""The programme of a day: when the doors open, rounds begin, and prizes are given.

A tournament stores it as a list of objects (`Tournament.programme`). It is what was planned: a
round begins when the director starts it.
"""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from django.db.models import TextChoices
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from wk.tournament.models import Tournament

MINUTES_A_DAY = 24 * 60


class Kind(TextChoices):
    """What happens at a time of the programme."""

    DOORS = "doors", gettext_lazy("Doors open")
    ROUND = "round", gettext_lazy("Round")
    OTHER = "other", gettext_lazy("Something else")
    PRIZES = "prizes", gettext_lazy("Prizes")


@dataclass(frozen=True, slots=True)
class ProgrammePoint:
    """One line of a programme.

    - `at`, `until`: times of the day; `until` is None where the end is not known.
    - `round`: the number of a round, 0 for the other kinds.
    - `text`: what the organiser called a line of his own.
    """

    kind: Kind
    at: dt.time
    until: dt.time | None = None
    round: int = 0
    text: str = ""

    @property
    def name(self) -> str:
        """Return what happens, in words."""
        if self.kind == Kind.ROUND:
            return _("Round %(number)d") % {"number": self.round}
        return self.text or str(self.kind.label)


def programme_of(tournament: Tournament) -> tuple[ProgrammePoint, ...]:
    """Return the programme of a tournament, in the order of the times; no query."""
    points = (_point(each, tournament.round_minutes) for each in tournament.programme)
    shown = (point for point in points if point.round <= tournament.round_count)
    return tuple(sorted(shown, key=lambda point: (point.at, point.round)))


def planned_start(tournament: Tournament, number: int) -> dt.time | None:
    """Return the time at which a round is to begin, None if the programme does not tell."""
    times = (point.at for point in programme_of(tournament) if point.round == number)
    return next(times, None) if number else None


def start_to_come(tournament: Tournament, number: int, now: dt.datetime) -> dt.time | None:
    """Return the planned time of a round as long as it is to come, None after it."""
    planned = planned_start(tournament, number)
    if planned is None:
        return None
    at = timezone.make_aware(dt.datetime.combine(tournament.date, planned))
    return planned if at > now else None


def stored(points: Iterable[ProgrammePoint]) -> list[dict[str, Any]]:
    """Return the lines of a programme as a tournament stores them.

    >>> stored([ProgrammePoint(Kind.ROUND, dt.time(10, 30), round=2)])
    [{'kind': 'round', 'at': '10:30', 'round': 2, 'text': ''}]
    """
    return [
        {"kind": str(each.kind), "at": f"{each.at:%H:%M}", "round": each.round, "text": each.text}
        for each in points
    ]


def first_out_of_order(points: Sequence[ProgrammePoint]) -> ProgrammePoint | None:
    """Return the first line that is not after the line before it, None if all are.

    `points` are in the order of the day: doors, rounds, prizes.
    """
    pairs = pairwise(points)
    return next((after for before, after in pairs if after.at <= before.at), None)


def _point(raw: dict[str, Any], minutes: int | None) -> ProgrammePoint:
    kind, at = Kind(raw["kind"]), dt.time.fromisoformat(raw["at"])
    until = _later(at, minutes) if kind == Kind.ROUND and minutes else None
    return ProgrammePoint(kind, at, until, raw["round"], raw["text"])


def _later(at: dt.time, minutes: int) -> dt.time:
    later = (at.hour * 60 + at.minute + minutes) % MINUTES_A_DAY
    return dt.time(later // 60, later % 60)
