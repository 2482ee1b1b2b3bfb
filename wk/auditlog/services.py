"""The audit log: what an official did to players, seats and rounds, and whether it was undone."""

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
from wk.tournament.models import Entry, Round, Tournament


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
    """Store an audit log entry, within the transaction that makes the change.

    `about` names the players or round concerned in a few words of no language: names and numbers
    only. `payload` is what an undo, or a reader of the log, needs.
    """
    return AuditLogEntry.objects.create(
        tournament=tournament,
        round=round,
        kind=kind,
        entry=entry,
        about=about[:200],
        payload=dict(payload or {}),
        reason=reason,
        author=author,
        at=now,
    )


def undoing(change: AuditLogEntry, author: User | None, now: datetime) -> AuditLogEntry:
    """Mark a change as undone, within the transaction that undoes it; return the change.

    Raises ActionRefused when it was undone before.
    """
    change = lock_row(
        AuditLogEntry.objects.filter(pk=change.pk).select_related("tournament", "entry", "round")
    )
    if change.undone_at is not None:
        raise ActionRefused(_("This has been undone already."))
    change.undone_by, change.undone_at = author, now
    change.save(update_fields=["undone_by", "undone_at"])
    return change


Draw = Literal["drawn", "again", "discarded"]

# What was done to the draw of one round, and of several in a row.
DRAWN: Mapping[str, tuple[Promise, Promise]] = {
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


def draw_words(how: Draw, first: int, last: int) -> str:
    """Return what was done to the draws of a range of rounds, as a sentence."""
    one, several = DRAWN[how]
    if first == last:
        return str(one) % {"number": first}
    between = _("%(first)d and %(last)d") if last == first + 1 else _("%(first)d to %(last)d")
    return str(several) % {"rounds": between % {"first": first, "last": last}}


def note_players(
    kind: AuditLogEntry.Kind,
    entries: Sequence[Entry],
    facts: Mapping[str, Any],
    author: User | None,
    now: datetime | None,
) -> AuditLogEntry:
    """Store one change to one or several players; without `now` the moment is the present."""
    return record(
        tournament=entries[0].tournament,
        kind=kind,
        about=", ".join(map(str, entries)),
        author=author,
        now=now or timezone.now(),
        entry=entries[0] if len(entries) == 1 else None,
        payload=facts,
    )


def note_draw(
    rounds: Sequence[Round],
    how: Draw,
    author: User | None,
    now: datetime | None,
    *,
    ranking: Sequence[int] | None = None,
) -> AuditLogEntry:
    """Store that rounds were drawn, drawn again or discarded, with the lot number of the first.

    For a round by the standings, `ranking` (start numbers) is stored too, as keys of entries.
    """
    tournament, numbers = rounds[0].tournament, [round.number for round in rounds]
    facts = {"how": how, "rounds": numbers, "seed": rounds[0].seed}
    if ranking is not None:
        keys = dict(tournament.entries.values_list("number", "pk"))
        facts["ranking"] = [keys[number] for number in ranking]
    return record(
        tournament=tournament,
        kind=AuditLogEntry.Kind.DRAWN,
        about=", ".join(map(str, numbers)),
        author=author,
        now=now or timezone.now(),
        round=rounds[0],
        payload=facts,
    )


def listed(entries: Sequence[Entry]) -> list[dict[str, Any]]:
    """Return the key, name, club and start number of each player, as facts."""
    return [{"key": entry.pk, **called(entry)} for entry in entries]


def called(entry: Entry) -> dict[str, Any]:
    """Return the name, club and start number of a player, as facts."""
    return {"name": entry.name, "club": entry.club, "number": entry.number}


def moment(at: datetime | None) -> str | None:
    """Return a moment as a fact."""
    return at.isoformat() if at else None


def kept(entry: Entry) -> dict[str, Any]:
    """Return all that is known of an entry, as facts; `undo` makes the entry again from them.

    It takes no query if the changes, fixed places and separations were fetched before.
    """
    return {
        **called(entry),
        "key": entry.pk,
        "changes": [change.pk for change in entry.log_entries.all()],
        "player": entry.player_id,
        "withdrawn_after": entry.withdrawn_after,
        "checked_in_at": moment(entry.checked_in_at),
        "is_announced": entry.is_announced,
        "apart": [group.pk for group in entry.separations.all()],
        "places": [
            {"table": place.table, "seat": place.seat, "round": place.round}
            for place in entry.fixed_seats.all()
        ],
    }
