"""Undo of log entries about players: one UndoRule for each kind.

A rule judges by the state of all players (`PlayerStates`). A page of the log fetches that state
once for all its log entries. The undo itself checks the same rule again, under a lock.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from wk.accounts.models import User
from wk.auditlog import services as auditlog
from wk.auditlog.models import AuditLogEntry
from wk.auditlog.queries import keys_of
from wk.core.refusals import ActionRefused
from wk.core.row_locks import lock_row
from wk.players.services import remove_entries
from wk.players.undo_state import PlayerStates, player_states, still_removed
from wk.tournament.initials import stored_name
from wk.tournament.models import (
    Entry,
    FixedSeat,
    Payment,
    Player,
    PrizeCategory,
    Separation,
    Tournament,
)


@dataclass(frozen=True, slots=True)
class UndoRule:
    """The undo of one kind of log entry.

    - `why_not` returns why the undo is impossible now, "" if it is possible.
    - `undo` does it, within a transaction.
    - `players` returns the keys of the entries that the undo changes. These may be fewer than the
      log entry names, because some of its players may have changed since.
    """

    why_not: Callable[[AuditLogEntry, PlayerStates], str]
    undo: Callable[[AuditLogEntry, PlayerStates], None]
    players: Callable[[AuditLogEntry, PlayerStates], list[int]] = lambda log_entry, states: keys_of(
        log_entry
    )


@transaction.atomic
def undo_with_rule(
    rule: UndoRule, *, log_entry: AuditLogEntry, author: User | None, now: datetime
) -> list[int]:
    """Undo a log entry about players; return the keys of the entries that it changed.

    Raises ActionRefused if the undo is impossible by now, or was done before.
    """
    states = player_states(lock_row(Tournament.objects.filter(pk=log_entry.tournament_id)))
    log_entry = auditlog.mark_undone(log_entry, author, now)
    if why := rule.why_not(log_entry, states):
        raise ActionRefused(why)
    players = rule.players(log_entry, states)  # before the undo changes them
    rule.undo(log_entry, states)
    return players


def no_longer_listed(log_entry: AuditLogEntry) -> str:
    """Return the reason that the player of a log entry is no longer on the list."""
    return _("%(name)s is not on the list any more.") % {"name": log_entry.about}


def still_listed(log_entry: AuditLogEntry, states: PlayerStates) -> list[Entry]:
    """Return the entries of a log entry that are on the list now."""
    return [states.entries[key] for key in keys_of(log_entry) if key in states.entries]


def _has_seat_words(entry: Entry, states: PlayerStates, after: int = 0) -> str:
    """Return a sentence with the first round after `after` in which a player has a seat, or ""."""
    number = next((number for number in states.seats.get(entry.pk, ()) if number > after), None)
    if number is None:
        return ""
    text = _("%(name)s has a seat in round %(number)d.")
    return text % {"name": entry.name, "number": number}


def _why_not_remove(log_entry: AuditLogEntry, states: PlayerStates) -> str:
    """Return why the entered players cannot be taken off the list, "" if they can.

    They cannot if one of them has a seat, or if none of them is on the list any more.
    """
    listed = still_listed(log_entry, states)
    if not listed:
        return no_longer_listed(log_entry)
    return next((why for entry in listed if (why := _has_seat_words(entry, states))), "")


def _remove_entered(log_entry: AuditLogEntry, states: PlayerStates) -> None:
    """Remove the entered players from the list. The removal has a log entry of its own."""
    listed = still_listed(log_entry, states)
    remove_entries(entries=listed, author=log_entry.undone_by, now=log_entry.undone_at)


def _why_not_rename_back(log_entry: AuditLogEntry, states: PlayerStates) -> str:
    """Return why the old name, club and number cannot be restored, "" if they can.

    They cannot if the player is off the list, if the player was edited again, or if the old number
    is taken.
    """
    entry = states.entries.get(log_entry.entry_id or 0)
    before, after = log_entry.payload["before"], log_entry.payload["after"]
    if entry is None:
        return no_longer_listed(log_entry)
    if auditlog.name_payload(entry) != after:
        return _("%(name)s has been changed again since then.") % {"name": entry}
    others = (other for other in states.entries.values() if other != entry)
    if any(other.number == before["number"] for other in others):
        return _("Start number %(number)d is taken.") % {"number": before["number"]}
    return ""


def _rename_back(log_entry: AuditLogEntry, states: PlayerStates) -> None:
    """Restore name, surname, club and number of the entry.

    The person gets the old names and club as well, unless these have changed since.
    """
    entry = states.entries[log_entry.entry_id or 0]
    before, after = log_entry.payload["before"], log_entry.payload["after"]
    stored = _stored(before)
    Entry.objects.filter(pk=entry.pk).update(**stored, club=before["club"], number=before["number"])
    # Another edition may have corrected the person since, the surname alone as well.
    person = Player.objects.filter(pk=entry.player_id, **_stored(after), club=after["club"])
    person.update(**stored, club=before["club"])


def _stored(named: Mapping[str, Any]) -> Mapping[str, str]:
    """Return the columns of a name in the payload of a log entry."""
    by_initials = named.get("by_initials", False)
    return stored_name(named["name"], named.get("surname", ""), by_initials=by_initials)


def _why_not_enter_again(log_entry: AuditLogEntry, states: PlayerStates) -> str:
    """Return why no removed player can be entered again, "" if one is still off the list."""
    if still_removed(log_entry, states):
        return ""
    name, listed = log_entry.about, still_listed(log_entry, states)
    if len(keys_of(log_entry)) == 1 and listed:
        name = str(listed[0])  # an archive may have brought the player back under another name
    return _("%(name)s is in this tournament already.") % {"name": name}


def _enter_removed(log_entry: AuditLogEntry, states: PlayerStates) -> None:
    """Enter the removed players again that are still off the list."""
    for snapshot in still_removed(log_entry, states):
        enter_again(log_entry.tournament, snapshot, states)


def enter_again(tournament: Tournament, snapshot: Mapping[str, Any], states: PlayerStates) -> Entry:
    """Enter a removed player again from a snapshot; return the entry.

    The entry has its old key and its old start number, or the next free number if that is taken. A
    check-in or a withdrawal that was undone since the removal is not restored.
    """
    taken = set(tournament.entries.values_list("number", flat=True))
    number = snapshot["number"]
    checked_in_at = snapshot["checked_in_at"]
    if (snapshot["key"], checked_in_at) in states.undone_check_ins:
        checked_in_at = None
    withdrawn_after = snapshot["withdrawn_after"]
    if (snapshot["key"], withdrawn_after) in states.undone_withdrawals and snapshot[
        "key"
    ] not in states.withdrawn_by:
        withdrawn_after = None
    player = _person(tournament, snapshot)
    # The person may have got initials, or his name again, while he was off the list.
    names = stored_name(
        snapshot["name"], snapshot.get("surname", ""), by_initials=player.by_initials
    )
    # The old key links earlier log entries to this entry again.
    entry = Entry.objects.create(
        pk=snapshot["key"],
        tournament=tournament,
        player=player,
        number=number if number not in taken else max(taken) + 1,
        **names,
        club=snapshot["club"],
        withdrawn_after=withdrawn_after,
        checked_in_at=datetime.fromisoformat(checked_in_at) if checked_in_at else None,
        is_announced=snapshot["is_announced"],
    )
    AuditLogEntry.objects.filter(pk__in=snapshot["changes"], entry=None).update(entry=entry)
    entry.separations.set(
        Separation.objects.filter(tournament=tournament, pk__in=snapshot["apart"])
    )
    FixedSeat.objects.bulk_create(FixedSeat(entry=entry, **place) for place in snapshot["places"])
    # A snapshot of an earlier version has no payment and no prizes.
    if paid := snapshot.get("paid"):
        author = User.objects.filter(pk=paid["author"]).first()
        Payment.objects.create(entry=entry, at=datetime.fromisoformat(paid["at"]), author=author)
    marked = PrizeCategory.objects.filter(tournament=tournament, pk__in=snapshot.get("prizes", ()))
    entry.prize_categories.set(marked)
    return entry


def _person(tournament: Tournament, snapshot: Mapping[str, Any]) -> Player:
    """Return the person of a removed entry.

    Make a new person if the old one is deleted, or has another entry in this tournament.
    """
    others = Player.objects.exclude(entries__tournament=tournament)
    player = others.filter(pk=snapshot["player"]).first()
    return player or Player.objects.create(**_stored(snapshot), club=snapshot.get("club", ""))


def still_withdrawn_by(log_entry: AuditLogEntry, states: PlayerStates) -> list[int]:
    """Return the keys of the entries that are withdrawn now, and by this log entry."""
    listed = (entry for entry in states.entries.values() if entry.withdrawn_after is not None)
    return [entry.pk for entry in listed if states.withdrawn_by.get(entry.pk) == log_entry.pk]


def _why_not_readmit(log_entry: AuditLogEntry, states: PlayerStates) -> str:
    """Return why the withdrawn players cannot be readmitted, "" if one of them can.

    They cannot if they take part again, or have withdrawn once more since.
    """
    listed = still_listed(log_entry, states)
    if still_withdrawn_by(log_entry, states):
        return ""
    if not listed:
        return no_longer_listed(log_entry)
    if all(entry.withdrawn_after is None for entry in listed):
        return _("%(name)s takes part again already.") % {"name": log_entry.about}
    return _("%(name)s came back, and has left again since.") % {"name": log_entry.about}


def readmit_withdrawn(log_entry: AuditLogEntry, states: PlayerStates) -> None:
    """Readmit the players that are withdrawn now by this log entry."""
    Entry.objects.filter(pk__in=still_withdrawn_by(log_entry, states)).update(withdrawn_after=None)


def _why_not_withdraw_again(log_entry: AuditLogEntry, states: PlayerStates) -> str:
    """Return why a readmitted player cannot be withdrawn again, "" if that is possible.

    It is not if the player is off the list, has got a seat since, or has withdrawn already.
    """
    entry = states.entries.get(log_entry.entry_id or 0)
    if entry is None:
        return no_longer_listed(log_entry)
    if why := _has_seat_words(entry, states, after=log_entry.payload["before"]):
        return why
    if entry.withdrawn_after is not None:
        return _("%(name)s has left already.") % {"name": entry}
    return ""


def _withdraw_again(log_entry: AuditLogEntry, states: PlayerStates) -> None:
    """Withdraw a readmitted player again, after the same round as before."""
    entry = states.entries[log_entry.entry_id or 0]
    entry.withdrawn_after = log_entry.payload["before"]
    entry.save(update_fields=["withdrawn_after"])


UNDO_RULES: Mapping[AuditLogEntry.Kind, UndoRule] = {
    AuditLogEntry.Kind.ENTERED: UndoRule(
        _why_not_remove,
        _remove_entered,
        lambda log_entry, states: [entry.pk for entry in still_listed(log_entry, states)],
    ),
    AuditLogEntry.Kind.EDITED: UndoRule(_why_not_rename_back, _rename_back),
    AuditLogEntry.Kind.REMOVED: UndoRule(
        _why_not_enter_again,
        _enter_removed,
        lambda log_entry, states: [
            snapshot["key"] for snapshot in still_removed(log_entry, states)
        ],
    ),
    AuditLogEntry.Kind.WITHDRAWN: UndoRule(_why_not_readmit, readmit_withdrawn, still_withdrawn_by),
    AuditLogEntry.Kind.READMITTED: UndoRule(_why_not_withdraw_again, _withdraw_again),
}
