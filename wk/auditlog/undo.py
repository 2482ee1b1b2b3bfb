"""Undo of log entries. Each room registers a handler for its own kinds of log entries.

A handler is registered when wk starts, in the `apps.py` of its room. So the log imports none of the
rooms that use it.
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

# A clerk can make log entries of these kinds, and may undo them. REMOVED is one of them because the
# undo of ENTERED is logged as REMOVED.
CLERK_KINDS = (
    AuditLogEntry.Kind.ENTERED,
    AuditLogEntry.Kind.EDITED,
    AuditLogEntry.Kind.REMOVED,
    AuditLogEntry.Kind.CHECKED_IN,
    AuditLogEntry.Kind.CHECK_IN_UNDONE,
)


class UndoHandler(Protocol):
    """The undo of some kinds of log entries, as their room provides it."""

    def why_not(
        self, tournament: Tournament, log_entries: Sequence[AuditLogEntry]
    ) -> Mapping[int, str]:
        """Return why each log entry cannot be undone now, by its key; "" if it can.

        All log entries are of the kinds of this handler, and none is undone yet.
        """

    def undo(self, *, log_entry: AuditLogEntry, author: User | None, now: datetime) -> list[int]:
        """Undo a log entry; return the keys of the entries (players) that were changed.

        Raises ActionRefused if the log entry cannot be undone.
        """


UNDO_HANDLERS: dict[str, UndoHandler] = {}


def register(handler: UndoHandler, kinds: Iterable[AuditLogEntry.Kind]) -> None:
    """Register the handler of these kinds of log entries."""
    for kind in kinds:
        UNDO_HANDLERS[kind] = handler


@dataclass(frozen=True, slots=True)
class UndoOffer:
    """The offer to undo a log entry, for a page.

    `is_open`: the page shows the button. `why_not`: the reason that it shows instead, "" for none.
    """

    is_open: bool
    why_not: str = ""


def undo(*, log_entry: AuditLogEntry, author: User | None, now: datetime) -> list[int]:
    """Undo a log entry with the handler of its kind; return the keys of the entries changed.

    Raises ActionRefused if the log entry cannot be undone in the log.
    """
    if handler := UNDO_HANDLERS.get(log_entry.kind):
        return handler.undo(log_entry=log_entry, author=author, now=now)
    raise ActionRefused(_("This cannot be undone here: look at its round."))


def undo_offers(
    tournament: Tournament, log_entries: Sequence[AuditLogEntry], user: User
) -> list[UndoOffer]:
    """Return the offer for each log entry, in their order, to this user now.

    Each handler is called once for all its log entries. So a page of the log takes a few queries.
    A step of a round has no handler: it is undone on the page of that round.
    """
    by_handler: dict[int, tuple[UndoHandler, list[AuditLogEntry]]] = {}
    for log_entry in log_entries:
        handler = UNDO_HANDLERS.get(log_entry.kind)
        if handler and log_entry.undone_at is None and may_undo(log_entry, user):
            by_handler.setdefault(id(handler), (handler, []))[1].append(log_entry)
    why_not: dict[int, str] = {}
    for handler, handled in by_handler.values():
        why_not |= handler.why_not(tournament, handled)
    return [
        UndoOffer(is_open=not why_not[log_entry.pk], why_not=why_not[log_entry.pk])
        if log_entry.pk in why_not
        else UndoOffer(is_open=False)
        for log_entry in log_entries
    ]


def may_undo(log_entry: AuditLogEntry, user: User) -> bool:
    """Return whether the role of `user` allows the undo of a log entry.

    A director may undo everything. A clerk may undo only CLERK_KINDS made by a clerk.
    """
    if may(user, Act.UNDO_ALL_ENTRIES):
        return True
    author = log_entry.author
    by_clerk = author is not None and not may(author, Act.UNDO_ALL_ENTRIES)
    is_clerks = by_clerk and log_entry.kind in CLERK_KINDS
    return is_clerks and may(user, Act.UNDO_CLERKS_ENTRIES)
