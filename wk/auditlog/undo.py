"""How acts in the audit log are undone: the room of an act registers here how to undo it.

The log imports no room. Each room registers a handler for its kinds of log entries when wk starts
(`apps.py` of the room).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from django.utils.translation import gettext as _

from wk.accounts.models import User
from wk.accounts.policy import Act, may
from wk.auditlog.models import AuditLogEntry
from wk.core.refusals import ActionRefused
from wk.tournament.models import Tournament

# The kinds of log entries that a clerk can make, and so undo. REMOVED is among them because undoing
# ENTERED is logged as REMOVED.
CLERK_KINDS = (
    AuditLogEntry.Kind.ENTERED,
    AuditLogEntry.Kind.EDITED,
    AuditLogEntry.Kind.REMOVED,
    AuditLogEntry.Kind.CHECKED_IN,
    AuditLogEntry.Kind.CHECK_IN_UNDONE,
)


class UndoHandler(Protocol):
    """How a room undoes its kinds of log entries."""

    def why_not(self, tournament: Tournament, made: Sequence[AuditLogEntry]) -> Mapping[int, str]:
        """Return for each log entry, by its key, why it cannot be undone now, "" if it can.

        All log entries are of the kinds of this handler, and none is undone yet.
        """

    def undo(self, *, log_entry: AuditLogEntry, author: User | None, now: datetime) -> list[int]:
        """Undo a log entry; return the keys of the players' entries concerned.

        Raises ActionRefused if the log entry cannot be undone.
        """


UNDO_HANDLERS: dict[str, UndoHandler] = {}


def register(handler: UndoHandler, kinds: Iterable[AuditLogEntry.Kind]) -> None:
    """Let a handler undo these kinds of log entries."""
    for kind in kinds:
        UNDO_HANDLERS[kind] = handler


@dataclass(frozen=True, slots=True)
class UndoOffer:
    """Whether the page offers an official to undo a log entry (`is_open`).

    `why_not` is the reason to show if it does not, "" if the page shows none.
    """

    is_open: bool
    why_not: str = ""


def undo(*, log_entry: AuditLogEntry, author: User | None, now: datetime) -> list[int]:
    """Undo a log entry; return the keys of the players' entries that were changed.

    Raises ActionRefused if the log entry cannot be undone in the log.
    """
    if handler := UNDO_HANDLERS.get(log_entry.kind):
        return handler.undo(log_entry=log_entry, author=author, now=now)
    raise ActionRefused(_("This cannot be undone here: look at its round."))


def undo_offers(
    tournament: Tournament, made: Sequence[AuditLogEntry], user: User
) -> list[UndoOffer]:
    """Return for each log entry whether the page offers the official to undo it now.

    Each handler is asked once for all its log entries, so that a page of the log takes a few
    queries. A step of a round has no handler: it is undone on the page of that round.
    """
    asked: dict[int, tuple[UndoHandler, list[AuditLogEntry]]] = {}
    for log_entry in made:
        handler = UNDO_HANDLERS.get(log_entry.kind)
        if handler and log_entry.undone_at is None and may_undo(log_entry, user):
            asked.setdefault(id(handler), (handler, []))[1].append(log_entry)
    why_not: dict[int, str] = {}
    for handler, changes in asked.values():
        why_not |= handler.why_not(tournament, changes)
    return [
        UndoOffer(is_open=not why_not[log_entry.pk], why_not=why_not[log_entry.pk])
        if log_entry.pk in why_not
        else UndoOffer(is_open=False)
        for log_entry in made
    ]


def may_undo(log_entry: AuditLogEntry, user: User) -> bool:
    """Return whether an official has the right to undo a log entry.

    A director may undo everything; a clerk only the log entries of CLERK_KINDS made by a clerk.
    """
    if may(user, Act.UNDO_ALL_ENTRIES):
        return True
    author = log_entry.author
    by_clerk = author is not None and not may(author, Act.UNDO_ALL_ENTRIES)
    is_clerks = by_clerk and log_entry.kind in CLERK_KINDS
    return is_clerks and may(user, Act.UNDO_CLERKS_ENTRIES)
