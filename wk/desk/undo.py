"""Undoing changes in the log of the day, as far as the desk can."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from wk.accounts.models import User
from wk.desk.services import seat_instead
from wk.scoreforms.drafts import closed_words
from wk.tournament import hand
from wk.tournament.models import BEGUN, Change, Entry, Round, Substitute, Tournament
from wk.tournament.players import Field, field_of, keys_of
from wk.tournament.refusal import Refusal, held
from wk.tournament.roster import take_off
from wk.tournament.undo import WAYS as OF_PLAYERS
from wk.tournament.undo import Way, gone, readmit_left, still_listed, undo_by


@dataclass(frozen=True, slots=True)
class Offer:
    """Whether an official may undo a change now.

    `why_not`: the reason why not, "" where the page needs none.
    """

    is_open: bool
    why_not: str = ""


def undo(*, change: Change, author: User | None, now: datetime) -> list[int]:
    """Undo a change; return the keys of the entries that were touched.

    Refusal, in words for the official, if the change cannot be undone here.
    """
    if way := WAYS.get(Change.Kind(change.kind)):
        return undo_by(way, change=change, author=author, now=now)
    if _is_of_a_draw(change):
        hand.undo(change=change, author=author, now=now)
        return []
    if change.kind == Change.Kind.SEATED:
        raise Refusal(_bar_of_seats(change, {}))
    raise Refusal(_("This cannot be undone here: look at its round."))


def offers(tournament: Tournament, made: Sequence[Change], user: User) -> list[Offer]:
    """Return for each change whether the desk offers an official to undo it now.

    Three queries, and a few for each round that is being drawn by hand.
    """
    field = field_of(tournament)
    drawn = {c.round for c in made if c.round and _is_of_a_draw(c) and c.undone_at is None}
    by_hand = {each.change.pk: each.can_undo for round in drawn for each in hand.by_hand(round)}
    return [
        Offer(is_open=False)
        if change.undone_at is not None or not may_undo(change, user)
        else _offer(change, field, by_hand)
        for change in made
    ]


def may_undo(change: Change, user: User) -> bool:
    """Return whether an official has the right to undo a change.

    A director may undo everything; a clerk only the changes of OF_CLERKS that a clerk made.
    """
    by_clerk = change.author is not None and not change.author.is_director
    return user.is_director or (by_clerk and change.kind in OF_CLERKS)


def _offer(change: Change, field: Field, by_hand: Mapping[int, bool]) -> Offer:
    """Return what the desk offers for a change that has not been undone.

    `by_hand`: whether each change of a current draw can be undone, by key, from `hand.by_hand`.
    """
    if way := WAYS.get(Change.Kind(change.kind)):
        why = way.bar(change, field)
    elif change.kind == Change.Kind.SEATED:
        why = _bar_of_seats(change, by_hand)
    else:
        return Offer(is_open=False)  # a step of a round is undone on the page of that round
    return Offer(is_open=not why, why_not=why)


def _bar_of_seats(change: Change, by_hand: Mapping[int, bool]) -> str:
    """Return why a change of seats cannot be undone here, "" if it can."""
    if by_hand.get(change.pk):
        return ""
    if change.round is None:
        return _("This draw is no longer there.")
    if change.facts.get("how"):
        return _("You undo this on the page of round %(number)d.") % {"number": change.round.number}
    if change.round.state != Round.State.DRAWN:
        text = _("Round %(number)d has been confirmed already.")
        return text % {"number": change.round.number}
    if change.pk in by_hand:
        return _("Seats have changed since. Undo the later changes first.")
    return _("Round %(number)d has been drawn again.") % {"number": change.round.number}


def _is_of_a_draw(change: Change) -> bool:
    """Return whether a change moved seats by hand in a round that is not yet confirmed."""
    is_drawn = change.round is not None and change.round.state == Round.State.DRAWN
    return change.kind == Change.Kind.SEATED and is_drawn and not change.facts.get("how")


def _is_final(change: Change, field: Field) -> str:
    """Return why a substitution stays noted: its round is final; "" in any other round."""
    if change.round is None or change.round.state != Round.State.FINAL:
        return ""
    return closed_words(change.round)


def _without_substitute(change: Change, field: Field) -> None:
    """Delete the substitute of a change, and undo the withdrawal that came with it."""
    held(Substitute.objects.filter(pk=change.facts["substitute"])).delete()
    readmit_left(change, field)


def _pair(change: Change, field: Field) -> tuple[Entry | None, Entry | None]:
    """Return the replaced entry and the newcomer, None for each that is off the list."""
    return field.entries.get(change.entry_id or 0), field.entries.get(change.facts["came"])


def _plays_already(change: Change, field: Field) -> str:
    """Return why a replacement cannot be undone, "" if it can.

    It cannot if either is off the list, if the newcomer has a seat in a round that has begun, or if
    both have a seat in the same round.
    """
    left, came = _pair(change, field)
    if left is None:
        return gone(change)
    if came is None:
        text = _("%(name)s is not on the list any more.")
        return text % {"name": change.facts["name"]}
    seats = field.seats.get(came.pk, {})
    if played := next((number for number, has_begun in seats.items() if has_begun), None):
        text = _("%(name)s plays in round %(number)d already.")
        return text % {"name": came, "number": played}
    if twice := next((number for number in seats if number in field.seats.get(left.pk, {})), None):
        return _("Both have a seat in round %(number)d.") % {"number": twice}
    return ""


def _seat_back(change: Change, field: Field) -> None:
    """Give the replaced player his seats back, and take the newcomer off the list."""
    left, came = _pair(change, field)
    assert left is not None
    assert came is not None
    seat_instead(came, left)
    untouched = [draw for draw, by_hand in change.facts["by_hand"].items() if not by_hand]
    same_draw = change.tournament.rounds.filter(tables__in=untouched).exclude(state__in=BEGUN)
    for round in same_draw.select_related("tournament"):
        round.changed_by_hand = hand.is_by_hand(round)
        round.save(update_fields=["changed_by_hand"])
    readmit_left(change, field)
    take_off([came])


def _came_by(change: Change, field: Field) -> list[Entry]:
    """Return the entries that are here by this check-in: checked in at its very moment."""
    return [entry for entry in still_listed(change, field) if entry.arrived_at == change.at]


def _is_not_here_by_it(change: Change, field: Field) -> str:
    """Return why a check-in cannot be undone, "" if it can.

    A player is not touched if the check-in was taken back since, or replaced by a later one.
    """
    if _came_by(change, field):
        return ""
    if len(keys_of(change)) > 1:
        return _("None of these players is here by this check-in any more.")
    listed = still_listed(change, field)
    if not listed:
        return gone(change)
    if listed[0].arrived_at is None:
        return _("%(name)s is not noted as present any more.") % {"name": listed[0]}
    return _("%(name)s has been checked in again since then.") % {"name": listed[0]}


def _never_came(change: Change, field: Field) -> None:
    """Delete the arrival of the entries that are here by this check-in."""
    keys = [entry.pk for entry in _came_by(change, field)]
    Entry.objects.filter(pk__in=keys).update(arrived_at=None)


def _came_again(change: Change, field: Field) -> str:
    """Return why a check-in that was taken back cannot be restored, "" if it can.

    It cannot if the player was checked in again since, also where that was taken back too, nor if
    the check-in itself was undone.
    """
    entry = field.entries.get(change.entry_id or 0)
    if entry is None:
        return gone(change)
    if entry.arrived_at is not None:
        return _("%(name)s has been checked in again since then.") % {"name": entry}
    if field.taken_back_by.get(entry.pk) != change.pk:
        return _("%(name)s was checked in again, and that was taken back too.") % {"name": entry}
    if (entry.pk, change.facts["before"]) in field.undone_arrivals:
        return _("The check-in of %(name)s has been undone since then.") % {"name": entry}
    return ""


def _is_here_still(change: Change, field: Field) -> None:
    """Note the player as present again, since the same moment as before."""
    entry = field.entries[change.entry_id or 0]
    entry.arrived_at = datetime.fromisoformat(change.facts["before"])
    entry.save(update_fields=["arrived_at"])


WAYS: Mapping[Change.Kind, Way] = {
    **OF_PLAYERS,
    Change.Kind.SUBSTITUTED: Way(_is_final, _without_substitute),
    Change.Kind.REPLACED: Way(_plays_already, _seat_back),
    Change.Kind.ARRIVED: Way(
        _is_not_here_by_it, _never_came, lambda c, field: [e.pk for e in _came_by(c, field)]
    ),
    Change.Kind.TAKEN_BACK: Way(_came_again, _is_here_still),
}
# The changes that a clerk can make, and so undo. Undoing ENTERED is noted as a change REMOVED: a
# clerk can take that back too.
OF_CLERKS = (
    Change.Kind.ENTERED,
    Change.Kind.EDITED,
    Change.Kind.REMOVED,
    Change.Kind.ARRIVED,
    Change.Kind.TAKEN_BACK,
)
