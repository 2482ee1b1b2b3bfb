"""Undoing what was done to players: each change knows enough to be taken back."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from wk.accounts.models import User
from wk.tournament import changes
from wk.tournament.models import Apart, Change, Entry, FixedPlace, Player, Tournament
from wk.tournament.refusal import Refusal, held
from wk.tournament.services import take_off


@transaction.atomic
def undo_players(*, change: Change, author: User | None, now: datetime) -> None:
    """Take back a change to players: one of the kinds of `VERBS`.

    Refusal, in words for the official, when that is impossible by now or was done before.
    """
    held(Tournament.objects.filter(pk=change.tournament_id))
    change = changes.undoing(change, author, now)
    VERBS[Change.Kind(change.kind)](change)


def _take_out(change: Change) -> None:
    """Who was entered goes off the list; who has a seat stays."""
    take_off(there(change.entry, change.about))


def there(entry: Entry | None, about: str) -> Entry:
    """Return the entry that a change was about, held; Refusal if it is off the list by now."""
    if entry is None:
        raise Refusal(_("%(name)s is not on the list any more.") % {"name": about})
    return held(Entry.objects.filter(pk=entry.pk).select_related("tournament", "player"))


def _call_as_before(change: Change) -> None:
    """Name, club and number go back, unless they were changed again."""
    entry = there(change.entry, change.about)
    before, after = change.facts["before"], change.facts["after"]
    if {field: getattr(entry, field) for field in after} != after:
        raise Refusal(_("%(name)s has been changed again since then.") % {"name": entry})
    others = entry.tournament.entries.exclude(pk=entry.pk)
    if others.filter(number=before["number"]).exists():
        raise Refusal(_("Start number %(number)d is taken.") % {"number": before["number"]})
    for field, value in before.items():
        setattr(entry, field, value)
    entry.save(update_fields=list(before))
    Player.objects.filter(pk=entry.player_id).update(name=entry.name, club=entry.club)


def _put_back(change: Change) -> None:
    """Who was removed is on the list again, under the same number where that is free; but for who
    was entered again since."""
    here = set(change.tournament.entries.values_list("player", flat=True))
    away = [facts for facts in change.facts["entries"] if facts["player"] not in here]
    if not away:
        raise Refusal(_("%(name)s is in this tournament already.") % {"name": change.about})
    for facts in away:
        _enter_again(change.tournament, facts)


def _enter_again(tournament: Tournament, facts: Mapping[str, Any]) -> None:
    taken = set(tournament.entries.values_list("number", flat=True))
    number = facts["number"]
    arrived = facts["arrived_at"]
    # Under his own key, so that what was noted of him before is about him again.
    entry = Entry.objects.create(
        pk=facts["key"],
        tournament=tournament,
        player=_person(facts),
        number=number if number not in taken else max(taken) + 1,
        name=facts["name"],
        club=facts["club"],
        withdrawn_after=facts["withdrawn_after"],
        arrived_at=datetime.fromisoformat(arrived) if arrived else None,
        is_announced=facts["is_announced"],
    )
    Change.objects.filter(pk__in=facts["changes"], entry=None).update(entry=entry)
    entry.kept_apart.set(Apart.objects.filter(tournament=tournament, pk__in=facts["apart"]))
    FixedPlace.objects.bulk_create(FixedPlace(entry=entry, **place) for place in facts["places"])


def _person(facts: Mapping[str, Any]) -> Player:
    """Return the person who was removed: he himself, or made anew where he had no edition left."""
    player = Player.objects.filter(pk=facts["player"]).first()
    return player or Player.objects.create(name=facts["name"], club=facts["club"])


def _readmit(change: Change) -> None:
    """Who left takes part again: those who are on the list still, and have not come back yet."""
    left = change.tournament.entries.filter(pk__in=[row["key"] for row in change.facts["entries"]])
    if not left.exists():
        raise Refusal(_("%(name)s is not on the list any more.") % {"name": change.about})
    if not left.filter(withdrawn_after=change.facts["after"]).update(withdrawn_after=None):
        raise Refusal(_("%(name)s takes part again already.") % {"name": change.about})


def _let_leave_again(change: Change) -> None:
    """Who came back has left again after the same round, unless he was seated since."""
    entry = there(change.entry, change.about)
    before = change.facts["before"]
    seat = entry.seats.filter(round__number__gt=before).select_related("round").first()
    if seat:
        raise Refusal(
            _("%(name)s has a seat in round %(number)d.")
            % {"name": entry.name, "number": seat.round.number}
        )
    if entry.withdrawn_after is not None:
        raise Refusal(_("%(name)s has left already.") % {"name": entry})
    entry.withdrawn_after = before
    entry.save(update_fields=["withdrawn_after"])


VERBS: Mapping[Change.Kind, Callable[[Change], None]] = {
    Change.Kind.ENTERED: _take_out,
    Change.Kind.EDITED: _call_as_before,
    Change.Kind.REMOVED: _put_back,
    Change.Kind.WITHDRAWN: _readmit,
    Change.Kind.READMITTED: _let_leave_again,
}
