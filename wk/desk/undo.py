"""Undoing what is in the log of the day, as far as the desk can."""

from collections.abc import Callable, Mapping
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from wk.accounts.models import User
from wk.desk.services import seat_instead
from wk.tournament import changes, hand
from wk.tournament.models import BEGUN, Change, Round, Substitute, Tournament
from wk.tournament.refusal import Refusal, held
from wk.tournament.services import take_off
from wk.tournament.undo import VERBS as OF_PLAYERS
from wk.tournament.undo import there, undo_players


def undo(*, change: Change, author: User | None, now: datetime) -> None:
    """Take back what the log has; Refusal, in words for the official, when that cannot be."""
    kind = Change.Kind(change.kind)
    if kind in OF_PLAYERS:
        undo_players(change=change, author=author, now=now)
    elif kind in OF_SEATS:
        _undo_seats(change, author, now)
    elif _is_of_a_draw(change):
        hand.undo(change=change, author=author, now=now)
    else:
        raise Refusal(_("This cannot be undone here: look at its round."))


def can_undo(change: Change, user: User) -> bool:
    """Whether an official is offered to undo a change: a clerk may undo what clerks did."""
    if change.undone_at is not None:
        return False
    kind = Change.Kind(change.kind)
    is_known = kind in OF_PLAYERS or kind in OF_SEATS or _is_of_a_draw(change)
    by_clerk = change.author is not None and not change.author.is_director
    return is_known and (user.is_director or (by_clerk and kind in OF_CLERKS))


def _is_of_a_draw(change: Change) -> bool:
    """Whether seats were changed in a draw that is looked at still."""
    is_drawn = change.round is not None and change.round.state == Round.State.DRAWN
    return change.kind == Change.Kind.SEATED and is_drawn and not change.facts.get("how")


@transaction.atomic
def _undo_seats(change: Change, author: User | None, now: datetime) -> None:
    held(Tournament.objects.filter(pk=change.tournament_id))
    change = changes.undoing(change, author, now)
    OF_SEATS[Change.Kind(change.kind)](change)


def _without_substitute(change: Change) -> None:
    """Nobody played on in the seat after all, and the player did not leave."""
    if change.round and change.round.state == Round.State.FINAL:
        raise Refusal(
            _("Round %(number)d is final: the director has to reopen it first.")
            % {"number": change.round.number}
        )
    held(Substitute.objects.filter(pk=change.facts["substitute"])).delete()
    if change.facts["leaves"]:
        entry = there(change.entry, change.about)
        entry.withdrawn_after = None
        entry.save(update_fields=["withdrawn_after"])


def _seat_back(change: Change) -> None:
    """The player has his places again, and the newcomer goes off the list."""
    left = there(change.entry, change.about)
    came = change.tournament.entries.filter(pk=change.facts["came"]).first()
    came = there(came, change.facts["name"])
    played = came.seats.filter(round__state__in=BEGUN).select_related("round").first()
    if played:
        raise Refusal(
            _("%(name)s plays in round %(number)d already.")
            % {"name": came, "number": played.round.number}
        )
    twice = came.seats.filter(round__in=left.seats.values("round")).select_related("round").first()
    if twice:
        raise Refusal(_("Both have a seat in round %(number)d.") % {"number": twice.round.number})
    seat_instead(came, left)
    untouched = [draw for draw, by_hand in change.facts["by_hand"].items() if not by_hand]
    same_draw = change.tournament.rounds.filter(tables__in=untouched).exclude(state__in=BEGUN)
    for round in same_draw.select_related("tournament"):
        round.changed_by_hand = hand.is_by_hand(round)
        round.save(update_fields=["changed_by_hand"])
    if left.withdrawn_after is not None:  # who was readmitted since stays so
        left.withdrawn_after = change.facts["withdrawn_after"]
        left.save(update_fields=["withdrawn_after"])
    take_off(came)


OF_SEATS: Mapping[Change.Kind, Callable[[Change], None]] = {
    Change.Kind.SUBSTITUTED: _without_substitute,
    Change.Kind.REPLACED: _seat_back,
}
OF_CLERKS = (Change.Kind.ENTERED, Change.Kind.EDITED)
