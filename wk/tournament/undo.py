"""Undoing what was done to players: each change knows enough to be taken back.

Whether it can be is told from what is known of all players at once, so that a list of changes can
say so of each; who undoes one is told the same.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from wk.accounts.models import User
from wk.tournament import changes
from wk.tournament.models import BEGUN, Apart, Change, Entry, FixedPlace, Player, Seat, Tournament
from wk.tournament.queries import folded
from wk.tournament.refusal import Refusal, held
from wk.tournament.roster import remove_entries


@dataclass(frozen=True, slots=True)
class Field:
    """Who is on the list of a tournament, by key, and for each of them the rounds in which he has a
    seat, with whether they have begun, the change by which he left, and that by which he was last
    noted as not there."""

    entries: Mapping[int, Entry]
    seats: Mapping[int, Mapping[int, bool]]
    left_by: Mapping[int, int]
    taken_back_by: Mapping[int | None, int]


@dataclass(frozen=True, slots=True)
class Way:
    """How changes of one kind are undone: `bar` says why that cannot be now, "" if it can."""

    bar: Callable[[Change, Field], str]
    undo: Callable[[Change, Field], None]


def field_of(tournament: Tournament) -> Field:
    """Return what is known of all players; three queries."""
    rows = Seat.objects.filter(round__tournament=tournament).order_by("round__number")
    seats: dict[int, dict[int, bool]] = defaultdict(dict)
    for entry, number, state in rows.values_list("entry", "round__number", "round__state"):
        seats[entry][number] = state in BEGUN
    kinds = (*STAYING, Change.Kind.TAKEN_BACK)
    standing = list(tournament.changes.filter(kind__in=kinds, undone_at=None).order_by("pk"))
    return Field(
        {entry.pk: entry for entry in tournament.entries.all()},
        seats,
        _left_by(change for change in standing if change.kind in STAYING),
        {c.entry_id: c.pk for c in standing if c.kind == Change.Kind.TAKEN_BACK},
    )


def _left_by(standing: Iterable[Change]) -> dict[int, int]:
    """By which change each left who has not come back since: nothing else lets him play again."""
    left_by: dict[int, int] = {}
    for change in standing:
        for key in keys_of(change):
            if change.kind == Change.Kind.READMITTED:
                left_by.pop(key, None)
            elif _lets_leave(change):
                left_by[key] = change.pk
    return left_by


STAYING = (
    Change.Kind.WITHDRAWN,
    Change.Kind.READMITTED,
    Change.Kind.SUBSTITUTED,
    Change.Kind.REPLACED,
)


def _lets_leave(change: Change) -> bool:
    """Whether by this change somebody left who played until then."""
    if change.kind == Change.Kind.SUBSTITUTED:
        return bool(change.facts["leaves"])
    return change.kind == Change.Kind.WITHDRAWN or change.facts["withdrawn_after"] is None


@transaction.atomic
def undo_by(way: Way, *, change: Change, author: User | None, now: datetime) -> None:
    """Take back a change to players.

    Refusal, in words for the official, when that is impossible by now or was done before.
    """
    field = field_of(held(Tournament.objects.filter(pk=change.tournament_id)))
    change = changes.undoing(change, author, now)
    if why := way.bar(change, field):
        raise Refusal(why)
    way.undo(change, field)


def keys_of(change: Change) -> list[int]:
    """Return the keys of whom a change was about: one player, or several."""
    several = [facts["key"] for facts in change.facts.get("entries", ())]
    return several or ([change.entry_id] if change.entry_id else [])


def gone(change: Change) -> str:
    """Say that whom a change was about is off the list."""
    return _("%(name)s is not on the list any more.") % {"name": change.about}


def still_listed(change: Change, field: Field) -> list[Entry]:
    """Return those of a change who are on the list still."""
    return [field.entries[key] for key in keys_of(change) if key in field.entries]


def _seated(entry: Entry, field: Field, after: int = 0) -> str:
    """Say in which round a player has a seat, "" if in none after this one."""
    number = next((number for number in field.seats.get(entry.pk, ()) if number > after), None)
    if number is None:
        return ""
    text = _("%(name)s has a seat in round %(number)d.")
    return text % {"name": entry.name, "number": number}


def _stay(change: Change, field: Field) -> str:
    """Who has a seat stays on the list."""
    listed = still_listed(change, field)
    if not listed:
        return gone(change)
    return next((why for entry in listed if (why := _seated(entry, field))), "")


def _take_out(change: Change, field: Field) -> None:
    """Who was entered goes off the list, as whoever is removed: that is noted, and undone, too."""
    listed = still_listed(change, field)
    remove_entries(entries=listed, author=change.undone_by, now=change.undone_at)


def _called_otherwise(change: Change, field: Field) -> str:
    """Who was changed again keeps his name, and nobody gets a number that is taken."""
    entry = field.entries.get(change.entry_id or 0)
    before, after = change.facts["before"], change.facts["after"]
    if entry is None:
        return gone(change)
    if changes.called(entry) != after:
        return _("%(name)s has been changed again since then.") % {"name": entry}
    others = (other for other in field.entries.values() if other != entry)
    if any(other.number == before["number"] for other in others):
        return _("Start number %(number)d is taken.") % {"number": before["number"]}
    return ""


def _call_as_before(change: Change, field: Field) -> None:
    """Name, club and number go back; of the person too, unless he is called otherwise by now."""
    entry = field.entries[change.entry_id or 0]
    before, after = change.facts["before"], change.facts["after"]
    Entry.objects.filter(pk=entry.pk).update(**before)
    person = Player.objects.filter(pk=entry.player_id, name=after["name"], club=after["club"])
    person.update(name=before["name"], club=before["club"])


def _away(change: Change, field: Field) -> list[Mapping[str, Any]]:
    """Those who were removed and have not been entered again since, as facts.

    A namesake who was on the list already when somebody was removed is another person.
    """
    here = {entry.player_id for entry in field.entries.values()}
    since = [e for key, e in field.entries.items() if key > change.facts.get("last", key)]
    called = {(folded(entry.name), folded(entry.club)) for entry in since}
    return [
        facts
        for facts in change.facts["entries"]
        if facts["player"] not in here
        and (folded(facts["name"]), folded(facts["club"])) not in called
    ]


def _entered_again(change: Change, field: Field) -> str:
    """Nobody is on the list twice."""
    if _away(change, field):
        return ""
    return _("%(name)s is in this tournament already.") % {"name": change.about}


def _put_back(change: Change, field: Field) -> None:
    """Who was removed is on the list again, under the same number where that is free."""
    for facts in _away(change, field):
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


def has_left_by(change: Change, field: Field) -> list[int]:
    """Return the keys of those who left by this change, and have not come back since."""
    listed = (entry for entry in field.entries.values() if entry.withdrawn_after is not None)
    return [entry.pk for entry in listed if field.left_by.get(entry.pk) == change.pk]


def _back_already(change: Change, field: Field) -> str:
    """Who came back, and perhaps left again, is not touched."""
    listed = still_listed(change, field)
    if has_left_by(change, field):
        return ""
    if not listed:
        return gone(change)
    if all(entry.withdrawn_after is None for entry in listed):
        return _("%(name)s takes part again already.") % {"name": change.about}
    return _("%(name)s came back, and has left again since.") % {"name": change.about}


def readmit_left(change: Change, field: Field) -> None:
    """Who left by this change takes part again."""
    Entry.objects.filter(pk__in=has_left_by(change, field)).update(withdrawn_after=None)


def _has_to_stay(change: Change, field: Field) -> str:
    """Who was seated since he came back stays."""
    entry = field.entries.get(change.entry_id or 0)
    if entry is None:
        return gone(change)
    if why := _seated(entry, field, after=change.facts["before"]):
        return why
    if entry.withdrawn_after is not None:
        return _("%(name)s has left already.") % {"name": entry}
    return ""


def _let_leave_again(change: Change, field: Field) -> None:
    """Who came back has left again after the same round."""
    entry = field.entries[change.entry_id or 0]
    entry.withdrawn_after = change.facts["before"]
    entry.save(update_fields=["withdrawn_after"])


WAYS: Mapping[Change.Kind, Way] = {
    Change.Kind.ENTERED: Way(_stay, _take_out),
    Change.Kind.EDITED: Way(_called_otherwise, _call_as_before),
    Change.Kind.REMOVED: Way(_entered_again, _put_back),
    Change.Kind.WITHDRAWN: Way(_back_already, readmit_left),
    Change.Kind.READMITTED: Way(_has_to_stay, _let_leave_again),
}
