"""How a draw proves itself: what was asked of it, so that anybody can make it again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext as _

from wk.auditlog.models import AuditLogEntry
from wk.auditlog.sentences import sentence
from wk.tournament.models import Round


@dataclass(frozen=True, slots=True)
class EarlierDraw:
    """A line of the log about a draw of the round before the present one.

    `why` is the reason for which that draw was thrown away, "" if none was asked for.
    """

    at: datetime
    author: str
    words: str
    why: str


@dataclass(frozen=True, slots=True)
class DrawProof:
    """What was asked of the present draw of a round, and the draws before it.

    - `players`: the start numbers that were drawn; `tables`: the sizes of their tables.
    - `wishes`: what was asked of the draw, in words.
    - `seeds`: the draw numbers with their rounds, the new one last.
    - `is_announced`: whether the new one was announced beforehand and typed in.
    - `earlier`: the draws of this round that were thrown away, the first one first.
    - `command`: what makes the draw again.
    - `is_changed`: whether seats were changed by hand after the draw.
    """

    players: str
    tables: str
    wishes: tuple[str, ...]
    seeds: str
    is_announced: bool
    earlier: tuple[EarlierDraw, ...]
    command: str
    is_changed: bool


def draw_entries(round: Round) -> list[AuditLogEntry]:
    """Return the log entries about the draws of a round, the first one first; one query."""
    log_entries = round.tournament.log_entries.filter(kind=AuditLogEntry.Kind.DRAWN)
    by_time = log_entries.select_related("author").order_by("pk")
    return [each for each in by_time if round.number in each.payload["rounds"]]


def draw_of(round: Round) -> AuditLogEntry | None:
    """Return the log entry of the draw that a round has now, None if the log has none."""
    return present_draw(draw_entries(round))


def draw_proof(round: Round) -> DrawProof | None:
    """Return the proof of a draw, None if the log does not have what was asked of it."""
    log_entries = draw_entries(round)
    present = present_draw(log_entries)
    if present is None or "asked" not in present.payload:
        return None
    asked = present.payload["asked"]
    return DrawProof(
        players=in_ranges(asked["players"]),
        tables=", ".join(map(str, asked["sizes"])),
        wishes=tuple(_wish(each) for each in asked["constraints"]),
        seeds=_seeds(round, present.payload["rounds"][0], asked["seeds"]),
        is_announced=asked.get("is_announced", False),
        earlier=tuple(_earlier(each, after) for each, after in pairwise(log_entries)),
        command=f"python manage.py draw {round.tournament.slug} --round {round.number} --again",
        is_changed=round.changed_by_hand,
    )


def _seeds(round: Round, first: int, seeds: Sequence[int]) -> str:
    """Return draw numbers with the rounds that they are of; the last one is of round `first`."""
    if len(seeds) == 1:
        return str(seeds[0])
    before = round.tournament.rounds.filter(number__lt=first).exclude(seed=None)
    numbers = [*before.order_by("number").values_list("number", flat=True), first]
    if len(numbers) != len(seeds):  # an earlier round was drawn anew since
        return ", ".join(map(str, seeds))
    told = (
        _("round %(number)d: %(seed)s") % {"number": number, "seed": seed}
        for number, seed in zip(numbers, seeds, strict=True)
    )
    return " · ".join(told)


def _earlier(log_entry: AuditLogEntry, after: AuditLogEntry) -> EarlierDraw:
    """Return the line of a log entry about a draw, which the one after it threw away.

    A line that says of itself that a draw was discarded has the reason.
    """
    if log_entry.payload["how"] == "discarded":
        why = log_entry.reason
    else:
        why = after.reason if after.payload["how"] == "again" else ""
    return EarlierDraw(
        at=log_entry.at,
        author=log_entry.author.username if log_entry.author else "–",
        words=sentence(log_entry),
        why=why,
    )


def present_draw(log_entries: Sequence[AuditLogEntry]) -> AuditLogEntry | None:
    """Return the log entry of the draw that stands, None if there is none.

    `log_entries` are those of `draw_entries`.
    """
    if not log_entries or log_entries[-1].payload["how"] == "discarded":
        return None
    return log_entries[-1]


def in_ranges(numbers: Sequence[int]) -> str:
    """Return numbers in a short form.

    >>> in_ranges([4, 1, 2, 3, 9])
    '1-4, 9'
    """
    groups: list[list[int]] = []
    for number in sorted(numbers):
        if groups and number == groups[-1][-1] + 1:
            groups[-1].append(number)
        else:
            groups.append([number])
    return ", ".join(f"{g[0]}-{g[-1]}" if len(g) > 1 else str(g[0]) for g in groups)


def _wish(asked: Mapping[str, Any]) -> str:
    """Return a constraint in words; its players are told by their start numbers."""
    if asked["kind"] == "separation":
        text = (
            _("Must not share a table: numbers %(who)s")
            if asked["is_hard"]
            else _("Apart if possible: numbers %(who)s")
        )
        return text % {"who": ", ".join(map(str, sorted(asked["players"])))}
    places = [
        text % {"number": asked[part]}
        for part, text in (
            ("table", _("table %(number)d")),
            ("seat", _("seat %(number)d")),
            ("round", _("in round %(number)d")),
        )
        if asked[part] is not None
    ]
    return _("Number %(number)d has a fixed seat: %(place)s") % {
        "number": asked["player"],
        "place": ", ".join(places),
    }
