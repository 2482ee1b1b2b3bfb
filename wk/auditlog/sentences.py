"""The sentences of the log: one for each kind of log entry, in the language of the reader."""

from collections.abc import Callable, Collection, Mapping
from copy import copy

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from wk.auditlog import player_sentences as players
from wk.auditlog.file_times import file_time
from wk.auditlog.models import AuditLogEntry
from wk.auditlog.queries import keys_of
from wk.auditlog.services import draw_words
from wk.tournament.models import Entry, Round
from wk.tournament.seating import table_seat_words


def sentence(log_entry: AuditLogEntry) -> str:
    """Return the sentence of a log entry."""
    return SENTENCES[AuditLogEntry.Kind(log_entry.kind)](log_entry)


def sentence_of_some(log_entry: AuditLogEntry, keys: Collection[int]) -> str:
    """Return the sentence of a log entry about only those of its players with these keys.

    An undo may concern some of the players of a log entry.
    """
    together = log_entry.payload.get("entries", [])
    some = [row for row in together if row["key"] in keys]
    if len(some) == len(together):
        return sentence(log_entry)
    part = copy(log_entry)
    part.about = ", ".join(f"{row['number']} {row['name']}" for row in some)
    part.payload = {**log_entry.payload, "entries": some}
    return sentence(part)


def sentence_of_player(log_entry: AuditLogEntry, entry: Entry) -> str:
    """Return the sentence of a log entry for the page of one player.

    For a check-in of several players it names only this one, and counts the others.
    """
    others = len(keys_of(log_entry)) - 1
    if log_entry.kind != AuditLogEntry.Kind.CHECKED_IN or not others:
        return sentence(log_entry)
    return ngettext(
        "%(name)s is here, checked in together with %(count)d other.",
        "%(name)s is here, checked in together with %(count)d others.",
        others,
    ) % {"name": entry, "count": others}


def _seated(log_entry: AuditLogEntry) -> str:
    moves = "; ".join(
        f"{who}: {table_seat_words(from_seat)} → {table_seat_words(to_seat)}"
        for _pk, who, from_seat, to_seat in log_entry.payload.get("moves", ())
    )
    return _("Seats changed by hand: %(moves)s.") % {"moves": moves or log_entry.about}


def _round_changed(log_entry: AuditLogEntry) -> str:
    """Return the sentence of a step of a round, or of a change of what it withholds."""
    step = STEPS.get((log_entry.payload.get("from"), log_entry.payload.get("to")))
    withheld = WITHHELD.get(log_entry.payload.get("withheld_to"))
    text = step or withheld or _("Round %(number)s moved on or back.")
    return str(text) % {"number": log_entry.about}


# The sentences by the states before and after. FINAL to CLOSED happens when an earlier round is
# reopened: no round may be final before an earlier one is.
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


def _drawn(log_entry: AuditLogEntry) -> str:
    numbers, seed = log_entry.payload["rounds"], log_entry.payload["seed"]
    done = draw_words(log_entry.payload["how"], numbers[0], numbers[-1])
    if seed is None:
        return done
    is_announced = log_entry.payload.get("asked", {}).get("is_announced")
    text = _("Draw number %(seed)s, typed in.") if is_announced else _("Draw number %(seed)s.")
    return f"{done} {text % {'seed': seed}}"


def _wall_held(log_entry: AuditLogEntry) -> str:
    screen, scenes = log_entry.payload["screen"], log_entry.payload["scene"].split(",")
    text = TURNS[bool(screen)] if len(scenes) > 1 else WALLS[bool(screen), bool(scenes[0])]
    names = ", ".join(str(SCENES.get(scene, scene)) for scene in scenes)
    return str(text) % {"number": screen, "scene": names}


# By whether the act is about one screen, and whether that is held: else it follows the day.
WALLS: Mapping[tuple[bool, bool], Promise] = {
    (False, True): gettext_lazy("All screens are held on: %(scene)s."),
    (False, False): gettext_lazy("All screens follow the day again."),
    (True, True): gettext_lazy("Screen %(number)s is held on: %(scene)s."),
    (True, False): gettext_lazy("Screen %(number)s is let go again."),
}
# The same of a screen that turns between several scenes.
TURNS: Mapping[bool, Promise] = {
    False: gettext_lazy("All screens turn between: %(scene)s."),
    True: gettext_lazy("Screen %(number)s turns between: %(scene)s."),
}
# The scenes of the wall, which the hall names: that room is below this one.
SCENES: Mapping[str, Promise] = {
    "welcome": gettext_lazy("Welcome"),
    "seats": gettext_lazy("Seats"),
    "play": gettext_lazy("Clock and tables"),
    "standings": gettext_lazy("Standings"),
    "curtain": gettext_lazy("Curtain"),
    "ceremony": gettext_lazy("Winners"),
}


def _answered(log_entry: AuditLogEntry) -> str:
    text = ANSWERED[bool(log_entry.payload["is_corrected"])]
    round = log_entry.round.number if log_entry.round else ""
    values = {"name": log_entry.about, "table": log_entry.payload["table"], "round": round}
    return str(text) % values


# By whether the form has another value in that cell since.
ANSWERED: Mapping[bool, Promise] = {
    False: gettext_lazy(
        "%(name)s, who found the form of table %(table)s in round %(round)s not right, has an"
        " answer."
    ),
    True: gettext_lazy(
        "%(name)s found the form of table %(table)s in round %(round)s not right: it has been"
        " corrected."
    ),
}


def _announced(log_entry: AuditLogEntry) -> str:
    place = log_entry.payload["place"]
    if log_entry.payload["is_end"]:
        return _("All screens show the winners.")
    if place is None:
        return _("The ceremony is before its beginning again.")
    if log_entry.payload.get("is_curtain"):
        return _("The ceremony has begun: all screens say that place %(place)s comes.") % {
            "place": place
        }
    return _("Place %(place)s is on all screens.") % {"place": place}


# By what was done with a name (`how`).
SHOWN: Mapping[str, Promise] = {
    "initials": gettext_lazy("%(name)s is shown by initials from now on."),
    "name": gettext_lazy("%(name)s is shown with the full name again."),
    "taken_out": gettext_lazy("%(name)s: the name has been taken out of all editions."),
}


def _shown(log_entry: AuditLogEntry) -> str:
    return str(SHOWN[log_entry.payload["how"]]) % {"name": log_entry.about}


# By what was done with examples of writing (`how`).
EXAMPLES: Mapping[str, Promise] = {
    "kept": gettext_lazy("Pieces of photos are kept from now on, for the camera to learn from."),
    "stopped": gettext_lazy("No more pieces of photos are kept for the camera to learn from."),
}


def _examples(log_entry: AuditLogEntry) -> str:
    if text := EXAMPLES.get(log_entry.payload["how"]):
        return str(text)
    count = log_entry.payload["count"]
    return ngettext(
        "%(count)d piece of a photo that the camera learns from has been thrown away.",
        "%(count)d pieces of photos that the camera learns from have been thrown away.",
        count,
    ) % {"count": count}


def _imported(log_entry: AuditLogEntry) -> str:
    moment, kept = log_entry.payload.get("moment"), log_entry.kept_backup
    kept_at = file_time(kept, log_entry.at)
    if moment:  # a backup, of all or of this tournament alone
        text = (
            _("Back to %(moment)s. What stood here before is kept as the backup of %(time)s.")
            if kept_at
            else _("Back to %(moment)s.")
        )
        return text % {"moment": file_time(moment, log_entry.at), "time": kept_at}
    if kept and log_entry.author_id:
        text = _(
            "Brought in from an archive. What stood here before is kept as the backup of %(time)s."
        )
        return text % {"time": kept_at}
    if kept:  # by a command, which makes no backup of all
        text = _("Brought in from an archive. What stood here before is kept in %(file)s.")
        return text % {"file": kept}
    return _("Brought in from an archive.")


SENTENCES: Mapping[AuditLogEntry.Kind, Callable[[AuditLogEntry], str]] = {
    AuditLogEntry.Kind.ENTERED: players.entered,
    AuditLogEntry.Kind.EDITED: players.edited,
    AuditLogEntry.Kind.REMOVED: players.removed,
    AuditLogEntry.Kind.WITHDRAWN: players.withdrawn,
    AuditLogEntry.Kind.READMITTED: players.readmitted,
    AuditLogEntry.Kind.SUBSTITUTED: players.substituted,
    AuditLogEntry.Kind.REPLACED: players.replaced,
    AuditLogEntry.Kind.SEATED: _seated,
    AuditLogEntry.Kind.STATE: _round_changed,
    AuditLogEntry.Kind.DRAWN: _drawn,
    AuditLogEntry.Kind.IMPORTED: _imported,
    AuditLogEntry.Kind.CHECKED_IN: players.checked_in,
    AuditLogEntry.Kind.CHECK_IN_UNDONE: players.check_in_undone,
    AuditLogEntry.Kind.WALL: _wall_held,
    AuditLogEntry.Kind.ANSWERED: _answered,
    AuditLogEntry.Kind.CEREMONY: _announced,
    AuditLogEntry.Kind.SHOWN: _shown,
    AuditLogEntry.Kind.EXAMPLES: _examples,
}
