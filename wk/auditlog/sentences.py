"""The log of the day in words."""

from collections.abc import Callable, Collection, Mapping
from copy import copy
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from wk.auditlog.models import AuditLogEntry
from wk.auditlog.queries import keys_of
from wk.auditlog.services import draw_words
from wk.tournament.models import Entry, Round
from wk.tournament.seating import at_words

MOST_NAMES = 10


def words(change: AuditLogEntry) -> str:
    """Return a change as a sentence."""
    return SENTENCES[AuditLogEntry.Kind(change.kind)](change)


def words_of_some(change: AuditLogEntry, keys: Collection[int]) -> str:
    """Return a change as a sentence that names only the entries with these keys."""
    together = change.payload.get("entries", [])
    some = [row for row in together if row["key"] in keys]
    if len(some) == len(together):
        return words(change)
    part = copy(change)
    part.about = ", ".join(f"{row['number']} {row['name']}" for row in some)
    part.payload = {**change.payload, "entries": some}
    return words(part)


def words_of_player(change: AuditLogEntry, entry: Entry) -> str:
    """Return a change as a sentence for the page of one player.

    A check-in of several names only this player, and counts the others.
    """
    others = len(keys_of(change)) - 1
    if change.kind != AuditLogEntry.Kind.CHECKED_IN or not others:
        return words(change)
    return ngettext(
        "%(name)s is here, checked in together with %(count)d other.",
        "%(name)s is here, checked in together with %(count)d others.",
        others,
    ) % {"name": entry, "count": others}


def _entered(change: AuditLogEntry) -> str:
    listed = [f"{row['number']} {row['name']}" for row in change.payload.get("entries", ())]
    if change.payload.get("is_here"):
        return _("%(name)s has been entered and is here.") % {"name": change.about}
    if len(listed) < 2:
        return _("%(name)s has been entered.") % {"name": change.about}
    text = _("%(count)d players have been entered from a list: %(first)s to %(last)s.")
    return text % {"count": len(listed), "first": listed[0], "last": listed[-1]}


def _edited(change: AuditLogEntry) -> str:
    return _("%(before)s is now %(after)s.") % {
        "before": _called(change.payload["before"]),
        "after": _called(change.payload["after"]),
    }


def _called(facts: Mapping[str, Any]) -> str:
    club = f" ({facts['club']})" if facts["club"] else ""
    return f"{facts['number']} {facts['name']}{club}"


def _names(change: AuditLogEntry) -> str:
    return ", ".join(f"{row['number']} {row['name']}" for row in change.payload["entries"])


def _removed(change: AuditLogEntry) -> str:
    count = len(change.payload["entries"])
    return ngettext(
        "%(name)s is off the list.", "%(count)d players are off the list: %(name)s.", count
    ) % {"name": _names(change), "count": count}


def _withdrawn(change: AuditLogEntry) -> str:
    count = len(change.payload["entries"])
    if not change.payload["after"]:
        return ngettext(
            "%(name)s does not take part.", "%(count)d players do not take part: %(name)s.", count
        ) % {"name": _names(change), "count": count}
    return ngettext(
        "%(name)s has left after round %(round)d.",
        "%(count)d players have left after round %(round)d: %(name)s.",
        count,
    ) % {"name": _names(change), "count": count, "round": change.payload["after"]}


def _readmitted(change: AuditLogEntry) -> str:
    return _("%(name)s takes part again.") % {"name": change.about}


def _substituted(change: AuditLogEntry) -> str:
    facts = {
        "other": change.payload["name"],
        "name": change.about,
        "deal": change.payload["from_deal"],
    }
    facts["number"] = change.round.number if change.round else ""
    if facts["deal"]:
        text = _("%(other)s plays on for %(name)s in round %(number)s, from deal %(deal)d.")
        return text % facts
    return _("%(other)s plays on for %(name)s in round %(number)s.") % facts


def _replaced(change: AuditLogEntry) -> str:
    text = _("%(other)s has taken the place of %(name)s.")
    return text % {"other": change.payload["name"], "name": change.about}


def _seated(change: AuditLogEntry) -> str:
    moves = "; ".join(
        f"{who}: {at_words(gone)} → {at_words(come)}"
        for _pk, who, gone, come in change.payload.get("moves", ())
    )
    return _("Seats changed by hand: %(moves)s.") % {"moves": moves or change.about}


def _arrived(change: AuditLogEntry) -> str:
    count = len(change.payload["entries"])
    return ngettext("%(name)s is here.", "%(count)d players are here: %(name)s.", count) % {
        "name": _first_names(change),
        "count": count,
    }


def _first_names(change: AuditLogEntry) -> str:
    """Return the first MOST_NAMES names of a change, and the number of the others."""
    called = [f"{row['number']} {row['name']}" for row in change.payload["entries"]]
    names, more = ", ".join(called[:MOST_NAMES]), len(called) - MOST_NAMES
    return _("%(names)s and %(more)d more") % {"names": names, "more": more} if more > 0 else names


def _taken_back(change: AuditLogEntry) -> str:
    return _("%(name)s is not noted as present any more.") % {"name": change.about}


def _moved(change: AuditLogEntry) -> str:
    """Return a step of a round, or a change of what is withheld from the public, as a sentence."""
    step = STEPS.get((change.payload.get("from"), change.payload.get("to")))
    withheld = WITHHELD.get(change.payload.get("withheld_to"))
    text = step or withheld or _("Round %(number)s moved on or back.")
    return str(text) % {"number": change.about}


# By the states before and after. FINAL to CLOSED is no reopening of the round itself: an earlier
# round was reopened (steps.reopen).
STEPS: Mapping[tuple[str | None, str | None], Promise] = {
    (Round.State.DRAWN, Round.State.CONFIRMED): gettext_lazy(
        "Round %(number)s has been confirmed."
    ),
    (Round.State.CONFIRMED, Round.State.DRAWN): gettext_lazy(
        "Round %(number)s went back to its draw."
    ),
    (Round.State.CONFIRMED, Round.State.STARTED): gettext_lazy("Round %(number)s has started."),
    (Round.State.STARTED, Round.State.CONFIRMED): gettext_lazy(
        "The start of round %(number)s has been taken back."
    ),
    (Round.State.STARTED, Round.State.CLOSED): gettext_lazy("Round %(number)s has been closed."),
    (Round.State.CLOSED, Round.State.STARTED): gettext_lazy("Round %(number)s has been reopened."),
    (Round.State.FINAL, Round.State.STARTED): gettext_lazy(
        "Round %(number)s, which was final, has been reopened."
    ),
    (Round.State.CLOSED, Round.State.FINAL): gettext_lazy("Round %(number)s has been made final."),
    (Round.State.FINAL, Round.State.CLOSED): gettext_lazy(
        "Round %(number)s is final no more, as an earlier round was reopened."
    ),
}
WITHHELD: Mapping[str | None, Promise] = {
    Round.Withheld.NOTHING: gettext_lazy("The results of round %(number)s have been made public."),
    Round.Withheld.TOP: gettext_lazy("The first ten of round %(number)s are held back."),
    Round.Withheld.ALL: gettext_lazy("The results of round %(number)s are held back."),
}


def _drawn(change: AuditLogEntry) -> str:
    numbers, seed = change.payload["rounds"], change.payload["seed"]
    done = draw_words(change.payload["how"], numbers[0], numbers[-1])
    return f"{done} {_('Lot number %(seed)s.') % {'seed': seed}}" if seed is not None else done


def _imported(change: AuditLogEntry) -> str:
    if backup := change.payload["backup"]:
        text = _("Brought in from an archive. What stood here before is kept in %(file)s.")
        return text % {"file": backup}
    return _("Brought in from an archive.")


SENTENCES: Mapping[AuditLogEntry.Kind, Callable[[AuditLogEntry], str]] = {
    AuditLogEntry.Kind.ENTERED: _entered,
    AuditLogEntry.Kind.EDITED: _edited,
    AuditLogEntry.Kind.REMOVED: _removed,
    AuditLogEntry.Kind.WITHDRAWN: _withdrawn,
    AuditLogEntry.Kind.READMITTED: _readmitted,
    AuditLogEntry.Kind.SUBSTITUTED: _substituted,
    AuditLogEntry.Kind.REPLACED: _replaced,
    AuditLogEntry.Kind.SEATED: _seated,
    AuditLogEntry.Kind.STATE: _moved,
    AuditLogEntry.Kind.DRAWN: _drawn,
    AuditLogEntry.Kind.IMPORTED: _imported,
    AuditLogEntry.Kind.CHECKED_IN: _arrived,
    AuditLogEntry.Kind.CHECK_IN_UNDONE: _taken_back,
}
