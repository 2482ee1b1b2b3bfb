"""How acts in the audit log are undone: the room that does an act says here how to undo it.

The log knows no room. Each room registers a handler for its kinds of entries when wk starts
(`apps.py` of the room).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from django.utils.translation import gettext as _

from wk.accounts.models import User
from wk.auditlog.models import AuditLogEntry
from wk.core.refusals import ActionRefused
from wk.tournament.models import Tournament

# The kinds of entries that a clerk can make, and so undo. Undoing ENTERED is logged as REMOVED: a
# clerk can undo that too.
OF_CLERKS = (
    AuditLogEntry.Kind.ENTERED,
    AuditLogEntry.Kind.EDITED,
    AuditLogEntry.Kind.REMOVED,
    AuditLogEntry.Kind.CHECKED_IN,
    AuditLogEntry.Kind.CHECK_IN_UNDONE,
)


class UndoHandler(Protocol):
    """How a room undoes its kinds of entries."""

    def why_not(self, tournament: Tournament, made: Sequence[AuditLogEntry]) -> Mapping[int, str]:
        """Return for each entry, by its key, why it cannot be undone now, "" where it can.

        All entries are of the kinds of this handler, and none is undone yet.
        """

    def undo(self, *, change: AuditLogEntry, author: User | None, now: datetime) -> list[int]:
        """Undo an entry; return the keys of the players concerned.

        Raises ActionRefused where that cannot be.
        """


UNDO_HANDLERS: dict[str, UndoHandler] = {}


def register(handler: UndoHandler, kinds: Iterable[AuditLogEntry.Kind]) -> None:
    """Let a handler undo these kinds of entries."""
    for kind in kinds:
        UNDO_HANDLERS[kind] = handler


@dataclass(frozen=True, slots=True)
class Offer:
    """Whether an official may undo an entry now.

    `why_not`: the reason why not, "" where the page needs none.
    """

    is_open: bool
    why_not: str = ""


def undo(*, change: AuditLogEntry, author: User | None, now: datetime) -> list[int]:
    """Undo an entry; return the keys of the players that were touched.

    Raises ActionRefused, in words for the official, if the entry cannot be undone in the log.
    """
    if handler := UNDO_HANDLERS.get(change.kind):
        return handler.undo(change=change, author=author, now=now)
    raise ActionRefused(_("This cannot be undone here: look at its round."))


def offers(tournament: Tournament, made: Sequence[AuditLogEntry], user: User) -> list[Offer]:
    """Return for each entry whether an official is offered to undo it now.

    Each handler is asked once for all its entries. A step of a round, which no handler knows, is
    undone on the page of that round.
    """
    asked: dict[int, tuple[UndoHandler, list[AuditLogEntry]]] = {}
    for change in made:
        handler = UNDO_HANDLERS.get(change.kind)
        if handler and change.undone_at is None and may_undo(change, user):
            asked.setdefault(id(handler), (handler, []))[1].append(change)
    why_not: dict[int, str] = {}
    for handler, changes in asked.values():
        why_not |= handler.why_not(tournament, changes)
    return [
        Offer(is_open=not why_not[change.pk], why_not=why_not[change.pk])
        if change.pk in why_not
        else Offer(is_open=False)
        for change in made
    ]


def may_undo(change: AuditLogEntry, user: User) -> bool:
    """Return whether an official has the right to undo an entry.

    A director may undo everything; a clerk only the entries of OF_CLERKS that a clerk made.
    """
    by_clerk = change.author is not None and not change.author.is_director
    return user.is_director or (by_clerk and change.kind in OF_CLERKS)
