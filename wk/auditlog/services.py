"""Actions on the audit log: store a log entry, mark one as undone, and build payloads.

Services of other rooms call these within their own transactions. Another key in a payload needs a
migration: log entries of earlier versions of wk must stay readable, and can still be undone.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from wk.accounts.models import User
from wk.auditlog.models import AuditLogEntry
from wk.core.refusals import ActionRefused
from wk.core.row_locks import lock_row
from wk.tournament.models import Entry, Payment, Round, Tournament

# The relations of an entry of which its snapshot has something.
IN_SNAPSHOT = ("log_entries", "separations", "fixed_seats", "payment", "prize_categories")


def record(
    *,
    tournament: Tournament,
    kind: AuditLogEntry.Kind,
    about: str,
    author: User | None,
    now: datetime,
    entry: Entry | None = None,
    round: Round | None = None,
    payload: Mapping[str, Any] | None = None,
    reason: str = "",
) -> AuditLogEntry:
    """Store a log entry and return it. Call this within the transaction of the change itself.

    - `about`: the players or the number of the round. It holds no words that need a translation.
    - `payload`: values for the undo and for the sentence of the log, as plain JSON.
    """
    return AuditLogEntry.objects.create(
        tournament=tournament,
        round=round,
        kind=kind,
        entry=entry,
        about=about[:200],  # the field is no longer; the payload has all players
        payload=dict(payload or {}),
        reason=reason,
        author=author,
        at=now,
    )


def mark_undone(log_entry: AuditLogEntry, author: User | None, now: datetime) -> AuditLogEntry:
    """Mark a log entry as undone; return it, locked. Call this within the transaction of the undo.

    Raises ActionRefused if it was undone before.
    """
    log_entry = lock_row(
        AuditLogEntry.objects.filter(pk=log_entry.pk).select_related("tournament", "entry", "round")
    )
    if log_entry.undone_at is not None:
        raise ActionRefused(_("This has been undone already."))
    log_entry.undone_by, log_entry.undone_at = author, now
    log_entry.save(update_fields=["undone_by", "undone_at"])
    return log_entry


DrawAct = Literal["drawn", "again", "discarded"]

# The sentence for the draw of one round, and the one for the draws of several rounds in a row.
DRAW_SENTENCES: Mapping[str, tuple[Promise, Promise]] = {
    "drawn": (
        gettext_lazy("Round %(number)d has been drawn."),
        gettext_lazy("Rounds %(rounds)s have been drawn."),
    ),
    "again": (
        gettext_lazy("Round %(number)d has been drawn again."),
        gettext_lazy("Rounds %(rounds)s have been drawn again."),
    ),
    "discarded": (
        gettext_lazy("The draw of round %(number)d has been discarded."),
        gettext_lazy("The draws of rounds %(rounds)s have been discarded."),
    ),
}


def draw_words(how: DrawAct, first: int, last: int) -> str:
    """Return the sentence for a draw of the rounds from `first` to `last`, both included."""
    one, several = DRAW_SENTENCES[how]
    if first == last:
        return str(one) % {"number": first}
    between = _("%(first)d and %(last)d") if last == first + 1 else _("%(first)d to %(last)d")
    return str(several) % {"rounds": between % {"first": first, "last": last}}


def record_players(
    kind: AuditLogEntry.Kind,
    entries: Sequence[Entry],
    payload: Mapping[str, Any],
    author: User | None,
    now: datetime | None,
) -> AuditLogEntry:
    """Store one log entry about one or several players, and return it.

    `now` is the time of the act; None stands for the present.
    """
    return record(
        tournament=entries[0].tournament,
        kind=kind,
        about=", ".join(map(str, entries)),
        author=author,
        now=now or timezone.now(),
        entry=entries[0] if len(entries) == 1 else None,
        payload=payload,
    )


def record_state(
    round: Round,
    payload: Mapping[str, Any],
    author: User | None,
    now: datetime,
    *,
    reason: str = "",
) -> AuditLogEntry:
    """Store a log entry about the state of a round, or about what is held back of it."""
    return record(
        tournament=round.tournament,
        kind=AuditLogEntry.Kind.STATE,
        about=str(round.number),
        author=author,
        now=now,
        round=round,
        payload=payload,
        reason=reason,
    )


def record_draw(
    rounds: Sequence[Round],
    how: DrawAct,
    author: User | None,
    now: datetime | None,
    *,
    ranking: Sequence[int] | None = None,
    asked: Mapping[str, Any] | None = None,
    reason: str = "",
) -> AuditLogEntry:
    """Store a log entry about the draws of some rounds, with the draw number of the first.

    `reason` is why the draw before it was thrown away.

    `asked` is what the draw depends on, as `wk.rounds.draws.asked` has it: with it the draw can be
    made again and proves itself. Log entries of earlier versions of wk have none.

    `ranking` is for a round by the standings: the start numbers, best first. They are stored as
    keys of entries, because a start number may be corrected later.
    """
    tournament, numbers = rounds[0].tournament, [round.number for round in rounds]
    payload: dict[str, Any] = {"how": how, "rounds": numbers, "seed": rounds[0].seed}
    if ranking is not None:
        keys = dict(tournament.entries.values_list("number", "pk"))
        payload["ranking"] = [keys[number] for number in ranking]
    if asked is not None:
        payload["asked"] = dict(asked)
    return record(
        tournament=tournament,
        kind=AuditLogEntry.Kind.DRAWN,
        about=", ".join(map(str, numbers)),
        author=author,
        now=now or timezone.now(),
        round=rounds[0],
        payload=payload,
        reason=reason,
    )


def entries_payload(entries: Sequence[Entry]) -> list[dict[str, Any]]:
    """Return the key of each player with its `name_payload`, for a payload."""
    return [{"key": entry.pk, **name_payload(entry)} for entry in entries]


def name_payload(entry: Entry) -> dict[str, Any]:
    """Return the name, club and start number of a player, for a payload; a corrected surname too.

    Log entries from before there were surnames have none, like those of a player without one. The
    log has the full name, with `by_initials` for somebody who is shown by initials.
    """
    named: dict[str, Any] = {"name": entry.known_name, "club": entry.club, "number": entry.number}
    if entry.known_surname:
        named["surname"] = entry.known_surname
    return named | {"by_initials": True} if entry.by_initials else named


def moment_payload(at: datetime | None) -> str | None:
    """Return a datetime as ISO text for a payload; None for None."""
    return at.isoformat() if at else None


def entry_snapshot(entry: Entry) -> dict[str, Any]:
    """Return all fields and constraints of an entry, for the payload of its removal.

    With them go its payment and its marks for prizes. The undo of the removal makes the entry again
    from this snapshot. The call takes no query if what IN_SNAPSHOT names is prefetched.
    """
    payment: Payment | None = getattr(entry, "payment", None)
    return {
        **name_payload(entry),
        "key": entry.pk,
        "changes": [log_entry.pk for log_entry in entry.log_entries.all()],
        "player": entry.player_id,
        "withdrawn_after": entry.withdrawn_after,
        "checked_in_at": moment_payload(entry.checked_in_at),
        "is_announced": entry.is_announced,
        "apart": [group.pk for group in entry.separations.all()],
        "places": [
            {"table": fixed.table, "seat": fixed.seat, "round": fixed.round}
            for fixed in entry.fixed_seats.all()
        ],
        "paid": payment and {"at": payment.at.isoformat(), "author": payment.author_id},
        "prizes": [category.pk for category in entry.prize_categories.all()],
    }
