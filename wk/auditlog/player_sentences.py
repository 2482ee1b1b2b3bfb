"""The sentences of the log about players: the list, the desk, and who leaves or plays on."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from wk.auditlog.models import AuditLogEntry
from wk.tournament.surnames import name_parts

MOST_NAMES = 10  # players named in one sentence; the others are counted


def entered(log_entry: AuditLogEntry) -> str:
    """Return the sentence of players who were entered, one by one or from a list."""
    # Only the import of a list has the players in its payload.
    listed = [f"{row['number']} {row['name']}" for row in log_entry.payload.get("entries", ())]
    if log_entry.payload.get("is_here"):
        return _("%(name)s has been entered and is here.") % {"name": log_entry.about}
    if len(listed) < 2:
        return _("%(name)s has been entered.") % {"name": log_entry.about}
    text = _("%(count)d players have been entered from a list: %(first)s to %(last)s.")
    return text % {"count": len(listed), "first": listed[0], "last": listed[-1]}


def edited(log_entry: AuditLogEntry) -> str:
    """Return the sentence of a correction of a name, a club or a number."""
    before, after = log_entry.payload["before"], log_entry.payload["after"]
    names = _name_and_club(before), _name_and_club(after)
    if names[0] == names[1]:  # only the surname was corrected
        listed = name_parts(after["name"], after.get("surname", "")).listed
        return _("%(name)s is on lists as %(listed)s.") % {"name": names[1], "listed": listed}
    return _("%(before)s is now %(after)s.") % {"before": names[0], "after": names[1]}


def _name_and_club(row: Mapping[str, Any]) -> str:
    club = f" ({row['club']})" if row["club"] else ""
    return f"{row['number']} {row['name']}{club}"


def _names(log_entry: AuditLogEntry) -> str:
    return ", ".join(f"{row['number']} {row['name']}" for row in log_entry.payload["entries"])


def removed(log_entry: AuditLogEntry) -> str:
    """Return the sentence of players who were taken off the list."""
    count = len(log_entry.payload["entries"])
    return ngettext(
        "%(name)s is off the list.", "%(count)d players are off the list: %(name)s.", count
    ) % {"name": _names(log_entry), "count": count}


def withdrawn(log_entry: AuditLogEntry) -> str:
    """Return the sentence of players who left, or who do not take part."""
    count = len(log_entry.payload["entries"])
    if not log_entry.payload["after"]:  # 0: before the first round
        return ngettext(
            "%(name)s does not take part.", "%(count)d players do not take part: %(name)s.", count
        ) % {"name": _names(log_entry), "count": count}
    return ngettext(
        "%(name)s has left after round %(round)d.",
        "%(count)d players have left after round %(round)d: %(name)s.",
        count,
    ) % {"name": _names(log_entry), "count": count, "round": log_entry.payload["after"]}


def readmitted(log_entry: AuditLogEntry) -> str:
    """Return the sentence of a player who takes part again."""
    return _("%(name)s takes part again.") % {"name": log_entry.about}


def substituted(log_entry: AuditLogEntry) -> str:
    """Return the sentence of somebody who plays on for a player in a round."""
    values = {
        "other": log_entry.payload["name"],
        "name": log_entry.about,
        "deal": log_entry.payload["from_deal"],
    }
    values["number"] = log_entry.round.number if log_entry.round else ""
    if values["deal"]:
        text = _("%(other)s plays on for %(name)s in round %(number)s, from deal %(deal)d.")
        return text % values
    return _("%(other)s plays on for %(name)s in round %(number)s.") % values


def replaced(log_entry: AuditLogEntry) -> str:
    """Return the sentence of somebody who has taken over the seat of a player."""
    text = _("%(other)s has taken over the seat of %(name)s.")
    return text % {"other": log_entry.payload["name"], "name": log_entry.about}


def checked_in(log_entry: AuditLogEntry) -> str:
    """Return the sentence of players who are here."""
    if log_entry.payload.get("at_kiosk"):
        return _("%(name)s is here, checked in at the kiosk.") % {"name": log_entry.about}
    count = len(log_entry.payload["entries"])
    return ngettext("%(name)s is here.", "%(count)d players are here: %(name)s.", count) % {
        "name": _first_names(log_entry),
        "count": count,
    }


def _first_names(log_entry: AuditLogEntry) -> str:
    """Return the first MOST_NAMES players of a log entry, and the number of the others."""
    listed = [f"{row['number']} {row['name']}" for row in log_entry.payload["entries"]]
    names, more = ", ".join(listed[:MOST_NAMES]), len(listed) - MOST_NAMES
    return _("%(names)s and %(more)d more") % {"names": names, "more": more} if more > 0 else names


def check_in_undone(log_entry: AuditLogEntry) -> str:
    """Return the sentence of a player who is not here after all."""
    return _("%(name)s is not noted as present any more.") % {"name": log_entry.about}
