"""Actions on several players at once: plan one, show the plan, carry it out with one log entry."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from wk.accounts.models import User
from wk.auditlog.models import AuditLogEntry
from wk.core.refusals import ActionRefused
from wk.core.row_locks import lock_row
from wk.core.version_token import version_token
from wk.players.checkin.queries import seats_to_come
from wk.players.checkin.services import check_in
from wk.players.services import remove_entries, withdraw_entries
from wk.tournament.models import Entry, Seat, Tournament
from wk.tournament.queries import last_begun


class Action(models.TextChoices):
    """The actions that can be carried out on several players at once."""

    CHECK_IN = "check-in", gettext_lazy("Check in")
    WITHDRAW = "withdraw", gettext_lazy("Does not take part")
    REMOVE = "remove", gettext_lazy("Take off the list")


@dataclass(frozen=True, slots=True)
class PlanLine:
    """The effect of an action on one player.

    `is_done`: whether the action is carried out on this player. `note`: why not, or else a remark
    for the official, or "".
    """

    entry: Entry
    is_done: bool
    note: str


@dataclass(frozen=True, slots=True)
class Plan:
    """The effect of an action on each of the chosen players."""

    action: Action
    lines: tuple[PlanLine, ...]

    @property
    def entries(self) -> list[Entry]:
        """Return the entries on which the action will be carried out."""
        return [line.entry for line in self.lines if line.is_done]

    @property
    def version_token(self) -> str:
        """Return the version token of the plan: the same players with the same effects."""
        rows = sorted((line.entry.pk, line.is_done, line.note) for line in self.lines)
        return version_token(self.action, rows)


def plan(tournament: Tournament, action: Action, entries: Sequence[Entry]) -> Plan:
    """Return the plan of an action on these players, as of now; three queries at most."""
    return Plan(action, tuple(LINES[action](tournament, entries)))


def _check_in_lines(tournament: Tournament, entries: Sequence[Entry]) -> list[PlanLine]:
    return [
        PlanLine(
            entry, not entry.checked_in_at, _("is there already") if entry.checked_in_at else ""
        )
        for entry in entries
    ]


def _withdrawal_lines(tournament: Tournament, entries: Sequence[Entry]) -> list[PlanLine]:
    seats = seats_to_come(entries)
    last = last_begun(tournament)
    lines = []
    for entry in entries:
        if entry.withdrawn_after is not None:
            lines.append(PlanLine(entry, False, _("has left already")))
            continue
        state = (
            _("keeps what was won up to round %(number)d") % {"number": last}
            if last
            else _presence_words(entry)
        )
        note = _open_seats_words(seats.get(entry.pk, []))
        lines.append(PlanLine(entry, True, "; ".join(part for part in (state, note) if part)))
    return lines


def _presence_words(entry: Entry) -> str:
    """Return that a player is there, and since when, "" if he is not.

    He may have checked in while the official chose the absent ones.
    """
    if entry.checked_in_at is None:
        return ""
    return _("is there since %(time)s") % {
        "time": f"{timezone.localtime(entry.checked_in_at):%H:%M}"
    }


def _open_seats_words(seats: Sequence[Seat]) -> str:
    """Return a remark on the seats that a withdrawal leaves empty, "" for none."""
    if not seats:
        return ""
    rounds = ", ".join(str(seat.round.number) for seat in seats)
    return ngettext(
        "has a seat in round %(rounds)s: draw it again, or let somebody take the seat over",
        "has a seat in rounds %(rounds)s: draw them again, or let somebody take the seats over",
        len(seats),
    ) % {"rounds": rounds}


def _removal_lines(tournament: Tournament, entries: Sequence[Entry]) -> list[PlanLine]:
    keys = [entry.pk for entry in entries]
    seated = set(Seat.objects.filter(entry__in=keys).values_list("entry", flat=True))
    return [
        PlanLine(
            entry,
            entry.pk not in seated,
            _("has a seat: cannot be taken off the list") if entry.pk in seated else "",
        )
        for entry in entries
    ]


LINES: Mapping[Action, Callable[[Tournament, Sequence[Entry]], list[PlanLine]]] = {
    Action.CHECK_IN: _check_in_lines,
    Action.WITHDRAW: _withdrawal_lines,
    Action.REMOVE: _removal_lines,
}

VERBS: Mapping[Action, Callable[..., AuditLogEntry | None]] = {
    Action.CHECK_IN: check_in,
    Action.WITHDRAW: withdraw_entries,
    Action.REMOVE: remove_entries,
}


@transaction.atomic
def carry_out(
    *, planned: Plan, tournament: Tournament, version_token: str, author: User | None, now: datetime
) -> AuditLogEntry:
    """Carry out a plan on all its players or on none; return the log entry.

    `version_token` is that of the plan as the page showed it. Raises ActionRefused if the plan has
    changed since, or if it has no effect.
    """
    lock_row(Tournament.objects.filter(pk=tournament.pk))
    keys = [line.entry.pk for line in planned.lines]
    entries = list(tournament.entries.filter(pk__in=keys))
    plan_now = plan(tournament, planned.action, entries)
    if plan_now.version_token != version_token:
        raise ActionRefused(_("This has changed meanwhile. Look at it again."))
    if not plan_now.entries:
        raise ActionRefused(_("There is nobody left to do this to."))
    log_entry = VERBS[planned.action](entries=plan_now.entries, author=author, now=now)
    assert log_entry is not None  # under the lock the entries are as `plan_now` has them
    return log_entry
