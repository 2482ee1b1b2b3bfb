"""The log of a day as it is read: what was done, in words."""

from collections.abc import Callable, Mapping
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from wk.tournament.models import Change, Round, Tournament


def log_of(tournament: Tournament) -> QuerySet[Change]:
    """Return what was done in a tournament, the latest first, with who did it."""
    found = tournament.changes.select_related("author", "undone_by", "round", "entry")
    return found.order_by("-at", "-pk")


def words(change: Change) -> str:
    """Return what was done, as a sentence."""
    return SENTENCES[Change.Kind(change.kind)](change)


def _entered(change: Change) -> str:
    return _("%(name)s has been entered.") % {"name": change.about}


def _edited(change: Change) -> str:
    return _("%(before)s is now %(after)s.") % {
        "before": _called(change.facts["before"]),
        "after": _called(change.facts["after"]),
    }


def _called(facts: Mapping[str, Any]) -> str:
    club = f" ({facts['club']})" if facts["club"] else ""
    return f"{facts['number']} {facts['name']}{club}"


def _names(change: Change) -> str:
    return ", ".join(f"{row['number']} {row['name']}" for row in change.facts["entries"])


def _removed(change: Change) -> str:
    count = len(change.facts["entries"])
    return ngettext(
        "%(name)s is off the list.", "%(count)d players are off the list: %(name)s.", count
    ) % {"name": _names(change), "count": count}


def _withdrawn(change: Change) -> str:
    count = len(change.facts["entries"])
    if not change.facts["after"]:
        return ngettext(
            "%(name)s does not take part.", "%(count)d players do not take part: %(name)s.", count
        ) % {"name": _names(change), "count": count}
    return ngettext(
        "%(name)s has left after round %(round)d.",
        "%(count)d players have left after round %(round)d: %(name)s.",
        count,
    ) % {"name": _names(change), "count": count, "round": change.facts["after"]}


def _readmitted(change: Change) -> str:
    return _("%(name)s takes part again.") % {"name": change.about}


def _substituted(change: Change) -> str:
    facts = {"other": change.facts["name"], "name": change.about, "deal": change.facts["from_deal"]}
    facts["number"] = change.round.number if change.round else ""
    if facts["deal"]:
        text = _("%(other)s plays on for %(name)s in round %(number)s, from deal %(deal)d.")
        return text % facts
    return _("%(other)s plays on for %(name)s in round %(number)s.") % facts


def _replaced(change: Change) -> str:
    text = _("%(other)s has taken the place of %(name)s.")
    return text % {"other": change.facts["name"], "name": change.about}


def _seated(change: Change) -> str:
    return _("Seats changed by hand: %(moves)s.") % {"moves": change.about}


def _moved(change: Change) -> str:
    """A step of a round, or what of it is held back from the public."""
    before, after = change.facts.get("from"), change.facts.get("to")
    if before in Round.State.values and after in Round.State.values:
        labels = {"before": Round.State(before).label, "after": Round.State(after).label}
        text = _("Round %(number)s: %(before)s → %(after)s.")
        return text % {"number": change.about, **labels}
    withheld = change.facts.get("withheld_to")
    if withheld in Round.Withheld.values:
        text = _("Held back of round %(number)s: %(what)s.")
        return text % {"number": change.about, "what": Round.Withheld(withheld).label}
    return _("Round %(number)s moved on or back.") % {"number": change.about}


SENTENCES: Mapping[Change.Kind, Callable[[Change], str]] = {
    Change.Kind.ENTERED: _entered,
    Change.Kind.EDITED: _edited,
    Change.Kind.REMOVED: _removed,
    Change.Kind.WITHDRAWN: _withdrawn,
    Change.Kind.READMITTED: _readmitted,
    Change.Kind.SUBSTITUTED: _substituted,
    Change.Kind.REPLACED: _replaced,
    Change.Kind.SEATED: _seated,
    Change.Kind.STATE: _moved,
}
